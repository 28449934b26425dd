"""What happened between a player and the bank of Big Deal, and to his own companies.

Prices are per share or token, in millions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.big_deal.box import resource_words, title
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class ResourceBought(Fact):
    """A seat bought a token out of its wheel."""

    kind: ClassVar[str] = "resource_bought"
    seat: int
    resource: str
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(purse(self.seat), BANK, self.price, resource_words(self.resource)),)


@dataclass(frozen=True, slots=True)
class ResourceSold(Fact):
    """A seat sold a token back into its wheel."""

    kind: ClassVar[str] = "resource_sold"
    seat: int
    resource: str
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(BANK, purse(self.seat), self.price, resource_words(self.resource)),)


@dataclass(frozen=True, slots=True)
class SharesBought(Fact):
    """A seat bought shares out of the pool into the hand."""

    kind: ClassVar[str] = "shares_bought"
    seat: int
    company: str
    shares: int
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price of all of them."""
        why = say("shares: {company}", company=title(self.company))
        return (Transfer(purse(self.seat), BANK, self.shares * self.price, why),)


@dataclass(frozen=True, slots=True)
class SharesSold(Fact):
    """A seat sold shares into the pool, from a group or (None) from the hand."""

    kind: ClassVar[str] = "shares_sold"
    seat: int
    company: str
    shares: int
    price: int
    group: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price of all of them."""
        why = say("shares: {company}", company=title(self.company))
        return (Transfer(BANK, purse(self.seat), self.shares * self.price, why),)


@dataclass(frozen=True, slots=True)
class CompanyOpened(Fact):
    """A seat opened a company with shares from the hand."""

    kind: ClassVar[str] = "company_opened"
    seat: int
    company: str
    shares: int
    group: int


@dataclass(frozen=True, slots=True)
class SharesAdded(Fact):
    """A seat added shares from the hand to a group."""

    kind: ClassVar[str] = "shares_added"
    seat: int
    company: str
    group: int
    shares: int


@dataclass(frozen=True, slots=True)
class SharesTakenBack(Fact):
    """A seat took shares of a group back into the hand; with none left it is closed."""

    kind: ClassVar[str] = "shares_taken_back"
    seat: int
    company: str
    group: int
    shares: int


@dataclass(frozen=True, slots=True)
class CompanySold(Fact):
    """A seat sold a whole group to the bank; price: white and the bonus (BD-C3, BD-V2)."""

    kind: ClassVar[str] = "company_sold"
    seat: int
    company: str
    group: int
    shares: int
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price of all its shares."""
        why = say("sold: {company}", company=title(self.company))
        return (Transfer(BANK, purse(self.seat), self.shares * self.price, why),)


@dataclass(frozen=True, slots=True)
class CompanySplit(Fact):
    """A seat split a group: so many shares are from now on the group ``part`` (BD-C4)."""

    kind: ClassVar[str] = "company_split"
    seat: int
    company: str
    group: int
    shares: int
    part: int

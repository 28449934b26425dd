"""What happened at a table of Big Deal. A fact says all of it, so that folding never judges.

Prices are per share or token, in millions; companies, resources and groups as in ``actions``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.big_deal.adjustment_facts import (
    CashCardsSet,
    GroupSet,
    OversSet,
    SharesSet,
    TokensSet,
)
from companion.games.big_deal.box import title
from companion.games.big_deal.market_facts import (
    CompanyOpened,
    CompanySold,
    CompanySplit,
    ResourceBought,
    ResourceSold,
    SharesAdded,
    SharesBought,
    SharesSold,
    SharesTakenBack,
)
from companion.games.big_deal.takeover_facts import (
    GaveUp,
    PriceRaised,
    SharesClaimed,
    TakeoverBegun,
    TakeoverDefended,
    TakeoverFailed,
    TakeoverPaid,
    TakeoverWon,
    WonKept,
    WonOpened,
    WonSold,
)
from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class GameBegun(Fact):
    """The cards are dealt and the first money is given: purses by seat (BD-S1, BD-S2)."""

    kind: ClassVar[str] = "game_begun"
    first: int
    overs: int
    purses: tuple[int, ...]

    def transfers(self) -> tuple[Transfer, ...]:
        """Return everybody's first money."""
        return tuple(
            Transfer(BANK, purse(seat), amount, say("start"))
            for seat, amount in enumerate(self.purses)
        )


@dataclass(frozen=True, slots=True)
class CompanyLearnt(Fact):
    """Somebody typed what is printed on a company's shares.

    amid: the step in whose middle it was asked, as its taps.
    """

    kind: ClassVar[str] = "company_learnt"
    company: str
    white: int
    green: int
    needs: Mapping[str, int]
    amid: str = ""


@dataclass(frozen=True, slots=True)
class PriceLearnt(Fact):
    """Somebody typed what a slot of a wheel prints."""

    kind: ClassVar[str] = "price_learnt"
    resource: str
    slot: int
    price: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact):
    """A seat drew the top card; overs: Game Over cards that then went to the board."""

    kind: ClassVar[str] = "card_drawn"
    seat: int
    overs: int = 0


@dataclass(frozen=True, slots=True)
class IncomeTaken(Fact):
    """A seat's open companies paid: pairs of company and green value (BD-I1)."""

    kind: ClassVar[str] = "income_taken"
    seat: int
    terms: tuple[tuple[str, int], ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """Return one payment for each group."""
        return tuple(
            Transfer(BANK, purse(self.seat), green, say("income: {company}", company=title(name)))
            for name, green in self.terms
        )


@dataclass(frozen=True, slots=True)
class CashCardPlayed(Fact):
    """A seat played a Cash card to collect from these opponents (BD-Q2)."""

    kind: ClassVar[str] = "cash_card_played"
    seat: int
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Collected(Fact):
    """An opponent said how many shares he holds, and paid what he could of what is due.

    tokens: his unassigned ones. rate: millions for each share and token (BD-Q2, BD-V3).
    """

    kind: ClassVar[str] = "collected"
    seat: int
    collector: int
    shares: int
    tokens: int
    rate: int
    paid: int

    @property
    def due(self) -> int:
        """What he would have to pay with money enough."""
        return self.rate * (self.shares + self.tokens)

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payment, none of nothing."""
        if not self.paid:
            return ()
        ends = purse(self.seat), purse(self.collector)
        return (Transfer(*ends, self.paid, say("Cash card")),)


@dataclass(frozen=True, slots=True)
class TurnEnded(Fact):
    """A seat's turn is over; specials: pairs of company and special income (BD-K7, BD-K8)."""

    kind: ClassVar[str] = "turn_ended"
    seat: int
    following: int
    specials: tuple[tuple[str, int], ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the special income, one payment for each group that brings one."""
        return tuple(
            Transfer(
                BANK,
                purse(self.seat),
                green,
                say("special income: {company}", company=title(name)),
            )
            for name, green in self.specials
        )


@dataclass(frozen=True, slots=True)
class LastOverShown(Fact):
    """The seventh Game Over lies on the board: no income, no turn, the hands are counted."""

    kind: ClassVar[str] = "last_over_shown"


@dataclass(frozen=True, slots=True)
class HandShown(Fact):
    """A seat said how many shares its hand holds at the end."""

    kind: ClassVar[str] = "hand_shown"
    seat: int
    shares: int


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """Every hand is counted; the final account is made."""

    kind: ClassVar[str] = "game_ended"


FACTS: tuple[type[Fact], ...] = (
    GameBegun,
    CompanyLearnt,
    PriceLearnt,
    CardDrawn,
    IncomeTaken,
    ResourceBought,
    ResourceSold,
    SharesBought,
    SharesSold,
    CompanyOpened,
    SharesAdded,
    SharesTakenBack,
    CompanySold,
    CompanySplit,
    TakeoverBegun,
    PriceRaised,
    GaveUp,
    TakeoverDefended,
    SharesClaimed,
    TakeoverWon,
    TakeoverPaid,
    TakeoverFailed,
    WonSold,
    WonOpened,
    WonKept,
    CashCardPlayed,
    Collected,
    TurnEnded,
    LastOverShown,
    HandShown,
    GameEnded,
    TokensSet,
    GroupSet,
    SharesSet,
    OversSet,
    CashCardsSet,
    *CORRECTION_FACTS,
)

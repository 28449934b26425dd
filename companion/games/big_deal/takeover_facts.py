"""What happened in a takeover of Big Deal; prices per share in millions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.big_deal.box import title
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class TakeoverBegun(Fact):
    """A seat laid cards and bid a price for a defender's group (BD-K1)."""

    kind: ClassVar[str] = "takeover_begun"
    seat: int
    defender: int
    group: int
    company: str
    shares: int
    cash_cards: int
    price: int


@dataclass(frozen=True, slots=True)
class PriceRaised(Fact):
    """A seat answered with a higher price (BD-K2)."""

    kind: ClassVar[str] = "price_raised"
    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class GaveUp(Fact):
    """A seat left the takeover to the other."""

    kind: ClassVar[str] = "gave_up"
    seat: int


@dataclass(frozen=True, slots=True)
class TakeoverDefended(Fact):
    """The defender won: he paid his price for every laid card (BD-K4).

    white: what the bank gave him for each laid Cash card.
    """

    kind: ClassVar[str] = "takeover_defended"
    seat: int
    attacker: int
    company: str
    price: int
    shares: int
    cash_cards: int
    white: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the defender's payment, and the bank's for Cash cards."""
        name = title(self.company)
        paid = self.price * (self.shares + self.cash_cards)
        why = say("takeover fought off: {company}", company=name)
        found = [Transfer(purse(self.seat), purse(self.attacker), paid, why)]
        if self.cash_cards:
            given = self.white * self.cash_cards
            why = say("Cash card laid for {company}", company=name)
            found.append(Transfer(BANK, purse(self.seat), given, why))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class SharesClaimed(Fact):
    """The defender put the laid shares into his company and into his hand (BD-K4)."""

    kind: ClassVar[str] = "shares_claimed"
    seat: int
    company: str
    group: int
    into_company: int
    into_hand: int


@dataclass(frozen=True, slots=True)
class TakeoverWon(Fact):
    """The attacker won and cannot pay at once: he raises the money (BD-K6)."""

    kind: ClassVar[str] = "takeover_won"
    seat: int


@dataclass(frozen=True, slots=True)
class TakeoverPaid(Fact):
    """The attacker paid for the shares of the group and has them before him (BD-K5).

    laid: his own laid shares, before him too. sold: won shares that the bank bought for
    ``sale_price`` each to pay with (BD-K6).
    """

    kind: ClassVar[str] = "takeover_paid"
    seat: int
    defender: int
    company: str
    group: int
    price: int
    shares: int
    laid: int
    sold: int = 0
    sale_price: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the sale of won shares, then the payment."""
        name = title(self.company)
        why = say("takeover: {company}", company=name)
        paid = Transfer(purse(self.seat), purse(self.defender), self.price * self.shares, why)
        if not self.sold:
            return (paid,)
        why = say("won shares: {company}", company=name)
        got = Transfer(BANK, purse(self.seat), self.sold * self.sale_price, why)
        return (got, paid)


@dataclass(frozen=True, slots=True)
class TakeoverFailed(Fact):
    """The attacker could not pay: laid shares and his cash are lost (BD-K6)."""

    kind: ClassVar[str] = "takeover_failed"
    seat: int
    defender: int
    company: str
    shares: int
    cash_cards: int
    paid: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the cash that goes to the defender, none of nothing."""
        if not self.paid:
            return ()
        why = say("takeover not paid: {company}", company=title(self.company))
        return (Transfer(purse(self.seat), purse(self.defender), self.paid, why),)


@dataclass(frozen=True, slots=True)
class WonSold(Fact):
    """The attacker sold won shares to the bank, white and the bonus each (BD-K7, BD-V2)."""

    kind: ClassVar[str] = "won_sold"
    seat: int
    company: str
    shares: int
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price of all of them."""
        why = say("won shares: {company}", company=title(self.company))
        return (Transfer(BANK, purse(self.seat), self.shares * self.price, why),)


@dataclass(frozen=True, slots=True)
class WonOpened(Fact):
    """The attacker opened what he won: so many shares, of these won, laid, the rest his hand's.

    takeover: its number, for the special income.
    """

    kind: ClassVar[str] = "won_opened"
    seat: int
    company: str
    group: int
    shares: int
    won: int
    laid: int
    takeover: int


@dataclass(frozen=True, slots=True)
class WonKept(Fact):
    """What the attacker neither sold nor opened went into his hand (BD-K7)."""

    kind: ClassVar[str] = "won_kept"
    seat: int
    company: str
    shares: int

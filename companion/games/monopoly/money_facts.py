"""What happened about rent, debts, auctions and bankruptcies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.monopoly.state import Building, Reason
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import Sentence, say

REASON_WORDS: dict[str, Sentence] = {
    "rent": say("rent"),
    "tax": say("tax"),
    "line": say("list"),
    "auction": say("auction"),
    "bail": say("bail"),
    "interest": say("interest on a mortgage"),
    "deed": say("price"),
}


def account_of(seat: int | None) -> str:
    """Return the account of a seat, the bank's for None."""
    return BANK if seat is None else purse(seat)


@dataclass(frozen=True, slots=True)
class RentClaimable(Fact):
    """A seat landed on another's property; the owner may ask for the rent (MO-T4)."""

    kind: ClassVar[str] = "rent_claimable"
    owner: int
    debtor: int
    position: int
    amount: int


@dataclass(frozen=True, slots=True)
class RentAsked(Fact):
    """An owner asked for a rent."""

    kind: ClassVar[str] = "rent_asked"
    owner: int
    debtor: int
    position: int
    amount: int


@dataclass(frozen=True, slots=True)
class RentLost(Fact):
    """Nobody asked for a rent before the next player rolled."""

    kind: ClassVar[str] = "rent_lost"
    owner: int
    debtor: int
    position: int
    amount: int


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    """A seat paid a seat, or the bank (None), what fell due."""

    kind: ClassVar[str] = "paid"
    seat: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payment."""
        why = REASON_WORDS[self.reason]
        return (Transfer(purse(self.seat), account_of(self.creditor), self.amount, why),)


@dataclass(frozen=True, slots=True)
class DebtOpened(Fact):
    """A seat could not pay what fell due; it owes it (MO-X1)."""

    kind: ClassVar[str] = "debt_opened"
    number: int
    seat: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None


@dataclass(frozen=True, slots=True)
class DebtPaid(Fact):
    """A seat paid what it owed."""

    kind: ClassVar[str] = "debt_paid"
    number: int
    seat: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payment."""
        why = REASON_WORDS[self.reason]
        return (Transfer(purse(self.seat), account_of(self.creditor), self.amount, why),)


@dataclass(frozen=True, slots=True)
class PropertyBought(Fact):
    """A seat bought the property it stands on at its printed price (MO-T3)."""

    kind: ClassVar[str] = "property_bought"
    seat: int
    position: int
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(purse(self.seat), BANK, self.price, say("price")),)


@dataclass(frozen=True, slots=True)
class DeedTaken(Fact):
    """A seat took a deed from the bank that it paid for beside this."""

    kind: ClassVar[str] = "deed_taken"
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class AuctionOpened(Fact):
    """The bank auctions a deed, or one building, among these seats (MO-A1, MO-B3)."""

    kind: ClassVar[str] = "auction_opened"
    seats: tuple[int, ...]
    floor: int = 1
    position: int | None = None
    building: Building | None = None


@dataclass(frozen=True, slots=True)
class BidMade(Fact):
    """A seat bid so much."""

    kind: ClassVar[str] = "bid_made"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat withdrew from the auction."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class AuctionClosed(Fact):
    """The auction is over. seat: who won, for that amount; None: it stays with the bank."""

    kind: ClassVar[str] = "auction_closed"
    seat: int | None
    amount: int = 0
    position: int | None = None
    building: Building | None = None


@dataclass(frozen=True, slots=True)
class WentBankrupt(Fact):
    """A seat is out; what it had goes to its creditor, a seat or the bank (MO-X2)."""

    kind: ClassVar[str] = "went_bankrupt"
    seat: int
    creditor: int | None
    cash: int
    deeds: tuple[int, ...]
    keys: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the cash that was left."""
        if not self.cash:
            return ()
        why = say("bankruptcy")
        return (Transfer(purse(self.seat), account_of(self.creditor), self.cash, why),)


FACTS: tuple[type[Fact], ...] = (
    RentClaimable,
    RentAsked,
    RentLost,
    Paid,
    DebtOpened,
    DebtPaid,
    PropertyBought,
    DeedTaken,
    AuctionOpened,
    BidMade,
    Passed,
    AuctionClosed,
    WentBankrupt,
)

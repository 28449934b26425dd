"""What happened at a table of Big Shot. A fact says all of it, so that folding never judges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class LeadChosen(Fact):
    """A seat leads the first turn; rolls: as in the action, empty where nobody told them."""

    kind: ClassVar[str] = "lead_chosen"
    seat: int
    rolls: tuple[tuple[int | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DieRolled(Fact):
    """The leader's die fell and the turn's auction is open."""

    kind: ClassVar[str] = "die_rolled"
    seat: int
    value: int
    turn: int
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class LoanTaken(Fact):
    """A seat borrowed: its ``number``-th certificate (of that purse) paid out ``payout``."""

    kind: ClassVar[str] = "loan_taken"
    seat: int
    account: str
    number: int
    payout: int
    colour: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the payout."""
        return (Transfer(BANK, self.account, self.payout, say("loan")),)


@dataclass(frozen=True, slots=True)
class BidMade(Fact):
    """A seat bid so many millions."""

    kind: ClassVar[str] = "bid_made"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat left the auction."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Fact):
    """A seat takes the four cubes for that amount, 0 where nobody bid (BS-A6)."""

    kind: ClassVar[str] = "auction_won"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class AuctionRestarted(Fact):
    """A seat could not pay its bid and showed its money; the auction begins anew (BS-V3).

    purses: what it showed, by colour.
    """

    kind: ClassVar[str] = "auction_restarted"
    shows: ClassVar[bool] = True
    seat: int
    amount: int
    purses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    """The winner's bid went from a purse to the bank."""

    kind: ClassVar[str] = "paid"
    seat: int
    account: str
    amount: int
    colour: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(self.account, BANK, self.amount, say("cubes")),)


@dataclass(frozen=True, slots=True)
class CubePlaced(Fact):
    """A seat placed one cube of a colour on a lot."""

    kind: ClassVar[str] = "cube_placed"
    seat: int
    colour: str
    lot: str


@dataclass(frozen=True, slots=True)
class LotSold(Fact):
    """A lot got its seventh cube (BS-M1). counts: largest first; cancelled: the tied sizes."""

    kind: ClassVar[str] = "lot_sold"
    lot: str
    owner: str | None
    counts: Mapping[str, int]
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LotSettled(Fact):
    """A lot with fewer than seven cubes was settled after the last turn (BS-M3)."""

    kind: ClassVar[str] = "lot_settled"
    lot: str
    owner: str | None
    counts: Mapping[str, int]
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEnded(Fact):
    """A turn is over; leader: of the next turn, None after the last."""

    kind: ClassVar[str] = "turn_ended"
    turn: int
    leader: int | None


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """Every lot that holds cubes is settled; the final account can be made."""

    kind: ClassVar[str] = "game_ended"


@dataclass(frozen=True, slots=True)
class FellBack(Fact):
    """From here on the cubes are followed on the table only."""

    kind: ClassVar[str] = "fell_back"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LotSet(Fact):
    """The banker said which cubes lie on a lot."""

    kind: ClassVar[str] = "lot_set"
    lot: str
    counts: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LotAssigned(Fact):
    """The banker gave a lot to a colour, or to nobody. counts: what is known to lie there."""

    kind: ClassVar[str] = "lot_assigned"
    lot: str
    owner: str | None
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LotReopened(Fact):
    """The banker took back the sale of a lot."""

    kind: ClassVar[str] = "lot_reopened"
    lot: str
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LoansSet(Fact):
    """The banker said how many certificates a purse owes for."""

    kind: ClassVar[str] = "loans_set"
    seat: int
    account: str
    loans: int
    colour: str | None = None
    reason: str = ""


FACTS: tuple[type[Fact], ...] = (
    LeadChosen,
    DieRolled,
    LoanTaken,
    BidMade,
    Passed,
    AuctionWon,
    AuctionRestarted,
    Paid,
    CubePlaced,
    LotSold,
    LotSettled,
    TurnEnded,
    GameEnded,
    FellBack,
    LotSet,
    LotAssigned,
    LotReopened,
    LoansSet,
    *CORRECTION_FACTS,
)

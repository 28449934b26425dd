"""What can be asked for at a free bank; seats are numbered clockwise from 0.

Accounts are "seat 0" and so on, "bank", "pot", and "account NAME"; "all" stands for every seat but
the one at the other end. Who may move money is the table's choice, see ``roles``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from companion.mechanics.corrections import CORRECTION_ACTIONS, Adjustment
from companion.mechanics.game import Action, By, TimedAction
from companion.mechanics.ledger import BANK

How = Literal["open", "sealed"]


@dataclass(frozen=True, slots=True)
class Amounted(Action):
    """Something with an amount.

    amount: in whole units. typed: what was typed instead; the app reads it and logs the amount.
    """

    turn_bound: ClassVar[bool] = False
    amount: int | None = field(default=None, kw_only=True)
    typed: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Pay(Amounted):
    """Pay from one's own purse to an account, or to "all" so much each (FB-M4)."""

    kind: ClassVar[str] = "pay"
    seat: int
    target: str


@dataclass(frozen=True, slots=True)
class Take(Amounted):
    """Take from the bank, the pot or a named account into one's own purse."""

    kind: ClassVar[str] = "take"
    seat: int
    source: str = BANK


@dataclass(frozen=True, slots=True)
class Move(Amounted):
    """Move money between any two accounts; "all" at one end: so much for each seat."""

    kind: ClassVar[str] = "move"
    by: ClassVar[By] = "banker"
    source: str
    target: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeSalary(Action):
    """Take the salary from the bank (FB-S3)."""

    kind: ClassVar[str] = "salary"
    turn_bound: ClassVar[bool] = False
    seat: int


@dataclass(frozen=True, slots=True)
class PaySalaries(Action):
    """Pay everybody the salary (FB-S3)."""

    kind: ClassVar[str] = "salaries"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class SetSalary(Amounted):
    """Say how much the salary is from now on; 0: there is none (FB-S3)."""

    kind: ClassVar[str] = "set_salary"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class AddAccount(Action):
    """Add an account beside the seats (FB-N1)."""

    kind: ClassVar[str] = "add_account"
    by: ClassVar[By] = "banker"
    turn_bound: ClassVar[bool] = False
    name: str


@dataclass(frozen=True, slots=True)
class PutUp(Amounted):
    """Put something up for auction (FB-A1); amount: the lowest bid, 1 where nothing is said.

    how: "open" to everybody's calls, or by "sealed" bids. target: who gets the money.
    """

    kind: ClassVar[str] = "put_up"
    by: ClassVar[By] = "player"
    # Anybody may pay meanwhile; a second auction beside this one is refused by name.
    turn_bound: ClassVar[bool] = False
    what: str = ""
    how: How = "open"
    target: str = BANK


@dataclass(frozen=True, slots=True)
class Bid(Amounted):
    """Call out a bid in an open auction (FB-A2); auction: its number, None: whichever is on."""

    kind: ClassVar[str] = "bid"
    seat: int
    auction: int | None = None


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Leave an open auction (FB-A3)."""

    kind: ClassVar[str] = "pass"
    turn_bound: ClassVar[bool] = False
    seat: int
    auction: int | None = None


@dataclass(frozen=True, slots=True)
class SealBid(Amounted):
    """Put in a sealed bid, or another one instead; 0: no bid (FB-A5)."""

    kind: ClassVar[str] = "seal_bid"
    seat: int
    auction: int | None = None


@dataclass(frozen=True, slots=True)
class Hammer(Action):
    """Bring the hammer down: the highest bid wins, sealed bids are opened (FB-A4, FB-A6)."""

    kind: ClassVar[str] = "hammer"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class Award(Action):
    """Say which of the tied sealed bids wins (FB-A7)."""

    kind: ClassVar[str] = "award"
    by: ClassVar[By] = "banker"
    seat: int


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Call the auction off; nobody pays, and sealed bids stay sealed until the end (FB-A8)."""

    kind: ClassVar[str] = "call_off"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll so many dice of so many sides (FB-D1); values: what they showed on the table.

    which: the dice as text, "2d20". typed: the values as text, "3 5". seat: who rolls, None: the
    banker. by_app: the app threw them.
    """

    kind: ClassVar[str] = "roll"
    turn_bound: ClassVar[bool] = False
    seat: int | None = None
    dice: int = 1
    sides: int = 6
    values: tuple[int, ...] = ()
    which: str = ""
    typed: str = ""
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the dice."""
        return self.by_app or not (self.values or self.typed)


@dataclass(frozen=True, slots=True)
class NextRound(Action):
    """Begin the next round (FB-R1)."""

    kind: ClassVar[str] = "next_round"
    by: ClassVar[By] = "player"


@dataclass(frozen=True, slots=True)
class SetRound(Adjustment):
    """Say which round it really is (FB-R1)."""

    kind: ClassVar[str] = "set_round"
    round: int


@dataclass(frozen=True, slots=True)
class StartClock(TimedAction):
    """Start a countdown of so many seconds, in place of one that runs (FB-C1).

    typed: minutes, as text, instead.
    """

    kind: ClassVar[str] = "start_clock"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False
    seconds: int | None = None
    typed: str = ""


@dataclass(frozen=True, slots=True)
class StopClock(Action):
    """Take the countdown away (FB-C1)."""

    kind: ClassVar[str] = "stop_clock"
    by: ClassVar[By] = "player"


@dataclass(frozen=True, slots=True)
class Score(Amounted):
    """Give a seat points, or take some with a minus (FB-P1)."""

    kind: ClassVar[str] = "score"
    seat: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the game and make up the account (FB-E1)."""

    kind: ClassVar[str] = "end"
    by: ClassVar[By] = "banker"


ACTIONS: tuple[type[Action], ...] = (
    Pay,
    Take,
    Move,
    TakeSalary,
    PaySalaries,
    SetSalary,
    AddAccount,
    PutUp,
    Bid,
    Pass,
    SealBid,
    Hammer,
    Award,
    CallOff,
    Roll,
    NextRound,
    SetRound,
    StartClock,
    StopClock,
    Score,
    End,
    *CORRECTION_ACTIONS,
)

"""What happened in the course of a turn: rolls, moves, jail, lists, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.games.monopoly.board import ListName
from companion.games.monopoly.effects import EffectKind
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say

End = Literal["last_one_standing", "second_bankruptcy", "time"]


@dataclass(frozen=True, slots=True)
class DeedDealt(Fact):
    """Fast game: a seat was dealt a deed; it pays the price beside this (MO-F1)."""

    kind: ClassVar[str] = "deed_dealt"
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class Begun(Fact):
    """A seat takes the first turn; rolls: as in the action, empty where nobody told them."""

    kind: ClassVar[str] = "begun"
    seat: int
    rolls: tuple[tuple[int | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ClockStarted(Fact):
    """The agreed time runs; it ends at that second of the epoch (MO-C1)."""

    kind: ClassVar[str] = "clock_started"
    ends_at: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Fact):
    """Two dice fell. jailed: for a double, to come out of jail."""

    kind: ClassVar[str] = "dice_rolled"
    seat: int
    dice: tuple[int, int]
    turn: int
    jailed: bool = False
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class SpaceAwaited(Fact):
    """The table says where the token stands."""

    kind: ClassVar[str] = "space_awaited"
    seat: int


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A token went from one space to another. straight: without passing what lies between."""

    kind: ClassVar[str] = "moved"
    seat: int
    source: int
    target: int
    straight: bool = False


@dataclass(frozen=True, slots=True)
class SalaryPaid(Fact):
    """A seat passed or reached Go (MO-T1)."""

    kind: ClassVar[str] = "salary_paid"
    seat: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the salary."""
        return (Transfer(BANK, purse(self.seat), self.amount, say("Go")),)


@dataclass(frozen=True, slots=True)
class WentToJail(Fact):
    """A seat is in jail and its turn is over (MO-J1). way: how it came there."""

    kind: ClassVar[str] = "went_to_jail"
    seat: int
    way: Literal["space", "line", "doubles"]


@dataclass(frozen=True, slots=True)
class StayedInJail(Fact):
    """A seat in jail rolled no double; rolls: so far."""

    kind: ClassVar[str] = "stayed_in_jail"
    seat: int
    rolls: int


@dataclass(frozen=True, slots=True)
class LeftJail(Fact):
    """A seat is out of jail (MO-J2, MO-J3). rolls: it pays after the third."""

    kind: ClassVar[str] = "left_jail"
    seat: int
    way: Literal["double", "key", "bail", "rolls"]


@dataclass(frozen=True, slots=True)
class PropertyOffered(Fact):
    """A seat stands on a property of the bank: it buys, or there is an auction."""

    kind: ClassVar[str] = "property_offered"
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class PropertyLeft(Fact):
    """A seat does not buy the property it stands on."""

    kind: ClassVar[str] = "property_left"
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class ListReached(Fact):
    """A seat stands on a space of a printed list and rolls three dice."""

    kind: ClassVar[str] = "list_reached"
    seat: int
    list_name: ListName


@dataclass(frozen=True, slots=True)
class ListRolled(Fact):
    """Three dice fell for a line of a list."""

    kind: ClassVar[str] = "list_rolled"
    seat: int
    list_name: ListName
    dice: tuple[int, int, int]
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class LineFollowed(Fact):
    """What a line says, with its figures; what follows from it are facts of their own."""

    kind: ClassVar[str] = "line_followed"
    seat: int
    list_name: ListName
    total: int
    effect: EffectKind
    amount: int = 0
    hotel: int = 0


@dataclass(frozen=True, slots=True)
class Collected(Fact):
    """The bank paid what a line says."""

    kind: ClassVar[str] = "collected"
    seat: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the amount."""
        return (Transfer(BANK, purse(self.seat), self.amount, say("list")),)


@dataclass(frozen=True, slots=True)
class KeyTaken(Fact):
    """A seat took a key; found False: there was none left."""

    kind: ClassVar[str] = "key_taken"
    seat: int
    found: bool = True


@dataclass(frozen=True, slots=True)
class RollsAgain(Fact):
    """After a double the same seat rolls again (MO-T2)."""

    kind: ClassVar[str] = "rolls_again"
    seat: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Fact):
    """The next turn is a seat's."""

    kind: ClassVar[str] = "turn_passed"
    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The game is over; wealth stands as it is."""

    kind: ClassVar[str] = "game_ended"
    reason: End


FACTS: tuple[type[Fact], ...] = (
    DeedDealt,
    Begun,
    ClockStarted,
    DiceRolled,
    SpaceAwaited,
    Moved,
    SalaryPaid,
    WentToJail,
    StayedInJail,
    LeftJail,
    PropertyOffered,
    PropertyLeft,
    ListReached,
    ListRolled,
    LineFollowed,
    Collected,
    KeyTaken,
    RollsAgain,
    TurnPassed,
    GameEnded,
)

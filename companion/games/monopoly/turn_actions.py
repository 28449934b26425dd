"""What is asked for in the course of a turn, from the first roll to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.monopoly.effects import EffectKind
from companion.mechanics.game import Action, By, TimedAction


@dataclass(frozen=True, slots=True)
class DealDeeds(Action):
    """Fast game: say which two deeds a seat was dealt (MO-F1); seat None: the app deals them all.

    hands: by seat what the app dealt; it fills this in.
    """

    kind: ClassVar[str] = "deal_deeds"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False
    seat: int | None = None
    deeds: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app shuffled."""
        return self.by_app or self.seat is None


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Say who takes the first turn (MO-S2); seat None: the app rolls two dice for everybody.

    rolls: the rounds rolled, the total of two dice for each seat, None for one that sat it out.
    """

    kind: ClassVar[str] = "begin"
    by: ClassVar[By] = "player"
    seat: int | None = None
    rolls: tuple[tuple[int | None, ...], ...] = ()
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the dice."""
        return self.by_app or self.seat is None


@dataclass(frozen=True, slots=True)
class Roll(TimedAction):
    """Roll two dice and move (MO-T1), in jail for a double (MO-J2); dice None: the app rolls."""

    kind: ClassVar[str] = "roll"
    seat: int
    dice: tuple[int, int] | None = None
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the dice."""
        return self.by_app or self.dice is None


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Say where the token stands after a roll, where the app does not follow tokens.

    salaries: how often Go was passed or reached; None: once if the space lies before the last.
    """

    kind: ClassVar[str] = "land"
    by: ClassVar[By] = "player"
    seat: int
    space: int
    salaries: int | None = None


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy the property one stands on at its printed price (MO-T3)."""

    kind: ClassVar[str] = "buy"
    seat: int


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Leave the property one stands on to the auction (MO-T3, MO-A1)."""

    kind: ClassVar[str] = "decline"
    seat: int


@dataclass(frozen=True, slots=True)
class AskRent(Action):
    """Ask for the rent of a property before the next player rolls (MO-T4)."""

    kind: ClassVar[str] = "ask_rent"
    turn_bound: ClassVar[bool] = False
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class RollList(Action):
    """Roll three dice for the printed list one stands on (MO-T6); dice None: the app rolls."""

    kind: ClassVar[str] = "roll_list"
    seat: int
    dice: tuple[int, int, int] | None = None
    by_app: bool = False

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw the dice."""
        return self.by_app or self.dice is None


@dataclass(frozen=True, slots=True)
class FollowLine(Action):
    """Do what the list says (MO-T6); effect None: what the copy knows of this line.

    amount, hotel: the figures of the effect, as in ``effects.Effect``. What is said of a line the
    copy does not know is learnt.
    """

    kind: ClassVar[str] = "follow_line"
    by: ClassVar[By] = "player"
    seat: int
    effect: EffectKind | None = None
    amount: int = 0
    hotel: int = 0


@dataclass(frozen=True, slots=True)
class UseKey(Action):
    """Leave jail with a key before rolling (MO-J2)."""

    kind: ClassVar[str] = "use_key"
    seat: int


@dataclass(frozen=True, slots=True)
class PayBail(TimedAction):
    """Pay the bail; it ends the turn (MO-J2)."""

    kind: ClassVar[str] = "pay_bail"
    seat: int


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bid in the auction under way, anybody at any moment (MO-A1)."""

    kind: ClassVar[str] = "bid"
    turn_bound: ClassVar[bool] = False
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Withdraw from the auction under way."""

    kind: ClassVar[str] = "pass"
    turn_bound: ClassVar[bool] = False
    seat: int


@dataclass(frozen=True, slots=True)
class KnockDown(Action):
    """Close the auction: the highest bid takes it; without one it stays with the bank."""

    kind: ClassVar[str] = "knock_down"
    by: ClassVar[By] = "banker"


@dataclass(frozen=True, slots=True)
class PayDebt(Action):
    """Pay the first of one's debts (MO-X1)."""

    kind: ClassVar[str] = "pay_debt"
    turn_bound: ClassVar[bool] = False
    seat: int


@dataclass(frozen=True, slots=True)
class GoBankrupt(Action):
    """Be out, because all one could raise does not cover the debt (MO-X1, MO-X2)."""

    kind: ClassVar[str] = "go_bankrupt"
    seat: int


@dataclass(frozen=True, slots=True)
class CallTime(TimedAction):
    """End the game: the agreed time is over and so is the running turn (MO-C1)."""

    kind: ClassVar[str] = "call_time"
    by: ClassVar[By] = "player"

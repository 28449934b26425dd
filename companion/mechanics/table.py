"""The parts that every game's state has: setup, seats, ledger, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from companion.mechanics import deprecated
from companion.mechanics.event_sourcing import Action
from companion.mechanics.ledger import BANK, Ledger, purse
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

PRINTED = "What is printed"
"""The rule of refusals that rest on what the box says and not on a numbered rule."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat before the game: the player's name and the colours of the pieces."""

    name: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table begins with."""

    options: Mapping[str, object]
    """The settings, by name."""
    seats: tuple[SeatSetup, ...]
    """The seats, clockwise."""
    copy: Mapping[str, object] = field(default_factory=dict)
    """The numbers printed on the household's copy."""


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What the table waits for."""

    prompt: Sentence
    seats: tuple[int, ...] = ()
    """The seats that it waits for; empty if it waits for the banker."""
    may_speak: bool = False
    """Whether no single seat has to act, as in an open auction."""
    highest: tuple[int, Sentence] | None = None
    """The seat with the highest bid, and the prompt that it reads instead."""

    def is_for(self, seat: int) -> bool:
        """Return whether this seat has to act; screens mark its row."""
        return seat in self.seats and not (self.may_speak and len(self.seats) > 1)

    def read_by(self, seat: int | None) -> PendingDecision:
        """Return the decision as a seat reads it on its own device."""
        if self.highest is None or seat != self.highest[0]:
            return self
        return replace(self, prompt=self.highest[1])


V = TypeVar("V")


class option(Generic[V]):
    """A descriptor that reads a setting of the table: ``edition = option[str]("edition")``.

    before: the value for tables that are older than the setting.
    """

    def __init__(self, option: str, before: V | None = None) -> None:
        self.option, self.before = option, before

    def __get__(self, state: TableState, owner: type) -> V:
        options = state.setup.options
        if self.before is not None and self.option not in options:
            return self.before
        value: V = options[self.option]  # type: ignore[assignment]
        return value


class option_is:
    """A descriptor that compares a setting: ``is_shark = option_is("variant", "shark")``."""

    def __init__(self, option: str, value: object) -> None:
        self.option, self.value = option, value

    def __get__(self, state: TableState, owner: type) -> bool:
        return bool(state.setup.options[self.option] == self.value)


@dataclass(frozen=True, slots=True)
class TableState:
    """The base of every game's state: a frozen dataclass, replaced and never changed."""

    end_rule: ClassVar[str] = ""
    """The rule by which the game ends; refusals after the end cite it."""
    leave_rule: ClassVar[str] = ""
    """The rule by which a player may leave."""
    called_off: ClassVar[Mapping[str, Any]] = {"stage": "over"}
    """Fields of the state, with the values that they have once the game is stopped."""
    setup: Setup
    ledger: Ledger
    is_stopped: bool = field(default=False, kw_only=True)
    """Whether the banker stopped the game before its end."""
    gone: tuple[int, ...] = field(default=(), kw_only=True)
    """The seats whose players left."""

    if TYPE_CHECKING:
        # Each game has it as a field or a property of its own.
        @property
        def stage(self) -> str:
            """Where the table is; the last stage is "over"."""

    @property
    def seats(self) -> range:
        """The seats' numbers, clockwise."""
        return range(len(self.setup.seats))

    @property
    def here(self) -> tuple[int, ...]:
        """The seats whose players have not left, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.gone)

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def money(self, seat: int) -> int:
        """Return the money of a seat."""
        return self.ledger.balances[purse(seat)]

    def holds(self, seat: int) -> Sentence | None:
        """Return what a seat holds besides money; every screen shows it beside the name."""
        return None

    def bid_for(self) -> Sentence | None:
        """Return the lot, if the app knows it; plain screens show it beside the bid."""
        return None

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat (None: a viewer) may not see."""
        return frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the accounts that back a standing bid, with the amounts they must keep.

        Raises a Refusal if the game allows no such correction now.
        """
        standing = getattr(getattr(self, "auction", None), "standing", None)
        return {} if standing is None else {purse(standing.seat): standing.amount}

    def check_balances(self, balances: Mapping[str, int]) -> None:
        """Raise a Refusal if the game cannot have these balances after a correction."""

    def stopped(self) -> Self:
        """Return the game ended as it stands; anything under way is called off."""
        return replace(self, **self.called_off, is_stopped=True)

    def account_names(self) -> Mapping[str, Sentence]:
        """Return the names of all accounts, as the history shows them."""
        purses = {purse(seat): say("{name}", name=self.name(seat)) for seat in self.seats}
        return {BANK: say("the bank"), **purses}


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    T_contra = TypeVarWithDefault("T_contra", bound=TableState, contravariant=True, default=Any)
else:
    T_contra = TypeVar("T_contra", contravariant=True)


def require_seat(state: TableState, seat: int | None, rule: str) -> int:
    """Return the seat; raises ``unknown_seat`` unless somebody sits there."""
    if seat is None or not 0 <= seat < len(state.setup.seats):
        raise Refusal(
            "unknown_seat",
            rule,
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=str(seat),
                last=state.seats[-1],
            ),
        )
    return seat


def require_not_negative(count: int) -> None:
    """Raise ``negative_count`` for a number below 0."""
    if count < 0:
        raise Refusal("negative_count", PRINTED, say("Type 0 or more, not {count}.", count=count))


def require_running(state: TableState) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over",
            state.end_rule,
            say("The game is over; the banker can take steps back."),
        )


G = TypeVar("G", bound=TableState)


def require_stage(state: G, stage: str, rule: str, waiting: Callable[[G], PendingDecision]) -> None:
    """Raise ``game_over`` or ``not_now`` unless the game is at a stage.

    waiting: returns what the table waits for instead.
    """
    if state.stage != stage:
        require_running(state)
        raise not_now(rule, waiting(state))


def refusal_about(state: TableState, seat: int, name: str, rule: str, told: Sentence) -> Refusal:
    """Return a refusal that speaks to a seat; others read the player's name in it."""
    sentence = replace(told, values=(("name", state.name(seat)), *told.values))
    return Refusal(name, rule, sentence, about=(seat,))


def not_now(rule: str, waiting: PendingDecision) -> Refusal:
    """Return the refusal ``not_now``, which says what the table waits for."""
    told = say("Not now: {waiting}", waiting=waiting.prompt).to_you("Not now. {waiting}")
    return Refusal("not_now", rule, told, about=waiting.seats)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)

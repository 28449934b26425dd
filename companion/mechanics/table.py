"""A table as every game has one: who sits there, with what it began, and who holds what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from companion.mechanics import deprecated
from companion.mechanics.event_sourcing import Action
from companion.mechanics.ledger import BANK, Ledger, purse
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

PRINTED = "What is printed"
"""Cited where a refusal rests on what the box says and not on a numbered rule."""


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat as it was set up: the player's name and the colours of the pieces."""

    name: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """With what a table begins: options by name, seats clockwise, the copy's printed numbers."""

    options: Mapping[str, object]
    seats: tuple[SeatSetup, ...]
    copy: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What the table waits for: the prompt, and the seats it waits for (none: the banker).

    may_speak: none of several seats must, as in an open auction.
    highest: the seat that waits while its bid is the highest, and what it reads.
    """

    prompt: Sentence
    seats: tuple[int, ...] = ()
    may_speak: bool = False
    highest: tuple[int, Sentence] | None = None

    def is_for(self, seat: int) -> bool:
        """Tell whether it is this seat that has to act; its row is gold then, on every screen."""
        return seat in self.seats and not (self.may_speak and len(self.seats) > 1)

    def read_by(self, seat: int | None) -> PendingDecision:
        """Return it as a seat reads it on its own device."""
        if self.highest is None or seat != self.highest[0]:
            return self
        return replace(self, prompt=self.highest[1])


V = TypeVar("V")


class option(Generic[V]):
    """What the table chose of an option, read off a state: ``edition = option[str]("edition")``.

    before: what counts at tables that are older than the option; None: no table is.
    """

    def __init__(self, option: str, before: V | None = None) -> None:
        self.option, self.before = option, before

    def __get__(self, state: Any, owner: type) -> V:
        options = state.setup.options
        if self.before is not None and self.option not in options:
            return self.before
        value: V = options[self.option]
        return value


class option_is:
    """Whether the table chose that of an option: ``is_shark = option_is("variant", "shark")``."""

    def __init__(self, option: str, value: object) -> None:
        self.option, self.value = option, value

    def __get__(self, state: Any, owner: type) -> bool:
        return bool(state.setup.options[self.option] == self.value)


@dataclass(frozen=True, slots=True)
class TableState:
    """What the state of every game is: a frozen dataclass with a set-up and a ledger.

    end_rule: the rule by which the game ends, cited where something is asked for after that.
    leave_rule: the same of who leaves. called_off: fields of the state, and what they hold where
    the game was stopped or has ended.
    is_stopped: whether the banker stopped the game before its end. gone: seats whose players left.
    """

    end_rule: ClassVar[str] = ""
    leave_rule: ClassVar[str] = ""
    called_off: ClassVar[Mapping[str, Any]] = {"stage": "over"}
    setup: Setup
    ledger: Ledger
    is_stopped: bool = field(default=False, kw_only=True)
    gone: tuple[int, ...] = field(default=(), kw_only=True)

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
        """Return what the purse of a seat holds."""
        return self.ledger.balances[purse(seat)]

    def holds(self, seat: int) -> Sentence | None:
        """Return what lies open before a seat beside its money; every screen has it by the name."""
        return None

    def bid_for(self) -> Sentence | None:
        """Return what is bid for, where the app knows it; plain screens have it by the bid."""
        return None

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat (None: an onlooker) may not learn."""
        return frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the accounts that must keep something whatever is corrected, and how much.

        A standing bid rests on it. Raises Refusal where the game lets this not be corrected now.
        """
        standing = getattr(getattr(self, "auction", None), "standing", None)
        return {} if standing is None else {purse(standing.seat): standing.amount}

    def check_balances(self, balances: Mapping[str, int]) -> None:
        """Raise Refusal where a correction would leave what the game cannot hold."""

    def stopped(self) -> Self:
        """Return the game ended as it stands; what is under way is called off."""
        return replace(self, **self.called_off, is_stopped=True)

    def account_names(self) -> Mapping[str, Sentence]:
        """Return what every account is called in the history."""
        purses = {purse(seat): say("{name}", name=self.name(seat)) for seat in self.seats}
        return {BANK: say("the bank"), **purses}


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
    """Raise ``negative_count`` for less than nothing."""
    if count < 0:
        raise Refusal("negative_count", PRINTED, say("Type 0 or more, not {count}.", count=count))


class Staged(Protocol):
    """A table that is at one of a game's stages; the last one is called "over"."""

    @property
    def end_rule(self) -> str:
        """The rule by which the game ends."""

    @property
    def stage(self) -> str:
        """Where the table is."""


def require_running(state: Staged) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over",
            state.end_rule,
            say("The game is over; the banker can take steps back."),
        )


G = TypeVar("G", bound=Staged)


def require_stage(state: G, stage: str, rule: str, waiting: Callable[[G], PendingDecision]) -> None:
    """Raise ``game_over`` or ``not_now`` unless the game is at that stage.

    waiting: what the table waits for instead.
    """
    if state.stage != stage:
        require_running(state)
        raise not_now(rule, waiting(state))


def refusal_about(state: TableState, seat: int, name: str, rule: str, told: Sentence) -> Refusal:
    """Return a refusal about a seat, who is spoken to; others read its name in it."""
    sentence = replace(told, values=(("name", state.name(seat)), *told.values))
    return Refusal(name, rule, sentence, about=(seat,))


def not_now(rule: str, waiting: PendingDecision) -> Refusal:
    """Return the refusal that says what the table waits for instead."""
    told = say("Not now: {waiting}", waiting=waiting.prompt).to_you("Not now. {waiting}")
    return Refusal("not_now", rule, told, about=waiting.seats)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)

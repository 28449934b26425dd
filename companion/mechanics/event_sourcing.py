"""Actions (commands) and events: ``decide`` turns an action into events, ``apply`` a state.

An action is checked once, when it is asked for. Its events are logged; replay only applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
)

from companion.mechanics import deprecated
from companion.mechanics.codec import Kind, malformed
from companion.mechanics.dice import Dice
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.menu import Candidate, OneOf
from companion.mechanics.texts import tidy
from companion.mechanics.words import FillsTemplates, S_contra, Sentence, say

By = Literal["seat", "player", "banker"]
FREE_TEXTS = ("name", "reason", "typed", "what")
"""Fields of actions that hold what people typed."""


class Button(NamedTuple):
    """How screens offer an action."""

    label: Sentence | None = None
    """Its text, where that is the same for all; otherwise ``Action.label`` says it."""
    is_relayed: bool = False
    """A one-word answer, such as a bid or a yes: the banker gives it for seats without a phone."""
    is_rare: bool = False
    """So rare that the banker's screen has it folded."""
    shows_automatically: bool = False
    """Drawn beside the answers wherever it is legal, without a template that names it."""


@dataclass(frozen=True, slots=True)
class Action(Kind, Generic[S_contra]):
    """What somebody asks for, in the imperative: a command.

    An action of one seat has a field ``seat``. A field with an annotation is logged; a class
    attribute without one is a setting of the class. Call a method of a base class by its name
    (``Event.apply(self, state)``): ``super()`` does not work in a dataclass with slots.
    """

    by: ClassVar[By] = "seat"
    """Who may ask: the seat itself, any player, or the banker alone. The banker always may."""
    turn_bound: ClassVar[bool] = True
    """Whether it is refused once the table has moved on since its screen was drawn."""
    keeps_turn: ClassVar[bool] = False
    """Whether it leaves the turn as it is, so that no form of another seat becomes stale."""
    is_offered: ClassVar[bool] = True
    """Whether it is part of the menu; False if a screen has its own place for it."""
    button: ClassVar[Button] = Button()
    chance: ClassVar[str] = ""
    """The field that a die fills in when it is None; a field ``by_app`` stands beside it."""
    words: ClassVar[Mapping[str, Sentence]] = {
        "amount": say("Amount"),
        "name": say("Name"),
        "reason": say("Why"),
        "what": say("What"),
    }
    """Labels of the fields that people type, where a screen is drawn from the menu."""

    def __init_subclass__(cls) -> None:
        super(Action, cls).__init_subclass__()
        label: object = cls.button
        if isinstance(label, Sentence):
            deprecated.warn(f"{cls.__qualname__}.button = say(…)", "Button(say(…))")
            cls.button = Action.button._replace(label=label)

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        """Return the candidate moves of a seat; seat None: those that belong to no seat.

        The menu keeps those that ``decide`` lets through.
        """
        return ()

    def label(self, state: S_contra) -> Sentence | str:
        """Return the text of its button."""
        assert self.button.label is not None, self.kind
        return self.button.label

    @classmethod
    def asked_by(cls, state: S_contra) -> By:
        """Return who may ask for it at this table."""
        return cls.by

    def bound_to_current(self, state: S_contra) -> Self:
        """Return the action bound to the current auction, so that it is refused after it."""
        return self

    def with_chance(self, state: S_contra, dice: Dice) -> Self:
        """Return the action with its random fields filled in; most have none."""
        return self

    def require_values(self, state: S_contra) -> None:
        """Raise ``malformed`` if a field has a value that cannot be chosen; forms are untrusted."""

    def decide(self, state: S_contra) -> tuple[Event[S_contra], ...]:
        """Return the events it leads to; raises a Refusal, which cites the rule, if illegal."""
        raise NotImplementedError(self.kind)

    def tidied(self) -> Self:
        """Return the action with its free texts tidied."""
        typed = _typed(type(self))  # type: ignore[arg-type]
        if not typed:
            return self
        return replace(self, **{name: tidy(getattr(self, name)) for name in typed})

    @property
    def is_chance(self) -> bool:
        """Whether the app rolled for it; then a player alone cannot undo it."""
        if not self.chance:
            return False
        return getattr(self, "by_app", False) or getattr(self, self.chance) is None


Values = Mapping[str, Iterable[str | int] | Callable[[Any], Iterable[str | int]]]
"""The allowed values of fields, by name: a list, or a function of the state."""


@dataclass(frozen=True, slots=True)
class OfferedAction(Action[S_contra]):
    """An action that is a candidate by itself; other fields need defaults or ``values``."""

    stage: ClassVar[str] = ""
    """The stage of the table at which it is a candidate; "" for any."""
    values: ClassVar[Values] = {}
    """The values its fields may have; others are refused. ``{"fruit": FRUITS}``"""

    def require_values(self, state: S_contra) -> None:
        for name, listed in listed_in(self.values, state).items():
            if getattr(self, name) not in listed:
                raise malformed(f"{name}: {' | '.join(map(str, listed))}")


@dataclass(frozen=True, slots=True)
class SeatAction(OfferedAction[S_contra]):
    """A candidate of each seat."""

    seat: int

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        if seat is None or cls.stage not in ("", getattr(state, "stage", "")):
            return ()
        return _picked(cls, cls.values, state, seat=seat) if cls.values else (Candidate(cls(seat)),)


@dataclass(frozen=True, slots=True)
class TableAction(OfferedAction[S_contra]):
    """A candidate of the table as a whole."""

    @classmethod
    def candidates(cls, state: S_contra, seat: int | None) -> Iterable[Candidate]:
        if seat is not None or cls.stage not in ("", getattr(state, "stage", "")):
            return ()
        return _picked(cls, cls.values, state) if cls.values else (Candidate(cls()),)


def listed_in(values: Values, state: object) -> dict[str, tuple[str | int, ...]]:
    """Return the values that fields may have now, by name."""
    return {name: tuple(of(state) if callable(of) else of) for name, of in values.items()}


def _picked(
    kind: Callable[..., Action], values: Values, state: object, **seat: int
) -> tuple[Candidate, ...]:
    """Return an action with the values of its fields; nothing if one of them has no value."""
    lists = listed_in(values, state)
    if not all(lists.values()):
        return ()
    action = kind(**seat, **{name: of[0] for name, of in lists.items()})
    return (Candidate(action, **{name: OneOf(of) for name, of in lists.items()}),)


@dataclass(frozen=True, slots=True)
class TimedAction(Action[S_contra]):
    """An action that depends on the time, which the app fills in and logs."""

    at: int | None = field(default=None, kw_only=True)
    """Whole seconds since the epoch; a request cannot set it."""


@dataclass(frozen=True, slots=True)
class Event(Kind, FillsTemplates[S_contra]):
    """What happened, in the past tense. It is logged; applying it never judges."""

    reveals: ClassVar[bool] = False
    """It revealed information, so only the banker can undo it."""
    is_secret: ClassVar[bool] = False
    """It holds what others may not read yet; if undone, it stays unread until the end."""
    line: ClassVar[Sentence | None] = None
    """Its line in the history; in braces its fields, and ``{name}`` for the player of its seat."""
    costs: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    """What its seat pays the bank: the name of the field of the amount, and the reason."""
    earns: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    """What its seat gets from the bank, likewise."""

    def __init_subclass__(cls) -> None:
        super(Event, cls).__init_subclass__()
        deprecated.take_declared_effects(cls)

    @property
    def remedy(self) -> Action | None:
        """The action by which a banker can fix what this event left out, if any."""
        return None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the money that this event moves."""
        declared = self.costs or self.earns
        if declared is None:
            return ()
        amount_of, reason = declared
        amount = amount_of(self) if callable(amount_of) else getattr(self, amount_of)
        mine: Any = self
        own = purse(mine.seat)
        ends = (own, BANK) if self.costs else (BANK, own)
        nobody: Any = None
        return (Transfer(*ends, amount, self.fill(nobody, reason)),) if amount else ()

    def because(self, state: S_contra, reason: Sentence) -> Sentence:
        """Return the reason of a transfer as an account statement shows it.

        state: any later state of the same table, as in ``tell``.
        """
        return reason

    def apply(self, state: S_contra) -> Any:
        """Return the state after this event, whose transfers are already posted.

        It never judges or refuses.
        """
        return state

    def tell(self, state: S_contra, seat: int | None) -> Sentence | None:
        """Return its line in the history as a seat (None: everybody) reads it; None for no line.

        state: any later state of the same table, for names and labels.
        """
        return None if self.line is None else self.fill(state, self.line)


@dataclass(frozen=True, slots=True)
class Setting(Action[S_contra], Event[S_contra]):
    """An action whose event has the same fields, declared once (see ``setting``).

    ``require`` raises the refusals; ``apply``, ``transfers`` and ``line`` or ``tell`` are those of
    the event.
    """

    happened: ClassVar[type[Event]]

    def require(self, state: S_contra) -> None:
        """Raise a Refusal if the action is illegal."""

    def decide(self, state: S_contra) -> tuple[Event[S_contra], ...]:
        self.require(state)
        return (self.happened(**{part.name: getattr(self, part.name) for part in fields(self)}),)


@cache
def _typed(kind: type[Action]) -> tuple[str, ...]:
    """Return the names of an action's free-text fields.

    Callers need an ignore, see ``codec.fields_of``.
    """
    return tuple(name for name in FREE_TEXTS if name in kind.__dataclass_fields__)


A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Event)


@dataclass_transform(frozen_default=True)
def action(
    kind: str,
    *,
    by: By | None = None,
    turn_bound: bool | None = None,
    keeps_turn: bool = False,
    **old: bool,
) -> Callable[[type[A]], type[A]]:
    """Return a decorator that registers a class as an action; unset options are inherited."""

    keeps_turn = keeps_turn or deprecated.flag(old, "is_aside", "keeps_turn")

    def made(cls: type[A]) -> type[A]:
        cls.kind = kind
        cls.by = cls.by if by is None else by
        cls.turn_bound = cls.turn_bound if turn_bound is None else turn_bound
        cls.keeps_turn = cls.keeps_turn or keeps_turn
        return dataclass(frozen=True, slots=True)(cls)

    return made


@dataclass_transform(frozen_default=True)
def event(
    kind: str, *, reveals: bool = False, is_secret: bool = False, **old: bool
) -> Callable[[type[F]], type[F]]:
    """Return a decorator that registers a class as the event ``kind``."""

    reveals = reveals or deprecated.flag(old, "shows", "reveals")
    is_secret = is_secret or deprecated.flag(old, "hides", "is_secret")

    def made(cls: type[F]) -> type[F]:
        cls.kind = kind
        cls.reveals = cls.reveals or reveals
        cls.is_secret = cls.is_secret or is_secret
        return dataclass(frozen=True, slots=True)(cls)

    return made


C = TypeVar("C", bound=Setting)


@dataclass_transform(frozen_default=True)
def setting(
    asked: str, happened: str, *, by: By | None = None, turn_bound: bool | None = None
) -> Callable[[type[C]], type[C]]:
    """Return a decorator that registers one class as an action and as the event it leads to.

    asked, happened: the kinds of the action and of the event in the log.
    """

    def made(cls: type[C]) -> type[C]:
        asking = action(asked, by=by, turn_bound=turn_bound)(cls)
        names = {"__module__": cls.__module__, "__doc__": cls.__doc__}
        asking.happened = event(happened)(type(f"{cls.__name__}Happened", (asking,), names))
        return asking

    return made


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)

"""What a log is made of: actions, which are asked for, and events, which happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
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
from companion.mechanics.words import FillsTemplates, Sentence, say

By = Literal["seat", "player", "banker"]

its = attrgetter
"""``its("seat")`` in what an event ``sets``: what its own field of that name holds."""


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
class Action(Kind):
    """What somebody asks for, imperative. Subclasses that act for one seat have a field ``seat``.

    by: "seat": the seat it names, or a banker for it. "player": any player or a banker.
        "banker": a banker alone.
    turn_bound: refused when the table has moved on since the asking screen was drawn.
    keeps_turn: does not advance the turn, so no pending form of another seat becomes stale.
    texts: its fields that hold what people typed, and name nothing that is known already.
    button: how screens offer it.
    words: what the fields are called that people type, where a screen is drawn from the menu.
    chance: its field that chance fills in where nobody says what it holds; ``by_app`` stands
    beside it.
    """

    by: ClassVar[By] = "seat"
    turn_bound: ClassVar[bool] = True
    keeps_turn: ClassVar[bool] = False
    is_offered: ClassVar[bool] = True
    """Whether it is part of the menu; False: a screen has its own place for it."""
    texts: ClassVar[frozenset[str]] = frozenset(("name", "reason", "typed", "what"))
    button: ClassVar[Button] = Button()
    chance: ClassVar[str] = ""
    words: ClassVar[Mapping[str, Sentence]] = {
        "amount": say("Amount"),
        "name": say("Name"),
        "reason": say("Why"),
        "what": say("What"),
    }

    def __init_subclass__(cls) -> None:
        super(Action, cls).__init_subclass__()
        label: object = cls.button
        if isinstance(label, Sentence):
            deprecated.warn(f"{cls.__qualname__}.button = say(…)", "Button(say(…))")
            cls.button = Action.button._replace(label=label)

    @classmethod
    def candidates(cls, state: Any, seat: int | None) -> Iterable[Candidate]:
        """Return what a seat may think of doing; seat None: what belongs to no seat.

        Candidates only: the menu offers those of them that ``decide`` lets through.
        """
        return ()

    def label(self, state: Any) -> Sentence | str:
        """Return what its button says."""
        assert self.button.label is not None, self.kind
        return self.button.label

    @classmethod
    def asked_by(cls, state: Any) -> By:
        """Return who may ask for it at this table; most tables are alike."""
        return cls.by

    def bound_to_current(self, state: Any) -> Self:
        """Return it said of what is up now, so that it is too late for anything else."""
        return self

    def with_chance(self, state: Any, dice: Dice) -> Self:
        """Return it with what chance decides filled in; most need nothing."""
        return self

    def require_values(self, state: Any) -> None:
        """Raise ``malformed`` where it holds what cannot be picked: anybody may post anything."""

    def decide(self, state: Any) -> tuple[Event, ...]:
        """Return what happens when it is taken; raises Refusal, citing the rule, if it may not."""
        raise NotImplementedError(self.kind)

    def tidied(self) -> Self:
        """Return it with its texts made tidy."""
        typed = _typed(type(self))  # type: ignore[arg-type]
        if not typed:
            return self
        return replace(self, **{name: tidy(getattr(self, name)) for name in typed})

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw dice for it; a player alone may not take that back."""
        if not self.chance:
            return False
        return getattr(self, "by_app", False) or getattr(self, self.chance) is None


Values = Mapping[str, Iterable[str | int] | Callable[[Any], Iterable[str | int]]]
"""By a field's name what it may hold: all that may be picked, or what tells it of a state."""


@dataclass(frozen=True, slots=True)
class OfferedAction(Action):
    """An action offered whenever the rules let it through.

    A game adds what may also be said: with defaults, or with ``candidates`` of its own.
    stage: of the table at which it is thought of, "" for any. values: what its fields may hold,
    ``{"fruit": FRUITS}``, or where the table says it ``{"fruit": its("fruits")}``; nothing else is
    taken.
    """

    stage: ClassVar[str] = ""
    values: ClassVar[Values] = {}

    def require_values(self, state: Any) -> None:
        for name, listed in listed_in(self.values, state).items():
            if getattr(self, name) not in listed:
                raise malformed(f"{name}: {' | '.join(map(str, listed))}")


@dataclass(frozen=True, slots=True)
class SeatAction(OfferedAction):
    """The same of a seat."""

    seat: int

    @classmethod
    def candidates(cls, state: Any, seat: int | None) -> Iterable[Candidate]:
        if seat is None or cls.stage not in ("", getattr(state, "stage", "")):
            return ()
        return _picked(cls, cls.values, state, seat=seat) if cls.values else (Candidate(cls(seat)),)


@dataclass(frozen=True, slots=True)
class TableAction(OfferedAction):
    """The same of an action that belongs to no seat."""

    @classmethod
    def candidates(cls, state: Any, seat: int | None) -> Iterable[Candidate]:
        if seat is not None or cls.stage not in ("", getattr(state, "stage", "")):
            return ()
        return _picked(cls, cls.values, state) if cls.values else (Candidate(cls()),)


def listed_in(values: Values, state: object) -> dict[str, tuple[str | int, ...]]:
    """Return by a field's name what may be picked there now."""
    return {name: tuple(of(state) if callable(of) else of) for name, of in values.items()}


def _picked(
    kind: Callable[..., Action], values: Values, state: object, **seat: int
) -> tuple[Candidate, ...]:
    """Return an action with all that may be picked, none where there is nothing to pick."""
    lists = listed_in(values, state)
    if not all(lists.values()):
        return ()
    action = kind(**seat, **{name: of[0] for name, of in lists.items()})
    return (Candidate(action, **{name: OneOf(of) for name, of in lists.items()}),)


@dataclass(frozen=True, slots=True)
class TimedAction(Action):
    """An action whose moment matters; time is given to a game as chance is, and logged.

    at: whole seconds since the epoch. The app fills it in; nobody may claim it.
    """

    at: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Event(Kind, FillsTemplates):
    """What happened, past tense; it is logged, and folding it never judges.

    reveals: it showed what cannot be unseen, so a player alone may not take it back.
    is_secret: it holds what nobody else may read yet; taken back, it stays unread until the end.
    line: its line in the history, where it is one for all. Between braces stand its fields, and
    "name" for the player of its seat; a ``reason`` it has follows by itself.
    unless: a field, what it may hold, and the line (None: none) instead where it holds that.
    costs, earns: what its seat pays the bank, or gets from it, and why, where no other money moves:
    ``costs = "price", say("house")``, with the name of the field of the amount; between the braces
    of the sentence stand its fields.
    sets: fields of the state and what they hold after it, where that is all it does: a value, or
    ``its("seat")`` for what a field of the event holds, ``its("seconds", "at")`` for a pair of
    them.
    """

    reveals: ClassVar[bool] = False
    is_secret: ClassVar[bool] = False
    line: ClassVar[Sentence | None] = None
    unless: ClassVar[tuple[str, object, Sentence | None] | None] = None
    costs: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    earns: ClassVar[tuple[str | Callable[[Any], int], Sentence] | None] = None
    sets: ClassVar[Mapping[str, object]] = {}

    @property
    def mended_by(self) -> Action | None:
        """The action by which a banker makes up for what it left out, None for most."""
        return None

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the money this event moves."""
        said = self.costs or self.earns
        if said is None:
            return ()
        mine: Any = self
        amount = said[0](self) if callable(said[0]) else getattr(self, said[0])
        own = purse(mine.seat)
        ends = (own, BANK) if self.costs else (BANK, own)
        return (Transfer(*ends, amount, self.fill(None, said[1])),) if amount else ()

    def because(self, state: Any, reason: Sentence) -> Sentence:
        """Return why it moved money, as a purse tells it. state: any later one, as in ``tell``."""
        return reason

    def apply(self, state: Any) -> Any:
        """Return the state after it, its transfers posted already; it never judges or refuses."""
        if not self.sets:
            return state
        values = self.sets.items()
        return replace(
            state, **{name: said(self) if callable(said) else said for name, said in values}
        )

    def tell(self, state: Any, seat: int | None) -> Sentence | None:
        """Return its line in the history as a seat (None: everybody) reads it, None for no line.

        state: any later state of the same table, for names and labels.
        """
        line = self.line
        if self.unless is not None and getattr(self, self.unless[0]) == self.unless[1]:
            line = self.unless[2]
        return None if line is None else self.fill(state, line)


@dataclass(frozen=True, slots=True)
class Setting(Action, Event):
    """An action whose event has the same fields, declared once (see ``setting``).

    ``require`` raises the refusals; ``apply``, ``transfers`` and ``line`` or ``tell`` are those of
    the event.
    """

    happened: ClassVar[type[Event]]

    def require(self, state: Any) -> None:
        """Raise a Refusal if the action is illegal."""

    def decide(self, state: Any) -> tuple[Event, ...]:
        self.require(state)
        return (self.happened(**{part.name: getattr(self, part.name) for part in fields(self)}),)


@cache
def _typed(kind: type[Action]) -> tuple[str, ...]:
    """Return the names of an action's fields that hold what people typed.

    Callers need an ignore, see ``codec.fields_of``.
    """
    return tuple(name for name in kind.texts if name in kind.__dataclass_fields__)


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
    """Return what makes a class an action that the log knows as ``kind``; else as its base is."""

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
    """Return what makes a class an event that the log knows as ``kind``."""

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

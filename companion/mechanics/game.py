"""The contract a game fulfils: what is printed, what may be done, what happened, who sees what.

A game is one object, the name ``GAME`` of its package in ``companion.games``. It never keeps
state of its own: a table's state is a frozen value that its methods take and return.
"""

from __future__ import annotations

import math
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from companion.mechanics.codec import by_kind
from companion.mechanics.dice import Dice
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import Option, WholeOption
from companion.mechanics.outcome import Outcome, Place, Term
from companion.mechanics.steps import Action, By, Fact, TimedAction
from companion.mechanics.words import Sentence, say

__all__ = [
    "Action",
    "AnyGame",
    "By",
    "Clock",
    "Fact",
    "Game",
    "Offer",
    "OneOf",
    "Outcome",
    "Place",
    "Setup",
    "Sitting",
    "Term",
    "TimedAction",
    "Waiting",
    "Whole",
    "folded",
]

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat as it was set up: the player's name and the colours of the pieces."""

    name: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """With what a table begins: options by name, seats clockwise, the copy's printed facts."""

    options: Mapping[str, object]
    seats: tuple[Sitting, ...]
    copy: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Whole:
    """Any whole number from ``lowest`` to ``highest``; None: no upper end the screen may show."""

    lowest: int
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is legal now, with the values its fields may take.

    seat: the seat it acts for, None for what belongs to no seat.
    fields: by field name; a field not listed is checked when the action comes.
    """

    kind: str
    seat: int | None = None
    fields: Mapping[str, Whole | OneOf] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the table waits for: one sentence, and the seats it waits for (none: the banker)."""

    sentence: Sentence
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """A time agreed at the table, counted down on every screen.

    over: what is said when it has run out. ends_at: whole seconds since the epoch; None while it
    stands still with so many seconds ``left``.
    """

    over: Sentence
    ends_at: int | None = None
    left: int = 0

    def seconds(self, now: float) -> int:
        """Return the whole seconds to go at a moment, 0 when it has run out."""
        return self.left if self.ends_at is None else max(0, math.ceil(self.ends_at - now))


class Game(ABC, Generic[S]):
    """One box. Implementations are stateless; S is the frozen state of a table."""

    name: ClassVar[str]
    title: ClassVar[str]  # as printed on the box; not translated
    unit: ClassVar[Sentence]  # what one whole unit of its money is called
    players: ClassVar[range]
    options: ClassVar[tuple[Option | WholeOption, ...]]
    colours: ClassVar[tuple[str, ...]] = ()
    """The colours of the pieces in the box; a copy may say others."""
    actions: ClassVar[tuple[type[Action], ...]]
    facts: ClassVar[tuple[type[Fact], ...]]
    rules: ClassVar[Mapping[str, Sentence]] = {}
    """Its rules in our own words, by the ids that refusals and accounts cite."""
    has_copy: ClassVar[bool] = False
    has_money: ClassVar[bool] = True
    """Whether its accounts hold money, which a banker may move and count."""

    def colours_each(self, players: int) -> int:
        """Return how many colours each seat holds when so many play."""
        return 1 if self.colours else 0

    def colours_in(self, copy: Mapping[str, object]) -> tuple[str, ...]:
        """Return the colours of the pieces in the box that a copy describes."""
        return self.colours

    @abstractmethod
    def prepare(self, setup: Setup) -> Setup:
        """Return the set-up checked, with defaults filled in; raises Refusal."""

    @abstractmethod
    def begin(self, setup: Setup) -> S:
        """Return the state before the first entry, for a set-up that ``prepare`` returned."""

    @abstractmethod
    def decide(self, state: S, action: Action) -> tuple[Fact, ...]:
        """Return what happens when this action is taken; raises Refusal if it may not be."""

    @abstractmethod
    def evolve(self, state: S, fact: Fact) -> S:
        """Return the state after a fact; it never judges and never refuses."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int | None) -> tuple[Offer, ...]:
        """Return what this seat may do now; seat None: what belongs to no seat (the table's)."""

    def resolve(self, state: S, action: Action, dice: Dice) -> Action:
        """Return the action with what chance decides filled in; most need nothing."""
        return action

    @abstractmethod
    def waiting(self, state: S) -> Waiting:
        """Return what the table waits for, or that the game is over."""

    def clock(self, state: S) -> Clock | None:
        """Return the agreed time as it runs, None where nobody agreed on any."""
        return None

    @abstractmethod
    def ledger(self, state: S) -> Ledger:
        """Return the accounts as they stand."""

    def hidden_accounts(self, state: S, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance this seat (None: an onlooker) may not learn."""
        return frozenset()

    @abstractmethod
    def view(self, state: S, seat: int | None) -> object:
        """Return what this seat (None: everybody) may see, ready for its templates."""

    def draft(self, state: S, seat: int, words: str) -> object | None:
        """Return an action that a seat puts together by several taps, as its template needs it.

        words: what was tapped so far, in the game's own short form; never trusted.
        """
        return None

    @abstractmethod
    def tell(self, state: S, fact: Fact, seat: int | None) -> Sentence | None:
        """Return the fact as a line of the history for that seat; None if it says nothing.

        state: any later state of the same table, for names and labels.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the final account, or None while the game goes on."""

    def account(self, holdings: Mapping[str, object]) -> Outcome:
        """Return the final account of holdings as ``holdings`` returns them, or typed by hand.

        Raises Refusal for what no table can hold. ``outcome`` goes through the same functions.
        """
        raise NotImplementedError

    @abstractmethod
    def holdings(self, state: S) -> dict[str, object]:
        """Return what the final account is computed from, as a JSON object."""

    def progress(self, state: S) -> int:
        """Return how far the game is (turns finished), for the chart of wealth."""
        return 0

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        """Return what the chart of wealth is called, and its last point after so many turns."""
        return say("Fortune, turn by turn"), say("turn {turn}", turn=turns)

    def wealth(self, state: S) -> tuple[int, ...]:
        """Return what each seat would be worth now, in whole units."""
        return ()

    def blank_copy(self) -> Mapping[str, object]:
        """Return a copy whose figures nobody has typed yet."""
        return {}

    def check_copy(self, data: object) -> Mapping[str, object]:
        """Return a copy read from outside, checked and in canonical form; raises Refusal."""
        return {}

    def copy_from_form(self, form: Mapping[str, str]) -> Mapping[str, object]:
        """Return the copy that the fields of the game's copy form describe; raises Refusal."""
        return self.check_copy({})

    def copy_is_complete(self, copy: Mapping[str, object]) -> bool:
        """Tell whether nothing is missing for the final account."""
        return True

    def copy_now(self, state: S) -> Mapping[str, object] | None:
        """Return the copy with what this table learnt while it played, None if that is nothing.

        Facts that teach fill only what the copy lacks: a figure mended later knows better. The
        very same object until something was learnt, so that asking costs nothing.
        """
        return None

    def with_copy(self, state: S, copy: Mapping[str, object]) -> S:
        """Return the same state on a copy whose figures were corrected."""
        return state

    @cached_property
    def action_kinds(self) -> dict[str, type[Action]]:
        """The classes of its actions by kind."""
        return by_kind(self.actions)

    @cached_property
    def fact_kinds(self) -> dict[str, type[Fact]]:
        """The classes of its facts by kind."""
        return by_kind(self.facts)


def folded(game: Game[S], state: S, facts: Iterable[Fact]) -> S:
    """Return the state after the facts, in order."""
    for fact in facts:
        state = game.evolve(state, fact)
    return state


AnyGame = Game[typing.Any]
"""A game whose state the caller passes on without looking inside."""

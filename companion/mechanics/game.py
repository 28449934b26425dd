"""A game: what is printed on its box, and the parts it is put together from.

A game is one object, the name ``GAME`` of its package in ``companion.games``. It never keeps
state of its own: a table's state is a frozen value, a ``table.TableState``, that its parts take
and return. What may be done and what happened its chapters say, as actions and events.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import ModuleType
from typing import ClassVar, Generic, TypeVar

from companion.mechanics import deprecated, stopping
from companion.mechanics.chapters import kinds_in, kinds_of
from companion.mechanics.clock import Clock
from companion.mechanics.codec import Kind, by_kind
from companion.mechanics.event_sourcing import Action, By, Event, TimedAction
from companion.mechanics.menu import Candidate, LegalMove, OneOf, Range, legal_moves
from companion.mechanics.options import AnyOption
from companion.mechanics.outcome import Outcome, Place, Term
from companion.mechanics.parts import Calculator, Chart, Copy, FinalScores, Rules, Screen
from companion.mechanics.pending_events import apply_event
from companion.mechanics.table import PendingDecision, SeatSetup, Setup
from companion.mechanics.words import Sentence

__all__ = [
    "Action",
    "AnyGame",
    "By",
    "Candidate",
    "Clock",
    "Event",
    "Game",
    "LegalMove",
    "OneOf",
    "Outcome",
    "Place",
    "Setup",
    "SeatSetup",
    "Term",
    "TimedAction",
    "PendingDecision",
    "Range",
    "apply_events",
]

S = TypeVar("S")
K = TypeVar("K", bound=Kind)


class Game(Generic[S]):
    """One box. Implementations are stateless; S is the frozen state of a table."""

    name: ClassVar[str]
    title: ClassVar[str]  # as printed on the box; translated where no box prints it
    summary: ClassVar[Sentence | None] = None
    """What the companion does for it, in one short line of the first page."""
    unit: ClassVar[Sentence]  # what one whole unit of its money is called
    players: ClassVar[range]
    usual_players: ClassVar[int] = 0
    """How many seats the set-up shows first; 0: as many as may play."""
    options: ClassVar[tuple[AnyOption, ...]]
    colours: ClassVar[tuple[str, ...]] = ()
    """The colours of the pieces in the box; a copy may say others."""
    rules: ClassVar[Rules]
    screen: ClassVar[Screen]
    final: ClassVar[FinalScores]
    calculator: ClassVar[Calculator | None] = None
    copy: ClassVar[Copy | None] = None
    chart: ClassVar[Chart | None] = None
    shared_chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules of ``mechanics`` whose actions and events are the game's as well.

    A chapter of its own may say one of them in its own way; every game can be stopped.
    """
    rulebook: ClassVar[Mapping[str, Sentence]] = {}
    """Its rules in our own words, by the ids that refusals and accounts cite."""
    is_for_any_box: ClassVar[bool] = False
    """Whether its set-up stands in for the rules of a box, and is kept under that box's name."""
    has_money: ClassVar[bool] = True
    """Whether its accounts hold money, which a banker may move and count."""

    def colours_each(self, players: int) -> int:
        """Return how many colours each seat holds when so many play."""
        return 1 if self.colours else 0

    def colours_in(self, copy: Mapping[str, object]) -> tuple[str, ...]:
        """Return the colours of the pieces in the box that a copy describes."""
        said = self.copy and self.copy.colours and self.copy.colours(copy)
        return said or self.colours

    def blank_copy(self) -> Mapping[str, object]:
        """Return a copy whose figures nobody has typed yet."""
        return self.copy.blank() if self.copy else {}

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """What may be asked for, as its chapters have it."""
        return self._kinds(Action)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """What may happen, as its chapters have it."""
        return self._kinds(Event)

    def _kinds(self, base: type[K]) -> tuple[type[K], ...]:
        own = kinds_in(type(self).__module__.rpartition(".")[0], base)
        modules = (*self.shared_chapters, stopping)
        shared = (cls for module in modules for cls in kinds_of(module, base))
        known = by_kind(own)
        return (*own, *(cls for cls in shared if cls.kind not in known))

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event; it never judges and never refuses."""
        later: S = apply_event(state, event)  # type: ignore[type-var]
        return later

    def legal_actions(self, state: S, seat: int | None, at: int = 0) -> tuple[LegalMove, ...]:
        """Return what this seat may do now; seat None: what belongs to no seat (the table's).

        at: the moment, in whole seconds since the epoch; 0: before any clock has run out.
        """
        candidates: list[Candidate] = []
        for kind in self._offered:
            candidates += kind.candidates(state, seat)
        return legal_moves(candidates, state, seat, at)

    @cached_property
    def _offered(self) -> tuple[type[Action], ...]:
        return tuple(kind for kind in self.actions if kind.is_offered)

    @cached_property
    def action_kinds(self) -> dict[str, type[Action]]:
        """The classes of its actions by kind."""
        return by_kind(self.actions)

    @cached_property
    def event_kinds(self) -> dict[str, type[Event]]:
        """The classes of its events by kind."""
        return by_kind(self.events)


def apply_events(game: Game[S], state: S, events: Iterable[Event]) -> S:
    """Return the state after the events, in order."""
    for event in events:
        state = game.apply(state, event)
    return state


AnyGame = Game[typing.Any]
"""A game whose state the caller passes on without looking inside."""


if not typing.TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)

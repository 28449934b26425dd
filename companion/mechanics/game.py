"""The base class of all games.

A game object describes one game and combines its parts, such as its rules and its screen. Each
package in ``companion.games`` defines one game object, named ``GAME``.

A game object has no state. The state of a table is a frozen ``table.TableState``, which the methods
take as an argument and return. The game's actions and events are defined in its chapters.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import ModuleType
from typing import ClassVar, Generic, TypeVar

from companion.mechanics.actions.base import Action, By, Event, OfferedAction, TimedAction
from companion.mechanics.actions.chapters import house_rules_of, kinds_in, kinds_of
from companion.mechanics.actions.menu import Candidate, LegalMove, OneOf, Range, legal_moves
from companion.mechanics.actions.pending_events import apply_event
from companion.mechanics.clocks.clock import Clock
from companion.mechanics.language.words import Sentence
from companion.mechanics.parts import BySheet, Calculator, Chart, Copy, FinalScores, Rules, Screen
from companion.mechanics.play import stopping
from companion.mechanics.play.table import PendingDecision, SeatSetup, Setup
from companion.mechanics.scoring.outcome import Outcome, Place, Term
from companion.mechanics.values.codec import Kind, by_kind
from companion.mechanics.values.options import AnyOption

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
    """Base class for games.

    A game object is stateless. S is the type of a table's frozen state.
    """

    name: ClassVar[str]
    """The name of the game in URLs and saved games, in snake case."""
    title: ClassVar[str]
    """The title as printed on the box. The title of a game without a box is translated."""
    summary: ClassVar[Sentence | None] = None
    """A short description for the home page of what the app does for this game."""
    unit: ClassVar[Sentence]
    """The text shown after amounts of the game's money, such as "M$"."""
    players: ClassVar[range]
    """The possible numbers of players."""
    usual_players: ClassVar[int] = 0
    """The number of seats that the **New game** page shows at first; 0 means the maximum."""
    options: ClassVar[tuple[AnyOption, ...]]
    """The settings that can be chosen before a game."""
    colours: ClassVar[tuple[str, ...]] = ()
    """The usual colours of the pieces. A copy may define others."""
    felt: ClassVar[str] = "teal"
    """The colour of the table under the game: wine, green, navy, plum, slate or teal."""
    rules: ClassVar[Rules]
    """The course of the game: how a table begins and what it waits for."""
    screen: ClassVar[Screen]
    """The functions that return the objects for the game's templates."""
    final: ClassVar[FinalScores]
    """The computation of the final scores."""
    calculator: ClassVar[Calculator | None] = None
    """The form that computes final scores without a table; None if there is none."""
    copy: ClassVar[Copy | None] = None
    """The printed numbers that households can enter; None if there are none."""
    chart: ClassVar[Chart | None] = None
    """The chart of everybody's wealth during the game; None if there is none."""
    shared_chapters: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules of ``mechanics`` whose actions and events also belong to this game.

    An action or event of the game's own chapters replaces the shared one of the same ``kind``.
    Every game includes the module ``stopping``, even if it is not listed here.
    """
    rulebook: ClassVar[Mapping[str, Sentence]] = {}
    """The rule book in our own words, by the rule ids that refusals and final scores cite.

    Chapters add their own ``HOUSE_RULES`` (see ``all_rules``).
    """
    rule_subjects: ClassVar[Mapping[str, Sentence]] = {}
    """The headings of the page of rules, each by the first characters of its ids after the dash."""
    is_for_any_box: ClassVar[bool] = False
    """Whether the game can stand in for games that the app does not know.

    If so, households can save the settings for one of their games as a preset under its name.
    """
    by_sheet: ClassVar[BySheet | None] = None
    """How tables begin from the page of a score sheet; None for all other games."""
    has_money: ClassVar[bool] = True
    """Whether the game has money, which the banker may move and count."""

    def colours_each(self, players: int) -> int:
        """Return the number of colours that each seat plays.

        players: the number of players at the table.
        """
        return 1 if self.colours else 0

    def colours_in(self, copy: Mapping[str, object]) -> tuple[str, ...]:
        """Return the colours of the pieces in a copy, or the usual colours if it defines none."""
        said = self.copy and self.copy.colours and self.copy.colours(copy)
        return said or self.colours

    def blank_copy(self) -> Mapping[str, object]:
        """Return a new copy in which no printed number has been entered.

        The result is empty for a game without printed numbers.
        """
        return self.copy.blank() if self.copy else {}

    @cached_property
    def all_rules(self) -> Mapping[str, Sentence]:
        """The rules of the rule book, followed by the house rules of the chapters, by rule id."""
        return {**self.rulebook, **house_rules_of((*self.actions, *self.events))}

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """The action classes of the game's chapters and of the shared chapters."""
        return self._kinds(Action)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """The event classes of the game's chapters and of the shared chapters."""
        return self._kinds(Event)

    def keeps_secret(self, state: S) -> bool:
        """Return whether the log of a table contains secrets other than hidden balances."""
        if self.rules.keeps_secret is not None:
            return self.rules.keeps_secret(state)
        outcome = self.final.outcome(state)
        # An undo may resume a stopped game.
        is_over = outcome is not None and outcome.reason not in ("stopped", "abandoned")
        return not is_over and any(event.is_secret for event in self.events)

    def _kinds(self, base: type[K]) -> tuple[type[K], ...]:
        own = kinds_in(type(self).__module__.rpartition(".")[0], base)
        modules = (*self.shared_chapters, stopping)
        shared = (cls for module in modules for cls in kinds_of(module, base))
        known = by_kind(own)
        return (*own, *(cls for cls in shared if cls.kind not in known))

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event, without checking or refusing anything."""
        later: S = apply_event(state, event)  # type: ignore[type-var]
        return later

    def legal_actions(self, state: S, seat: int | None, at: int = 0) -> tuple[LegalMove, ...]:
        """Return the legal moves of a seat.

        seat: if None, return the moves that belong to the table as a whole.
        at: the current time in whole seconds since the epoch, or 0 if it is unknown.
        """
        candidates: list[Candidate] = []
        for kind, needs in self._offered:
            # Not a call for each action that cannot be legal now: this runs for every screen.
            if not needs or getattr(state, needs):
                candidates += kind.candidates(state, seat)
        return legal_moves(candidates, state, seat, at)

    @cached_property
    def _offered(self) -> tuple[tuple[type[Action], str], ...]:
        """The offered actions, each with the attribute of the state that it needs."""
        offered = (kind for kind in self.actions if kind.is_offered)
        return tuple(
            (kind, kind.needs if issubclass(kind, OfferedAction) else "") for kind in offered
        )

    @cached_property
    def action_kinds(self) -> dict[str, type[Action]]:
        """The game's action classes, by kind."""
        return by_kind(self.actions)

    @cached_property
    def event_kinds(self) -> dict[str, type[Event]]:
        """The game's event classes, by kind."""
        return by_kind(self.events)


def apply_events(game: Game[S], state: S, events: Iterable[Event]) -> S:
    """Return the state after applying the events in order."""
    for event in events:
        state = game.apply(state, event)
    return state


AnyGame = Game[typing.Any]
"""A game with any type of state, for code that does not use the state's fields."""

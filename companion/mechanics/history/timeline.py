"""Replay of a table's log to compute the table's state.

Only the entries in force are replayed: those that no undo or correction has removed. The most
recent states are kept in memory. The time for a move, or for the undo of a recent step, therefore
does not grow with the length of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.mechanics.clocks.clock import Due
from companion.mechanics.game import Game, Setup, apply_events
from companion.mechanics.history.log import APP, Entry, Standing, standing_after
from companion.mechanics.play.joining import JoinLate

S = TypeVar("S")
Pace = Callable[[Iterable[Entry]], Iterable[Entry]]
"""A function that wraps an iteration over entries, for example to let other work run in between."""
KEPT = 24
"""The maximum number of recent states that are kept."""


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """A log that has been replayed up to one of its entries."""

    game: Game[S]
    setup: Setup
    state: S
    """The state after the last entry in force."""
    sequence: int = 0
    """The sequence number of the last entry that was read, or 0 for an empty log."""
    standing: Standing = Standing()
    """The entries in force."""
    recent: tuple[S, ...] = ()
    """The states before each of the last ``KEPT`` entries in force, oldest first."""
    acted: frozenset[int | None] = frozenset()
    """The moments for which the app has acted, including those undone later (see ``due``)."""

    @property
    def due(self) -> Due | None:
        """The next moment at which the app acts, and its action, or None if there is none.

        Nothing is due during a pause, and each moment is due only once. If the entry was undone,
        nothing is due until an action sets another moment.
        """
        due = None if self.is_paused else self.game.rules.due(self.state)
        return None if due is None or due.at in self.acted else due

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused, so that clocks stand still."""
        return getattr(self.state, "paused_at", None) is not None

    @property
    def is_overdue(self) -> bool:
        """Whether the app has acted for the next moment, but that was undone."""
        due = self.game.rules.due(self.state)
        return due is not None and due.at in self.acted

    @classmethod
    def begun(
        cls,
        game: Game[S],
        setup: Setup,
        entries: Iterable[Entry] = (),
        pace: Pace = iter,
    ) -> Timeline[S]:
        """Return the timeline of a whole log.

        Each entry in force is replayed only once, so that long logs open quickly.

        entries: the entries of the log, in order.
        """
        log = tuple(entries)
        standing, sequence = standing_after(pace(log)), log[-1].sequence if log else 0
        acted = frozenset(entry.due_at for entry in pace(log) if entry.actor == APP)
        beginning = cls(game, setup, game.rules.begin(setup), acted=acted)
        return beginning._replayed(standing, sequence, pace)

    def after(self, entry: Entry, pace: Pace = iter) -> Timeline[S]:
        """Return the timeline after the next entry of the log.

        An undo or a correction of an early step replays most of the game, at the given pace.
        """
        standing = self.standing.after(entry)
        if not entry.is_about_the_log:
            state = apply_events(self.game, self.state, entry.events)
            recent = (*self.recent[-KEPT + 1 :], self.state)
            acted = self.acted | {entry.due_at} if entry.actor == APP else self.acted
            return Timeline(self.game, self.setup, state, entry.sequence, standing, recent, acted)
        shared = self.shared_entry_count(standing)
        later = self.cut(shared, pace)._replayed(standing, entry.sequence, pace)
        return replace(later, acted=self.acted)

    def with_copy(self, setup: Setup) -> Timeline[S]:
        """Return the timeline with the printed numbers from ``setup`` in all kept states."""
        if self.game.copy is None:
            return self
        correct = self.game.copy.put_right
        return replace(
            self,
            setup=setup,
            state=correct(self.state, setup.copy),
            recent=tuple(correct(state, setup.copy) for state in self.recent),
        )

    def states(self) -> Iterator[tuple[Entry, S]]:
        """Yield each entry in force and the state after it, oldest first."""
        state = self.game.rules.begin(self.setup)
        for entry in self.standing.entries:
            state = apply_events(self.game, state, entry.events)
            yield entry, state

    def cut(self, count: int, pace: Pace = iter) -> Timeline[S]:
        """Return the timeline with only the first ``count`` of the entries in force.

        ``sequence`` does not change. If the state at that point is no longer kept, the timeline
        starts at the beginning of the game, and the entries are replayed.
        """
        back = len(self.standing.entries) - count
        if not back:
            return self
        standing = Standing(self.standing.entries[:count])
        if back <= len(self.recent):
            state, recent = self.recent[-back], self.recent[:-back]
            return replace(self, state=state, standing=standing, recent=recent)
        beginning = Timeline(self.game, self.setup, self.game.rules.begin(self.setup))
        return beginning._replayed(standing, self.sequence, pace)

    def shared_entry_count(self, standing: Standing) -> int:
        """Return the number of leading entries that this timeline and ``standing`` share."""
        pairs = zip(self.standing.entries, standing.entries, strict=False)
        differing = (place for place, (here, there) in enumerate(pairs) if here is not there)
        fewer = min(len(self.standing.entries), len(standing.entries))
        return next(differing, fewer)

    def _replayed(
        self,
        standing: Standing,
        sequence: int,
        pace: Pace = iter,
    ) -> Timeline[S]:
        """Return the timeline after replaying the entries of ``standing`` that it lacks.

        standing: the entries of this timeline, followed by the entries to replay.
        sequence: the sequence number of the resulting timeline.
        """
        rest = standing.entries[len(self.standing.entries) :]
        state, recent = self.state, self.recent
        for entry in pace(rest):
            recent = (*recent[-KEPT + 1 :], state)
            state = apply_events(self.game, state, entry.events)
        return replace(self, state=state, sequence=sequence, standing=standing, recent=recent)


def begun_with(setup: Setup, entries: Iterable[Entry]) -> Setup:
    """Return the setup of a table before the first step.

    setup: the setup with the current seats.
    entries: the log. The seats that joined in it, if that was not undone, become ``Setup.late``.
    """
    log = tuple(entries)
    if all(entry.action.get("kind") != JoinLate.kind for entry in log):
        return setup
    standing = standing_after(log).entries
    late = sum(entry.action.get("kind") == JoinLate.kind for entry in standing)
    first = len(setup.seats) - late
    return replace(setup, seats=setup.seats[:first], late=setup.seats[first:])

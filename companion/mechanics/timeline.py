"""A table's log folded: what stands, the state it leads to, and the way back.

The last states are kept, so taking back a recent step costs no refolding, and a tap costs the
same at the start of an evening as at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.mechanics.game import Game, Setup, apply_events
from companion.mechanics.log import Entry, Standing, what_stands

S = TypeVar("S")
KEPT = 24


@dataclass(frozen=True, slots=True)
class Timeline(Generic[S]):
    """The fold of a log up to ``sequence``.

    recent: the states before each of the last standing entries, oldest first, at most KEPT.
    """

    game: Game[S]
    setup: Setup
    state: S
    sequence: int = 0
    standing: Standing = Standing()
    recent: tuple[S, ...] = ()

    @classmethod
    def begun(
        cls,
        game: Game[S],
        setup: Setup,
        entries: Iterable[Entry] = (),
        pace: Callable[[Iterable[Entry]], Iterable[Entry]] = iter,
    ) -> Timeline[S]:
        """Return the fold of these entries, in order, from the beginning.

        What stands is settled first and folded once, so a long log opens fast. pace: goes through
        entries and may let other work go first.
        """
        log = tuple(entries)
        standing, sequence = what_stands(pace(log)), log[-1].sequence if log else 0
        return cls(game, setup, game.rules.begin(setup))._forward(standing, sequence, pace)

    def after(self, entry: Entry) -> Timeline[S]:
        """Return the fold with one more entry, the next in sequence."""
        standing = self.standing.after(entry)
        if not entry.is_about_the_log:
            state = apply_events(self.game, self.state, entry.events)
            recent = (*self.recent[-KEPT + 1 :], self.state)
            return replace(
                self, state=state, sequence=entry.sequence, standing=standing, recent=recent
            )
        return self.cut(self.shared(standing))._forward(standing, entry.sequence)

    def with_copy(self, setup: Setup) -> Timeline[S]:
        """Return the same fold on a copy whose figures were corrected."""
        if self.game.copy is None:
            return self
        put_right = self.game.copy.put_right
        return replace(
            self,
            setup=setup,
            state=put_right(self.state, setup.copy),
            recent=tuple(put_right(state, setup.copy) for state in self.recent),
        )

    def states(self) -> Iterator[tuple[Entry, S]]:
        """Yield each standing entry with the state after it, from the beginning."""
        state = self.game.rules.begin(self.setup)
        for entry in self.standing.entries:
            state = apply_events(self.game, state, entry.events)
            yield entry, state

    def cut(self, count: int) -> Timeline[S]:
        """Return the fold of the first so many standing entries, at the same sequence.

        From a kept state if it reaches back so far, else from the beginning.
        """
        back = len(self.standing.entries) - count
        if not back:
            return self
        standing = Standing(self.standing.entries[:count])
        if back <= len(self.recent):
            state, recent = self.recent[-back], self.recent[:-back]
            return replace(self, state=state, standing=standing, recent=recent)
        beginning = Timeline(self.game, self.setup, self.game.rules.begin(self.setup))
        return beginning._forward(standing, self.sequence)

    def shared(self, standing: Standing) -> int:
        """Return how many entries, from the first on, stand here and there alike."""
        pairs = zip(self.standing.entries, standing.entries, strict=False)
        differing = (place for place, (here, there) in enumerate(pairs) if here is not there)
        fewer = min(len(self.standing.entries), len(standing.entries))
        return next(differing, fewer)

    def _forward(
        self,
        standing: Standing,
        sequence: int,
        pace: Callable[[Iterable[Entry]], Iterable[Entry]] = iter,
    ) -> Timeline[S]:
        """Return the fold of a standing that this one's entries begin; only the rest is folded."""
        returned = standing.entries[len(self.standing.entries) :]
        state, recent = self.state, self.recent
        for entry in pace(returned):
            recent = (*recent[-KEPT + 1 :], state)
            state = apply_events(self.game, state, entry.events)
        return replace(self, state=state, sequence=sequence, standing=standing, recent=recent)

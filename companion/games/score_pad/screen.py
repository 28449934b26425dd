"""The view of a score pad. There are no secrets, so all seats have the same view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from companion.games.score_pad.state import Marker, Row, ScorePadState, Standing
from companion.mechanics.clocks.turn_clock import standing_time
from companion.mechanics.scoring.outcome import Place, ranked


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of the table."""

    number: int
    """The number of the round, or 0 outside the rounds."""
    what: str
    """The name of a line outside the rounds; may be empty."""
    cells: tuple[int | None, ...]
    """The points of each seat; None for an empty cell."""


@dataclass(frozen=True, slots=True)
class PadView:
    """The view of a score pad."""

    stage: str
    round: int
    last_round: int | None
    target: int | None
    standing: Standing
    marker: Marker
    marked: int
    seats: tuple[SimpleNamespace, ...]
    rows: tuple[PadRow, ...]
    """The complete rounds, first to last."""
    under_way: PadRow | None
    """The round under way; None after the end."""
    lines: tuple[PadRow, ...]
    """The bonuses and penalties outside the rounds."""

    @property
    def ranked(self) -> list[SimpleNamespace]:
        """The seats in the order in which they stand, from first to last."""
        return sorted(self.seats, key=lambda seat: seat.place)

    def latest(self, most: int) -> tuple[tuple[int, ...], tuple[PadRow, ...]]:
        """Return the sums of the earlier rounds, and at most ``most`` later ones.

        The sums are () if no round is left out.
        """
        earlier, later = self.rows[:-most], self.rows[-most:]
        columns = zip(*(row.cells for row in earlier), strict=True)
        return tuple(sum(filter(None, cells)) for cells in columns), later


def view(state: ScorePadState, seat: int | None) -> PadView:
    """Return the view of the table, which is the same for every seat."""
    rows = tuple(_row(state, row, number) for number, row in enumerate(state.rounds, 1))
    ends_within = state.is_over and bool(state.rounds[-1])
    ranks = _ranks(state)
    return PadView(
        stage=state.stage,
        round=state.round,
        last_round=state.last_round,
        target=state.target,
        standing=state.standing,
        marker=state.marker,
        marked=state.marked,
        seats=tuple(_seat_view(state, *ranks[number]) for number in state.seats),
        rows=rows if ends_within else rows[:-1],
        under_way=None if state.is_over else rows[-1],
        lines=tuple(_row(state, row, 0, what) for what, row in state.lines.items()),
    )


def _ranks(state: ScorePadState) -> Mapping[int, tuple[Place, int, int]]:
    """Return each seat's place, its number in the live order, and its rank, shared if tied."""
    places = (
        Place(
            *(seat, state.name(seat), state.settled(seat), ()),
            qualified=seat not in state.out,
            team=state.teams.get(seat, ""),
        )
        for seat in state.seats
    )
    order = ranked(places, "", "", least_wins=state.fewest_win)
    pairs = enumerate(zip(order.standings, order.ranks, strict=True))
    return {place.seat: (place, number, rank) for number, (place, rank) in pairs}


def _seat_view(state: ScorePadState, place: Place, order: int, rank: int) -> SimpleNamespace:
    number = place.seat
    return SimpleNamespace(
        number=number,
        name=place.name,
        team=place.team,
        note=place.note,
        total=place.total,
        place=order,
        # Before the first complete round all are tied, which says nothing.
        rank=rank if state.round > 1 else None,
        status="out" if number in state.out else "due" if number in state.missing else "",
        entered=state.rounds[-1].get(number),
        time=standing_time(state, number),
        is_marked=state.marker != "none" and number == state.marked,
    )


def _row(state: ScorePadState, row: Row, number: int, what: str = "") -> PadRow:
    return PadRow(number, what, tuple(row.get(seat) for seat in state.seats))

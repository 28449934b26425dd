"""The final scores of a score pad: the most or the fewest points (SP-E2).

They are computed from the holdings alone, so they do not need a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Annotated

from companion.games.score_pad.state import MOST_POINTS, MOST_ROUNDS, ScorePadState
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.outcome import (
    Outcome,
    Place,
    Term,
    points_words,
    ranked,
    round_terms,
)
from companion.mechanics.scoring.score_form import Seats, round_pairs
from companion.mechanics.values.schema import Figure, IfSet, Literals, Named, Schema

POINTS = Figure(-MOST_POINTS, MOST_POINTS)


@dataclass(frozen=True, slots=True)
class Holder:
    """The points of a seat."""

    name: str
    rounds: Annotated[
        tuple[tuple[int, int], ...], round_pairs("rounds", Figure(1, MOST_ROUNDS), POINTS)
    ] = ()
    """Pairs of a round and the points in that round."""
    lines: Annotated[Mapping[str, int], Named(POINTS)] = field(default_factory=dict)
    """The points outside the rounds, by the name of their line."""
    out: bool = False
    """Whether the seat was out at the end."""
    team: Annotated[str, IfSet()] = ""
    """The name of the seat's team, or ""."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """Everything that the final scores depend on."""

    standing: Annotated[str, Literals(("most_points", "fewest_points"))] = "most_points"
    seats: Annotated[tuple[Holder, ...], Seats(Schema(Holder))]


HELD = Schema(Holdings)
FEW_ROUNDS = 4
"""The number of rounds that the end shows one by one; of more it shows the best."""


def outcome(state: ScorePadState) -> Outcome | None:
    """Return the final scores, or None before the end of the game."""
    return account(holdings_of(state)) if state.is_over else None


def holdings_as_json(state: ScorePadState) -> dict[str, object]:
    """Return the current holdings of a table as a JSON object."""
    return HELD.record(holdings_of(state))


def holdings_of(state: ScorePadState) -> Holdings:
    """Return the current holdings of a table."""
    holders = (
        Holder(
            state.name(seat),
            tuple((number, row[seat]) for number, row in enumerate(state.rounds, 1) if seat in row),
            {what: row[seat] for what, row in state.lines.items() if seat in row},
            seat in state.out,
            state.teams.get(seat, ""),
        )
        for seat in state.seats
    )
    return Holdings(standing=state.standing, seats=tuple(holders))


def account(held: Holdings) -> Outcome:
    """Compute the final scores from the holdings (SP-E2). Seats that are out come last (SP-O1)."""
    fewest_win = held.standing == "fewest_points"
    places = [_place_of(seat, holder, fewest_win) for seat, holder in enumerate(held.seats)]
    return ranked(places, held.standing, "SP-E2", points_words, least_wins=fewest_win)


def _place_of(seat: int, holder: Holder, fewest_win: bool) -> Place:
    rounds = round_terms(holder.rounds, "SP-P1")
    items = holder.lines.items()
    lines = tuple(Term(line_label(what), points, "SP-L1") for what, points in items)
    note = say("out") if holder.out else None
    place = Place.summed(seat, holder.name, (*rounds, *lines), holder.team, note)
    if len(rounds) <= FEW_ROUNDS:
        return place
    best = (min if fewest_win else max)(holder.rounds, key=itemgetter(1))
    label = say("best round ({round})", round=best[0])
    return replace(place, gist=(Term(label, best[1], "SP-P1"), *lines))


def line_label(what: str) -> Sentence:
    """Return the label of a line outside the rounds, which may have no name."""
    return say("{name}", name=what) if what else say("bonus or penalty")

"""From a table to its account: score lines, who is first at the target, and why."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_cheese.box import EXACT_TARGET, card_words
from companion.games.big_cheese.results import scoring_rule
from companion.games.big_cheese.state import BigCheeseState, ScoreLine
from companion.mechanics.game import Outcome, Place, Term
from companion.mechanics.words import Sentence, say, say_many


def outcome(state: BigCheeseState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    if state.stage != "over":
        return None
    winners, reason = _verdict(state)
    places = [_place(state, seat, reason if seat in winners else "") for seat in state.seats]
    places.sort(
        key=lambda place: (
            place.seat not in winners,
            -place.total,
            -state.scored(place.seat),
            place.seat,
        )
    )
    return Outcome(
        reason,
        _sentence(state, winners, reason),
        _rule(state, reason),
        tuple(places),
        winners,
    )


def _verdict(state: BigCheeseState) -> tuple[tuple[int, ...], str]:
    """Return the winners and the reason (BC-E1, BC-E3, BC-X1)."""
    reached = state.reached()
    highest = _best(reached, {seat: state.score(seat) for seat in reached})
    if len(reached) == 1:
        return reached, "exactly_30" if state.is_exact else "target_reached"
    if len(highest) == 1:
        return highest, "higher_score"
    most = _best(highest, {seat: state.scored(seat) for seat in highest})
    return most, "tie_broken_by_projects" if len(most) == 1 else "tie_shared"


def _best(seats: tuple[int, ...], figures: Mapping[int, int]) -> tuple[int, ...]:
    top = max(figures[seat] for seat in seats)
    return tuple(seat for seat in seats if figures[seat] == top)


def _rule(state: BigCheeseState, reason: str) -> str:
    if state.is_exact:
        return "BC-X1"
    return "BC-E1" if reason == "target_reached" else "BC-E3"


def _sentence(state: BigCheeseState, winners: tuple[int, ...], reason: str) -> Sentence:
    names = tuple(map(state.name, winners))
    total = state.score(winners[0])
    if reason == "tie_shared":
        return say("{names} share the win with {total} each.", names=names, total=total)
    if reason == "tie_broken_by_projects":
        return say(
            "{name} wins the tie at {total} with more scored projects.",
            name=names[0],
            total=total,
        )
    if reason == "higher_score":
        return say(
            "{name} wins with the higher score of the same round: {total}.",
            name=names[0],
            total=total,
        )
    if state.is_exact:
        return say("{name} wins with exactly {total}.", name=names[0], total=total)
    return say("{name} wins with {total}.", name=names[0], total=total)


def _place(state: BigCheeseState, seat: int, reason: str) -> Place:
    terms = tuple(_term(state, line) for line in state.lines if line.seat == seat)
    score = state.score(seat)
    is_there = score >= state.target
    return Place(seat, state.name(seat), score, terms, is_there, _note(state, seat, reason))


def _note(state: BigCheeseState, seat: int, reason: str) -> Sentence | None:
    """Return what broke the tie for a seat, or how far it stayed from the target."""
    missing = state.target - state.score(seat)
    if missing > 0:
        return say("{missing} short of {target}", missing=missing, target=state.target)
    if reason != "tie_broken_by_projects":
        return None
    return say_many(
        "wins the tie with {count} scored project",
        "wins the tie with {count} scored projects",
        count=state.scored(seat),
    )


def _term(state: BigCheeseState, line: ScoreLine) -> Term:
    return Term(line_words(state, line), line.points, line_rule(state, line))


def line_rule(state: BigCheeseState, line: ScoreLine) -> str:
    """Return the rule a line of a score rests on, "" for a correction."""
    if line.project is None:
        return ""
    return scoring_rule(state) if line.counts else "BC-X1"


def line_words(state: BigCheeseState, line: ScoreLine) -> Sentence:
    """Return a line of a score as it is said: "6 × 12", "12: rolled 7", a correction."""
    if line.card is None:
        return say("correction")
    values = {"card": card_words(line.card), "value": line.value}
    if state.is_one_die:
        return say("{value} × {card}", **values)
    if not line.counts:
        return say("{card}: rolled {value}, would pass {target}", target=EXACT_TARGET, **values)
    if line.points != line.value:
        return say("{card}: rolled {value}, counts {points}", points=line.points, **values)
    return say("{card}: rolled {value}", **values)


def wealth(state: BigCheeseState) -> tuple[int, ...]:
    """Return the scores."""
    return tuple(map(state.score, state.seats))


def holdings(state: BigCheeseState) -> dict[str, object]:
    """Return what lies before each seat and what its score is made of, as a JSON object."""
    seats = [
        {
            "name": state.name(seat),
            "score": state.score(seat),
            "free": state.free(seat),
            "projects": [
                {"project": item.number, "card": item.card, "workers": item.workers}
                for item in (*state.projects_of(seat), *state.finished)
                if item.seat == seat
            ],
            "veto": state.held[seat].vetoes,
            "big_cheese": state.held[seat].big_cheeses,
            "scored": [
                {
                    "project": line.project,
                    "card": line.card,
                    "value": line.value,
                    "points": line.points,
                }
                for line in state.lines
                if line.seat == seat
            ],
        }
        for seat in state.seats
    ]
    return {"target": state.target, "seats": seats}

"""From a table to its account: holdings, scores on the way, and the outcome at the end."""

from __future__ import annotations

from companion.games.big_cheese.account import Holdings, final_account
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.game import Outcome


def holdings_of(state: BigCheeseState) -> Holdings:
    """Return what the account is made from, as it stands."""
    names = tuple(map(state.name, state.seats))
    return Holdings(names, state.lines, state.target, state.is_one_die, state.is_exact)


def outcome(state: BigCheeseState) -> Outcome | None:
    """Return the final account, None while the game goes on."""
    return final_account(holdings_of(state)) if state.stage == "over" else None


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
                    "counts": line.counts,
                }
                for line in state.lines
                if line.seat == seat
            ],
        }
        for seat in state.seats
    ]
    return {
        "target": state.target,
        "scoring": state.setup.options["scoring"],
        "exactly_30": state.is_exact,
        "seats": seats,
    }

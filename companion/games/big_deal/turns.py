"""The turn in its order: deal, draw, income, and the end (BD-S1, BD-T1 to BD-T4, BD-G1, BD-I1).

Decided for the app: the income comes with the card that was drawn, and is a step of its own only
where an open company's green value must be typed first. What was won and is neither sold nor
opened when the turn ends goes to the hand by itself (BD-K7).
"""

from __future__ import annotations

from companion.games.big_deal.actions import Deal, Draw, EndTurn, Income
from companion.games.big_deal.box import UPPER_OVERS
from companion.games.big_deal.facts import (
    CardDrawn,
    GameBegun,
    IncomeTaken,
    LastOverShown,
    TurnEnded,
)
from companion.games.big_deal.guards import (
    figures_needed,
    require_seat,
    require_stage,
    require_turn,
)
from companion.games.big_deal.seating import first_purses
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeover_facts import WonKept
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_deal(state: BigDealState, action: Deal) -> tuple[Fact, ...]:
    """Return that the cards are dealt; Game Over cards among them lie on the board (BD-S2)."""
    require_stage(state, "BD-S2", "deal")
    require_seat(state, action.first)
    require_overs(action.overs, UPPER_OVERS, "BD-S2")
    purses = first_purses(len(state.setup.seats), action.first)
    return (GameBegun(action.first, action.overs, purses),)


def require_overs(count: int, most: int, rule: str) -> None:
    """Raise ``too_many_overs`` unless so many Game Over cards can show."""
    if not 0 <= count <= most:
        raise Refusal(
            "too_many_overs",
            rule,
            say("From 0 to {most} Game Over cards can show here.", most=most),
        )


def require_draw(state: BigDealState, seat: int) -> None:
    """Raise a refusal unless the seat draws now (BD-T1)."""
    require_turn(state, seat, "BD-T1", "draw")


def decide_draw(state: BigDealState, action: Draw) -> tuple[Fact, ...]:
    """Return the card and what it leads to: the income, or the end of the game (BD-G1)."""
    require_draw(state, action.seat)
    require_overs(action.overs, state.overs_left, "BD-G1")
    drawn = CardDrawn(action.seat, action.overs)
    if action.overs == state.overs_left:
        return (drawn, LastOverShown())
    terms = income_of(state, action.seat)
    return (drawn,) if terms is None else (drawn, IncomeTaken(action.seat, terms))


def income_of(state: BigDealState, seat: int) -> tuple[tuple[str, int], ...] | None:
    """Return what each group of a seat pays, None where a green value is unknown (BD-I1)."""
    return _greens(state, state.groups_of(seat))


def _greens(state: BigDealState, groups: tuple[Group, ...]) -> tuple[tuple[str, int], ...] | None:
    terms = []
    for group in groups:
        green = state.company(group.company).green
        if green is None:
            return None
        terms.append((group.company, green))
    return tuple(terms)


def require_income(state: BigDealState, seat: int) -> None:
    """Raise a refusal unless the seat can take its income now (BD-T2)."""
    require_turn(state, seat, "BD-T2", "income")
    _require_greens(state, state.groups_of(seat), "BD-I1")


def _require_greens(state: BigDealState, groups: tuple[Group, ...], rule: str) -> None:
    for group in groups:
        if state.company(group.company).green is None:
            raise figures_needed(group.company, rule)


def decide_income(state: BigDealState, action: Income) -> tuple[Fact, ...]:
    """Return the income that had to wait for a figure."""
    require_income(state, action.seat)
    terms = income_of(state, action.seat)
    assert terms is not None
    return (IncomeTaken(action.seat, terms),)


def require_end(state: BigDealState, seat: int) -> None:
    """Raise a refusal unless the seat can end its turn now (BD-T4)."""
    require_turn(state, seat, "BD-T4", "actions")
    _require_greens(state, state.special_groups, "BD-K7")


def decide_end_turn(state: BigDealState, action: EndTurn) -> tuple[Fact, ...]:
    """Return the end of the turn with its special income; the left neighbour is next."""
    require_end(state, action.seat)
    specials = _greens(state, state.special_groups)
    assert specials is not None
    following = (action.seat + 1) % len(state.setup.seats)
    ended = TurnEnded(action.seat, following, specials)
    spoils = state.spoils
    if spoils is None:
        return (ended,)
    return (WonKept(action.seat, spoils.company, spoils.won + spoils.laid), ended)

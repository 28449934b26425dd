"""Placing the four cubes, the sale at the seventh, and the last settlement (BS-P1, BS-M1 to M3).

Because no square holds four cubes of one colour, what a winner places must also leave cubes that
can lie so on the squares not yet emptied; otherwise the last winner could place nothing legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.big_shot.actions import Place
from companion.games.big_shot.box import (
    CUBES_A_TURN,
    CUBES_IN_A_LOT,
    PRINTED,
    TURNS,
    colour_words,
)
from companion.games.big_shot.facts import CubePlaced, GameEnded, LotSettled, LotSold
from companion.games.big_shot.fold import evolve
from companion.games.big_shot.guards import (
    require_colour,
    require_followed,
    require_seat,
    require_stage,
    require_unsold,
)
from companion.games.big_shot.judging import used_up
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import turn_end
from companion.mechanics.game import Fact
from companion.mechanics.majority import majority
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

MOST_OF_A_COLOUR = CUBES_A_TURN - 1


def require_placing(state: BigShotState, seat: int) -> None:
    """Raise ``not_now``, ``cubes_not_followed`` or ``not_the_winner`` unless the seat places."""
    require_seat(state, seat)
    require_followed(state)
    require_stage(state, "place", "BS-P1")
    if seat != state.winner:
        assert state.winner is not None
        raise Refusal(
            "not_the_winner",
            "BS-P1",
            say("The cubes go to {name}.", name=state.name(state.winner)),
        )


def decide_place(state: BigShotState, action: Place) -> tuple[Fact, ...]:
    """Return each cube placed and each lot sold, in order, and the end of the turn."""
    require_placing(state, action.seat)
    if len(action.cubes) != CUBES_A_TURN:
        raise Refusal(
            "four_cubes",
            "BS-P1",
            say("Exactly four cubes are placed, not {count}.", count=len(action.cubes)),
        )
    placed, after = place_in_turn(state, action.seat, action.cubes)
    _require_rest_for_squares(state, after)
    facts = [*placed, turn_end(state)]
    if state.turn == TURNS:
        facts.extend((*last_settlement(after), GameEnded()))
    return tuple(facts)


def place_in_turn(
    state: BigShotState, seat: int, cubes: Sequence[tuple[str, str]]
) -> tuple[list[Fact], BigShotState]:
    """Return the facts of up to four cubes and the state they lead to.

    Raises ``unknown_lot``, ``lot_sold``, ``unknown_colour``, ``colour_used_up``,
    ``four_of_a_colour``.
    """
    facts: list[Fact] = []
    left = state.cubes_left()
    colours = [colour for colour, _ in cubes]
    for colour, lot in cubes:
        require_colour(state, colour)
        require_unsold(state, lot)
        if left[colour] < 1:
            raise used_up(colour, 0)
        if colours.count(colour) > MOST_OF_A_COLOUR:
            raise Refusal(
                "four_of_a_colour",
                PRINTED,
                say("No square holds four cubes of one colour; look again."),
            )
        left[colour] -= 1
        for fact in _one_cube(state, seat, colour, lot):
            state = evolve(state, fact)
            facts.append(fact)
    return facts, state


def _one_cube(state: BigShotState, seat: int, colour: str, lot: str) -> tuple[Fact, ...]:
    lying = dict(state.counts.get(lot, {}))
    lying[colour] = lying.get(colour, 0) + 1
    placed = CubePlaced(seat, colour, lot)
    return (placed, *sale_at_seven(lot, lying))


def sale_at_seven(lot: str, counts: Mapping[str, int]) -> tuple[Fact, ...]:
    """Return the sale if the lot holds seven cubes (BS-M1, BS-M2)."""
    if sum(counts.values()) < CUBES_IN_A_LOT:
        return ()
    judged = majority(counts)
    return (LotSold(lot, judged.owner, dict(judged.counts), judged.cancelled),)


def settlement(lot: str, counts: Mapping[str, int]) -> LotSettled:
    """Return what becomes of a lot with fewer than seven cubes after the last turn (BS-M3)."""
    judged = majority(counts)
    return LotSettled(lot, judged.owner, dict(judged.counts), judged.cancelled)


def last_settlement(state: BigShotState) -> tuple[LotSettled, ...]:
    """Return the settlement of every unsold lot that holds cubes, in the copy's order."""
    lying = [(lot, state.counts.get(lot, {})) for lot in state.copy.lots]
    return tuple(settlement(lot, counts) for lot, counts in lying if any(counts.values()))


def _require_rest_for_squares(before: BigShotState, after: BigShotState) -> None:
    """Raise ``four_left_on_a_square`` if a colour were left that the squares cannot hold.

    Says nothing where a banker's correction already made the cubes disagree with the squares.
    """
    squares = TURNS - before.turn
    if not _fits(before.cubes_left(), squares + 1):
        return
    left = after.cubes_left()
    if not _fits(left, squares):
        colour = max(left, key=left.__getitem__)
        raise Refusal(
            "four_left_on_a_square",
            PRINTED,
            say(
                "Too many {colour} cubes would be left ({left}) for the squares that are left "
                "({squares}): four would lie together on one; look again.",
                left=left[colour],
                colour=colour_words(colour),
                squares=squares,
            ),
        )


def _fits(left: Mapping[str, int], squares: int) -> bool:
    """Tell whether such cubes can lie four on a square, never four of one colour."""
    return (
        sum(left.values()) == CUBES_A_TURN * squares
        and max(left.values()) <= MOST_OF_A_COLOUR * squares
    )

"""Cubes followed on the table only: typed counts, and the account (BS-M1 to BS-M3).

Every lot that holds cubes is settled when the settled counts add up to all 72 cubes. A lot that
the banker assigned by hand has unknown cubes; then all thirteen lots must be settled instead.

Decided: besides the number of cubes handed out, no colour can have come up more than three times a
square, because no square holds four of one colour; counts that say so are refused.
"""

from __future__ import annotations

from companion.games.big_shot.actions import FallBack, Score, Settle
from companion.games.big_shot.box import CUBES, CUBES_A_TURN, CUBES_IN_A_LOT
from companion.games.big_shot.cubes import MOST_OF_A_COLOUR, sale_at_seven, settlement
from companion.games.big_shot.facts import FellBack, GameEnded
from companion.games.big_shot.guards import (
    require_counts,
    require_not_followed,
    require_running,
    require_stage,
    require_unsold,
)
from companion.games.big_shot.judging import pile_words
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import turn_end
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_settling(state: BigShotState) -> None:
    """Raise ``cubes_are_followed``, ``game_over`` or ``not_now`` unless a lot may be settled."""
    require_not_followed(state)
    require_running(state)
    if state.stage != "settle" and not _could_be_full(state):
        require_stage(state, "settle", "BS-M1")


def _could_be_full(state: BigShotState) -> bool:
    """Tell whether enough cubes were handed out for one more full lot."""
    settled = sum(state.cubes_used().values())
    return settled + CUBES_IN_A_LOT <= CUBES_A_TURN * state.squares_emptied


def decide_settle(state: BigShotState, action: Settle) -> tuple[Fact, ...]:
    """Return the lot's owner, judged from the typed counts.

    Raises also ``unknown_lot``, ``lot_sold``, ``empty_lot``, ``lot_not_full``,
    ``more_than_handed_out`` and what ``require_counts`` raises.
    """
    require_settling(state)
    require_unsold(state, action.lot)
    require_counts(state, action.lot, action.counts)
    total = sum(action.counts.values())
    if total == 0:
        raise Refusal(
            "empty_lot", "BS-M3", say("An empty lot belongs to nobody and needs no settling.")
        )
    if total < CUBES_IN_A_LOT and state.stage != "settle":
        raise Refusal(
            "lot_not_full",
            "BS-M1",
            say(
                "Before the last turn is over only a lot with {full} cubes is settled.",
                full=CUBES_IN_A_LOT,
            ),
        )
    _require_handed_out(state, action)
    return sale_at_seven(action.lot, action.counts) or (settlement(action.lot, action.counts),)


def _require_handed_out(state: BigShotState, action: Settle) -> None:
    """Raise ``more_than_handed_out`` for more cubes, or of a colour, than the squares gave."""
    used = state.cubes_used()
    total = sum(used.values()) + sum(action.counts.values())
    squares = state.squares_emptied
    colours_fit = all(
        used[colour] + count <= MOST_OF_A_COLOUR * squares
        for colour, count in action.counts.items()
    )
    if total > CUBES_A_TURN * squares or not colours_fit:
        raise Refusal(
            "more_than_handed_out",
            "BS-T2",
            say(
                "Only {cubes} cubes have been placed so far, at most {most} of a colour.",
                cubes=CUBES_A_TURN * squares,
                most=MOST_OF_A_COLOUR * squares,
            ),
        )


def require_score(state: BigShotState) -> None:
    """Raise ``cubes_are_followed``, ``not_now``, ``cubes_missing`` unless all is settled."""
    require_not_followed(state)
    require_stage(state, "settle", "BS-M3")
    left = {colour: count for colour, count in state.cubes_left().items() if count}
    if left and not _all_settled_by_hand(state):
        raise Refusal(
            "cubes_missing",
            "BS-M3",
            say(
                "Of the {all} cubes, these are not on a settled lot yet: {counts}.",
                all=CUBES,
                counts=pile_words(left),
            ),
        )


def _all_settled_by_hand(state: BigShotState) -> bool:
    by_hand = any(sold.is_by_hand for sold in state.sold.values())
    return by_hand and len(state.sold) == len(state.copy.lots)


def decide_score(state: BigShotState, action: Score) -> tuple[Fact, ...]:
    """Return that the game has ended."""
    require_score(state)
    return (GameEnded(),)


def decide_fall_back(state: BigShotState, action: FallBack) -> tuple[Fact, ...]:
    """Return that cubes are followed on the table only; whoever was placing does it there.

    What was known of unsold lots stays as a suggestion for the counts to be typed.
    """
    require_running(state)
    if state.tracking != "full":
        raise Refusal("already_light", "", say("The cubes are followed on the table already."))
    fell = FellBack(action.reason)
    return (fell, turn_end(state)) if state.stage == "place" else (fell,)

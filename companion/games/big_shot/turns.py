"""The leader, the die and the end of a turn (BS-S2, BS-T1, BS-T2)."""

from __future__ import annotations

from companion.games.big_shot.actions import Lead, Roll
from companion.games.big_shot.box import SIDES, TURNS
from companion.games.big_shot.facts import DieRolled, LeadChosen, TurnEnded
from companion.games.big_shot.guards import require_seat, require_stage
from companion.games.big_shot.state import BigShotState
from companion.mechanics.dice import not_rolled, require_face, require_rolls
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

FACES = range(1, SIDES + 1)


def decide_lead(state: BigShotState, action: Lead) -> tuple[Fact, ...]:
    """Return that a seat leads the first turn; its rolls, if told, must name it (BS-S2)."""
    if state.stage != "lead":
        raise Refusal("already_led", "BS-S2", say("Who leads the first turn is decided already."))
    seat = action.seat
    if seat is None:
        raise not_rolled("BS-S2", FACES)
    require_seat(state, seat)
    if action.rolls:
        require_rolls(action.rolls, len(state.setup.seats), seat, FACES, "BS-S2")
    return (LeadChosen(seat, action.rolls),)


def require_roll(state: BigShotState, seat: int) -> None:
    """Raise ``not_the_leader`` or ``not_now`` unless the seat opens the turn now (BS-T1)."""
    require_seat(state, seat)
    require_stage(state, "roll", "BS-T1")
    if seat != state.leader:
        assert state.leader is not None
        raise Refusal(
            "not_the_leader",
            "BS-T2",
            say("The die is with {name} this turn.", name=state.name(state.leader)),
        )


def decide_roll(state: BigShotState, action: Roll) -> tuple[Fact, ...]:
    """Return that the die fell and the auction is open."""
    require_roll(state, action.seat)
    if action.value is None:
        raise not_rolled("BS-T1", FACES)
    require_face(action.value, SIDES, "BS-T1")
    return (DieRolled(action.seat, action.value, state.turn, action.by_app),)


def turn_end(state: BigShotState) -> TurnEnded:
    """Return the end of the turn; the die goes to the left, or nowhere after the last."""
    assert state.leader is not None
    following = (state.leader + 1) % len(state.setup.seats)
    return TurnEnded(state.turn, following if state.turn < TURNS else None)

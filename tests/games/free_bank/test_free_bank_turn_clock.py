"""The clock for turns: a time for each turn, or one for each player as in chess."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.auctions import MarkTime
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.clocks.time_limit import TimeUp
from companion.mechanics.game import TimedAction
from companion.mechanics.play.stopping import Paused, Resumed
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import NOON, after, asked, seated

NEXT = {"kind": "next_turn"}


def clocked(each: str = "turn", seconds: int = 60, seat: int = ANNA) -> FreeBankState:
    """Return a table of three whose clock for turns starts at noon."""
    start = {"kind": "start_turn_clock", "seat": seat, "each": each, "seconds": seconds}
    return after(seated(), start)


def at(state: FreeBankState, seconds: int, **fields: Any) -> FreeBankState:
    """Return the table after an action so many seconds after noon."""
    action = asked(**fields)
    assert isinstance(action, TimedAction)
    for event in replace(action, at=NOON + seconds).decide(state):
        state = GAME.apply(state, event)
    return state


def marked(state: FreeBankState) -> FreeBankState:
    """Return the table after the app marked the end of the current time."""
    due = GAME.rules.due(state)
    assert due is not None
    for event in due.action.decide(state):
        state = GAME.apply(state, event)
    return state


def ends_in(state: FreeBankState) -> int:
    """Return the end of the current time in seconds after noon."""
    clock = GAME.rules.clock(state)
    assert clock is not None and clock.ends_at is not None
    return clock.ends_at - NOON


def times(state: FreeBankState) -> list[int | None]:
    """Return the standing time that each seat's row shows."""
    return [seat.time for seat in GAME.screen.view(state, None).seats]  # type: ignore[attr-defined]


def test_each_turn_has_its_full_time() -> None:
    state = at(clocked(), 50, **NEXT, seat=ANNA)

    assert (ends_in(state), GAME.rules.waiting(state).seats) == (50 + 60, (BRUNO,))
    assert times(state) == [None] * 3


def test_a_player_keeps_what_is_left_of_their_time_as_in_chess() -> None:
    state = at(clocked("player", 300), 100, **NEXT, seat=ANNA)
    state = at(state, 130, **NEXT, seat=BRUNO)
    assert times(state) == [200, 270, None]

    state = at(state, 140, **NEXT, seat=CARLA)

    assert (ends_in(state), times(state)) == (140 + 200, [None, 270, 290])


def test_the_end_of_a_turns_time_is_an_event_about_its_player() -> None:
    state = clocked()

    due = GAME.rules.due(state)
    assert due is not None and due.action == MarkTime(at=NOON + 60)
    (event,) = due.action.decide(state)

    assert event == TimeUp(ANNA)
    assert str(event.tell_you(state, ANNA)) == "Your time is up."
    assert [str(scene.sentence) for scene in event.scenes(state)] == ["Anna’s time is up."]


def test_a_player_whose_time_is_up_still_ends_the_turn() -> None:
    late = marked(clocked("player"))

    state = at(late, 75, **NEXT, seat=ANNA)
    assert (ends_in(state), times(state)) == (75 + 60, [0, None, 60])
    again = at(at(state, 80, **NEXT, seat=BRUNO), 90, **NEXT, seat=CARLA)

    # Anna has no time left: it is up from the beginning, and the app does not mark it again.
    clock = GAME.rules.clock(again)
    assert clock is not None and clock.seconds(NOON + 90) == 0
    assert GAME.rules.due(again) is None


@pytest.mark.parametrize("each", ["turn", "player"])
def test_a_pause_stops_the_clock(each: str) -> None:
    state: FreeBankState = GAME.apply(clocked(each), Paused(NOON + 10))
    state = GAME.apply(state, Resumed(NOON + 100))

    assert ends_in(state) == 60 + 90


def test_a_countdown_and_a_clock_for_turns_replace_each_other() -> None:
    countdown = after(clocked(), {"kind": "start_clock", "seconds": 30})
    assert (ends_in(countdown), GAME.rules.waiting(countdown).seats) == (30, ())

    assert (
        ends_in(after(countdown, {"kind": "start_turn_clock", "seat": ANNA, "typed": "2"})) == 120
    )
    assert GAME.rules.clock(after(clocked(), {"kind": "stop_clock"})) is None


def test_turns_follow_the_order_in_which_the_players_sit() -> None:
    moved = after(clocked(), {"kind": "move_seat", "seat": CARLA, "after": ANNA})

    assert GAME.rules.waiting(at(moved, 5, **NEXT, seat=ANNA)).seats == (CARLA,)
    bought = after(moved, {"kind": "put_up", "how": "once", "target": "seat 0"})
    assert GAME.rules.waiting(bought).seats == (CARLA,)


def test_turns_skip_a_player_who_left_and_the_banker_ends_theirs() -> None:
    left = after(clocked(), {"kind": "leave", "seat": ANNA})

    offered = {seat: GAME.legal_actions(left, seat) for seat in (None, BRUNO)}
    assert ["next_turn" in {move.kind for move in moves} for moves in offered.values()] == [
        True,
        False,
    ]
    state = at(at(at(left, 5, **NEXT, seat=ANNA), 9, **NEXT, seat=BRUNO), 12, **NEXT, seat=CARLA)

    assert GAME.rules.waiting(state).seats == (BRUNO,)

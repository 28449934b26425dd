"""The clock for turns on a score pad, among players who enter points and go out."""

from __future__ import annotations

from dataclasses import replace

from companion.games.score_pad import GAME
from companion.games.score_pad.state import ScorePadState
from companion.mechanics.game import TimedAction
from companion.testing.tables import ANNA, BRUNO, CARLA, after, assert_refused
from tests.games.score_pad.score_pad_tables import asked, entered, seated


def clocked(state: ScorePadState, seat: int = ANNA) -> ScorePadState:
    """Return the table after a clock for turns started at a seat, at second 0."""
    return after(state, asked("start_turn_clock", seat=seat, each="player", seconds=300, at=0))


def ended(state: ScorePadState, seat: int, at: int) -> ScorePadState:
    """Return the table after a seat ended its turn at a moment in seconds."""
    action = asked("next_turn", seat=seat)
    assert isinstance(action, TimedAction)
    return after(state, replace(action, at=at))


def test_the_pad_waits_for_the_player_of_the_turn_until_their_points_are_in() -> None:
    state = clocked(seated(), BRUNO)
    waiting = GAME.rules.waiting(state)
    assert (str(waiting.prompt), waiting.seats) == ("It is Bruno’s turn.", (BRUNO,))

    waiting = GAME.rules.waiting(entered(state, None, 7, None))
    assert str(waiting.prompt) == "Round 1: waiting for Anna and Carla."


def test_turns_skip_players_who_are_out_and_no_turn_starts_with_one() -> None:
    state = after(seated(), asked("out", seat=BRUNO))

    later = ended(clocked(state), ANNA, 30)

    assert later.timer is not None and later.timer.seat == CARLA
    start = asked("start_turn_clock", seat=BRUNO, seconds=60)
    assert_refused("seat_out", "SP-O1", lambda: state, start)


def test_each_row_shows_the_time_that_stands_and_the_end_of_the_game_stops_the_clock() -> None:
    state = ended(clocked(seated()), ANNA, 30)
    seats = GAME.screen.view(state, None).seats  # type: ignore[attr-defined]
    assert [seat.time for seat in seats] == [270, None, 300]

    assert GAME.rules.clock(after(state, asked("end"))) is None

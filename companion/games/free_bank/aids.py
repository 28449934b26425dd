"""Beside the money: dice, rounds, the countdown, points, and the end (FB-D, R, C, P, E)."""

from __future__ import annotations

import re

from companion.games.free_bank.actions import (
    End,
    NextRound,
    Roll,
    Score,
    SetRound,
    StartClock,
    StopClock,
)
from companion.games.free_bank.auctioneer import require_no_auction
from companion.games.free_bank.box import MOST, MOST_DICE, MOST_ROUND, MOST_SECONDS, MOST_SIDES
from companion.games.free_bank.facts import (
    ClockStarted,
    ClockStopped,
    GameEnded,
    PointsGiven,
    Rolled,
    RoundBegan,
)
from companion.games.free_bank.guards import require_running, require_seat
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.amounts import require_amount_in
from companion.mechanics.codec import shown
from companion.mechanics.dice import require_face
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say

DICE = re.compile(r"([0-9]{0,3}) *[dDwW] *([0-9]{1,5})")
"""Dice as people write them, with d, or w as in German."""


def require_dice(dice: int, sides: int) -> None:
    """Raise ``no_such_dice`` unless there can be so many dice of so many sides (FB-D1)."""
    if not (1 <= dice <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise Refusal(
            "no_such_dice",
            "FB-D1",
            say("Roll 1 to {dice} dice of 2 to {sides} sides.", dice=MOST_DICE, sides=MOST_SIDES),
        )


def read_faces(text: str) -> tuple[int, ...]:
    """Return the faces that a text like "3 5" says; raises ``faces_not_read`` (FB-D1)."""
    parts = re.split(r"[\s,;+]+", text.strip())
    if not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        raise Refusal(
            "faces_not_read",
            "FB-D1",
            say("Type what each die shows, with blanks between: not “{text}”.", text=shown(text)),
        )
    return tuple(map(int, parts))


def read_dice(text: str) -> tuple[int, int]:
    """Return how many dice of how many sides "2d20" or "d6" says; raises ``dice_not_read``."""
    found = DICE.fullmatch(text.strip())
    if found is None:
        raise Refusal(
            "dice_not_read",
            "FB-D1",
            say("Type dice like 2d20: not “{text}”.", text=shown(text)),
        )
    return int(found[1] or 1), int(found[2])


def decide_roll(state: FreeBankState, action: Roll) -> tuple[Fact, ...]:
    """Return what the dice show.

    Raises ``game_over``, ``unknown_seat``, ``no_such_dice``, ``wrong_number_of_faces``,
    ``not_on_the_die``.
    """
    require_running(state)
    if action.seat is not None:
        require_seat(state, action.seat)
    require_dice(action.dice, action.sides)
    if len(action.values) != action.dice:
        raise Refusal(
            "wrong_number_of_faces",
            "FB-D1",
            say(
                "Faces typed: {typed}; dice rolled: {dice}. Type one for each.",
                dice=action.dice,
                typed=len(action.values),
            ),
        )
    for value in action.values:
        require_face(value, action.sides, "FB-D1")
    return (Rolled(action.seat, action.sides, action.values, action.by_app),)


def _round(number: int) -> tuple[Fact, ...]:
    if not 1 <= number <= MOST_ROUND:
        raise Refusal(
            "no_such_round", "FB-R1", say("Rounds count from 1 to {most}.", most=MOST_ROUND)
        )
    return (RoundBegan(number),)


def decide_next_round(state: FreeBankState, action: NextRound) -> tuple[Fact, ...]:
    """Return the next round."""
    require_running(state)
    return _round(state.round + 1)


def decide_set_round(state: FreeBankState, action: SetRound) -> tuple[Fact, ...]:
    """Return the round that it really is; raises ``game_over``, ``no_such_round``."""
    require_running(state)
    return _round(action.round)


def decide_start_clock(state: FreeBankState, action: StartClock) -> tuple[Fact, ...]:
    """Return the countdown; raises ``game_over``, ``amount_missing``, ``no_such_time``."""
    require_running(state)
    seconds = action.seconds
    if seconds is None:
        raise Refusal("amount_missing", "FB-C1", say("Type how many minutes first."))
    if not 1 <= seconds <= MOST_SECONDS:
        raise Refusal(
            "no_such_time",
            "FB-C1",
            say("A countdown takes from a second to {hours} hours.", hours=MOST_SECONDS // 3600),
        )
    assert action.at is not None
    return (ClockStarted(seconds, action.at),)


def require_clock(state: FreeBankState) -> None:
    """Raise ``game_over`` or ``no_clock`` unless a countdown is there to be taken away."""
    require_running(state)
    if state.clock is None:
        raise Refusal("no_clock", "FB-C1", say("No countdown is running."))


def decide_stop_clock(state: FreeBankState, action: StopClock) -> tuple[Fact, ...]:
    """Return that the countdown is taken away."""
    require_clock(state)
    return (ClockStopped(),)


def decide_score(state: FreeBankState, action: Score) -> tuple[Fact, ...]:
    """Return points given or taken.

    Raises ``game_over``, ``unknown_seat``, what ``require_amount_in`` does, ``no_points``,
    ``account_full``.
    """
    require_seat(state, action.seat)
    points = require_amount_in(action.amount, -MOST, "FB-P1")
    if points == 0:
        raise Refusal("no_points", "FB-P1", say("Type points, with a minus to take some away."))
    if abs(state.points(action.seat) + points) > MOST:
        raise Refusal(
            "account_full",
            "FB-P1",
            say(
                "{account} would hold more than {most}.", account=state.name(action.seat), most=MOST
            ),
        )
    return (PointsGiven(action.seat, points, " ".join(action.reason.split())),)


def decide_end(state: FreeBankState, action: End) -> tuple[Fact, ...]:
    """Return the end; raises ``game_over``, ``auction_running``."""
    require_no_auction(state, "FB-E2")
    return (GameEnded(),)

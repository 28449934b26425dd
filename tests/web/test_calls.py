"""A bid and the drawing of the first phone after it call few functions of our own.

A count hangs on no machine's speed. Every frame counts, those of comprehensions and generators too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType

from flask import Flask

import companion
from companion.tables.play import tap
from companion.web.live.screens import Viewer
from tests.web.phones import BIDDING, Table, seated

OURS = str(Path(companion.__file__).parent)
MOST_BIDDING, MOST_DRAWING = 90, 250


@dataclass(frozen=True, slots=True)
class Calls:
    """How many calls a bid takes, and the drawing of the screen of whoever has the next word."""

    bid: int
    drawing: int


def counted(app: Flask) -> Calls:
    """Return the calls of the second bid at a table of four, and of drawing the third's phone."""
    table = seated(app, *BIDDING)
    with app.app_context():
        _bid(table, 1)()
        _draw(app, table)()
        return Calls(_calls(_bid(table, 2)), _calls(_draw(app, table)))


def _bid(table: Table, seat: int) -> Callable[[], object]:
    action = {"kind": "bid", "seat": seat, "amount": seat}
    device, seen = table.now.seats[seat].device or "", table.now.sequence
    return partial(tap, table.code, device, action, seen=seen, key=f"bid of {seat}")


def _draw(app: Flask, table: Table) -> Callable[[], object]:
    moment = table.now
    (seat,) = moment.game.rules.waiting(moment.state).seats
    viewer = Viewer(moment.actor(moment.seats[seat].device or ""), "seat", "en", "")
    screens = app.extensions["live"].screens
    return partial(screens.parts, moment, viewer, frozenset())


def _calls(what: Callable[[], object]) -> int:
    calls = 0

    def notice(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename.startswith(OURS)

    sys.setprofile(notice)
    try:
        what()
    finally:
        sys.setprofile(None)
    return calls


def test_a_bid_and_the_drawing_after_it_call_no_more_functions_than_agreed(app: Flask) -> None:
    calls = counted(app)

    assert 0 < calls.bid <= MOST_BIDDING
    assert 0 < calls.drawing <= MOST_DRAWING

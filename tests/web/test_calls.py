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

import jinja2
import markupsafe
from flask import Flask

import companion
from companion.tables.play import submit
from companion.web.live.screens import Viewer
from companion.web.requests.typography import in_attribute
from tests.web.phones import BIDDING, Table, seated

OURS = str(Path(companion.__file__).parent)
JINJAS = tuple(str(Path(str(package.__file__)).parent) for package in (jinja2, markupsafe))
MOST_BIDDING, MOST_DRAWING, MOST_A_BUTTON, MOST_IN_JINJA = 124, 262, 40, 582
"""For a bid, of which 11 look after the file and its checksums, 10 after the clock and its pauses,
and 4 after seats without a phone; for a screen without its buttons, of which 27 write values
that are no markup yet, 35 tell the newest line and why money changed to its reader, 6 look for the
banker's device, 6 lay out the amounts, 24 name a colour for each row, 8 name each amount's
move; for each thing that it offers; and for the same screen, of Jinja's and MarkupSafe's."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The number of function calls for a bid, and for rendering the next bidder's screen.

    in_jinja: the calls of functions of Jinja and MarkupSafe for the same screen.
    offered: the number of legal moves of that seat.
    """

    bid: int
    drawing: int
    in_jinja: int
    offered: int

    @property
    def most_drawing(self) -> int:
        """How many calls the drawing may take."""
        return MOST_DRAWING + MOST_A_BUTTON * self.offered


def counted(app: Flask) -> Calls:
    """Return the calls of the second bid at a table of four, and of drawing the third's phone.

    At the second such table: a sentence is looked up the first time that it is said.
    """
    tables = seated(app, *BIDDING), seated(app, *BIDDING)
    with app.app_context():
        for table in tables:
            _bid(table, 1)()
            _draw(app, table)()
            (bid, _), (drawing, in_jinja) = _calls(_bid(table, 2)), _calls(_draw(app, table))
    return Calls(bid, drawing, in_jinja, _offered(tables[-1]))


def _bid(table: Table, seat: int) -> Callable[[], object]:
    action = {"kind": "bid", "seat": seat, "amount": seat}
    device, seen = table.now.seats[seat].device or "", table.now.sequence
    return partial(submit, table.code, device, action, seen=seen, key=f"bid of {seat}")


def _draw(app: Flask, table: Table) -> Callable[[], object]:
    moment = table.now
    (seat,) = moment.game.rules.waiting(moment.state).seats
    viewer = Viewer(moment.actor(moment.seats[seat].device or ""), "seat", "en")
    screens = app.extensions["streams"].screens
    return partial(screens.fragments, moment, viewer, frozenset())


def _offered(table: Table) -> int:
    moment = table.now
    (seat,) = moment.game.rules.waiting(moment.state).seats
    return len(list(moment.game.legal_actions(moment.state, seat)))


def _calls(what: Callable[[], object]) -> tuple[int, int]:
    """Return the number of calls of our own functions, and of Jinja's and MarkupSafe's."""
    calls = in_jinja = 0

    def notice(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls, in_jinja
        # Escaping is Jinja's, only leaner.
        if event == "call" and frame.f_code is not in_attribute.__code__:
            calls += frame.f_code.co_filename.startswith(OURS)
            in_jinja += frame.f_code.co_filename.startswith(JINJAS)

    sys.setprofile(notice)
    try:
        what()
    finally:
        sys.setprofile(None)
    return calls, in_jinja


def test_a_bid_and_its_rendering_stay_within_the_call_budget(app: Flask) -> None:
    calls = counted(app)

    assert 0 < calls.bid <= MOST_BIDDING
    assert 0 < calls.drawing <= calls.most_drawing
    assert 0 < calls.in_jinja <= MOST_IN_JINJA


def test_all_templates_share_one_dictionary_of_globals(app: Flask) -> None:
    template = app.jinja_env.get_template("table/seat.html")

    assert template.globals is app.jinja_env.globals

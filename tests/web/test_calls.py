"""A tap and a screen call few functions of our own; a count hangs on no machine's speed."""

from __future__ import annotations

from flask import Flask

from tests.bench.calls import MOST_BIDDING, MOST_DRAWING, counted


def test_a_bid_and_the_drawing_after_it_call_no_more_functions_than_agreed(app: Flask) -> None:
    calls = counted(app)

    assert 0 < calls.bid <= MOST_BIDDING
    assert 0 < calls.drawing <= MOST_DRAWING

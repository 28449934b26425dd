"""The time of an auction, which a late bid prolongs."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.auctions import AuctionProlonged, PriceLowered, Sold
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Event, apply_events
from companion.mechanics.play.stopping import Paused, Resumed
from companion.testing.tables import ANNA, BRUNO
from tests.games.free_bank.free_bank_tables import NOON, after, asked, bid, money, seated


def events_at(state: FreeBankState, after_noon: int, **posted: Any) -> tuple[Event, ...]:
    """Return the events of an action so many seconds after noon."""
    return asked(**posted).timed(state, NOON + after_noon).decide(state)


def at(state: FreeBankState, after_noon: int, **posted: Any) -> FreeBankState:
    """Return the table after an action so many seconds after noon."""
    return apply_events(GAME, state, events_at(state, after_noon, **posted))


def timed(how: str = "open", seconds: int = 60, amount: int = 1) -> FreeBankState:
    """Return a table with an auction whose time begins at noon."""
    put_up = {"kind": "put_up", "what": "Mill", "how": how, "seconds": seconds, "amount": amount}
    return at(seated(), 0, **put_up)


def marked(state: FreeBankState) -> tuple[Event, ...]:
    """Return the events of the end of the time."""
    due = GAME.rules.due(state)
    assert due is not None
    events: tuple[Event, ...] = due.action.decide(state)
    return events


def end(state: FreeBankState) -> int:
    """Return the end of the time that screens show, in seconds after noon."""
    clock = GAME.rules.clock(state)
    assert clock is not None and clock.ends_at is not None
    return clock.ends_at - NOON


@pytest.mark.parametrize("how", ["open", "proxy"])
def test_a_bid_in_the_last_seconds_prolongs_the_auction(how: str) -> None:
    early = at(timed(how), 40, **bid(ANNA, 5))
    late = at(early, 50, **bid(BRUNO, 9))

    assert (end(early), end(late)) == (60, 65)
    assert AuctionProlonged(NOON + 65) in events_at(early, 50, **bid(BRUNO, 9))


def test_the_highest_bid_wins_when_the_time_is_up() -> None:
    state = at(timed(), 10, **bid(BRUNO, 9))

    assert marked(state) == (Sold(BRUNO, 9, "Mill", "bank"),)
    assert GAME.rules.due(apply_events(GAME, state, marked(state))) is None


def test_sealed_bids_are_opened_when_the_time_is_up_and_a_tie_has_no_time() -> None:
    state = after(timed("sealed"), bid(ANNA, 7, "seal_bid"), bid(BRUNO, 7, "seal_bid"))

    tied = apply_events(GAME, state, marked(state))

    assert (tied.stage, GAME.rules.due(tied), GAME.rules.clock(tied)) == ("tied", None, None)


def test_a_falling_price_falls_each_time() -> None:
    state = timed("dutch", seconds=10, amount=40)

    lowered = marked(state)
    state = apply_events(GAME, state, lowered)

    assert lowered == (PriceLowered("Mill", 38, NOON + 20),) and end(state) == 20
    assert money(at(state, 15, **bid(ANNA, 38))) == [62, 100, 100]


def test_a_pause_stops_the_time_of_an_auction() -> None:
    state = GAME.apply(timed(), Paused(NOON + 10))

    assert end(GAME.apply(state, Resumed(NOON + 40))) == 90


def test_an_auction_has_its_own_time_beside_the_clock_for_turns() -> None:
    turns = {"kind": "start_turn_clock", "seat": ANNA, "seconds": 600}

    state = at(at(seated(), 0, **turns), 0, kind="put_up", seconds=30)

    assert end(state) == 30
    assert end(apply_events(GAME, state, marked(state))) == 600

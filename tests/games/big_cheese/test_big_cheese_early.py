"""Passing before the seat's turn comes (BC-A4); Anna bids first, then Carla, then Bruno."""

from __future__ import annotations

from companion.games.big_cheese.auction import Bid, Pass, PassEarly
from companion.testing.tables import ANNA, BRUNO, CARLA, Case, after
from tests.games.big_cheese.big_cheese_tables import offered, opened
from tests.games.refusals import refuses


def test_a_player_who_passed_early_is_skipped() -> None:
    state = after(offered(), PassEarly(CARLA), Bid(ANNA, 2))

    assert state.auction is not None
    assert state.auction.turn == BRUNO


def test_the_last_pass_gives_the_card_away() -> None:
    state = after(offered(), Bid(ANNA, 2), PassEarly(BRUNO), Pass(CARLA))

    assert [state.free(seat) for seat in state.seats] == [8, 10, 10]


def test_if_everybody_passes_the_card_is_discarded() -> None:
    state = after(offered(), PassEarly(BRUNO), PassEarly(CARLA), Pass(ANNA))

    assert (state.stage, state.card, state.opener) == ("offer", None, ANNA)


CASES: list[Case] = [
    ("another_auction", "BC-A5", offered, PassEarly(CARLA, 1)),
    ("already_passed", "BC-A4", lambda: after(offered(), Pass(ANNA)), PassEarly(ANNA)),
    ("already_highest", "BC-A3", lambda: after(offered(), Bid(ANNA, 1)), PassEarly(ANNA)),
    ("not_now", "BC-A1", opened, PassEarly(BRUNO)),
]


test_an_early_pass_is_refused_where_it_makes_no_sense = refuses(CASES)

"""Passing before the seat's turn comes (BS-A3); Anna leads, so Bruno bids first."""

from __future__ import annotations

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, PassEarly
from companion.games.big_shot.state import BigShotState
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, Case, after
from tests.games.big_shot.big_shot_tables import bidding, placing
from tests.games.refusals import refuses


def turn(state: BigShotState) -> int | None:
    return None if state.auction is None else state.auction.turn


def test_an_early_pass_changes_nobody_elses_turn() -> None:
    state = after(bidding(), PassEarly(CARLA, 1))

    assert turn(state) == BRUNO
    assert turn(after(state, Bid(BRUNO, 1))) == DARIO


def test_the_last_pass_ends_the_auction_even_if_it_was_early() -> None:
    state = after(bidding(), Bid(BRUNO, 3), PassEarly(ANNA), PassEarly(DARIO), Pass(CARLA))

    assert (state.stage, state.winner, state.money(BRUNO)) == ("place", BRUNO, 7)


def test_the_leader_takes_the_cubes_for_nothing_once_all_others_are_out() -> None:
    state = after(bidding(), PassEarly(DARIO), PassEarly(CARLA), Pass(BRUNO))

    assert (state.stage, state.winner, state.price) == ("place", ANNA, 0)


def test_an_early_pass_is_offered_beside_the_menu() -> None:
    offered = {offer.kind for seat in (BRUNO, CARLA) for offer in
               GAME.legal_actions(bidding(), seat)}  # fmt: skip

    assert "pass" in offered and PassEarly.kind not in offered


def test_with_hidden_money_an_early_pass_still_allows_a_loan() -> None:
    state = after(bidding(hidden=True), Borrow(DARIO), Pass(BRUNO), PassEarly(DARIO))

    assert turn(state) == CARLA


CASES: list[Case] = [
    ("another_auction", "BS-A5", bidding, PassEarly(CARLA, 2)),
    ("already_passed", "BS-A3", lambda: after(bidding(), Pass(BRUNO)), PassEarly(BRUNO)),
    ("already_highest", "BS-A2", lambda: after(bidding(), Bid(BRUNO, 1)), PassEarly(BRUNO)),
    ("speaks_last", "BS-A5", bidding, PassEarly(ANNA)),
    ("loans_first", "BS-V2", lambda: bidding(hidden=True), PassEarly(CARLA)),
    ("unknown_seat", "BS-S1", bidding, PassEarly(4)),
    ("not_now", "BS-A1", placing, PassEarly(BRUNO)),
]


test_an_early_pass_is_refused_where_it_makes_no_sense = refuses(CASES)

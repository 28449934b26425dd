"""The banker's corrections, outside the rules."""

from __future__ import annotations

import pytest

from companion.games.big_deal.corrections import CorrectShares, SetGroup, SetOvers, SetTokens
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import Raise
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, assert_refused
from tests.games.big_deal.big_deal_tables import attacked, opened


def test_the_banker_corrects_tokens_shares_and_game_over_cards() -> None:
    state = after(
        opened(),
        SetTokens(BRUNO, "energy", 3, reason="forgotten"),
        SetGroup(ANNA, "telcom", 3, 1),
        SetGroup(BRUNO, "security", 2),
        CorrectShares("telcom", "pool", 1),
        CorrectShares("telcom", "discards", 2),
        SetOvers(5),
        Correct("bank", "seat 2", 50, reason="change"),
        CountCash({"seat 3": 1400}),
    )

    assert state.in_wheel("energy") == 11 and state.overs == 5
    assert [group.shares for group in state.groups.values()] == [3, 2]
    assert state.unseen_shares("telcom") == 0
    assert (state.money(CARLA), state.money(DARIO)) == (1350, 1400)


def test_a_company_corrected_to_no_shares_is_closed() -> None:
    assert after(opened(), SetGroup(ANNA, "telcom", 0, 1)).groups == {}


def test_game_over_cards_corrected_to_seven_end_even_a_takeover() -> None:
    state = after(attacked(), SetOvers(7))

    assert state.stage == "hands" and state.duel is None
    assert state.unseen_shares("telcom") == 3


@pytest.mark.parametrize("shark", [False, True])
def test_in_a_takeover_only_the_highest_bidders_money_is_committed(shark: bool) -> None:
    def raised() -> BigDealState:
        return after(attacked(shark=shark), Raise(BRUNO, 200))

    # Anna has bid: Bruno's money is not bound. Then Bruno raises, and has to keep the price.
    assert after(attacked(shark=shark), CountCash({"seat 1": 0})).money(BRUNO) == 0
    assert after(raised(), CountCash({"seat 0": 0})).money(ANNA) == 0
    name, rule = ("duel_under_way", "BD-K2") if shark else ("bid_rests_on_it", "")
    assert_refused(name, rule, raised, CountCash({"seat 1": 150}))
    if not shark:
        assert after(raised(), CountCash({"seat 1": 200})).money(BRUNO) == 200

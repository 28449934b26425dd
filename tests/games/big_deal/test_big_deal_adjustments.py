"""What the banker puts right outside the rules."""

from __future__ import annotations

from companion.games.big_deal.corrections import SetGroup, SetOvers, SetShares, SetTokens
from companion.mechanics.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_deal.big_deal_tables import attacked, opened


def test_the_banker_sets_tokens_shares_and_game_over_cards_right() -> None:
    state = after(
        opened(),
        SetTokens(BRUNO, "energy", 3, reason="forgotten"),
        SetGroup(ANNA, "telcom", 3, 1),
        SetGroup(BRUNO, "security", 2),
        SetShares("telcom", "pool", 1),
        SetShares("telcom", "discards", 2),
        SetOvers(5),
        Correct("bank", "seat 2", 50, reason="change"),
        CountCash({"seat 3": 1400}),
    )

    assert state.in_wheel("energy") == 11 and state.overs == 5
    assert [group.shares for group in state.groups.values()] == [3, 2]
    assert state.unseen_shares("telcom") == 0
    assert (state.money(CARLA), state.money(DARIO)) == (1350, 1400)


def test_a_company_set_to_no_shares_is_closed() -> None:
    assert after(opened(), SetGroup(ANNA, "telcom", 0, 1)).groups == {}


def test_game_over_cards_set_to_seven_end_even_a_takeover() -> None:
    state = after(attacked(), SetOvers(7))

    assert state.stage == "hands" and state.duel is None
    assert state.unseen_shares("telcom") == 3

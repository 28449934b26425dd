"""The refusals of takeovers, hands and corrections: name, rule, moment, action."""

from __future__ import annotations

import pytest

from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.companies import Open, SellCompany
from companion.games.big_deal.corrections import (
    CorrectShares,
    SetCashCards,
    SetGroup,
    SetOvers,
    SetTokens,
)
from companion.games.big_deal.market import BuyResource
from companion.games.big_deal.settlement import Claim, Fail, KeepWon, OpenWon, Pay, SellWon
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.games.big_deal.turn import Draw, EndTurn
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, Case, after
from tests.games.big_deal.big_deal_tables import (
    acting,
    all_but,
    attackable,
    attacked,
    blank,
    collecting,
    drawing,
    opened,
    short_of_money,
    spent,
    with_group,
    won,
)
from tests.games.big_deal.test_big_deal_refusals import ended, with_a_set
from tests.games.refusals import refuses


def defended() -> BigDealState:
    return after(attacked(shares=2), Raise(BRUNO, 200), GiveUp(ANNA))


def outbid() -> BigDealState:
    """Anna bids 1150 a share; Bruno's 1150 do not cover 1200."""
    return attacked(price=1150)


TAKEOVER_CASES: list[Case] = [
    ("own_company", "BD-K1", opened, TakeOver(ANNA, 1, 1, 150)),
    ("unknown_group", "BD-K1", acting, TakeOver(ANNA, 1, 1, 150)),
    ("nothing_laid", "BD-K1", attackable, TakeOver(ANNA, 1, 0, 150)),
    ("too_few", "BD-K1", attackable, TakeOver(ANNA, 1, -1, 150, 2)),
    ("too_many_shares", "BD-S2", attackable, TakeOver(ANNA, 1, 4, 150)),
    ("no_cash_cards_left", "BD-K1", attackable, TakeOver(ANNA, 1, 1, 150, 9)),
    ("price_below_white", "BD-K1", attackable, TakeOver(ANNA, 1, 1, 100)),
    ("price_off_the_fifties", "BD-K1", attackable, TakeOver(ANNA, 1, 1, 175)),
    ("figures_needed", "BD-K1", lambda: with_group(blank(), BRUNO, 2),
     TakeOver(ANNA, 1, 1, 150)),
    ("won_shares_first", "BD-K7", lambda: with_group(won(), CARLA, 2),
     TakeOver(ANNA, 2, 1, 150)),
    ("not_now", "BD-K2", attackable, Raise(BRUNO, 200)),
    ("not_your_word", "BD-K2", attacked, Raise(ANNA, 200)),
    ("not_your_word", "BD-K2", attacked, GiveUp(CARLA)),
    ("price_too_low", "BD-K2", attacked, Raise(BRUNO, 150)),
    ("price_off_the_fifties", "BD-K2", attacked, Raise(BRUNO, 210)),
    ("beyond_cash", "BD-K3", attacked, Raise(BRUNO, 1200)),
    ("beyond_cash", "BD-K3", lambda: attacked(shares=2, cash_cards=1), Raise(BRUNO, 400)),
    ("beyond_cash", "BD-K3", outbid, Raise(BRUNO, 1200)),
    ("not_now", "BD-K2", attacked, BuyResource(ANNA, "human")),
    ("not_now", "BD-K2", attacked, EndTurn(ANNA)),
    ("not_now", "BD-K2", attacked, SellCompany(BRUNO, 1)),
    ("not_now", "BD-K2", attacked, Claim(BRUNO)),
    ("not_now", "BD-K4", defended, BuyResource(ANNA, "human")),
    ("not_the_winner", "BD-K4", defended, Claim(ANNA)),
    ("not_laid", "BD-K4", defended, Claim(BRUNO, 3, hand=0)),
    ("too_few", "BD-K4", defended, Claim(BRUNO, -1)),
    ("hand_needed", "BD-K4", defended, Claim(BRUNO, 1)),
    ("hand_over_five", "BD-K4", defended, Claim(BRUNO, 2, hand=4)),
    ("not_now", "BD-K2", attacked, Pay(ANNA)),
    ("not_now", "BD-K6", acting, Pay(ANNA)),
    ("not_the_winner", "BD-K6", short_of_money, Pay(BRUNO)),
    ("still_short", "BD-K6", short_of_money, Pay(ANNA, 1)),
    ("not_won", "BD-K7", short_of_money, Pay(ANNA, 4)),
    ("too_few", "BD-K6", short_of_money, Pay(ANNA, -1)),
    ("can_still_pay", "BD-K6", short_of_money, Fail(ANNA)),
    ("cash_spent", "BD-K6", spent, Fail(ANNA)),
    ("not_now", "BD-K6", short_of_money, OpenWon(ANNA, 2)),
    ("not_now", "BD-K6", short_of_money, EndTurn(ANNA)),
    ("not_now", "BD-K6", lambda: with_group(short_of_money(), CARLA, 2),
     TakeOver(ANNA, 2, 1, 150)),
    ("not_your_turn", "BD-T1", short_of_money, SellCompany(BRUNO, 1)),
    ("resources_missing", "BD-C1", short_of_money, Open(ANNA, "security", 2)),
    ("nothing_won", "BD-K7", acting, SellWon(ANNA, 1)),
    ("nothing_won", "BD-K7", acting, KeepWon(ANNA)),
    ("not_won", "BD-K7", won, SellWon(ANNA, 4)),
    ("too_few", "BD-K7", won, SellWon(ANNA, 0)),
    ("two_shares_needed", "BD-K7", lambda: with_a_set(won()), OpenWon(ANNA, 1)),
    ("resources_missing", "BD-K7", won, OpenWon(ANNA, 2)),
    ("too_many_shares", "BD-S2", lambda: with_a_set(won()), OpenWon(ANNA, 7)),
]  # fmt: skip
HAND_CASES: list[Case] = [
    ("one_or_two_opponents", "BD-Q2", acting, Collect(ANNA, ())),
    ("one_or_two_opponents", "BD-Q2", acting, Collect(ANNA, (ANNA,))),
    ("one_or_two_opponents", "BD-Q2", acting, Collect(ANNA, (BRUNO, BRUNO))),
    ("one_or_two_opponents", "BD-Q2", acting, Collect(ANNA, (BRUNO, CARLA, DARIO))),
    ("unknown_seat", "BD-S1", acting, Collect(ANNA, (7,))),
    ("no_cash_cards_left", "BD-Q2", lambda: after(acting(), SetCashCards(8)),
     Collect(ANNA, (BRUNO,))),
    ("income_first", "BD-T2", drawing, Collect(ANNA, (BRUNO,))),
    ("not_asked", "BD-Q2", collecting, CountHand(CARLA, 3)),
    ("not_now", "BD-Q2", collecting, EndTurn(ANNA)),
    ("not_now", "BD-G1", lambda: after(drawing(), Draw(ANNA, 7)), BuyResource(BRUNO, "human")),
    ("not_now", "BD-Q2", acting, CountHand(BRUNO, 3)),
    ("hand_over_five", "BD-T4", collecting, CountHand(BRUNO, 6)),
    ("too_few", "BD-T4", collecting, CountHand(BRUNO, -1)),
    ("hand_counted", "BD-E1", lambda: after(drawing(), Draw(ANNA, 7), CountHand(ANNA, 2)),
     CountHand(ANNA, 3)),
    ("too_many_shares", "BD-S2", lambda: all_but(collecting(), 2), CountHand(BRUNO, 3)),
]  # fmt: skip
ADJUSTMENT_CASES: list[Case] = [
    ("too_many_tokens", "BD-R1", acting, SetTokens(ANNA, "human", 15)),
    ("too_few", "What is printed", acting, SetTokens(ANNA, "human", -1)),
    ("unknown_resource", "What is printed", acting, SetTokens(ANNA, "gold", 1)),
    ("unknown_seat", "BD-S1", acting, SetTokens(4, "human", 1)),
    ("too_many_shares", "BD-S2", acting, SetGroup(ANNA, "telcom", 7)),
    ("too_few", "BD-C1", acting, SetGroup(ANNA, "telcom", 0)),
    ("company_left_out", "BD-S2", acting, SetGroup(ANNA, "virtual", 2)),
    ("another_company", "BD-C1", opened, SetGroup(ANNA, "security", 2, 1)),
    ("not_your_company", "BD-C1", opened, SetGroup(BRUNO, "telcom", 2, 1)),
    ("duel_under_way", "BD-K2", attacked, SetGroup(BRUNO, "telcom", 2, 1)),
    ("too_many_shares", "BD-S2", opened, CorrectShares("telcom", "pool", 5)),
    ("too_many_overs", "BD-G1", acting, SetOvers(8)),
    ("not_now", "BD-G1", ended, SetOvers(3)),
    ("no_cash_cards_left", "BD-Q1", acting, SetCashCards(9)),
    ("purse_below_zero", "", acting, Correct("seat 0", "bank", 1050)),
    ("purse_below_zero", "", acting, CountCash({"seat 0": -50})),
    ("money_off_the_fifties", "What is printed", acting, Correct("bank", "seat 0", 75)),
    ("money_off_the_fifties", "What is printed", acting, CountCash({"seat 0": 1075})),
]
CASES = (*TAKEOVER_CASES, *HAND_CASES, *ADJUSTMENT_CASES)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (1, "At most 1 share can still be in hand."),
        (2, "At most 2 shares can still be in hand."),
    ],
)
def test_a_count_above_the_cards_in_play_is_refused_with_their_number(
    left: int, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        CountHand(BRUNO, 3).decide(all_but(collecting(), left))

    assert str(refused.value.sentence) == words


test_an_illegal_action_is_refused_with_name_and_rule = refuses(CASES)

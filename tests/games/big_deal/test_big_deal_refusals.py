"""The refusals of turn, market and companies: name, rule, moment, action."""

from __future__ import annotations

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import CountHand
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.corrections import (
    CorrectShares,
    SetCashCards,
    SetGroup,
    SetOvers,
    SetTokens,
)
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.turn import Deal, Draw, EndTurn, Income
from companion.testing.tables import ANNA, BRUNO, Case, after, holding
from tests.games.big_deal.big_deal_tables import (
    TELCOM_SET,
    acting,
    attackable,
    blank,
    drawing,
    opened,
    seated,
    with_group,
    with_tokens,
    without_green,
)
from tests.games.refusals import refuses


def three_bought() -> BigDealState:
    return after(acting(), *(BuyResource(ANNA, "human") for _ in "abc"))


def three_sold() -> BigDealState:
    state = with_tokens(acting(), ANNA, {"human": 4})
    return after(state, *(SellResource(ANNA, "human") for _ in "abc"))


def pooled() -> BigDealState:
    return after(acting(), SellShares(ANNA, "telcom", 2))


def half_known() -> BigDealState:
    copy = GAME.copy.check({"companies": {"telcom": {"white": 150}}})
    state: BigDealState = GAME.copy.put_right(blank(), copy)
    return state


def ended() -> BigDealState:
    state = after(drawing(2), Draw(ANNA, 7))
    return after(state, CountHand(ANNA, 0), CountHand(BRUNO, 0))


def with_a_set(state: BigDealState) -> BigDealState:
    return with_tokens(state, ANNA, TELCOM_SET)


TURN_CASES: list[Case] = [
    ("unknown_seat", "BD-S1", seated, Deal(4)),
    ("unknown_seat", "BD-S1", drawing, Draw(-1)),
    ("too_many_overs", "BD-S2", seated, Deal(ANNA, 4)),
    ("too_many_overs", "BD-G1", drawing, Draw(ANNA, 8)),
    ("too_many_overs", "BD-G1", drawing, Draw(ANNA, -1)),
    ("not_now", "BD-S2", drawing, Deal(ANNA)),
    ("not_now", "BD-S2", seated, Draw(ANNA)),
    ("not_now", "BD-T1", acting, Draw(ANNA)),
    ("not_your_turn", "BD-T1", drawing, Draw(BRUNO)),
    ("not_your_turn", "BD-T1", acting, BuyResource(BRUNO, "human")),
    ("not_now", "BD-T2", acting, Income(ANNA)),
    ("figures_needed", "BD-I1", without_green, Income(ANNA)),
    ("income_first", "BD-T2", drawing, BuyResource(ANNA, "human")),
    ("income_first", "BD-T2", without_green, Open(ANNA, "security", 2)),
    ("income_first", "BD-T2", drawing, EndTurn(ANNA)),
    ("game_over", "BD-E1", ended, Draw(ANNA)),
    ("game_over", "BD-E1", ended, CountHand(ANNA, 1)),
]
MARKET_CASES: list[Case] = [
    ("three_bought", "BD-R1", three_bought, BuyResource(ANNA, "space")),
    ("three_sold", "BD-R1", three_sold, SellResource(ANNA, "human")),
    ("wheel_empty", "BD-R1", lambda: with_tokens(acting(), BRUNO, {"human": 14}),
     BuyResource(ANNA, "human")),
    ("unknown_resource", "What is printed", acting, BuyResource(ANNA, "gold")),
    ("no_token", "BD-R1", acting, SellResource(ANNA, "human")),
    ("token_in_use", "BD-C1", opened, SellResource(ANNA, "space")),
    ("price_needed", "BD-R1", blank, BuyResource(ANNA, "human")),
    ("price_differs", "BD-R1", acting, BuyResource(ANNA, "human", 100)),
    ("figure_out_of_range", "What is printed", blank, BuyResource(ANNA, "human", 120)),
    ("prices_must_rise", "What is printed",
     lambda: after(blank(), BuyResource(ANNA, "human", 100)), BuyResource(ANNA, "human", 50)),
    ("purse_too_small", "BD-R1", lambda: holding(acting(), {ANNA: 0}),
     BuyResource(ANNA, "human")),
    ("not_in_pool", "BD-H1", acting, BuyShares(ANNA, "telcom")),
    ("purse_too_small", "BD-H1", lambda: holding(pooled(), {ANNA: 100}),
     BuyShares(ANNA, "telcom")),
    ("figures_needed", "BD-H1", blank, SellShares(ANNA, "telcom")),
    ("too_many_shares", "BD-S2", acting, SellShares(ANNA, "telcom", 7)),
    ("company_left_out", "BD-S2", acting, SellShares(ANNA, "worldwide")),
    ("unknown_company", "What is printed", acting, SellShares(ANNA, "acme")),
    ("too_few", "BD-H1", acting, SellShares(ANNA, "telcom", 0)),
    ("too_few", "BD-H1", pooled, BuyShares(ANNA, "telcom", -1)),
    ("another_company", "BD-H1", opened, SellShares(ANNA, "security", 1, 1)),
    ("not_in_company", "BD-H1", opened, SellShares(ANNA, "telcom", 3, 1)),
    ("not_your_company", "BD-H1", attackable, SellShares(ANNA, "telcom", 1, 1)),
]  # fmt: skip
COMPANY_CASES: list[Case] = [
    ("two_shares_needed", "BD-C1", lambda: with_a_set(acting()), Open(ANNA, "telcom", 1)),
    ("resources_missing", "BD-C1", acting, Open(ANNA, "telcom", 2)),
    ("figures_needed", "BD-C1", blank, Open(ANNA, "telcom", 2)),
    ("company_left_out", "BD-S2", acting, Open(ANNA, "virtual", 2)),
    ("too_many_shares", "BD-S2", lambda: with_a_set(acting()), Open(ANNA, "telcom", 7)),
    ("too_many_shares", "BD-S2", opened, Add(ANNA, 1, 5)),
    ("too_few", "BD-C2", opened, Add(ANNA, 1, 0)),
    ("unknown_group", "BD-C2", acting, Add(ANNA, 1)),
    ("not_your_company", "BD-C2", attackable, TakeBack(ANNA, 1)),
    ("not_in_company", "BD-C2", opened, TakeBack(ANNA, 1, 3)),
    ("not_your_company", "BD-C3", attackable, SellCompany(ANNA, 1)),
    ("two_shares_needed", "BD-C4", opened, Split(ANNA, 1, 1)),
    ("two_shares_needed", "BD-C4", lambda: after(opened(), Add(ANNA, 1, 1)), Split(ANNA, 1, 2)),
    ("resources_missing", "BD-C4", lambda: after(opened(), Add(ANNA, 1, 2)), Split(ANNA, 1, 2)),
    ("figures_needed", "BD-C4", lambda: with_group(blank(), ANNA, 4), Split(ANNA, 1, 2)),
]
LEARNING_CASES: list[Case] = [
    ("company_known", "What is printed", acting, LearnCompany("telcom", 150, 200, TELCOM_SET)),
    ("company_left_out", "BD-S2", blank, LearnCompany("worldwide", 150, 200, TELCOM_SET)),
    ("unknown_company", "What is printed", blank, LearnCompany("acme", 150, 200, TELCOM_SET)),
    ("figure_out_of_range", "What is printed", blank,
     LearnCompany("telcom", 140, 200, TELCOM_SET)),
    ("figure_out_of_range", "What is printed", blank, LearnCompany("telcom", 150, 0, TELCOM_SET)),
    ("needs_out_of_range", "What is printed", blank, LearnCompany("telcom", 150, 200, {})),
    ("needs_out_of_range", "What is printed", blank,
     LearnCompany("telcom", 150, 200, {"human": 15})),
    ("unknown_resource", "What is printed", blank,
     LearnCompany("telcom", 150, 200, {"gold": 1})),
    ("figure_differs", "What is printed", half_known,
     LearnCompany("telcom", 200, 200, TELCOM_SET)),
]  # fmt: skip
CORRECTION_CASES: list[Case] = [
    ("unknown_seat", "BD-S1", acting, SetTokens(4, "human", 1)),
    ("unknown_resource", "What is printed", acting, SetTokens(ANNA, "gold", 1)),
    ("too_few", "What is printed", acting, SetTokens(ANNA, "human", -1)),
    ("unknown_seat", "BD-S1", acting, SetGroup(4, "telcom", 2)),
    ("company_left_out", "BD-S2", acting, SetGroup(ANNA, "worldwide", 2)),
    ("too_few", "BD-C1", acting, SetGroup(ANNA, "telcom", 0)),
    ("too_many_shares", "BD-S2", acting, SetGroup(ANNA, "telcom", 7)),
    ("too_few", "BD-C1", opened, SetGroup(ANNA, "telcom", -1, 1)),
    ("too_many_shares", "BD-S2", opened, SetGroup(ANNA, "telcom", 7, 1)),
    ("company_left_out", "BD-S2", acting, CorrectShares("worldwide", "pool", 1)),
    ("too_few", "BD-H1", pooled, CorrectShares("telcom", "pool", -1)),
    ("too_few", "BD-H1", acting, CorrectShares("telcom", "discards", -1)),
    ("too_many_shares", "BD-S2", acting, CorrectShares("telcom", "discards", 7)),
    ("too_many_overs", "BD-G1", acting, SetOvers(8)),
    ("too_many_overs", "BD-G1", acting, SetOvers(-1)),
    ("too_few", "BD-Q1", acting, SetCashCards(-1)),
]
CASES = (*TURN_CASES, *MARKET_CASES, *COMPANY_CASES, *LEARNING_CASES, *CORRECTION_CASES)


test_an_illegal_action_is_refused_with_name_and_rule = refuses(CASES)

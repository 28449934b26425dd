"""The turn step by step: payments, legal actions, and the cost of hands."""

from __future__ import annotations

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.panels import unknown_figures
from companion.games.big_deal.screen import view as view_of
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, TakeOver
from companion.games.big_deal.turn import Deal, Draw, EndTurn, Income
from companion.mechanics.game import OneOf
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.big_deal.big_deal_tables import (
    TELCOM_SET,
    acting,
    attacked,
    drawing,
    opened,
    seated,
    with_group,
    with_tokens,
)


def offered(state: BigDealState, seat: int | None) -> set[str]:
    return {offer.kind for offer in GAME.legal_actions(state, seat)}


@pytest.mark.parametrize(
    ("players", "first", "purses"),
    [
        (2, 0, [1000, 1150]),
        (3, 1, [1300, 1000, 1150]),
        (4, 3, [1150, 1300, 1450, 1000]),
        (5, 0, [1400, 1550, 1700, 1850, 2000]),
        (6, 0, [1400, 1550, 1700, 1850, 2000, 2150]),
    ],
)
def test_each_later_player_starts_with_150_more(
    players: int, first: int, purses: list[int]
) -> None:
    state = after(seated(players), Deal(first))

    assert [state.money(seat) for seat in state.seats] == purses
    assert state.active == first


@pytest.mark.parametrize(
    ("players", "shares", "left_out", "cash_cards"),
    [
        (2, 5, ("nanotech", "virtual", "worldwide"), 8),
        (3, 5, ("nanotech", "virtual", "worldwide"), 8),
        (4, 6, ("virtual", "worldwide"), 8),
        (5, 6, (), 10),
        (6, 7, (), 12),
    ],
)
def test_the_numbers_of_cards_match_the_rule_book(
    players: int, shares: int, left_out: tuple[str, ...], cash_cards: int
) -> None:
    packing = view_of(seated(players), None).packing

    assert (packing.shares, packing.left_out) == (shares, left_out)
    assert (packing.cash_cards, len(packing.companies)) == (cash_cards, 11 - len(left_out))


def test_game_over_cards_of_the_deal_start_on_the_board() -> None:
    state = after(seated(), Deal(ANNA, 2), Draw(ANNA, 1))

    assert state.overs == 3 and state.stage == "actions"


def test_drawing_a_card_pays_the_income_of_each_group_once() -> None:
    state = with_group(with_group(drawing(), ANNA, 5), ANNA, 2, "security")
    state = after(state, Draw(ANNA))

    # TelCom 200 and Security 150, however many shares lie there.
    assert state.money(ANNA) == 1350
    assert view_of(state, ANNA).income == (("telcom", 200), ("security", 150))


def test_income_waits_for_an_unknown_green_value() -> None:
    state = after(with_group(drawing(known=False), ANNA, 2), Draw(ANNA))
    assert state.stage == "income" and offered(state, ANNA) == set()
    assert unknown_figures(state) == ("telcom",)
    assert offered(state, None) == {"learn_company"}

    state = after(state, LearnCompany("telcom", 150, 200, TELCOM_SET))
    assert offered(state, ANNA) == {"income"}

    assert after(state, Income(ANNA)).money(ANNA) == 1200


def test_the_seventh_game_over_ends_the_game_without_income() -> None:
    state = with_group(after(seated(), Deal(ANNA, 3)), ANNA, 2)

    state = after(state, Draw(ANNA, 4))

    assert state.stage == "hands" and state.money(ANNA) == 1000
    assert GAME.rules.waiting(state).seats == (ANNA, BRUNO, CARLA, DARIO)


def test_the_card_drawn_with_the_last_game_over_is_not_counted_with_the_hand() -> None:
    state = after(drawing(2), Draw(ANNA, 7))
    assert "Anna first discards the card just drawn" in str(GAME.rules.waiting(state).prompt)

    state = after(state, CountHand(ANNA, 3))

    assert str(GAME.rules.waiting(state).prompt) == "Still to count shares in hand: Bruno."


def test_purchases_and_sales_use_the_price_of_their_slot() -> None:
    state = after(acting(), *(BuyResource(ANNA, "human") for _ in "abc"))
    # Slots 50, 50, 100.
    assert state.money(ANNA) == 800

    state = after(state, SellResource(ANNA, "human"), SellResource(ANNA, "human"))

    assert state.money(ANNA) == 950
    assert (state.buys_left, state.sales_left) == (0, 1)


def test_limits_of_resources_are_new_each_turn() -> None:
    state = after(acting(), BuyResource(ANNA, "human"), EndTurn(ANNA), Draw(BRUNO))

    assert (state.buys_left, state.sales_left) == (3, 3)


def test_an_empty_wheel_offers_no_purchase_and_a_full_one_no_sale() -> None:
    state = with_tokens(acting(), BRUNO, {"human": 14})

    human, space, *_ = view_of(state, ANNA).wheels
    assert (human.left, str(human.price)) == (0, "all taken")
    assert (space.left, str(space.price)) == (14, "costs 100")
    assert (state.selling_slot("human"), state.selling_slot("space")) == (13, None)
    (buy,) = (o for o in GAME.legal_actions(state, ANNA) if o.kind == "buy_resource")
    resource = buy.fields["resource"]
    assert isinstance(resource, OneOf) and "human" not in resource.values


def test_the_pool_buys_and_sells_shares_at_the_white_value() -> None:
    state = after(acting(), SellShares(ANNA, "telcom", 3), BuyShares(ANNA, "telcom", 1))

    assert state.pool == {"telcom": 2} and state.money(ANNA) == 1300
    assert state.unseen_shares("telcom") == 4


def test_shares_can_be_sold_from_an_open_company_too() -> None:
    state = after(opened(), SellShares(ANNA, "telcom", 1, 1))
    assert state.groups[1].shares == 1 and state.money(ANNA) == 1150

    state = after(state, SellShares(ANNA, "telcom", 1, 1))
    assert state.groups == {} and state.free_tokens(ANNA)["space"] == 1


def test_a_company_with_all_shares_taken_back_closes_and_frees_its_resources() -> None:
    state = after(opened(), Add(ANNA, 1, 2), TakeBack(ANNA, 1, 3))
    assert state.groups[1].shares == 1 and state.free_tokens(ANNA)["space"] == 0

    state = after(state, TakeBack(ANNA, 1, 1))

    assert state.groups == {} and state.free_tokens(ANNA)["technology"] == 1


def test_a_sold_company_pays_fifty_more_per_share_and_is_removed() -> None:
    state = after(opened(), SellCompany(ANNA, 1))

    # The book's example: white 150, each share 200.
    assert state.money(ANNA) == 1400
    assert state.discarded == {"telcom": 2} and state.unseen_shares("telcom") == 4


def test_in_the_shark_variant_a_sold_company_pays_a_hundred_more_per_share() -> None:
    state = with_group(acting(shark=True), ANNA, 2)

    assert after(state, SellCompany(ANNA, 1)).money(ANNA) == 1500


def test_each_part_of_a_split_company_pays_from_the_next_turn() -> None:
    state = with_tokens(with_group(acting(2), ANNA, 4), ANNA, {"space": 2, "technology": 2})
    state = after(state, Split(ANNA, 1, 2), EndTurn(ANNA), Draw(BRUNO), EndTurn(BRUNO))
    held = state.money(ANNA)

    assert after(state, Draw(ANNA)).money(ANNA) == held + 400


def test_a_cash_card_collects_for_shares_in_hand_and_unassigned_tokens() -> None:
    state = with_tokens(acting(), CARLA, {"human": 2})
    state = with_group(state, CARLA, 2)
    state = after(state, Collect(ANNA, (BRUNO, CARLA)))
    assert GAME.rules.waiting(state).seats == (BRUNO, CARLA)

    # Bruno 4 x 50; Carla (3 + 2 unassigned) x 50, the two at TelCom do not count.
    state = after(state, CountHand(CARLA, 3), CountHand(BRUNO, 4))

    assert [state.money(seat) for seat in state.seats] == [1450, 950, 1050, 1450]
    assert state.stage == "actions" and state.cash_cards == 1


def test_in_the_shark_variant_a_cash_card_collects_a_hundred() -> None:
    state = after(acting(shark=True), Collect(ANNA, (BRUNO,)), CountHand(BRUNO, 4))

    assert state.money(ANNA) == 1400


def test_a_player_who_cannot_pay_in_full_pays_all_they_have() -> None:
    state = holding(acting(), {BRUNO: 100, CARLA: 0})
    state = after(state, Collect(ANNA, (BRUNO, CARLA)))
    state = after(state, CountHand(BRUNO, 5), CountHand(CARLA, 2))

    assert [state.money(seat) for seat in (ANNA, BRUNO, CARLA)] == [1100, 0, 0]


def test_everything_is_sold_at_150_when_all_hands_are_counted() -> None:
    state = with_tokens(with_group(drawing(2), ANNA, 3), BRUNO, {"human": 4})
    state = after(state, Draw(ANNA, 7), CountHand(BRUNO, 1), CountHand(ANNA, 2))

    outcome = GAME.final.outcome(state)
    assert outcome is not None and state.is_over
    # Anna 1000 + 3 x 150 + 2 x 150 + 2 tokens x 150; Bruno 1150 + 1 x 150 + 4 x 150.
    assert [(p.name, p.total) for p in outcome.standings] == [("Anna", 2050), ("Bruno", 1900)]
    assert [str(term.label) for term in outcome.standings[0].terms] == [
        "cash",
        "3 shares on the table at 150",
        "2 shares in hand at 150",
        "2 resources at 150",
    ]
    assert outcome.reason == "most_money" and str(outcome.sentence) == "Anna wins with 2050."


def test_the_chart_of_wealth_ends_with_a_point_for_the_final_sale() -> None:
    state = after(acting(2), EndTurn(ANNA))
    assert (GAME.chart.progress(state), GAME.chart.wealth(state)) == (1, (1000, 1150))

    state = after(state, Draw(BRUNO, 7), CountHand(ANNA, 2), CountHand(BRUNO, 0))

    assert (GAME.chart.progress(state), GAME.chart.wealth(state)) == (2, (1300, 1150))


def test_unfinished_companies_can_be_opened_again_with_the_same_resources() -> None:
    state = after(opened(), TakeBack(ANNA, 1, 2), Open(ANNA, "telcom", 2))

    assert list(state.groups) == [2] and state.free_tokens(ANNA)["space"] == 0


def test_the_steps_of_a_turn_are_offered_in_their_order() -> None:
    state = drawing()
    assert offered(state, ANNA) == {"draw"} and offered(state, BRUNO) == set()

    state = after(state, Draw(ANNA))
    assert {"buy_resource", "sell_shares", "collect", "end_turn"} <= offered(state, ANNA)
    assert "open" not in offered(state, ANNA) and offered(state, BRUNO) == set()

    state = after(attacked(), GiveUp(BRUNO))
    assert {"sell_won", "keep_won", "end_turn"} <= offered(state, ANNA)
    assert "take_over" not in offered(state, ANNA)


def test_a_company_with_one_share_stays_open_and_can_be_attacked() -> None:
    state = with_group(acting(), BRUNO, 1)

    state = after(state, TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO))

    assert state.money(ANNA) == 850 and state.spoils is not None

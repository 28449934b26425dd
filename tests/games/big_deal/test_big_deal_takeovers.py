"""The branches of a takeover, money followed by hand (BD-K1 to BD-K8); TelCom: white 150, green
200, needs one space and one technology. Purses at the start: 1000, 1150, 1300, 1450."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.market import SellResource
from companion.games.big_deal.screen import view as view_of
from companion.games.big_deal.settlement import Claim, Fail, Pay
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Range
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.big_deal.big_deal_tables import (
    attackable,
    attacked,
    short_of_money,
    with_group,
    with_tokens,
    won,
)


def purses(state: BigDealState) -> list[int]:
    return [state.money(seat) for seat in state.seats]


def sizes(state: BigDealState) -> list[tuple[int, str, int]]:
    return [(group.seat, group.company, group.shares) for group in state.groups.values()]


def offered(state: BigDealState, seat: int) -> set[str]:
    return {offer.kind for offer in GAME.legal_actions(state, seat)}


def test_the_two_raise_in_turns_until_one_gives_up() -> None:
    state = after(attacked(), Raise(BRUNO, 200), Raise(ANNA, 300), Raise(BRUNO, 350))

    view = view_of(state, ANNA).duel
    assert view is not None
    assert (view.price, str(view.bid)) == (350, "a share, bid by Bruno")
    assert (view.turn, view.lowest) == (ANNA, 400)
    assert [side.pays for side in view.sides] == [1200, 350]
    decided = after(state, GiveUp(ANNA)).duel
    assert decided is not None and decided.winner == BRUNO


def test_only_the_attacker_may_bid_beyond_their_cash() -> None:
    state = after(attacked(), Raise(BRUNO, 1150), Raise(ANNA, 90_000))

    assert offered(state, BRUNO) == {"give_up"}
    view = view_of(state, BRUNO).duel
    assert view is not None and [side.name for side in view.sides] == ["Anna"]


def test_the_defenders_limit_is_the_cash_per_laid_card() -> None:
    state = attacked(shares=2, cash_cards=1)

    view = view_of(state, BRUNO).duel
    # 1150 for 3 cards is 383 a card, so 350.
    assert view is not None and view.highest == 350


@pytest.mark.parametrize("price", [1150, 1200, 5000])
def test_a_defender_whose_cash_covers_no_answer_is_told_to_give_up(price: int) -> None:
    """1150 stand, and Bruno has 1150."""
    with pytest.raises(Refusal) as refused:
        Raise(BRUNO, price).decide(attacked(price=1150))

    assert str(refused.value.sentence) == (
        "Your money does not cover 1200 a share for the card laid: give up."
    )


def test_the_defender_who_wins_pays_for_the_laid_shares_and_adds_them() -> None:
    state = after(attacked(shares=2), Raise(BRUNO, 200), GiveUp(ANNA), Claim(BRUNO))

    # 2 x 200 = 400.
    assert purses(state) == [1400, 750, 1300, 1450]
    assert sizes(state) == [(BRUNO, "telcom", 5)]
    assert state.stage == "actions"


def test_the_defender_may_take_laid_shares_into_a_hand_with_room() -> None:
    state = after(attacked(shares=2), Raise(BRUNO, 200), GiveUp(ANNA), Claim(BRUNO, 1, hand=4))

    assert sizes(state) == [(BRUNO, "telcom", 4)]
    assert state.unseen_shares("telcom") == 2


def test_the_bank_pays_the_defender_the_white_value_of_a_laid_cash_card() -> None:
    state = attacked(shares=1, cash_cards=2)
    state = after(state, Raise(BRUNO, 200), GiveUp(ANNA), Claim(BRUNO))

    # Pays 3 x 200 to Anna, gets 2 x 150 from the bank.
    assert purses(state) == [1600, 850, 1300, 1450]
    assert sizes(state) == [(BRUNO, "telcom", 4)]
    assert state.cash_cards == 2


def test_with_cash_cards_alone_there_is_nothing_to_claim() -> None:
    state = attacked(shares=0, cash_cards=1)
    state = after(state, Raise(BRUNO, 200), GiveUp(ANNA))

    assert purses(state) == [1200, 1100, 1300, 1450]
    assert state.stage == "actions" and state.duel is None


def test_the_attacker_who_wins_pays_for_the_whole_group_at_once() -> None:
    state = won(price=200)

    # 3 x 200 = 600.
    assert purses(state) == [400, 1750, 1300, 1450]
    assert state.groups == {} and state.spoils is not None
    assert (state.spoils.won, state.spoils.laid) == (3, 1)


def test_a_defender_who_loses_keeps_the_resources_unassigned() -> None:
    state = won()

    assert state.free_tokens(BRUNO) == {"human": 0, "space": 1, "energy": 0, "technology": 1}


def test_laid_cash_cards_are_discarded_whoever_wins() -> None:
    state = after(attacked(shares=0, cash_cards=2), GiveUp(BRUNO))

    assert state.cash_cards == 2 and state.spoils is not None
    assert (state.spoils.won, state.spoils.laid) == (3, 0)


def test_an_attacker_short_of_cash_pays_after_raising_it() -> None:
    state = with_tokens(short_of_money(cash=350), ANNA, {"space": 1})
    assert state.stage == "raise"

    # The one space token out stands on the slot for 100: 350 + 100 = 3 x 150.
    state = after(state, SellResource(ANNA, "space"), Pay(ANNA))

    assert purses(state)[:2] == [0, 1600]
    assert state.spoils is not None and state.spoils.won == 3


def test_an_attacker_short_of_cash_may_sell_won_shares_to_pay() -> None:
    # 450 are due, 100 are there; each won share brings 150 + 50, so two are sold.
    state = short_of_money(cash=100)
    (pay,) = (offer for offer in GAME.legal_actions(state, ANNA) if offer.kind == "pay")
    sell = pay.fields["sell"]
    assert isinstance(sell, Range) and sell.lowest == 2

    state = after(state, Pay(ANNA, 2))

    assert purses(state)[:2] == [50, 1600]
    assert state.discarded == {"telcom": 2}
    assert state.spoils is not None and (state.spoils.won, state.spoils.laid) == (1, 1)


def test_if_all_won_shares_are_sold_the_laid_ones_return_to_the_hand() -> None:
    state = after(short_of_money(cash=0), Pay(ANNA, 3))

    assert purses(state)[:2] == [150, 1600]
    assert state.spoils is None and state.unseen_shares("telcom") == 3


def test_a_cash_card_can_raise_the_money_too() -> None:
    state = short_of_money(cash=200, price=1000)

    state = after(state, Collect(ANNA, (CARLA,)), CountHand(CARLA, 4))

    assert state.stage == "raise" and state.money(ANNA) == 400


def test_a_token_of_unknown_price_counts_the_known_price_below() -> None:
    """Of 3000, Anna has 2200 and three won shares at 200; two tokens bring 100 or more each."""
    state = with_tokens(short_of_money(cash=2200, price=1000), ANNA, {"human": 2})
    ladders = {**state.copy.ladders, "human": (100, *[None] * 13)}
    state = replace(state, copy=replace(state.copy, ladders=ladders))

    with pytest.raises(Refusal, match="can_still_pay"):
        Fail(ANNA).decide(state)
    sold = SellResource(ANNA, "human", 100), SellResource(ANNA, "human")
    assert after(state, *sold, Pay(ANNA, 3)).money(ANNA) == 0


def test_an_attacker_who_cannot_pay_loses_laid_shares_and_cash() -> None:
    # 3 x 1000 are due; 200 and three won shares at 200 are far from it.
    state = after(short_of_money(cash=200, price=1000), Fail(ANNA))

    assert purses(state)[:2] == [0, 1350]
    assert sizes(state) == [(BRUNO, "telcom", 3)]
    assert state.discarded == {"telcom": 1} and state.stage == "actions"


def test_an_attacker_who_could_still_pay_cannot_give_up() -> None:
    state = short_of_money(cash=100)

    assert "fail" not in offered(state, ANNA)


def test_what_an_attacker_could_raise_counts_companies_and_three_tokens() -> None:
    state = with_group(attackable(), ANNA, 2, "security")
    state = with_tokens(state, ANNA, {"human": 5})
    state = holding(after(state, TakeOver(ANNA, 1, 1, 550)), {ANNA: 0})
    state = after(state, GiveUp(BRUNO))

    # 3 x 550 = 1650 are due. Within reach: 3 x 200 won shares, 2 x 150 of Security, and the
    # three best of five human tokens, 100 each: 1200.
    assert "fail" in offered(state, ANNA)
    assert "fail" not in offered(holding(state, {ANNA: 450}), ANNA)


def test_no_correction_takes_a_purse_below_its_standing_price() -> None:
    state = after(attacked(), Raise(BRUNO, 1000))

    with pytest.raises(Refusal) as refused:
        Correct("seat 1", "bank", 200).decide(state)

    assert refused.value.name == "bid_rests_on_it"
    assert after(state, Correct("seat 1", "bank", 150)).money(BRUNO) == 1000


@pytest.mark.parametrize("action", [CountCash({"seat 1": 5000}), Correct("seat 1", "seat 0", 50)])
def test_a_hidden_purse_behind_a_standing_price_is_not_touched(action: Correct | CountCash) -> None:
    state = after(attacked(shark=True), Raise(BRUNO, 1000))

    with pytest.raises(Refusal) as refused:
        action.decide(state)

    assert refused.value.name == "duel_under_way"
    assert after(replace(state, duel=None), action)


def test_shares_go_into_a_hand_that_has_room_for_them() -> None:
    state = after(attacked(shares=2), Raise(BRUNO, 200), GiveUp(ANNA))

    claims = [move for move in GAME.legal_actions(state, BRUNO) if move.kind == "claim"]

    assert {move.action.into_hand: move.ranges.get("hand") for move in claims} == {
        0: None,
        1: Range(0, 4),
        2: Range(0, 3),
    }

"""Deals, debts, bankruptcies and corrections, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly.auctions import Bid
from companion.games.monopoly.corrections import SetBuildings, SetDeed, SetKeys
from companion.games.monopoly.deals import (
    AcceptDeal,
    DealDeclined,
    DealProposed,
    DeclineDeal,
    ProposeDeal,
    WithdrawDeal,
)
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.effects import EffectKind
from companion.games.monopoly.liquidity import raising
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.mortgages import Mortgage
from companion.games.monopoly.rents import AskRent
from companion.games.monopoly.state import Deed
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    DARK_BLUE,
    ELECTRIC,
    KINGS_CROSS,
    OLD_KENT,
    WHITECHAPEL,
    begun,
    bidding,
    buying,
    listing,
    owing,
    owning,
    with_keys,
)


def test_an_accepted_deal_moves_property_keys_and_money_both_ways() -> None:
    state = owning(owning(begun(), ANNA, (KINGS_CROSS,)), BRUNO, (ELECTRIC,))
    offer = ProposeDeal(
        ANNA, BRUNO, gives=(KINGS_CROSS,), takes=(ELECTRIC,), pays=30, asks=100, keys_given=1
    )
    state = after(with_keys(state, ANNA, 1), offer)
    assert state.owner(KINGS_CROSS) == ANNA

    state = after(state, AcceptDeal(BRUNO, 1))

    assert (state.owner(KINGS_CROSS), state.owner(ELECTRIC)) == (BRUNO, ANNA)
    assert (state.money(ANNA), state.money(BRUNO), state.keys) == (1570, 1430, (0, 1, 0))
    assert state.deals == {}


def test_an_offer_can_be_declined_withdrawn_or_replaced() -> None:
    state = owning(begun(), ANNA, (KINGS_CROSS, ELECTRIC))
    state = after(state, ProposeDeal(ANNA, BRUNO, gives=(KINGS_CROSS,)))

    assert after(state, DeclineDeal(BRUNO, 1)).deals == {}
    assert after(state, WithdrawDeal(ANNA, 1)).deals == {}
    replaced = after(state, ProposeDeal(ANNA, CARLA, gives=(ELECTRIC,)))
    assert list(replaced.deals) == [2]


@pytest.mark.parametrize(("lifts", "cost", "mortgaged"), [((), 8, True), ((12,), 83, False)])
def test_the_receiver_of_a_mortgage_lifts_it_at_once_or_pays_the_tenth(
    lifts: tuple[int, ...], cost: int, mortgaged: bool
) -> None:
    state = owning(begun(), ANNA, (ELECTRIC,), mortgaged=True)

    sold = after(state, ProposeDeal(ANNA, BRUNO, gives=(ELECTRIC,)), AcceptDeal(BRUNO, 1, lifts))
    bought = after(
        state,
        ProposeDeal(BRUNO, ANNA, takes=(ELECTRIC,), lifts=lifts),
        AcceptDeal(ANNA, 1),
    )

    for after_deal in (sold, bought):
        assert after_deal.money(BRUNO) == 1500 - cost
        assert after_deal.deeds[ELECTRIC] == Deed(BRUNO, mortgaged)


def test_a_counter_offer_declines_the_offer_that_it_answers() -> None:
    state = after(owning(begun(), ANNA, (ELECTRIC,)), ProposeDeal(ANNA, BRUNO, gives=(ELECTRIC,)))

    declined, proposed = ProposeDeal(BRUNO, ANNA, takes=(ELECTRIC,), answers=1).decide(state)

    assert declined == DealDeclined(number=1, seat=ANNA, other=BRUNO, has_counter=True)
    assert isinstance(proposed, DealProposed) and proposed.number == 2


def test_a_debtor_may_deal_and_pay_with_the_money_of_the_deal() -> None:
    state = owning(owing(100), ANNA, (ELECTRIC,))
    state = after(state, ProposeDeal(ANNA, BRUNO, gives=(ELECTRIC,), asks=120))

    state = after(state, AcceptDeal(BRUNO, 1), PayDebt(ANNA))

    assert state.debts == () and state.money(ANNA) == 20


def test_a_player_who_cannot_pay_everybody_owes_each_in_turn() -> None:
    state = after(
        holding(owning(listing(), ANNA, (ELECTRIC,)), {ANNA: 60}),
        *rolled_line("pay_each", 50),
        Mortgage(ANNA, ELECTRIC),
        PayDebt(ANNA),
    )

    assert state.debts == ()
    assert [state.money(seat) for seat in state.seats] == [35, 1550, 1550]


def rolled_line(kind: EffectKind, amount: int) -> tuple[Action, ...]:
    return RollList(ANNA, (1, 1, 1)), FollowLine(ANNA, kind, amount)


def test_a_debtor_must_first_collect_rent_owed_to_them() -> None:
    """Anna lands on Bruno's Angel; then a list makes Bruno owe her more than Bruno has."""
    state = holding(owning(begun(), BRUNO, (6,)), {BRUNO: 0})
    state = after(state, Roll(ANNA, (3, 3)), Roll(ANNA, (5, 6)))
    state = after(state, *rolled_line("collect_each", 55))

    assert [term.amount for term in raising(state, BRUNO)] == [0, 50, 6]
    with pytest.raises(Refusal, match="money_enough"):
        GoBankrupt(BRUNO).decide(state)
    assert after(state, AskRent(BRUNO, 6), Mortgage(BRUNO, 6), PayDebt(BRUNO)).money(BRUNO) == 1


def test_bankrupt_to_a_player_sells_buildings_and_hands_over_cash_deeds_and_keys() -> None:
    """Anna lands on Mayfair with a hotel: 2000. She has 100, four houses at 25, 60 of mortgages."""
    state = owning(owning(begun(), ANNA, BROWN, level=2), BRUNO, DARK_BLUE, level=5)
    state = with_keys(holding(state, {ANNA: 100}), ANNA, 2)
    state = replace(state, spaces=(36, 0, 0))

    state = after(state, Roll(ANNA, (1, 2)), AskRent(BRUNO, 39), GoBankrupt(ANNA))

    assert state.money(BRUNO) == 1500 + 100 + 4 * 25 and state.money(ANNA) == 0
    assert {state.owner(place) for place in BROWN} == {BRUNO}
    assert (state.keys, state.houses_left, state.bankrupt) == ((0, 2, 0), 32, (ANNA,))
    assert state.turn_seat == BRUNO


def test_a_new_owner_who_cannot_pay_the_tenth_owes_it() -> None:
    state = owning(owning(begun(), ANNA, (37,), mortgaged=True), BRUNO, (39,))
    state = replace(holding(state, {ANNA: 10, BRUNO: 0}), spaces=(36, 0, 0))

    state = after(state, Roll(ANNA, (1, 2)), AskRent(BRUNO, 39), GoBankrupt(ANNA))

    assert [(debt.debtor, debt.amount, debt.position) for debt in state.debts] == [(BRUNO, 18, 37)]


def test_the_auction_restarts_without_a_bankrupt_highest_bidder() -> None:
    """Bruno asks Anna for a rent while her bid for Whitechapel Road stands."""
    state = owning(after(bidding(), Bid(ANNA, 70)), BRUNO, DARK_BLUE, level=5)
    rent = after(
        replace(owning(begun(), BRUNO, DARK_BLUE, level=5), spaces=(36, 0, 0)),
        Roll(ANNA, (1, 2)),
    ).claims

    state = after(replace(state, claims=rent), AskRent(BRUNO, 39), GoBankrupt(ANNA))

    assert state.sale is not None and state.sale.auction.standing is None
    assert state.sale.auction.seats == (BRUNO, CARLA)


def test_the_banker_corrects_deeds_buildings_keys_and_money() -> None:
    state = after(
        begun(),
        SetDeed(OLD_KENT, ANNA),
        SetDeed(WHITECHAPEL, ANNA),
        SetBuildings("brown", {"1": 5, "3": 4}),
        SetDeed(ELECTRIC, BRUNO, mortgaged=True),
        SetKeys(CARLA, 2),
        Correct("seat 0", "seat 1", 100),
        CountCash({"seat 2": 1400}),
    )

    assert state.deeds[OLD_KENT].hotel and state.deeds[WHITECHAPEL].houses == 4
    assert state.deeds[ELECTRIC] == Deed(BRUNO, mortgaged=True)
    assert state.keys[CARLA] == 2
    assert [state.money(seat) for seat in state.seats] == [1400, 1600, 1400]


def test_a_deed_the_banker_gives_away_is_no_longer_for_sale() -> None:
    state = after(buying(), SetDeed(WHITECHAPEL, CARLA))

    assert state.stage == "roll" and state.turn_seat == BRUNO


def test_a_corrected_deed_is_offered_to_each_owner_plain_and_mortgaged() -> None:
    state = buying()

    offered = [SetDeed(WHITECHAPEL, CARLA, mortgaged=mortgaged) for mortgaged in (False, True)]

    assert [str(one.label(state)) for one in offered] == ["Carla", "Carla, mortgaged"]
    assert str(SetDeed(WHITECHAPEL).label(state)) == "The bank"

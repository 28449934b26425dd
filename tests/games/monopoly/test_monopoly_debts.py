"""Bail that must be raised first, and property in payment of a debt, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME, final_scores
from companion.games.monopoly.buildings import SellDown
from companion.games.monopoly.corrections import SetDeed, SetTurn
from companion.games.monopoly.deals import AcceptDeal, DeclineDeal, ProposeDeal, WithdrawDeal
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.rents import AskRent
from companion.games.monopoly.seating import Begin, DealDeeds
from companion.games.monopoly.state import Debt, MonopolyState
from companion.games.monopoly.turn import Land, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import apply_events
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    DARK_BLUE,
    ELECTRIC,
    KINGS_CROSS,
    OLD_KENT,
    begun,
    jailed,
    listing,
    owning,
    seated,
    standing_on,
    timed,
)

PARK_LANE, MAYFAIR = DARK_BLUE


def bailed(dice: tuple[int, int] = (1, 3), **options: object) -> MonopolyState:
    """Return a table where Anna, with 20 and the brown group, has rolled the third time in jail."""
    state = holding(owning(begun(**options), ANNA, BROWN), {ANNA: 20})
    return after(jailed(state, ANNA, 2), Roll(ANNA, dice))


def amounts(state: MonopolyState, seat: int) -> dict[str, int]:
    return {str(term.label): term.amount for term in final_scores.terms(state, seat)}


def test_a_player_who_cannot_pay_bail_stays_in_jail_until_it_is_raised() -> None:
    state = owning(bailed(), BRUNO, (14,))

    assert (state.jail[ANNA], state.spaces[ANNA], state.turn_seat) == (2, 10, ANNA)
    assert state.claims == () and [debt.amount for debt in state.debts] == [50]
    with pytest.raises(Refusal, match="debt_open"):
        Roll(ANNA, (1, 2)).decide(state)

    state = after(state, Mortgage(ANNA, OLD_KENT), PayDebt(ANNA))

    assert (state.jail[ANNA], state.spaces[ANNA], state.money(ANNA)) == (None, 14, 0)
    assert [claim.amount for claim in state.claims] == [12]
    assert state.turn_seat == BRUNO


def test_a_tax_is_due_only_after_the_bail_is_paid() -> None:
    state = standing_on(bailed(), ANNA, 0)

    state = after(state, Mortgage(ANNA, OLD_KENT), PayDebt(ANNA))

    assert [(debt.reason, debt.amount) for debt in state.debts] == [("tax", 200)]


def test_without_token_tracking_the_space_is_asked_for_after_the_bail() -> None:
    state = bailed(following=False)
    assert state.stage == "roll"

    state = after(state, Mortgage(ANNA, OLD_KENT), PayDebt(ANNA))

    assert state.stage == "space" and after(state, Land(ANNA, 14)).stage == "buy"


def test_a_player_who_can_never_raise_the_bail_is_bankrupt_in_jail() -> None:
    state = holding(jailed(begun(), ANNA, 2), {ANNA: 20})

    state = after(state, Roll(ANNA, (1, 3)), GoBankrupt(ANNA))

    assert state.bankrupt == (ANNA,) and state.turn_seat == BRUNO


def test_the_turn_cannot_end_while_the_bail_is_raised() -> None:
    with pytest.raises(Refusal, match="debt_open"):
        SetTurn(BRUNO).decide(bailed())


def test_an_older_log_in_which_the_token_moved_before_the_bail_moves_it_once() -> None:
    events = [
        {"kind": "dice_rolled", "seat": ANNA, "dice": [4, 6], "turn": 1, "jailed": True},
        {"kind": "left_jail", "seat": ANNA, "way": "rolls"},
        {"kind": "debt_opened", "number": 1, "seat": ANNA, "creditor": None, "amount": 50,
         "reason": "bail"},
        {"kind": "moved", "seat": ANNA, "source": 10, "target": 20},
        {"kind": "turn_passed", "seat": BRUNO, "turn": 2},
    ]  # fmt: skip
    state = holding(owning(jailed(begun(), ANNA, 2), ANNA, BROWN), {ANNA: 20})
    state = apply_events(GAME, state, (from_json(event, GAME.event_kinds) for event in events))

    state = after(state, Mortgage(ANNA, OLD_KENT), PayDebt(ANNA))

    assert (state.spaces[ANNA], state.turn_seat, state.debts) == (20, BRUNO, ())


def in_debt(cash: int = 100) -> MonopolyState:
    """Return a table where Anna, with two deeds and that much cash, owes Bruno 600 for Mayfair."""
    state = owning(owning(begun(), BRUNO, DARK_BLUE, level=2), ANNA, (KINGS_CROSS, ELECTRIC))
    state = standing_on(holding(state, {ANNA: cash}), ANNA, 36)
    return after(state, Roll(ANNA, (1, 2)), AskRent(BRUNO, MAYFAIR))


def offering(covers: int = 600, pays: int = 0) -> ProposeDeal:
    """Return Anna's offer of King's Cross for an amount of her debt."""
    return ProposeDeal(ANNA, BRUNO, gives=(KINGS_CROSS,), pays=pays, covers=covers)


def test_a_debt_is_paid_by_property_and_money_once_the_creditor_agrees() -> None:
    state = after(in_debt(), offering(pays=50))
    assert state.owner(KINGS_CROSS) == ANNA and state.debts[0].amount == 600

    state = after(state, AcceptDeal(BRUNO, 1))

    assert (state.owner(KINGS_CROSS), state.debts, state.deals) == (BRUNO, (), {})
    assert (state.money(ANNA), state.money(BRUNO)) == (50, 1550)
    assert after(state, Roll(BRUNO, (4, 6))).turn_seat == CARLA


def test_paying_part_of_a_debt_leaves_the_rest_due() -> None:
    state = after(in_debt(), offering(450), AcceptDeal(BRUNO, 1))
    assert [(debt.number, debt.amount) for debt in state.debts] == [(1, 150)]

    state = after(state, Mortgage(ANNA, ELECTRIC), PayDebt(ANNA))

    assert state.debts == () and state.money(BRUNO) == 1650


def test_money_raised_later_does_not_change_an_offer() -> None:
    state = after(in_debt(), offering(450), Mortgage(ANNA, ELECTRIC), AcceptDeal(BRUNO, 1))

    assert state.money(ANNA) == 175 and state.debts[0].amount == 150


@pytest.mark.parametrize(("lifts", "cost", "mortgaged"), [((), 10, True), ((5,), 110, False)])
def test_a_creditor_unmortgages_a_received_deed_or_pays_the_tenth(
    lifts: tuple[int, ...], cost: int, mortgaged: bool
) -> None:
    state = after(in_debt(), Mortgage(ANNA, KINGS_CROSS), offering())

    state = after(state, AcceptDeal(BRUNO, 1, lifts))

    assert state.money(BRUNO) == 1500 - cost and state.debts == ()
    assert state.deeds[KINGS_CROSS].mortgaged == mortgaged


def test_an_offer_for_a_debt_can_be_declined_withdrawn_and_made_again() -> None:
    state = after(in_debt(), offering())

    for action in (DeclineDeal(BRUNO, 1), WithdrawDeal(ANNA, 1)):
        without = after(state, action)
        assert without.deals == {} and without.debts == state.debts
    assert after(state, offering(300)).deals[2].covers == 300


def test_paying_a_debt_cancels_the_offer_for_it() -> None:
    state = after(holding(in_debt(), {ANNA: 700}), offering(), PayDebt(ANNA))

    assert state.deals == {} and state.debts == ()
    with pytest.raises(Refusal, match="no_such_deal"):
        AcceptDeal(BRUNO, 1).decide(state)


def test_with_an_offer_the_table_waits_for_creditor_and_debtor() -> None:
    state = after(in_debt(), offering())

    waiting = GAME.rules.waiting(state)

    assert waiting.seats == (BRUNO, ANNA)
    assert str(waiting.prompt) == "Anna offers Bruno property for 600 of debt."
    assert GAME.rules.waiting(in_debt()).seats == (ANNA,)


def test_each_of_several_debts_is_paid_with_property_in_turn() -> None:
    """Anna owes Bruno 50 and then Carla 50."""
    state = holding(owning(listing(), ANNA, (KINGS_CROSS, ELECTRIC)), {ANNA: 0})
    state = after(state, RollList(ANNA, (1, 1, 1)), FollowLine(ANNA, "pay_each", 50))
    too_early = ProposeDeal(ANNA, CARLA, gives=(ELECTRIC,), covers=50)
    with pytest.raises(Refusal, match="other_debt_first"):
        too_early.decide(state)

    state = after(state, offering(50), AcceptDeal(BRUNO, 1), too_early, AcceptDeal(CARLA, 2))

    assert state.debts == () and (state.owner(5), state.owner(12)) == (BRUNO, CARLA)


def test_the_fast_game_ends_at_the_second_bankruptcy_despite_debts() -> None:
    """Elena is out. Anna's list says 50 from each: Bruno, Carla and Dario have too little.

    Dario could raise 100 and pay; Bruno and Carla can raise nothing. Bruno is the second.
    """
    state = begun(5)
    setup = replace(state.setup, options={**state.setup.options, "variant": "fast"})
    poor = {BRUNO: 20, CARLA: 10, DARIO: 0}
    state = holding(replace(state, setup=setup, bankrupt=(4,)), poor)
    state = after(owning(state, DARIO, (KINGS_CROSS,)), Roll(ANNA, (3, 4)))
    state = after(state, RollList(ANNA, (1, 1, 1)), FollowLine(ANNA, "collect_each", 50))
    assert [debt.debtor for debt in state.debts] == [BRUNO, CARLA, DARIO]

    state = after(state, GoBankrupt(BRUNO))

    assert (state.stage, state.end, state.bankrupt) == ("over", "second_bankruptcy", (4, BRUNO))
    assert [state.money(seat) for seat in state.seats] == [1520, 0, 10, 0, 1500]
    outcome = GAME.final.outcome(state)
    assert outcome is not None and outcome.winners == (ANNA,)
    assert {place.seat: place.total for place in outcome.standings} == {
        ANNA: 1520 + 2 * 50,
        BRUNO: 0,
        CARLA: 10 - 50,
        DARIO: 200 - 50,
        4: 1500,
    }
    assert GAME.legal_actions(state, DARIO) == ()


def test_an_open_debt_counts_for_the_creditor_and_against_the_debtor() -> None:
    state = replace(
        begun(), debts=(Debt(1, BRUNO, ANNA, 70, "rent"), Debt(2, BRUNO, None, 5, "tax"))
    )

    assert amounts(state, BRUNO) == {"cash": 1500, "still to pay": -75}
    assert amounts(state, ANNA) == {"cash": 1500, "owed by others": 70}
    assert final_scores.wealth(state)[:2] == (1570, 1425)


def test_a_bid_does_not_reduce_wealth_before_the_deed_is_sold() -> None:
    state = replace(begun(), debts=(Debt(1, BRUNO, None, 70, "auction", 5),))

    assert amounts(state, BRUNO) == {"cash": 1500}


def test_in_the_fast_game_each_player_is_dealt_two_deeds() -> None:
    """Anna and the banker each give Bruno a deed before Bruno's own are dealt."""
    state = after(seated(2, variant="fast"), DealDeeds(ANNA, (5, 12)))
    state = after(state, ProposeDeal(ANNA, BRUNO, gives=(5,)), AcceptDeal(BRUNO, 1))
    state = after(state, SetDeed(15, BRUNO))

    assert (state.stage, state.undealt_seats) == ("deal", (BRUNO,))
    state = after(state, DealDeeds(BRUNO, (1, 3)))
    assert state.stage == "start" and after(state, Begin(ANNA)).turn_seat == ANNA


def test_paying_the_last_debt_with_property_resumes_the_game() -> None:
    """In an old log the fast game waited for open debts: two are bankrupt, and a debt is left."""
    state = after(in_debt(), offering())
    setup = replace(state.setup, options={**state.setup.options, "variant": "fast"})
    others = replace(state, setup=setup, bankrupt=(CARLA, CARLA))

    ended = apply_events(GAME, others, AcceptDeal(BRUNO, 1).decide(others))

    assert ended.stage == "over" and ended.end == "second_bankruptcy"


def test_a_debtor_facing_bankruptcy_can_be_saved_by_property() -> None:
    state = in_debt(0)
    assert "go_bankrupt" in {offer.kind for offer in GAME.legal_actions(state, ANNA)}

    assert after(state, offering(), AcceptDeal(BRUNO, 1)).bankrupt == ()


def test_after_the_agreed_time_a_debt_is_still_paid_with_property() -> None:
    state = owning(owning(timed(), CARLA, DARK_BLUE, level=2), BRUNO, (KINGS_CROSS,))
    state = standing_on(holding(state, {BRUNO: 0}), BRUNO, 36)
    state = after(state, Roll(BRUNO, (1, 2), at=1599), AskRent(CARLA, MAYFAIR))
    state = after(state, ProposeDeal(BRUNO, CARLA, gives=(KINGS_CROSS,), covers=600))

    assert after(state, AcceptDeal(CARLA, 1, at=1700)).debts == ()


def test_the_history_lists_what_was_given_for_a_debt() -> None:
    state = in_debt()
    told = []
    for action in (offering(450, pays=30), AcceptDeal(BRUNO, 1)):
        for event in action.decide(state):
            told.append(str(event.tell(state, None)))
            state = GAME.apply(state, event)

    assert told == [
        "Anna offers Bruno: King’s Cross Station, 30 M for 450 off the debt.",
        "Anna gives Bruno King’s Cross Station, 30 M and gets 450 off the debt.",
        "Anna still owes Bruno 150.",
    ]


def test_buildings_are_sold_before_a_street_is_given_for_a_debt() -> None:
    state = owning(in_debt(), ANNA, BROWN, level=1)
    street = ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT,), covers=600)
    with pytest.raises(Refusal, match="group_has_buildings"):
        street.decide(state)

    state = after(state, SellDown(ANNA, "brown"), street, AcceptDeal(BRUNO, 1))

    assert state.owner(OLD_KENT) == BRUNO and state.debts == ()


def test_the_new_owner_lifts_an_inherited_mortgage_later() -> None:
    state = after(in_debt(), Mortgage(ANNA, KINGS_CROSS), offering(), AcceptDeal(BRUNO, 1))

    assert after(state, Lift(BRUNO, KINGS_CROSS)).money(BRUNO) == 1500 - 10 - 110

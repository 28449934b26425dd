"""Actions of others during a debt, debts owed to a debtor, and bids that must stay covered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import Bid, Pass, RecordSale
from companion.games.monopoly.buildings import Build, BuildUp, Want
from companion.games.monopoly.deals import AcceptDeal, ProposeDeal
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.screen import view as view_of
from companion.games.monopoly.state import Claim, Debt, MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import Action
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    ELECTRIC,
    KINGS_CROSS,
    LIGHT_BLUE,
    OLD_KENT,
    WHITECHAPEL,
    begun,
    bidding,
    owing,
    owning,
)


def offered(state: MonopolyState, seat: int) -> set[str]:
    return {offer.kind for offer in GAME.legal_actions(state, seat)}


def refusal_of(state: MonopolyState, action: Action) -> Refusal:
    with pytest.raises(Refusal) as refused:
        action.decide(state)
    return refused.value


def test_while_a_player_owes_money_others_build_unmortgage_and_deal() -> None:
    state = owning(owning(owing(), BRUNO, BROWN), BRUNO, (KINGS_CROSS,), mortgaged=True)
    assert {"build", "lift", "mortgage"} <= offered(state, BRUNO)

    state = after(
        state, Build(BRUNO, OLD_KENT), Lift(BRUNO, KINGS_CROSS), BuildUp(BRUNO, "brown", 2)
    )
    state = after(state, ProposeDeal(BRUNO, CARLA, gives=(KINGS_CROSS,), asks=50))
    state = after(state, AcceptDeal(CARLA, 1))

    assert state.level(WHITECHAPEL) == 2 and state.owner(KINGS_CROSS) == CARLA
    assert state.money(BRUNO) == 1500 - 4 * 50 - 110 + 50 and len(state.debts) == 1


@pytest.mark.parametrize(
    "action", [Build(ANNA, OLD_KENT), BuildUp(ANNA, "brown", 1), Lift(ANNA, KINGS_CROSS)]
)
def test_a_debtor_only_raises_money_until_the_debt_is_paid(action: Action) -> None:
    state = owning(owning(owing(150), ANNA, BROWN), ANNA, (KINGS_CROSS,), mortgaged=True)

    refused = refusal_of(state, action)

    assert (refused.name, refused.rule) == ("debt_open", "MO-X1")
    assert str(refused.sentence) == "Pay 200 first. Until then, you can only raise money."
    assert not {"build", "lift"} & offered(state, ANNA)


def test_an_uninvolved_player_is_told_who_must_pay_first() -> None:
    refused = refusal_of(owing(), Roll(BRUNO, (1, 2)))

    assert str(refused.sentence) == "Anna must pay 200 first."


def last_two_houses(*debts: Debt) -> MonopolyState:
    """Return a table with two houses in the bank, a group each to Anna and Bruno, and debts."""
    state = owning(owning(begun(), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21), level=4)
    return replace(owning(state, CARLA, (37,), level=2), debts=debts)


def test_the_question_about_the_last_houses_waits_for_the_debt() -> None:
    state = after(last_two_houses(Debt(1, CARLA, None, 50, "tax")), Build(ANNA, OLD_KENT))

    assert state.wants is not None and state.wants.asked == (BRUNO,)
    assert refusal_of(state, Want(BRUNO, (6,))).name == "debt_open"
    state = after(state, PayDebt(CARLA), Want(BRUNO, (6,)))
    assert (state.level(OLD_KENT), state.level(6), state.wants) == (1, 1, None)


def test_debts_are_settled_before_an_auction_and_an_auction_before_the_last_houses() -> None:
    asking = after(last_two_houses(), Build(ANNA, OLD_KENT))
    bidding = after(asking, Want(BRUNO, (6, 8)))
    debt = Debt(1, CARLA, None, 50, "tax")

    assert asking.interruption == asking.wants
    assert bidding.wants and bidding.interruption == bidding.sale
    assert replace(bidding, debts=(debt,)).interruption == debt


def test_a_debtor_does_not_compete_for_the_last_houses() -> None:
    state = after(last_two_houses(Debt(1, BRUNO, None, 50, "tax")), Build(ANNA, OLD_KENT))

    assert state.wants is None and state.level(OLD_KENT) == 1


def owed(*debts: tuple[int, int | None, int], bruno: int = 0, carla: int = 0) -> MonopolyState:
    """Return a table where Anna has nothing but 50 and owes the bank 200, beside these debts."""
    rows = ((ANNA, None, 200), *debts)
    opened = tuple(Debt(n, *row, "line") for n, row in enumerate(rows, 1))
    state = holding(begun(), {ANNA: 50, BRUNO: bruno, CARLA: carla})
    return replace(owning(state, BRUNO, (KINGS_CROSS,)), debts=opened, debts_opened=len(opened))


@pytest.mark.parametrize(
    ("state", "brought"),
    [
        (owed((BRUNO, ANNA, 150), bruno=50), 150),
        (owed((BRUNO, ANNA, 900), bruno=50), 150),
        (owed((BRUNO, ANNA, 150), bruno=49), 149),
        (owed((BRUNO, None, 10), (BRUNO, ANNA, 150), bruno=50), 140),
        (owed((BRUNO, None, 151), (BRUNO, ANNA, 150), bruno=50), 0),
        (owed((CARLA, BRUNO, 50), (BRUNO, ANNA, 150), carla=50), 150),
        (owed((CARLA, BRUNO, 90), (BRUNO, ANNA, 150), carla=50), 150),
    ],
    ids=["paid", "bankrupt", "too-little", "after-another", "lost-before", "chain", "two-fall"],
)
def test_money_owed_to_a_debtor_counts_up_to_the_payers_means(
    state: MonopolyState, brought: int
) -> None:
    (debt, *_) = view_of(state, ANNA).debts
    shown = {str(label): amount for label, amount in debt.raising}

    assert shown.get("owed by others", 0) == brought and debt.could_raise == 50 + brought
    assert is_legal(GoBankrupt(ANNA).decide, state) == (brought < 150)


def test_another_players_bankruptcy_can_save_a_debtor() -> None:
    state = owed((BRUNO, ANNA, 900), bruno=50)
    refused = refusal_of(state, GoBankrupt(ANNA))
    assert str(refused.sentence) == "Anna can still raise 200 and owes 200."

    state = after(state, GoBankrupt(BRUNO), Mortgage(ANNA, KINGS_CROSS), PayDebt(ANNA))

    assert (state.bankrupt, state.debts, state.money(ANNA)) == ((BRUNO,), (), 0)


def test_two_players_who_owe_each_other_are_not_deadlocked() -> None:
    debts = (Debt(1, ANNA, BRUNO, 300, "line"), Debt(2, BRUNO, ANNA, 300, "line"))
    state = replace(holding(begun(), {ANNA: 150, BRUNO: 150}), debts=debts)

    assert after(state, GoBankrupt(ANNA)).debts == () and is_legal(GoBankrupt(BRUNO).decide, state)


def test_cash_is_not_counted_for_both_a_debt_and_a_rent() -> None:
    """Bruno's 50 cover the rent that Anna may still ask for, or a part of the debt to her."""
    state = replace(owed((BRUNO, ANNA, 900), bruno=50), claims=(Claim(ANNA, BRUNO, 3, 50),))

    assert view_of(state, ANNA).debts[0].could_raise == 50 + 50 + 100


def bid_for_a_deed() -> MonopolyState:
    """Return an auction of Whitechapel in which Anna, with 60 and a station, has bid 160."""
    state = owning(holding(bidding(), {ANNA: 60}), ANNA, (KINGS_CROSS,))
    return after(owning(state, BRUNO, (ELECTRIC,)), Bid(ANNA, 160))


GIVEN_AWAY = [
    ProposeDeal(ANNA, CARLA, gives=(KINGS_CROSS,)),
    ProposeDeal(ANNA, CARLA, gives=(KINGS_CROSS,), asks=99),
    ProposeDeal(BRUNO, ANNA, gives=(ELECTRIC,), asks=60),
]


@pytest.mark.parametrize("deal", GIVEN_AWAY[:2])
def test_the_highest_bidder_for_a_deed_keeps_the_means_behind_the_bid(deal: ProposeDeal) -> None:
    state = after(bid_for_a_deed(), deal)

    refused = refusal_of(state, AcceptDeal(deal.other, 1))

    assert (refused.name, refused.rule) == ("bid_stands", "MO-A1")
    assert view_of(state, ANNA).why_not[1] == refused.sentence
    assert "accept_deal" not in offered(state, deal.other)


def test_the_highest_bidder_for_a_deed_does_not_pay_a_tenth_that_the_bid_needs() -> None:
    state = after(bid_for_a_deed(), Bid(BRUNO, 161), Mortgage(ANNA, KINGS_CROSS))
    state = after(holding(state, {ANNA: 172}), Bid(ANNA, 163))

    assert refusal_of(state, Lift(ANNA, KINGS_CROSS)).rule == "MO-A1"


@pytest.mark.parametrize("deal", [GIVEN_AWAY[2], replace(GIVEN_AWAY[0], asks=100)])
def test_the_highest_bidder_deals_as_long_as_the_bid_is_covered(deal: ProposeDeal) -> None:
    state = after(bid_for_a_deed(), deal, AcceptDeal(deal.other, 1))

    assert after(state, Pass(BRUNO), Pass(CARLA)).sale is None


def test_a_seat_that_was_outbid_for_a_deed_deals_freely() -> None:
    state = after(bid_for_a_deed(), Bid(BRUNO, 161), GIVEN_AWAY[0])

    assert after(state, AcceptDeal(CARLA, 1)).owner(KINGS_CROSS) == CARLA


def house_for_sale() -> MonopolyState:
    """Return an auction of a house for Anna and Bruno, in which Anna's 60 is the highest bid."""
    return after(last_two_houses(), Build(ANNA, OLD_KENT), Want(BRUNO, (6, 8)), Bid(ANNA, 60))


@pytest.mark.parametrize(
    ("state", "told", "name", "rule"),
    [
        (house_for_sale(), RecordSale(), "bid_stands", "MO-B3"),
        (house_for_sale(), RecordSale(BRUNO, 60), "bid_too_low", "MO-B3"),
        (house_for_sale(), RecordSale(BRUNO, 1501), "bid_above_cash", "MO-B3"),
        (house_for_sale(), RecordSale(CARLA, 70), "not_in_this_auction", "MO-B3"),
        (bid_for_a_deed(), RecordSale(), "bid_stands", "MO-A1"),
        (bid_for_a_deed(), RecordSale(BRUNO, 160), "bid_too_low", "MO-A1"),
    ],
)
def test_a_recorded_sale_cites_the_rule_of_its_lot(
    state: MonopolyState, told: RecordSale, name: str, rule: str
) -> None:
    refused = refusal_of(state, told)

    assert (refused.name, refused.rule) == (name, rule)

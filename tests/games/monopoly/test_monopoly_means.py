"""What a seat can pay for: bids, the last buildings, and deals after the agreed time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import Bid, KnockDown, Pass
from companion.games.monopoly.buildings import Build, BuildUp, Sell, SellDown, Want
from companion.games.monopoly.deals import AcceptDeal, ProposeDeal
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.rents import AskRent
from companion.games.monopoly.screen import view as view_of
from companion.games.monopoly.state import Claim, MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal, is_legal
from companion.mechanics.game import Action, Range, TimedAction
from companion.tables.records.reading import parsed_record
from companion.tables.records.verdict import played
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    DARK_BLUE,
    ELECTRIC,
    KINGS_CROSS,
    LIGHT_BLUE,
    OLD_KENT,
    WHITECHAPEL,
    begun,
    bidding,
    claiming,
    owning,
    timed,
)


def poor() -> MonopolyState:
    """Return an auction in which Anna holds 60 and could mortgage King's Cross for 100."""
    return owning(holding(bidding(), {ANNA: 60}), ANNA, (KINGS_CROSS,))


def bids_of(state: MonopolyState, seat: int) -> Range | None:
    """Return the range of bids that a seat is offered, None if it can only pass."""
    for offer in GAME.legal_actions(state, seat):
        if offer.kind == "bid":
            amount = offer.fields["amount"]
            assert isinstance(amount, Range)
            return amount
    return None


def test_no_seat_bids_more_than_it_could_raise_alone() -> None:
    assert bids_of(poor(), ANNA) == Range(1, 160, at_hand=60)
    assert after(poor(), Bid(ANNA, 160)).sale is not None

    with pytest.raises(Refusal) as refused:
        Bid(ANNA, 161).decide(poor())

    assert (refused.value.name, refused.value.rule) == ("bid_above_means", "MO-A1")
    assert str(refused.value.sentence) == "You can raise 160. Bid up to 160, or pass."


def test_a_seat_that_cannot_reach_the_next_bid_is_told_to_pass() -> None:
    state = after(poor(), Bid(BRUNO, 160))

    assert bids_of(state, ANNA) is None
    assert "pass" in {offer.kind for offer in GAME.legal_actions(state, ANNA)}
    for amount in (1, 161):
        with pytest.raises(Refusal) as refused:
            Bid(ANNA, amount).decide(state)
        assert str(refused.value.sentence) == (
            "The next bid is 161, and you can raise 160 at most: pass."
        )


def test_the_view_lists_the_seats_that_must_pass() -> None:
    state = after(poor(), Bid(BRUNO, 160))

    only_passing = [view_of(state, seat).can_only_pass for seat in state.seats]

    assert [words is None for words in only_passing] == [False, True, True]


def test_a_winner_who_can_no_longer_pay_owes_the_bid() -> None:
    """Anna bids all she could raise; then Bruno asks her for a rent of 4."""
    state = holding(bidding(), {ANNA: 60})
    state = replace(state, claims=claiming().claims)
    state = after(state, Bid(ANNA, 60), AskRent(BRUNO, WHITECHAPEL))
    state = after(state, Pass(BRUNO), Pass(CARLA))

    assert [(debt.amount, debt.reason) for debt in state.debts] == [(60, "auction")]
    state = after(state, GoBankrupt(ANNA))
    assert state.sale is not None and state.sale.position == WHITECHAPEL


def test_an_indebted_winner_gets_the_deed_after_paying() -> None:
    state = owning(holding(bidding(), {ANNA: 10}), ANNA, (ELECTRIC,))
    state = after(state, Bid(ANNA, 60), Pass(BRUNO), Pass(CARLA), Mortgage(ANNA, ELECTRIC))

    assert state.owner(WHITECHAPEL) is None
    state = after(state, PayDebt(ANNA))

    assert state.owner(WHITECHAPEL) == ANNA and state.money(ANNA) == 10 + 75 - 60


def two_houses(anna: int, bruno: int) -> MonopolyState:
    """Return a table with two houses in the bank, a group each to Anna and Bruno, and their cash.

    A house costs 50.
    """
    state = owning(owning(begun(), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21), level=4)
    return holding(owning(state, CARLA, (37,), level=2), {ANNA: anna, BRUNO: bruno})


def test_wishes_for_houses_beyond_the_cash_do_not_count() -> None:
    """Anna wants one; Bruno wants two, and can by now pay one: that is enough for both."""
    state = holding(after(two_houses(100, 120), Build(ANNA, OLD_KENT)), {BRUNO: 60})

    state = after(state, Want(BRUNO, (6, 8)))

    assert (state.sale, state.wants, state.houses_left) == (None, None, 0)
    assert (state.money(ANNA), state.money(BRUNO)) == (50, 10)


def test_a_blocked_street_is_dropped_from_a_wish_for_houses() -> None:
    """Two houses are left; Anna mortgages a street of one group, and wants two of the other."""
    state = owning(owning(two_houses(500, 500), ANNA, (16, 18, 19)), CARLA, (11, 13, 14))
    state = after(state, Build(BRUNO, 6), Want(ANNA, (1, 3, 16)), Mortgage(ANNA, 18))

    state = after(state, Want(CARLA, ()))

    assert state.sale is not None and state.houses_left == 2


def test_a_wish_made_too_dear_by_an_auction_no_longer_counts() -> None:
    """Anna and Bruno want two each; Anna pays 80 of her 100 for the first and cannot pay another.

    Only Bruno still wants any, and builds the last one at its price.
    """
    state = after(two_houses(100, 120), Build(ANNA, OLD_KENT), Want(ANNA, (1, 3)))
    state = after(state, Want(BRUNO, (6, 8)), Bid(ANNA, 80), Pass(BRUNO))

    assert (state.sale, state.wants, state.houses_left) == (None, None, 0)
    assert (state.level(1), state.level(6), state.level(8)) == (1, 1, 0)
    assert (state.money(ANNA), state.money(BRUNO)) == (20, 70)


def test_only_affordable_houses_can_be_wished_for() -> None:
    state = holding(after(two_houses(100, 120), Build(ANNA, OLD_KENT)), {BRUNO: 60})

    wants = view_of(state, BRUNO).wants

    assert [len(choices) for choices in wants.values()] == [1]


def test_a_hotel_swapped_during_an_auction_leaves_no_house_to_be_built() -> None:
    """Carla gives a hotel back for the four houses that the bank has; one was being auctioned."""
    state = owning(owning(begun(4), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21), level=4)
    state = owning(owning(state, CARLA, DARK_BLUE, level=5), DARIO, (11, 13, 14))
    state = after(holding(state, {ANNA: 500, BRUNO: 500}), Build(ANNA, OLD_KENT))
    state = after(state, Want(ANNA, (1, 3)), Want(BRUNO, (6, 8, 9)), Want(DARIO))

    state = after(state, Bid(ANNA, 60), Sell(CARLA, 37), Pass(BRUNO))

    assert (state.houses_left, state.level(1), state.money(ANNA)) == (0, 0, 500)
    assert state.wants is None and state.sale is None


def bidding_for_a_house(anna: int = 200) -> MonopolyState:
    """Return an auction of a house in which Anna's 60 is the highest bid; Bruno may go on."""
    state = after(two_houses(anna, 200), Build(ANNA, OLD_KENT), Want(BRUNO, (6, 8)))
    return after(owning(state, ANNA, (KINGS_CROSS, 35)), Bid(ANNA, 60))


def built_up() -> MonopolyState:
    """Return an auction of a hotel for Anna's Old Kent Road, beside four houses; she bids 60."""
    state = owning(owning(begun(), ANNA, BROWN, level=4), BRUNO, LIGHT_BLUE, level=4)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21, 23, 24, 37, 39), level=5)
    return after(state, Build(ANNA, OLD_KENT), Want(BRUNO, (6,)), Bid(ANNA, 60))


def refused(state: MonopolyState, action: Action) -> str:
    with pytest.raises(Refusal) as refusal:
        action.decide(state)
    assert refusal.value.rule == "MO-B3"
    return refusal.value.name


def test_the_highest_bidder_for_a_house_keeps_a_street_for_it() -> None:
    """Selling, mortgaging or giving the street away would let the winner escape the payment."""
    hotel, house = built_up(), bidding_for_a_house()
    given = after(house, ProposeDeal(ANNA, CARLA, gives=(OLD_KENT,)))

    assert refused(hotel, Sell(ANNA, OLD_KENT)) == "bid_stands"
    assert refused(hotel, SellDown(ANNA, "brown")) == "bid_stands"
    assert refused(house, Mortgage(ANNA, WHITECHAPEL)) == "bid_stands"
    assert refused(given, AcceptDeal(CARLA, 1)) == "bid_stands"
    offered = {offer.kind for offer in GAME.legal_actions(hotel, ANNA)}
    assert not offered & {"sell", "sell_down"}


def test_the_highest_bidder_for_a_building_keeps_the_money_for_it() -> None:
    state = owning(bidding_for_a_house(160), ANNA, (35,), mortgaged=True)
    bought = after(
        owning(state, CARLA, (ELECTRIC,)), ProposeDeal(CARLA, ANNA, gives=(ELECTRIC,), asks=101)
    )
    spare = after(state, ProposeDeal(ANNA, CARLA, gives=(KINGS_CROSS,), pays=100))

    assert refused(state, Lift(ANNA, 35)) == "bid_stands"
    assert refused(bought, AcceptDeal(ANNA, 1)) == "bid_stands"
    assert after(spare, AcceptDeal(CARLA, 1)).money(ANNA) == 60


def test_the_highest_bidder_for_a_house_cannot_use_up_the_banks_houses() -> None:
    state = owning(owning(begun(4), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21), level=4)
    state = owning(owning(state, ANNA, DARK_BLUE, level=5), DARIO, (11, 13, 14))
    state = after(state, Build(ANNA, OLD_KENT), Want(ANNA, (1, 3)), Want(BRUNO, (6, 8, 9)))
    state = after(state, Want(DARIO), Bid(ANNA, 60))

    assert refused(state, Sell(ANNA, 37)) == "bid_stands"
    assert after(state, Bid(BRUNO, 61), Sell(ANNA, 37)).houses_left == 0


def test_outbid_and_other_seats_sell_and_mortgage_freely() -> None:
    state = after(bidding_for_a_house(), Bid(BRUNO, 61))

    assert after(state, Mortgage(ANNA, WHITECHAPEL)).deeds[WHITECHAPEL].mortgaged
    assert after(bidding_for_a_house(), Mortgage(ANNA, KINGS_CROSS)).money(ANNA) == 300


def test_a_highest_bidders_debt_is_paid_before_the_bid() -> None:
    """A rent of 240 falls due to Anna, who holds 200: she raises it as she can."""
    state = replace(bidding_for_a_house(), claims=(Claim(CARLA, ANNA, 39, 240),))

    state = after(state, AskRent(CARLA, 39), Mortgage(ANNA, OLD_KENT), Mortgage(ANNA, WHITECHAPEL))

    assert after(state, PayDebt(ANNA)).money(ANNA) == 20


def test_the_winner_builds_on_the_first_named_street_that_takes_it() -> None:
    """Anna named both; before she bids she sells the house on the second, so that one is next."""
    state = owning(two_houses(200, 200), ANNA, (OLD_KENT, WHITECHAPEL), level=1)
    state = after(owning(state, CARLA, (37,)), Build(ANNA, OLD_KENT), Want(ANNA, (1, 3)))
    state = after(state, Want(BRUNO, (6, 8, 9)))
    state = after(state, Sell(ANNA, WHITECHAPEL), Bid(ANNA, 60), KnockDown())

    assert (state.level(OLD_KENT), state.level(WHITECHAPEL)) == (1, 1)
    assert state.money(ANNA) == 200 + 25 - 60


def over(*, level: int = 0, mortgaged: bool = False) -> MonopolyState:
    """Return a table whose time is over at 1600, with the brown group before Anna."""
    return owning(timed(), ANNA, BROWN, level=level, mortgaged=mortgaged)


FROZEN: list[tuple[MonopolyState, TimedAction]] = [
    (over(), Mortgage(ANNA, OLD_KENT, at=1600)),
    (over(), Build(ANNA, OLD_KENT, at=1600)),
    (over(), BuildUp(ANNA, "brown", 1, at=1600)),
    (over(mortgaged=True), Lift(ANNA, OLD_KENT, at=1600)),
    (over(level=1), Sell(ANNA, OLD_KENT, at=1600)),
    (over(level=1), SellDown(ANNA, "brown", at=1600)),
]


@pytest.mark.parametrize(("state", "action"), FROZEN, ids=lambda part: getattr(part, "kind", ""))
def test_wealth_is_final_after_the_time_limit_and_the_running_turn(
    state: MonopolyState, action: Action
) -> None:
    with pytest.raises(Refusal) as refused:
        action.decide(state)

    assert (refused.value.name, refused.value.rule) == ("time_over", "MO-C1")


@pytest.mark.parametrize(("state", "action"), FROZEN, ids=lambda part: getattr(part, "kind", ""))
def test_wealth_may_change_in_the_turn_that_ran_at_the_time_limit(
    state: MonopolyState, action: Action
) -> None:
    running = after(state, Roll(BRUNO, (5, 5), at=1599))

    assert action.decide(running)


@pytest.mark.parametrize("state", [over(), over(mortgaged=True), over(level=1)])
def test_after_the_time_limit_no_move_that_changes_wealth_is_offered(state: MonopolyState) -> None:
    """The deal that Carla offers Anna is left to be declined."""
    state = after(
        owning(state, CARLA, (KINGS_CROSS,)), ProposeDeal(CARLA, ANNA, gives=(KINGS_CROSS,))
    )
    before, later = (
        {offer.kind for offer in GAME.legal_actions(state, ANNA, at)} for at in (1599, 1600)
    )

    assert "accept_deal" in before and len(before) > 2
    assert later == {"decline_deal"}


def test_after_the_time_limit_a_debtor_can_still_raise_money() -> None:
    state = holding(owning(owning(timed(), CARLA, BROWN), BRUNO, (KINGS_CROSS,)), {BRUNO: 0})
    state = after(state, Roll(BRUNO, (1, 2), at=1599), AskRent(CARLA, WHITECHAPEL))

    offered = {seat: GAME.legal_actions(state, seat, 1700) for seat in (BRUNO, CARLA)}

    assert [offer.kind for offer in offered[BRUNO]] == ["mortgage", "raise_money"]
    assert offered[CARLA] == ()


@pytest.mark.parametrize(("state", "action"), FROZEN, ids=lambda part: getattr(part, "kind", ""))
def test_an_older_record_without_times_ignores_the_time_limit(
    state: MonopolyState, action: TimedAction
) -> None:
    assert replace(action, at=None).decide(state)


def test_after_the_time_limit_only_a_debtor_raises_money_for_rent() -> None:
    state = owning(owning(timed(), CARLA, BROWN), BRUNO, (KINGS_CROSS, ELECTRIC))
    state = holding(state, {BRUNO: 0})
    state = after(state, Roll(BRUNO, (1, 2), at=1599), AskRent(CARLA, WHITECHAPEL))

    with pytest.raises(Refusal, match="time_over"):
        Mortgage(CARLA, OLD_KENT, at=1700).decide(state)
    state = after(state, Mortgage(BRUNO, KINGS_CROSS, at=1700), PayDebt(BRUNO))

    assert state.money(BRUNO) == 100 - 8 and state.is_between_turns
    with pytest.raises(Refusal, match="time_over"):
        Mortgage(BRUNO, ELECTRIC, at=1701).decide(state)


OWED = (KINGS_CROSS, ELECTRIC)
"""What a debtor holds after the time."""


@pytest.mark.parametrize(
    ("deal", "may_be_made"),
    [
        (ProposeDeal(BRUNO, ANNA, gives=OWED), False),
        (ProposeDeal(BRUNO, ANNA, takes=(9,), pays=1), False),
        (ProposeDeal(ANNA, BRUNO, gives=(9,), asks=1), False),
        (ProposeDeal(BRUNO, ANNA, gives=OWED, asks=40), True),
        (ProposeDeal(ANNA, BRUNO, takes=OWED, pays=40), True),
        (ProposeDeal(BRUNO, CARLA, gives=(ELECTRIC,), covers=8), True),
    ],
)
def test_after_the_time_limit_a_debtor_deals_only_for_the_debt(
    deal: ProposeDeal, may_be_made: bool
) -> None:
    state = owning(owning(owning(timed(), CARLA, BROWN), BRUNO, OWED), ANNA, (9,))
    state = holding(state, {BRUNO: 2})
    state = after(state, Roll(BRUNO, (1, 2), at=1599), AskRent(CARLA, WHITECHAPEL), deal)

    accepted = AcceptDeal(deal.other, 1, at=1700)

    assert is_legal(accepted.decide, state) == may_be_made


def test_actions_without_a_time_happen_at_the_last_known_time() -> None:
    """However late the record is read: the time was over at 1060, and the mortgage was before."""
    actions: list[dict[str, object]] = [
        {"kind": "begin", "seat": 0},
        {"kind": "roll", "seat": 0, "dice": [1, 2], "at": 1000},
        {"kind": "buy", "seat": 0},
        {"kind": "roll", "seat": 1, "dice": [4, 6], "at": 1030},
        {"kind": "mortgage", "seat": 0, "position": 3},
    ]
    record = {
        "game": "monopoly",
        "options": {"minutes": 1},
        "seats": [{"name": "Anna"}, {"name": "Bruno"}],
        "actions": actions,
    }

    entries, timeline = played(parsed_record(record), at=2_000_000_000.0)

    assert [entry.action.get("at") for entry in entries] == [None, 1000, None, 1030, 1030]
    assert timeline.state.money(ANNA) == 1500 - 60 + 30

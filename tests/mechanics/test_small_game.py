"""A minimal game with auctions and a loan, made from the parts in mechanics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import pytest

from companion.mechanics.actions.base import Action, SeatAction, TableAction, action
from companion.mechanics.actions.menu import Range
from companion.mechanics.actions.pending_events import PendingEvents, apply_event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions import auction
from companion.mechanics.auctions.auction import (
    Auction,
    AuctionRules,
    Award,
    BidMade,
    Passed,
    TurnAuctionPolicy,
    bidding_status,
)
from companion.mechanics.game import Game
from companion.mechanics.language.amounts import digits
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money import loans
from companion.mechanics.money.corrections import CountCash
from companion.mechanics.money.ledger import BANK, Ledger, purse
from companion.mechanics.money.loans import Certificates
from companion.mechanics.play.endings import GameEnded
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import PendingDecision, SeatSetup, Setup, TableState
from companion.mechanics.scoring.outcome import Place, Term, ranked
from companion.mechanics.scoring.score_form import Typed, plain_form, plain_holdings
from companion.mechanics.screen import plain_view
from companion.mechanics.values.codec import LARGEST

ANNA, BRUNO, CARLA = range(3)
NAMES = (SeatSetup("Anna"), SeatSetup("Bruno"), SeatSetup("Carla"))


@dataclass(frozen=True, slots=True)
class Market(TableState):
    end_rule = "T-9"
    certificates = Certificates(payouts=(10,), repayment=12, rule="T-5")
    setup: Setup
    ledger: Ledger
    auction: Auction
    stage: str = "auction"
    loans: Mapping[str, int] = field(default_factory=dict)
    up: str = ""

    def bid_for(self) -> Sentence | None:
        return say("the {thing}", thing=self.up) if self.up else None


class Auctions(TurnAuctionPolicy[Market]):
    rules = AuctionRules("T-1", "T-2", "T-2", "T-3", "T-2", "T-2")

    def award(self, pending: PendingEvents[Market], award: Award) -> None:
        pending.emit(GameEnded())


@action("bid")
class Bid(auction.Bid[Market]):
    policy = Auctions(lambda state: PendingDecision(say("Bid.")))


@action("pass")
class Pass(auction.Pass[Market]):
    policy = Bid.policy


@action("hidden_bid")
class HiddenBid(Bid):
    is_offered = False


class MarketGame(Game[Market]):
    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        return Bid, HiddenBid


@action("borrow")
class Borrow(loans.Borrow[Market]):
    pass


def a_market(up: str = "") -> Market:
    setup = plain_setup("Market", range(2, 5), (), "T-1", Setup({}, NAMES))
    return Market(setup, Ledger.dealt(map(purse, range(3)), 20), Auction.opened(range(3)), up=up)


def after(state: Market, *asked: Action) -> Market:
    for one in asked:
        for happened in one.decide(state):
            state = apply_event(state, happened)
    return state


def refusal(state: Market, asked: Action) -> Refusal:
    with pytest.raises(Refusal) as refused:
        asked.decide(state)
    return refused.value


def test_the_menu_leaves_out_a_class_that_is_not_offered() -> None:
    HiddenBid(ANNA, 1).decide(a_market())

    assert [move.kind for move in MarketGame().legal_actions(a_market(), ANNA)] == ["bid"]


def test_the_menu_offers_no_bid_at_another_stage() -> None:
    assert MarketGame().legal_actions(replace(a_market(), stage="card"), ANNA) == ()


def test_bidding_ends_with_one_seat_and_the_games_own_award() -> None:
    state = after(a_market(), Bid(ANNA, 3), Pass(BRUNO))

    assert Pass(CARLA).decide(state) == (Passed(CARLA), GameEnded())
    assert [bidding_status(state.auction, seat) for seat in range(3)] == ["high", "passed", "in"]
    assert after(state, Pass(CARLA)).stage == "over"


def test_a_bid_a_pass_and_the_end_have_history_lines() -> None:
    told = [
        event.tell(a_market(), None) for event in (BidMade(ANNA, 3), Passed(BRUNO), GameEnded())
    ]

    assert list(map(str, told)) == ["Anna bids 3.", "Bruno passes.", "The game is over."]


def test_each_button_is_labelled_with_its_action() -> None:
    said = [asked.label(a_market()) for asked in (Bid(ANNA, 3), Pass(ANNA), Borrow(ANNA))]

    assert list(map(str, said)) == ["Bid 3", "Pass", "Borrow: get 10, owe 12"]


def test_only_the_seat_to_act_may_bid_and_up_to_its_money() -> None:
    state = a_market()
    offered = [list(Bid.candidates(state, seat)) for seat in (None, ANNA, BRUNO)]

    assert [len(found) for found in offered] == [0, 1, 0]
    assert offered[1][0].action == Bid(ANNA, 1)
    assert offered[1][0].ranges["amount"] == Range(1, 20)


@pytest.mark.parametrize(
    ("asked", "name", "rule"),
    [
        (Bid(9, 1), "unknown_seat", "T-1"),
        (Bid(BRUNO, 1), "out_of_turn", "T-2"),
        (Bid(ANNA, 0), "bid_too_low", "T-3"),
        (Bid(ANNA, 21), "bid_above_purse", "T-3"),
    ],
)
def test_each_refusal_cites_the_rule_of_the_game(asked: Action, name: str, rule: str) -> None:
    found = refusal(a_market(), asked)

    assert (found.name, found.rule) == (name, rule)


def test_a_refused_bidder_who_may_borrow_is_told_so() -> None:
    state = after(a_market(), Bid(ANNA, 20))

    assert "Borrow first, or pass" in str(refusal(state, Bid(BRUNO, 21)))
    assert "You have 30. Bid up to 30, or pass" in str(
        refusal(after(state, Borrow(BRUNO)), Bid(BRUNO, 31))
    )


def test_after_the_end_nobody_bids() -> None:
    assert refusal(replace(a_market(), stage="over"), Bid(ANNA, 1)).name == "game_over"
    assert refusal(replace(a_market(), stage="card"), Bid(ANNA, 1)).name == "not_now"


def test_a_loan_pays_out_now_and_is_paid_back_at_the_end() -> None:
    state = after(a_market(), Borrow(ANNA))

    assert (state.money(ANNA), state.ledger.balance(BANK)) == (30, -70)
    (taken,) = Borrow(BRUNO).decide(state)
    assert str(taken.tell(state, None)) == "Bruno borrows: gets 10, owes 12."
    assert refusal(state, Borrow(ANNA)).name == "loan_pays_nothing"
    assert state.certificates.term(1, "T-5").amount == -12


def test_no_more_loans_than_certificates_can_be_taken() -> None:
    box = Certificates(payouts=(9, 8), repayment=10, rule="T-5", in_all=2)

    assert [box.next_payout(taken) for taken in range(3)] == [9, 8, 0]
    found = box.why_no_more({"seat 0": 1, "seat 1": 1}, "seat 0")
    assert found is not None and found.name == "no_certificates_left"
    with pytest.raises(Refusal):
        box.require_enough(3)


def test_a_plain_screen_shows_purses_and_who_bids() -> None:
    view = plain_view(after(a_market(), Bid(ANNA, 3)), BRUNO)

    assert [(seat.name, seat.money, seat.status) for seat in view.seats] == [
        ("Anna", 20, "high"),
        ("Bruno", 20, "in"),
        ("Carla", 20, "in"),
    ]


def test_a_plain_screen_shows_the_lot_if_it_is_known() -> None:
    assert plain_view(a_market(), BRUNO).card is None
    assert plain_view(a_market("mill"), BRUNO).card == say("the {thing}", thing="mill")


def test_a_plain_screen_shows_debts() -> None:
    view = plain_view(after(a_market(), Borrow(BRUNO)), ANNA)

    assert [seat.owes for seat in view.seats] == [0, 12, 0]


def test_a_correction_leaves_the_highest_bidder_enough_for_the_bid() -> None:
    state = after(a_market(), Bid(ANNA, 10))

    assert refusal(state, CountCash({"seat 0": 4})).name == "bid_rests_on_it"
    assert after(state, CountCash({"seat 0": 10})).money(ANNA) == 10


def test_a_plain_calculator_lists_required_fields_and_limits() -> None:
    form = plain_form(1, {"coins": say("coins"), "loans": say("loans")}, {"loans": 1}, ["coins"])

    assert [(one.is_needed, one.default, one.highest) for one in form.fields] == [
        (True, None, LARGEST),
        (False, 0, 1),
    ]


def test_a_plain_calculator_has_the_same_fields_for_every_seat() -> None:
    figures = {"coins": say("coins"), "loans": say("loans")}
    typed = Typed(("Anna", "Bruno"), {}, {"coins_0": 7, "loans_1": 1})

    assert [asked.name for asked in plain_form(2, figures).fields] == [
        "coins_0",
        "loans_0",
        "coins_1",
        "loans_1",
    ]
    assert plain_holdings(figures, typed)["seats"] == [
        {"name": "Anna", "coins": 7, "loans": 0},
        {"name": "Bruno", "coins": 0, "loans": 1},
    ]


@pytest.mark.parametrize(
    ("totals", "least_wins", "winners", "reason"),
    [
        ((3, 5), False, (1,), "most"),
        ((3, 5), True, (0,), "most"),
        ((5, 5), False, (0, 1), "tie_shared"),
    ],
)
def test_the_total_ranks_and_a_tie_is_shared(
    totals: tuple[int, ...], least_wins: bool, winners: tuple[int, ...], reason: str
) -> None:
    places = [
        Place.summed(seat, f"player {seat}", [Term(say("coins"), total, "T-7")])
        for seat, total in enumerate(totals)
    ]
    found = ranked(places, "most", "T-7", least_wins=least_wins)

    assert (found.winners, found.reason) == (winners, reason)


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("0", 0), ("", None), ("-1", None), ("1²", None), ("1234", None)],
)
def test_a_number_of_other_digits_or_too_many_is_refused(text: str, number: int | None) -> None:
    assert digits(text, 3) == number


def test_candidates_without_choices_belong_to_their_seat_or_banker() -> None:
    state = a_market()

    assert [len(tuple(SeatAction.candidates(state, seat))) for seat in (None, ANNA)] == [0, 1]
    assert [len(tuple(TableAction.candidates(state, seat))) for seat in (None, ANNA)] == [1, 0]


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        plain_setup("Market", range(2, 5), (), "T-1", Setup({}, NAMES[:1]))

    assert str(refused.value.sentence) == "Market is for 2 to 4 players, not 1."

"""Payments, the salary, auctions, dice, rounds, the countdown and points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.aids import Rolled, Score
from companion.games.free_bank.auctions import BidsOpened, PutUp, Sold
from companion.games.free_bank.draft import chips
from companion.games.free_bank.goods import CountGood
from companion.games.free_bank.payments import MoneyMoved, Pay, SalaryPaid, Take, TakeSalary
from companion.games.free_bank.requests import AskPayment
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Clock, Event, Range
from companion.mechanics.language.words import say
from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.games.free_bank.free_bank_tables import (
    NOON,
    a_setup,
    after,
    asked,
    bank,
    bid,
    decided,
    money,
    sealed,
    seated,
    up,
)


def test_the_bank_pays_everybody_the_starting_amount() -> None:
    state = seated(4, start=1500, accounts="Tax office;  Harbour ,")

    assert (money(state), bank(state)) == ([1500] * 4, -6000)
    assert state.accounts[4:] == ("bank", "pot", "account Tax office", "account Harbour")


def test_money_moves_between_two_players_to_all_and_from_all() -> None:
    state = after(
        seated(),
        {"kind": "pay", "seat": ANNA, "target": "seat 1", "amount": 5},
        {"kind": "pay", "seat": ANNA, "target": "all", "amount": 10},
        {"kind": "move", "source": "all", "target": "seat 2", "amount": 1},
        {"kind": "move", "source": "all", "target": "pot", "amount": 2},
        {"kind": "move", "source": "bank", "target": "all", "amount": 7},
        {"kind": "take", "seat": BRUNO, "source": "pot", "amount": 6},
    )

    assert money(state) == [100 - 25 - 1 + 5, 100 + 15 - 1 + 5 + 6, 100 + 10 + 2 + 5]
    assert (bank(state), state.ledger.balance("pot")) == (-300 - 21, 0)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("25", 25),
        (" 1 000 ", 1000),
        ("1’000", 1000),
        ("+7", 7),
        ("007", 7),
        ("2*15", 30),
        ("12 €", 12),
    ],
)
def test_a_typed_amount_is_read_and_logged_as_a_number(typed: str, amount: int) -> None:
    action = asked("pay", seat=ANNA, target="bank", typed=typed)

    assert action.with_chance(seated(), lambda sides: 1) == Pay(ANNA, "bank", amount=amount)


def test_an_account_can_be_added_while_the_game_goes_on() -> None:
    state = after(
        seated(),
        {"kind": "add_account", "name": " East   India "},
        {"kind": "pay", "seat": ANNA, "target": "account East India", "amount": 30},
    )

    assert state.ledger.balance("account East India") == 30
    assert GAME.rules.account_words(state, "account East India") == "East India"


def test_the_salary_is_paid_to_one_or_all_and_can_be_changed_later() -> None:
    state = after(
        seated(salary=20),
        {"kind": "salary", "seat": CARLA},
        {"kind": "set_salary", "typed": "50"},
        {"kind": "salaries"},
    )

    assert money(state) == [150, 150, 170]
    assert "salary" not in {
        offer.kind
        for offer in GAME.legal_actions(after(state, {"kind": "set_salary", "amount": 0}), ANNA)
    }


@pytest.mark.parametrize(
    ("movers", "banker_alone"),
    [
        ("pay", {Take, TakeSalary}),
        ("pay_and_take", set()),
        ("banker", {Pay, Take, TakeSalary, Score, PutUp, AskPayment, CountGood}),
    ],
)
def test_a_setting_limits_which_money_players_may_move(
    movers: str, banker_alone: set[type]
) -> None:
    state = seated(movers=movers)

    changed = {kind for kind in GAME.actions if kind.asked_by(state) == "banker" != kind.by}

    assert changed == banker_alone


def test_a_purse_may_go_below_zero_only_as_far_as_the_table_allows() -> None:
    state = seated(start=10, debt=50)

    owing = after(state, {"kind": "pay", "seat": ANNA, "target": "bank", "amount": 60})

    assert money(owing) == [-50, 10, 10]


def test_an_open_auction_is_sold_when_all_others_have_passed() -> None:
    state = after(up(target="pot"), bid(CARLA, 1), bid(ANNA, 30), bid(CARLA, 31))
    state = after(state, {"kind": "pass", "seat": BRUNO})

    events = decided(state, "pass", seat=ANNA)

    assert events[1] == Sold(CARLA, 31, "Mill", "pot")
    sold = after(state, {"kind": "pass", "seat": ANNA})
    assert (money(sold), sold.ledger.balance("pot"), sold.stage) == ([100, 100, 69], 31, "free")


def test_ending_an_open_auction_sells_to_the_highest_bidder_or_nobody() -> None:
    assert money(after(up(), bid(BRUNO, 12), {"kind": "hammer"})) == [100, 88, 100]
    assert money(after(up(), {"kind": "hammer"})) == [100] * 3


def test_an_auctioneer_who_wins_pays_the_bank() -> None:
    state = after(up(target="seat 1"), bid(BRUNO, 12), {"kind": "hammer"})

    assert (money(state), bank(state)) == ([100, 88, 100], -288)


def test_the_last_sealed_bid_opens_them_all() -> None:
    state = sealed(20, None, 0)

    events = decided(state, "seal_bid", seat=BRUNO, amount=35)

    assert events[1:] == (BidsOpened(((1, 35), (0, 20), (2, 0))), Sold(BRUNO, 35, "Mill", "bank"))


def test_ending_a_sealed_auction_opens_the_bids_so_far() -> None:
    state = after(sealed(20), {"kind": "hammer"})

    assert (money(state), state.stage) == ([80, 100, 100], "free")


def test_the_banker_decides_tied_sealed_bids() -> None:
    state = sealed(40, 40, 30)

    assert (state.stage, money(state)) == ("tied", [100] * 3)
    awarded = after(state, {"kind": "award", "seat": BRUNO})
    assert (money(awarded), awarded.stage) == ([100, 60, 100], "free")


def test_a_sealed_bid_that_its_purse_no_longer_covers_does_not_count() -> None:
    paid = {"kind": "pay", "seat": ANNA, "target": "pot", "amount": 50}
    state = after(sealed(90, 10), paid, bid(CARLA, 5, "seal_bid"))

    assert money(state) == [50, 90, 100]
    assert state.opened is not None and state.opened.void == (ANNA,)


def test_payments_are_possible_during_an_auction() -> None:
    pay = {"kind": "pay", "seat": ANNA, "target": "seat 1", "amount": 40}

    assert money(after(up(), bid(ANNA, 60), pay)) == [60, 140, 100]


def test_offered_payments_leave_the_highest_bid_covered() -> None:
    def most(state: FreeBankState, seat: int) -> object:
        offers = {offer.kind: offer for offer in GAME.legal_actions(state, seat)}
        return offers["pay"].fields["amount"] if "pay" in offers else None

    state = after(up(), bid(ANNA, 60))

    assert (most(state, ANNA), most(state, BRUNO)) == (Range(1, 40), Range(1, 100))
    assert (
        most(after(state, {"kind": "pay", "seat": ANNA, "target": "pot", "amount": 40}), 0) is None
    )
    assert most(after(state, bid(BRUNO, 61)), ANNA) == Range(1, 100)


def filled(state: FreeBankState) -> FreeBankState:
    """Return the table after the pot was filled to its limit."""
    return after(state, {"kind": "count_cash", "amounts": {"pot": 10**12}})


def test_a_sale_never_exceeds_the_maximum_of_an_account() -> None:
    called = after(filled(after(up(target="pot"), bid(ANNA, 5))), {"kind": "pass", "seat": BRUNO})
    opening = filled(sealed(20, None, 0, target="pot"))
    tied = filled(sealed(20, 20, 0, target="pot"))

    for state, last in (
        (called, {"kind": "pass", "seat": CARLA}),
        (called, {"kind": "hammer"}),
        (opening, bid(BRUNO, 0, "seal_bid")),
        (opening, {"kind": "hammer"}),
        (tied, {"kind": "award", "seat": BRUNO}),
    ):
        with pytest.raises(Refusal, match="account_full"):
            decided(state, **last)
        emptied = {"kind": "move", "source": "pot", "target": "bank", "amount": 20}
        assert after(state, emptied, last).stage == "free"
        assert after(state, {"kind": "call_off"}).stage == "free"


def test_the_app_rolls_any_dice_and_logs_what_they_show() -> None:
    action = asked("roll", seat=ANNA, which="3d20").with_chance(seated(), lambda sides: 11)

    assert action.decide(seated()) == (Rolled(ANNA, 20, (11, 11, 11), by_app=True),)
    assert action.is_chance


def test_rolls_of_real_dice_are_entered() -> None:
    action = asked("roll", typed="3, 5 6").with_chance(seated(), lambda sides: 1)

    assert action.decide(seated()) == (Rolled(None, 6, (3, 5, 6)),)
    assert not action.is_chance


def test_a_table_older_than_the_dice_setting_has_dice_and_auctions() -> None:
    new = a_setup(dice="none", auctions=False)
    kept = {name: new.options[name] for name in new.options if name not in ("dice", "auctions")}
    state = GAME.rules.begin(replace(new, options=kept))

    assert (state.dice, state.has_auctions) == ("1d6 2d6", True)
    assert after(state, {"kind": "roll"}, {"kind": "put_up"}).stage == "open"


def test_rounds_are_counted_and_corrected() -> None:
    state = after(seated(), {"kind": "next_round"}, {"kind": "next_round"})

    assert (state.round, after(state, {"kind": "set_round", "round": 9}).round) == (3, 9)


def test_a_countdown_ends_so_many_seconds_after_it_began() -> None:
    state = after(seated(), {"kind": "start_clock", "typed": "3"})

    assert GAME.rules.clock(state) == Clock(say("Time is up."), ends_at=NOON + 180)
    assert GAME.rules.clock(after(state, {"kind": "stop_clock"})) is None
    assert GAME.rules.clock(after(state, {"kind": "end"})) is None


def test_points_stand_beside_the_money_with_their_sign() -> None:
    state = after(
        seated(),
        {"kind": "score", "seat": ANNA, "typed": "-4"},
        {"kind": "score", "seat": ANNA, "typed": "−2"},
        {"kind": "score", "seat": BRUNO, "amount": 3},
    )

    assert [state.points(seat) for seat in state.seats] == [-6, 3, 0]
    assert money(state) == [100] * 3


@pytest.mark.parametrize(
    ("start", "amounts"),
    [
        (1500, (1, 5, 10, 20, 50, 100, 500)),
        (20, (1, 5, 10, 20, 50)),
        (0, (1, 5, 10, 20, 50)),
        (2_000_000, (5000, 10_000, 20_000, 50_000, 100_000, 500_000, 10**6)),
    ],
)
def test_quick_amounts_suit_the_sums_of_the_table(start: int, amounts: tuple[int, ...]) -> None:
    assert chips(seated(start=start)) == amounts


def test_an_agreed_salary_is_paid_at_once_while_balances_are_hidden() -> None:
    salary = 5 * 10**10

    paid = after(seated(start=0, salary=salary, hidden_money=True), {"kind": "salaries"})

    assert money(paid) == [salary] * 3


def test_the_banker_corrects_money_even_after_the_game() -> None:
    state = after(seated(), {"kind": "end"})

    mended = after(state, {"kind": "count_cash", "amounts": {"seat 2": 130}})

    outcome = GAME.final.outcome(mended)
    assert outcome is not None and outcome.winners == (CARLA,)


def test_points_of_one_round_may_be_more_than_a_seat_may_ever_hold() -> None:
    most = 10**12
    less, more = ({"kind": "score", "seat": ANNA, "amount": points} for points in (-most, most))

    over = after(
        seated(standing="most_points"), less, {"kind": "next_round"}, more, more, {"kind": "end"}
    )

    outcome = GAME.final.outcome(over)
    assert outcome is not None and outcome.winners == (ANNA,)
    assert [term.amount for term in outcome.standings[0].terms] == [-most, 2 * most]


@pytest.mark.parametrize(
    ("event", "seat", "words"),
    [
        (MoneyMoved(("seat 0",), ("seat 1",), 5), 0, "You pay Bruno 5."),
        (MoneyMoved(("seat 0",), ("seat 1",), 5), 1, "Anna pays you 5."),
        (MoneyMoved(("seat 0",), ("seat 1",), 5, "rent"), 1, "Anna pays you 5. (rent)"),
        (MoneyMoved(("seat 0",), ("seat 1",), 5), 2, "Anna pays Bruno 5."),
        (MoneyMoved(("seat 0",), ("bank",), 5), 2, "Anna pays the bank 5."),
        (MoneyMoved(("bank",), ("seat 0",), 5), 2, "The bank pays Anna 5."),
        (MoneyMoved(("seat 0",), ("pot",), 5), 2, "Anna → The pot: 5."),
        (MoneyMoved(("bank",), ("seat 0",), 5), 0, "The bank pays you 5."),
        (MoneyMoved(("seat 0",), ("bank",), 5), 0, "You pay the bank 5."),
        (MoneyMoved(("seat 0",), ("pot",), 5), 0, "You pay 5: the pot."),
        (MoneyMoved(("pot",), ("seat 0",), 5), 0, "You get 5: the pot."),
        (SalaryPaid((1,), 5), 1, "You get your salary of 5."),
        (SalaryPaid((1,), 5), 0, "Bruno gets a salary of 5."),
        (SalaryPaid((0, 1), 5), 0, "You get your salary of 5."),
        (SalaryPaid((0, 1), 5), 2, "Salary of 5: Anna and Bruno."),
        (MoneyMoved(("seat 0",), ("seat 1", "seat 2"), 5), 0, "You pay everyone 5."),
        (MoneyMoved(("seat 0",), ("seat 1", "seat 2"), 5), 1, "Anna pays you 5."),
        (MoneyMoved(("seat 0", "seat 1"), ("seat 2",), 5), 2, "Everyone pays you 5."),
        (MoneyMoved(("seat 0", "seat 1"), ("pot",), 5), 1, "You pay 5: the pot."),
    ],
)
def test_payers_and_receivers_read_payments_in_the_second_person(
    event: Event[FreeBankState], seat: int, words: str
) -> None:
    assert str(event.tell_you(seated(), seat)) == words

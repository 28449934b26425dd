"""Corrections of money by the banker, and each of their refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Event
from companion.mechanics.language.words import say
from companion.mechanics.money.corrections import (
    CORRECTION_ACTIONS,
    CashCounted,
    Correct,
    CountCash,
    MoneyCorrected,
    decide_correction,
)
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.play.table import SeatSetup, Setup, TableState

ANNA, BRUNO = purse(0), purse(1)


@dataclass(frozen=True)
class ATable(TableState):
    """A table of Anna and Bruno, whose money is public or hidden."""

    setup: Setup
    ledger: Ledger
    hidden: frozenset[str] = frozenset()

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        return self.hidden


def a_table(*hidden: str) -> ATable:
    setup = Setup({}, (SeatSetup("Anna"), SeatSetup("Bruno")))
    return ATable(setup, each_with_ten(), frozenset(hidden))


def each_with_ten() -> Ledger:
    start = (Transfer(BANK, account, 10, say("start")) for account in (ANNA, BRUNO))
    return Ledger.opened((ANNA, BRUNO)).posted(start)


def after(ledger: Ledger, events: tuple[Event, ...]) -> Ledger:
    for event in events:
        ledger = ledger.posted(event.transfers())
    return ledger


def refusal_of(action: Correct | CountCash, **options: Mapping[str, int]) -> Refusal:
    with pytest.raises(Refusal) as refused:
        decide_correction(each_with_ten(), action, options.get("committed", {}))
    return refused.value


@pytest.mark.parametrize(("payer", "payee"), [(ANNA, BRUNO), (ANNA, BANK), (BANK, ANNA)])
def test_a_correction_moves_money_between_any_two_accounts(payer: str, payee: str) -> None:
    before = each_with_ten()

    events = decide_correction(before, Correct(payer, payee, 4, reason="wrong change"), {})

    assert events == (MoneyCorrected(payer, payee, 4, "wrong change"),)
    expected = {**before.balances}
    expected[payer] -= 4
    expected[payee] += 4
    assert after(before, events).balances == expected


@pytest.mark.parametrize(("reason", "told"), [("", "correction"), ("fine", "correction: fine")])
def test_a_correcting_transfer_has_its_reason(reason: str, told: str) -> None:
    (transfer,) = MoneyCorrected(ANNA, BANK, 4, reason).transfers()

    assert transfer == Transfer(ANNA, BANK, 4, transfer.reason)
    assert str(transfer.reason) == told


def test_counting_cash_sets_the_ledger_to_the_count() -> None:
    events = decide_correction(each_with_ten(), CountCash({ANNA: 13, BRUNO: 8}), {})

    assert events == (CashCounted(ANNA, 13, 3), CashCounted(BRUNO, 8, -2))
    assert after(each_with_ten(), events).balances == {BANK: -21, ANNA: 13, BRUNO: 8}


def test_a_matching_count_moves_nothing_and_is_still_logged() -> None:
    events = decide_correction(each_with_ten(), CountCash({ANNA: 10}), {})

    assert events == (CashCounted(ANNA, 10, 0),)
    assert events[0].transfers() == ()


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (Correct("seat 9", BANK, 1), "unknown_account"),
        (Correct(BANK, "seat 9", 1), "unknown_account"),
        (CountCash({"seat 9": 1}), "unknown_account"),
        (Correct(ANNA, ANNA, 1), "same_account"),
        (Correct(ANNA, BRUNO, 0), "nothing_to_move"),
        (Correct(ANNA, BRUNO, -1), "nothing_to_move"),
        (CountCash({}), "nothing_to_move"),
        (CountCash({BANK: 5}), "bank_not_counted"),
        (Correct(ANNA, BRUNO, 11), "purse_below_zero"),
        (CountCash({ANNA: -1}), "purse_below_zero"),
    ],
)
def test_each_impossible_correction_is_refused_by_name(
    action: Correct | CountCash, name: str
) -> None:
    assert refusal_of(action).name == name


def test_the_refusal_says_how_much_can_be_taken() -> None:
    assert "10 at most" in str(refusal_of(Correct(ANNA, BRUNO, 11)).sentence)


def test_the_refusal_keeps_a_hidden_purse_secret() -> None:
    with pytest.raises(Refusal) as refused:
        decide_correction(each_with_ten(), Correct(ANNA, BRUNO, 11), {}, hidden={ANNA})

    assert refused.value.name == "purse_below_zero"
    assert "10" not in str(refused.value)


@pytest.mark.parametrize("action", [Correct(ANNA, BANK, 4), CountCash({ANNA: 6})])
def test_money_behind_a_standing_bid_cannot_be_corrected_away(action: Correct | CountCash) -> None:
    refusal = refusal_of(action, committed={ANNA: 7})

    assert refusal.name == "bid_rests_on_it"
    assert "7" in str(refusal.sentence)


def test_the_smallest_correction_is_one() -> None:
    assert decide_correction(each_with_ten(), Correct(ANNA, BANK, 1), {})


@pytest.mark.parametrize("action", [Correct(ANNA, BANK, 3), Correct(BRUNO, BANK, 9)])
def test_money_beyond_a_standing_bid_can_be_corrected(action: Correct) -> None:
    assert decide_correction(each_with_ten(), action, {ANNA: 7})


def test_a_purse_already_short_of_its_bid_can_still_be_corrected() -> None:
    assert decide_correction(each_with_ten(), Correct(ANNA, BANK, 3), {ANNA: 12})


@given(
    st.sampled_from([BANK, ANNA, BRUNO, "pot"]),
    st.sampled_from([BANK, ANNA, BRUNO]),
    st.integers(-5, 25),
)
def test_a_correction_is_refused_or_can_be_posted(source: str, target: str, amount: int) -> None:
    ledger = each_with_ten()
    try:
        events = decide_correction(ledger, Correct(source, target, amount), {})
    except Refusal:
        return
    moved = after(ledger, events)
    assert moved.balance(target) == ledger.balance(target) + amount
    assert moved.balance(source) == ledger.balance(source) - amount


@given(st.dictionaries(st.sampled_from([ANNA, BRUNO]), st.integers(0, 99), min_size=1))
def test_after_a_count_the_ledger_holds_what_was_counted(amounts: dict[str, int]) -> None:
    counted = after(each_with_ten(), decide_correction(each_with_ten(), CountCash(amounts), {}))

    assert {account: counted.balance(account) for account in amounts} == amounts


def test_only_the_banker_corrects_and_at_any_time() -> None:
    assert {(action.by, action.turn_bound) for action in CORRECTION_ACTIONS} == {("banker", False)}


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (MoneyCorrected(ANNA, BANK, 4), "Correction: 4 from Anna to the bank."),
        (MoneyCorrected(ANNA, BANK, 4, "fine"), "Correction: 4 from Anna to the bank (fine)."),
        (CashCounted(ANNA, 13, 3), "Anna: 13 counted, 10 in the app."),
        (CashCounted(ANNA, 10, 0), "Anna: 10 counted, as in the app."),
    ],
)
def test_a_correction_has_a_history_line(event: MoneyCorrected | CashCounted, told: str) -> None:
    assert str(event.tell(a_table(), None)) == told


@pytest.mark.parametrize(
    "event",
    [
        MoneyCorrected(ANNA, BANK, 4, "she had 13"),
        CashCounted(ANNA, 13, 3),
        CashCounted(ANNA, 13, 0),
    ],
)
def test_with_hidden_money_the_history_hides_the_amount(
    event: MoneyCorrected | CashCounted,
) -> None:
    told = str(event.tell(a_table(ANNA), None))

    assert "Anna" in told
    assert not any(letter.isdigit() for letter in told)

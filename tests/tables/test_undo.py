from __future__ import annotations

from typing import Any

import pytest

from companion.mechanics.refusal import Refusal
from tests.tables.company import Company


def assert_refused(name: str, company: Company, device: str, kind: str, **fields: Any) -> None:
    before = company.table
    with pytest.raises(Refusal) as refused:
        company.tap(device, kind, **fields)
    assert refused.value.name == name
    assert company.table.sequence == before.sequence


def pay(company: Company, seat: int, amount: int) -> int:
    """Let a seat's own phone pay the next seat; return the entry's sequence."""
    device = ("anna", "bruno")[seat]
    tapped = company.tap(device, "pay", seat=seat, target=seat + 1, amount=amount)
    return tapped.entry.sequence


def test_players_take_back_their_own_last_step(company: Company) -> None:
    step = pay(company, 0, 3)

    entry = company.tap("anna", "undo", entry=step).entry

    assert (entry.sequence, entry.actor, entry.seat, entry.facts) == (2, "player 0", 0, ())
    assert company.balance(0) == 10


def test_players_bring_back_what_they_just_took_back(company: Company) -> None:
    step = pay(company, 0, 3)
    undo = company.tap("anna", "undo", entry=step).entry.sequence

    company.tap("anna", "redo", entry=undo)

    assert company.balance(0) == 7


def test_nobody_takes_back_a_step_that_another_followed(company: Company) -> None:
    first = pay(company, 0, 3)
    pay(company, 1, 1)

    assert_refused("only_your_last", company, "anna", "undo", entry=first)


def test_nobody_takes_back_or_brings_back_the_step_of_another(company: Company) -> None:
    step = pay(company, 0, 3)
    assert_refused("only_your_last", company, "bruno", "undo", entry=step)

    undo = company.tap("anna", "undo", entry=step).entry.sequence

    assert_refused("only_your_last", company, "bruno", "redo", entry=undo)
    assert_refused("onlooker_only_looks", company, "stranger", "redo", entry=undo)


def test_an_entry_the_banker_made_for_a_seat_is_the_bankers(company: Company) -> None:
    step = company.tap("laptop", "pay", seat=0, target=1, amount=1).entry.sequence

    assert_refused("only_your_last", company, "anna", "undo", entry=step)


def test_thrown_dice_stay_for_players_but_not_for_the_banker(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0).entry.sequence
    assert_refused("dice_stay", company, "anna", "undo", entry=step)

    company.tap("laptop", "undo", entry=step)

    assert company.balance(0) == 10


def test_a_typed_roll_can_be_taken_back(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0, value=6).entry.sequence

    company.tap("anna", "undo", entry=step)

    assert company.balance(0) == 10


def test_the_banker_goes_back_to_any_point_and_forward_again(company: Company) -> None:
    steps = [pay(company, 0, 1) for _ in range(5)]
    undo = company.tap("laptop", "undo", entry=steps[2]).entry.sequence
    assert company.balance(0) == 8

    company.tap("laptop", "redo", entry=undo)

    assert company.balance(0) == 5


def test_something_new_after_an_undo_ends_the_redo(company: Company) -> None:
    undo = company.tap("anna", "undo", entry=pay(company, 0, 3)).entry.sequence
    pay(company, 0, 1)

    assert_refused("nothing_to_redo", company, "laptop", "redo", entry=undo)


def test_what_was_taken_back_cannot_be_taken_back_again(company: Company) -> None:
    step = pay(company, 0, 3)
    company.tap("laptop", "undo", entry=step)

    assert_refused("nothing_to_undo", company, "laptop", "undo", entry=step)
    assert_refused("only_your_last", company, "anna", "undo", entry=step)


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_going_back_is_bound_to_the_screen(company: Company, kind: str) -> None:
    step = pay(company, 0, 3)

    assert_refused("stale", company, "laptop", kind, entry=step, seen=0)
    assert_refused("stale", company, "laptop", kind, entry=step, seen=None)


def test_back_beyond_what_is_kept_in_memory(company: Company) -> None:
    for _ in range(60):
        company.tap("anna", "draw", seat=0, value=1)

    company.tap("laptop", "undo", entry=3)

    assert company.balance(0) == 12

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables.records.import_export import export_record, import_record
from companion.tables.records.verdict import verify_record
from tests.tables.company import Company


def assert_refused(name: str, company: Company, device: str, kind: str, **fields: Any) -> Refusal:
    before = company.table
    with pytest.raises(Refusal) as refused:
        company.tap(device, kind, **fields)
    assert refused.value.name == name
    assert company.table.sequence == before.sequence
    return refused.value


def pay(company: Company, seat: int, amount: int) -> int:
    """Pay the next seat from a seat's phone; return the entry's sequence."""
    device = ("anna", "bruno")[seat]
    tapped = company.tap(device, "pay", seat=seat, target=seat + 1, amount=amount)
    return tapped.entry.sequence


def test_players_undo_their_own_last_step(company: Company) -> None:
    step = pay(company, 0, 3)

    entry = company.tap("anna", "undo", entry=step).entry

    assert (entry.sequence, entry.actor, entry.seat, entry.events) == (2, "player 0", 0, ())
    assert company.balance(0) == 10


def test_players_redo_their_own_undo(company: Company) -> None:
    step = pay(company, 0, 3)
    undo = company.tap("anna", "undo", entry=step).entry.sequence

    company.tap("anna", "redo", entry=undo)

    assert company.balance(0) == 7


def test_no_player_undoes_a_step_followed_by_anothers(company: Company) -> None:
    first = pay(company, 0, 3)
    pay(company, 1, 1)

    assert_refused("only_your_last", company, "anna", "undo", entry=first)


def test_no_player_undoes_or_redoes_another_players_step(company: Company) -> None:
    step = pay(company, 0, 3)
    assert_refused("only_your_last", company, "bruno", "undo", entry=step)

    undo = company.tap("anna", "undo", entry=step).entry.sequence

    assert_refused("only_your_last", company, "bruno", "redo", entry=undo)
    assert_refused("onlooker_only_looks", company, "stranger", "redo", entry=undo)


def test_a_step_entered_by_the_banker_is_undone_by_the_banker(company: Company) -> None:
    step = company.tap("laptop", "pay", seat=0, target=1, amount=1).entry.sequence

    assert_refused("only_your_last", company, "anna", "undo", entry=step)


def test_only_the_banker_undoes_dice_rolled_by_the_app(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0).entry.sequence
    assert_refused("dice_stay", company, "anna", "undo", entry=step)

    company.tap("laptop", "undo", entry=step)

    assert company.balance(0) == 10


def test_a_typed_roll_can_be_undone(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0, value=6).entry.sequence

    company.tap("anna", "undo", entry=step)

    assert company.balance(0) == 10


def test_the_banker_undoes_to_any_point_and_redoes(company: Company) -> None:
    steps = [pay(company, 0, 1) for _ in range(5)]
    undo = company.tap("laptop", "undo", entry=steps[2]).entry.sequence
    assert company.balance(0) == 8

    company.tap("laptop", "redo", entry=undo)

    assert company.balance(0) == 5


def test_a_new_step_after_an_undo_ends_the_redo(company: Company) -> None:
    undo = company.tap("anna", "undo", entry=pay(company, 0, 3)).entry.sequence
    pay(company, 0, 1)

    assert_refused("nothing_to_redo", company, "laptop", "redo", entry=undo)


def test_an_undone_step_cannot_be_undone_again(company: Company) -> None:
    step = pay(company, 0, 3)
    company.tap("laptop", "undo", entry=step)

    assert_refused("nothing_to_undo", company, "laptop", "undo", entry=step)
    assert_refused("only_your_last", company, "anna", "undo", entry=step)


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_an_undo_from_an_outdated_screen_is_refused(company: Company, kind: str) -> None:
    step = pay(company, 0, 3)

    assert_refused("stale", company, "laptop", kind, entry=step, seen=0)
    assert_refused("stale", company, "laptop", kind, entry=step, seen=None)


def test_undo_works_beyond_the_states_kept_in_memory(company: Company) -> None:
    for _ in range(60):
        company.tap("anna", "draw", seat=0, value=1)

    company.tap("laptop", "undo", entry=3)

    assert company.balance(0) == 12


def test_the_banker_removes_one_step_and_keeps_the_later_ones(company: Company) -> None:
    wrong = pay(company, 0, 3)
    pay(company, 1, 2)

    out = company.tap("laptop", "take_out", entry=wrong).entry.sequence

    assert [company.balance(seat) for seat in range(3)] == [10, 8, 12]
    company.tap("laptop", "redo", entry=out)
    assert [company.balance(seat) for seat in range(3)] == [7, 11, 12]


def test_a_step_needed_by_a_later_one_is_not_removed(company: Company) -> None:
    gift = pay(company, 0, 3)
    company.tap("bruno", "pay", seat=1, target=2, amount=13 - 1)

    refusal = assert_refused("others_follow", company, "laptop", "take_out", entry=gift)

    assert "Step 2 depends on this one (paid happened)." in str(refusal)


def test_the_banker_amends_an_earlier_step(company: Company) -> None:
    wrong = company.tap("anna", "pay", seat=0, target=1, amount=3).entry.sequence
    pay(company, 1, 2)

    right = {"kind": "pay", "seat": 0, "target": 2, "amount": 4}
    entry = company.tap("laptop", "amend", entry=wrong, action=right).entry

    assert [company.balance(seat) for seat in range(3)] == [6, 8, 16]
    assert [event.kind for event in entry.events] == ["paid"]


def test_an_amended_step_is_validated_at_its_own_place(company: Company) -> None:
    step = pay(company, 0, 3)
    company.tap("laptop", "pay", seat=2, target=0, amount=10)

    too_much = {"kind": "pay", "seat": 0, "target": 1, "amount": 11}

    assert_refused("too_poor", company, "laptop", "amend", entry=step, action=too_much)


def test_dice_rolled_for_an_amended_step_are_logged_with_it(company: Company) -> None:
    step = company.tap("anna", "draw", seat=0, value=6).entry.sequence

    amend = {"entry": step, "action": {"kind": "draw", "seat": 0}}
    entry = company.tap("laptop", "amend", **amend).entry

    assert entry.action["action"] == {"kind": "draw", "seat": 0, "value": 4, "thrown": True}
    assert company.balance(0) == 14


@pytest.mark.parametrize("kind", ["take_out", "amend"])
def test_only_the_banker_changes_one_step_among_others(company: Company, kind: str) -> None:
    step = pay(company, 0, 3)
    more = {"action": {"kind": "draw", "seat": 0, "value": 1}} if kind == "amend" else {}

    assert_refused("not_a_banker", company, "anna", kind, entry=step, **more)
    assert_refused("onlooker_only_looks", company, "stranger", kind, entry=step, **more)


def test_no_amendment_may_reveal_hidden_money(secretive: Company) -> None:
    step = pay(secretive, 0, 3)

    refused = assert_refused("others_hidden", secretive, "laptop", "take_out", entry=step)
    assert str(refused.sentence) == (
        "While something is hidden, you cannot change a single step. Undo it and everything after "
        "it."
    )


@pytest.mark.parametrize(
    "instead",
    [
        {},
        {"action": 3},
        {"action": {"kind": "undo", "entry": 1}},
        {"action": {"kind": "amend", "entry": 1, "action": {"kind": "draw", "seat": 0}}},
        {"action": {"kind": "draw", "seat": 0}, "more": 1},
        {"action": {"kind": "draw", "seat": 0}, "entry": "1"},
    ],
)
def test_an_invalid_action_amends_nothing(company: Company, instead: dict[str, Any]) -> None:
    entry = pay(company, 0, 3)

    with pytest.raises(Refusal) as refused:
        company.tap("laptop", "amend", **{"entry": entry, **instead})

    assert refused.value.name in ("malformed", "unknown_kind")


def test_a_game_with_amended_steps_survives_export_and_verification(company: Company) -> None:
    first, second = pay(company, 0, 3), pay(company, 0, 1)
    company.tap("laptop", "take_out", entry=first)
    draw = {"kind": "draw", "seat": 0, "value": 5}
    company.tap("laptop", "amend", entry=second, action=draw)
    company.tap("laptop", "finish")

    record = export_record(company.table, company.table.actor("laptop"))
    record = json.loads(json.dumps(record))
    again = import_record(record, "tablet")

    assert verify_record(record).ok
    assert again.state.ledger == company.table.state.ledger
    played = import_record({**record, "entries": None, "actions": actions_in(record)}, "tablet")
    assert played.state.ledger == again.state.ledger


def actions_in(record: dict[str, Any]) -> list[Any]:
    return [entry["action"] for entry in record["entries"]]

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.play import entries_of, submit
from companion.tables.records.import_export import export_record, import_record
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table, tables_of
from tests.tables.company import Company
from tests.tables.written import ACTIONS, SEATS, bare, exported, written


def test_a_record_has_all_its_fields(finished: OpenTable) -> None:
    record = exported(finished)

    assert list(record) == [
        "format", "version", "game", "options", "copy", "seats", "entries", "outcome",
    ]  # fmt: skip
    assert (record["format"], record["version"], record["game"]) == ("companion record", 1, "toy")
    assert record["seats"][0] == {"name": "Anna", "colours": ["red"]}
    assert record["entries"][0] == {
        "sequence": 1,
        "at": 5.0,
        "actor": "player 0",
        "seat": 0,
        "action": {"kind": "pay", "seat": 0, "target": 1, "amount": 3},
        "facts": [{"kind": "paid", "seat": 0, "target": 1, "amount": 3}],
    }
    assert record["outcome"]["winners"] == [1]


def test_a_record_holds_no_device_and_no_key(finished: OpenTable) -> None:
    text = json.dumps(exported(finished))

    secrets = {"laptop", "device", "key", *(entry.key for entry in entries_of(finished))}
    assert not [secret for secret in secrets if secret in text]


def test_a_record_is_a_snapshot_of_one_moment(company: Company) -> None:
    before = company.tap("anna", "cheer").open_table
    company.tap("laptop", "finish")

    record = exported(before)

    assert (len(record["entries"]), record["outcome"]) == (1, None)


def test_a_table_survives_export_and_import(finished: OpenTable) -> None:
    record = exported(finished)

    again = import_record(written(record), "tablet")

    assert exported(again) == record
    assert again.state == finished.state
    assert again.actor("tablet") == Actor("tablet", "banker")
    assert again.code != finished.code


def test_an_imported_table_is_played_on(company: Company) -> None:
    company.tap("anna", "pay", seat=0, target=1, amount=3)
    again = Company(import_record(written(exported(company.table)), "tablet").code)

    again.tap("tablet", "undo", entry=1)
    again.tap("tablet", "pay", seat=0, target=1, amount=4)

    assert (again.balance(0), again.table.sequence) == (6, 3)


def test_hidden_money_is_in_no_record_until_the_end(secretive: Company) -> None:
    for device in ("laptop", "anna", "stranger"):
        with pytest.raises(Refusal, match="hidden_until_over"):
            export_record(secretive.table, secretive.table.actor(device))
    assert exported(secretive.table)["entries"] == []

    over = secretive.tap("laptop", "finish").open_table

    assert export_record(over, over.actor("anna")) == exported(over)


def test_open_money_is_anybodys_to_export(company: Company) -> None:
    table = company.table

    assert export_record(table, table.actor("stranger")) == exported(table)


def test_a_record_of_actions_alone_is_played(company: Company) -> None:
    table = import_record(written(bare()), "tablet")

    assert [entry.action["kind"] for entry in entries_of(table)] == [
        "pay", "draw", "undo", "finish",
    ]  # fmt: skip
    assert table.state.ledger.balances["seat 1"] == 13


def test_an_import_with_an_illegal_action_names_it_and_keeps_nothing(company: Company) -> None:
    too_much = {"kind": "pay", "seat": 1, "target": 0, "amount": 99}
    record = written(bare(actions=[ACTIONS[0], too_much]))

    with pytest.raises(Refusal) as refused:
        import_record(record, "tablet")

    assert (refused.value.name, refused.value.rule) == ("too_poor", "T-4")
    assert str(refused.value.sentence) == "Action 2 of the saved game: You hold less than 99."
    assert tables_of("tablet") == []


def test_import_replays_events_that_todays_rules_would_refuse(company: Company) -> None:
    record = exported(company.table)
    record["entries"] = [
        {
            "action": {"kind": "draw", "seat": 0, "value": 600},
            "facts": [{"kind": "drawn", "seat": 0, "value": 600}],
        }
    ]

    table = import_record(written(record), "tablet")

    assert table.state.ledger.balances["seat 0"] == 610
    assert [event.what for event in table.changes] == ["rules_differ"] * 2
    assert {event.after for event in table.changes} == {0, 1}


def test_a_marked_difference_is_pushed_to_screens_at_any_time(company: Company) -> None:
    paid = {"kind": "paid", "seat": 0, "target": 1, "amount": 1}
    pay = {"action": {**paid, "kind": "pay"}, "facts": [paid]}
    entries = [*[pay] * 5, {**pay, "facts": [{**paid, "amount": 2}]}, pay, pay]

    table = import_record({"game": "toy", "seats": SEATS, "entries": entries}, "tablet")

    assert [event.after for event in table.changes] == [8, 5]


def test_a_game_that_todays_rules_decide_alike_is_not_marked(finished: OpenTable) -> None:
    table = import_record(written(exported(finished)), "tablet")

    assert table.changes == ()


def test_a_marked_game_can_be_played_on(company: Company) -> None:
    """Steps that today's rules decide differently stay as they were saved."""
    record = exported(company.tap("anna", "pay", seat=0, target=1, amount=1).open_table)
    record["entries"][0]["facts"][0]["amount"] = 5

    table = import_record(written(record), "tablet")
    claim_seat(table.code, 0, "anna")
    later = submit(table.code, "anna", {"kind": "cheer"}, seen=1, key="k").open_table

    assert later.state.ledger.balances["seat 0"] == 5
    assert later.sequence == 2


@pytest.mark.parametrize(
    "entry",
    [
        {"action": {"kind": "cheer"}, "facts": [{"kind": "drawn", "seat": 9, "value": 1}]},
        {"action": {"kind": "cheer"}, "facts": [{"kind": "drawn", "seat": 0, "value": -1}]},
        {
            "action": {"kind": "cheer"},
            "facts": [{"kind": "paid", "seat": 0, "target": 1, "amount": 99}],
        },
        {"action": {"kind": "cheer"}, "facts": [{"kind": "unheard of"}]},
        {"action": {"kind": "cheer"}, "facts": [{}]},
        {"action": {"kind": "unheard of"}, "facts": []},
        {"action": {"kind": "draw", "seat": "x"}, "facts": []},
        {"action": {"kind": "undo"}, "facts": []},
        {"action": {"kind": "undo", "entry": "1"}, "facts": []},
        {"action": {"kind": "redo", "entry": 1}, "facts": []},
        {"action": {"kind": "undo", "entry": 1}},
        {"action": {"kind": "undo", "entry": 2}},
        {"action": {"kind": "undo", "entry": 0}},
        {"action": {"kind": "take_out", "entry": 99}},
        {"action": {"kind": "amend", "entry": 3, "action": {"kind": "cheer"}}},
    ],
)
def test_events_that_cannot_be_applied_are_refused_and_nothing_is_kept(
    company: Company, entry: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        import_record({"game": "toy", "seats": SEATS, "entries": [entry]}, "tablet")

    assert refused.value.name == "record_does_not_fold"
    assert tables_of("tablet") == []


@pytest.mark.parametrize("undone", [1, 2])
def test_an_undone_secret_still_blocks_the_export(inside: Flask, undone: int) -> None:
    seats = [SeatSetup(name) for name in ("Anna", "Bruno")]
    options = {"start": 10, "salary": 0, "movers": "banker"}
    code = create_table("free_bank", options, seats, None, None, "laptop").code
    steps: tuple[dict[str, object], ...] = (
        {"kind": "put_up", "what": "Mill", "how": "sealed"},
        {"kind": "seal_bid", "seat": 1, "amount": 7},
        {"kind": "undo", "entry": undone},
    )
    for seen, step in enumerate(steps):
        table = submit(code, "laptop", step, seen=seen, key=f"key {seen}").open_table

    with pytest.raises(Refusal, match="hidden_until_over"):
        export_record(table, table.actor("laptop"))

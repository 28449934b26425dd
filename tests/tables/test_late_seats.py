"""A seat that is added during a game: its row and its step are written and undone together."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import create_app
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.tables import seats
from companion.tables.actor import Actor
from companion.tables.live.cache import OpenTable, OpenTables, open_tables
from companion.tables.play import entries_of
from companion.tables.records.import_export import export_record, import_record, raw_record
from companion.tables.records.verdict import verify_record
from companion.tables.refusals import moved_on
from companion.tables.tables import create_table, rename_seat
from tests.sources import ROOT
from tests.tables.company import Company

DARIO = 3
BANKER = Actor("laptop", "banker")
NAMES: tuple[str, ...] = ("Anna", "Bruno", "Carla")


def a_bank(device: str = "laptop", **options: object) -> Company:
    """Return a free bank of three, where everyone starts with 100."""
    given = {"start": 100, **options}
    return Company(
        create_table("free_bank", given, list(map(SeatSetup, NAMES)), None, None, device).code
    )


@pytest.fixture
def bank(inside: Flask) -> Company:
    return a_bank()


def join(bank: Company, name: str = "Dario") -> OpenTable:
    return bank.tap("laptop", "join_late", name=name).open_table


def refused(bank: Company, kind: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        bank.tap("laptop", kind, **fields)
    return refusal.value


def as_read_again(bank: Company) -> OpenTable:
    """Return the table as another process reads it."""
    return OpenTables(open_tables().store, open_tables().notifier).find(bank.code)


def assert_same(table: OpenTable, other: OpenTable) -> None:
    assert table.state == other.state
    assert (table.seats, table.setup, table.revision) == (other.seats, other.setup, other.revision)


def test_a_late_seat_is_written_with_its_step_and_read_by_every_process(bank: Company) -> None:
    elsewhere = OpenTables(open_tables().store, open_tables().notifier)
    before = elsewhere.find(bank.code)

    table = join(bank)

    assert table.names == (*NAMES, "Dario") and len(set(table.colours)) == 4
    assert_same(table, as_read_again(bank))
    elsewhere.invalidate(before.id)
    assert_same(table, elsewhere.find(bank.code))
    bank.tap("laptop", "pay", seat=DARIO, target="seat 0", amount=5)
    assert_same(bank.table, as_read_again(bank))


def test_a_phone_takes_a_late_seat_and_keeps_it_by_its_number(bank: Company) -> None:
    join(bank)

    seats.claim_seat(bank.code, DARIO, "dario")
    bank.tap("dario", "pay", seat=DARIO, target="bank", amount=1)

    assert bank.table.actor("dario").label == "player 3"
    assert bank.balance(DARIO) == 99


def test_a_name_at_the_table_or_like_one_is_refused(bank: Company) -> None:
    assert refused(bank, "join_late", name="anna").name == "name_taken"
    assert refused(bank, "join_late", name="Аnna").name == "name_looks_alike"
    assert refused(bank, "join_late", name="The Bank").name == "name_of_the_bank"
    assert len(bank.table.seats) == 3


def test_a_player_lets_nobody_join(bank: Company) -> None:
    seats.claim_seat(bank.code, 0, "anna")

    with pytest.raises(Refusal, match="Only the banker"):
        bank.tap("anna", "join_late", name="Dario")


def test_an_undo_removes_the_row_and_a_redo_adds_it_again(bank: Company) -> None:
    join(bank)
    undo = bank.tap("laptop", "undo", entry=1).entry.sequence

    undone = bank.table
    assert_same(undone, as_read_again(bank))

    redone = bank.tap("laptop", "redo", entry=undo).open_table

    assert (undone.names, redone.names) == (NAMES, (*NAMES, "Dario"))
    assert_same(bank.table, as_read_again(bank))


def test_an_undo_is_refused_while_a_phone_has_the_seat_or_its_player_has_moved(
    bank: Company,
) -> None:
    join(bank)
    seats.claim_seat(bank.code, DARIO, "dario")
    sits = refused(bank, "undo", entry=1)
    seats.free_seat(bank.code, DARIO, BANKER)
    bank.tap("laptop", "pay", seat=DARIO, target="bank", amount=1)
    moved = refused(bank, "undo", entry=1)

    assert sits.name == moved.name == "seat_in_use"
    assert "has a phone here" in str(sits.sentence)
    assert "already made a move" in str(moved.sentence)
    bank.tap("laptop", "undo", entry=2)
    bank.tap("laptop", "undo", entry=1)
    assert bank.table.names == NAMES


def test_a_phone_that_comes_during_the_undo_keeps_the_seat(bank: Company) -> None:
    """The row is removed only if it is still as the banker's process knew it."""
    before = join(bank)
    undone = before.timeline.cut(0)
    statements = seats.seat_rows(before, undone.state.setup.seats, undone.sequence)

    seats.claim_seat(bank.code, DARIO, "dario")

    with pytest.raises(Refusal, match="stale"):
        open_tables().store.change(before.id, statements, moved_on())
    assert bank.table.seats[DARIO].device == "dario"


def test_a_code_of_a_seat_that_was_undone_does_not_open_the_next_one(bank: Company) -> None:
    code = join(bank).seats[DARIO].claim
    bank.tap("laptop", "undo", entry=1)
    join(bank, "Emma")

    with pytest.raises(Refusal, match="already been used"):
        seats.take_seat(bank.code, DARIO, code, "dario")


def test_a_late_player_is_renamed_like_the_others(bank: Company) -> None:
    join(bank)
    bank.tap("laptop", "pay", seat=DARIO, target="bank", amount=1)

    table = rename_seat(bank.code, DARIO, "Dora", BANKER)

    assert table.state.name(DARIO) == "Dora" and table.state.money(DARIO) == 99
    assert_same(table, as_read_again(bank))


def test_a_saved_game_names_its_late_players_and_is_imported_verified_and_undone(
    bank: Company,
) -> None:
    join(bank)
    join(bank, "Emma")
    bank.tap("laptop", "undo", entry=2)
    bank.tap("laptop", "pay", seat=DARIO, target="seat 0", amount=5)
    rename_seat(bank.code, DARIO, "Dora", BANKER)
    saved = export_record(bank.table, None)

    again = Company(import_record(saved, "laptop").code)

    assert [seat["name"] for seat in saved["seats"]] == [*NAMES, "Dora"]
    assert saved["late"] == 1 and raw_record(bank.code)["late"] == 1
    assert verify_record(saved).ok
    assert export_record(again.table, None) == saved
    assert again.table.state.ledger == bank.table.state.ledger
    assert_same(again.table, as_read_again(again))
    again.tap("laptop", "undo", entry=4)
    again.tap("laptop", "undo", entry=1)
    assert again.table.names == NAMES


def test_a_file_of_actions_names_only_who_began(inside: Flask) -> None:
    joins = {"kind": "join_late", "name": "Dario"}
    pays = {"kind": "pay", "seat": 1, "target": "seat 0", "amount": 5}
    record = {"game": "free_bank", "options": {"start": 10}, "seats": [{"name": "Anna"}]}

    table = import_record({**record, "actions": [joins, pays]}, "laptop")

    assert table.names == ("Anna", "Dario")
    assert dict(table.state.ledger.balances) == {"seat 0": 15, "seat 1": 5, "bank": -20, "pot": 0}


@pytest.mark.parametrize("end", ["no-event", "no-action"])
def test_a_file_whose_joining_has_no_event_or_no_action_is_refused(bank: Company, end: str) -> None:
    join(bank)
    saved = export_record(bank.table, None)
    (entry,) = saved["entries"]
    crafted: dict[str, object] = {"facts": []} if end == "no-event" else {"action": {"kind": "end"}}

    with pytest.raises(Refusal) as refusal:
        import_record({**saved, "entries": [{**entry, **crafted}]}, "laptop")

    assert refusal.value.name == "record_does_not_fold"


@pytest.mark.parametrize(("game", "late"), [("free_bank", 3), ("free_bank", -1), ("toy", 1)])
def test_a_file_with_an_impossible_number_of_late_seats_is_malformed(
    inside: Flask, game: str, late: int
) -> None:
    seats_in_file = [{"name": name, "colours": ["red"]} for name in NAMES]
    record = {"game": game, "options": {}, "seats": seats_in_file, "entries": [], "late": late}

    verdict = verify_record(record)

    assert verdict.refusal is not None and verdict.refusal.name == "record_malformed"


@pytest.mark.processes
def test_a_killed_process_leaves_a_seat_with_its_step_or_neither(inside: Flask) -> None:
    bank = a_bank()
    folder = Path(inside.config["DATA_DIR"])
    command = [sys.executable, "-m", "tests.tables.test_late_seats", str(folder), bank.code]
    environment = os.environ | {"DATABASE_URL": str(inside.config["SQLALCHEMY_DATABASE_URI"])}
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        answered = [int(process.stdout.readline()) for _ in range(25)]
        process.kill()

    table = as_read_again(bank)
    log = entries_of(table)
    assert [entry.sequence for entry in log][: len(answered)] == answered
    assert len(table.seats) == len(table.state.seats) == 3 + len(log) % 2


def join_and_undo_for_ever(folder: str, code: str) -> None:
    """Let somebody join and undo it endlessly, with a line of output for each step."""
    app = create_app({"DATA_DIR": folder})
    with app.app_context():
        bank = Company(code)
        while True:
            print(join(bank).sequence, flush=True)
            undone = bank.tap("laptop", "undo", entry=bank.table.sequence)
            print(undone.entry.sequence, flush=True)


if __name__ == "__main__":
    join_and_undo_for_ever(*sys.argv[1:])


def test_a_redo_does_not_bring_back_a_name_that_is_taken_by_now(bank: Company) -> None:
    joined = join(bank, "Giulia").sequence
    undone = bank.tap("laptop", "undo", entry=joined).open_table.sequence
    rename_seat(bank.code, 0, "Giulia", BANKER)

    assert refused(bank, "redo", entry=undone).name == "name_taken"


def test_a_late_player_may_not_have_the_name_of_an_account(inside: Flask) -> None:
    bank = a_bank(accounts="Harbour")

    assert refused(bank, "join_late", name="Harbour").name == "account_name_taken"

from __future__ import annotations

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables.copies import editable_copy, set_table_copy, table_copy
from companion.tables.household.kept_copies import list_copies, save_copy
from companion.tables.live.cache import open_tables
from companion.tables.play import entries_of
from companion.tables.seats import claim_seat
from companion.tables.storage.store import CopyLink
from companion.tables.tables import create_table
from tests.conftest import MakeApp
from tests.kept import KINDS
from tests.tables.company import SEATS, Company
from tests.toy_game import BLANK

TYPED = {"lots": [{"name": "a", "value": 9}, {"name": "b", "value": 11}]}
OTHER = {"lots": [{"name": "a", "value": 9}, {"name": "c", "value": 11}]}


def test_a_saved_copy_is_listed_by_its_name(company: Company) -> None:
    save_copy("toy", " Grandma's  box ", TYPED, "laptop")
    save_copy("toy", "ours", OTHER, "laptop")

    assert {copy.name: copy.numbers for copy in list_copies("toy", "laptop")} == {
        "Grandma's box": TYPED,
        "ours": OTHER,
    }
    assert list_copies("other", "laptop") == []


def test_a_copy_saved_again_replaces_the_older(company: Company) -> None:
    save_copy("toy", "ours", OTHER, "laptop")
    save_copy("toy", "ours", TYPED, "laptop")

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [TYPED]


def test_an_invalid_copy_is_not_saved(company: Company) -> None:
    with pytest.raises(Refusal, match="malformed"):
        save_copy("toy", "ours", {"lots": 3}, "laptop")

    assert list_copies("toy", "laptop") == []


def test_a_table_gets_corrected_numbers_without_a_log_entry(company: Company) -> None:
    company.tap("anna", "pay", seat=0, target=1, amount=1)
    log = entries_of(company.table)

    table = set_table_copy(company.code, "laptop", TYPED)

    assert (table.setup.copy, table.state.setup.copy) == (TYPED, TYPED)
    assert entries_of(table) == log
    assert company.balance(0) == 9


def test_other_processes_see_the_new_numbers(make_app: MakeApp, company: Company) -> None:
    with make_app().app_context():
        before = open_tables().find(company.code)
        set_table_copy(company.code, "laptop", TYPED)

    assert before.state.setup.copy != TYPED
    assert company.table.state.setup.copy == TYPED


def test_an_earlier_state_has_the_new_numbers_too(company: Company) -> None:
    company.tap("anna", "cheer")
    set_table_copy(company.code, "laptop", TYPED)

    company.tap("laptop", "undo", entry=1)

    assert company.table.state.setup.copy == TYPED


def test_correcting_a_tables_copy_updates_the_households_copy(company: Company) -> None:
    table = create_table("toy", {}, list(SEATS), None, "ours", "laptop")

    set_table_copy(table.code, "laptop", TYPED)

    assert [(copy.name, copy.numbers) for copy in list_copies("toy", "laptop")] == [("ours", TYPED)]


def test_a_nameless_copy_stays_with_its_table(company: Company) -> None:
    set_table_copy(company.code, "laptop", TYPED)

    assert list_copies("toy", "laptop") == []


@pytest.mark.parametrize(
    ("device", "copy", "refusal"),
    [
        ("anna", TYPED, "not_a_banker"),
        ("stranger", TYPED, "not_a_banker"),
        ("laptop", OTHER, "lots_renamed"),
        ("laptop", {}, "malformed"),
    ],
)
def test_a_refused_change_leaves_the_copy_unchanged(
    company: Company, device: str, copy: dict[str, object], refusal: str
) -> None:
    before = company.table

    with pytest.raises(Refusal) as refused:
        set_table_copy(company.code, device, copy)

    assert refused.value.name == refusal
    assert company.table is before


def test_after_the_end_corrections_apply_to_the_next_game_only(company: Company) -> None:
    code = create_table("toy", {}, list(SEATS), None, "ours", "laptop").code
    over = Company(code)
    over.tap("laptop", "finish")
    before = over.table.setup.copy

    table = set_table_copy(code, "laptop", TYPED)

    assert table.setup.copy == before != TYPED == editable_copy(table)
    assert [(copy.name, copy.numbers) for copy in list_copies("toy", "laptop")] == [("ours", TYPED)]


def test_a_copy_is_final_at_the_end_until_the_end_is_undone(company: Company) -> None:
    last = company.tap("laptop", "finish").entry.sequence
    with pytest.raises(Refusal, match="copy_is_final"):
        set_table_copy(company.code, "laptop", TYPED)

    company.tap("laptop", "undo", entry=last)

    assert set_table_copy(company.code, "laptop", TYPED).setup.copy == TYPED


def test_an_older_table_keeps_corrections_of_a_newer_one(company: Company) -> None:
    save_copy("toy", "ours", dict(BLANK), "laptop")
    older, newer = (
        Company(create_table("toy", {}, list(SEATS), None, "ours", "laptop").code) for _ in range(2)
    )
    older.tap("laptop", "read", lot="a", value=8)
    set_table_copy(newer.code, "laptop", {"lots": [TYPED["lots"][0], BLANK["lots"][1]]})

    older.tap("laptop", "read", lot="b", value=11)

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [TYPED]


def test_a_later_correction_survives_the_undo_of_the_first_entry(company: Company) -> None:
    save_copy("toy", "ours", dict(BLANK), "laptop")
    older, newer = (
        Company(create_table("toy", {}, list(SEATS), None, "ours", "laptop").code) for _ in range(2)
    )
    read = older.tap("laptop", "read", lot="a", value=8).entry.sequence
    set_table_copy(newer.code, "laptop", TYPED)

    older.tap("laptop", "undo", entry=read)

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [TYPED]


def test_numbers_learnt_with_anothers_copy_make_a_new_copy(company: Company) -> None:
    save_copy("toy", "ours", dict(BLANK), "laptop")
    code = create_table("toy", {}, list(SEATS), None, "ours", "tablet", sees_all=True).code
    claim_seat(code, 0, "anna")
    other = Company(code)

    other.tap("anna", "read", lot="a", value=9)
    other.tap("anna", "read", lot="b", value=11)

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [BLANK]
    assert [copy.numbers for copy in list_copies("toy", "tablet")] == [TYPED]
    assert other.table.copy_link == CopyLink("ours", "tablet")


def test_numbers_learnt_in_play_are_saved_for_the_next_game(company: Company) -> None:
    save_copy(
        "toy", "ours", {"lots": [{"name": "a", "value": 0}, {"name": "b", "value": 11}]}, "laptop"
    )
    code = create_table("toy", {}, list(SEATS), None, "ours", "laptop").code

    Company(code).tap("laptop", "read", lot="a", value=9)

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [TYPED]
    assert table_copy(Company(code).table) == TYPED


def test_undoing_a_step_forgets_the_numbers_it_taught(company: Company) -> None:
    before = {"lots": [{"name": "a", "value": 0}, {"name": "b", "value": 11}]}
    save_copy("toy", "ours", before, "laptop")
    other = Company(create_table("toy", {}, list(SEATS), None, "ours", "laptop").code)
    read = other.tap("laptop", "read", lot="a", value=9).entry.sequence

    other.tap("laptop", "undo", entry=read)

    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [before]


def test_without_a_named_copy_learnt_numbers_stay_with_the_table(company: Company) -> None:
    company.tap("laptop", "read", lot="a", value=9)

    assert list_copies("toy", "laptop") == []
    assert table_copy(company.table) != company.table.setup.copy


@pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)  # The trigger is in SQLite's words.
@pytest.mark.usefixtures("make_app")  # It stays in the database.
def test_learnt_numbers_and_their_step_are_saved_together(company: Company) -> None:
    before = {"lots": [{"name": "a", "value": 0}, {"name": "b", "value": 11}]}
    save_copy("toy", "ours", before, "laptop")
    other = Company(create_table("toy", {}, list(SEATS), None, "ours", "laptop").code)
    with open_tables().store.engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER broken BEFORE UPDATE ON copies BEGIN SELECT RAISE(ABORT, 'no'); END"
        )

    with pytest.raises(Refusal, match="stale"):
        other.tap("laptop", "read", lot="a", value=9)

    assert entries_of(other.table) == []
    assert [copy.numbers for copy in list_copies("toy", "laptop")] == [before]

"""A value that changed on the disk is reported with its table, which cannot be played on."""

from __future__ import annotations

import json
import time

import pytest
from flask import Flask
from sqlalchemy import text

from companion.cli.checking import checked_tables
from companion.mechanics.actions.refusal import Refusal
from companion.tables.codes import shown_code
from companion.tables.forgetting import forget_tables
from companion.tables.household.evenings import evenings_of
from companion.tables.household.next_game import NextGame, follow
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.live.slots import Slots
from companion.tables.play import submit
from companion.tables.records.import_export import import_record, raw_record
from companion.tables.storage.database import file_of
from companion.tables.tables import every_table, rename_seat
from tests.kept import KINDS
from tests.tables.company import Company
from tests.tables.written import bare, exported

FLIPS = [
    "UPDATE tables SET code = 'AAAABBBB'",
    "UPDATE tables SET options = '{\"hidden\": true}'",
    "UPDATE tables SET copy = '{\"x\": 1}'",
    "UPDATE tables SET created_at = created_at + 1",
    "UPDATE tables SET banker_pass = banker_pass + 1",
    "UPDATE seats SET name = 'Bnna' WHERE number = 0",
    "UPDATE seats SET device = 'bertha' WHERE number = 0",
    "UPDATE seats SET claim = claim + 1 WHERE number = 1",
    "UPDATE seats SET colours = '[\"blue\"]' WHERE number = 1",
    "UPDATE bankers SET device = 'thief'",
    "UPDATE entries SET facts = replace(facts, '3', '7') WHERE sequence = 1",
    "UPDATE entries SET action = replace(action, '3', '7') WHERE sequence = 1",
    "UPDATE entries SET at = at + 1 WHERE sequence = 2",
    "UPDATE entries SET seat = 2 WHERE sequence = 1",
    "UPDATE entries SET actor = 'banker' WHERE sequence = 1",
    "UPDATE entries SET sequence = 9 WHERE sequence = 2",
    "DELETE FROM entries WHERE sequence = 1",
]
"""Changes of one stored value each, as a failing disk may make them."""


def flip(statement: str) -> None:
    """Change stored values directly, and clear the cache."""
    with open_tables().store.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount == 1
    open_tables().slots = Slots()


@pytest.fixture
def two_steps(company: Company) -> Company:
    company.tap("anna", "pay", seat=0, target=1, amount=3)
    company.tap("bruno", "draw", seat=1)
    return company


@pytest.mark.parametrize("statement", FLIPS)
def test_a_changed_byte_makes_its_table_unusable(two_steps: Company, statement: str) -> None:
    flip(statement)

    (card,) = every_table()
    with pytest.raises(Refusal) as raised:
        open_tables().find(card.code)

    assert raised.value.name == "table_damaged"
    assert shown_code(card.code) in str(raised.value.sentence)
    assert [one.waiting for one in evenings_of([card])] == [raised.value.sentence]


def test_steps_before_a_damaged_one_can_be_exported_and_played_on(two_steps: Company) -> None:
    whole = exported(two_steps.table)
    flip("UPDATE entries SET facts = replace(facts, '4', '5') WHERE sequence = 2")

    saved = raw_record(two_steps.code)

    assert saved["entries"] == json.loads(json.dumps(whole["entries"][:1]))
    assert import_record(saved, "laptop").sequence == 1


def test_tables_made_in_every_way_have_valid_checksums(
    company: Company, finished: OpenTable
) -> None:
    follow(company.code, "laptop", NextGame())
    imported = import_record(bare(), "laptop")
    rename_seat(imported.code, 0, "Dora", imported.actor("laptop"))
    open_tables().slots = Slots()

    tables = [open_tables().find(card.code) for card in every_table()]

    assert len(tables) == 3


def test_deleting_the_next_table_keeps_the_checksum_valid(
    company: Company, finished: OpenTable
) -> None:
    follow(company.code, "laptop", NextGame())
    later = 2 * time.time()
    step = {"kind": "undo", "entry": 6}
    submit(company.code, "laptop", step, seen=6, key="late", now=lambda: later)

    forgotten = list(forget_tables(later))
    open_tables().slots = Slots()

    assert len(forgotten) == 1
    assert open_tables().find(company.code).followed_by is None


@pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)
def test_checking_a_database_names_the_damaged_table_and_passes_the_others(
    two_steps: Company, inside: Flask
) -> None:
    other = import_record(bare(), "laptop").code
    flip("UPDATE seats SET name = 'Bnna' WHERE number = 0 AND device = 'anna'")
    file = file_of(inside)
    assert file is not None

    verdicts = {code: verdict.refusal for code, verdict in checked_tables(file)}

    assert verdicts[shown_code(other)] is None
    refusal = verdicts[shown_code(two_steps.code)]
    assert refusal is not None and refusal.name == "table_damaged"


@pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)
def test_text_damaged_beyond_unicode_breaks_no_list_of_tables(two_steps: Company) -> None:
    flip("UPDATE seats SET name = CAST(x'41ff' AS TEXT) WHERE number = 0")
    flip("UPDATE tables SET options = '{'")

    assert [card.names[0] for card in every_table()] == ["A\ufffd"]
    with pytest.raises(Refusal, match="table_damaged"):
        open_tables().find(two_steps.code)

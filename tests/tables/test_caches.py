from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from companion.games import all_games
from companion.mechanics.game import Fact
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.tables.opened import OpenTables, open_tables
from companion.tables.seats import claim_seat
from companion.tables.store import append_all
from tests.conftest import MakeApp
from tests.tables.company import Company, seated
from tests.toy_game import TOY, ToyGame, ToyState

LONG = 5000


def fill(company: Company, entries: int) -> None:
    """Write a long log at once: the bank gives Anna 1, over and over."""
    lines = [
        Entry(
            sequence,
            {"kind": "draw", "seat": 0, "value": 1},
            ({"kind": "drawn", "seat": 0, "value": 1},),
            key=f"filled {sequence}",
        )
        for sequence in range(1, entries + 1)
    ]
    with open_tables().store.writing() as session:
        append_all(session.connection(), company.table.id, lines)


class CountingToy(ToyGame):
    """The toy, counting the facts that were folded."""

    def __init__(self) -> None:
        self.folded = 0

    def evolve(self, state: ToyState, fact: Fact) -> ToyState:
        self.folded += 1
        return super().evolve(state, fact)


@pytest.fixture
def counting(inside: Flask) -> Iterator[CountingToy]:
    """The toy game on the shelf counts for the time of a test."""
    game = CountingToy()
    all_games()["toy"] = game
    yield game
    all_games()["toy"] = TOY


def test_a_tap_after_thousands_folds_only_itself(counting: CountingToy, company: Company) -> None:
    fill(company, LONG)
    assert company.balance(0) == 10 + LONG
    counting.folded = 0

    company.tap("anna", "pay", seat=0, target=1, amount=5)
    company.tap("laptop", "undo", entry=LONG + 1)
    company.tap("laptop", "redo", entry=LONG + 2)

    assert counting.folded == 2
    assert company.balance(0) == 5 + LONG


def test_what_another_process_wrote_is_added_and_not_folded_anew(
    counting: CountingToy, make_app: MakeApp, company: Company
) -> None:
    fill(company, 100)
    assert company.table.sequence == 100
    other = make_app()
    with other.app_context():
        company.tap("anna", "pay", seat=0, target=1, amount=5)
    counting.folded = 0

    assert (company.table.sequence, counting.folded) == (101, 1)


def test_a_look_at_an_unchanged_table_gives_the_same_snapshot(company: Company) -> None:
    assert company.table is company.table


def test_a_claim_folds_nothing(counting: CountingToy, company: Company) -> None:
    fill(company, 50)
    assert company.table.sequence == 50
    counting.folded = 0

    claim_seat(company.code, 2, "carla")

    assert counting.folded == 0
    assert company.balance(0) == 60


def test_a_long_table_opens_cold_as_it_was_left(make_app: MakeApp, company: Company) -> None:
    fill(company, LONG)
    company.tap("laptop", "undo", entry=LONG)
    company.tap("laptop", "undo", entry=LONG - 40)
    warm = company.table

    with make_app().app_context():
        cold = open_tables().find(company.code)

    assert replace(cold, timeline=warm.timeline) == warm
    assert (cold.state, cold.timeline.standing) == (warm.state, warm.timeline.standing)


def test_the_longest_unused_table_is_forgotten_and_found_again(inside: Flask) -> None:
    store = open_tables().store
    few = OpenTables(store, open_tables().bell, capacity=2)
    codes = [seated().code for _ in range(3)]
    first = few.find(codes[0])

    assert few.find(codes[0]) is first
    few.find(codes[1])
    few.find(codes[2])

    assert few.find(codes[0]) is not first
    assert few.find(codes[0]).code == codes[0]


def test_unknown_codes_leave_nothing_in_the_cache(inside: Flask) -> None:
    tables = open_tables()
    before = len(tables._slots)

    for code in ("22222222", "33333333", "", "not a code at all", "O0O0-O0O0"):
        with pytest.raises(Refusal) as refused:
            tables.find(code)
        assert refused.value.name == "unknown_code"

    assert len(tables._slots) == before


@pytest.mark.parametrize("shape", ["{}", "{0}-{1}", " {0} {1} ", "{0}–{1}"])
def test_a_code_is_found_however_it_is_typed(company: Company, shape: str) -> None:
    code = company.code.lower()
    typed = shape.format(code[:4], code[4:]) if "0" in shape else code

    assert open_tables().find(typed).id == company.table.id


def test_a_stream_gets_the_last_snapshot_without_the_database(company: Company) -> None:
    tapped = company.tap("anna", "cheer")
    engine = open_tables().store.engine

    with statements(engine) as run:
        assert open_tables().cached(company.code) is tapped.open_table
    assert run.count == 0


def test_a_tap_is_one_look_and_one_insert_with_its_news(company: Company) -> None:
    company.tap("anna", "cheer")
    engine = open_tables().store.engine
    with statements(engine) as run:
        company.tap("anna", "cheer", seen=1)

    assert run.count == (2 if engine.dialect.name == "sqlite" else 3)


@dataclass
class Run:
    """How many statements were run."""

    count: int = 0


@contextmanager
def statements(engine: Engine) -> Iterator[Run]:
    """Count what the database is asked."""
    run = Run()

    def counted(*arguments: object) -> None:
        run.count += 1

    event.listen(engine, "before_cursor_execute", counted)
    yield run
    event.remove(engine, "before_cursor_execute", counted)

"""A tap that may have been kept is called in doubt, keeps its key, and counts once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask

from companion import create_app
from companion.mechanics.game import SeatSetup
from companion.tables.live.cache import open_tables
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table
from tests.database_line import MOMENTS, DatabaseLine, database_line
from tests.database_servers import Postgresql, address
from tests.kept import EMPTIED, NAME
from tests.parties import phone_of
from tests.patience import SOAK_SEED, rounds
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, seated

CUTS = 12
START, SALARY = 1000, 10
IN_DOUBT = "does not know whether this was saved"
NOT_KEPT = "this was not kept"
SALARY_BUTTON = "b-salary"
AGAIN = "Send it again"
BID = {"kind": "bid", "seat": 1, "amount": 3}


@pytest.fixture
def line(postgresql: Postgresql) -> Iterator[DatabaseLine]:
    """A line to an empty database."""
    postgresql.ask(EMPTIED, NAME)
    with database_line(postgresql.port) as given:
        yield given


@pytest.fixture
def kept_in(line: DatabaseLine) -> dict[str, str]:
    """Behind that line."""
    return {"SQLALCHEMY_DATABASE_URI": address(line.port, NAME)}


@dataclass
class Told:
    """The answers by idempotency key, compared with the log at the end."""

    kept: set[str] = field(default_factory=set)
    not_kept: set[str] = field(default_factory=set)
    counted: Counter[str] = field(default_factory=Counter)

    def hear(self, key: str, status: int, text: str) -> None:
        if status < 400:
            self.kept.add(key)
        elif IN_DOUBT in text:
            self.counted["called in doubt"] += 1
        else:
            assert NOT_KEPT in text, (status, text)
            self.not_kept.add(key)
            self.counted["called not kept"] += 1

    def assert_true(self, database: Postgresql, app: Flask, code: str) -> None:
        """Compare what was said with the log and with the purse."""
        rows = database.ask("SELECT key FROM entries ORDER BY sequence", NAME)
        # Without the mark of the device that sent it.
        logged = [key.rpartition(" ")[0] for (key,) in rows]
        assert len(set(logged)) == len(logged), "nothing is paid twice"
        assert not self.not_kept & set(logged), "what was called not kept is not in the log"
        assert self.kept == set(logged), "what was called kept is in the log, and nothing else"
        with app.app_context():
            table = open_tables().find(code)
        assert table.state.ledger.balance("seat 0") == START + SALARY * len(logged)
        self.counted["paid"] = len(logged)


@dataclass
class Evening:
    """A table of the free bank where Anna takes a salary, its database at the end of a line."""

    database: Postgresql
    line: DatabaseLine
    folder: Path
    code: str
    cookie: str
    told: Told = field(default_factory=Told)

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    def cut(self, chance: random.Random) -> bool:
        """Have the line break at the next payment; tell whether it stays broken then."""
        moment, stays_broken = chance.choice(MOMENTS), chance.random() < 0.8
        self.line.break_at(moment, stays_broken=stays_broken)
        self.told.counted[f"cut before {moment}" if moment != "answer" else "answer cut"] += 1
        return stays_broken


@contextmanager
def evening(database: Postgresql, folder: Path) -> Iterator[Evening]:
    """Give such a table on an emptied database."""
    database.ask(EMPTIED, NAME)
    with database_line(database.port) as line, opened_on(folder, database.url(NAME)) as app:
        with app.app_context():
            options = {"start": START, "salary": SALARY, "movers": "pay_and_take"}
            seats = [SeatSetup("Anna"), SeatSetup("Bruno")]
            table = create_table("free_bank", options, seats, None, None, "laptop")
            claim_seat(table.code, 0, "anna")
            cookie = phone_of(app, "anna", "en").cookie
        given = Evening(database, line, folder, table.code, cookie)
        yield given
        given.told.assert_true(database, app, table.code)


@contextmanager
def opened_on(folder: Path, database: str) -> Iterator[Flask]:
    app = create_app({"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": database})
    try:
        yield app
    finally:
        app.extensions["cluster"].close()
        app.extensions["open_tables"].store.engine.dispose()


@pytest.mark.soak
def test_a_form_in_doubt_keeps_its_key_and_pays_once(
    postgresql: Postgresql, tmp_path: Path
) -> None:
    chance, cuts = random.Random(SOAK_SEED), 0
    with evening(postgresql, tmp_path) as given:
        with opened_on(tmp_path, address(given.line.port, NAME)) as app:
            anna = Phone(app)
            anna.client.set_cookie("session", given.cookie)
            for _ in rounds(CUTS):
                _take_plainly(given, anna, chance)
                cuts += 1

    print(given.told.counted)
    assert given.told.counted["paid"] == cuts and given.told.counted["called in doubt"]


def _take_plainly(given: Evening, anna: Phone, chance: random.Random) -> None:
    """Press the button, and then the one of each page that calls it in doubt."""
    form = anna.go(given.path).form(SALARY_BUTTON)
    key, button = form.fields["key"], SALARY_BUTTON
    answers = chance.randrange(1, 4) if given.cut(chance) else 0
    while True:
        answer = anna.submit(form, button)
        given.told.hear(key, answer.status_code, answer.text)
        if key in given.told.kept | given.told.not_kept:
            given.line.restore()
            return
        form, button = Page(answer.text).form(AGAIN), AGAIN
        assert form.fields["key"] == key
        answers -= 1
        if answers == 0:
            given.line.restore()


def test_the_answer_tells_the_script_to_resend_a_move_in_doubt(
    app: Flask, line: DatabaseLine
) -> None:
    table = seated(app, *BIDDING)
    line.break_at("answer")

    told = table.phones[1].tap(table, BID, htmx=True, key="k")
    line.restore()
    again = table.phones[1].tap(table, BID, htmx=True, key="k", seen=2)

    assert (told.status_code, told.headers["Retry-After"]) == (503, "1")
    assert told.headers["HX-Retarget"] == "#notice"
    assert IN_DOUBT in told.text and "sent again automatically" in told.text
    assert (again.status_code, again.headers["Companion-Sequence"]) == (200, "3")
    assert table.sequence == 3


def test_a_request_in_doubt_without_a_key_cannot_be_resent(app: Flask, line: DatabaseLine) -> None:
    table = seated(app, *BIDDING, phones=0)
    stranger = table.onlooker
    claim = {"seat": "1"}
    line.break_at("answer")

    told = stranger.post(f"/t/{table.code}/sit", claim)
    line.restore()

    assert told.status_code == 503 and IN_DOUBT in told.text
    assert AGAIN not in told.text and Page(told.text).link("Back")
    assert table.now.actor(stranger.device).seat == 1

"""Payments whose way to the database is cut around their COMMIT, and what phones are told of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from playwright.sync_api import BrowserContext, Page, Response, expect

from companion import create_app
from companion.mechanics.game import Sitting
from companion.tables.live.cache import open_tables
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table
from tests.bench.sittings import phone_of
from tests.database_line import MOMENTS, DatabaseLine, database_line
from tests.database_servers import HOST, Postgresql, address
from tests.kept import EMPTIED, NAME
from tests.patience import PATIENCE
from tests.soak.server import serving
from tests.web.pages import Page as PlainPage
from tests.web.phones import Phone

START, SALARY = 1000, 10
IN_DOUBT = "it is not known whether this was kept"
NOT_KEPT = "this was not kept"
SALARY_BUTTON = "b-salary"
AGAIN = "Send it again"
MILLISECONDS = 1000 * PATIENCE


@dataclass
class Told:
    """What was said of each key; the log is compared with it in the end."""

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
        logged = [key for (key,) in rows]
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
    with database_line(database.port) as line, _opened(folder, database.url(NAME)) as app:
        with app.app_context():
            options = {"start": START, "salary": SALARY, "movers": "pay_and_take"}
            seats = [Sitting("Anna"), Sitting("Bruno")]
            table = create_table("free_bank", options, seats, None, None, "laptop")
            claim_seat(table.code, 0, "anna")
            cookie = phone_of(app, "anna", "en").cookie
        given = Evening(database, line, folder, table.code, cookie)
        yield given
        given.told.assert_true(database, app, table.code)


@contextmanager
def _opened(folder: Path, database: str) -> Iterator[Flask]:
    app = create_app({"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": database})
    try:
        yield app
    finally:
        app.extensions["cluster"].close()
        app.extensions["open_tables"].store.engine.dispose()


def cut_plain_forms(
    database: Postgresql, folder: Path, cuts: int, seed: int, progress: Callable[[str], None]
) -> Counter[str]:
    """Let a device without script be paid so many times, each time through a cut."""
    chance = random.Random(seed)
    with evening(database, folder) as given:
        with _opened(folder, address(given.line.port, NAME)) as app:
            anna = Phone(app)
            anna.client.set_cookie("session", given.cookie)
            for number in range(1, cuts + 1):
                _take_plainly(given, anna, chance)
                if number % 20 == 0:
                    progress(f"{number} of {cuts} plain forms")
    return given.told.counted


def _take_plainly(given: Evening, anna: Phone, chance: random.Random) -> None:
    """Press the button, and then the one of each page that calls it in doubt."""
    form = anna.go(given.path).form(SALARY_BUTTON)
    key, button = form.fields["key"], SALARY_BUTTON
    answers = chance.randrange(1, 4) if given.cut(chance) else 0
    while True:
        answer = anna.submit(form, button)
        given.told.hear(key, answer.status_code, answer.text)
        if key in given.told.kept | given.told.not_kept:
            given.line.mend()
            return
        form, button = PlainPage(answer.text).form(AGAIN), AGAIN
        assert form.fields["key"] == key
        answers -= 1
        if answers == 0:
            given.line.mend()


def cut_phone(
    context: BrowserContext,
    database: Postgresql,
    folder: Path,
    cuts: int,
    seed: int,
    progress: Callable[[str], None],
) -> Counter[str]:
    """Let a phone with script, in a real browser, be paid so many times, each through a cut."""
    chance = random.Random(seed)
    with evening(database, folder) as given:
        with serving(folder, DATABASE_URL=address(given.line.port, NAME)) as server:
            url = f"http://{HOST}:{server.port}"
            context.add_cookies([{"name": "session", "value": given.cookie, "url": url}])
            with closing(context.new_page()) as page:
                answers: list[Response] = []
                page.on("response", lambda answer: answers.append(answer))
                page.goto(url + given.path)
                for number in range(1, cuts + 1):
                    _take_by_script(given, page, START + SALARY * number, chance)
                    for answer in answers:
                        _hear(given.told, answer)
                    answers.clear()
                    if number % 20 == 0:
                        progress(f"{number} of {cuts} taps on a phone")
    return given.told.counted


def _take_by_script(given: Evening, page: Page, money: int, chance: random.Random) -> None:
    """Tap once; the phone does the rest."""
    stays_broken = given.cut(chance)
    page.locator(f"#{SALARY_BUTTON}").click()
    if stays_broken:
        given.line.await_refused(chance.randrange(1, 6))
        given.line.mend()
    expect(page.locator(".mine .figure")).to_have_text(str(money), timeout=MILLISECONDS)
    expect(page.locator("#notice")).to_have_text("", timeout=MILLISECONDS)


def _hear(told: Told, answer: Response) -> None:
    request: Any = answer.request
    if request.method == "POST":
        (key,) = parse_qs(request.post_data)["key"]
        told.hear(key, answer.status, answer.text())

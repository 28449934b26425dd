"""Fuzzing: random requests to every route, valid and invalid, from known and unknown devices.

No request may break the app, and a refused request must change nothing.
"""

from __future__ import annotations

import io
import json
import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import decompressobj

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion import create_app
from companion.games import all_games
from companion.tables.live.cache import open_tables
from companion.web.access.signed_links import banker_pass, seat_pass
from tests.extent import choose
from tests.parties import (
    OWN_PAGE,
    Party,
    Phone,
    actions_by_kind,
    phone_of,
    recorded_games,
    sat_down,
    some_of_each,
)
from tests.patience import SOAK_SECONDS, SOAK_SEED, rounds
from tests.soak.logs import DATABASE, assert_sound
from tests.sources import ROOT

TABLES = 8
QUESTIONS, MANY_QUESTIONS = choose(check=500, test=500, full=2000), 10_000
"""Requests to one app, limited because they fill its database; many in a long run."""
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
FIELD = re.compile(r"""name="([\w.]+)"|(?:form|args|files)(?:\.get\(|\[)"([\w.]+)\"""")
ODD = (
    "", " ", "0", "1", "-1", "00", "2", "9" * 400, "1e9", "²", "١", "0x10", "true", "None", "nan",
    "a", "A" * 70, "é" * 40, "\x00", "\ud7ff", "\u202e\u2066", "🎲" * 20, "{{7*7}}", "%s%n", "%00",
    "<script>alert(1)</script>", "' OR 1=1 --", "../../../etc/passwd", "..%2f..%2f",
    "//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)",
    "$amount", "@name", "#count",
    "seat 0", "seat 1", "bank", "en", "it", "fr", "xx", "table", "0-0.1-1", "[]", "{}", "[" * 2000,
)  # fmt: skip
BODIES = (
    b"", b"{", b"[]", b"\xff\xfe\x00", b"[" * 50_000, b"%", b"a=%ZZ&b=%", b"&" * 2000, b"a=1;b=2",
    b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--", b"\x00" * 500, b"=" * 3000,
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "application/json", "text/plain", "", "x" * 300, "multipart/form-data; boundary=" + "y" * 300,
)  # fmt: skip
HEADERS = {
    "Host": ("evil.example", "192.168.1.20:8000", "[::1]:80", "a b", "", "localhost", "x" * 300),
    "Sec-Fetch-Site": ("cross-site", "none", "é"),
    "X-Forwarded-For": ("127.0.0.1", "10.0.0.1, evil", "x" * 300),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "gopher"),
    "X-Forwarded-Prefix": ("//evil.example",),
    "Forwarded": ("for=127.0.0.1;host=evil.example;proto=https",),
    "X-HTTP-Method-Override": ("DELETE", "POST"),
    "X-Original-URL": ("/bank",),
    "Accept-Language": ("it", "fr", "*", "xx;q=9", "en;q=é", "de-" + "x" * 300, ",,,;;;"),
    "Accept-Encoding": ("gzip", "gzip;q=x", "*", "br"),
    "HX-Request": ("true", "false"),
    "HX-Target": ("now",),
    "Referer": ("http://localhost/t/x", "//evil.example", "x"),
    "Origin": ("https://evil.example", "null"),
    "Range": ("bytes=0-9", "bytes=-5", "bytes=9-1", "x"),
    "If-None-Match": ("*", '"x"', "x"),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "Last-Event-ID": ("0", "x", "9" * 50),
    "Content-Length": ("0",),
}


def field_names() -> tuple[str, ...]:
    """Return the names of all form fields in templates and code."""
    files = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/**/*.py")]
    found = {name for file in files for pair in FIELD.findall(file.read_text()) for name in pair}
    return tuple(sorted(found - {""}))


@dataclass
class Question:
    """One request for the test client."""

    method: str
    path: str
    query: dict[str, str]
    data: Any
    headers: dict[str, str]
    cookie: str | None
    address: str
    content_type: str | None = None

    def __str__(self) -> str:
        """Return everything needed to send the request again by hand."""
        body = str(self.data)[:600]
        return f"{self.method} {self.path} {self.query} {body} {self.headers} {self.content_type}"


@dataclass
class Asker:
    """Makes random requests."""

    app: Flask
    parties: list[Party]
    chance: random.Random
    stranger: Phone
    passes: list[str]
    rules: list[Rule] = field(default_factory=list)
    names: tuple[str, ...] = field(default_factory=field_names)

    def __post_init__(self) -> None:
        self.rules = list(self.app.url_map.iter_rules())

    def question(self) -> Question:
        """Return the next request."""
        chance = self.chance
        party = chance.choice(self.parties)
        rule = chance.choice(self.rules)
        usual = [method for method in rule.methods or () if method in ("GET", "POST")]
        method = chance.choice(usual if usual and chance.random() < 0.9 else METHODS)
        phone = chance.choice((*party.everybody, self.stranger))
        cookie: str | None = phone.cookie
        if chance.random() < 0.1:
            cookie = chance.choice((None, "", "x", phone.cookie[:-2], "." + phone.cookie, "é"))
        path = "/" + chance.choice(ODD) if chance.random() < 0.01 else self._path(rule, party)
        data, kind = self._body(party, phone) if method == "POST" else (None, None)
        few = chance.sample(self.names, chance.choice((0, 0, 1, 2)))
        query = {name: self._value(party) for name in few}
        if chance.random() < 0.3:
            query |= {"for": chance.choice(ODD), "before": chance.choice(ODD)}
        chosen = chance.sample(list(HEADERS), chance.choice((0, 0, 0, 1, 2, 3)))
        headers = dict(OWN_PAGE) if chance.random() < 0.95 else {}
        headers |= {name: chance.choice(HEADERS[name]) for name in chosen}
        address = f"10.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)}"
        return Question(method, path, query, data, headers, cookie, address, kind)

    def _path(self, rule: Rule, party: Party) -> str:
        values: dict[str, Any] = {}
        for name in rule.arguments:
            if self.chance.random() < 0.1:
                values[name] = self.chance.choice(ODD) or "x"
                continue
            values[name] = self.chance.choice(
                {
                    "code": (party.code, party.code.lower(), self.chance.choice(self.parties).code),
                    "number": (0, 1, 2, 39, 10**9),
                    "name": tuple(all_games()),
                    "token": tuple(self.passes),
                    "filename": ("styles/base.css", "live.js", "../companion/paths.py", "nothing"),
                }.get(name, ODD)
            )
        path = rule.rule
        for name, value in values.items():
            path = re.sub(rf"<(\w+(\(.*?\))?:)?{name}>", str(value).replace("\\", r"\\"), path)
        return path

    def _value(self, party: Party) -> str:
        """Return a random value for a field: a code, a number, an action, or nonsense."""
        chance = self.chance
        if chance.random() < 0.5:
            return chance.choice(ODD)
        return chance.choice(
            (party.code, json.dumps(self._action(party)), str(chance.randrange(20)))
        )

    def _action(self, party: Party) -> object:
        """Return an action of the game, often with invalid values."""
        chance = self.chance
        known = actions_by_kind(party.recorded.game)
        action = dict(chance.choice(known[chance.choice(list(known))]))
        for name in list(action):
            if chance.random() < 0.15:
                action[name] = chance.choice((*ODD, None, -1, 10**30, 1.5, True, [], {}, [[["x"]]]))
        if chance.random() < 0.1:
            action[chance.choice(("seat", "at", "by_app", "kind", "x"))] = chance.choice(
                (0, 99, "x")
            )
        return action

    def _body(self, party: Party, phone: Phone) -> tuple[Any, str | None]:
        chance = self.chance
        if chance.random() < 0.05:
            return chance.choice(BODIES), chance.choice(TYPES)
        names = chance.sample(self.names, chance.randrange(8))
        form: MultiDict[str, Any] = MultiDict((name, self._value(party)) for name in names)
        if chance.random() < 0.6:
            form["action"] = json.dumps(self._action(party))
            seen = self._sequence(party) if chance.random() < 0.9 else chance.randrange(30)
            form["seen"], form["key"] = str(seen), f"{chance.random()}"
        for place in range(chance.choice((0, 0, 0, 3, 4, 13))):
            form[f"name_{place}"] = chance.choice(("Anna", "Bruno", "Carla", f"p{place}", *ODD))
        if chance.random() < 0.2:
            name = chance.choice(("record", "copy", *self.names))
            form[name] = FileStorage(io.BytesIO(self._file()), chance.choice(ODD) or None)
        return form, None

    def _sequence(self, party: Party) -> int:
        with self.app.app_context():
            return open_tables().find(party.code).sequence

    def _file(self) -> bytes:
        """Return a saved game with random changes, or another kind of file."""
        chance = self.chance
        if chance.random() < 0.3:
            return chance.choice(BODIES)
        one = chance.choice(recorded_games())
        seats = [{"name": seat.name, "colours": list(seat.colours)} for seat in one.seats]
        actions = [dict(action) for action in one.actions[: chance.randrange(12)]]
        data: dict[str, Any] = {"game": one.game, "options": dict(one.options), "seats": seats}
        data |= {"copy": one.copy, chance.choice(("actions", "actions", "entries")): actions}
        for name in list(data):
            if chance.random() < 0.1:
                data[name] = chance.choice((*ODD, None, -1, [], {}, [[]], {"x": 10**400}, 10**13))
        return json.dumps(data if chance.random() < 0.7 else data["copy"]).encode()


BROKEN = ("Traceback", "Error:", "sqlalchemy", "jinja2", "File &#34;")


@pytest.mark.soak
def test_random_requests_break_nothing_and_refused_ones_change_nothing(tmp_path: Path) -> None:
    statuses: Counter[int] = Counter()
    for number in rounds(1):
        statuses += fuzzed(tmp_path / f"{number}", random.Random(SOAK_SEED + number))

    print(statuses)
    assert {200, 303, 400, 403, 404, 405, 422} <= set(statuses)


def fuzzed(folder: Path, chance: random.Random) -> Counter[int]:
    """Send random requests to a new app; return how often it answered with each status."""
    app = create_app({"DATA_DIR": folder})
    with app.app_context():
        parties = [sat_down(app, one) for one in some_of_each(TABLES, chance)]
        asker = Asker(app, parties, chance, phone_of(app, "stranger", "fr"), _passes(parties))
    questions = MANY_QUESTIONS if SOAK_SECONDS else QUESTIONS
    with closing(sqlite3.connect(folder / DATABASE)) as watcher:
        statuses = Counter(_asked(app, asker.question(), watcher) for _ in range(questions))
    app.extensions["open_tables"].store.engine.dispose()
    assert_sound(folder)
    return statuses


def _passes(parties: list[Party]) -> list[str]:
    """Return passes that are valid, no longer valid, and never were."""
    first = parties[0].code
    tokens = [banker_pass(first, 0), banker_pass(first, 7), seat_pass(first, 0, 1)]
    tokens += [seat_pass(party.code, 1, 0) for party in parties]
    return [*tokens, tokens[0][:-1], "x", "x.y", "W10.x", "é"]


def _asked(app: Flask, question: Question, watcher: sqlite3.Connection) -> int:
    """Send a request and check the answer; return its status."""
    # Without the counts, no rate limit refuses the request.
    app.extensions.pop("counts", None)
    version = _kept if question.path.startswith("/evenings") else _version
    before = version(watcher)
    client = app.test_client(use_cookies=False)
    headers = dict(question.headers)
    if question.cookie is not None:
        headers["Cookie"] = f"session={question.cookie}"
    try:
        answer = client.open(
            question.path,
            method=question.method,
            query_string=question.query,
            data=question.data,
            headers=headers,
            content_type=question.content_type,
            environ_overrides={"REMOTE_ADDR": question.address},
            buffered=False,
        )
    except UnicodeEncodeError:
        # The test client cannot encode the request.
        return 0
    try:
        body = _read(answer)
    finally:
        answer.close()
    assert answer.status_code < 500, f"{answer.status} to {question}"
    if not question.path.startswith("/static"):
        assert not any(word in body for word in BROKEN), f"{question}: {body[:2000]}"
    if answer.status_code >= 400 or question.method not in ("POST",):
        assert version(watcher) == before, f"{answer.status} to {question} changed something"
    place = answer.headers.get("Location", "/")
    assert place.startswith("/") and not place.startswith(("//", "/\\")), f"{place}: {question}"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"], question
    return answer.status_code


def _read(answer: TestResponse) -> str:
    """Return the body, or the first event of a stream."""
    if answer.mimetype == "text/event-stream":
        first = next(iter(answer.iter_encoded()), b"")
        is_gzipped = answer.content_encoding == "gzip"
        return (decompressobj(wbits=31).decompress(first) if is_gzipped else first).decode()
    return answer.get_data().decode("utf-8", "replace")


def _kept(watcher: sqlite3.Connection) -> list[list[tuple[object, ...]]]:
    """Return all rows but the derived results, which Game nights store when they are read."""
    names = watcher.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return [
        watcher.execute(f"SELECT * FROM {name}").fetchall()
        for (name,) in names
        if name != "results"
    ]


def _version(watcher: sqlite3.Connection) -> int:
    """Return a number that changes when another connection changes the database."""
    found: int = watcher.execute("PRAGMA data_version").fetchone()[0]
    return found

"""Requests made by chance over every route: sense and nonsense, from devices known and unknown."""

from __future__ import annotations

import io
import json
import random
import re
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.routing import Rule

from companion.games import all_games
from companion.tables.live.cache import open_tables
from tests.bench.sittings import Phone
from tests.soak.recorded import Party, actions_by_kind, recorded_games
from tests.sources import ROOT

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
    """Return the names of all fields that forms have and that the code asks for, found by scan."""
    files = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/**/*.py")]
    found = {name for file in files for pair in FIELD.findall(file.read_text()) for name in pair}
    return tuple(sorted(found - {""}))


@dataclass
class Question:
    """One request, ready for the test client."""

    method: str
    path: str
    query: dict[str, str]
    data: Any
    headers: dict[str, str]
    cookie: str | None
    address: str
    content_type: str | None = None

    def __str__(self) -> str:
        """As one would try it again by hand."""
        body = str(self.data)[:600]
        return f"{self.method} {self.path} {self.query} {body} {self.headers} {self.content_type}"


@dataclass
class Asker:
    """Makes requests. codes, passes: of tables that are there, besides all that are not."""

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
        headers = {name: chance.choice(HEADERS[name]) for name in chosen}
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
                    "filename": ("styles/base.css", "live.js", "../companion/cli.py", "nothing"),
                }.get(name, ODD)
            )
        path = rule.rule
        for name, value in values.items():
            path = re.sub(rf"<(\w+(\(.*?\))?:)?{name}>", str(value).replace("\\", r"\\"), path)
        return path

    def _value(self, party: Party) -> str:
        """Return what somebody might type: a name, a number, an action, or nonsense."""
        chance = self.chance
        if chance.random() < 0.5:
            return chance.choice(ODD)
        return chance.choice(
            (party.code, json.dumps(self._action(party)), str(chance.randrange(20)))
        )

    def _action(self, party: Party) -> object:
        """Return an action of the game, often with something wrong in it."""
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
        if chance.random() < 0.95:
            form["csrf_token"] = phone.csrf
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
        """Return a record with something changed, or no record at all."""
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

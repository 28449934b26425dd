"""Tables with a device at each seat, prepared in a data folder, and endless games at them."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion import create_app
from companion.games import all_games, game_named
from companion.games.monopoly.seating import Begin
from companion.mechanics.game import SeatSetup
from companion.mechanics.history.log import Redo, Undo
from companion.mechanics.values.codec import to_json
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table
from companion.web.live.streams import PROTOCOL
from tests.games.monopoly import monopoly_player
from tests.sources import ROOT

Action = Mapping[str, Any]
Played = tuple[dict[str, object], tuple[Action, ...]]
"""The options of a game, and its actions."""
LANGUAGES = ("it", "fr", "en")
SEATS = tuple(
    SeatSetup(name, (colour,))
    for name, colour in zip(
        ("Anna", "Bruno", "Carla", "Dario"), ("red", "yellow", "white", "black"), strict=True
    )
)
OWN_PAGE = {"Origin": "http://localhost"}
"""The header with which a browser posts from a page of the app to the test client."""
DEVICES = len(SEATS) + 2
"""Devices at a table under load: one per player, the banker's, and the big screen."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A device at a table."""

    device: str
    """The name of the device in its cookie."""
    cookie: str
    """The signed session cookie."""

    def get(self, path: str) -> bytes:
        """Return a GET request as a browser would send it."""
        return self._request("GET", path)

    def post(self, path: str, body: str) -> bytes:
        """Return a POST request with a form, as the script of a page would send it."""
        head = "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true\r\n"
        head += "Origin: http://127.0.0.1\r\n"
        return self._request("POST", path, f"{head}Content-Length: {len(body)}\r\n", body)

    def _request(self, method: str, path: str, head: str = "", body: str = "") -> bytes:
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session={self.cookie}\r\n"
            f"Accept-Encoding: gzip, deflate\r\n{head}\r\n{body}"
        ).encode("ascii")


def new_key() -> str:
    """Return a new idempotency key for a form."""
    return secrets.token_hex(6)


@dataclass(frozen=True)
class Tap:
    """One tap on a button that takes an action."""

    code: str
    """The code of the table."""
    phone: Phone
    action: Action
    seen: int
    """The sequence number of the screen with the button."""
    key: str = field(default_factory=new_key)
    """The idempotency key of the form."""

    @property
    def path(self) -> str:
        """The path of the request."""
        return f"/t/{self.code}/act"

    @property
    def body(self) -> str:
        """The encoded form."""
        action = json.dumps(self.action)
        return urlencode({"seen": self.seen, "key": self.key, "action": action})

    @property
    def request(self) -> bytes:
        """The whole request."""
        return self.phone.post(self.path, self.body)


@dataclass(frozen=True)
class Recorded:
    """A whole recorded game."""

    name: str
    game: str
    options: Mapping[str, object]
    copy: Mapping[str, object] | None
    seats: tuple[SeatSetup, ...]
    actions: tuple[Action, ...]


@cache
def recorded_games() -> tuple[Recorded, ...]:
    """Return every recorded game of every game.

    Games that depend on the clock are left out, because the app alone sets the time of an action.
    """
    files = sorted(ROOT.glob("tests/games/*/recorded/*.json"))
    found = (_recorded(path.stem, json.loads(path.read_text("utf-8"))) for path in files)
    return tuple(one for one in found if one.game in all_games() and _is_timeless(one))


def _is_timeless(one: Recorded) -> bool:
    return bool(one.actions) and all(action.get("at") is None for action in one.actions)


def _recorded(name: str, data: dict[str, Any]) -> Recorded:
    actions = data.get("actions") or [entry["action"] for entry in data.get("entries") or ()]
    seats = tuple(SeatSetup(seat["name"], tuple(seat.get("colours", ()))) for seat in data["seats"])
    options, copy = data.get("options") or {}, data.get("copy")
    return Recorded(name, data.get("game", ""), options, copy, seats, tuple(actions))


def some_of_each(count: int, chance: random.Random) -> list[Recorded]:
    """Return so many recorded games, with every game among them if there are enough."""
    by_game: dict[str, list[Recorded]] = {}
    for one in recorded_games():
        by_game.setdefault(one.game, []).append(one)
    for games in by_game.values():
        chance.shuffle(games)
    columns = list(by_game.values())
    rows = max(map(len, columns))
    mixed = [column[row] for row in range(rows) for column in columns if row < len(column)]
    return [mixed[place % len(mixed)] for place in range(count)]


def actions_by_kind(game: str) -> dict[str, list[Action]]:
    """Return every recorded action of a game, by kind."""
    kinds: dict[str, list[Action]] = {}
    for one in recorded_games():
        if one.game == game:
            for action in one.actions:
                kinds.setdefault(action["kind"], []).append(action)
    return kinds


def load(game: str, language: str = "it") -> Recorded:
    """Return the game for four that tables under load play; see ``LOADS``."""
    printed = game_named(game).copy
    assert printed is not None, game
    ready = {copy.language: copy.numbers for copy in printed.ready}
    options, actions = LOADS[game]()
    return Recorded("load", game, options, ready.get(language), SEATS, actions)


def _turns() -> Played:
    """Return 17 turns of Big Shot in which the second seat on the leader's left wins for 2.

    After them one seat has no money left for a bid.
    """
    taps: list[Action] = [{"kind": "lead", "seat": 0}]
    for turn in range(17):
        leader, a, b, c = ((turn + further) % len(SEATS) for further in range(4))
        taps.append({"kind": "roll", "seat": leader, "value": turn % 6 + 1})
        taps += ({"kind": "bid", "seat": seat, "amount": bid} for seat, bid in ((a, 1), (b, 2)))
        taps += ({"kind": "pass", "seat": seat} for seat in (c, leader, a))
    return {"edition": "it", "tracking": "light", "hidden_money": False}, tuple(taps)


@cache
def _by_chance() -> Played:
    """Return the first 400 actions of a random game of Monopoly; players own much at the end."""
    people = monopoly_player.Household(random.Random(4))
    steps = people.played(monopoly_player.a_setup(len(SEATS)), 401, [Begin(0)])
    return {}, tuple(to_json(step.action) for step in steps)


LOADS: dict[str, Callable[[], Played]] = {"big_shot": _turns, "monopoly": _by_chance}


@dataclass(frozen=True)
class Party:
    """A table of a recorded game, and its devices."""

    recorded: Recorded
    code: str
    everybody: tuple[Phone, ...]
    """One device per seat, then the banker's, then those of viewers."""
    protocol: str = PROTOCOL
    """The protocol of the streams that the server understands."""

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The devices of the players, by seat."""
        return self.everybody[: len(self.recorded.seats)]

    @property
    def banker(self) -> Phone:
        """The device of the banker."""
        return self.everybody[len(self.recorded.seats)]

    @property
    def onlooker(self) -> Phone:
        """The device of the first viewer, which shows the big screen."""
        return self.everybody[len(self.recorded.seats) + 1]

    def stream(self, place: int) -> bytes:
        """Return the request that opens the stream of one device; place: its index."""
        phone = self.everybody[place]
        screen = "screen=table&" if phone == self.onlooker else ""
        return phone.get(f"/t/{self.code}/stream?{screen}protocol={self.protocol}&tab=t{place}")

    def phone_for(self, action: Action) -> Phone:
        """Return the device on which people would take an action."""
        kinds = all_games()[self.recorded.game].action_kinds
        movers = self.recorded.options.get("movers", "pay_and_take")
        is_banks = action["kind"] in (Undo.kind, Redo.kind) or kinds[action["kind"]].by == "banker"
        if is_banks or movers != "pay_and_take":
            return self.banker
        return self.phones[action.get("seat", 0)]


def sat_down(
    app: Flask,
    recorded: Recorded,
    copy_name: str | None = None,
    language: str = "en",
    onlookers: int = 1,
) -> Party:
    """Make a table of a recorded game with all its devices; needs the app's context."""
    seats = len(recorded.seats)
    devices = [secrets.token_urlsafe(16) for _ in range(seats + 1 + onlookers)]
    table = create_table(
        recorded.game, recorded.options, recorded.seats, recorded.copy, copy_name, devices[seats]
    )
    for number in range(seats):
        claim_seat(table.code, number, devices[number])
    return Party(recorded, table.code, tuple(phone_of(app, one, language) for one in devices))


def made_ready(
    folder: Path, tables: int, devices: int = DEVICES, game: str = "big_shot", **settings: str
) -> list[Party]:
    """Make tables under load in a data folder.

    tables: their number. devices: the number of devices at each. settings: see ``opened``.
    """
    onlookers = max(1, devices - len(SEATS) - 1)
    languages = [LANGUAGES[number % len(LANGUAGES)] for number in range(tables)]
    with opened(folder, **settings) as app:
        return [sat_down(app, load(game, one), None, one, onlookers) for one in languages]


@contextmanager
def opened(folder: Path, **settings: str) -> Iterator[Flask]:
    """Provide an app on a data folder, within its context; settings: more settings of the app."""
    app = create_app({"DATA_DIR": folder, **settings})
    try:
        with app.app_context():
            yield app
    finally:
        app.extensions["open_tables"].store.engine.dispose()


def cookie_signer(app: Flask, days: int = 0) -> URLSafeTimedSerializer:
    """Return the serializer of an app's session cookies; days: how far ahead its clock is."""
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None

    class Then(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() + days * 86_400

    serializer.signer = Then
    return serializer


def phone_of(app: Flask, device: str, language: str) -> Phone:
    """Return a device with the cookie that the app would have given it."""
    session = {"_permanent": True, "device": device, "language": language}
    return Phone(device, str(cookie_signer(app).dumps(session)))


class Script:
    """The endless taps of a party: its game, then an undo of all of it, again and again."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.newest = 0
        """The sequence of the log's last entry."""
        self._first = 1
        self._step = 0

    def next(self) -> Tap:
        """Return the next tap."""
        actions = self.party.recorded.actions
        if self._step < len(actions):
            action = self._moved(actions[self._step])
        else:
            action = {"kind": Undo.kind, "entry": self._first}
        return Tap(self.party.code, self.party.phone_for(action), action, self.newest)

    def _moved(self, action: Action) -> Action:
        """Return an action; an undo or redo names the entry in this log, not the recorded one."""
        if action["kind"] not in (Undo.kind, Redo.kind):
            return action
        return {**action, "entry": action["entry"] + self._first - 1}

    def taken(self, sequence: int) -> None:
        """Go on to the next tap; sequence: the entry that the last one led to."""
        self.newest = sequence
        if self._step < len(self.party.recorded.actions):
            self._step += 1
        else:
            self._step, self._first = 0, sequence + 1

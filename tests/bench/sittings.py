"""Tables made ready in a data folder before the server starts: seats claimed, cookies signed."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from companion import create_app
from companion.games import game_named
from companion.mechanics.game import Sitting
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table

NAMES = ("Anna", "Bruno", "Carla", "Dario")
COLOURS = ("red", "yellow", "white", "black")
OPTIONS = {"edition": "it", "tracking": "light", "hidden_money": False}
LANGUAGES = ("it", "fr", "en")
BIG_SHOT = "big_shot"
BANKER = len(NAMES)
"""The banker's place among the phones of a table, behind the players."""
TURNS = 17
"""Of eighteen: after the seventeenth somebody has nothing left to bid with."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A device at a table: its session cookie and a form token that goes with it."""

    device: str
    cookie: str
    csrf: str

    def get(self, path: str) -> bytes:
        """Return a GET request as a browser would send it."""
        return self._request("GET", path)

    def tap(self, code: str, seen: int, action: str) -> bytes:
        """Return a tap as the page posts it. action: JSON."""
        form = {
            "csrf_token": self.csrf,
            "seen": str(seen),
            "key": secrets.token_hex(6),
            "action": action,
        }
        body = urlencode(form)
        head = "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true\r\n"
        return self._request("POST", f"/t/{code}/act", head, body)

    def _request(self, method: str, path: str, head: str = "", body: str = "") -> bytes:
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session={self.cookie}\r\n"
            f"Accept-Encoding: gzip, deflate\r\n{head}{length}\r\n{body}"
        ).encode("ascii")


@dataclass(frozen=True, slots=True)
class Sat:
    """A table and its phones: players by seat, the banker, the table screen, onlookers."""

    code: str
    phones: tuple[Phone, ...]
    game: str = BIG_SHOT

    def stream(self, place: int) -> bytes:
        """Return the request by which a phone holds its stream."""
        screen = "screen=table&" if place == BANKER + 1 else ""
        return self.phones[place].get(f"/t/{self.code}/stream?{screen}tab=t{place}")


def made_ready(
    folder: Path, tables: int, phones: int = BANKER + 2, game: str = BIG_SHOT, **settings: str
) -> list[Sat]:
    """Make so many tables of a game with so many phones each in a data folder.

    settings: see ``opened``.
    """
    with opened(folder, **settings) as app:
        return [sat_down(app, phones, LANGUAGES[number % 3], game) for number in range(tables)]


@contextmanager
def opened(folder: Path, **settings: str) -> Iterator[Flask]:
    """Give an app on a data folder, within its context. settings: of the app besides."""
    app = create_app({"DATA_DIR": folder, **settings})
    try:
        with app.app_context():
            yield app
    finally:
        app.extensions["open_tables"].store.engine.dispose()


def sat_down(app: Flask, phones: int, language: str, game: str = BIG_SHOT) -> Sat:
    """Make one table in the app's context; all its phones read one language."""
    devices = [secrets.token_urlsafe(16) for _ in range(max(phones, BANKER + 1))]
    seats = [Sitting(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=True)]
    printed = game_named(game).copy
    assert printed is not None, game
    ready = {copy.language: copy.facts for copy in printed.ready}
    options = OPTIONS if game == BIG_SHOT else {}
    table = create_table(game, options, seats, ready.get(language), None, devices[BANKER])
    for number in range(len(NAMES)):
        claim_seat(table.code, number, devices[number])
    return Sat(table.code, tuple(phone_of(app, device, language) for device in devices), game)


def cookie_signer(app: Flask, days: int = 0) -> URLSafeTimedSerializer:
    """Return what signs an app's cookies, its clock so many days ahead."""
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None

    class Then(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() + days * 86_400

    serializer.signer = Then
    return serializer


def phone_of(app: Flask, device: str, language: str) -> Phone:
    """Return a device with what the app would have given it on its first visit."""
    secret = secrets.token_hex(20)
    session = {"_permanent": True, "device": device, "language": language, "csrf_token": secret}
    assert app.secret_key is not None
    # As Flask-WTF makes the token that a form carries.
    tokens = URLSafeTimedSerializer(app.secret_key, salt="wtf-csrf-token")
    return Phone(device, str(cookie_signer(app).dumps(session)), str(tokens.dumps(secret)))


@dataclass(frozen=True, slots=True)
class Step:
    """Who taps (a place among the phones) and what."""

    place: int
    action: Mapping[str, object]


class Script(ABC):
    """One table's game for ever: when it is played the banker takes it back to the first step."""

    def __init__(self) -> None:
        self._steps = self._for_ever()
        self._newest = 0

    def next(self, newest: int) -> Step:
        """Return the next tap. newest: the sequence of the log's last entry."""
        self._newest = newest
        return next(self._steps)

    def _for_ever(self) -> Iterator[Step]:
        yield self.opening()
        while True:
            first = self._newest + 1
            yield from self.play()
            yield Step(BANKER, {"kind": "undo", "entry": first})

    @abstractmethod
    def opening(self) -> Step:
        """Return the one tap that is never taken back."""

    @abstractmethod
    def play(self) -> Iterator[Step]:
        """Yield the taps that follow it."""


class BigShotScript(Script):
    """Turns of six taps."""

    def opening(self) -> Step:
        return Step(0, {"kind": "lead", "seat": 0})

    def play(self) -> Iterator[Step]:
        for turn in range(TURNS):
            yield from _turn(turn % len(NAMES), turn % 6 + 1)


def _turn(leader: int, face: int) -> Iterator[Step]:
    """Yield the taps of a turn: the second seat on the leader's left gets the cubes for 2."""
    a, b, c = ((leader + further) % len(NAMES) for further in (1, 2, 3))
    yield Step(leader, {"kind": "roll", "seat": leader, "value": face})
    yield Step(a, {"kind": "bid", "seat": a, "amount": 1})
    yield Step(b, {"kind": "bid", "seat": b, "amount": 2})
    for seat in (c, leader, a):
        yield Step(seat, {"kind": "pass", "seat": seat})

"""Devices of a family, each a browser with its own cookies, and the table they sit at."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.datastructures import FileStorage
from werkzeug.test import Cookie, TestResponse, encode_multipart

from companion.serving.addresses import Address, Reach
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.tables.storage.models import db
from companion.web.live.streams import HEARTBEAT, PROTOCOL
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY, NAMES
from tests.parties import OWN_PAGE
from tests.web.pages import Form, Page

COLOURS = ("red", "yellow", "white", "black")
SQUARE = [[colour, lot] for colour, lot in zip(COLOURS, ("16", "18", "19", "20"), strict=True)]
HTMX = {"HX-Request": "true"}
LED: list[dict[str, Any]] = [{"kind": "lead", "seat": 0}]
BIDDING: list[dict[str, Any]] = [*LED, {"kind": "roll", "seat": 0, "value": 3}]
PLACING: list[dict[str, Any]] = [*BIDDING, *({"kind": "pass", "seat": seat} for seat in (1, 2, 3))]
"""Anna, who leads, gets the cubes for nothing."""
_keys = count()


def on_wifi(*ips: str) -> Reach:
    """Return the reach of a server on port 8000 of a machine with these addresses."""
    own = [Address("127.0.0.1", "lo", 8), *(Address(ip, "wlan0") for ip in ips)]
    return Reach(8000, read=lambda: own, find_outgoing=lambda: None)


class Phone:
    """A device: it goes to pages, follows links, fills in forms and taps."""

    def __init__(self, app: Flask, language: str = "en", address: str = "127.0.0.1") -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.language = language
        self.address = address
        self.at = "/"

    def _headers(self, more: dict[str, str] | None) -> dict[str, str]:
        return {"Accept-Language": self.language, **(more or {})}

    @property
    def cookies(self) -> dict[tuple[str, str, str], Cookie]:
        """The cookies by domain, path and name."""
        kept = self.client._cookies
        assert kept is not None
        return kept

    def get(self, path: str, **headers: str) -> TestResponse:
        """Return the answer, redirects not followed."""
        return self.client.get(
            path,
            buffered="/stream" not in path,
            headers=self._headers(headers),
            environ_overrides={"REMOTE_ADDR": self.address},
        )

    def post(
        self, path: str, data: dict[str, Any] | bytes, headers: dict[str, str] | None = None
    ) -> TestResponse:
        """Post as it is given, from a page of the app unless the headers name another one."""
        return self.client.post(
            path,
            data=data,
            headers=OWN_PAGE | self._headers(headers),
            environ_overrides={"REMOTE_ADDR": self.address},
        )

    def go(self, path: str) -> Page:
        """Go to a page, redirects followed; it must be there."""
        answer = self.get(path)
        while answer.status_code == 303:
            path = answer.headers["Location"]
            answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status, answer.text)
        self.at = path
        return Page(answer.text)

    def where(self, href: str) -> str:
        """Return where a link leads from the page this device is at."""
        return self.at.partition("?")[0] + href if href.startswith("?") else href

    def submit(self, form: Form, button: str = "", **typed: Any) -> TestResponse:
        """Post or get a form as a browser does, with what is typed and the button pressed."""
        data: dict[str, Any] = {**form.fields, **typed}
        if button:
            pressed = form.button(button)
            data[pressed.name] = pressed.value
        data.pop("", None)
        if form.method == "get":
            return self.client.get(form.action, query_string=data, headers=self._headers(None))
        answer = self.post(form.action or self.at, data)
        # The page New game with the entries so far is one that a browser can go back to.
        place = answer.headers.get("Location", "")
        if place.startswith("/new/") and "name_0=" in place:
            return self.get(place)
        return answer

    def press(self, page: Page, button: str, **typed: Any) -> Page:
        """Press a button, and return the page that it leads to."""
        answer = self.submit(page.form(button), button, **typed)
        assert answer.status_code == 303, (button, answer.status, Page(answer.text).text)
        return self.go(answer.headers["Location"])

    @property
    def device(self) -> str:
        """The name in the device's cookie."""
        with self.client.session_transaction() as session:
            return str(session.get("device", ""))

    def tap(
        self,
        table: Table,
        action: object,
        *,
        htmx: bool = False,
        seen: int | None = None,
        key: str | None = None,
    ) -> TestResponse:
        """Post an action, on a screen that is current unless ``seen`` says otherwise."""
        data = {
            "action": action if isinstance(action, str) else json.dumps(action),
            "seen": str(table.sequence if seen is None else seen),
            "key": f"key {next(_keys)}" if key is None else key,
        }
        return self.post(f"/t/{table.code}/act", data, HTMX if htmx else None)

    def upload(self, path: str, field: str, content: bytes, name: str = "x.json") -> TestResponse:
        """Post a file."""
        file = FileStorage(io.BytesIO(content), filename=name, name=field)
        boundary, body = encode_multipart({field: file})
        return self.post(path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})

    def bring_back(self, record: Mapping[str, Any]) -> str:
        """Make a table of a saved game, and return the path of its page."""
        answer = self.upload("/records", "record", json.dumps(record).encode())
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    @contextmanager
    def stream(
        self, table: Table, tab: str = "tab", query: str = "", protocol: str = PROTOCOL
    ) -> Iterator[Iterator[str]]:
        """Hold an event stream open; gives its events, each as text, but for the beats.

        Those come by the clock, and a slow machine's are many.
        protocol: the version of the page; "" for one from before there were versions.
        """
        query += f"&protocol={protocol}" if protocol else ""
        answer = self.client.get(
            f"/t/{table.code}/stream?tab={tab}{query}",
            headers=self._headers(None),
            environ_overrides={"REMOTE_ADDR": self.address},
        )
        assert answer.status_code == 200, answer.text
        try:
            events = (event.decode() for event in answer.iter_encoded())
            yield (event for event in events if event != HEARTBEAT)
        finally:
            answer.close()


@dataclass
class Table:
    """A table of Big Shot: its banker's device, one phone a seat, and somebody who looks on."""

    app: Flask
    code: str
    banker: Phone
    phones: list[Phone]
    onlooker: Phone

    @property
    def everybody(self) -> list[Phone]:
        return [self.banker, *self.phones, self.onlooker]

    @property
    def now(self) -> OpenTable:
        with self.app.app_context():
            return open_tables().find(self.code)

    @property
    def sequence(self) -> int:
        return self.now.sequence

    @property
    def page(self) -> str:
        return f"/t/{self.code}/"

    def do(self, *actions: dict[str, Any]) -> None:
        """Let the banker take actions, past the web: they are not what is tested."""
        with self.app.app_context():
            for action in actions:
                seen = self.now.sequence
                key = f"key {next(_keys)}"
                submit(self.code, self.banker.device, action, seen=seen, key=key)

    def balance(self, account: str) -> int:
        amount: int = self.now.state.ledger.balance(account)
        return amount


def a_record(players: int = 4, **more: Any) -> dict[str, Any]:
    """Return a record of actions alone, with nothing done yet."""
    hidden = more.pop("hidden", False)
    options = {"edition": more.pop("edition", "it"), "hidden_money": hidden}
    options["tracking"] = more.pop("tracking", "full")
    seats = [
        {"name": name, "colours": list(COLOURS[place : place + 1])}
        for place, name in enumerate(NAMES[:players])
    ]
    if players == 2:
        for place, seat in enumerate(seats):
            seat["colours"] = list(COLOURS[2 * place : 2 * place + 2])
    return {
        "game": "big_shot",
        "options": options,
        "copy": EXAMPLE_COPY,
        "seats": seats,
        "actions": [],
        **more,
    }


def sit(phone: Phone, code: str, seat: int) -> None:
    """Claim a seat for a phone."""
    answer = phone.post(f"/t/{code}/sit", {"seat": str(seat)})
    assert answer.status_code == 303, answer.text


def seated(app: Flask, *actions: dict[str, Any], phones: int = 4, **more: Any) -> Table:
    """Return a table after these actions, a phone at each of the first so many seats."""
    languages = more.pop("languages", ("en",) * 4)
    record = a_record(**more, actions=list(actions))
    return brought_back(Phone(app), record, *languages[: min(phones, len(record["seats"]))])


def brought_back(banker: Phone, record: Mapping[str, Any], *languages: str) -> Table:
    """Return the table of a saved game; languages: of the phones at its first seats."""
    table = table_at(banker, banker.bring_back(record))
    for seat, language in enumerate(languages):
        table.phones.append(Phone(banker.app, language))
        sit(table.phones[-1], table.code, seat)
    table.onlooker.go(table.page)
    return table


def table_at(banker: Phone, place: str) -> Table:
    """Return the table at a path such as ``/t/CODE/``, without phones."""
    return Table(banker.app, place.split("/")[2], banker, [], Phone(banker.app))


def everything_kept(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of all tables of the database, without results, computed from the logs."""
    with app.extensions["open_tables"].store.engine.connect() as connection:
        return {
            name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for name, table in db.metadata.tables.items()
            if name != "results"
        }

"""Every page that the links at a table lead to, and what every button on them does."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from flask import Flask
from werkzeug.test import TestResponse

from companion.mechanics.history.log import LOG_STEPS, Redo, Undo
from companion.mechanics.values.codec import to_json
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import entries_of, submit
from companion.tables.records.import_export import import_record
from companion.tables.seats import claim_seat
from tests.web.page_text import page_text
from tests.web.pages import Button, Form, Page
from tests.web.phones import HTMX, Phone

BANKER = "banker"
CODE, PASS = re.compile(r"(?<=/t/)[0-9A-Z]{8}\b"), re.compile(r"(?<=/pass/)[\w.~-]+")
PLAY = re.compile(r"(?<=sourcePlayId%22%3A%22)\w+")
VERSION = re.compile(r"\?v=\w+")
DATA = re.compile(r"/\S+(?=/backups)")
BESIDE = ("purse/1?before=9", "history?before=9", "?screen=seats", "replay/2?play", "seats/9")
"""Pages that no link, or only a link on a longer page, leads to."""
FIRST = re.compile(r"/(t/\w+/)?")
_keys, _tables = count(), count()


@dataclass
class Moment:
    """A table at a moment of a game, its banker's device, and phones at the first seats."""

    app: Flask
    code: str
    people: dict[str, Phone] = field(default_factory=dict)
    """The devices of the banker, of players and of a viewer."""

    @property
    def start(self) -> str:
        """The address of its live screen."""
        return f"/t/{self.code}/"

    @property
    def now(self) -> OpenTable:
        """The table as it is."""
        with self.app.app_context():
            return open_tables().find(self.code)


def begun(
    app: Flask,
    record: dict[str, Any],
    seats: int = 1,
    banker: str | None = None,
    language: str = "en",
) -> Moment:
    """Return a table made of a record, with phones at so many of its seats and one viewer.

    Its devices know no other table, unless the banker's is named.
    """
    number = next(_tables)
    names = (BANKER, *(f"seat {seat}" for seat in range(seats)), "viewer")
    devices = {name: f"{name} {number}" for name in names}
    devices[BANKER] = banker or devices[BANKER]
    with app.app_context():
        table = import_record(record, devices[BANKER])
        for seat in range(seats):
            claim_seat(table.code, seat, devices[f"seat {seat}"])
    moment = Moment(app, table.code)
    for name, device in devices.items():
        moment.people[name] = Phone(app, language)
        with moment.people[name].client.session_transaction() as session:
            session["device"] = device
    return moment


@dataclass(frozen=True)
class Visit:
    """A page that somebody went to. lines: what stands on it, None where it is no page."""

    who: str
    path: str
    answer: TestResponse
    page: Page | None
    lines: tuple[str, ...]


def everything(moment: Moment, left_out: str) -> Iterator[Visit]:
    """Yield the pages of a table, by who looks at them; left_out: the last part of an address."""

    def wanted(path: str) -> bool:
        return path.startswith(moment.start) and path != moment.start + left_out

    for who, phone in moment.people.items():
        most = 2 if who == BANKER else 1
        yield from visits(moment.app, phone, who, moment.start, most, wanted)
    for path in BESIDE:
        yield from visits(moment.app, moment.people[BANKER], BANKER, moment.start + path)


def no_link(path: str) -> bool:
    """Follow no link."""
    return False


def visits(
    app: Flask,
    phone: Phone,
    who: str,
    start: str,
    most: int = 0,
    wanted: Callable[[str], bool] = no_link,
) -> Iterator[Visit]:
    """Yield the pages that links lead to, in the order in which they are found.

    most: how many addresses of one endpoint with the same parameters are visited.
    """
    todo, met, alike = [start], {start}, Counter[object]()
    while todo:
        path = todo.pop(0)
        answer = phone.get(path)
        assert answer.status_code < 500, path
        html = body_of(path, answer)
        page = Page(html) if html else None
        yield Visit(who, path, answer, page, tuple(page_text(html)))
        for link in page.links if page else ():
            href = urljoin(path, link.href).partition("#")[0]
            if not wanted(href) or href in met:
                continue
            met.add(href)
            kind = kind_of(app, href)
            alike[kind] += 1
            if alike[kind] <= most:
                todo.append(href)


def body_of(path: str, answer: TestResponse) -> str:
    """Return a page without what stands above all of them, but for the first; "" if it is none."""
    html = answer.text if answer.mimetype == "text/html" else ""
    return html if FIRST.fullmatch(path) else html.partition("</header>")[2] or html


def kind_of(app: Flask, path: str) -> tuple[str, ...]:
    """Return the endpoint of an address and the names of its parameters."""
    parts = urlsplit(path)
    endpoint, _ = app.url_map.bind("localhost").match(parts.path)
    return (str(endpoint), *sorted(name for name, _ in parse_qsl(parts.query, True)))


def masked(text: str) -> str:
    """Return a text without what differs: codes, passes, versions of files, and the data folder."""
    for code in set(CODE.findall(text)):
        text = text.replace(code, "CODE").replace(f"{code[:4]}-{code[4:]}", "CODE")
    return DATA.sub("DATA", VERSION.sub("", PLAY.sub("PLAY", PASS.sub("PASS", text))))


def written(found: Iterable[Visit]) -> Iterator[str]:
    """Yield visits as text; of a page that somebody else has as well, only what differs."""
    first: dict[str, Sequence[str]] = {}
    for visit in found:
        yield f"\n== {visit.who}: {visit.answer.status_code} {visit.path}"
        if visit.page is None:
            is_text = str(visit.answer.mimetype).startswith(("text/", "image/svg"))
            yield visit.answer.text if is_text else f"   {visit.answer.mimetype}"
        before = first.setdefault(visit.path, visit.lines)
        if before is visit.lines:
            yield from visit.lines
        else:
            yield from _changes(before, visit.lines)


def buttons(page: Page) -> Iterator[tuple[Form, Button]]:
    """Yield the buttons of a page that post something."""
    for form in page.forms:
        if form.method == "post":
            yield from ((form, button) for button in form.buttons)


def takes_action(path: str) -> bool:
    """Return whether a form that leads to an address takes an action at a table."""
    return path.partition("#")[0].endswith("/act")


def pressed(moment: Moment, visit: Visit) -> Iterator[str]:
    """Press every button of a page that takes an action, and undo it.

    First as the page stands, then with a number in each field that is empty.
    """
    for form, button in buttons(visit.page) if visit.page else ():
        if takes_action(form.action):
            yield _press(moment, visit.who, form, button, form.fields)
            filled = {name: value or "3" for name, value in form.fields.items()}
            if filled != form.fields and button.name:
                yield _press(moment, visit.who, form, button, filled)


def _press(moment: Moment, who: str, form: Form, button: Button, fields: dict[str, str]) -> str:
    before = moment.now.sequence
    data = {**fields, button.name: button.value}
    data |= {"seen": str(before), "key": f"every page {next(_keys)}"}
    data.pop("", None)
    answer = moment.people[who].post(form.action, data, HTMX)
    assert answer.status_code < 500, data
    label = " ".join(button.text.split()) or button.id
    if moment.now.sequence == before:
        return f"[{label}]: {answer.status_code} {' '.join(_refusal(answer))}"
    newest = moment.now.newest
    assert newest is not None
    _put_back(moment)
    taken = {name: value for name, value in newest.action.items() if name != "at"}
    return f"[{label}]: {json.dumps(taken, ensure_ascii=False)}"


def _refusal(answer: TestResponse) -> list[str]:
    """Return the text of a refusal, or the field values of a page with a refused form."""
    lines = page_text(body_of("", answer))
    if len(lines) < 9:
        return lines
    return [line for line in lines if "value=" in line and "type=" not in line][:9]


def submitted(phone: Phone, visit: Visit, most: int = 2) -> Iterator[str]:
    """Submit the forms of a page as they stand, each by so many of its buttons of one name.

    What takes an action, sends a file, deletes the table or chooses a language is left out.
    """
    alike = Counter[object]()
    for form, button in buttons(visit.page) if visit.page else ():
        path = button.action or form.action or visit.path
        alike[path, button.name] += 1
        is_other = form.multipart or path.startswith("/language") or path.endswith("/delete")
        if is_other or takes_action(path) or alike[path, button.name] > most:
            continue
        data = {**form.fields, button.name: button.value}
        data.pop("", None)
        answer = phone.post(path, data)
        assert answer.status_code < 500, (visit.path, data)
        label = " ".join(button.text.split()) or button.id
        yield f"[{label}]: {answer.status_code} {answer.headers.get('Location', '')}"
        if answer.status_code != 303:
            yield from _changes(visit.lines, page_text(body_of(visit.path, answer)))


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    changed = unified_diff(before, after, n=0, lineterm="")
    return (line for line in changed if not line.startswith(("---", "+++", "@@")))


def _put_back(moment: Moment) -> None:
    """Make the table what it was before its newest entry."""
    with moment.app.app_context():
        entries: dict[int, Any] = {one.sequence: one.action for one in entries_of(moment.now)}
        newest = moment.now.sequence
        action = entries[newest]
        back: Redo | Undo = Redo(newest) if action["kind"] in LOG_STEPS else Undo(newest)
        if action["kind"] == Redo.kind:
            back = Undo(entries[action["entry"]]["entry"])
        key = f"every page {next(_keys)}"
        submit(moment.code, moment.people[BANKER].device, to_json(back), seen=newest, key=key)

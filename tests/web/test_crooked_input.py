"""Whatever stands in an address or a form, the answer is a page or a refusal and never a failure.

Each parameter of each kind of address, and each field of each kind of form, is given values that no
page of ours offers. An exception goes through to the test, for the app is in testing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask

from tests.extent import choose
from tests.web.moments import EVERY
from tests.web.outside import OUTSIDE, household
from tests.web.phones import HTMX, Phone
from tests.web.visits import (
    BANKER,
    Visit,
    begun,
    buttons,
    everything,
    kind_of,
    takes_action,
    visits,
)

ONCE = ("", "x", "-1", "9" * 30, "1.5", "²", "0", "2", "null", "[]", "{}", "a.b.c-1")
CROOKED: tuple[list[str] | None, ...] = (*([value] for value in ONCE), ["1", "x"], None)
"""None: it is left out."""
PARAMETERS = {
    "table.show": ("draft", "for", "screen"),
    "table.history": ("before", "step"),
    "table.sold": ("to",),
    "table.purse": ("before",),
    "lobby.set_up": ("players", "box"),
    "score.show": ("players", "change", "cash_0", "die_0", "line_1_0"),
}
"""By endpoint, what an address may hold beside what its links do."""
PLACES = choose(check=("bd-raise",), test=tuple(EVERY), full=tuple(EVERY))
"""The moments whose pages are asked."""
EACH = choose(check=1, test=2, full=10_000)
"""So many crooked values for each kind of address and of form, other ones for the next."""
_turns = count()
KIND = re.compile(r'"kind":"(\w+)"')


def crooked(fields: dict[str, str], names: Iterable[str]) -> Iterator[dict[str, list[str]]]:
    """Yield the fields with one of those named left out, crooked, or there twice."""
    cases = [(name, value) for name in sorted(names) for value in CROOKED]
    first = 7 * next(_turns)
    for place in range(first, first + min(EACH, len(cases))):
        name, value = cases[place % len(cases)]
        posted = {key: [text] for key, text in fields.items() if key != name}
        yield posted if value is None else {**posted, name: value}


def assert_answered(answer: Any, asked: object) -> None:
    assert answer.status_code in (200, 303, 400, 403, 404, 409, 413, 414, 422), asked


def ask_crookedly(app: Flask, phone: Phone, found: list[Visit]) -> int:
    """Go to each kind of address with crooked parameters; return how often."""
    asked = 0
    kinds = {kind_of(app, visit.path): visit.path for visit in found}
    for (endpoint, *_), path in kinds.items():
        bare, fields = urlsplit(path).path, dict(parse_qsl(urlsplit(path).query, True))
        for posted in crooked(fields, {*fields, *PARAMETERS.get(endpoint, ())}):
            address = f"{bare}?{urlencode(posted, doseq=True)}"
            # Wrong codes are limited; here each is asked as if it were the first.
            app.extensions.pop("counts", None)
            assert_answered(phone.get(address), address)
            asked += 1
    return asked


def forms(found: list[Visit]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield one form of each kind that posts: where it leads, and its fields as they stand."""
    met = set[tuple[str, ...]]()
    for visit in found:
        for form, button in buttons(visit.page) if visit.page else ():
            path = button.action or form.action or visit.path
            fields = {**dict.fromkeys(form.choices, ""), **form.fields, button.name: button.value}
            fields.pop("", None)
            kind = (urlsplit(path).path, *sorted(fields), *KIND.findall(button.value))
            if kind not in met and not form.multipart:
                met.add(kind)
                yield path, fields


def post_crookedly(phone: Phone, path: str, fields: dict[str, str], now: Any = None) -> int:
    """Post a form with a crooked value in one of its fields; return how often.

    now: returns the newest step of the table, so that a tap does not just come too late.
    """
    posted = 0
    for data in crooked(fields, fields.keys()):
        if now is not None and next(_turns) % 4:
            data |= {"seen": [str(now())], "key": [f"crooked {path} {posted} {now()}"]}
        assert_answered(phone.post(path, data, HTMX if takes_action(path) else None), data)
        posted += 1
    return posted


@pytest.mark.usefixtures("standing_clock")
@pytest.mark.parametrize("name", PLACES)
def test_malformed_input_breaks_no_table_page(shared_app: Flask, name: str) -> None:
    moment = begun(shared_app, EVERY[name])
    found = [visit for visit in everything(moment, "copy") if visit.who == BANKER]
    banker = moment.people[BANKER]

    asked = ask_crookedly(shared_app, banker, found)
    posted = [
        post_crookedly(banker, path, fields, lambda: moment.now.sequence)
        for path, fields in forms(found)
    ]

    assert asked > 5 and sum(posted) > 20


@pytest.mark.slow
@pytest.mark.usefixtures("standing_clock")
def test_malformed_input_breaks_no_other_page(shared_app: Flask) -> None:
    phone = household(shared_app)
    known = [path for path in OUTSIDE if path != "/nowhere"]
    found = [visit for path in known for visit in visits(shared_app, phone, "somebody", path)]

    asked = ask_crookedly(shared_app, phone, found)
    posted = [post_crookedly(phone, path, fields) for path, fields in forms(found)]

    assert asked > 10 and sum(posted) > 10

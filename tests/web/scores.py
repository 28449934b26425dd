"""Example entries for the calculator, and helpers for its pages.

FOUR is Big Shot for four. Anna owns the lots 9 and 10 and the park that touches them, has 5 in cash
and one loan: (9 + 10) x 2 + 5 - 10 = 33. Bruno owns the lots 11 and 16 and has 4: 31. Carla has 7,
Dario 0, both without lots.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qs, parse_qsl

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.web.pages import Form, Page

FOUR = dict(
    parse_qsl(
        "players=4&edition=it&name_0=Anna&name_1=Bruno&name_2=Carla&name_3=Dario"
        "&cash_0=5&cash_1=4&cash_2=7&cash_3=0&loans_0=1&value_1=9&value_3=10&value_5=11&value_7=16"
        "&touches_a_1=on&touches_a_3=on&lot_1=0&lot_3=0&lot_a=0&lot_5=1&lot_7=1"
    )
)
PAD = parse_qs(
    "players=3&scoring=dice_set&target=40&exactly_30=False"
    "&card_0=20&die_0=17&card_0=12&die_0=11&card_0=20&die_0=12&card_1=2&die_1=8"
)
"""Big Cheese for three: the first player has 17 + 11 + 12 = 40."""


def shown(client: FlaskClient, game: str, entries: Mapping[str, object]) -> tuple[int, Page]:
    """Return the status and the page of a calculator for these entries."""
    answer = client.get(f"/score/{game}", query_string=MultiDict(entries))
    return answer.status_code, Page(answer.text)


def notice(page: Page) -> str:
    """Return the only refusal on a page."""
    (sentence,) = re.findall(r'<p class="notice" role="alert">(.*?)</p>', page.html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", str(sentence)).strip()


def score_form(page: Page) -> Form:
    """Return the form of the calculator; the page has one for the language, too."""
    return page.form("players")


def typed_into(form: Form, **typed: str) -> dict[str, str]:
    """Return the fields that a browser sends for a form with these entries."""
    assert form.method == "get"
    return {**form.fields, **typed}

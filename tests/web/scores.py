"""Scores to begin a test with, and how a test looks at the calculator's pages.

Four of Big Shot: Anna owns the 9 and the 10 that her park touches, (9 + 10) x 2 = 38, cash 5, one
loan: 33. Bruno owns the 11 and the 16 and has 4: 31. Carla and Dario have 7 and 0 and no lot.
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
"""Three at the pad: 17 + 11 + 12 = 40 for the first, an even 2 for the second."""


def shown(client: FlaskClient, game: str, said: Mapping[str, object]) -> tuple[int, Page]:
    """Return the status and the page that an address with these entries leads to."""
    answer = client.get(f"/score/{game}", query_string=MultiDict(said))
    return answer.status_code, Page(answer.text)


def notice(page: Page) -> str:
    """Return the one sentence by which a page refuses."""
    (said,) = re.findall(r'<p class="notice" role="alert">(.*?)</p>', page.html, re.DOTALL)
    return re.sub(r"<[^>]+>", "", str(said)).strip()


def score_form(page: Page) -> Form:
    """Return the form of a calculator's page; the other one chooses the language."""
    return page.form("players")


def typed_into(form: Form, **typed: str) -> dict[str, str]:
    """Return the fields that a browser sends after filling in some of them."""
    assert form.method == "get"
    return {**form.fields, **typed}

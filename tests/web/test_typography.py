"""Names in Hebrew or Arabic turn no figure around, and a minus is one."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask import Flask

from companion.web.requests.language import since
from companion.web.requests.typography import ISOLATE, POP, isolated
from tests.games.records import read_record
from tests.sources import ROOT
from tests.web.phones import BIDDING, Table, seated

YOSSI, LEILA = "יוסי", "ليلى"
PAGES = ("", "?screen=table", "account", "history", "bank", "invite", "purse/0", "again")
TAG = re.compile(r"<[^>]*>|<script.*?</script>", re.DOTALL)


def turning(page: str) -> list[str]:
    """Return where a name is drawn and not isolated."""
    text = html.unescape(TAG.sub("\n", page))
    found = re.finditer(f"(?<!{ISOLATE})(?:{YOSSI}|{LEILA})|(?:{YOSSI}|{LEILA})(?!{POP})", text)
    return [text[max(0, one.start() - 30) : one.end() + 30] for one in found]


def finished(app: Flask) -> Table:
    """Return a table that is over, with two such names at it."""
    record: dict[str, Any] = read_record("big_shot", "four-italian")
    record.pop("outcome", None)
    for seat, name in zip(record["seats"], (YOSSI, LEILA, "Zoë"), strict=False):
        seat["name"] = name
    return seated(app, *record.pop("actions"), phones=1, **record)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 2, יוסי 5, tied", f"Zoë 2, {ISOLATE}יוסי{POP} 5, tied"),
        ("יוסי, ليلى (12)", f"{ISOLATE}יוסי{POP}, {ISOLATE}ليلى{POP} (12)"),
        ("בן־דוד לוי pays 7", f"{ISOLATE}בן־דוד לוי{POP} pays 7"),
        ("Zoë pays 7", "Zoë pays 7"),
    ],
)
def test_only_right_to_left_text_is_isolated(text: str, shown: str) -> None:
    assert isolated(text) == shown


def test_a_right_to_left_name_is_isolated_on_every_page(shared_app: Flask) -> None:
    """ "Zoë 2, 5 יוסי, tied" was read where "יוסי 5" was meant."""
    over = finished(shared_app)
    seats = [
        {"name": name, "colours": [colour]}
        for name, colour in ((YOSSI, "red"), ("Bo", "white"), (LEILA, "black"))
    ]
    bidding = seated(shared_app, *BIDDING, seats=seats, phones=3)
    bodies = {
        f"{table.code}/{path}": table.banker.get(f"/t/{table.code}/{path}").text
        for table in (over, bidding)
        for path in PAGES
    }
    bodies |= {path: over.banker.go(path).html for path in ("/", "/evenings", "/new/big_shot")}
    with bidding.phones[0].stream(bidding) as events:
        shown = next(event for event in events if YOSSI in event)
        bodies["stream"] = "\n".join(line.partition(":")[2] for line in shown.splitlines())

    assert any(YOSSI in body for body in bodies.values())
    assert {path: turning(body) for path, body in bodies.items() if turning(body)} == {}


def test_forms_and_files_contain_the_plain_name(shared_app: Flask) -> None:
    table = finished(shared_app)

    seats = table.banker.go(f"/t/{table.code}/invite")
    assert YOSSI in {form.fields.get("name") for form in seats.forms}
    for path in (f"/t/{table.code}/account.txt", f"/t/{table.code}/record.json", "/evenings.csv"):
        text = table.banker.get(path).text
        assert YOSSI in text and ISOLATE not in text, path


def test_a_number_below_zero_has_a_real_minus_and_a_form_posts_a_hyphen(shared_app: Flask) -> None:
    """ "Points: -1" stood beside "-1 point" with a real minus."""
    template = shared_app.jinja_env.from_string('<b>{{ number }}</b><input value="{{ number }}">')

    assert template.render(number=-1) == '<b>−1</b><input value="-1">'


@pytest.mark.parametrize(("ago", "shown"), [(0, "just now"), (90, "just now"), (3600, "2026")])
def test_the_time_of_a_recent_event_has_no_date(
    shared_app: Flask, monkeypatch: pytest.MonkeyPatch, ago: int, shown: str
) -> None:
    """A game that was over a moment ago had the day, month, year, hour and minute."""
    monkeypatch.setattr("time.time", lambda: 1_790_000_000.0)

    with shared_app.test_request_context():
        assert shown in since(1_790_000_000.0 - ago)


def test_what_stands_around_a_colon_is_translated_with_it() -> None:
    """French has a space before a colon."""
    templates = (ROOT / "templates").rglob("*.html")

    assert [path.name for path in templates if re.search(r"}}:\s", path.read_text("utf-8"))] == []

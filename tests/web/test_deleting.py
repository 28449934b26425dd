"""A table deleted by its banker: asked once, gone everywhere, and its links say so."""

from __future__ import annotations

import time

import pytest
from flask import Flask

from companion.tables import seats
from companion.tables.live.cache import open_tables
from tests.transcripts.kept import recorded
from tests.web.phones import BIDDING, Phone, Table, everything_kept, seated

GUEST = "192.168.1.21"
ASKS = "Delete this table?"


def of_guests(app: Flask, phones: int = 0) -> Table:
    """Return a table whose devices are not on the machine that runs the app."""
    table = seated(app, *BIDDING, phones=phones)
    for phone in table.everybody:
        phone.address = GUEST
    return table


def test_a_deleted_table_is_gone_and_only_its_code_is_kept(app: Flask) -> None:
    table = seated(app, *BIDDING)
    copies = everything_kept(app)["copies"]
    page = table.banker.go(table.banker.go(f"{table.page}bank").link("Delete this table"))

    assert ASKS in page.text and "Anna, Bruno, Carla, Dario" in page.text
    assert page.link("Save the game as a file") == f"{table.page}record.json"
    assert "backups" in page.text
    home = table.banker.press(page, "Yes, delete it")

    assert table.page not in home.html
    kept = everything_kept(app)
    rows = {name for name, found in kept.items() if found}
    assert not rows & {"tables", "seats", "bankers", "entries", "seat_events"}
    assert kept["copies"] == copies and len(kept["deleted_tables"]) == 1
    for path in ("", "history", "account", "record.json", "stream", "invite"):
        answer = table.banker.get(f"{table.page}{path}")
        assert (answer.status_code, "deleted this table" in answer.text) == (410, True)
    assert "deleted this table" in table.banker.get(f"/join?code={table.code}").text


def test_open_pages_of_a_deleted_table_reload_and_say_so(app: Flask) -> None:
    table = seated(app, *BIDDING)

    with table.phones[0].stream(table) as events:
        next(events)
        table.banker.post(f"{table.page}delete", {})

        assert "event: role" in next(events)


def test_nobody_but_the_banker_deletes_a_table(app: Flask) -> None:
    table = seated(app, *BIDDING)

    for phone in (table.phones[0], table.onlooker):
        assert phone.get(f"{table.page}delete").status_code == 403
        assert phone.post(f"{table.page}delete", {}).status_code == 403
        assert "Delete this table" not in phone.get(f"{table.page}account").text
    assert table.now.sequence


def test_a_table_in_use_by_others_is_deleted_only_after_a_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = of_guests(app, phones=2)
    assert table.banker.post(f"{table.page}delete", {}).status_code == 403

    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 25 * 3600)

    assert ASKS in table.banker.go(f"{table.page}delete").text
    assert table.banker.post(f"{table.page}delete", {}).status_code == 303


def test_a_banker_who_plays_for_everybody_deletes_at_once(app: Flask) -> None:
    table = of_guests(app, phones=1)
    assert table.banker.post(f"{table.page}delete", {}).status_code == 403
    with app.app_context():
        seats.free_seat(table.code, 0, table.now.actor(table.banker.device))

    assert table.banker.post(f"{table.page}delete", {}).status_code == 303


def test_a_deleted_game_no_longer_counts(app: Flask) -> None:
    phone = Phone(app)
    place = phone.bring_back(dict(recorded())["big_shot/four-italian"])
    assert "Big Shot" in phone.get("/evenings.csv").text

    phone.post(f"{place}delete", {})

    assert phone.get("/evenings.csv").text.count("\n") == 1
    assert "No finished games" in phone.go("/evenings").text


def test_the_previous_table_no_longer_links_to_a_deleted_one(app: Flask) -> None:
    phone = Phone(app)
    first = phone.bring_back(dict(recorded())["big_shot/four-italian"])
    later = phone.post(f"{first}again", {}).headers["Location"].partition("?")[0]

    phone.post(f"{later}delete", {})

    with app.app_context():
        assert open_tables().find(first.split("/")[2]).followed_by is None
    assert phone.get(first).status_code == 200

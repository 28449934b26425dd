"""The evenings of a household: who won what, as a page and as a file, and who is remembered."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, select, text

from companion.tables.household import results
from companion.tables.live.cache import open_tables
from companion.tables.storage import checksums
from companion.tables.storage.models import db
from companion.web.finished.game_nights import MOST_LISTED, _csv_text
from tests.transcripts.kept import recorded
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, everything_kept, on_wifi, seated, sit

GAMES = dict(recorded())
PLAYED = ("big_shot/four-italian", "free_bank/sealed", "monopoly/bankrupt-to-a-player")
KEPT = ("tables", "seats", "bankers", "entries")
ELSEWHERE = {"Host": "192.168.1.7:8000"}


def brought(phone: Phone, name: str, **more: Any) -> str:
    """Bring a recorded game back to life on a device; return its code."""
    return phone.bring_back({**GAMES[name], **more}).split("/")[2]


def household(app: Flask) -> Phone:
    """Return a device on which three games were played to their ends."""
    phone = Phone(app, address="192.168.1.20")
    for name in PLAYED:
        brought(phone, name)
    return phone


def listed(page: Page) -> list[str]:
    return [link.href for link in page.links if link.href.endswith("/account")]


def test_every_finished_game_is_listed_with_winner_and_scores(app: Flask) -> None:
    phone = household(app)

    page = phone.go("/evenings")

    assert len(listed(page)) == len(PLAYED)
    with app.app_context():
        for path in listed(page):
            table = open_tables().find(path.split("/")[2])
            outcome = table.game.final.outcome(table.state)
            assert outcome is not None and str(outcome.sentence) in page.text
            assert all(f"{one.name} {one.total}" in page.text for one in outcome.standings)


def test_game_nights_can_be_filtered_by_person_and_game(app: Flask) -> None:
    phone = household(app)

    by_game = phone.go("/evenings?game=monopoly")
    by_person = phone.go("/evenings?person=dario")

    assert len(listed(by_game)) == 1
    with app.app_context():
        for path in listed(by_person):
            assert "Dario" in open_tables().find(path.split("/")[2]).names
    assert 0 < len(listed(by_person)) < len(PLAYED)
    assert not listed(phone.go("/evenings?person=Nobody"))


def test_the_statistics_list_the_most_frequent_winner_first(app: Flask) -> None:
    phone = Phone(app)
    for _ in range(2):
        brought(phone, "big_shot/four-italian")
    with app.app_context():
        table = open_tables().find(listed(phone.go("/evenings"))[0].split("/")[2])
        outcome = table.game.final.outcome(table.state)
        assert outcome is not None
        winner = table.names[outcome.winners[0]]

    text = phone.go("/evenings").text
    # Equal wins share a place.
    assert re.findall(r"(\d) (\w+) ☆☆ 2 0", text) == [
        ("2", name) for name in sorted(table.names) if name != winner
    ]

    assert f"Place Name Games Won 1 {winner} ★★ 2 2" in text
    assert f"Big Shot ♛ {winner} (2) 2" in text


def test_an_unfinished_game_is_not_listed(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert not listed(table.banker.go("/evenings"))
    assert "Game nights" not in [link.text.strip() for link in table.banker.go("/").links]


def test_the_csv_file_has_a_row_per_seat_and_game(app: Flask) -> None:
    phone = household(app)

    answer = phone.get("/evenings.csv")

    rows = list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"))))
    assert answer.mimetype == "text/csv"
    assert rows[0][:5] == ["Date", "Time", "Game", "Seat", "Name"]
    seats = sum(len(GAMES[name]["seats"]) for name in PLAYED)
    assert len(rows) == 1 + seats
    games = [row for row in rows if row[2] == "Big Shot"]
    assert sorted(row[4] for row in games) == sorted(
        seat["name"] for seat in GAMES["big_shot/four-italian"]["seats"]
    )
    assert [row[6] for row in games] == sorted(row[6] for row in games)
    assert "1" in {row[7] for row in games}


@pytest.mark.parametrize(("language", "sign"), [("en", ","), ("it", ";"), ("fr", ";")])
def test_the_csv_file_uses_its_languages_separator(app: Flask, language: str, sign: str) -> None:
    head = Phone(app, language).get("/evenings.csv").text.splitlines()[0]

    assert head.count(sign) == 8


@pytest.mark.parametrize("name", ["=1+1", "+39", "-Anna", "@home"])
def test_no_name_becomes_a_spreadsheet_formula(name: str) -> None:
    assert _csv_text(name) == f"'{name}"
    assert _csv_text("Anna") == "Anna"


def test_another_device_does_not_see_these_game_nights(app: Flask) -> None:
    household(app)
    other = Phone(app, address="192.168.1.21")

    page = other.go("/evenings")

    assert not listed(page) and "Anna" not in page.text
    assert other.get("/evenings.csv").text.count("\n") == 1


def test_a_game_whose_end_was_undone_is_no_longer_listed(app: Flask) -> None:
    phone = Phone(app)
    code = brought(phone, "big_shot/four-italian")
    assert len(listed(phone.go("/evenings"))) == 1
    with app.app_context():
        last = open_tables().find(code).timeline.standing.entries[-1].sequence
    action = {"kind": "undo", "entry": last}
    form = phone.go(f"/t/{code}/history").form("seen").fields

    phone.post(f"/t/{code}/act", {**form, "action": json.dumps(action)})

    assert not listed(phone.go("/evenings"))


def test_viewing_game_nights_changes_nothing(app: Flask) -> None:
    phone = household(app)
    before = everything_kept(app)

    for path in ("/evenings", "/evenings.csv", "/", "/new/big_shot"):
        phone.go(path)

    assert everything_kept(app) == before


def copied(app: Flask, code: str, times: int) -> None:
    """Store copies of a table, all in one transaction, because saving each would take long."""
    kept = db.metadata.tables
    with app.app_context(), open_tables().store.writing() as session:
        rows = {name: session.execute(select(kept[name])).mappings().all() for name in KEPT}
        first = rows["tables"][0]
        assert first["code"] == code
        for number in range(1, times + 1):
            table_id, again = first["id"] + number, f"COPY{number:04}"
            session.execute(insert(kept["tables"]), {**first, "id": table_id, "code": again})
            for name in KEPT[1:]:
                own = [{**row, "table_id": table_id} for row in rows[name]]
                session.execute(insert(kept[name]), own)
            checksums.seal(session.connection(), table_id)
            checksums.seal_log(session.connection(), table_id)


def test_statistics_count_all_games_beyond_one_page(app: Flask) -> None:
    phone = Phone(app)
    copied(app, brought(phone, "free_bank/least-money-shared"), 304)

    page = phone.go("/evenings")
    file = phone.get("/evenings.csv").text

    assert re.search(r"Anna [★ ]*305 305", page.text)
    assert file.count("\n") == 1 + 305 * 2
    assert len(listed(page)) == MOST_LISTED and "1–50 of 305" in page.text
    last = phone.go("/evenings?skip=300")
    assert len(listed(last)) == 5 and "301–305 of 305" in last.text
    assert "skip=50" in page.link("Earlier games")


def test_a_result_is_cached_until_its_table_or_row_changes(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(app)
    code = brought(phone, "big_shot/four-italian")
    told = phone.get("/evenings.csv").text
    app.extensions.pop("evenings")
    with monkeypatch.context() as context:
        context.setattr(results, "evening_of", None)
        assert phone.get("/evenings.csv").text == told
    with app.app_context(), open_tables().store.writing() as session:
        session.execute(text("UPDATE results SET content = replace(content, '64', '65')"))
    assert phone.get("/evenings.csv").text == told

    phone.post(f"/t/{code}/seats/0", {"name": "Zoe"})
    with app.app_context():
        last = open_tables().find(code).timeline.standing.entries[-1].sequence
    form = phone.go(f"/t/{code}/history").form("seen").fields
    assert "Zoe" in phone.get("/evenings.csv").text
    undo = json.dumps({"kind": "undo", "entry": last})
    phone.post(f"/t/{code}/act", {**form, "action": undo})

    assert "Zoe" not in phone.get("/evenings.csv").text


def test_the_final_page_shows_thinking_times(app: Flask) -> None:
    table = seated(app, *BIDDING)
    assert "Thinking time" not in table.banker.go(f"/t/{table.code}/account").text
    phone = Phone(app)
    code = brought(phone, "big_shot/four-italian")

    assert "Thinking time" in phone.go(f"/t/{code}/account").text


def test_known_people_are_offered_and_can_be_forgotten(app: Flask) -> None:
    phone = Phone(app)
    brought(phone, "big_shot/four-italian")
    first = phone.go("/new/free_bank?players=1")
    buttons = first.form("Show the QR code").buttons
    offered = [button.value for button in buttons if button.name == "person"]
    names = [seat["name"] for seat in GAMES["big_shot/four-italian"]["seats"]]
    assert offered == names[1:]

    answer = phone.post("/people/forget", {"name": names[1].upper()})

    assert answer.status_code == 303
    assert names[1] not in phone.go("/new/free_bank").text
    assert names[2] in phone.go("/new/free_bank?players=1").text
    assert f"Forget {names[1]}" not in phone.go("/evenings").html


def test_a_forgotten_person_who_plays_again_is_remembered(app: Flask) -> None:
    phone = Phone(app)
    brought(phone, "big_shot/four-italian")
    name = GAMES["big_shot/four-italian"]["seats"][1]["name"]
    for _ in range(2):
        phone.post("/people/forget", {"name": name})

    brought(phone, "big_shot/four-italian")

    assert f"Forget {name}" in phone.go("/evenings").html


def test_forgetting_a_person_affects_only_that_device(app: Flask) -> None:
    table = seated(app)
    sits, forgets = table.phones[0], table.banker

    forgets.post("/people/forget", {"name": "Bruno"})

    assert "Forget Bruno" not in forgets.go("/evenings").html
    assert "Forget Bruno" in sits.go("/evenings").html


def test_a_tapped_person_takes_the_first_free_seat_with_their_colour(app: Flask) -> None:
    phone = Phone(app)
    seats = [{"name": "Anna", "colours": ["black"]}, {"name": "Bruno", "colours": ["white"]}]
    seats += [{"name": "Carla", "colours": ["red"]}]
    blank = {"game": "big_shot", "options": {"edition": "it"}, "copy": {}, "seats": seats}
    phone.bring_back({**blank, "actions": []})
    page = phone.go("/new/big_shot")
    form = page.form("Show the QR code")

    names = {"name_0": "Zoe", "name_1": "", "name_2": "Carla"}
    answer = phone.post("/new/big_shot", {**form.fields, **names, "person": "Anna"})

    fields = Page(answer.text).form("Show the QR code").fields
    assert [fields[f"name_{place}"] for place in range(3)] == ["Zoe", "Anna", "Carla"]
    assert fields["colour_1_0"] == "black" and fields["colour_2_0"] == "red"


def test_new_game_starts_with_the_games_last_people_and_settings(app: Flask) -> None:
    phone = Phone(app)
    form = phone.go("/new/free_bank?players=2").form("Show the QR code")
    typed = {"name_0": "Anna", "name_1": "Bruno", "currency": "ducats", "start": "30"}
    phone.submit(form, "Show the QR code", **typed, movers="banker", debt="5")
    form = phone.go("/new/big_shot?players=3").form("Show the QR code")
    more = {"name_0": "Carla", "name_1": "Dario", "name_2": "Elena"}
    phone.submit(form, "Show the QR code", **more)

    fields = phone.go("/new/free_bank").form("Show the QR code").fields

    assert {name: fields[name] for name in (*typed, "movers", "debt")} == {
        **typed,
        "movers": "banker",
        "debt": "5",
    }
    assert "name_2" not in fields
    other = phone.go("/new/big_cheese").form("Show the QR code").fields
    assert [other[f"name_{place}"] for place in range(3)] == ["Carla", "Dario", "Elena"]
    assert Phone(app).go("/new/free_bank").form("Show the QR code").fields["name_0"] == ""


def test_the_first_page_lists_unfinished_games_with_players_and_turn(app: Flask) -> None:
    table = seated(app, *BIDDING)
    brought(table.banker, "big_shot/four-italian")

    page = table.banker.go("/")

    tables = [link for link in page.links if link.href.startswith("/t/")]
    assert [link.href for link in tables] == [table.page]
    words = " ".join(tables[0].text.split())
    assert "Anna, Bruno, Carla, Dario" in words and "Bruno bids 1 or more" in words
    assert "Game nights" in page.text


def test_the_first_page_shows_the_turn_after_a_restart_too(make_app: Any) -> None:
    first = make_app()
    table = seated(first, *BIDDING)
    again = make_app()
    table.banker.app, table.banker.client.application = again, again

    assert "Bruno bids 1 or more" in table.banker.go("/").text


PROXY_HEADERS = (
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Port",
    "X-Forwarded-Server",
    "X-Real-IP",
    "X-Client-IP",
    "CF-Connecting-IP",
    "True-Client-IP",
    "Cdn-Loop",
    "Forwarded",
    "Via",
)
"""Headers that proxies add, some of them without any other trace."""


def test_only_the_server_machine_sees_all_unfinished_tables(app: Flask) -> None:
    table = seated(app, *BIDDING)
    machine, guest = Phone(app), Phone(app, address="192.168.1.9")
    through = {
        "named otherwise": machine.get("/", **ELSEWHERE),
        "named like it": machine.get("/", Host="localhost.example.org:8000"),
        "guest": guest.get("/"),
        **{name: machine.get("/", **{name: "10.0.0.1"}) for name in PROXY_HEADERS},
    }

    assert table.code in machine.get("/").text
    assert {why for why, answer in through.items() if table.code in answer.text} == set()


def test_the_server_machine_is_recognized_at_its_network_address(make_app: Any) -> None:
    app = make_app()
    app.extensions["reach"] = on_wifi("192.168.1.5")
    table = seated(app, *BIDDING)
    machine, guest = Phone(app, address="192.168.1.5"), Phone(app, address="192.168.1.9")
    named = {"Host": "192.168.1.5:8000"}
    through = {
        "named otherwise": machine.get("/", **ELSEWHERE),
        "by a proxy": machine.get("/", **named, **{"X-Forwarded-For": "10.0.0.1"}),
        "guest": guest.get("/", **named),
        "guest under his own name": guest.get("/", Host="192.168.1.9:8000"),
    }

    assert table.code in machine.get("/", **named).text
    assert {why for why, answer in through.items() if table.code in answer.text} == set()


@pytest.mark.parametrize(
    ("public", "is_host"),
    [
        ("https://games.example.org", False),
        ("http://192.168.1.77:8000", False),
        ("http://192.168.1.5:8000", True),
        ("http://localhost:8000", True),
    ],
)
def test_at_another_public_address_no_device_is_the_server_machine(
    make_app: Any, public: str, is_host: bool
) -> None:
    app = make_app(PUBLIC_URLS=[public])
    app.extensions["reach"] = on_wifi("192.168.1.5")
    table = seated(app, *BIDDING)

    assert (table.code in Phone(app).get("/").text) is is_host


def test_behind_a_trusted_proxy_no_device_is_the_server_machine(make_app: Any) -> None:
    app = make_app(TRUSTED_PROXY="127.0.0.1")
    table = seated(app, *BIDDING)

    assert table.code not in Phone(app).get("/").text
    assert table.code in table.banker.get("/").text


def test_a_players_phone_lists_its_own_tables(app: Flask) -> None:
    table = seated(app, *BIDDING)
    bruno = Phone(app, address="192.168.1.11")
    other = seated(app, phones=0)
    sit(bruno, other.code, 1)

    page = bruno.get("/").text

    assert other.code in page and table.code not in page


def test_the_shown_address_opens_the_big_screen(app: Flask) -> None:
    table = seated(app)
    television = Phone(app, address="192.168.1.30")

    page = television.go(f"/j/{table.code}?screen=table")

    assert television.at == f"/t/{table.code}/?screen=table"
    assert "Who are you? Tap your name." not in page.text


def test_an_english_date_is_unambiguous(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, now = seated(app, *BIDDING), time.time()
    monkeypatch.setattr("time.time", lambda: now + 3600)

    page = table.banker.go("/")

    assert re.search(r"\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\b", page.text)

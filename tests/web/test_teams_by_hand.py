"""Whole short games in teams, and pairs who share a seat, on devices without script."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from companion.testing.households import NAMES
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO
from tests.web.phones import Phone, Table, seated
from tests.web.test_spellings import names_at, played
from tests.web.test_tonight import FOUR as FOUR_ITALIAN
from tests.web.test_tonight import counted
from tests.web.test_tonight import played as an_evening

FOUR = [{"name": name} for name in NAMES[:4]]


def a_table(app: Flask, game: str, *, phones: int = 1, **options: Any) -> Table:
    """Return a table of four in two teams, which the banker sets on the Bank page."""
    more: dict[str, Any] = {"options": options, "copy": {}, "seats": FOUR}
    table = seated(app, game=game, phones=phones, **more)
    for team, seats in {"Reds": (ANNA, CARLA), "Blues": (BRUNO, DARIO)}.items():
        form = table.banker.go(table.page + "bank").form("team")
        ticks = {f"seats.{seat}": "on" for seat in seats}
        answer = table.banker.submit(form, "Set the team", team=team, **ticks)
        assert answer.status_code == 303, answer.text
    return table


def enter(table: Table, *points: int) -> None:
    here = table.now.state.round
    for seat, amount in enumerate(points):
        table.do({"kind": "enter", "seat": seat, "amount": amount, "round": here})


def pay(seat: int, target: str, amount: int) -> dict[str, Any]:
    return {"kind": "pay", "seat": seat, "target": target, "amount": amount}


def test_a_score_pad_is_played_in_teams_to_its_end(app: Flask) -> None:
    table = a_table(app, "score_pad", target=100, marker="none")
    anna, onlooker = table.phones[ANNA], table.onlooker
    assert "Team Blues: Bruno and Dario." in onlooker.go(table.page).text

    enter(table, 10, 45, 40, 0)

    page = onlooker.go(table.page + "?screen=table").text
    assert "■ Anna Reds" in page
    order = [page.index(f"{place} {name}") for place, name in [(1, "■ Anna"), (2, "★ Bruno")]]
    assert order == sorted(order)
    assert "Reds: 50 10" in page and "Blues: 45 45" in page
    assert "Place 1" in anna.go(table.page).text

    enter(table, 30, 10, 20, 9)

    end = anna.go(table.page)
    assert "You win 100" in end.text
    assert "You win with 100 points." not in end.html.partition('id="part-public"')[0]
    page = onlooker.go(table.page + "?screen=table").text
    assert "Reds (Anna and Carla) wins with 100 points." in page
    assert page.count("Reds: 100") == 2 and page.count("Blues: 64") == 2


def test_a_free_bank_is_played_in_teams_to_its_end(app: Flask) -> None:
    table = a_table(app, "free_bank", start=100, phones=2)
    table.do(pay(BRUNO, "seat 0", 30), pay(CARLA, "bank", 10))

    page = table.onlooker.go(table.page + "?screen=table").text
    rows = ["Anna ♛ Reds: 220 130", "Carla ♛ Reds: 220 90", "Bruno Blues: 170", "Dario Blues: 170"]
    assert (places := [page.index(row) for row in rows]) == sorted(places)

    assert "Leading: you, Carla" in table.phones[ANNA].go(table.page).text

    table.do({"kind": "end"})

    assert "Place 2 of 2 170" in table.phones[BRUNO].go(table.page).text
    outcome = json.loads(table.banker.get(table.page + "record.json").text)["outcome"]
    assert sorted(outcome["winners"]) == [ANNA, CARLA]


def test_the_next_game_has_the_same_teams(app: Flask) -> None:
    table = a_table(app, "score_pad")
    table.do({"kind": "set_team", "seats": [DARIO]}, {"kind": "end"})

    answer = table.banker.post(f"{table.page}again", {"turned": "yes"})

    line = table.banker.go(answer.headers["Location"] + "history").text
    assert "Team Reds: Anna and Carla." in line and "Team Blues: Bruno." in line


def test_hidden_money_hides_the_sum_of_a_team(app: Flask) -> None:
    table = a_table(app, "free_bank", start=100, hidden_money=True)
    table.do(pay(BRUNO, "seat 0", 30))

    for device in table.everybody:
        page = device.go(table.page).text
        assert "Anna Reds" in page and "230" not in page and "Reds: 2" not in page


def test_setting_a_team_can_be_undone_and_belongs_to_the_banker(app: Flask) -> None:
    table = a_table(app, "score_pad")
    alone = {"kind": "set_team", "seats": [ANNA]}
    assert table.phones[ANNA].tap(table, alone).status_code == 403

    table.do(alone, {"kind": "undo", "entry": table.sequence + 1})

    assert table.now.state.teams[ANNA] == "Reds"


def test_each_of_a_team_has_its_place_in_game_nights_the_file_and_bg_stats(app: Flask) -> None:
    table = a_table(app, "score_pad")
    enter(table, 10, 45, 40, 0)
    table.do({"kind": "end"})
    banker = table.banker

    text = banker.go("/evenings").text
    assert "1 Anna ★ 1 1 1 Carla ★ 1 1 3 Bruno ☆ 1 0 3 Dario ☆ 1 0" in text
    rows = list(csv.reader(io.StringIO(banker.get("/evenings.csv").text.lstrip("\ufeff"))))
    assert [row[4:8] for row in rows[1:]] == [
        ["Anna", "10", "1", "1"],
        ["Carla", "40", "1", "1"],
        ["Bruno", "45", "2", "0"],
        ["Dario", "0", "2", "0"],
    ]
    (link,) = (one.href for one in banker.go(f"{table.page}account").links if "bgstats" in one.href)
    players = json.loads(unquote(link.partition("data=")[2]))["players"]
    assert [(one["name"], one["rank"], one["winner"]) for one in players] == [
        ("Anna", 1, True),
        ("Carla", 1, True),
        ("Bruno", 2, False),
        ("Dario", 2, False),
    ]


@pytest.mark.parametrize("pair", ["Anna & Bruno", "Anna + Bruno"])
def test_each_of_a_pair_who_share_a_seat_has_the_game(app: Flask, pair: str) -> None:
    phone = Phone(app, address="192.168.1.20")
    code = played(phone, pair, "Carla")
    played(phone, "Carla", "Anna")

    text = phone.go("/evenings").text
    assert "Anna ★ ☆ 2 1" in text and "Bruno ★ 1 1" in text
    assert pair in phone.go("/evenings?person=Bruno").text
    (link,) = (one.href for one in phone.go(f"/t/{code}/account").links if "bgstats" in one.href)
    players = json.loads(unquote(link.partition("data=")[2]))["players"]
    assert [one["name"] for one in players] == ["Anna", "Bruno", "Carla"]


def test_somebody_with_two_seats_has_the_better_place(app: Flask) -> None:
    phone = Phone(app, address="192.168.1.20")
    played(phone, "Anna & Bruno", "Carla", "Anna")

    assert "Anna ★ 1 1" in phone.go("/evenings").text


def test_each_of_a_pair_has_the_game_tonight(app: Flask) -> None:
    table = an_evening(Phone(app), FOUR_ITALIAN, "Anna & Bruno", "Carla", "Dario", "Emma")

    places = {name: place for _, name, _, (place,) in counted(table)}

    assert places["Anna"] == places["Bruno"] and len(places) == 5


def test_another_spelling_of_one_of_a_pair_is_replaced_in_their_seat(app: Flask) -> None:
    phone = Phone(app, address="192.168.1.20")
    code = played(phone, "Ana & Bruno", "Carla")
    played(phone, "Anna", "Dario")

    answer = phone.post("/people/same", {"name": "Ana", "known": "Anna"})

    assert answer.status_code == 303
    assert names_at(app, code) == ("Anna & Bruno", "Carla")


def test_a_spelling_too_long_for_a_shared_seat_is_refused_and_changes_nothing(app: Flask) -> None:
    phone = Phone(app, address="192.168.1.20")
    code = played(phone, "Ann & Bartholomew the Great XX", "Carla")
    played(phone, "Annabella", "Dario")

    answer = phone.post("/people/same", {"name": "Ann", "known": "Annabella"})

    assert answer.status_code == 422 and "at most 30 characters" in answer.text
    assert names_at(app, code) == ("Ann & Bartholomew the Great XX", "Carla")

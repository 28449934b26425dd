"""Two spellings of one person are counted together, after one question on Game nights."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.tables.live.cache import open_tables
from tests.web.phones import Phone
from tests.web.test_evenings import brought


def played(phone: Phone, *names: str) -> str:
    """Let these people finish a game with a device as the banker; return the code."""
    seats: list[dict[str, Any]] = [{"name": name} for name in names]
    actions = [{"kind": "pay", "seat": 1, "target": "seat 0", "amount": 5}, {"kind": "end"}]
    more = {"seats": seats, "entries": None, "outcome": None, "actions": actions}
    return brought(phone, "free_bank/sealed", options={"start": 50}, **more)


def at_home(app: Flask) -> Phone:
    """Return a device that led a game of Anna's, one of Ana's and one of both Brunos'."""
    phone = Phone(app, address="192.168.1.20")
    played(phone, "Anna", "Bruno")
    played(phone, "Ana", "Bruno", "Bruna")
    return phone


def names_at(app: Flask, code: str) -> tuple[str, ...]:
    with app.app_context():
        return open_tables().find(code).names


def test_the_games_of_two_spellings_count_together_after_a_question(app: Flask) -> None:
    phone = at_home(app)
    page = phone.go("/evenings?person=Ana")
    assert "You cannot undo this." in page.text

    merged = phone.press(page, "Yes, one person", known="Anna")

    assert phone.at == "/evenings?person=Anna"
    assert "Anna ★★ 2 2" in merged.text
    assert "Ana " not in phone.go("/evenings").text


def test_only_people_who_never_met_are_offered_the_most_similar_first(app: Flask) -> None:
    phone = at_home(app)
    played(phone, "Dario", "Carla")

    offered = phone.go("/evenings?person=Ana").form("known").choices["known"]

    assert offered[0] == "Anna" and set(offered) == {"Anna", "Carla", "Dario"}


def test_two_people_of_one_table_stay_two(app: Flask) -> None:
    phone = at_home(app)
    code = played(phone, "Anna", "Ana")

    answer = phone.post("/people/same", {"name": "Ana", "known": "Anna"})

    assert answer.status_code == 422
    assert "Ana and Anna have played at one table. Choose somebody else." in answer.text
    assert names_at(app, code) == ("Anna", "Ana")


def test_the_games_of_another_banker_keep_their_names(app: Flask) -> None:
    phone, other = at_home(app), Phone(app, address="192.168.1.21")
    code = played(other, "Ana", "Emma")

    answer = phone.post("/people/same", {"name": "Ana", "known": "Anna"})

    assert answer.status_code == 303
    assert names_at(app, code) == ("Ana", "Emma")
    assert "Ana " in other.go("/evenings").text

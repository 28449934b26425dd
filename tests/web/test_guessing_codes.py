"""Join codes cannot be found by trying, and whoever tries locks nobody else out."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.phones import BIDDING, Phone, everything_kept, seated

WRONG = "23456789"


def by_form(phone: Phone, code: str) -> int:
    return phone.get(f"/join?code={code}").status_code


def by_link(phone: Phone, code: str) -> int:
    return phone.get(f"/j/{code}").status_code


def by_tap(phone: Phone, code: str) -> int:
    data = {"csrf_token": phone.token, "seen": "0", "key": "k", "action": '{"kind":"score"}'}
    return phone.post(f"/t/{code}/act", data).status_code


def by_nonsense(phone: Phone, code: str) -> int:
    return phone.post(f"/t/{code}/act", {"csrf_token": phone.token}).status_code


def by_seat(phone: Phone, code: str) -> int:
    return phone.post(f"/t/{code}/sit", {"csrf_token": phone.token, "seat": "0"}).status_code


def by_stream(phone: Phone, code: str) -> int:
    answer = phone.get(f"/t/{code}/stream")
    answer.close()
    return answer.status_code


ROADS = [by_form, by_link, by_tap, by_nonsense, by_seat, by_stream]


@pytest.mark.parametrize("road", ROADS)
def test_after_ten_wrong_codes_even_the_right_one_is_not_told(app: Flask, road) -> None:  # type: ignore[no-untyped-def]
    table = seated(app, *BIDDING, phones=2)
    guesser = Phone(app, address="10.0.0.66")

    assert [road(guesser, WRONG) for _ in range(10)] == [404] * 10
    assert road(guesser, WRONG) == 429
    assert road(guesser, table.code) == 429
    assert road(Phone(app, address="10.0.0.7"), table.code) != 429


def test_who_guesses_is_told_to_wait(app: Flask) -> None:
    guesser = Phone(app)
    for _ in range(10):
        guesser.get(f"/j/{WRONG}")

    answer = guesser.get(f"/j/{WRONG}")

    assert "wait a minute" in answer.text


@pytest.mark.parametrize("code", ["", "x", "ABCDEFGH1", "ABCD-EFGH", "%00", "é" * 8, "a" * 3000])
def test_an_unknown_code_is_refused_with_the_remedy(app: Flask, code: str) -> None:
    answer = Phone(app).get(f"/join?code={code}")

    assert answer.status_code == 404
    assert "read it again" in answer.text


def test_a_code_may_be_typed_as_people_type(app: Flask) -> None:
    table = seated(app, phones=0)
    typed = f" {table.code[:4].lower()}-{table.code[4:].lower()} "

    page = Phone(app).go(f"/join?code={typed}")

    assert "Who are you?" in page.text


def test_who_plays_at_the_table_is_not_locked_out_by_a_guesser_behind_the_same_address(
    app: Flask,
) -> None:
    table = seated(app, *BIDDING)
    guesser = Phone(app)
    for _ in range(11):
        guesser.get(f"/j/{WRONG}")

    assert guesser.get(table.page).status_code == 429
    assert table.banker.get(table.page).status_code == 200
    assert table.phones[1].get(table.page).status_code == 200
    assert table.phones[1].tap(table, {"kind": "pass", "seat": 1}).status_code == 303


def test_two_hundred_wrong_codes_from_many_addresses_stop_guessing_for_all_but_players(
    app: Flask,
) -> None:
    table = seated(app, *BIDDING)
    for number in range(200):
        Phone(app, address=f"10.1.{number // 10}.1").get(f"/j/{WRONG}")
    kept = everything_kept(app)

    assert Phone(app, address="10.9.9.9").get(f"/j/{table.code}").status_code == 429
    assert table.phones[0].get(table.page).status_code == 200
    assert everything_kept(app) == kept

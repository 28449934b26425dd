"""Table codes cannot be guessed, and a guesser locks nobody else out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.web.access.limits import HOUSEHOLD, counted_address
from companion.web.access.signed_links import seat_pass
from tests.web.phones import BIDDING, Phone, seated

WRONG = "23456789"


def by_form(phone: Phone, code: str) -> int:
    return phone.get(f"/join?code={code}").status_code


def by_link(phone: Phone, code: str) -> int:
    return phone.get(f"/j/{code}").status_code


def by_tap(phone: Phone, code: str) -> int:
    data = {"seen": "0", "key": "k", "action": '{"kind":"score"}'}
    return phone.post(f"/t/{code}/act", data).status_code


def by_nonsense(phone: Phone, code: str) -> int:
    return phone.post(f"/t/{code}/act", {}).status_code


def by_seat(phone: Phone, code: str) -> int:
    return phone.post(f"/t/{code}/sit", {"seat": "0"}).status_code


def by_stream(phone: Phone, code: str) -> int:
    answer = phone.get(f"/t/{code}/stream")
    answer.close()
    return answer.status_code


ROADS = [by_form, by_link, by_tap, by_nonsense, by_seat, by_stream]


@pytest.mark.parametrize("road", ROADS)
def test_after_ten_wrong_codes_even_the_right_one_is_refused(
    app: Flask, road: Callable[[Phone, str], int]
) -> None:
    table = seated(app, *BIDDING, phones=2)
    guesser = Phone(app, address="10.0.0.66")

    assert [road(guesser, WRONG) for _ in range(10)] == [404] * 10
    assert road(guesser, WRONG) == 429
    assert road(guesser, table.code) == 429
    assert road(Phone(app, address="10.0.0.7"), table.code) != 429


def test_a_guesser_is_told_to_wait(app: Flask) -> None:
    guesser = Phone(app)
    for _ in range(10):
        guesser.get(f"/j/{WRONG}")

    answer = guesser.get(f"/j/{WRONG}")

    assert "Wait a minute" in answer.text


@pytest.mark.parametrize("code", ["", "x", "ABCDEFGH1", "ABCD-EFGH", "%00", "é" * 8, "a" * 3000])
def test_an_unknown_code_is_refused_with_the_remedy(app: Flask, code: str) -> None:
    answer = Phone(app).get(f"/join?code={code}")

    assert answer.status_code == 404
    assert "Check it on the banker’s screen" in answer.text


def test_a_code_may_be_typed_as_people_type(app: Flask) -> None:
    table = seated(app, phones=0)
    typed = f" {table.code[:4].lower()}-{table.code[4:].lower()} "

    page = Phone(app).go(f"/join?code={typed}")

    assert "Who are you? Tap your name." in page.text


def test_a_guesser_does_not_lock_out_players_at_the_same_address(app: Flask) -> None:
    table = seated(app, *BIDDING)
    guesser = Phone(app)
    for _ in range(11):
        guesser.get(f"/j/{WRONG}")

    assert guesser.get(table.page).status_code == 429
    assert table.banker.get(table.page).status_code == 200
    assert table.phones[1].get(table.page).status_code == 200
    assert table.phones[1].tap(table, {"kind": "pass", "seat": 1}).status_code == 303


def test_guesses_elsewhere_do_not_lock_out_a_guest(app: Flask) -> None:
    table = seated(app, *BIDDING)
    for number in range(300):
        Phone(app, address=f"10.1.{number}.1").get(f"/j/{WRONG}")

    for road in ROADS[:2]:
        assert road(Phone(app, address="10.9.9.9"), table.code) in (200, 303)
    assert table.onlooker.get(table.page).status_code == 200


def test_a_guesser_does_not_lock_out_an_admitted_screen(app: Flask) -> None:
    table = seated(app, *BIDDING)
    screen, guesser = Phone(app, address="10.0.0.66"), Phone(app, address="10.0.0.66")
    screen.go(f"{table.page}?screen=table")
    for _ in range(11):
        guesser.get(f"/j/{WRONG}")

    assert by_stream(screen, table.code) == 200
    assert screen.get(f"{table.page}?screen=table").status_code == 200
    assert guesser.get(table.page).status_code == 429


def test_access_to_one_table_does_not_exempt_from_guess_limits(app: Flask) -> None:
    known, other = seated(app, phones=0), seated(app, phones=0)
    guesser = Phone(app, address="10.0.0.66")
    guesser.go(known.page)
    for _ in range(11):
        guesser.get(f"/j/{WRONG}")

    assert guesser.get(known.page).status_code == 200
    assert guesser.get(other.page).status_code == 429


def test_a_personal_code_works_despite_guesses(app: Flask) -> None:
    table = seated(app, phones=0)
    with app.app_context():
        token = seat_pass(table.code, 0, 0)
    for _ in range(11):
        Phone(app, address="10.0.0.66").get(f"/j/{WRONG}")

    assert Phone(app, address="10.0.0.66").get(f"/pass/{token}").status_code == 200


def test_all_addresses_of_one_network_share_the_guess_limit(app: Flask) -> None:
    table = seated(app, phones=0)
    own = [Phone(app, address=f"2001:db8:0:1:{n:x}::{n:x}") for n in range(200)]

    assert [by_link(phone, WRONG) for phone in own] == [404] * 10 + [429] * 190
    assert by_link(own[199], table.code) == 429
    assert by_link(Phone(app, address="2001:db8:0:2::1"), table.code) == 200


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("192.168.1.7", "192.168.1.7"),
        ("::1", "::1"),
        ("nowhere", "nowhere"),
    ],
)
def test_addresses_are_counted_per_household_network(address: str, counted: str) -> None:
    assert counted_address(address, HOUSEHOLD) == counted


def test_all_networks_of_one_site_share_a_hundred_guesses_a_minute(app: Flask) -> None:
    table = seated(app, phones=0)
    own = [Phone(app, address=f"2001:db8:0:{n:x}::1") for n in range(120)]

    assert [by_link(phone, WRONG) for phone in own] == [404] * 100 + [429] * 20
    assert by_link(Phone(app, address="2001:db8:0:ffff::1"), table.code) == 429
    assert by_link(Phone(app, address="2001:db8:1::1"), table.code) == 200

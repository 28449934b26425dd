"""Hidden money (BS-V1): no answer to any device depends on a purse that is not its own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import BIDDING, LED, PLACING, Phone, Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank

SECRET = 7_654_321
"""Bruno's money: long enough not to occur anywhere by chance."""

RANDOM = (
    re.compile(r'name="key" value="[^"]*"'),
    re.compile(r"/pass/[\w.-]+"),
    re.compile(r'<path d="[^"]*"'),
    re.compile(r"\d{1,2}:\d{2}"),
)


def secretive(app: Flask, amount: int, *actions: dict[str, Any], **more: Any) -> Table:
    """Return a table with hidden money where Bruno entered his cash on his phone."""
    table = seated(app, *actions, hidden=True, **more)
    account = "seat 1" if more.get("players", 4) > 2 else "seat 1 white"
    counted = {"kind": "count_cash", "amounts": {account: amount}}
    assert table.phones[1].tap(table, counted).status_code == 303
    assert table.balance(account) == amount
    return table


def places(table: Table) -> list[str]:
    """Return every address of a table with something to read, and ways to ask for more."""
    pages = ("", "history", "account", "account.txt", "bank", "invite", "copy", "copy.json")
    ways = (
        "sold",
        "sold?to=1",
        "?screen=table",
        "?for=1",
        "?for=1&screen=table",
        "?draft=0-0",
        "history?before=99",
    )
    roads = ("record.json", "seats/1", "bankers", "purse/0", "purse/1", "purse/2")
    return [f"/t/{table.code}/{place}" for place in (*pages, *ways, *roads)] + ["/"]


def refused_taps(table: Table) -> list[dict[str, Any]]:
    """Return actions by which others could try to learn the purse from a refusal."""
    purse = "seat 1" if len(table.now.seats) > 2 else "seat 1 white"
    return [
        {"kind": "correct", "source": purse, "target": "bank", "amount": 10**9},
        {"kind": "correct", "source": "bank", "target": purse, "amount": 10**12},
        {"kind": "count_cash", "amounts": {purse: 3}},
        {"kind": "bid", "seat": 1, "amount": 10**9},
        {"kind": "bid", "seat": 1, "amount": 1},
        {"kind": "pass", "seat": 1},
        {"kind": "pass_early", "seat": 1, "auction": 9},
        {"kind": "tell_sale", "seat": 1, "amount": 10**9},
        {"kind": "borrow", "seat": 1},
        {"kind": "pay", "seat": 1, "colour": "yellow"},
        {"kind": "settle", "lot": "9", "counts": {"yellow": 19}},
        {"kind": "undo", "entry": table.sequence + 9},
    ]


def received_bodies(table: Table, phone: Phone) -> dict[str, str]:
    """Return every body that a device gets: pages, streams, refusals."""
    bodies = {}
    for place in places(table):
        bodies[place] = phone.get(place).text
    for query in ("", "&screen=table", "&for=1"):
        with phone.stream(table, "ear", query) as events:
            bodies[f"stream{query}"] = next(events)
    for action in refused_taps(table):
        for htmx in (False, True):
            answer = phone.tap(table, action, htmx=htmx, seen=0)
            assert answer.status_code >= 400, action
            bodies[f"{action} {htmx}"] = answer.text
    return bodies


def others(table: Table) -> list[Phone]:
    return [phone for phone in table.everybody if phone is not table.phones[1]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stage", [LED, BIDDING])
def test_no_response_to_others_contains_a_hidden_purse(
    app: Flask, stage: list[dict[str, Any]], players: int
) -> None:
    table = secretive(app, SECRET, *stage, players=players)
    ledger = table.now.state.ledger
    told = {str(SECRET), str(SECRET - 10), str(abs(ledger.balances["bank"]))}

    for phone in others(table):
        for place, body in received_bodies(table, phone).items():
            assert not any(figure in body for figure in told), place


def test_the_owner_sees_the_hidden_purse_and_its_history(app: Flask) -> None:
    table = secretive(app, SECRET, *BIDDING)
    owner = table.phones[1]

    assert f'data-money="{SECRET}"' in owner.get(table.page).text
    assert str(SECRET) in owner.get(f"/t/{table.code}/history").text
    assert str(SECRET) in owner.get(f"/t/{table.code}/purse/1").text
    with owner.stream(table) as events:
        assert str(SECRET) in next(events)


def without_chance(body: str, table: Table) -> str:
    """Return a body without what differs from table to table: codes, keys, times of day."""
    body = body.replace(table.code, "CODE").replace(f"{table.code[:4]}-{table.code[4:]}", "CODE")
    for pattern in RANDOM:
        body = pattern.sub("", body)
    return body


@pytest.mark.parametrize("stage", [BIDDING, PLACING])
def test_others_cannot_tell_apart_tables_that_differ_in_a_hidden_purse(
    app: Flask, stage: list[dict[str, Any]]
) -> None:
    rich = secretive(app, SECRET, *stage)
    poor = secretive(app, 0, *stage)

    for here, there in zip(others(rich), others(poor), strict=True):
        one, two = received_bodies(rich, here), received_bodies(poor, there)
        for (place, body), (_, other) in zip(one.items(), two.items(), strict=True):
            if place != "/":
                assert without_chance(body, rich) == without_chance(other, poor), place


def test_the_record_of_a_game_with_hidden_money_is_refused_until_it_is_over(app: Flask) -> None:
    table = secretive(app, 10, *BIDDING)
    path = f"/t/{table.code}/record.json"

    assert {phone.get(path).status_code for phone in table.everybody} == {403}
    table.do({"kind": "stop"})
    assert table.banker.get(path).status_code == 200


def test_the_banker_sees_hidden_purses_only_of_seats_without_a_phone(app: Flask) -> None:
    table = seated(app, *LED, hidden=True, phones=1)
    table.do({"kind": "count_cash", "amounts": {"seat 2": SECRET}})

    shown = table.banker.get(f"{table.page}?for=2").text
    assert str(SECRET) in shown

    carla = Phone(app)
    answer = carla.post(f"/t/{table.code}/sit", {"seat": "2"})
    assert answer.status_code == 303
    for phone in (table.banker, table.onlooker, table.phones[0]):
        for query in ("", "?for=2", "?for=2&screen=table"):
            assert str(SECRET) not in phone.get(table.page + query).text


def test_the_banker_helps_players_with_phones_where_no_answer_tells_their_money(
    app: Flask,
) -> None:
    clock: dict[str, Any] = {"kind": "start_turn_clock", "seat": 1, "seconds": 60}
    asked = {"kind": "ask_payment", "seat": 1, "payer": 0, "amount": 5}
    table = at_the_bank(app, clock, asked, hidden_money=True)
    page = table.banker.go(f"{table.page}bank")

    given = table.banker.submit(
        page.form("Give the points"), "Give the points", seat="1", typed="7"
    )
    others = [
        {"kind": "next_turn", "seat": 1},
        {"kind": "roll", "seat": 1, "dice": 1, "sides": 6},
        {"kind": "withdraw_payment", "seat": 1, "number": 1},
    ]

    assert given.status_code == 303 and table.now.state.points(1) == 7
    assert {table.banker.tap(table, step).status_code for step in others} == {303}
    pay = {"kind": "pay", "seat": 1, "target": "bank", "amount": 1}
    assert table.banker.tap(table, pay).status_code == 403


def test_the_bankers_stream_hides_a_purse_once_a_phone_sits_down(app: Flask) -> None:
    table = seated(app, *LED, hidden=True, phones=1)
    table.do({"kind": "count_cash", "amounts": {"seat 2": SECRET}})
    carla = Phone(app)

    with table.banker.stream(table, query="&for=2") as events:
        assert str(SECRET) in next(events)
        carla.post(f"/t/{table.code}/sit", {"seat": "2"})

        assert str(SECRET) not in next(events)


def test_the_big_screen_never_shows_a_playing_bankers_purse(app: Flask) -> None:
    table = seated(app, *BIDDING, hidden=True, phones=0)
    answer = table.banker.post(f"/t/{table.code}/sit", {"seat": "1"})
    assert answer.status_code == 303
    table.do({"kind": "count_cash", "amounts": {"seat 1": SECRET}})

    assert str(SECRET) in table.banker.get(table.page).text
    assert str(SECRET) not in table.banker.get(f"{table.page}?screen=table").text
    with table.banker.stream(table, query="&screen=table") as events:
        assert str(SECRET) not in next(events)


def test_only_the_owner_sees_the_hidden_purse_in_the_list_of_seats(app: Flask) -> None:
    """Bruno also sees his purse in the list of seats on his phone."""
    table = secretive(app, SECRET, *BIDDING)

    def row_of_bruno(phone: Phone, query: str = "") -> str:
        rows: list[str] = re.findall(r"<li.*?</li>", phone.get(table.page + query).text, re.S)
        return next(row for row in rows if "<b>Bruno</b>" in row)

    own, anna = row_of_bruno(table.phones[1]), row_of_bruno(table.phones[0])
    for_all = row_of_bruno(table.phones[1], "?screen=table")
    again = row_of_bruno(table.phones[1])

    assert str(SECRET) in own and own == again
    assert str(SECRET) not in anna and "hidden" in anna
    assert str(SECRET) not in for_all and "hidden" in for_all


def test_a_move_on_the_bankers_device_for_a_hidden_purse_is_announced(app: Flask) -> None:
    table = secretive(app, SECRET, *BIDDING)
    banker, place = table.banker, f"{table.page}?for=1"
    passing = banker.go(place)
    assert "Hand this device to Bruno." in passing.text and str(SECRET) not in passing.html
    assert banker.tap(table, {"kind": "bid", "seat": 1, "amount": 1}).status_code >= 400

    lent = banker.press(passing, "I am Bruno")

    assert f'data-money="{SECRET}"' in banker.go(place).html and "b-pass" in lent.html
    assert "Bruno makes a move on the banker’s device." in table.phones[2].go(table.page).text
    assert banker.tap(table, {"kind": "pass", "seat": 1}).status_code == 303
    assert str(SECRET) not in banker.go(place).html
    assert banker.tap(table, {"kind": "borrow", "seat": 1}).status_code >= 400


FREE_BANK_TAPS: list[dict[str, Any]] = [
    {"kind": "pay", "seat": 1, "target": "bank", "amount": 10**9},
    {"kind": "move", "source": "seat 1", "target": "bank", "amount": 10**9},
    {"kind": "move", "source": "all", "target": "bank", "amount": 10**9},
    {"kind": "correct", "source": "seat 1", "target": "bank", "amount": 10**9},
    {"kind": "count_cash", "amounts": {"seat 1": 3}},
]


def free_bank_bodies(app: Flask, amount: int) -> tuple[Table, list[str]]:
    """Return a free bank where Bruno counted a hidden amount, and all that others receive."""
    options = {"start": 100, "hidden_money": True}
    table = seated(app, game="free_bank", options=options, phones=3, players=3)
    counted = {"kind": "count_cash", "amounts": {"seat 1": amount}}
    assert table.phones[1].tap(table, counted).status_code == 303
    bodies = []
    for phone in others(table):
        bodies += [phone.get(place).text for place in places(table)[:-1]]
        bodies += [phone.tap(table, action, seen=0).text for action in FREE_BANK_TAPS]
        for query in ("", "&screen=table", "&for=1"):
            with phone.stream(table, "ear", query) as events:
                bodies.append(next(events))
    return table, [without_chance(body, table) for body in bodies]


def test_balances_of_a_free_bank_are_hidden_until_its_end(app: Flask) -> None:
    table, rich = free_bank_bodies(app, SECRET)
    _, poor = free_bank_bodies(app, 0)

    for one, two in zip(rich, poor, strict=True):
        assert one == two
    assert f'data-money="{SECRET}"' in table.phones[1].get(table.page).text
    assert table.banker.get(f"/t/{table.code}/record.json").status_code == 403
    table.do({"kind": "end"})
    assert "7\u202f654\u202f321" in table.phones[0].get(table.page).text


def test_no_answer_to_a_payment_tells_whether_hidden_money_suffices(app: Flask) -> None:
    options = {"start": 100, "hidden_money": True}
    table = seated(app, game="free_bank", options=options, phones=3, players=3)
    from_anna = {"kind": "move", "source": "seat 0", "target": "bank"}

    pages = [table.phones[1].get(f"{table.page}?draft=0.3.{amount}") for amount in (100, 101)]
    answers = [
        table.banker.tap(table, {**from_anna, "amount": amount}).status_code
        for amount in (100, 101)
    ]
    most = table.banker.tap(table, {**from_anna, "amount": 10**6, "at_most": True})
    shared = table.banker.tap(table, {"kind": "share", "source": "seat 0", "amount": 3})
    from_all = table.banker.tap(table, {**from_anna, "source": "all", "amount": 101})

    assert not [page for page in pages if "cannot pay" in page.text]
    banker = [*answers, *(one.status_code for one in (most, shared, from_all))]
    assert banker == [403] * 5


@pytest.mark.parametrize("amount", [85, 95, 10**9])
def test_no_recorded_sale_of_the_free_bank_tells_the_buyers_money(app: Flask, amount: int) -> None:
    """A refusal once named the most that the buyer can pay, and the page had prices up to it."""
    answers = []
    for money in (90, SECRET):
        seats = [{"name": name} for name in ("Anna", "Bruno")]
        more: dict[str, Any] = {"game": "free_bank", "seats": seats, "copy": {}, "phones": 2}
        table = seated(app, options={"start": 100, "hidden_money": True}, **more)
        counted = {"kind": "count_cash", "amounts": {"seat 1": money}}
        assert table.phones[1].tap(table, counted).status_code == 303
        table.do({"kind": "put_up", "what": "Mill", "amount": 80})

        page = table.banker.get(f"/t/{table.code}/sold?to=1").text
        sale = {"kind": "tell_sale", "seat": 1, "amount": amount}
        answer = table.banker.tap(table, sale, htmx=True)
        answers.append((page.count('id="sold-'), answer.status_code, answer.text))

    assert answers[0] == answers[1]
    assert "Bruno’s money is hidden: do this on Bruno’s phone." in answers[0][2]


def test_who_leaves_a_free_bank_takes_the_secret_along(app: Flask) -> None:
    """The banker once took a player out, read the history, and undid it."""
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    more: dict[str, Any] = {"game": "free_bank", "seats": seats, "copy": {}, "phones": 2}
    table = seated(app, options={"start": 100, "hidden_money": True}, **more)
    counted = {"kind": "count_cash", "amounts": {"seat 1": SECRET}}
    assert table.phones[1].tap(table, counted).status_code == 303

    assert table.banker.tap(table, {"kind": "leave", "seat": 1}).status_code == 303

    for page in ("history", "purse/1", "account", "account.txt", "bank", "?screen=table"):
        text = re.sub(r"\W", "", table.banker.go(table.page + page).text)
        assert str(SECRET) not in text, page
    assert table.balance("seat 1") == 0

"""Pages that were open while the app was upgraded: they are reloaded once, and no input is lost."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.live.streams import PROTOCOL
from tests.web.phones import BIDDING, Phone, Table, seated
from tests.web.test_again import finished

ROLE = "event: role\ndata: .\n\n"
OLDER = pytest.mark.parametrize("protocol", ["", "1"])
BRUNO = 1


def bid(table: Table, phone: Phone, seat: int, amount: int) -> None:
    action = {"kind": "bid", "seat": seat, "amount": amount}
    assert phone.tap(table, action, htmx=True).status_code == 200


@OLDER
def test_an_older_page_at_a_seat_is_reloaded_after_its_own_move_and_not_before(
    app: Flask, protocol: str
) -> None:
    table = seated(app, *BIDDING)
    bruno = table.phones[BRUNO]
    with bruno.stream(table, protocol=protocol) as events:
        assert "id: 2\nevent: now" in next(events)

        table.do({"kind": "correct", "source": "bank", "target": "seat 0", "amount": 3})
        assert "id: 3\nevent: now" in next(events)

        bid(table, bruno, BRUNO, 1)
        assert next(events) == ROLE
        assert list(events) == []


@OLDER
def test_an_older_bankers_page_is_reloaded_after_the_bankers_move(
    app: Flask, protocol: str
) -> None:
    table = seated(app, *BIDDING)
    with table.banker.stream(table, protocol=protocol) as events:
        assert "id: 2\nevent: now" in next(events)

        bid(table, table.banker, BRUNO, 1)

        assert next(events) == ROLE


def test_an_older_page_that_reconnects_after_its_move_is_not_reloaded(app: Flask) -> None:
    table = seated(app, *BIDDING)
    bruno = table.phones[BRUNO]
    bid(table, bruno, BRUNO, 1)

    with bruno.stream(table, protocol="") as events:
        assert "id: 3\nevent: now" in next(events)


@OLDER
@pytest.mark.parametrize("query", ["", "&screen=table"])
def test_an_older_page_without_fields_is_reloaded_at_once(
    app: Flask, query: str, protocol: str
) -> None:
    table = seated(app, *BIDDING)

    with table.onlooker.stream(table, query=query, protocol=protocol) as events:
        assert next(events) == ROLE


def test_an_older_page_that_only_waits_for_the_next_table_is_not_told_to_reload(app: Flask) -> None:
    table = finished(app)

    with table.phones[BRUNO].stream(table, query="&screen=page", protocol="") as events:
        assert "event: now" in next(events)


@pytest.mark.parametrize("query", ["", "?screen=table", "?for=2"])
def test_a_page_of_this_version_is_never_reloaded_for_its_age(app: Flask, query: str) -> None:
    table = seated(app, *BIDDING)
    page = table.banker.go(table.page + query)
    stream = next(given["data-stream"] for tag, given in page.elements if tag == "body")
    with table.banker.stream(table, query=f"&{stream.partition('?')[2]}", protocol="") as events:
        assert f"protocol={PROTOCOL}" in stream
        assert "event: now" in next(events)

        bid(table, table.banker, BRUNO, 1)

        assert "id: 3\nevent: now" in next(events)

"""Several processes on one database: a tap at one is pushed by all, and what breaks heals."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.tables.live import cluster
from companion.tables.live.cluster import Cluster
from tests import database_servers
from tests.conftest import MakeApp
from tests.database_servers import FORGETFUL, OwnPostgresql, Postgresql
from tests.kept import KINDS, NAME, kept
from tests.patience import eventually
from tests.web.phones import BIDDING, Phone, Table, seated
from tests.web.test_streams import lives, newest, parts

OWN = "a server of its own"
BID = {"kind": "bid", "seat": 1, "amount": 3}


@pytest.fixture(params=KINDS[1:])
def kept_in(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """PostgreSQL, which takes news from process to process."""
    if request.param == OWN:
        server: OwnPostgresql = request.getfixturevalue("own_server")
        yield {"SQLALCHEMY_DATABASE_URI": server.made(NAME)}
    else:
        yield from kept(request, request.param)


@pytest.fixture
def own_server(postgresql: Postgresql) -> Iterator[OwnPostgresql]:
    """A server to stop: all workers of the run share the other one."""
    with database_servers.postgresql(FORGETFUL) as server:
        yield server


@pytest.fixture
def other(make_app: MakeApp) -> Flask:
    """Another process of the same companion."""
    return make_app()


def at(app: Flask, phone: Phone) -> Phone:
    """Return the same device, its requests answered by another process."""
    moved = Phone(app, phone.language, phone.address)
    moved.cookies.update(phone.cookies)
    return moved


def cluster_of(app: Flask) -> Cluster:
    cluster: Cluster = app.extensions["cluster"]
    return cluster


def is_here(app: Flask, table: Table, phone: Phone) -> bool:
    return phone.device in lives(app).present(table.now.id)


def test_a_move_in_one_process_is_pushed_by_another(app: Flask, other: Flask) -> None:
    table = seated(app, *BIDDING)

    with at(other, table.phones[2]).stream(table) as events:
        next(events)
        eventually(lambda: cluster_of(other).is_whole)
        table.phones[1].tap(table, BID, htmx=True)

        assert parts(next(news for news in events if "id: 3" in news))["event"] == "now"


def test_a_seat_handed_over_at_one_process_ends_the_hold_at_another(
    app: Flask, other: Flask
) -> None:
    table = seated(app, *BIDDING)
    bruno = table.phones[1]

    with at(other, bruno).stream(table) as events:
        next(events)
        eventually(lambda: cluster_of(other).is_whole)
        freed = {"free": "1"}
        assert table.banker.post(f"/t/{table.code}/seats/1", freed).status_code == 303

        assert any("event: role" in news for news in events)
    refused = at(other, bruno).tap(table, BID)
    assert refused.status_code == 403
    assert table.sequence == 2


def test_presence_dots_include_every_process(app: Flask, other: Flask) -> None:
    table = seated(app, *BIDDING)
    anna, bruno = table.phones[0], at(other, table.phones[1])

    with anna.stream(table) as seen_here:
        next(seen_here)
        with bruno.stream(table) as seen_there:
            next(seen_there)
            eventually(lambda: is_here(app, table, bruno) and is_here(other, table, anna))
        eventually(lambda: not is_here(app, table, bruno))
        assert is_here(app, table, anna)


def test_a_big_screen_that_one_process_has_seen_is_known_to_the_others(
    app: Flask, other: Flask
) -> None:
    table = seated(app)
    table_id = table.now.id

    with table.onlooker.stream(table), at(other, table.phones[0]).stream(table):
        assert not other.extensions["presence"].is_seen(table_id, time.monotonic())
        table.onlooker.post(f"{table.page}seen", {})

        eventually(lambda: other.extensions["presence"].is_seen(table_id, time.monotonic()))


def test_a_stopped_process_removes_its_presence_dots(app: Flask, other: Flask) -> None:
    table = seated(app, *BIDDING)
    bruno = at(other, table.phones[1])

    with table.phones[0].stream(table) as seen, bruno.stream(table) as seen_there:
        next(seen)
        next(seen_there)
        eventually(lambda: is_here(app, table, bruno))

        cluster_of(other).close()

        eventually(lambda: not is_here(app, table, bruno))


def test_a_silent_process_is_forgotten(
    app: Flask, other: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(app, *BIDDING)
    bruno = at(other, table.phones[1])

    with table.phones[0].stream(table) as seen, bruno.stream(table) as seen_there:
        next(seen)
        next(seen_there)
        eventually(lambda: is_here(app, table, bruno))
        # As a killed process would: it says no goodbye.
        cluster_of(other)._is_closed.set()
        monkeypatch.setattr(cluster, "SILENT_SECONDS", 0.0)

        eventually(lambda: not is_here(app, table, bruno))


def test_play_and_screens_recover_after_all_connections_were_cut(
    app: Flask, other: Flask, request: pytest.FixtureRequest
) -> None:
    table = seated(app, *BIDDING)

    with at(other, table.phones[2]).stream(table) as events:
        next(events)
        eventually(lambda: cluster_of(other).is_whole)
        request.getfixturevalue("postgresql").cut(NAME)

        answer = table.phones[1].tap(table, BID, htmx=True)

        assert answer.status_code == 200
        assert newest(events, 3)["event"] == "now"


@pytest.mark.parametrize("kept_in", [OWN], indirect=True)
def test_while_the_database_is_away_moves_are_refused(
    app: Flask, other: Flask, own_server: OwnPostgresql
) -> None:
    table = seated(app, *BIDDING)
    form = {"action": '{"kind": "bid", "seat": 1, "amount": 3}', "seen": "2", "key": "once"}

    with at(other, table.phones[2]).stream(table) as events:
        next(events)
        eventually(lambda: cluster_of(other).is_whole)
        own_server.stop()
        try:
            refused = table.phones[1].post(f"/t/{table.code}/act", form)
        finally:
            own_server.start()

    assert refused.status_code == 503
    eventually(lambda: app.test_client().get("/ready").status_code == 200)
    # A stream whose screen could not be rendered has ended, and its phone reconnects.
    with at(other, table.phones[2]).stream(table) as events:
        eventually(lambda: cluster_of(other).is_whole)
        assert table.phones[1].post(f"/t/{table.code}/act", form).status_code == 303
        assert newest(events, 3)["event"] == "now"


def test_moves_made_while_notifications_fail_are_shown_later(
    app: Flask, other: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unheard(self: Cluster) -> Iterator[str | None]:
        raise ConnectionError("no LISTEN behind this pooler")

    monkeypatch.setattr(Cluster, "_messages", unheard)
    table = seated(app, *BIDDING)

    with at(other, table.phones[2]).stream(table) as events:
        next(events)
        answer = table.phones[1].tap(table, BID, htmx=True)

        assert answer.status_code == 200
        assert newest(events, 3)["event"] == "now"
        assert other.test_client().get("/ready").status_code == 200
        # However long it lasts.
        assert len([one for one in caplog.messages if "are not heard" in one]) == 1


def test_unchanged_tables_are_not_rendered_while_notifications_fail(
    app: Flask, other: Flask
) -> None:
    table, quiet = seated(app, *BIDDING), seated(app, *BIDDING)
    tables = other.extensions["open_tables"]
    for code in (table.code, quiet.code):
        tables.find(code)

    table.phones[1].tap(table, BID, htmx=True)

    tables.check_for_changes()

    behind = [number for number, slot in tables.slots.registered().items() if slot.is_behind]
    assert behind == [table.now.id]


def test_a_process_says_whether_it_is_ready(
    app: Flask, other: Flask, request: pytest.FixtureRequest
) -> None:
    table = seated(app, *BIDDING)
    browser = app.test_client()
    assert (browser.get("/health").text, browser.get("/ready").text) == ("ok\n", "ok\n")

    with table.phones[0].stream(table) as events:
        next(events)
        eventually(lambda: cluster_of(app).is_whole)
        cluster_of(app)._is_listening = False

        answer = browser.get("/ready")

    assert answer.status_code == 200
    assert "the other processes are not heard" in answer.text


def test_wrong_codes_are_counted_by_all_processes_together(app: Flask, other: Flask) -> None:
    table = seated(app, *BIDDING)
    guesser = Phone(app, address="10.0.0.66")
    for turn in range(10):
        at((app, other)[turn % 2], guesser).get("/j/23456789")

    for process in (app, other):
        assert at(process, guesser).get(f"/j/{table.code}").status_code == 429
        assert Phone(process, address="10.0.0.7").get(f"/j/{table.code}").status_code != 429


def test_files_are_counted_by_all_processes_together(app: Flask, other: Flask) -> None:
    guest = Phone(app, address="10.0.0.8")

    statuses = [
        at((app, other)[turn % 2], guest).upload("/records", "record", b"[]").status_code
        for turn in range(22)
    ]

    assert statuses == [422] * 20 + [429, 429]

"""Event streams: the current fragment at once, then each change, to each device its own."""

from __future__ import annotations

import threading
import zlib
from contextlib import closing
from random import Random
from typing import Any

import pytest
from flask import Flask
from markupsafe import escape

from companion.tables.actor import Actor
from companion.web.live import fragments, streams
from companion.web.live.screens import Viewer
from companion.web.live.streams import HEARTBEAT, PROTOCOL, Streams
from companion.web.requests.language import speaker_for
from tests.web.phones import BIDDING, LED, Phone, seated

NOBODY = Actor("", "onlooker")


def lives(app: Flask) -> Streams:
    live = app.extensions["streams"]
    assert isinstance(live, Streams)
    return live


def parts(event: str) -> dict[str, str]:
    """Return the fields of one event."""
    assert event.endswith("\n\n") and event.count("\n\n") == 1
    return dict(line.split(": ", 1) for line in event[:-2].split("\n"))


def test_the_first_event_is_the_current_screen_with_its_sequence(app: Flask) -> None:
    table = seated(app, *BIDDING)

    with table.phones[1].stream(table) as events:
        first = parts(next(events))

    assert (first["event"], first["id"]) == ("now", "2")
    assert first["data"].startswith('<div id="part-news">')
    assert 'id="b-bid-1"' in first["data"]


def test_a_move_is_pushed_to_everybody_in_their_language(app: Flask) -> None:
    table = seated(app, *BIDDING, languages=("en", "en", "it", "fr"))
    watching = [table.phones[2].stream(table), table.phones[3].stream(table)]
    with watching[0] as carla, watching[1] as dario, table.onlooker.stream(table) as onlooker:
        for events in (carla, dario, onlooker):
            next(events)
        # The others' arrival is news too: each is shown who is there.
        table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
        pushed = [newest(events, 3) for events in (carla, dario, onlooker)]

    carla_sees, dario_sees, onlooker_sees = (event["data"] for event in pushed)
    assert 'id="b-bid-4"' in carla_sees
    assert 'id="b-bid-4"' not in dario_sees and 'class="waiting"' in dario_sees
    said = table.now.game.rules.waiting(table.now.state).prompt
    assert escape(speaker_for("it").say(said.for_you)) in carla_sees
    for language, seen in (("fr", dario_sees), ("en", onlooker_sees)):
        assert escape(speaker_for(language).say(said)) in seen
    assert 'id="b-bid' not in onlooker_sees


def newest(events: Any, sequence: int) -> dict[str, str]:
    """Return the first event of that sequence."""
    while True:
        event = parts(next(events))
        if event.get("id") == str(sequence):
            return event


@pytest.mark.parametrize(
    ("takes", "query", "comes"),
    [("gzip, deflate", "", "gzip"), ("gzip", "&plain=1", None), ("br", "", None), ("", "", None)],
)
def test_a_stream_is_gzipped_if_accepted_unless_declined(
    app: Flask, takes: str, query: str, comes: str | None
) -> None:
    table = seated(app, *BIDDING)
    path = f"/t/{table.code}/stream?tab=a{query}"

    answer = table.phones[1].client.get(path, headers={"Accept-Encoding": takes})

    with closing(answer):
        assert answer.headers.get("Content-Encoding") == comes
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_gzipped_events_are_flushed_and_share_their_window(app: Flask) -> None:
    table, unpacked = seated(app, *BIDDING), zlib.decompressobj(31)
    path = f"/t/{table.code}/stream?protocol={PROTOCOL}&tab=a"
    with closing(table.onlooker.client.get(path, headers={"Accept-Encoding": "gzip"})) as answer:
        sent = answer.iter_encoded()
        first = unpacked.decompress(next(sent)).decode()
        table.phones[1].tap(table, {"kind": "bid", "seat": 1, "amount": 3}, htmx=True)
        packed = next(sent)

    second = unpacked.decompress(packed).decode()
    assert [parts(event)["id"] for event in (first, second)] == ["2", "3"]
    assert len(packed) < len(second) / 8


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_a_stream_speaks_the_devices_language(app: Flask, language: str) -> None:
    table = seated(app, *BIDDING, phones=0)
    phone = Phone(app, "en")
    phone.post("/language", {"language": language})

    with phone.stream(table) as events:
        streamed = parts(next(events))["data"]

    said = table.now.game.rules.waiting(table.now.state).prompt
    assert escape(speaker_for(language).say(said)) in streamed
    assert f'<html lang="{language}">' in phone.get(table.page).text


def test_a_newer_stream_replaces_only_its_own_tabs(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[1]
    with phone.stream(table, "a") as older, phone.stream(table, "b") as other:
        next(older), next(other)
        with phone.stream(table, "a") as newer:
            assert parts(next(newer))["event"] == "now"
            assert list(older) == []
            table.do({"kind": "pass", "seat": 1})
            assert newest(other, 3)["event"] == newest(newer, 3)["event"] == "now"


def test_a_tab_that_moves_to_another_table_leaves_the_first(app: Flask) -> None:
    first, second = seated(app, *BIDDING), seated(app, *BIDDING, phones=0)
    phone = first.phones[1]
    with phone.stream(first, "a") as older:
        next(older)
        with phone.stream(second, "a") as newer:
            next(newer)

            assert list(older) == []
            assert lives(app).present(second.now.id) == {phone.device}
    assert lives(app).present(first.now.id) == frozenset()


def test_a_device_is_present_while_it_holds_a_stream(app: Flask) -> None:
    table = seated(app, *BIDDING)
    device, now = table.phones[1].device, table.now

    with table.phones[1].stream(table, "a"):
        with table.phones[1].stream(table, "a"), table.phones[1].stream(table, "b"):
            assert lives(app).present(now.id) == {device}
        assert lives(app).present(now.id) == {device}
    assert lives(app).present(now.id) == frozenset()


def test_others_see_a_phone_connect_and_disconnect(app: Flask) -> None:
    table = seated(app, *BIDDING)
    with table.phones[2].stream(table) as events:
        assert next(events).count("dot here") == 1
        with table.phones[1].stream(table) as bruno:
            next(bruno)
            came = next(events)
        went = next(events)

    assert came.count("dot here") == 2 and went.count("dot here") == 1


def test_a_stream_that_nobody_reads_is_forgotten_when_it_closes(app: Flask) -> None:
    table = seated(app, *BIDDING)

    for method in ("GET", "HEAD"):
        for number in range(2 * streams.MOST_STREAMS_EACH):
            answer = table.phones[1].client.open(
                f"/t/{table.code}/stream?tab={number}", method=method
            )
            answer.close()
            assert answer.status_code == 200

    assert lives(app).present(table.now.id) == frozenset()
    assert lives(app)._tabs == {} and lives(app)._open == set()
    assert app.extensions["notifier"]._listeners == {}


def test_a_device_with_too_many_streams_must_wait(app: Flask) -> None:
    table = seated(app, *BIDDING)
    live, id_ = lives(app), table.now.id
    device = table.phones[1].device
    held = [live.open(id_, device, str(n)) for n in range(streams.MOST_STREAMS_EACH)]
    assert None not in held

    refused = table.phones[1].get(f"/t/{table.code}/stream?tab=new")
    with table.phones[1].stream(table, "0"), table.phones[2].stream(table):
        pass

    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "2"


def test_a_full_server_answers_503_until_a_stream_closes(app: Flask) -> None:
    app.config["MOST_STREAMS"] = 2
    table = seated(app, *BIDDING)
    with table.phones[0].stream(table):
        with table.phones[1].stream(table):
            assert table.phones[2].get(f"/t/{table.code}/stream").status_code == 503
            with table.phones[1].stream(table) as events:
                assert "event: now" in next(events)
        with table.phones[2].stream(table) as events:
            assert "event: now" in next(events)


def test_browsers_without_cookies_do_not_end_each_others_streams(app: Flask) -> None:
    table = seated(app, *BIDDING)
    first = Phone(app, address="10.0.0.1")
    second = Phone(app, address="10.0.0.2")
    with first.stream(table, "same") as one:
        next(one)
        with second.stream(table, "same") as two:
            next(two)
            table.do({"kind": "pass", "seat": 1})
            assert newest(one, 3)["event"] == newest(two, 3)["event"] == "now"


def test_browsers_without_cookies_cannot_use_up_the_streams(app: Flask) -> None:
    table = seated(app, *BIDDING)
    live, id_ = lives(app), table.now.id
    for number in range(streams.MOST_STREAMS_EACH):
        assert live.open(id_, "at 10.0.0.66", str(number)) is not None

    stranger = Phone(app, address="10.0.0.66")

    assert stranger.client.get(
        f"/t/{table.code}/stream?tab=x", environ_overrides={"REMOTE_ADDR": "10.0.0.66"}
    ).status_code == 503  # fmt: skip
    with table.phones[1].stream(table) as events:
        assert "event: now" in next(events)


def test_one_address_gets_at_most_half_of_few_streams(app: Flask) -> None:
    app.config["MOST_STREAMS"] = 8
    live, id_ = lives(app), seated(app, *BIDDING).now.id

    held = [live.open(id_, f"fresh {n}", "t", "10.0.0.66") is not None for n in range(6)]

    assert held == [True] * 4 + [False] * 2
    assert live.open(id_, "anna", "t", "10.0.0.7") is not None


def test_a_viewer_is_recognized_again(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = Phone(app)

    phone.go(table.page)

    assert phone.device


def test_a_silent_table_sends_heartbeats(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.01)
    table = seated(app, *BIDDING)

    answer = table.phones[1].get(f"/t/{table.code}/stream")
    try:
        # Some may come before the first screen is drawn.
        assert any(event.decode() == HEARTBEAT for event in answer.iter_encoded())
    finally:
        answer.close()


def test_streams_end_when_the_server_closes_and_no_new_one_begins(app: Flask) -> None:
    table = seated(app, *BIDDING)
    with table.phones[1].stream(table) as events:
        next(events)

        lives(app).close_all()

        assert list(events) == []
    assert table.phones[1].get(f"/t/{table.code}/stream").status_code == 503


def test_a_stream_of_an_unknown_table_is_refused(app: Flask) -> None:
    assert Phone(app).get("/t/23456789/stream").status_code == 404


def test_cached_screens_are_limited_and_dropped_with_the_last_stream(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fragments, "CAPACITY", 3)
    tables = [seated(app, phones=0) for _ in range(5)]
    kept = lives(app).screens._cache._tables

    for table in tables:
        table.banker.get(table.page)
        table.banker.get(f"{table.page}?screen=table")
    assert list(kept) == [table.now.id for table in tables[-3:]]

    with tables[4].banker.stream(tables[4]) as events:
        next(events)
    assert list(kept) == [table.now.id for table in tables[2:4]]


def test_a_storm_of_reconnects_leaves_nothing_behind(app: Flask) -> None:
    tables = [seated(app, *BIDDING, phones=0).now for _ in range(3)]
    live, failed = lives(app), list[BaseException]()

    def come_and_go(seed: int) -> None:
        random = Random(seed)
        try:
            for _ in range(150):
                table = random.choice(tables)
                owner = f"device {random.randrange(4)}"
                stream = live.open(table.id, owner, random.choice("ab"))
                here = live.present(table.id)
                live.screens.fragments(table, Viewer(NOBODY, "seat", "en"), here)
                if stream is not None:
                    live.close(stream)
                    live.close(stream)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=come_and_go, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert live._tabs == {} and live._open == set() and not live._presence._here
    assert app.extensions["notifier"]._listeners == {}


def test_a_screen_is_rendered_again_after_every_change(app: Flask) -> None:
    table = seated(app, *LED)
    before = table.onlooker.get(table.page).text
    table.do({"kind": "roll", "seat": 0, "value": 5})
    rolled = table.onlooker.get(table.page).text
    table.do({"kind": "undo", "entry": 2})

    undone = table.onlooker.get(table.page).text

    assert "Turn 1 of 18 · rolled 5" in rolled
    assert "rolled 5" not in before
    assert "The banker undid “Turn 1: Anna rolls a 5”." in undone

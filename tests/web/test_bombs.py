"""What would use up the disk, the memory or the streams: refused, and nothing of it kept."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug import formparser

from companion.games import all_games
from companion.web.access import limits
from companion.web.live.streams import MOST_STREAMS_AN_ADDRESS
from tests.extent import choose
from tests.web.phones import Phone, a_record, everything_kept, seated

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_many_new_devices_at_one_address_cannot_use_up_the_streams(app: Flask) -> None:
    table = seated(app, phones=1)
    lives = app.extensions["streams"]
    held = []
    for number in range(MOST_STREAMS_AN_ADDRESS):
        stream = lives.open(table.now.id, f"fresh {number}", "t", "10.6.6.6")
        assert stream is not None
        held.append(stream)

    refused = Phone(app, address="10.6.6.6").get(f"/t/{table.code}/stream")
    refused.close()
    other = Phone(app, address="10.6.6.7").get(f"/t/{table.code}/stream")
    other.close()
    for stream in held:
        lives.close(stream)
    again = Phone(app, address="10.6.6.6").get(f"/t/{table.code}/stream")
    again.close()

    assert [answer.status_code for answer in (refused, other, again)] == [503, 200, 200]
    assert not lives._open


def test_one_address_cannot_fill_the_disk_with_tables_and_copies(app: Flask) -> None:
    filler, other = Phone(app, address="10.6.6.6"), Phone(app, address="10.6.6.7")
    roads = ("/records", "/records/check", "/copies/big_shot")

    statuses = [filler.upload(roads[number % 3], "x", b"{}").status_code for number in range(21)]

    assert set(statuses[:20]) <= {200, 404, 422} and statuses[20] == 429
    assert other.upload("/records", "record", b"[]").status_code == 422


def test_all_addresses_of_one_network_share_their_limits(app: Flask) -> None:
    table = seated(app, phones=1)
    lives = app.extensions["streams"]
    own = (Phone(app, address=f"2001:db8:0:1:{n:x}::1") for n in itertools.count())

    made = [next(own).upload("/records", "record", b"[]").status_code for _ in range(21)]
    held = [
        lives.open(table.now.id, f"fresh {n}", "t", "2001:db8:0:1::/64")
        for n in range(MOST_STREAMS_AN_ADDRESS)
    ]
    refused = next(own).get(f"/t/{table.code}/stream")
    refused.close()
    for stream in held:
        lives.close(stream)

    assert made == [422] * 20 + [429]
    assert refused.status_code == 503


BOMBS: dict[str, Callable[[], bytes]] = {
    "depth": lambda: b'{"lots":' + b"[" * 900_000 + b"]" * 900_000 + b"}",
    "depth of objects": lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "numbers": lambda: b'{"lots":[' + b"9" * 11_900_000 + b"]}",
    "exponents": lambda: b'{"lots":[1e999999999]}',
    "entries": lambda: b'{"lots":[' + b"{}," * 3_900_000 + b"{}]}",
    "lists": lambda: b'{"lots":[' + b"[]," * 3_900_000 + b"[]]}",
    "the same key": lambda: b"{" + b'"lots":[],' * 1_000_000 + b'"lots":[]}',
    "size": lambda: b'{"lots":["' + b"x" * 11_900_000 + b'"]}',
    "zeros": lambda: b"\0" * 11_900_000,
}
"""Files that would take much time or memory if they were read naively."""


WITH_NUMBERS = [name for name, game in all_games().items() if game.copy]


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize(
    "game", choose(check=WITH_NUMBERS[:1], test=WITH_NUMBERS[:1], full=WITH_NUMBERS)
)
def test_a_malicious_copy_is_refused_and_not_stored(app: Flask, game: str, bomb: str) -> None:
    phone, kept = Phone(app), everything_kept(app)

    answer = phone.upload(f"/copies/{game}", "copy", BOMBS[bomb]())

    assert 400 <= answer.status_code < 500
    assert everything_kept(app) == kept


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_malicious_record_is_refused_and_not_stored(app: Flask, bomb: str) -> None:
    phone, kept = Phone(app), everything_kept(app)

    for path in ("/records", "/records/check"):
        answer = phone.upload(path, "record", BOMBS[bomb]())
        assert answer.status_code < 500
    assert everything_kept(app) == kept


FORMS: dict[str, Callable[[], dict[str, str]]] = {
    "large": lambda: {"x": "9" * 100_000},
    "of many fields": lambda: {f"count.seat {n}": "1" for n in range(1001)},
    "of very many fields": lambda: {f"{n}": "" for n in range(500_000)},
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_an_oversized_form_is_refused_before_parsing(
    app: Flask, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(app, phones=0)
    kept, stranger, read = everything_kept(app), Phone(app), list[int]()

    def parse_qsl(text: str, **_: object) -> list[tuple[str, str]]:
        read.append(len(text))
        return []

    monkeypatch.setattr(formparser, "parse_qsl", parse_qsl)

    for path in (f"/t/{table.code}/act", "/records", "/nowhere"):
        answer = stranger.post(path, urlencode(FORMS[form]()).encode(), FORM)
        assert answer.status_code == 413 and "<html" in answer.text

    assert not read
    assert everything_kept(app) == kept


def test_our_largest_form_is_accepted(app: Flask) -> None:
    typed = {
        field: "W" * 60
        for game in all_games().values()
        if game.copy
        for copy in game.copy.ready
        for field in game.copy.fields(copy.numbers)
    }

    answer = Phone(app).post("/language", typed)

    assert len(typed) > 300 and answer.status_code == 303


@pytest.mark.slow
def test_a_record_that_takes_too_long_to_replay_is_refused(app: Flask) -> None:
    moved = {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 1}
    long, undone = [moved] * 3001, [moved] * 1001
    for _ in range(101):
        undone += [{"kind": "undo", "entry": 1}, {"kind": "redo", "entry": len(undone) + 1}]
    phone, kept = Phone(app), everything_kept(app)

    for actions in (long, undone):
        record = json.dumps(a_record(actions=actions)).encode()
        assert phone.upload("/records", "record", record).status_code == 413
        assert "companion verify" in phone.upload("/records/check", "record", record).text
    assert everything_kept(app) == kept


def test_a_form_whose_fields_have_no_names_is_refused(app: Flask) -> None:
    phone, kept = Phone(app), everything_kept(app)
    nameless = "Content-Disposition: form-data"

    for kind in (nameless, f"{nameless}; filename=x"):
        body = f"--x\r\n{kind}\r\n\r\n1\r\n--x--".encode()
        answer = phone.post("/records", body, {"Content-Type": "multipart/form-data; boundary=x"})
        assert answer.status_code == 400 and "<html" in answer.text
    assert everything_kept(app) == kept


def test_files_are_validated_one_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "READING_SECONDS", 0)
    phone = Phone(app)
    with app.app_context(), app.test_request_context(), limits.one_file_at_a_time():
        for path in ("/records", "/records/check", "/copies/big_shot"):
            assert phone.upload(path, "x", b"[]").status_code == 429

    assert phone.upload("/records", "record", b"[]").status_code == 422

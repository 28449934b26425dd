"""What would use up the disk, the memory or the streams: refused, and nothing of it kept."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.games import all_games
from companion.web import limits
from companion.web.live import MOST_STREAMS_AN_ADDRESS
from tests.web.phones import Phone, everything_kept, seated


def test_many_new_devices_at_one_address_cannot_use_up_the_streams(app: Flask) -> None:
    table = seated(app, phones=1)
    lives = app.extensions["live"]
    held = []
    for number in range(MOST_STREAMS_AN_ADDRESS):
        stream = lives.enter(table.now.id, f"fresh {number}", "t", lambda: None, "10.6.6.6")
        assert stream is not None
        held.append(stream)

    refused = Phone(app, address="10.6.6.6").get(f"/t/{table.code}/stream")
    refused.close()
    other = Phone(app, address="10.6.6.7").get(f"/t/{table.code}/stream")
    other.close()
    for stream in held:
        lives.leave(stream)
    again = Phone(app, address="10.6.6.6").get(f"/t/{table.code}/stream")
    again.close()

    assert [answer.status_code for answer in (refused, other, again)] == [503, 200, 200]
    assert not lives._from


def test_one_address_cannot_fill_the_disk_with_tables_and_copies(app: Flask) -> None:
    filler, other = Phone(app, address="10.6.6.6"), Phone(app, address="10.6.6.7")
    roads = ("/records", "/records/check", "/copies/big_shot")

    statuses = [filler.upload(roads[number % 3], "x", b"{}").status_code for number in range(21)]

    assert set(statuses[:20]) <= {200, 404, 422} and statuses[20] == 429
    assert other.upload("/records", "record", b"[]").status_code == 422


def bombs() -> dict[str, bytes]:
    """Return files that would take long, or much room, were they believed."""
    return {
        "depth": b'{"lots":' + b"[" * 900_000 + b"]" * 900_000 + b"}",
        "depth of objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        "numbers": b'{"lots":[' + b"9" * 1_900_000 + b"]}",
        "exponents": b'{"lots":[1e999999999]}',
        "entries": b'{"lots":[' + b"{}," * 600_000 + b"{}]}",
        "the same key": b"{" + b'"lots":[],' * 150_000 + b'"lots":[]}',
        "size": b'{"lots":["' + b"x" * 3_500_000 + b'"]}',
        "zeros": b"\0" * 1_900_000,
    }


@pytest.mark.parametrize("bomb", bombs())
@pytest.mark.parametrize("game", [name for name, game in all_games().items() if game.has_copy])
def test_a_copy_that_is_a_bomb_is_refused_and_leaves_nothing(
    app: Flask, game: str, bomb: str
) -> None:
    phone, kept = Phone(app), everything_kept(app)

    answer = phone.upload(f"/copies/{game}", "copy", bombs()[bomb])

    assert 400 <= answer.status_code < 500
    assert everything_kept(app) == kept


@pytest.mark.parametrize("bomb", bombs())
def test_a_record_that_is_a_bomb_is_refused_and_leaves_nothing(app: Flask, bomb: str) -> None:
    phone, kept = Phone(app), everything_kept(app)

    for path in ("/records", "/records/check"):
        answer = phone.upload(path, "record", bombs()[bomb])
        assert answer.status_code < 500
    assert everything_kept(app) == kept


def test_a_form_that_is_a_bomb_is_refused(app: Flask) -> None:
    table = seated(app, phones=0)
    kept, token = everything_kept(app), table.banker.token

    for fields in ({f"count.seat {n}": "1" for n in range(20_000)}, {"x": "9" * 3_900_000}):
        data = {"csrf_token": token, "seen": "0", "key": "k", **fields}
        data["action"] = '{"kind":"count_cash","amounts":"#count"}'
        assert 400 <= table.banker.post(f"/t/{table.code}/act", data).status_code < 500
    assert everything_kept(app) == kept


def test_a_form_whose_fields_have_no_names_is_refused(app: Flask) -> None:
    phone, kept = Phone(app), everything_kept(app)
    nameless = "Content-Disposition: form-data"

    for kind in (nameless, f"{nameless}; filename=x"):
        body = f"--x\r\n{kind}\r\n\r\n1\r\n--x--".encode()
        answer = phone.post("/records", body, {"Content-Type": "multipart/form-data; boundary=x"})
        assert answer.status_code == 400 and "<html" in answer.text
    assert everything_kept(app) == kept


def test_files_are_judged_one_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "READING_SECONDS", 0)
    phone = Phone(app)
    with app.app_context(), app.test_request_context(), limits.one_file_at_a_time():
        for path in ("/records", "/records/check", "/copies/big_shot"):
            assert phone.upload(path, "x", b"[]").status_code == 429

    assert phone.upload("/records", "record", b"[]").status_code == 422

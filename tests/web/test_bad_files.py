"""Records and copies from outside: too large, malformed, newer, of another game."""

from __future__ import annotations

import html
import json
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.tables.records.import_export import import_record, read_json
from companion.tables.records.reading import record_too_large
from companion.web.requests.language import speaker_for
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY
from tests.parties import recorded_games, sat_down
from tests.web.phones import LED, Phone, a_record, everything_kept, seated

HUGE = b'{"game": "big_shot", "seats": "' + b"x" * 20_000_000 + b'"}'


def written(**more: Any) -> bytes:
    return json.dumps(a_record(**more)).encode()


RECORDS: dict[str, tuple[bytes, int, str]] = {
    "twenty megabytes": (HUGE, 413, ""),
    "twelve megabytes and a bit": (HUGE[:12_050_000], 413, "record_too_large"),
    "nothing": (b"", 422, "record_malformed"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 422, "record_malformed"),
    "half a record": (written()[:100], 422, "record_malformed"),
    "a list": (b"[1, 2]", 422, "record_malformed"),
    "a thousand brackets": (b"[" * 100_000, 422, "record_malformed"),
    "not a number": (b'{"game": NaN}', 422, "record_malformed"),
    "no seats": (written(seats=None), 422, "record_malformed"),
    "seats that are names": (written(seats=["Anna"]), 422, "record_malformed"),
    "another format": (written(format="chess"), 422, "record_malformed"),
    "a newer format": (written(format="companion record", version=99), 422, "record_newer"),
    "another game": (written(game="chess"), 404, "unknown_game"),
    "no game": (written(game=None), 404, "unknown_game"),
    "an illegal action": (written(actions=[{"kind": "pass", "seat": 1}]), 422, "not_now"),
    "dice unsaid": (written(actions=[*LED, {"kind": "roll", "seat": 0}]), 422, "dice_missing"),
    "entries that cannot be": (
        written(entries=[{"sequence": 1, "action": LED[0], "facts": [{"kind": "passed"}]}]),
        422,
        "record_does_not_fold",
    ),
}
HEAD = {"format": "companion copy", "version": 1, "game": "big_shot"}
COPIES: dict[str, tuple[bytes, int]] = {
    "twenty megabytes": (HUGE, 413),
    "good but far too large": (json.dumps(EXAMPLE_COPY).encode() + b" " * 100_000, 413),
    "nothing": (b"", 422),
    "a record": (written(), 400),
    "too few lots": (json.dumps({**EXAMPLE_COPY, "lots": []}).encode(), 422),
    "of another game": (json.dumps({**HEAD, **EXAMPLE_COPY, "game": "chess"}).encode(), 422),
    "of a newer format": (json.dumps({**HEAD, **EXAMPLE_COPY, "version": 99}).encode(), 422),
}


def sentence_in(text: str) -> str:
    """Return the refusal in a page."""
    return html.unescape(text.partition('role="alert">')[2].partition("<")[0].strip())


def refusal_of(app: Flask, content: bytes) -> Refusal:
    """Return the refusal of such a record."""
    with app.app_context(), pytest.raises(Refusal) as caught:
        import_record(read_json(content), "somebody")
    return caught.value


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize("case", RECORDS)
def test_a_bad_record_is_refused_in_one_sentence_and_leaves_nothing(
    app: Flask, case: str, language: str
) -> None:
    content, status, name = RECORDS[case]
    phone, kept = Phone(app, language), everything_kept(app)

    answer = phone.upload("/records", "record", content)

    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert f'<html lang="{language}">' in answer.text
    said = sentence_in(answer.text)
    if name:
        refusal = refusal_of(app, content)
        assert (refusal.name, speaker_for(language).say(refusal.sentence)) == (name, said)
    else:
        assert said == speaker_for(language).say(record_too_large().sentence)
    assert everything_kept(app) == kept


@pytest.mark.parametrize("case", COPIES)
def test_a_bad_copy_is_refused_in_one_sentence_and_leaves_nothing(app: Flask, case: str) -> None:
    content, status = COPIES[case]
    phone, kept = Phone(app), everything_kept(app)

    answer = phone.upload("/copies/big_shot", "copy", content)

    assert answer.status_code == status
    assert sentence_in(answer.text)
    assert everything_kept(app) == kept


@pytest.mark.parametrize(("path", "field"), [("/records", "record"), ("/copies/big_shot", "copy")])
def test_a_form_without_its_file_is_refused(app: Flask, path: str, field: str) -> None:
    phone = Phone(app)

    answer = phone.post(path, {field: "text"})

    assert answer.status_code == 422
    assert sentence_in(answer.text)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"value_1": "nine"}, 422),
        ({"value_1": "-9"}, 422),
        ({"value_1": "9" * 5000}, 422),
        ({"touches_a": "park b"}, 422),
        ({"name_1": "A", "name_2": "A"}, 422),
        ({f"name_{place}": f"new {place}" for place in range(1, 12)}, 422),
    ],
)
def test_invalid_printed_numbers_are_refused_and_change_nothing(
    app: Flask, fields: dict[str, str], status: int
) -> None:
    table = seated(app, *LED, phones=0)
    kept = everything_kept(app)

    answer = table.banker.post(f"/t/{table.code}/copy", fields)

    assert answer.status_code == status
    assert sentence_in(answer.text)
    assert everything_kept(app) == kept


@pytest.mark.parametrize("players", ["²", "004000000", "-1", "x", "", "9" * 5000, "7"])
def test_a_wrong_number_of_players_shows_the_default_form(app: Flask, players: str) -> None:
    page = Phone(app).go(f"/new/big_shot?players={players}")

    assert "name_3" in page.form("name_0").fields
    assert "name_4" not in page.form("name_0").fields


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"name_1": "anna"}, "name_taken"),
        ({"name_1": "  "}, "name_missing"),
        ({"name_1": "B" * 31}, "name_too_long"),
        ({"colour_1_0": "red"}, "colour_taken"),
        ({"colour_1_0": "pink"}, "unknown_colour"),
        ({"edition": "xx"}, "unknown_choice"),
        ({"copy_name": "\x01\x02"}, "name_missing"),
    ],
)
def test_a_table_with_impossible_settings_is_not_made(
    app: Flask, change: dict[str, str], name: str
) -> None:
    phone, kept = Phone(app), everything_kept(app)
    form = phone.go("/new/big_shot").form("name_0")
    names = {f"name_{place}": typed for place, typed in enumerate(("Anna", "Bruno", "C", "D"))}

    answer = phone.submit(form, **{**names, **change})

    assert answer.status_code == 422, name
    assert sentence_in(answer.text)
    assert everything_kept(app) == kept


def test_a_game_without_printed_numbers_has_no_page_for_a_copy(app: Flask) -> None:
    (without,) = list({name for name, game in all_games().items() if game.copy is None})[:1]
    with app.app_context():
        one = next(one for one in recorded_games() if one.game == without)
        party = sat_down(app, one)
    phone, kept = Phone(app), everything_kept(app)
    phone.client.set_cookie("session", party.banker.cookie)

    for path in (f"/t/{party.code}/copy", f"/t/{party.code}/copy.json"):
        assert phone.get(path).status_code == 404
    for path in (f"/t/{party.code}/copy", f"/copies/{without}"):
        assert phone.post(path, {}).status_code == 404
    assert everything_kept(app) == kept

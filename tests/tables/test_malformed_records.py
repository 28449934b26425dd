from __future__ import annotations

import json
from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.tables.records.import_export import read_json, verify_record
from companion.tables.records.reading import FROM_ANYBODY, FROM_THIS_MACHINE, parsed_record
from tests.kept import KINDS
from tests.tables.company import Company

pytestmark = pytest.mark.parametrize("kept_in", KINDS[:1], indirect=True)

SEATS = [{"name": "Anna"}, {"name": "Bruno"}]
GOOD: dict[str, Any] = {"game": "toy", "seats": SEATS, "actions": []}
CHEER = {"action": {"kind": "cheer"}, "facts": [{"kind": "cheered"}]}


def with_entry(**changes: object) -> dict[str, Any]:
    return {"game": "toy", "seats": SEATS, "entries": [CHEER | changes]}


def refusal_of(text: bytes | str) -> str:
    with pytest.raises(Refusal) as refused:
        parsed_record(read_json(text))
    assert str(refused.value.sentence)
    return refused.value.name


def test_the_smallest_record_is_read(company: Company) -> None:
    assert read_json(json.dumps(GOOD)) == GOOD
    assert read_json(json.dumps(GOOD).encode("utf-8-sig")) == GOOD
    assert parsed_record(GOOD).actions == ()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b"3",
        b"null",
        b'"text"',
        b"{'game': 'toy'}",
        b'{"game": NaN}',
        b'{"game": -Infinity}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"game": ' + b"9" * 10_000 + b"}",
        b"PK\x03\x04" + bytes(200),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_anything_but_a_json_object_is_malformed(company: Company, text: bytes) -> None:
    assert refusal_of(text) == "record_malformed"


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"game": None}, "unknown_game"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": ["toy"]}, "unknown_game"),
        ({"game": "x" * 1000}, "unknown_game"),
        ({"format": "something else"}, "record_malformed"),
        ({"version": 2}, "record_newer"),
        ({"version": 0}, "record_malformed"),
        ({"version": "1"}, "record_malformed"),
        ({"version": True}, "record_malformed"),
        ({"version": None}, "record_malformed"),
        ({"seats": None}, "record_malformed"),
        ({"seats": {}}, "record_malformed"),
        ({"seats": ["Anna", "Bruno"]}, "record_malformed"),
        ({"seats": [{"name": 1}, {"name": 2}]}, "record_malformed"),
        ({"seats": [{"name": "Anna", "colours": "red"}, {"name": "B"}]}, "record_malformed"),
        ({"seats": [{"name": "Anna", "colours": [1]}, {"name": "B"}]}, "record_malformed"),
        ({"seats": []}, "wrong_number_of_players"),
        ({"seats": SEATS * 50}, "record_too_large"),
        ({"seats": [SEATS[0], SEATS[0]]}, "name_taken"),
        ({"seats": [{"name": ""}, SEATS[0]]}, "name_missing"),
        ({"seats": [{"name": "\ud800"}, SEATS[0]]}, "record_malformed"),
        ({"seats": [{"name": "\0"}, SEATS[0]]}, "record_malformed"),
        ({"options": []}, "record_malformed"),
        ({"copy": []}, "record_malformed"),
        ({"copy": {"lots": 1}}, "malformed"),
        ({"outcome": []}, "record_malformed"),
        ({"actions": None}, "record_malformed"),
        ({"actions": {}}, "record_malformed"),
        ({"actions": [{}] * 20_001}, "record_too_large"),
        ({"actions": [{"kind": "pay", "amount": 10**13}]}, "record_malformed"),
        ({"actions": [{"kind": "pay", "amount": 1e300}]}, "record_malformed"),
        ({"note": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}, "record_malformed"),
    ],
)
def test_a_record_with_a_wrong_part_is_refused(
    company: Company, changes: dict[str, object], name: str
) -> None:
    assert refusal_of(json.dumps(GOOD | changes)) == name


@pytest.mark.parametrize(
    "record",
    [
        {"game": "toy", "seats": SEATS, "entries": {}},
        {"game": "toy", "seats": SEATS, "entries": [3]},
        {"game": "toy", "seats": SEATS},
        with_entry(sequence=2),
        with_entry(sequence="1"),
        with_entry(action=None),
        with_entry(action=[]),
        with_entry(facts={}),
        with_entry(facts=["cheered"]),
        with_entry(at="now"),
        with_entry(at=-1),
        with_entry(at=10**12),
        with_entry(at=None),
        with_entry(at=True),
        with_entry(actor="<script>"),
        with_entry(actor=3),
        with_entry(seat=2),
        with_entry(seat=-1),
        with_entry(seat="0"),
        with_entry(seat=True),
    ],
    ids=json.dumps,
)
def test_invalid_entries_are_malformed(company: Company, record: dict[str, Any]) -> None:
    assert refusal_of(json.dumps(record)) == "record_malformed"


def test_more_than_a_table_holds_is_too_large(company: Company) -> None:
    for text in (" " * 4_000_001, b'{"a":[' + b"0," * 400_000 + b"0]}", "[" * 400_001):
        assert refusal_of(text) == "record_too_large"


def test_a_record_longer_than_any_evening_is_refused(company: Company) -> None:
    cheers = GOOD | {"actions": [{"kind": "cheer"}] * 3001}

    assert verify_record(cheers).as_json("x")["refusal"] == "record_too_large"
    assert verify_record(cheers, FROM_THIS_MACHINE).ok


def test_a_record_written_here_is_always_readable(company: Company) -> None:
    long = json.dumps(GOOD | {"actions": [{"kind": "cheer"}] * 20_001}) + " " * 4_000_000

    record = parsed_record(read_json(long, FROM_THIS_MACHINE), FROM_THIS_MACHINE)

    assert len(record.actions) == 20_001 > FROM_ANYBODY.entries


def test_endless_undo_and_redo_is_too_large(company: Company) -> None:
    steps: list[dict[str, object]] = [{"kind": "cheer"} for _ in range(1000)]
    for _ in range(300):
        steps.append({"kind": "undo", "entry": 1})
        steps.append({"kind": "redo", "entry": len(steps)})

    told = verify_record(GOOD | {"actions": steps}).as_json("x")

    assert (told["ok"], told["refusal"]) == (False, "record_too_large")


def test_every_object_of_a_record_has_the_same_limits(company: Company) -> None:
    assert read_json(b'{"lots": []}') == {"lots": []}
    with pytest.raises(Refusal, match="record_malformed"):
        read_json(b'{"lots": "\\u0000"}')


def test_a_file_of_another_program_is_refused_as_such(company: Company) -> None:
    """The answer to a BG Stats export was “None”."""
    export = {"about": "BG Stats export", "games": [{"name": "Carcassonne"}], "plays": []}

    with pytest.raises(Refusal) as refused:
        parsed_record(read_json(json.dumps(export)))

    assert "not a game saved by Companion" in str(refused.value.sentence)
    assert "None" not in str(refused.value.sentence)

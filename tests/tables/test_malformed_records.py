from __future__ import annotations

import json
from typing import Any

import pytest

from companion.mechanics.refusal import Refusal
from companion.tables.reading import LARGEST_RECORD_BYTES, MOST_ENTRIES
from companion.tables.records import read_json, read_record, verify_record
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
        read_record(text)
    assert str(refused.value.sentence)
    return refused.value.name


def test_the_least_record_is_read(company: Company) -> None:
    assert read_record(json.dumps(GOOD)) == GOOD
    assert read_record(json.dumps(GOOD).encode("utf-8-sig")) == GOOD


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
def test_what_is_no_json_object_is_malformed(company: Company, text: bytes) -> None:
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
        ({"actions": [{}] * (MOST_ENTRIES + 1)}, "record_too_large"),
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
def test_entries_that_are_none_are_malformed(company: Company, record: dict[str, Any]) -> None:
    assert refusal_of(json.dumps(record)) == "record_malformed"


def test_ten_megabytes_are_too_large(company: Company) -> None:
    assert refusal_of(b"[" + b"1," * 5_000_000 + b"1]") == "record_too_large"
    assert refusal_of(" " * (LARGEST_RECORD_BYTES + 1)) == "record_too_large"


def test_going_back_and_forth_for_ever_is_too_large(company: Company) -> None:
    steps: list[dict[str, object]] = [{"kind": "cheer"} for _ in range(1000)]
    for _ in range(300):
        steps.append({"kind": "undo", "entry": 1})
        steps.append({"kind": "redo", "entry": len(steps)})

    told = verify_record(GOOD | {"actions": steps}).as_json("x")

    assert (told["ok"], told["refusal"]) == (False, "record_too_large")


def test_any_object_of_a_file_can_be_read_within_the_same_limits(company: Company) -> None:
    assert read_json(b'{"lots": []}') == {"lots": []}
    with pytest.raises(Refusal, match="record_malformed"):
        read_json(b'{"lots": "\\u0000"}')

"""Actions and events as JSON and back, and refusals of malformed data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.values.codec import (
    LARGEST,
    LONGEST_LIST,
    LONGEST_TEXT,
    Kind,
    by_kind,
    described,
    from_json,
    to_json,
)


@dataclass(frozen=True, slots=True)
class Pay(Kind):
    """Pay an amount from one purse."""

    kind: ClassVar[str] = "pay"
    seat: int
    amount: int
    note: str = ""
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Lay(Kind):
    """Lay cubes; this has a field of every type."""

    kind: ClassVar[str] = "lay"
    cubes: tuple[tuple[str, int], ...]
    counts: Mapping[str, int]
    edition: Literal["it", "fr"] = "it"
    face: Literal[1, 2, 3] = 1
    colour: str | None = None


KINDS: dict[str, type[Kind]] = by_kind((Pay, Lay))
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
NUMBERS = st.integers(-LARGEST, LARGEST)
PAYS = st.builds(Pay, NUMBERS, NUMBERS, TEXTS, st.booleans())
LAYS = st.builds(
    Lay,
    st.lists(st.tuples(TEXTS, NUMBERS), max_size=5).map(tuple),
    st.dictionaries(TEXTS, NUMBERS, max_size=5),
    st.sampled_from(["it", "fr"]),
    st.sampled_from([1, 2, 3]),
    st.none() | TEXTS,
)


@given(PAYS | LAYS)
def test_every_value_survives_writing_and_reading(item: Pay | Lay) -> None:
    written = json.dumps(to_json(item))

    assert from_json(json.loads(written), KINDS) == item


def test_the_kind_comes_first_and_defaults_are_left_out() -> None:
    assert list(to_json(Pay(1, 5, silent=True)).items()) == [
        ("kind", "pay"),
        ("seat", 1),
        ("amount", 5),
        ("silent", True),
    ]


def test_tuples_and_mappings_become_plain_lists_and_objects() -> None:
    data = to_json(Lay((("red", 9),), {"red": 3}))

    assert data == {"kind": "lay", "cubes": [["red", 9]], "counts": {"red": 3}}


JUST_LONG_ENOUGH = "x" * LONGEST_TEXT


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "pay", "seat": 0, "amount": LARGEST},
        {"kind": "pay", "seat": 0, "amount": -LARGEST, "note": JUST_LONG_ENOUGH},
        {"kind": "lay", "cubes": [], "counts": {}, "colour": None},
        {"kind": "lay", "cubes": [["é", 1]] * LONGEST_LIST, "counts": {"": 0}},
        {"kind": "lay", "cubes": [], "counts": dict.fromkeys(map(str, range(LONGEST_LIST)), 0)},
    ],
)
def test_the_largest_and_the_emptiest_values_are_read(data: Mapping[str, object]) -> None:
    assert from_json(data, KINDS).kind == data["kind"]


PAY: dict[str, object] = {"kind": "pay", "seat": 0, "amount": 5}
LAY: dict[str, object] = {"kind": "lay", "cubes": [["red", 9]], "counts": {"red": 3}}
MALFORMED: list[object] = [
    None,
    7,
    "pay",
    [],
    [PAY],
    {"kind": "pay", "seat": 0},
    PAY | {"amount": "5"},
    PAY | {"amount": 5.0},
    PAY | {"amount": True},
    PAY | {"amount": None},
    PAY | {"amount": LARGEST + 1},
    PAY | {"amount": -LARGEST - 1},
    PAY | {"amount": [5]},
    PAY | {"note": 5},
    PAY | {"note": JUST_LONG_ENOUGH + "x"},
    PAY | {"note": "\ud800"},
    PAY | {"note": "a\0b"},
    PAY | {"silent": 1},
    PAY | {"silent": "true"},
    PAY | {"surplus": 1},
    PAY | {"\ud800": 1},
    {"kind": "lay", "counts": {}},
    LAY | {"cubes": "red"},
    LAY | {"cubes": {"red": 9}},
    LAY | {"cubes": [["red"]]},
    LAY | {"cubes": [["red", 9, 1]]},
    LAY | {"cubes": [["red", "9"]]},
    LAY | {"cubes": [[1, 9]]},
    LAY | {"cubes": [["red", 9]] * (LONGEST_LIST + 1)},
    LAY | {"counts": []},
    LAY | {"counts": {"red": "3"}},
    LAY | {"counts": {3: 3}},
    LAY | {"counts": {JUST_LONG_ENOUGH + "x": 3}},
    LAY | {"counts": {str(number): 1 for number in range(LONGEST_LIST + 1)}},
    LAY | {"edition": "de"},
    LAY | {"edition": ["it"]},
    LAY | {"face": 4},
    LAY | {"face": 1.0},
    LAY | {"face": True},
    LAY | {"colour": 3},
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: ascii(data)[:60])
def test_malformed_data_is_refused_in_a_sentence_that_can_be_shown(data: object) -> None:
    with pytest.raises(Refusal) as refused:
        from_json(data, KINDS)

    assert refused.value.name == "malformed"
    assert str(refused.value.sentence).encode()


@pytest.mark.parametrize("kind", [None, 3, "", "PAY", "borrow", ["pay"], "\ud800", "x" * 1000])
def test_an_unknown_kind_is_refused_with_the_known_ones(kind: object) -> None:
    with pytest.raises(Refusal) as refused:
        from_json({"kind": kind, "seat": 0, "amount": 5}, KINDS)

    assert refused.value.name == "unknown_kind"
    assert "lay, pay" in str(refused.value.sentence)
    assert len(str(refused.value.sentence).encode()) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(
    JSON
    | st.fixed_dictionaries(
        {"kind": st.sampled_from(["pay", "lay"])},
        optional=dict.fromkeys("seat amount note cubes counts edition colour".split(), JSON),
    )
)
def test_any_data_is_either_read_or_refused(data: object) -> None:
    try:
        item = from_json(data, KINDS)
    except Refusal as refusal:
        assert refusal.name in ("malformed", "unknown_kind")
    else:
        assert from_json(to_json(item), KINDS) == item


def test_the_fields_are_described_in_words() -> None:
    assert described(Pay) == [
        ("seat", "whole number", True),
        ("amount", "whole number", True),
        ("note", "text", False),
        ("silent", "true or false", False),
    ]
    assert described(Lay) == [
        ("cubes", "list of [text, whole number]", True),
        ("counts", "object of whole number", True),
        ("edition", '"it" | "fr"', False),
        ("face", '"1" | "2" | "3"', False),
        ("colour", "text or nothing", False),
    ]

"""The printed numbers: reading, refusals, the form, labels, corrections during a game."""

from __future__ import annotations

import copy as copies
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.board import copy_from_form, copy_from_record
from companion.games.big_shot.screen import view as view_of
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence
from tests.catalogues import TRANSLATED, catalogue
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY, a_setup
from tests.games.big_shot.big_shot_tables import finished, placing

LETTERS = "ABCDEFGHIJK"
HEAD = {"format": "companion copy", "version": 1, "game": "big_shot"}
VALUES = (9, 9, 10, 10, 11, 11, 16, 18, 19, 20, 21)


def example() -> dict[str, Any]:
    return copies.deepcopy(EXAMPLE_COPY)


def changed(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    """Return the example with the value at a path changed."""
    data = example()
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return data


def test_an_exported_copy_is_read_back() -> None:
    assert GAME.copy.check(HEAD | example()) == GAME.copy.check(example()) == EXAMPLE_COPY


def test_a_blank_copy_is_valid_and_incomplete() -> None:
    blank = GAME.blank_copy()

    assert GAME.copy.check(blank) == blank
    assert not GAME.copy.is_complete(blank)
    assert GAME.copy.is_complete(EXAMPLE_COPY)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("malformed", []),
        ("malformed", {}),
        ("malformed", {"lots": [1] * 11, "parks": []}),
        ("malformed", HEAD | {"format": "companion record"}),
        ("malformed", HEAD | {"version": "1"} | example()),
        ("malformed", changed(("parks", 0, "touches"), "9")),
        ("copy_newer", HEAD | {"version": 2} | example()),
        ("copy_of_another_game", HEAD | {"game": "monopoly"} | example()),
        ("wrong_number_of_lots", changed(("lots",), example()["lots"][:10])),
        ("wrong_number_of_parks", changed(("parks",), example()["parks"][:1])),
        ("bad_lot_name", changed(("lots", 0, "name"), "")),
        ("bad_lot_name", changed(("lots", 0, "name"), 9)),
        ("bad_lot_name", changed(("lots", 0, "name"), "a, b")),
        ("bad_lot_name", changed(("lots", 0, "name"), "x" * 21)),
        ("lot_named_twice", changed(("lots", 0, "name"), "10")),
        ("lot_named_twice", changed(("parks", 0, "name"), "10")),
        ("value_out_of_range", changed(("lots", 0, "value"), 0)),
        ("value_out_of_range", changed(("lots", 0, "value"), 100)),
        ("value_out_of_range", changed(("lots", 0, "value"), True)),
        ("value_out_of_range", changed(("lots", 0, "value"), "9")),
        ("unknown_touch", changed(("parks", 0, "touches"), ["99"])),
        ("unknown_touch", changed(("parks", 0, "touches"), [["9"]])),
        ("wrong_colours", example() | {"colours": ["red"]}),
        ("wrong_colours", example() | {"colours": ["red", "red", "blue", "green"]}),
        ("wrong_colours", example() | {"colours": ["red", "", "blue", "green"]}),
    ],
)
def test_an_invalid_copy_is_refused_by_name(name: str, data: object) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.copy.check(data)

    assert refused.value.name == name
    assert str(refused.value.sentence)


def form(**more: str) -> dict[str, str]:
    """Return a form filled with the example's values."""
    return {f"value_{place}": str(value) for place, value in enumerate(VALUES, 1)} | more


def test_a_new_form_names_lots_by_their_values() -> None:
    ticks = {"touches_a_1": "on", "touches_a_3": "on", "touches_b_2": "on"}

    typed: Mapping[str, Any] = copy_from_form(form(**ticks))

    names = [lot["name"] for lot in typed["lots"]]
    assert names == ["9", "9 b", "10", "10 b", "11", "11 b", "16", "18", "19", "20", "21"]
    touches = [park["touches"] for park in typed["parks"]]
    assert touches == [["9", "10"], ["9 b"]]


@pytest.mark.parametrize("text", ["9, 9 b, 10", "9 9 b 10", " 10,9  9 b "])
def test_the_lots_beside_a_park_can_be_typed_as_labels(text: str) -> None:
    typed: Mapping[str, Any] = copy_from_form(form(touches_a=text))

    assert typed["parks"][0]["touches"] == ["9", "9 b", "10"]


def test_a_form_keeps_the_names_of_a_table_in_play() -> None:
    names = {f"name_{place}": letter for place, letter in enumerate(LETTERS, 1)}

    typed: Mapping[str, Any] = copy_from_form(form(**names, touches_b="9 b, A"))

    assert [lot["name"] for lot in typed["lots"]] == list(LETTERS)
    assert typed["parks"][1]["touches"] == ["A", "B"]


def test_an_empty_field_is_an_unknown_value() -> None:
    typed: Mapping[str, Any] = copy_from_form(form(value_3=" "))

    assert typed["lots"][2] == {"name": "C", "value": None}


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("value_out_of_range", {"value_1": "nine"}),
        ("value_out_of_range", {"value_1": "100"}),
        ("value_out_of_range", {"value_1": "9" * 5000}),
        ("value_out_of_range", {"value_1": "²"}),
        ("unknown_touch", {"touches_a": "9, 12"}),
    ],
)
def test_nonsense_in_the_form_is_refused_by_name(name: str, fields: dict[str, str]) -> None:
    with pytest.raises(Refusal, match=name):
        copy_from_form(form(**fields))


def test_lots_are_labelled_by_value_and_keep_their_names() -> None:
    record = changed(("lots", 0, "value"), 10)

    labels = {lot.name: lot.label for lot in copy_from_record(record).lots.values()}

    assert (labels["9"], labels["10"], labels["10 b"], labels["9 b"]) == (
        "10", "10\u00a0b", "10\u00a0c", "9",
    )  # fmt: skip


def test_a_lot_of_unknown_value_has_a_name_of_its_own() -> None:
    record = changed(("lots", 0, "value"), None)

    labels = {lot.name: lot.label for lot in copy_from_record(record).lots.values()}

    assert (labels["9"], labels["9 b"]) == ("9 ?", "9")


def lettered(values: tuple[int | None, ...] = (None,) * 11, *touched: str) -> dict[str, object]:
    lots = [{"name": n, "value": v} for n, v in zip(LETTERS, values, strict=True)]
    parks = [{"name": f"park {letter}", "touches": list(touched)} for letter in "ab"]
    return {"lots": lots, "parks": parks}


def test_the_final_scores_wait_for_missing_values() -> None:
    state = GAME.copy.put_right(finished(), EXAMPLE_COPY)
    unknown = GAME.copy.put_right(state, changed(("lots", 0, "value"), None))

    assert GAME.final.outcome(unknown) is None
    assert view_of(unknown, None).stage == "copy"
    assert GAME.rules.waiting(unknown).seats == ()
    assert "Enter the printed numbers" in str(GAME.rules.waiting(unknown).prompt)
    assert GAME.final.outcome(GAME.copy.put_right(unknown, EXAMPLE_COPY)) == GAME.final.outcome(
        state
    )


def test_a_park_without_lots_beside_it_is_incomplete() -> None:
    assert not GAME.copy.is_complete(changed(("parks", 1, "touches"), []))


def test_the_table_is_told_that_only_lots_beside_a_park_are_missing() -> None:
    untouched = GAME.copy.put_right(finished(), changed(("parks", 1, "touches"), []))

    assert "Tick the lots that touch each park" in str(GAME.rules.waiting(untouched).prompt)


def test_printed_numbers_are_corrected_without_moving_cubes() -> None:
    state = placing({"9": {"red": 3}})

    corrected = GAME.copy.put_right(state, changed(("lots", 0, "value"), 12))

    assert corrected.counts == state.counts
    assert view_of(corrected, None).lots[0].label == "12"


@pytest.mark.parametrize(
    "record",
    [
        changed(("lots", 10, "name"), "22"),
        changed(("parks", 0, "name"), "garden"),
        lettered(),
        example() | {"colours": ["pink", "yellow", "white", "black"]},
    ],
)
def test_lot_names_stay_the_same_during_a_game(record: dict[str, object]) -> None:
    coloured = example() | {"colours": ["red", "yellow", "white", "black"]}
    state = GAME.rules.begin(a_setup(4, copy=coloured))

    with pytest.raises(Refusal, match="lots_renamed"):
        GAME.copy.put_right(state, record)


def test_a_copy_can_have_other_cube_colours() -> None:
    blue = example() | {"colours": ["blue", "green", "pink", "grey"]}

    state = GAME.rules.begin(a_setup(3, copy=blue))

    assert [seat.colours for seat in state.setup.seats] == [("blue",), ("green",), ("pink",)]
    assert view_of(state, None).dummy == "grey"
    assert GAME.copy.put_right(state, EXAMPLE_COPY).colours == state.colours


def test_a_table_keeps_its_colours_if_its_copy_loses_them() -> None:
    blue = example() | {"colours": ["blue", "green", "pink", "grey"]}
    setup = a_setup(3, copy=blue)

    state = GAME.rules.begin(type(setup)(setup.options, setup.seats, EXAMPLE_COPY))

    assert set(state.colours) > {"blue", "green", "pink"} and len(state.colours) == 4


def test_two_lots_of_one_value_are_labelled_by_their_parks() -> None:
    copy = copy_from_record(example())

    assert [str(copy.words(lot)) for lot in ("9", "9 b", "18")] == [
        "9\u00a0·\u00a0park\u00a0a",
        "9\u00a0·\u00a0park\u00a0b",
        "18",
    ]


def test_two_lots_with_equal_value_and_parks_are_labelled_by_letters() -> None:
    parks: list[dict[str, object]] = [
        {"name": name, "touches": []} for name in ("park a", "park b")
    ]
    copy = copy_from_record({**example(), "parks": parks})

    assert [str(copy.words(lot)) for lot in ("9", "9 b")] == ["9", "9\u00a0b"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_line_ends_within_the_name_of_a_lot(language: str) -> None:
    copy, (_, translations) = copy_from_record(example()), catalogue(language)
    ways = (copy.words, copy.named, copy.titled)

    names = [name for lot in copy.lots for name in (way(lot) for way in ways)]

    labels = {name for name in names if isinstance(name, str)}
    said = {name.template for name in names if isinstance(name, Sentence)}
    translated = {str(translations[template].string) for template in said}
    assert "21" in labels and "{lot}\u00a0·\u00a0{parks}" in said
    assert [name for name in labels | said | translated if " " in name] == []

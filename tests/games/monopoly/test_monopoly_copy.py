"""The copy: the classic board in four languages, corrected, learnt, refused, and entered."""

from __future__ import annotations

import copy as copies
from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.monopoly.board import GROUPS, LANGUAGES, LISTS, READY_COPIES, classic_board
from companion.games.monopoly.copy import board_from_record, check_copy, copy_fields, copy_from_form
from companion.games.monopoly.effects import (
    KINDS,
    Effect,
    amount_range,
    effect_from_record,
    effect_record,
)
from companion.games.monopoly.state import groups
from companion.mechanics.actions.refusal import Refusal
from companion.web.requests.language import Speaker
from tests.games.monopoly.monopoly_tables import with_lesson

CLASSIC: dict[str, Any] = classic_board("en")
HEAD = {"format": "companion copy", "version": 1, "game": "monopoly"}


def changed(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    """Return the classic board with one thing changed, found by its path."""
    data = copies.deepcopy(CLASSIC)
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return data


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_classic_board_has_40_spaces_and_28_deeds(language: str) -> None:
    record = classic_board(language)
    board = board_from_record(record)

    assert check_copy(record) == check_copy(HEAD | record) == record
    assert (len(board.spaces), len(board.properties)) == (40, 28)
    assert [len(groups()[name]) for name in GROUPS] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]


def test_the_classic_boards_differ_only_in_names() -> None:
    boards = [board_from_record(classic_board(tag)) for tag in LANGUAGES]
    english, italian, french, german = boards

    assert tuple(board[39].name for board in boards) == (
        "Mayfair",
        "Parco della Vittoria",
        "Rue de la Paix",
        "Schlossallee",
    )
    assert english != italian
    assert [space.price for space in english.spaces] == [space.price for space in french.spaces]
    assert [space.price for space in english.spaces] == [space.price for space in german.spaces]
    assert [space.rents for space in english.spaces] == [space.rents for space in italian.spaces]


def test_there_is_a_translated_ready_made_copy_and_one_per_language() -> None:
    assert {copy.language: copy.numbers for copy in READY_COPIES} == {
        "": {**classic_board("en"), "language": "reader"},
        **{language: classic_board(language) for language in LANGUAGES},
    }


def board_in(language: str, numbers: Mapping[str, object]) -> list[str]:
    """Return the names of a board as a reader of a language sees them."""
    speaker = Speaker(language)
    return [speaker.say(space.words) for space in board_from_record(numbers).spaces]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_have_the_names_of_the_ready_made_boards(language: str) -> None:
    printed = [space["name"] for space in names_of(classic_board(language))]

    assert board_in(language, READY_COPIES[0].numbers) == [
        name.replace("King's", "King’s") for name in printed
    ]


def names_of(record: Mapping[str, Any]) -> list[dict[str, str]]:
    return list(record["spaces"])


def test_on_a_chosen_board_only_spaces_without_deeds_are_translated() -> None:
    shown = board_in("fr", classic_board("it"))

    assert (shown[0], shown[4], shown[10]) == (
        "Départ",
        "Impôts sur le revenu",
        "Prison/Simple visite",
    )
    assert (shown[1], shown[5], shown[12]) == ("Vicolo Corto", "Stazione Sud", "Società Elettrica")


def test_an_entered_name_is_never_translated() -> None:
    fields = copy_fields(READY_COPIES[0].numbers) | {
        "brown.1.name": "Our road",
        "other.0.name": "Home",
    }

    shown = board_in("it", copy_from_form(fields))

    assert (shown[0], shown[1], shown[3]) == ("Home", "Our road", "Vicolo Stretto")


def test_a_form_without_names_keeps_the_translated_names() -> None:
    record = READY_COPIES[0].numbers

    assert copy_fields(record)["brown.1.name"] == copy_fields(record)["other.0.name"] == ""
    assert copy_from_form(copy_fields(record)) == record


def test_all_names_change_to_those_of_another_board_with_one_choice() -> None:
    fields = copy_fields(classic_board("en")) | {"brown.1.name": "Our road", "other.names": "it"}

    shown = board_in("en", copy_from_form(fields))

    assert (shown[1], shown[3], shown[39]) == ("Our road", "Vicolo Stretto", "Parco della Vittoria")


def test_boards_are_equal_if_their_numbers_are() -> None:
    assert board_from_record(classic_board("it")) == board_from_record(classic_board("it"))
    assert board_from_record(changed(("bail",), 60)) != board_from_record(classic_board("en"))


def test_at_first_only_the_card_line_of_the_rule_book_is_known() -> None:
    board = board_from_record(classic_board("it"))

    known = {
        (which, total) for which in LISTS for total in range(3, 19) if board.outcome(which, total)
    }

    assert known == {("chance", 15)}
    assert board.outcome("chance", 15) == Effect("jail")


def test_a_card_line_entered_in_play_becomes_part_of_the_copy() -> None:
    record = classic_board("it")

    learnt = with_lesson(record, "community_chest", 7, Effect("repairs", 40, 100))

    assert board_from_record(learnt).outcome("community_chest", 7) == Effect("repairs", 40, 100)
    assert check_copy(learnt) == learnt
    assert record == classic_board("it")


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_effect_survives_writing_and_reading(kind: Any) -> None:
    effect = Effect(kind, amount_range(kind)[1])

    assert effect_from_record(effect_record(effect)) == effect


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("malformed", []),
        ("malformed", {}),
        ("malformed", changed(("spaces", 3), 7)),
        ("malformed", changed(("spaces", 1, "rents"), [1, 2, 3])),
        ("malformed", changed(("station_rents",), 25)),
        ("malformed", changed(("lists",), [])),
        ("malformed", changed(("lists", "chance", "19"), {"kind": "jail"})),
        ("malformed", changed(("lists", "chance", "3"), {"kind": "feast"})),
        ("malformed", changed(("lists", "chance", "3"), {"kind": "pay", "ten": 10})),
        ("malformed", HEAD | {"format": "companion record"}),
        ("copy_newer", HEAD | {"version": 2}),
        ("copy_of_another_game", HEAD | {"game": "big_shot"}),
        ("wrong_number_of_spaces", changed(("spaces",), CLASSIC["spaces"][:39])),
        ("other_layout", changed(("spaces", 1, "kind"), "station")),
        ("other_layout", changed(("spaces", 1, "group"), "pink")),
        ("bad_space_name", changed(("spaces", 1, "name"), "")),
        ("bad_space_name", changed(("spaces", 1, "name"), 1)),
        ("bad_space_name", changed(("spaces", 1, "name"), "x" * 41)),
        ("property_named_twice", changed(("spaces", 1, "name"), "Mayfair")),
        ("figure_out_of_range", changed(("spaces", 1, "price"), 0)),
        ("figure_out_of_range", changed(("spaces", 1, "price"), True)),
        ("figure_out_of_range", changed(("spaces", 4, "tax"), 1_000_000)),
        ("figure_out_of_range", changed(("salary",), None)),
        ("rents_fall", changed(("spaces", 1, "rents"), [2, 10, 30, 30, 160, 250])),
        ("rents_fall", changed(("utility_factors",), [10, 4])),
        ("mortgage_above_price", changed(("spaces", 5, "mortgage"), 201)),
        ("effect_out_of_range", changed(("lists", "chance", "3"), {"kind": "pay"})),
        ("effect_out_of_range", changed(("lists", "chance", "3"), {"kind": "move", "amount": 40})),
        ("effect_out_of_range", changed(("lists", "chance", "3"), {"kind": "jail", "hotel": 1})),
    ],
)
def test_an_invalid_copy_is_refused_by_name(name: str, data: object) -> None:
    with pytest.raises(Refusal) as refused:
        check_copy(data)

    assert refused.value.name == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_posts_back_the_copy_that_it_shows(language: str) -> None:
    record = with_lesson(classic_board(language), "chance", 3, Effect("advance", 39))
    record = with_lesson(record, "community_chest", 18, Effect("repairs", 40, 115))

    assert copy_from_form(copy_fields(record)) == record


def test_a_number_with_a_thousands_separator_is_understood() -> None:
    fields = copy_fields(classic_board("it"))

    record = copy_from_form(fields | {"dark_blue.39.rent.5": " 2.250 "})

    assert board_from_record(record)[39].rents[5] == 2250


def line_of(typed: dict[str, str]) -> Effect | None:
    """Return the effect of line 3 of Chance after the form was posted with these values."""
    fields = copy_fields(classic_board("it"))
    return board_from_record(copy_from_form(fields | typed)).outcome("chance", 3)


def test_a_card_line_sends_to_its_space_whatever_the_spaces_name() -> None:
    line = {"chance.3.kind": "advance", "chance.3.space": "11"}

    assert line_of(line | {"pink.11.name": "Via Roma 2"}) == Effect("advance", 11)


def test_only_the_fields_of_a_card_lines_kind_are_read() -> None:
    typed = {"chance.3.space": "11", "chance.3.amount": "50", "chance.3.hotel": "115"}

    assert line_of(typed | {"chance.3.kind": "jail"}) == Effect("jail")
    assert line_of(typed | {"chance.3.kind": "pay"}) == Effect("pay", 50)
    assert line_of(typed | {"chance.3.kind": "move"}) == Effect("move", 11)
    assert line_of(typed | {"chance.3.kind": "repairs"}) == Effect("repairs", 50, 115)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("figure_out_of_range", {"brown.1.price": "sixty"}),
        ("figure_out_of_range", {"brown.1.price": ""}),
        ("figure_out_of_range", {"brown.1.rent.0": "-2"}),
        ("figure_out_of_range", {"chance.3.kind": "pay", "chance.3.amount": "10 M"}),
        ("bad_space_name", {"other.0.name": " "}),
        ("unknown_space", {"chance.3.kind": "advance", "chance.3.space": ""}),
        ("unknown_space", {"chance.3.kind": "move", "chance.3.space": "40"}),
        ("malformed", {"chance.3.kind": "feast"}),
    ],
)
def test_a_wrong_entry_is_refused_by_name(name: str, typed: dict[str, str]) -> None:
    fields = copy_fields(classic_board("en"))

    with pytest.raises(Refusal) as refused:
        copy_from_form(fields | typed)

    assert refused.value.name == name


def test_an_impossible_tax_is_refused_with_its_limits() -> None:
    fields = copy_fields(classic_board("en"))

    assert copy_from_form(fields | {"other.4.tax": "0"})
    with pytest.raises(
        Refusal, match="Income Tax: enter a whole number from 0 to 999999, not “ten”"
    ):
        copy_from_form(fields | {"other.4.tax": "ten"})

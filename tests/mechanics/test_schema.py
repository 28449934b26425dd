"""Declared values: the record, the check and the form follow from annotated fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.values.schema import (
    Each,
    Figure,
    Listed,
    Maybe,
    PrintedName,
    Row,
    Schema,
    Words,
)


def wrong(typed: str = "", _: Words = "") -> Refusal:
    return Refusal("wrong", "", say("not “{typed}”", typed=typed))


def wrong_there(typed: str, where: Words) -> Refusal:
    return Refusal("wrong", "", say("{where}: not “{typed}”", where=where, typed=typed))


def known(name: object) -> None:
    if name not in ("north", "south"):
        raise wrong(str(name))


PRICE = Maybe(Figure(5, 50, wrong, step=5))
BALES = Figure(5, 50, wrong_there, step=5)
NAME = PrintedName(6, wrong, without=",")


@dataclass(frozen=True, slots=True)
class Field:
    name: Annotated[str, NAME]
    prices: Annotated[tuple[int | None, ...], Row((PRICE,) * 2, wrong, may_lack=True)]
    beside: Annotated[tuple[str, ...], Listed()] = ()
    label: str = ""


FIELD = Schema(Field, ("name", "prices", "beside"))


@dataclass(frozen=True, slots=True)
class Barn:
    bales: Annotated[tuple[int | None, ...], Row((BALES,), wrong, first=0), "hay", say("The barn")]


@dataclass(frozen=True, slots=True)
class Farm:
    fields: Annotated[Mapping[str, Field], Each(FIELD, ("north", "south"), known)]


FARM = Schema(Farm)
RECORD: Any = {
    "fields": {
        "north": {"name": "Oak", "prices": [5, None], "beside": ["south"]},
        "south": {"name": "Elm", "prices": [10, 15], "beside": []},
    }
}


def test_a_record_is_read_and_written_as_it_was() -> None:
    farm = FARM.read(RECORD)

    assert farm.fields["south"] == Field("Elm", (10, 15))
    assert FARM.record(farm) == RECORD


def test_a_form_field_is_named_by_its_path() -> None:
    form = {
        "fields.north.name": " Oak ",
        "fields.north.prices.1": "5",
        "fields.north.beside": "south",
        "fields.south.name": "Elm",
        "fields.south.prices.1": " 10",
        "fields.south.prices.2": "15",
    }

    typed: Any = FARM.from_form(form)

    assert typed["fields"]["north"] == RECORD["fields"]["north"]
    assert FARM.read(typed).fields["south"].prices == (10, 15)


def test_the_form_shows_values_as_they_would_be_typed() -> None:
    fields = dict(FARM.to_form(FARM.read(RECORD)))

    assert fields["fields.north.prices.2"] == ""
    assert FARM.read(FARM.from_form(fields)) == FARM.read(RECORD)


def test_an_empty_field_is_a_missing_number() -> None:
    assert PRICE.from_form({"price": " "}, "price") is None
    assert dict(PRICE.to_form(None, "price")) == {"price": ""}


def test_a_numbers_label_follows_its_path() -> None:
    barn = Schema(Barn)

    assert barn.from_form({"hay.0": "10"}) == {"bales": [10]}
    assert dict(barn.to_form(Barn((10,)))) == {"hay.0": "10"}
    for refused in (lambda: barn.read({"bales": [7]}), lambda: barn.from_form({"hay.0": "7 a"})):
        with pytest.raises(Refusal, match="The barn: not “7"):
            refused()


def test_a_record_has_only_the_named_fields() -> None:
    sheet = Schema(Field, ("name", "beside"))

    assert sheet.record(Field("Oak", (5, 5), ("south",))) == {"name": "Oak", "beside": ["south"]}


@pytest.mark.parametrize(
    ("name", "way", "value"),
    [
        ("wrong", ("north", "name"), "Oak, old"),
        ("wrong", ("north", "name"), " Oak"),
        ("wrong", ("north", "name"), "Orchard"),
        ("wrong", ("north", "name"), None),
        ("wrong", ("north", "prices"), [5]),
        ("wrong", ("north", "prices"), [5, 7]),
        ("wrong", ("north", "prices"), [5, 55]),
        ("wrong", ("north", "prices"), [5, True]),
        ("malformed", ("north", "prices"), 5),
        ("malformed", ("north", "beside"), None),
    ],
)
def test_an_invalid_field_value_is_refused(name: str, way: tuple[str, str], value: object) -> None:
    held = {**RECORD["fields"], way[0]: {**RECORD["fields"][way[0]], way[1]: value}}

    with pytest.raises(Refusal, match=name):
        FARM.read({"fields": held})


def test_an_unknown_field_name_is_refused() -> None:
    with pytest.raises(Refusal, match="wrong"):
        FARM.read({"fields": {**RECORD["fields"], "west": {}}})


def test_nonsense_in_a_form_is_refused() -> None:
    with pytest.raises(Refusal, match="wrong"):
        PRICE.from_form({"price": "a lot"}, "price")

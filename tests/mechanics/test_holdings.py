"""A class of holdings defines their JSON object, its validation, and their form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.scoring.score_form import Seats, Typed, seat_form, seat_holdings
from companion.mechanics.values.schema import (
    Asked,
    Figure,
    Literals,
    Maybe,
    Named,
    Rows,
    Schema,
    Text,
)


@dataclass(frozen=True, slots=True)
class Farmer:
    name: Annotated[str, Text(8, 1)]
    coins: Annotated[int, Figure(0, 900), Asked(say("coins"), step=10, is_needed=True)] = 0
    sheep: Annotated[int, Asked(say("sheep"))] = 0
    barn: Annotated[str | None, Maybe(Literals(("red", "green")))] = None
    fields: Annotated[Mapping[str, int], Named(Figure(0, 3))] = field(default_factory=dict)
    eggs: Annotated[tuple[int, ...], Rows(Figure(), 2)] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class Village:
    seats: Annotated[tuple[Farmer, ...], Seats(Schema(Farmer))]


VILLAGE = Schema(Village)
ANNA: dict[str, Any] = {
    "name": "Anna",
    "coins": 20,
    "sheep": 4,
    "barn": "red",
    "fields": {"north": 2},
    "eggs": [1, 2],
    "left": True,
}


def test_holdings_survive_reading_and_writing() -> None:
    read = VILLAGE.read({"seats": [ANNA]})

    anna = Farmer("Anna", 20, 4, "red", {"north": 2}, (1, 2), left=True)
    assert read == Village((anna,))
    assert VILLAGE.record(read) == {"seats": [ANNA]}


def test_a_field_left_out_gets_its_default() -> None:
    assert VILLAGE.read({"seats": [{"name": "Bruno"}]}) == Village((Farmer("Bruno"),))


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("name", ""),
        ("name", "Annamaria"),
        ("name", None),
        ("coins", -1),
        ("coins", 901),
        ("coins", True),
        ("coins", None),
        ("sheep", 1.0),
        ("barn", "blue"),
        ("fields", ["north"]),
        ("fields", {"north": 4}),
        ("eggs", [1, 2, 3]),
        ("eggs", [-1]),
        ("eggs", "12"),
        ("left", 1),
    ],
)
def test_an_invalid_field_value_is_malformed(what: str, value: object) -> None:
    with pytest.raises(Refusal) as refused:
        VILLAGE.read({"seats": [{**ANNA, what: value}]})

    assert refused.value.name == "malformed"


@pytest.mark.parametrize("data", [None, [], {}, {"seats": "Anna"}, {"seats": [1]}, {"seats": [{}]}])
def test_data_of_another_shape_is_malformed(data: object) -> None:
    with pytest.raises(Refusal) as refused:
        VILLAGE.read(data)

    assert refused.value.name == "malformed"


@dataclass(frozen=True, slots=True)
class Market:
    kind: Literal["hay", "wool"]
    stalls: tuple[Village, ...] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    corner: tuple[int, int] | None = None


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("kind", "milk"),
        ("stalls", [{"seats": [{**ANNA, "left": 1}]}]),
        ("prices", {"hay": -1}),
        ("corner", [1]),
        ("corner", [1, "2"]),
    ],
)
def test_the_type_of_a_field_follows_from_its_annotation(what: str, value: object) -> None:
    data = {"kind": "hay", "stalls": [{"seats": [ANNA]}], "prices": {"hay": 3}, "corner": [1, 2]}
    assert Schema(Market).record(Schema(Market).read(data)) == data

    with pytest.raises(Refusal, match="malformed"):
        Schema(Market).read({**data, what: value})


def test_final_scores_without_players_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        VILLAGE.read({"seats": []})

    assert refused.value.name == "no_players"


def test_the_form_asks_each_seat_for_the_labelled_fields() -> None:
    form = seat_form(Farmer, 2, sheep=30)

    asked = [(one.name, one.seat, one.highest, one.step, one.is_needed) for one in form.fields]
    assert asked == [
        ("coins_0", 0, 900, 10, True),
        ("sheep_0", 0, 30, 1, False),
        ("coins_1", 1, 900, 10, True),
        ("sheep_1", 1, 30, 1, False),
    ]
    typed = Typed(("Anna", "Bruno"), values={"coins_0": 20, "sheep_0": None, "coins_1": 30})
    assert seat_holdings(Farmer, typed)["seats"] == [
        {"name": "Anna", "coins": 20, "sheep": 0},
        {"name": "Bruno", "coins": 30, "sheep": 0},
    ]

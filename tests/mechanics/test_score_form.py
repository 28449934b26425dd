"""Parsing of holdings from JSON, and refusals of malformed ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.scoring.score_form import (
    Typed,
    object_in,
    objects_in,
    seats_in,
    text_in,
    whole_in,
)

DATA: dict[str, Any] = {
    "name": "Anna",
    "cash": 5,
    "seats": [{"name": "Anna"}],
    "colours": {"red": 1},
    "nobody": [],
}


def test_each_part_of_a_score_form_is_parsed() -> None:
    assert text_in(DATA, "name") == "Anna"
    assert whole_in(DATA, "cash") == 5
    assert whole_in(DATA, "loans", 0) == 0
    assert object_in(DATA, "colours") == {"red": 1}
    assert objects_in(DATA, "seats") == seats_in(DATA) == [{"name": "Anna"}]


@pytest.mark.parametrize(
    ("read", "key"),
    [
        (text_in, "cash"),
        (text_in, "missing"),
        (whole_in, "name"),
        (whole_in, "missing"),
        (object_in, "seats"),
        (object_in, "missing"),
        (objects_in, "name"),
        (objects_in, "colours"),
        (objects_in, "missing"),
    ],
)
def test_a_badly_written_part_is_malformed(
    read: Callable[[dict[str, Any], str], object], key: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read(DATA, key)

    assert refused.value.name == "malformed"


@pytest.mark.parametrize("amount", [-1, 1.0, True, "1", None])
def test_an_amount_is_a_whole_number_and_not_negative(amount: object) -> None:
    with pytest.raises(Refusal) as refused:
        whole_in({"cash": amount}, "cash")

    assert refused.value.name == "malformed"


def test_a_score_without_players_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        seats_in({"seats": []})

    assert refused.value.name == "no_players"


def test_an_empty_field_counts_for_nothing() -> None:
    typed = Typed(("Anna",), values={"cash_0": 7, "loans_0": None})

    assert (typed.whole("cash_0"), typed.whole("loans_0"), typed.whole("other")) == (7, 0, 0)

"""The form of the copy, in which every printed number may be missing."""

from __future__ import annotations

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.copy import copy_from_form
from companion.mechanics.actions.refusal import Refusal


def test_an_empty_form_is_a_copy_without_numbers() -> None:
    assert copy_from_form({}) == GAME.blank_copy()


def test_typed_numbers_are_in_the_copy_and_the_others_stay_unknown() -> None:
    typed = {
        "companies.security.white": "150",
        "companies.security.green": " 100 ",
        "companies.security.needs.human": "1",
        "companies.security.needs.energy": "0",
        "ladders.space.1": "50",
        "ladders.space.14": "300",
    }

    copy = copy_from_form(typed)

    companies, ladders = copy["companies"], copy["ladders"]
    assert isinstance(companies, dict) and isinstance(ladders, dict)
    assert companies["security"] == {"white": 150, "green": 100, "needs": {"human": 1}}
    assert companies["telcom"] == {"white": None, "green": None, "needs": None}
    assert ladders["space"] == [50, *[None] * 12, 300]
    assert ladders["human"] == [None] * 14


@pytest.mark.parametrize(
    ("field", "text", "refusal"),
    [
        ("companies.security.white", "a lot", "figure_out_of_range"),
        ("companies.security.white", "-50", "figure_out_of_range"),
        ("companies.telcom.green", "75", "figure_out_of_range"),
        ("ladders.energy.3", "1" * 12, "figure_out_of_range"),
        ("companies.security.needs.human", "15", "needs_out_of_range"),
    ],
)
def test_a_number_that_no_card_prints_is_refused(field: str, text: str, refusal: str) -> None:
    with pytest.raises(Refusal) as refused:
        copy_from_form({field: text})

    assert refused.value.name == refusal

"""The copy as it is typed into its form: every figure may be missing."""

from __future__ import annotations

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.copy import copy_from_form
from companion.mechanics.refusal import Refusal


def test_an_empty_form_is_a_copy_of_which_nothing_is_known() -> None:
    assert copy_from_form({}) == GAME.blank_copy()


def test_typed_figures_stand_in_the_copy_and_the_others_stay_unknown() -> None:
    typed = {
        "white_security": "150",
        "green_security": " 100 ",
        "needs_security_human": "1",
        "needs_security_energy": "0",
        "price_space_1": "50",
        "price_space_14": "300",
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
        ("white_security", "a lot", "figure_out_of_range"),
        ("white_security", "-50", "figure_out_of_range"),
        ("green_telcom", "75", "figure_out_of_range"),
        ("price_energy_3", "1" * 12, "figure_out_of_range"),
        ("needs_security_human", "15", "needs_out_of_range"),
    ],
)
def test_what_no_card_can_print_is_refused(field: str, text: str, refusal: str) -> None:
    with pytest.raises(Refusal) as refused:
        copy_from_form({field: text})

    assert refused.value.name == refusal

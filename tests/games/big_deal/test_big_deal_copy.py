"""The set-up and the copy: checked, learnt while a table plays, corrected, kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.copy import copy_from_form
from companion.games.big_deal.learning import LearnCompany
from companion.games.big_deal.market import BuyResource, SellResource
from companion.games.big_deal.screen import view as view_of
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup, Setup
from companion.testing.tables import ANNA, after
from tests.games.big_deal.big_deal_player import COPY
from tests.games.big_deal.big_deal_tables import TELCOM_SET, acting

TELCOM = LearnCompany("telcom", 150, 200, TELCOM_SET)
FOUR = tuple(map(SeatSetup, ("Anna", "Bruno", "Carla", "Dario")))


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("wrong_player_count", Setup({}, FOUR[:1])),
        ("wrong_player_count", Setup({}, tuple(SeatSetup(letter) for letter in "ABCDEFG"))),
        ("unknown_option", Setup({"edition": "it"}, FOUR)),
        ("unknown_choice", Setup({"variant": "whale"}, FOUR)),
        ("name_missing", Setup({}, (*FOUR, SeatSetup(" ")))),
        ("name_too_long", Setup({}, (*FOUR, SeatSetup("a" * 31)))),
        ("name_taken", Setup({}, (*FOUR, SeatSetup("anna")))),
    ],
)
def test_impossible_settings_are_refused(name: str, setup: Setup) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(setup)

    assert refused.value.name == name


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("malformed", []),
        ("malformed", {"format": "companion record"}),
        ("malformed", {"format": "companion copy", "version": "1"}),
        ("copy_newer", {"format": "companion copy", "version": 2}),
        ("copy_of_another_game", {"format": "companion copy", "version": 1, "game": "big_shot"}),
        ("malformed", {"companies": [1]}),
        ("malformed", {"companies": {"telcom": 3}}),
        ("malformed", {"companies": {"telcom": {"needs": 3}}}),
        ("malformed", {"ladders": {"human": 3}}),
        ("unknown_company", {"companies": {"acme": {}}}),
        ("unknown_resource", {"ladders": {"gold": [50] * 14}}),
        ("unknown_resource", {"companies": {"telcom": {"needs": {"gold": 1}}}}),
        ("figure_out_of_range", {"companies": {"telcom": {"white": 120}}}),
        ("figure_out_of_range", {"companies": {"telcom": {"green": "200"}}}),
        ("figure_out_of_range", {"ladders": {"human": [True] * 14}}),
        ("needs_out_of_range", {"companies": {"telcom": {"needs": {"human": 0}}}}),
        ("needs_out_of_range", {"companies": {"telcom": {"needs": {"human": "2"}}}}),
        ("wrong_number_of_prices", {"ladders": {"human": [50] * 13}}),
        ("prices_must_rise", {"ladders": {"human": [50, 100, None, 50, *[None] * 10]}}),
    ],
)
def test_impossible_printed_numbers_are_refused(name: str, data: object) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.copy.check(data)

    assert refused.value.name == name


def test_a_copy_survives_writing_and_reading() -> None:
    assert GAME.copy.check(json.loads(json.dumps(COPY))) == COPY
    assert GAME.copy.is_complete(COPY)
    assert not GAME.copy.is_complete(GAME.blank_copy())
    assert GAME.copy.check(GAME.blank_copy()) == GAME.blank_copy()


def figures_of(copy: Any, company: str) -> Any:
    return copy["companies"][company]


def test_an_entered_company_is_remembered() -> None:
    state = acting(known=False)
    assert GAME.copy.learnt(state) is None

    learnt = after(state, TELCOM)

    copy = GAME.copy.learnt(learnt)
    assert figures_of(copy, "telcom") == {"white": 150, "green": 200, "needs": TELCOM_SET}
    assert figures_of(copy, "security")["white"] is None
    assert GAME.copy.check(copy) == copy


def test_a_price_entered_at_a_purchase_is_remembered_for_its_slot() -> None:
    state = after(acting(known=False), BuyResource(ANNA, "human", 50))

    copy: Any = GAME.copy.learnt(state)
    assert copy["ladders"]["human"] == [50, *[None] * 13]
    assert str(view_of(state, ANNA).wheels[0].price) == "price: see the board"
    assert after(state, SellResource(ANNA, "human")).money(ANNA) == 1000


def test_learnt_numbers_are_cached_until_more_are_learnt() -> None:
    state = after(acting(known=False), TELCOM)

    later = after(state, BuyResource(ANNA, "human", 50), BuyResource(ANNA, "human", 50))

    assert GAME.copy.learnt(later) is not GAME.copy.learnt(state)
    again = after(state, LearnCompany("security", 100, 150, {"human": 2}))
    assert GAME.copy.learnt(after(again)) is GAME.copy.learnt(again)


def test_a_corrected_copy_wins_over_numbers_learnt_in_play() -> None:
    state = after(acting(known=False), TELCOM)
    mended = GAME.copy.check({"companies": {"telcom": {"white": 250}}})

    state = GAME.copy.put_right(state, mended)

    assert state.company("telcom").white == 250
    # The table still knows the numbers that the corrected copy lacks.
    assert (state.company("telcom").green, state.company("telcom").needs) == (200, TELCOM_SET)


def test_a_complete_copy_learns_nothing_in_play() -> None:
    state = GAME.copy.put_right(after(acting(known=False), TELCOM), COPY)

    assert GAME.copy.learnt(state) is None
    assert all(company.is_known for company in state.copy.companies.values())
    assert not GAME.legal_actions(state, None)


def test_the_form_of_a_copy_reads_back_the_same_copy() -> None:
    form = {
        f"ladders.{name}.{slot}": str(price)
        for name, ladder in COPY["ladders"].items()
        for slot, price in enumerate(ladder, 1)
    }
    for name, printed in COPY["companies"].items():
        form |= {f"companies.{name}.{side}": str(printed[side]) for side in ("white", "green")}
        needs = printed["needs"].items()
        form |= {f"companies.{name}.needs.{part}": str(count) for part, count in needs}

    assert copy_from_form(form) == COPY

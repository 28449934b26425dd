"""Numbers from forms: an option typed at set-up, and many buttons that share one action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.games import game_named
from companion.mechanics.actions.base import Action, action
from companion.mechanics.actions.refusal import Refusal
from companion.tables.live.cache import open_tables
from companion.web.requests.forms import read_action
from tests.web.phones import Phone

PICKS = {
    "pick.roll2": 'value {"kind":"roll","seat":1,"project":2}',
    "pick.bid": 'workers {"kind":"bid","seat":1}',
}
NAMES = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla"}


@action("offer_deal")
class OfferDeal(Action):
    seat: int
    gives: tuple[int, ...]
    takes: tuple[int, ...] = ()
    pays: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    how: Literal["now", "later"] = "now"
    reason: str = ""


@action("set_counts")
class SetCounts(Action):
    counts: Mapping[str, int]


@action("throw")
class Throw(Action):
    dice: tuple[int, ...] | None = None


class WithDeals(type(game_named("big_cheese"))):  # type: ignore[misc]
    """The Big Cheese, where deals are offered and dice thrown as well."""

    actions = (*game_named("big_cheese").actions, OfferDeal, SetCounts, Throw)


GAME = WithDeals()
DEAL = {"action": '{"kind":"offer_deal","seat":1}'}


MAIN = {"action": '{"kind":"bid","seat":1,"unless typed":{"workers":6}}'}


def read(form: Mapping[str, str]) -> dict[str, object]:
    return read_action(form, GAME)


def test_a_picked_number_fills_its_action() -> None:
    picked = read({**PICKS, "pick": "roll2 6"})

    assert picked == {"kind": "roll", "seat": 1, "project": 2, "value": 6}
    assert read({**PICKS, "pick": "bid 3"})["workers"] == 3


def test_a_picked_number_is_appended_to_a_list() -> None:
    assert read({"pick.d": 'dice {"kind":"throw","dice":[3]}', "pick": "d 5"}) == {
        "kind": "throw",
        "dice": [3, 5],
    }


def test_a_plain_button_ignores_picks_beside_it() -> None:
    assert read({**PICKS, "action": '{"kind":"pass","seat":1}'}) == {"kind": "pass", "seat": 1}


def test_a_field_is_read_with_its_actions_type() -> None:
    form = {"pays": " 1 000 ", "how": "later", "reason": " for luck ", "counts.red": "2"}

    assert read({**DEAL, **form, "gives.7": "on"}) == {
        "kind": "offer_deal",
        "seat": 1,
        "gives": [7],
        "pays": 1000,
        "how": "later",
        "reason": "for luck",
        "counts": {"red": 2},
    }


def test_ticked_boxes_are_read_as_their_numbers() -> None:
    ticked = read({**DEAL, "gives.11": "on", "gives.5": "on", "other.3": "on"})

    assert ticked == {"kind": "offer_deal", "seat": 1, "gives": [5, 11]}
    assert read(DEAL)["gives"] == []


def test_an_empty_optional_field_is_left_out() -> None:
    assert "pays" not in read({**DEAL, "pays": "", "reason": " ", "counts.red": ""})


def test_an_empty_required_field_is_refused() -> None:
    with pytest.raises(Refusal, match="not_a_whole_number"):
        read({"action": '{"kind":"bid","seat":1}', "workers": ""})


def test_required_amounts_cannot_be_empty() -> None:
    set_lot = {"action": '{"kind":"set_counts"}', "counts.red": "", "counts.white": " "}

    with pytest.raises(Refusal, match="nothing_typed"):
        read(set_lot)
    assert read({**set_lot, "counts.red": "0"})["counts"] == {"red": 0}


def test_a_buttons_own_value_wins_over_the_form() -> None:
    action = {"action": '{"kind":"bid","seat":1,"workers":3}'}

    assert read({**action, "workers": "9"})["workers"] == 3


def test_a_field_for_one_kind_is_ignored_by_others() -> None:
    form = {"bid.workers": "4", "offer_deal.pays": "9"}

    assert read({"action": '{"kind":"bid","seat":1}', **form})["workers"] == 4
    assert read({**DEAL, "bid.pays": "4"}) == {"kind": "offer_deal", "seat": 1, "gives": []}


def test_a_tick_without_a_number_is_refused() -> None:
    with pytest.raises(Refusal, match="not_a_whole_number"):
        read({**DEAL, "gives.x": "on"})


def test_an_unknown_action_is_passed_on_unchanged() -> None:
    assert read({"action": '{"kind":"undo","entry":3}', "entry": "9"}) == {
        "kind": "undo",
        "entry": 3,
    }


@pytest.mark.parametrize("pick", ["roll9 6", "roll2 six", "roll2", "6"])
def test_a_meaningless_pick_is_refused(pick: str) -> None:
    with pytest.raises(Refusal) as refused:
        read({**PICKS, "pick": pick})

    assert refused.value.name in ("malformed", "not_a_whole_number")


def set_up(app: Flask, typed: str) -> tuple[Phone, TestResponse]:
    """Return a device that set up a table of three, and what it was answered."""
    phone = Phone(app)
    form = phone.go("/new/big_cheese?players=3").form("name_0")
    return phone, phone.submit(form, **NAMES, target=typed)


@pytest.mark.parametrize(("typed", "target"), [("", 200), ("350", 350), (" 1 000 ", 1000)])
def test_the_target_score_is_typed_or_left_empty(app: Flask, typed: str, target: int) -> None:
    _, answer = set_up(app, typed)

    code = answer.headers["Location"].split("/")[2]
    with app.app_context():
        assert open_tables().find(code).setup.options["target"] == target


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("199", "With these dice play to 200 or more, not 199."),
        ("many", "Enter a whole number"),
        ("-5", "Enter a whole number"),
    ],
)
def test_an_impossible_target_score_is_refused(app: Flask, typed: str, said: str) -> None:
    _, answer = set_up(app, typed)

    assert answer.status_code == 422
    assert said in answer.text


def test_a_game_without_money_has_no_money_to_move(app: Flask) -> None:
    phone, answer = set_up(app, "")

    page = phone.go(answer.headers["Location"].replace("invite", "bank"))

    assert "Fix the score" in page.text
    assert "Count the money" not in page.text


def test_a_picked_bid_is_made(app: Flask) -> None:
    phone, answer = set_up(app, "")
    page = phone.go(answer.headers["Location"].removesuffix("invite"))
    for button in ("b-open-0", "b-card-20", "bid 3"):
        page = phone.press(page, button)

    assert "20 3 highest bid ■ Anna" in page.text
    assert "Carla bids 4 or more, or passes." in page.text


@pytest.mark.parametrize(
    ("typed", "workers"), [({}, 6), ({"bid.workers": ""}, 6), ({"bid.workers": "9"}, 9)]
)
def test_the_main_button_uses_the_typed_number(typed: dict[str, str], workers: int) -> None:
    assert read(MAIN | typed) == {"kind": "bid", "seat": 1, "workers": workers}


def test_an_unreadable_number_is_refused() -> None:
    with pytest.raises(Refusal, match="whole number"):
        read(MAIN | {"bid.workers": "nine"})

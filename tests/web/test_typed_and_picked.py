"""Numbers from forms: an option typed at set-up, and many buttons that share one action."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.mechanics.refusal import Refusal
from companion.tables.live.cache import open_tables
from companion.web.requests.forms import read_action
from tests.web.phones import Phone

PICKS = {
    "pick.roll2": '{"kind":"roll","seat":1,"project":2,"value":"$pick"}',
    "pick.bid": '{"kind":"bid","seat":1,"workers":"$pick"}',
}
NAMES = {"name_0": "Anna", "name_1": "Bruno", "name_2": "Carla"}


def test_a_picked_number_fills_the_action_it_belongs_to() -> None:
    picked = read_action({**PICKS, "pick": "roll2 6"})

    assert picked == {"kind": "roll", "seat": 1, "project": 2, "value": 6}
    assert read_action({**PICKS, "pick": "bid 3"})["workers"] == 3


def test_a_picked_number_fills_a_place_in_a_list() -> None:
    action = {"pick.d": '{"kind":"roll","seat":1,"dice":[3,"$pick"]}', "pick": "d 5"}

    assert read_action(action) == {"kind": "roll", "seat": 1, "dice": [3, 5]}


def test_a_plain_button_is_not_disturbed_by_picks_beside_it() -> None:
    assert read_action({**PICKS, "action": '{"kind":"pass","seat":1}'}) == {
        "kind": "pass",
        "seat": 1,
    }


def test_ticked_boxes_are_the_numbers_behind_their_dots() -> None:
    form = {"action": '{"kind":"deal","gives":"+give","gets":"+get"}', "give.11": "on"}

    assert read_action({**form, "give.5": "on", "other.3": "on"}) == {
        "kind": "deal",
        "gives": [5, 11],
        "gets": [],
    }


def test_a_field_that_may_be_left_empty_is_nought_then() -> None:
    action = {"action": '{"kind":"deal","pays":"?pays","asks":"?asks"}', "pays": " 1 000 "}

    assert read_action({**action, "asks": ""}) == {"kind": "deal", "pays": 1000, "asks": 0}


def test_a_box_that_has_no_number_is_refused() -> None:
    with pytest.raises(Refusal, match="not_a_whole_number"):
        read_action({"action": '{"kind":"deal","gives":"+give"}', "give.x": "on"})


@pytest.mark.parametrize("pick", ["roll9 6", "roll2 six", "roll2 -1", "roll2", "6"])
def test_a_pick_that_means_nothing_is_refused(pick: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_action({**PICKS, "pick": pick})

    assert refused.value.name in ("malformed", "not_a_whole_number")


def set_up(app: Flask, typed: str) -> tuple[Phone, TestResponse]:
    """Return a device that set up a table of three, and what it was answered."""
    phone = Phone(app)
    form = phone.go("/new/big_cheese?players=3").form("name_0")
    return phone, phone.submit(form, **NAMES, target=typed)


@pytest.mark.parametrize(("typed", "target"), [("", 200), ("350", 350), (" 1 000 ", 1000)])
def test_a_target_is_typed_at_set_up_or_left_empty(app: Flask, typed: str, target: int) -> None:
    _, answer = set_up(app, typed)

    code = answer.headers["Location"].split("/")[2]
    with app.app_context():
        assert open_tables().find(code).setup.options["target"] == target


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("199", "With these dice play to 200 or more, not 199."),
        ("many", "Type a whole number"),
        ("-5", "Type a whole number"),
    ],
)
def test_a_target_that_cannot_be_is_refused(app: Flask, typed: str, said: str) -> None:
    _, answer = set_up(app, typed)

    assert answer.status_code == 422
    assert said in answer.text


def test_a_game_without_money_has_no_money_to_move(app: Flask) -> None:
    phone, answer = set_up(app, "")

    page = phone.go(answer.headers["Location"].replace("invite", "bank"))

    assert "Set the score" in page.text
    assert "Count the cash" not in page.text


def test_a_picked_bid_is_made(app: Flask) -> None:
    phone, answer = set_up(app, "")
    page = phone.go(answer.headers["Location"].removesuffix("invite"))
    for button in ("b-open-0", "b-card-20", "bid-4"):
        page = phone.press(page, button)

    assert "Anna bids 4" in page.text
    assert "Carla bids 5 or more, or passes." in page.text

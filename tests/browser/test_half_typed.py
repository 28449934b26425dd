"""Unsent input stays in its field, whatever else is tapped."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.mechanics.actions.refusal import not_none
from tests.browser.conftest import Page, Route, playwright_api
from tests.servers import Server

expect = playwright_api.expect
NO_SCRIPT = pytest.param(False, id="no script", marks=pytest.mark.full)
SCRIPT = pytest.mark.parametrize("script", [pytest.param(True, id="script"), NO_SCRIPT])


def speak_italian(phone: Page) -> None:
    phone.locator(".languages > summary").click()
    phone.get_by_role("button", name="Italiano").click()
    expect(phone.locator("html")).to_have_attribute("lang", "it")


@pytest.mark.full
@SCRIPT
def test_a_half_typed_sheet_survives_a_change_of_language(
    server: Server, device: Callable[..., Page], script: bool
) -> None:
    phone = device(script=script)
    phone.goto(f"{server.url}/sheets/new/lines")
    phone.get_by_role("button", name="More lines").click()
    phone.locator("[name=name]").fill("Farmland")
    phone.locator("[name=label_8]").fill("sheep")
    phone.locator("[name=kind_8]").select_option("from")

    speak_italian(phone)

    expect(phone.locator("[name=name]")).to_have_value("Farmland")
    expect(phone.locator("[name=label_8]")).to_have_value("sheep")
    expect(phone.locator("[name=kind_8]")).to_have_value("from")


@SCRIPT
def test_a_half_typed_new_game_form_survives_a_change_of_language(
    server: Server, device: Callable[..., Page], script: bool
) -> None:
    phone = device(script=script)
    phone.goto(f"{server.url}/new/big_shot")
    phone.get_by_role("button", name="3", exact=True).click()
    expect(phone.locator("[name=name_3]")).to_have_count(0)
    phone.locator("[name=name_0]").fill("Anna")
    phone.locator("[name=colour_0_0][value=white]").check(force=True)
    phone.locator(".standard > summary").click()
    phone.locator("[name=edition][value=fr]").check()

    speak_italian(phone)

    expect(phone.locator("[name=name_0]")).to_have_value("Anna")
    expect(phone.locator("[name=colour_0_0][value=white]")).to_be_checked()
    expect(phone.locator("[name=edition][value=fr]")).to_be_checked()
    expect(phone.locator("[name=name_2]")).to_have_count(1)
    expect(phone.locator("[name=name_3]")).to_have_count(0)


def test_the_player_whose_colour_is_tapped_gets_the_other(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(f"{server.url}/new/big_shot")

    phone.locator("[name=colour_0_0][value=black] + i").click()

    expect(phone.locator("[name=colour_0_0][value=black]")).to_be_checked()
    expect(phone.locator("[name=colour_3_0][value=red]")).to_be_checked()
    expect(phone.locator(".seat-row").last).to_have_class(re.compile("c-red"))


@pytest.mark.full
def test_a_half_typed_score_survives_a_change_of_language(
    server: Server, device: Callable[..., Page]
) -> None:
    phone = device()
    phone.goto(f"{server.url}/score/big_shot")
    phone.get_by_role("button", name="3", exact=True).click()
    expect(phone.locator("[name=name_3]")).to_have_count(0)
    phone.locator("[name=name_0]").fill("Anna & Bruno")
    phone.locator("[name=lot_1][value='0']").check(force=True)

    speak_italian(phone)

    expect(phone.locator("[name=name_0]")).to_have_value("Anna & Bruno")
    expect(phone.locator("[name=lot_1][value='0']")).to_be_checked()
    expect(phone.locator("[name=name_3]")).to_have_count(0)


@SCRIPT
def test_pressing_enter_in_a_name_changes_no_language(
    server: Server, device: Callable[..., Page], script: bool
) -> None:
    phone = device(script=script)
    phone.goto(f"{server.url}/new/free_bank?players=1")
    phone.locator("[name=name_0]").fill("Anna")

    phone.locator("[name=name_0]").press("Enter")

    phone.wait_for_url("**/invite")


@pytest.mark.parametrize(
    "page", ["/new/big_shot", pytest.param("/score/big_shot", marks=pytest.mark.full)]
)
def test_names_typed_while_the_number_of_players_changes_are_kept(
    server: Server, device: Callable[..., Page], page: str
) -> None:
    phone = device()
    phone.goto(f"{server.url}{page}")
    held: list[Route] = []
    field = not_none(phone.locator("[name=name_0]").bounding_box())
    phone.route("**/big_shot*", lambda route: held.append(route), times=1)
    with phone.expect_request("**/big_shot*"):
        phone.get_by_role("button", name="2", exact=True).click(no_wait_after=True)

    # A locator would wait for the page that is loading.
    phone.mouse.click(field["x"] + 9, field["y"] + 9)
    phone.keyboard.type("Anna")
    held[0].continue_()

    expect(phone.locator("[name=name_2]")).to_have_count(0)
    expect(phone.locator("[name=name_0]")).to_have_value("Anna")

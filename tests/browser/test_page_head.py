"""The head of a page that belongs to no table: one row, with the languages folded in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.mechanics.actions.refusal import not_none
from companion.web.requests.language import LANGUAGES
from tests.browser.conftest import Page, brought_back, playwright_api
from tests.browser.sitting import auction
from tests.servers import Server

expect = playwright_api.expect


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.full)])
def test_the_header_is_one_row_and_lists_languages_by_their_own_names(
    server: Server, device: Callable[..., Page], script: bool
) -> None:
    phone = device(width=320, height=640, script=script)
    phone.goto(f"{server.url}/score/monopoly")

    head = not_none(phone.locator(".top").bounding_box())
    assert head["height"] <= 64
    expect(phone.locator(".language")).to_be_hidden()
    phone.locator(".top summary").click()

    for name in LANGUAGES.values():
        expect(phone.get_by_role("button", name=name, exact=True)).to_be_visible()
    shown = not_none(phone.locator(".languages nav").bounding_box())
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= 320


def test_a_newcomer_sees_the_languages_at_once(server: Server, device: Callable[..., Page]) -> None:
    table = brought_back(device(), server, {**auction(), "actions": []})
    guest = device()

    for address in (server.url, table.replace("/t/", "/j/").rstrip("/")):
        guest.goto(address)
        expect(guest.locator(".language [value=it]")).to_be_visible()

"""The README's pictures show today's screens: beside each stands what is written on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, Server, brought_back, posted
from tests.browser.pictures import DOCS, README, README_SEAT, readme_record
from tests.transcripts.screen_text import screen_text


@pytest.mark.parametrize("name", README)
def test_a_picture_has_the_words_of_todays_screen(
    server: Server, device: Callable[..., Page], name: str
) -> None:
    banker, phone = device(), device()
    table = brought_back(banker, server, readme_record())
    if name == "phone":
        posted(phone, server, table.removeprefix(server.url) + "sit", seat=str(README_SEAT))
    page = phone if name == "phone" else banker

    page.goto(table + ("" if name == "phone" else "?screen=table"))

    pictured = (DOCS / f"{name}.txt").read_text("utf-8").splitlines()
    assert screen_text(page.locator("#now").inner_html()) == pictured

"""The bank's page on the phone of whoever holds it: short, and each tool a tap away."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, brought_back
from tests.browser.scenes import SCENES
from tests.servers import Server

BANKS = [
    (game, scene, record)
    for game in SCENES
    for scene, record, pages in SCENES[game]()
    if "bank" in pages
]
HEIGHT = "document.documentElement.scrollHeight"
LOW = """
[...document.querySelectorAll(".bank summary")]
  .filter((summary) => summary.getClientRects().length > 0)
  .filter((summary) => summary.getBoundingClientRect().height < 44)
  .map((summary) => summary.textContent.trim())
"""
"""The folded tools whose line is too low for a finger."""


@pytest.mark.parametrize(
    ("game", "record"),
    [(game, record) for game, _, record in BANKS],
    ids=[scene for _, scene, _ in BANKS],
)
def test_all_tools_of_a_bank_are_found_within_three_heights_of_its_phone(
    server: Server, device: Callable[..., Page], game: str, record: dict[str, object]
) -> None:
    phone = device("it")

    phone.goto(brought_back(phone, server, record) + "bank")

    assert phone.locator(".tool").count() > 5, game
    assert phone.locator("#tool-correct [name=amount]").is_visible() or game == "big_cheese"
    assert phone.evaluate(HEIGHT) <= 3 * 844
    assert phone.evaluate(LOW) == []

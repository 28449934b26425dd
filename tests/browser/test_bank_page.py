"""The bank page on the banker's phone: short, with each tool one tap away."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.conftest import Page, brought_back
from tests.browser.scenes import SCENES
from tests.extent import choose
from tests.servers import Server

BANKS = [
    (game, scene, record)
    for game in choose(check=("monopoly",), test=("monopoly", "big_deal"), full=tuple(SCENES))
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
"""Returns the folded tools whose heading is too low for a finger."""


def test_all_bank_tools_fit_within_three_phone_screens(
    server: Server, device: Callable[..., Page]
) -> None:
    phone, found = device("it"), {}

    for game, scene, record in BANKS:
        phone.goto(brought_back(phone, server, record) + "bank")
        found[scene] = (
            phone.locator(".tool").count() > 5,
            phone.locator("#tool-correct [name=amount]").is_visible() or game == "big_cheese",
            phone.evaluate(HEIGHT) <= 3 * 844,
            phone.evaluate(LOW),
        )

    assert found == {scene: (True, True, True, []) for _, scene, _ in BANKS}

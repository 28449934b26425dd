"""Messages of a page cover neither the name, nor the money, nor the menu."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import auction, banker_at
from tests.servers import Server

expect = playwright_api.expect
Device = Callable[..., Page]
LIES_OVER = """
(message) => [".mine", ".menu > summary"].filter((name) => {
  const one = document.querySelector(name).getBoundingClientRect();
  const other = message.getBoundingClientRect();
  return one.top < other.bottom - 1 && other.top < one.bottom - 1
    && one.left < other.right && other.left < one.right;
})
"""


def test_offline_a_small_message_appears_below_the_money_at_once(
    server: Server, device: Device
) -> None:
    """The message appears without a tap."""
    phone = banker_at(server, device, auction())

    phone.context.set_offline(True)

    message = phone.locator("#lost")
    expect(message).to_be_visible()
    expect(message).to_have_text("Reconnecting…")
    assert message.evaluate(LIES_OVER) == []
    assert message.evaluate("(message) => message.offsetHeight") < 32
    phone.locator("#b-bid-1").dispatch_event("click")
    expect(message).to_contain_text("Your tap will be sent")


@pytest.mark.parametrize("scroll", [0, 200])
def test_no_message_covers_name_and_money(server: Server, device: Device, scroll: int) -> None:
    phone = banker_at(server, device, auction())
    phone.set_viewport_size({"width": 390, "height": 500})
    phone.evaluate("companionSays('changed')")
    word = phone.locator("#word")
    expect(word).to_contain_text("just changed")
    assert word.evaluate(LIES_OVER) == []

    phone.get_by_label("Another amount").click()
    phone.locator("[name='bid.amount']").fill("500")
    phone.get_by_role("button", name="Bid 500").click()
    notice = phone.locator("#notice .notice")
    expect(notice).to_be_visible()
    phone.evaluate(f"scrollTo(0, {scroll})")

    assert notice.evaluate(LIES_OVER) == []

"""The app on one phone in Firefox and WebKit: it starts, a game is played, and goes on later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser import webkit
from tests.browser.conftest import Browsers
from tests.browser.engines import IS_FIREFOX, require_engine
from tests.browser.one_phone import OnePhone, built_site, hosted
from tests.browser.sitting import auction
from tests.browser.test_webkit import UPLOAD
from tests.browser.webkit import Window

pytestmark = [] if IS_FIREFOX else [pytest.mark.full]
PAGE = "const page = document.querySelector('#app').contentDocument; "


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the built site, on this machine."""
    with hosted(built_site()) as address:
        yield address


def test_a_game_goes_on_after_a_restart(browser: Browsers, address: str, tmp_path: Path) -> None:
    phone = OnePhone(browser, tmp_path, address)
    phone.open()
    phone.new_table()
    for button in ("b-lead-0", "b-face-3"):
        phone.tap(button)
    phone.context.close()

    phone.start()
    phone.open()
    phone.to_the_table()

    assert phone.step() == 2
    phone.tap("b-bid-1")
    phone.context.close()


@pytest.mark.chromium
def test_a_game_in_webkit_goes_on_after_a_restart(address: str, tmp_path: Path) -> None:
    require_engine(webkit.is_there(), webkit.MISSING)
    with webkit.windows() as make:
        window = make(390, 844, tmp_path)
        window.goto(address)
        window.wait(PAGE + "return Boolean(page.querySelector('.lobby'))")
        assert "Join a table" not in window.run(PAGE + "return page.body.textContent")
        table = urlsplit(str(window.run(UPLOAD, json.dumps(auction())))).path
        window.goto(address + table)
        step = tap(window, "#b-bid-1")

    with webkit.windows() as make:
        window = make(390, 844, tmp_path)
        window.goto(address + table)

        assert tap(window, "#b-bid-2") == step + 1


def tap(window: Window, button: str) -> int:
    """Tap a button in the app, and return the number of the step that follows."""
    element = f"page.querySelector('#now {button}:not([data-touch-young])')"
    step = "Number(page.querySelector('#now')?.dataset.sequence)"
    window.wait(PAGE + f"return Boolean({element})")
    before = int(window.run(PAGE + f"return {step}"))
    window.run(PAGE + f"{element}.click()")
    window.wait(PAGE + f"return {step} === {before + 1}")
    return before + 1

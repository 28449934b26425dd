"""Browser engines other than Chromium: whether they are installed, and how to start them.

``BROWSER_ENGINE=firefox`` runs the most important browser tests in a stock Firefox, which
Playwright drives by WebDriver BiDi. It has no touch and no CDP; tests that need them are marked
``chromium``.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

IS_FIREFOX = os.environ.get("BROWSER_ENGINE") == "firefox"
FIREFOX_MISSING = "No Firefox found. Install one (Debian: apt install firefox-esr)."
IN_FIREFOX = (
    "test_again.py",
    "test_away.py",
    "test_bank_page.py",
    "test_half_typed.py",
    "test_live_screens.py",
    "test_one_phone_in_engines.py",
    "test_power_grid.py",
    "test_score.py",
    "test_whole_game.py",
)
"""A whole game, lost networks, unsent input, and layouts that engines render differently."""
PREFERENCES = {"ui.useOverlayScrollbars": 1, "widget.gtk.overlay-scrollbars.enabled": True}
"""Overlay scroll bars, as on a phone."""
DRIVER_PATCH = Path(__file__).with_name("firefox_driver.cjs")


def require_engine(is_there: bool, missing: str) -> None:
    """Skip a test if an engine is missing, or fail if ``ENGINE_TESTS`` is "required"."""
    wish = os.environ.get("ENGINE_TESTS", "auto")
    if wish == "off":
        pytest.skip("ENGINE_TESTS=off")
    if not is_there:
        (pytest.fail if wish == "required" else pytest.skip)(missing)


def runs_in_firefox(item: pytest.Item) -> bool:
    """Return whether a test runs in Firefox."""
    return item.path.name in IN_FIREFOX and item.get_closest_marker("chromium") is None


def firefox_options() -> dict[str, Any]:
    """Return Playwright's options to start the installed Firefox; skip or fail without one."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    require_engine(path is not None, FIREFOX_MISSING)
    return {"channel": "moz-firefox", "executable_path": path, "firefox_user_prefs": PREFERENCES}

"""The engines besides Chromium: which this machine has, and what their tests need.

``BROWSER_ENGINE=firefox`` runs the browser tests that matter in a stock Firefox, which Playwright
drives by WebDriver BiDi. There it has no touch and no CDP; tests that need them are marked
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
    "test_big_cheese.py",
    "test_free_bank.py",
    "test_half_typed.py",
    "test_live_screens.py",
    "test_score.py",
    "test_whole_game.py",
)
"""A whole game, lost networks, what was typed, and the layouts that engines draw differently."""
PREFERENCES = {"ui.useOverlayScrollbars": 1, "widget.gtk.overlay-scrollbars.enabled": True}
"""Scroll bars that take no room, as on a phone."""
DRIVER_PATCH = Path(__file__).with_name("firefox_driver.cjs")


def require_engine(is_there: bool, missing: str) -> None:
    """Skip where an engine is missing, or fail where ``ENGINE_TESTS`` is "required"."""
    wish = os.environ.get("ENGINE_TESTS", "auto")
    if wish == "off":
        pytest.skip("ENGINE_TESTS=off")
    if not is_there:
        (pytest.fail if wish == "required" else pytest.skip)(missing)


def runs_in_firefox(item: pytest.Item) -> bool:
    """Return whether a test is one of those for Firefox."""
    return item.path.name in IN_FIREFOX and item.get_closest_marker("chromium") is None


def firefox_options() -> dict[str, Any]:
    """Return how Playwright starts the Firefox of this machine; skip or fail without one."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    require_engine(path is not None, FIREFOX_MISSING)
    return {"channel": "moz-firefox", "executable_path": path, "firefox_user_prefs": PREFERENCES}

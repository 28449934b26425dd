"""Check the layout of pages with the named questions in ``questions.js``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.browser.conftest import Page

ASK = Path(__file__).with_suffix(".js").read_text("utf-8")


def offences(page: Page, asked: Sequence[tuple[str, Any]], letters: str = "") -> list[str]:
    """Return the offences of a page as it is rendered now.

    asked: names of questions, each with its argument. letters: the font size, "" for the usual one.
    """
    found: list[str] = page.evaluate(ASK, [[[name, about] for name, about in asked], letters])
    return found

"""Ask pages about their layout: ``questions.js`` has each question by its name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.browser.conftest import Page

ASK = Path(__file__).with_suffix(".js").read_text("utf-8")


def offences(page: Page, asked: Sequence[tuple[str, Any]], letters: str = "") -> list[str]:
    """Return what is wrong with a page as it is drawn now.

    asked: names of questions, each with what it is about. letters: their size, "" as usual.
    """
    found: list[str] = page.evaluate(ASK, [[[name, about] for name, about in asked], letters])
    return found

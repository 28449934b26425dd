"""Style sheets: what they use is there, and nothing is styled that no page has."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.sources import ROOT

SHEETS = sorted((ROOT / "static" / "styles").rglob("*.css"))
MADE = re.compile(r"(c|g|line|rank)-\w+|(seat|table)-screen|part-\w+|b-[\w-]+")
"""Classes and ids that a page puts together: of a colour, a group, a line, a screen, a part."""


def texts(*patterns: str) -> str:
    files: Iterable[Path] = (file for pattern in patterns for file in ROOT.glob(pattern))
    return "\n".join(file.read_text("utf-8") for file in files)


def test_the_tokens_that_are_defined_are_those_that_are_used() -> None:
    sheets = texts("static/styles/**/*.css")

    used = set(re.findall(r"var\((--[\w-]+)", sheets))

    assert used
    assert used == set(re.findall(r"(--[\w-]+):", sheets))


def test_every_class_that_is_styled_stands_on_some_page() -> None:
    pages = texts("templates/**/*.html", "static/*.js", "companion/**/*.py")
    words = set(re.findall(r"[\w-]+", pages))
    styled = set()
    for selector in re.findall(r"(?:^|\})\s*([^{}@]+)\{", texts("static/styles/**/*.css")):
        styled |= set(re.findall(r"[.#]([A-Za-z_][\w-]*)", re.sub(r"\[[^]]*\]", "", selector)))

    unused = {name for name in styled - words if not MADE.fullmatch(name)}

    assert len(styled) > 100
    assert unused == set()


def test_a_line_declares_one_thing() -> None:
    crowded = [
        (sheet.name, number)
        for sheet in SHEETS
        for number, line in enumerate(sheet.read_text("utf-8").splitlines(), 1)
        if not line.strip().startswith("/*") and line.count(";") > 1
    ]

    assert len(SHEETS) > 8
    assert crowded == []


def test_a_line_of_a_template_is_at_most_120_characters_long() -> None:
    long = [
        (template.name, number)
        for template in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(template.read_text("utf-8").splitlines(), 1)
        # A sentence is one piece for those who translate it.
        if len(line) > 120 and not line.lstrip().startswith('"')
    ]

    assert long == []

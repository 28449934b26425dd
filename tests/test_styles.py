"""Style sheets: variables are defined, styled classes exist, and colours have enough contrast."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.sources import ROOT
from tests.web.test_first_page import contrast

SHEETS = sorted((ROOT / "static" / "styles").rglob("*.css"))
MADE = re.compile(r"(c|felt|g|line|of|on|queue|rank)-\w+|(seat|table)-screen|f\d|part-\w+|b-[\w-]+")
"""Classes and ids that templates compose: of colours, groups, lines, scenes, screens, fragments."""


def texts(*patterns: str) -> str:
    files: Iterable[Path] = (file for pattern in patterns for file in ROOT.glob(pattern))
    return "\n".join(file.read_text("utf-8") for file in files)


def test_design_tokens_are_all_defined_and_used() -> None:
    sheets = texts("static/styles/**/*.css")

    used = set(re.findall(r"var\((--[\w-]+)", sheets))

    assert used
    assert used == set(re.findall(r"(--[\w-]+):", sheets))


def test_every_styled_class_is_used_in_a_template() -> None:
    pages = texts("templates/**/*.html", "static/*.js", "companion/**/*.py")
    words = set(re.findall(r"[\w-]+", pages))
    styled = set()
    for selector in re.findall(r"(?:^|\})\s*([^{}@]+)\{", texts("static/styles/**/*.css")):
        styled |= set(re.findall(r"[.#]([A-Za-z_][\w-]*)", re.sub(r"\[[^]]*\]", "", selector)))

    unused = {name for name in styled - words if not MADE.fullmatch(name)}

    assert len(styled) > 100
    assert unused == set()


def test_soft_text_contrasts_with_every_background() -> None:
    for scheme in ("tokens", "dark"):
        given = dict(
            re.findall(r"--(soft|ground|paper): (#\w{6})", texts(f"static/styles/{scheme}.css"))
        )
        assert min(contrast(given["soft"], given[on]) for on in ("ground", "paper")) >= 4.5
    dimmed = re.findall(r"(?:disabled|placeholder) {[^}]*", texts("static/styles/base.css"))
    assert len(dimmed) == 2
    assert all("color: var(--soft)" in rule for rule in dimmed)


def test_a_head_without_a_colour_hides_what_scrolls_under_it() -> None:
    (head,) = re.findall(r"\.mine,\n\.seats \.next {([^}]*)", texts("static/styles/parts.css"))

    assert "background: var(--disc, var(--paper));" in head


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
        # Translators need each sentence as a whole.
        if len(line) > 120 and not line.lstrip().startswith('"')
    ]

    assert long == []


def test_nothing_moves_for_people_who_asked_for_less_motion() -> None:
    """``--ease`` is then a step. What moves without it is switched off, or not there at all."""
    sheets = re.sub(r"/\*.*?\*/", "", texts("static/styles/**/*.css"), flags=re.DOTALL)
    block = r"@media \(prefers-reduced-motion: %s\) \{(.*?)^\}"
    less = "".join(re.findall(block % "reduce", sheets, re.DOTALL | re.MULTILINE))
    others = re.sub(block % r"[\w-]+", "", sheets, flags=re.DOTALL | re.MULTILINE)
    frames = re.findall(r"@keyframes ([\w-]+) \{(.*?)^\}", others, re.DOTALL | re.MULTILINE)
    moving = {name for name, steps in frames if re.search(r"\b(transform|top|left):", steps)}
    assert "--ease: step-start" in less and {"dealt", "refused"} <= moving

    for rule in re.findall(r"([^{}]+)\{([^{}]*(?:animation|transition):[^{}]*)\}", others):
        selectors, declarations = rule
        (how,) = re.findall(r"(?:animation|transition): ([^;]*)", declarations)
        moves = moving & set(re.findall(r"[\w-]+", how)) or "transform" in how
        is_off = all(one.strip() in less for one in selectors.split(","))
        assert not moves or "var(--ease)" in how or is_off, selectors

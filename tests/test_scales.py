"""Style sheets use the scales of ``tokens.css``, and sizes grow with the reader's text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.sources import ROOT

STYLES = ROOT / "static" / "styles"
SHEETS = sorted(path for path in STYLES.rglob("*.css") if path.name not in ("tokens.css",))
PIECES = "pieces.css"
"""Draws discs, cubes and dice, which are measured by the text beside them (em)."""
SCALES = {
    "font-size": "type",
    "border-radius": "round",
    "gap": "space",
    "padding": "space",
}
"""The scale of each property; ``row-gap`` has the one of ``gap``."""
ANY = {"0", "inherit", "auto", "50%", "1px", "2px"}
"""Values outside the scales: none, hairlines, and what others decide."""
ROOTS = {"clamp(90%, 4.5vw, 100%)", "2.9vmin", "max(16px, 2.9vmin)"}
"""The sizes of the root, which all others follow: a phone, the big screen, and one held upright."""


def declared() -> Iterator[tuple[str, str, str, str]]:
    """Yield the sheet, property, scale and value of each declaration that has a scale."""
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        for name, value in re.findall(r"(?m)^\s+([a-z-]+):\s*([^;{}]+);", text):
            scale = re.sub(r"^(row-|column-)|-(top|bottom|left|right|block|inline)\b", "", name)
            if scale in SCALES and sheet.name != PIECES and value not in ROOTS:
                yield sheet.name, name, SCALES[scale], " ".join(value.split())


def outside(scale: str, value: str) -> bool:
    """Return whether a value is none of its scale.

    A phone's safe area may be larger, and what stands in a narrow box may be smaller. Widths that
    are kept free for something else are no gaps: shares, and more than the largest gap.
    """
    token = rf"var\(--{scale}-\d+\)"
    bound = rf"max\({token}, env\([^)]*\)\)|env\([^)]*\)|min\({token}, \d+cqw\)"
    fitted = rf"calc\({token} \* var\(--fit\)\)|calc\(var\(--cube\) \* [\d.]+\)"
    named = r"var\(--(?:name|sum)\)"
    room = r"\d+%|(?:[3-9]|\d\d)(?:\.\d+)?rem|var\(--names\)|calc\(2 \* var\(--sum\) \+ 1rem\)"
    other = room if scale == "space" else named
    allowed = re.compile(f"(?:{token}|{bound}|{fitted}|{other}|{'|'.join(ANY)})(?: |$)")
    return bool(allowed.sub("", value.replace(" !important", "")))


def test_each_size_gap_and_radius_is_one_of_its_scale() -> None:
    found = list(declared())

    assert len(found) > 300
    assert [one for one in found if outside(*one[2:])] == []


def test_scales_are_in_rem_so_that_text_of_twice_the_size_finds_room() -> None:
    tokens = (STYLES / "tokens.css").read_text("utf-8")
    sizes = dict(re.findall(r"--((?:type|space|round)-\d+): ([^;]+);", tokens))

    assert len(sizes) > 15
    for name, size in sizes.items():
        pixels = int(name.partition("-")[2])
        assert size == ("99px" if pixels == 99 else f"{pixels / 16:g}rem"), name


@pytest.mark.parametrize("unit", ["vmin", "vw"])
def test_no_text_is_measured_by_the_screen(unit: str) -> None:
    sizes = [one for one in declared() if re.search(rf"\d{unit}\b", one[3])]

    assert sizes == []

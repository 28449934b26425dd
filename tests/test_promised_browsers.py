"""The oldest browsers that the README promises can run every script and style every page."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

import pytest

from tests.promised_browsers import lacking, lacking_in_script, used_by_style
from tests.sources import ROOT

STYLES = sorted((ROOT / "static" / "styles").rglob("*.css"))


def test_scripts_and_styles_work_in_every_supported_browser() -> None:
    """Logical assignment and ``:not(a, b)`` broke the live screens of old phones."""
    assert lacking() == []


@pytest.mark.parametrize(
    "script",
    [
        "moved ||= true;",
        "part.replaceChildren();",
        'all("input:not([type=hidden],[type=radio])");',
        'all("nav :is(a, b)");',
        "const last = list.at(-1);",
    ],
)
def test_an_unsupported_feature_is_detected(script: str) -> None:
    assert list(lacking_in_script(script))


def test_a_supported_feature_is_not_reported() -> None:
    script = """// a ||= b
    moved = moved || form?.elements.pick;
    all("input:not([type=hidden]):not([type=radio])", other);
    """

    assert list(lacking_in_script(script)) == []


def test_every_part_of_a_style_sheet_is_checked() -> None:
    style = """@layer base { a { } } a:not(.b, .c):hover { top: 1px; inset: calc(2lvh) }"""

    used = used_by_style(style)

    assert used == {"@layer", ":not", ":not(,)", ":hover", "top", "px", "inset", "calc(", "lvh"}


def test_each_full_screen_height_is_given_in_both_units() -> None:
    """A browser that lacks dvh reads the line before it."""
    for file in STYLES:
        lines = file.read_text("utf-8").splitlines()
        pairs = [pair for pair in pairwise(lines) if "dvh" in pair[1]]

        assert [after for before, after in pairs if before != after.replace("dvh", "vh")] == [], (
            file.name
        )
        assert sum("100vh" in line for line in lines) == len(pairs), file.name


def test_text_is_not_enlarged_on_a_rotated_phone() -> None:
    shared = (ROOT / "static/styles/elements.css").read_text("utf-8")

    assert "  -webkit-text-size-adjust: 100%;\n  text-size-adjust: 100%;\n" in shared


def test_each_vendored_script_matches_its_checksum() -> None:
    named = re.findall(r"^\| `([\w.]+)` .*`(\w{64})` \|$", vendored("README.md"), re.MULTILINE)

    assert len(named) == 2
    for name, digest in named:
        assert hashlib.sha256(vendored(name).encode()).hexdigest() == digest


def vendored(name: str) -> str:
    return (ROOT / "static/vendor" / name).read_text("utf-8")


def test_the_readme_promises_what_is_checked() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")

    assert "iOS 13.4, Chrome 80, Firefox 79" in " ".join(readme.split())

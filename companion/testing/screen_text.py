"""Conversion of rendered screens to readable text, without markup and with controls marked."""

from __future__ import annotations

import re
from html.parser import HTMLParser

BLOCKS = frozenset(
    "address article aside caption dd details div dl dt fieldset figure footer form h1 h2 h3 h4"
    " header hr label legend li main nav ol option p section select summary table tbody td tfoot"
    " th thead tr ul".split()
)
"""The HTML elements that begin and end a line."""
CONTROLS = {"button": "[{}]", "a": "<{}>"}
"""The formats in which the labels of controls are shown, by HTML element."""
UNSAID = frozenset(("script", "style", "svg", "template"))
"""The HTML elements whose content is not shown."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unsaid = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unsaid += tag in UNSAID
        if self._unsaid:
            return
        if tag == "input":
            given = dict(attrs)
            if given.get("type") != "hidden":
                shown = given.get("value") if given.get("type") not in ("radio", "checkbox") else ""
                self.parts.append(f"\n({given.get('name')}: {shown or ''})\n")
        elif tag in CONTROLS:
            before = CONTROLS[tag].split("{}")[0]
            self.parts.append("\n" + ("(off) " if "disabled" in dict(attrs) else "") + before)
        elif tag in BLOCKS or tag == "br":
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unsaid -= tag in UNSAID
        if self._unsaid:
            return
        if tag in CONTROLS:
            self.parts.append(CONTROLS[tag].split("{}")[1] + "\n")
        elif tag in BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unsaid:
            self.parts.append(re.sub(r"\s+", " ", data))


def screen_text(drawn: str) -> list[str]:
    """Return the text of a rendered screen as a list of lines, without empty lines.

    drawn: the HTML of the screen.
    """
    reader = _Reader()
    reader.feed(drawn)
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return [line for line in lines if line not in ("", "[]")]

"""A page as text to read and to compare: its words, its links, and its forms with every field."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from companion.testing.screen_text import BLOCKS

SILENT = frozenset(("script", "style", "template"))
VOID = frozenset(("br", "hr", "img", "input", "wbr"))
SHOWN = frozenset(("a", "button", "form", "input", "option", "select", "textarea"))
VALUES = (
    "action formaction method href type name value min max step maxlength pattern inputmode"
    " placeholder aria-label aria-current alt points x y y1"
).split()
FLAGS = frozenset("checked disabled hidden multiple open readonly required selected".split())
KEY = "key"
"""The field whose value differs from page to page."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        if self._silent:
            return
        given = {name: value or "" for name, value in attrs}
        if given.get("name") == KEY:
            return
        attributes = " ".join(
            [f"{name}={given[name]}" for name in VALUES if name in given]
            + sorted(FLAGS & given.keys())
            + [word for word in given.get("class", "").split() if word.startswith("c-")]
        )
        if tag in SHOWN:
            self.parts.append(f"\n{tag} {attributes}: ")
        elif tag in BLOCKS or tag in VOID or attributes:
            self.parts.append(f"\n({attributes}) " if attributes else "\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT
        if not self._silent and (tag in BLOCKS or tag in SHOWN):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(re.sub(r"\s+", " ", data))


def page_text(html: str) -> list[str]:
    """Return the lines of a page without its head and keys; none is empty."""
    reader = _Reader()
    reader.feed(html.partition("</head>")[2] or html)
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return [line for line in lines if line]

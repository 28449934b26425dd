"""Functions that clean entered texts of invisible characters, which could mislead readers.

Texts are cleaned when they are entered. Texts that come from a log or a saved game are not changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category

HIDDEN = frozenset(("Cc", "Cf", "Co", "Cs"))
"""The Unicode categories of characters that are removed.

These are control characters, format characters such as the right-to-left override, private use
characters, and lone surrogates.
"""
BLANK = frozenset(
    chr(sign)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2065, 0x2065),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0x13441, 0x13442),
        (0x16FE4, 0x16FE4),
        (0x1D159, 0x1D159),
        (0xE0000, 0xE0FFF),
    )
    for sign in range(first, last + 1)
)
"""Invisible characters of other categories, which are also removed."""
JOINTS = frozenset("\u200d\ufe0e\ufe0f")
"""Invisible characters that join two symbols into one, or select how a symbol is drawn."""


def tidy(text: str) -> str:
    """Return a text without invisible characters or surplus spaces."""
    kept: list[str] = []
    for sign in single_spaced(text):
        if _is_visible(sign, kept[-1] if kept else " "):
            kept.append(sign)
    return single_spaced("".join(kept))


def storable(text: str) -> str:
    """Return a text with lone surrogates and NUL replaced by "?".

    Databases and web pages cannot contain these characters.
    """
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def shown(value: object) -> str:
    """Return the first 40 characters of untrusted data, cleaned for display in a sentence."""
    return tidy(storable(str(value)[:40]))


def single_spaced(text: str) -> str:
    """Return a text without surrounding spaces, and with single spaces between its words."""
    return " ".join(text.split())


def _is_visible(sign: str, before: str) -> bool:
    if sign in JOINTS:
        return is_joint(sign, before)
    if sign in BLANK or category(sign) in HIDDEN:
        return False
    # A combining mark, such as an accent, needs a character before it.
    return before != " " or not category(sign).startswith("M")


def is_joint(sign: str, before: str) -> bool:
    """Return whether ``sign`` is a joining character after a symbol, as in some emoji.

    before: the character before ``sign``.
    """
    return sign in JOINTS and (before in JOINTS or category(before).startswith("S"))


def tidied(data: Any) -> Any:
    """Return JSON data with ``tidy`` applied to all texts, including the keys of objects."""
    if isinstance(data, str):
        return tidy(data)
    if isinstance(data, Mapping):
        return {tidied(key): tidied(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [tidied(part) for part in data]
    return data

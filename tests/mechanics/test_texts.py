"""Tidying of texts removes invisible characters and keeps all visible ones."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from companion.games import all_games
from companion.mechanics.actions.base import FREE_TEXTS
from companion.mechanics.language.texts import tidied, tidy
from companion.mechanics.money.corrections import Correct
from companion.mechanics.values.codec import described

TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
ZEROES = "\u200b\u200c\u200d\u2060\u00ad\ufeff\0\x1b\ufe0f\U000e0041\U000e0100"
BLANKS = "\u034f\u115f\u1160\u17b4\u2800\u3164\uffa0"
REFERENCES = frozenset(
    (
        "amid",
        "card",
        "colour",
        "company",
        "cubes",
        "good",
        "group",
        "lot",
        "other",
        "resource",
        "source",
        "target",
        "which",
    )
)
"""Fields with names of existing things; other values are refused."""


@pytest.mark.parametrize("sign", TURNS + ZEROES + BLANKS, ids=lambda sign: f"U+{ord(sign):04X}")
def test_invisible_characters_are_removed(sign: str) -> None:
    assert tidy(f"{sign}An{sign}na {sign} B{sign}") == "Anna B"
    assert tidy(sign) == tidy(f" {sign}{sign} ") == ""


def test_no_character_of_an_invisible_category_is_kept() -> None:
    every = map(chr, range(sys.maxunicode + 1))
    hidden = [sign for sign in every if unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs")]

    assert len(hidden) > 100_000
    assert tidy("".join(hidden)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Anna",
        "Zoë d’Été",
        "O'Neil-Smith 3",
        "李雷",
        "עידו",
        "नीलम",
        "e\u0301",
        "…",
        "-",
        "7",
        "$",
        "🎲",
    ],
)
def test_visible_text_stays_unchanged(text: str) -> None:
    assert tidy(text) == text


@pytest.mark.parametrize("picture", ["❤️", "👩‍🚀", "👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇮🇹"])
def test_an_emoji_of_several_characters_stays_whole(picture: str) -> None:
    assert tidy(f"{picture} Anna") == f"{picture} Anna"


def test_white_space_is_reduced_to_one_blank() -> None:
    assert tidy("\u3000Anna\u2028\u202f\tB\u00a0\u2003 C\n") == "Anna B C"


def test_a_lone_accent_is_removed() -> None:
    assert tidy("\u0301") == tidy(" \u0301\u20dd ") == ""


def test_all_texts_in_nested_data_are_cleaned() -> None:
    data = {"a\u200b": ["b\u202e", 1, None, {"c": ("d\u3164",)}]}

    assert tidied(data) == {"a": ["b", 1, None, {"c": ["d"]}]}


def test_typed_fields_of_an_action_are_cleaned_and_references_are_not() -> None:
    action = Correct("a\u200b", "bank", 1, reason="drop\u202eped")

    assert action.tidied() == Correct("a\u200b", "bank", 1, reason="dropped")


def test_every_text_field_of_an_action_is_typed_or_a_reference() -> None:
    for name, game in all_games().items():
        for kind, action in game.action_kinds.items():
            texts = {field for field, words, _ in described(action) if "text" in words}
            assert texts <= {*FREE_TEXTS, *REFERENCES}, (name, kind)

"""Tidying of texts removes invisible characters and keeps all visible ones."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from companion.games import all_games
from companion.mechanics.codec import described
from companion.mechanics.corrections import Correct
from companion.mechanics.event_sourcing import FREE_TEXTS
from companion.mechanics.texts import tidied, tidy

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
def test_what_cannot_be_seen_is_left_out(sign: str) -> None:
    assert tidy(f"{sign}An{sign}na {sign} B{sign}") == "Anna B"
    assert tidy(sign) == tidy(f" {sign}{sign} ") == ""


def test_of_all_signs_none_of_a_hidden_category_is_left() -> None:
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
def test_whatever_can_be_seen_stays(text: str) -> None:
    assert tidy(text) == text


@pytest.mark.parametrize("picture", ["❤️", "👩‍🚀", "👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇮🇹"])
def test_a_picture_of_several_signs_stays_whole(picture: str) -> None:
    assert tidy(f"{picture} Anna") == f"{picture} Anna"


def test_blanks_of_any_kind_are_one() -> None:
    assert tidy("\u3000Anna\u2028\u202f\tB\u00a0\u2003 C\n") == "Anna B C"


def test_an_accent_alone_is_nothing() -> None:
    assert tidy("\u0301") == tidy(" \u0301\u20dd ") == ""


def test_all_texts_of_plain_data_are_made_tidy() -> None:
    data = {"a\u200b": ["b\u202e", 1, None, {"c": ("d\u3164",)}]}

    assert tidied(data) == {"a": ["b", 1, None, {"c": ["d"]}]}


def test_what_was_typed_into_an_action_is_made_tidy_and_what_names_something_is_not() -> None:
    action = Correct("a\u200b", "bank", 1, reason="drop\u202eped")

    assert action.tidied() == Correct("a\u200b", "bank", 1, reason="dropped")


def test_every_text_of_every_action_is_typed_or_names_what_is_known() -> None:
    for name, game in all_games().items():
        for kind, action in game.action_kinds.items():
            texts = {field for field, words, _ in described(action) if "text" in words}
            assert texts <= {*FREE_TEXTS, *REFERENCES}, (name, kind)

"""One idea keeps its word in each language: the words in docs/glossary.md are those on the screens.

Every short label with an English word contains that language's word. Longer sentences may use a
pronoun or another construction, so of these most must.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import pytest
from babel import Locale

from companion.games.monopoly.board import SPACES, name_in_any_language
from companion.web.requests.language import LANGUAGES
from tests.catalogues import TRANSLATED, catalogue, forms
from tests.sources import ROOT

CODES = {str(Locale(one).english_name): one for one in LANGUAGES}
TO_DO = "docs/glossary.md needs a column in its table of words, and a row in its forms of address"
SHORT = 3
"""The most words of a label that must contain the word."""
MOST = 0.8
"""The share of longer sentences that must contain it."""
LOOSE = {
    "game": "Romance languages distinguish the product from one play of it",
    "player": "often “each” or “everyone” in the other languages",
    "turn": "also a verb, and “your turn” is an idiom everywhere",
    "move": "also a verb, in English alone",
    "step": "also part of “step by step”",
    "enter": "a verb with many forms",
    "cash": "also a kind of card in Big Deal",
    "score": "also a verb, in English alone",
    "account": "also “the accounts” of a finished game",
    "viewer": "the screens have only the verb",
    "leading": "a verb with many forms",
}
"""Words that are not compared, each with the reason."""
ALLOWED: dict[tuple[str, str], str] = {}
"""Labels without the word, by language and English text, each with the reason."""


def plain(text: str) -> str:
    """Return a text in lower case and without accents."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one))


def contains(text: str, words: str) -> bool:
    """Return whether a text contains one of the words, which commas separate, with any ending."""
    stems = ([re.sub(r"[aeiou]+[mnrs]?$", "", one) for one in plain(word).split()]
             for word in words.split(", "))  # fmt: skip
    return any(all(stem in plain(text) for stem in word) for word in stems)


PLACES = {str(name_in_any_language(position)) for position in range(SPACES)}
"""Names of spaces, such as "Bow Street"."""


def table(first: str) -> list[dict[str, str]]:
    """Return the rows of the table in the glossary whose first column has this heading.

    Columns of languages are named by code.
    """
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    whole = text[text.index(f"| {first} | ") :].partition("\n\n")[0]
    heading, _, *rows = (re.split(r" ?\| ?", line)[1:-1] for line in whole.splitlines())
    columns = [CODES.get(one, one) for one in heading]
    return [dict(zip(columns, row, strict=False)) for row in rows]


@cache
def rows() -> dict[str, dict[str, str]]:
    """Return the words of each language by the English word."""
    return {one["en"].split("**")[1]: one for one in table("idea")}


@cache
def cancelling() -> dict[str, list[str]]:
    """Return the words of each language that people take for *cancel*, as patterns."""
    words = {CODES[one["language"]]: one["not in Undo"].split(", ") for one in table("language")}
    return {
        code: [rf"\b{one[:-1]}" if one.endswith("…") else rf"\b{one}\b" for one in found]
        for code, found in words.items()
    }


COLUMNS = [
    one for one in TRANSLATED if one in cancelling() and all(one in row for row in rows().values())
]
"""The languages of the glossary; one test reports a missing one."""


def english(word: str) -> re.Pattern[str]:
    singular = f"{word[:-1]}(?:y|ies)" if word.endswith("y") else f"{word}(?:s|es)?"
    return re.compile(rf"\b{singular}\b", re.IGNORECASE)


def test_the_glossary_has_every_language_and_a_reason_per_row() -> None:
    assert COLUMNS == TRANSLATED, TO_DO
    assert len(rows()) > 30 and set(LOOSE) <= set(rows())


@pytest.mark.parametrize("language", COLUMNS)
@pytest.mark.parametrize("word", sorted(set(rows()) - set(LOOSE)))
def test_every_idea_has_one_word_per_language(word: str, language: str) -> None:
    words = rows()[word][language]
    if words == "–":
        pytest.skip("no screen needs it")
    said = [
        (" ".join(forms(one.id)), " ".join(forms(one.string)))
        for one in catalogue(language)[1]
        if english(word).search(re.sub(r"{\w+}", "", " ".join(forms(one.id))))
        and one.id not in PLACES
    ]

    other = [one for one in said if not contains(one[1], words)]
    labels = [
        one for one in other if len(one[0].split()) <= SHORT and (language, one[0]) not in ALLOWED
    ]

    assert labels == [], f"labels without {words}"
    assert len(other) <= (1 - MOST) * len(said) + 1, f"sentences without {words}: {other}"


UNDO = re.compile(r"\bund(?:o|id|oes|one)\b", re.IGNORECASE)


@pytest.mark.parametrize("language", COLUMNS)
def test_undo_never_uses_a_word_for_cancel(language: str) -> None:
    found = [
        wording
        for one in catalogue(language)[1]
        if UNDO.search(" ".join(forms(one.id)))
        for wording in forms(one.string)
        for word in cancelling()[language]
        if re.search(word, wording, re.IGNORECASE)
    ]

    assert found == []


@pytest.mark.parametrize("label", ["Undo", "Redo", "Fix"])
@pytest.mark.parametrize("language", COLUMNS)
def test_a_button_uses_the_first_word_of_its_row(language: str, label: str) -> None:
    words = catalogue(language)[1]

    assert words[label].string == rows()[label][language].split(", ")[0]


def test_a_forbidden_word_is_detected() -> None:
    assert contains("Anderen Plätzen", "Platz") and contains(
        "Le partite salvate", "partita salvata"
    )
    assert not contains("Ricchezza", "patrimonio") and contains("jeux", "partie, jeu")

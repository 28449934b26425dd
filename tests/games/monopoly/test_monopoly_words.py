"""Monopoly's own sentences fit every name: none stands behind a word that changes before vowels.

"de Amélie" and "al 11" are wrong, and a sentence cannot know whether its name begins with a vowel.
The speaker itself turns "a Anna" into "ad Anna".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from babel.messages.pofile import read_po

from tests.catalogues import forms, sentences
from tests.sources import ROOT

NAMES = "creditor|name|names|other|owner|space|spaces|wrong"
CHANGING = {
    "it": re.compile(rf"\b(la|lo|una) \{{({NAMES})\}}|\bal \{{total\}}", re.IGNORECASE),
    "fr": re.compile(rf"\b(de|que|ne|jusque|le|la) \{{({NAMES})\}}", re.IGNORECASE),
}


def own_sentences() -> Iterator[str | Iterable[str]]:
    """Yield the sentences of this game alone."""
    for sentence in sentences():
        places = [str(place) for place, _ in sentence.locations]
        if places and all("games/monopoly/" in place for place in places):
            yield sentence.id


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(CHANGING))
def test_no_sentence_elides_a_word_before_a_name(language: str) -> None:
    path = ROOT / "companion" / "translations" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        translations = read_po(file, locale=language)
    own = {forms(sentence)[0] for sentence in own_sentences()}

    said = [wording for sentence in own for wording in forms(translations[sentence].string)]

    assert len(said) > 300
    assert [wording for wording in said if CHANGING[language].search(wording)] == []

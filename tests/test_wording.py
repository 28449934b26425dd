"""How the catalogues speak: one form of address a language, no word that a name would cut short.

Italian says "tu" to whoever holds the phone, and the infinitive on buttons; French says "vous" or
the infinitive. A French "de" or "que" becomes "d’" or "qu’" before Anna and not before Bruno, and
no sentence knows who will stand there: so no such word stands before a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.test_translations import catalogue, forms, sentences

TU = re.compile(r"\b(?:tu|toi|ton|ta|tes)\b|\bt’", re.IGNORECASE)
VOI = re.compile(r"\b(?:voi|vostr[aeio]|siete|avete|dovete|potete|volete)\b", re.IGNORECASE)
NOT_TOLD = "comprate|entrate|giocate|partite|ritirate|scartate|segrete"
"""Italian words that end like an order to many and are none here."""
VOI_IS_TOLD = re.compile(
    rf"(?:^|[.:;,] |\b(?:o|oppure|prima|piuttosto) )(?!(?:{NOT_TOLD})\b)"
    r"[a-z]+(?:ate|ete|ite)(?:l[aeio]|ne)?\b",
    re.IGNORECASE,
)
NAMES = (
    "attacker|collector|creditor|defender|leader|name|names|other|owner|player|seat|source|target|"
    "who|winner|winners"
)
CUT_SHORT = re.compile(
    rf"\b(?:ce|de|je|jusque|la|le|lorsque|me|ne|puisque|que|se|te) \{{(?:{NAMES})\}}",
    re.IGNORECASE,
)

NO_NAME = {
    "{missing} short of {target}": "the target is a number",
}
"""Sentences that are right as they stand, and why."""


def all_sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence and each of its wordings in a language."""
    _, translations = catalogue(language)
    for sentence in sentences():
        if sentence.id:
            found = translations.get(sentence.id, sentence.context)
            for wording in forms(found.string) if found else ():
                yield forms(sentence.id)[0], wording


@pytest.mark.parametrize(
    ("language", "form"),
    [("fr", TU), ("it", VOI), ("it", VOI_IS_TOLD)],
    ids=["no tu in French", "no voi in Italian", "no order to many in Italian"],
)
def test_a_language_keeps_to_one_form_of_address(language: str, form: re.Pattern[str]) -> None:
    assert [wording for _, wording in all_sentences(language) if form.search(wording)] == []


def test_no_french_word_before_a_name_depends_on_how_the_name_begins() -> None:
    cut = [
        wording
        for sentence, wording in all_sentences("fr")
        if CUT_SHORT.search(wording) and sentence not in NO_NAME
    ]

    assert cut == []


@pytest.mark.parametrize(
    ("form", "wording"),
    [
        (TU, "Tu as {count} sbires libres."),
        (TU, "C’est à toi."),
        (VOI, "Il vostro tavoliere"),
        (VOI_IS_TOLD, "Toccate la carta scoperta."),
        (VOI_IS_TOLD, "Su questi poggia un’offerta; prima annullatela."),
        (CUT_SHORT, "L’offre de {name} est déposée."),
        (CUT_SHORT, "Il manque les offres de {names}."),
        (CUT_SHORT, "Que {name} le dise"),
    ],
)
def test_each_form_finds_what_it_is_there_for(form: re.Pattern[str], wording: str) -> None:
    assert form.search(wording)


@pytest.mark.parametrize(
    ("form", "wording"),
    [
        (TU, "Touchez la carte ; le tour commence à {name}."),
        (VOI_IS_TOLD, "Le offerte segrete si aprono tutte insieme."),
        (CUT_SHORT, "Vendre à {name}"),
        (CUT_SHORT, "Une offre de {amount}"),
    ],
)
def test_no_form_finds_what_is_right(form: re.Pattern[str], wording: str) -> None:
    assert not form.search(wording)

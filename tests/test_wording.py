"""The wording of the catalogues: one form of address per language, and typographic conventions.

A new language adds patterns of its own mistakes here; docs/glossary.md has the forms of address.

Italian addresses the player as "tu", also on buttons. French uses "vous", German "du" and Spanish
"tú", all three with infinitives on buttons. A French "de" or "que" becomes "d’" or "qu’" before
Anna but not before Bruno, so no such word may come before a name. For similar reasons no German
ending may follow a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import pytest
from babel.messages.catalog import Message

from tests.catalogues import TRANSLATED, catalogue, forms, sentences

TU = re.compile(r"\b(?:tu|toi|ton|ta|tes)\b|\bt’", re.IGNORECASE)
VOI = re.compile(r"\b(?:voi|vostr[aeio]|siete|avete|dovete|potete|volete)\b", re.IGNORECASE)
NOT_TOLD = "comprate|entrate|rete|SQLite|giocate|partite|ritirate|scartate|segrete|vendite"
"""Italian words that end like a plural imperative but are none."""
VOI_IS_TOLD = re.compile(
    rf"(?:^|[.:;,] |\b(?:o|oppure|prima|piuttosto) )(?!(?:{NOT_TOLD})\b)"
    r"[a-z]+(?:ate|ete|ite)(?:l[aeio]|ne)?\b",
    re.IGNORECASE,
)
USTED = re.compile(
    r"\b(?:ustedes|usted)\b"
    r"|(?:^|[.:;] )(?:elija|escanee|escriba|espere|lea|pague|pida|ponga|pulse|puje|tire|toque)\b",
    re.IGNORECASE,
)
VOSOTROS = re.compile(r"\b(?:vosotr[oa]s|os|vuestr[oa]s?|sois)\b|[áé]is\b", re.IGNORECASE)
VOSOTROS_ARE_TOLD = re.compile(
    r"(?:^|[.:;,] |\bo )(?!(?:ciudad|comunidad|cantidad|propiedad|red|seguridad|unidad|verdad)\b)"
    r"[a-zñ]+[aei]d(?:l[aeo]s?)?\b",
    re.IGNORECASE,
)
UNOPENED = re.compile(r"(?:^|\?)[^¿?]*\?|(?:^|!)[^¡!]*!")
"""A Spanish question or exclamation without its opening mark."""
OR_EIGHT = re.compile(r"\bo \{(?:higher|highest|high|amount|most)\}|\by \{(?:name|owner|other)\}")
"""A Spanish "o" before a number, "u" before 8, or a "y" before a name, "e" before Irene."""
NAMES = (
    "attacker|collector|creditor|defender|leader|name|names|other|owner|player|seat|source|target|"
    "who|winner|winners"
)
CUT_SHORT = re.compile(
    rf"\b(?:ce|de|je|jusque|la|le|lorsque|me|ne|puisque|que|se|te) \{{(?:{NAMES})\}}",
    re.IGNORECASE,
)
UNBOUND = re.compile(r"(?<!\u00a0)(?:[;?!»%]|:(?=\s|$))|«(?!\u00a0)")
"""A French punctuation mark without its no-break space."""
SIE = re.compile(r"(?<=[\w,;)}] )(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b")
"""The formal German "you": a capital letter inside a sentence."""
GENITIVE = re.compile(rf"\{{(?:{NAMES})\}}(?:s|’)")
"""A German name with a genitive ending, which is wrong for Hans and Iris."""
FOREIGN_QUOTES = re.compile(r"[«»”\"]|“(?=\w|\{)")
UNBOUND_PERCENT = re.compile(r"(?<!\u00a0)%(?!\d)")
STRAIGHT = re.compile(r"'")
ANGLE = re.compile(r"[«»]")
INFINITIVE = re.compile(r"^\w+(?:[aei]r(?:e|l[aeio]|ne|si)|[ou]rre)\b", re.IGNORECASE)
"""An infinitive at the start of an instruction, on a button or a heading."""
TOCCA = re.compile(r"\btocca a \{", re.IGNORECASE)
"""An Italian “a” before a name, which would be “ad” before a vowel."""
CUBE_OR_SOI = re.compile(r"(?<!\{)\bcubes?\b|\bà soi\b(?!-)", re.IGNORECASE)
"""French words to avoid: the game prints “pion” for a cube, and “à soi” is not idiomatic."""
TELEGRAM = re.compile(r"^\{name\} to [a-z]")
"""A prompt without a finite verb, such as “Anna to bid”."""
RULE = re.compile(r"\((?:[A-Z]{2}-\w+|\{rule\})\)")

NO_NAME = {
    "{missing} short of {target}": "the target is a number",
}
NO_ORDER = {
    "Lifting a mortgage costs its value plus 10 %, rounded up.": "what is done is the subject",
}
"""Correct sentences that the checks would report, with the reason."""
ALIKE = {
    ("de", "cannot win: has {count} lot, needs two"): "Viertel is said of one and of many",
    ("de", "Correction: {name} has {count} key."): "Schlüssel is said of one and of many",
    ("de", "{count} key"): "Schlüssel is said of one and of many",
    ("de", "Sell {count} building: +{amount}"): "Gebäude is said of one and of many",
    (
        "it",
        "Sure? You are out, and the bank gets all you have: {cash} and {count} property.",
    ): "proprietà is said of one and of many",
    (
        "it",
        "Sure? You are out, and {name} gets all you have: {cash} and {count} property.",
    ): "proprietà is said of one and of many",
    ("it", "Mortgage {count} property: +{amount}"): "proprietà is said of one and of many",
    ("fr", "Enter the cubes of the remaining lots. {count} cube is missing."): (
        "“il en manque” is said of one and of many"
    ),
    ("de", "free"): "frei has no ending behind a number",
}
"""Sentences whose singular and plural are equal in a language, with the reason."""


def all_sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield each sentence and each of its wordings in a language."""
    _, translations = catalogue(language)
    for sentence in sentences():
        if sentence.id:
            found = translations.get(sentence.id, sentence.context)
            for wording in forms(found.string) if found else ():
                yield forms(sentence.id)[0], wording


def worded(language: str, form: re.Pattern[str], allowed: Collection[str] = ()) -> list[str]:
    """Return the wordings that match a pattern, except for allowed sentences."""
    return [
        wording
        for sentence, wording in all_sentences(language)
        if form.search(wording) and sentence not in allowed
    ]


def messages(language: str) -> Iterator[tuple[Message, Message]]:
    """Yield each sentence with its translation in a language."""
    _, translations = catalogue(language)
    for sentence in sentences():
        found = translations.get(sentence.id, sentence.context) if sentence.id else None
        if found:
            yield sentence, found


@pytest.mark.parametrize(
    ("language", "form"),
    [
        ("fr", TU),
        ("it", VOI),
        ("it", VOI_IS_TOLD),
        ("fr", UNBOUND),
        ("fr", CUBE_OR_SOI),
        ("it", ANGLE),
        ("it", TOCCA),
        ("de", SIE),
        ("de", GENITIVE),
        ("de", FOREIGN_QUOTES),
        ("de", UNBOUND_PERCENT),
        ("es", USTED),
        ("es", VOSOTROS),
        ("es", VOSOTROS_ARE_TOLD),
        ("es", UNOPENED),
        ("es", OR_EIGHT),
        ("es", ANGLE),
    ],
    ids=[
        "no tu in French",
        "no voi in Italian",
        "no order to many in Italian",
        "no sign on a line of its own in French",
        "no cube, and nothing of oneself, in French",
        "no angle quotes in Italian",
        "no turn of somebody behind a word that changes before vowels in Italian",
        "no Sie in German",
        "no name with an ending in German",
        "no quotes of another language in German",
        "no percent sign on a line of its own in German",
        "no usted in Spanish",
        "no vosotros in Spanish",
        "no order to many in Spanish",
        "no sign without its opening one in Spanish",
        "no word that a figure or a name would change in Spanish",
        "no angle quotes in Spanish",
    ],
)
def test_each_language_follows_its_wording_rules(language: str, form: re.Pattern[str]) -> None:
    assert worded(language, form) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_language_uses_straight_apostrophes(language: str) -> None:
    assert worded(language, STRAIGHT) == []


def test_french_elides_no_word_before_a_name() -> None:
    assert worded("fr", CUT_SHORT, NO_NAME) == []


@pytest.mark.parametrize(
    "form", [STRAIGHT, RULE, TELEGRAM], ids=["apostrophe", "code of a rule", "telegram"]
)
def test_english_has_no_straight_apostrophe_rule_id_or_terse_sentence(
    form: re.Pattern[str],
) -> None:
    said = [wording for sentence in sentences() for wording in forms(sentence.id)]

    assert [wording for wording in said if form.search(wording)] == []


def test_italian_instructions_are_no_infinitives() -> None:
    assert worded("it", INFINITIVE, NO_ORDER) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_singular_and_plural_differ(language: str) -> None:
    alike = [
        forms(sentence.id)[0]
        for sentence, found in messages(language)
        if sentence.pluralizable and len(set(forms(found.string))) == 1
    ]

    told = "If singular and plural are really the same, add the sentence to ALIKE with the reason."
    if catalogue(language)[1].num_plurals > 1:
        assert alike == [sentence for tongue, sentence in ALIKE if tongue == language], told


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
        (UNBOUND, "Qui gagne ?"),
        (UNBOUND, "{name} : passe."),
        (UNBOUND, "{name}: passe."),
        (UNBOUND, "«\u00a0{text} » n’est pas un nombre."),
        (UNBOUND, "« {text}\u00a0» n’est pas un nombre."),
        (UNBOUND, "plus 10 % d’intérêt"),
        (STRAIGHT, "aspetta un po'"),
        (ANGLE, "«at»"),
        (INFINITIVE, "Offrire {amount}"),
        (INFINITIVE, "Aprirla"),
        (INFINITIVE, "Procurarsi i soldi, poi pagare"),
        (SIE, "Tippen Sie auf die Karte."),
        (SIE, "nach {name} sind Ihre Karten dran"),
        (GENITIVE, "Die Hand von {name}, {name}s Karten"),
        (FOREIGN_QUOTES, "nicht “{text}”"),
        (FOREIGN_QUOTES, "nicht „{text}”"),
        (UNBOUND_PERCENT, "10 % dazu"),
        (USTED, "Toque la carta."),
        (USTED, "Pregunte a usted mismo"),
        (VOSOTROS, "Si no tenéis dinero, pasad."),
        (VOSOTROS, "Vuestras cartas"),
        (VOSOTROS_ARE_TOLD, "Preparad el mazo."),
        (VOSOTROS_ARE_TOLD, "{name} está en subasta; acabadla antes."),
        (UNOPENED, "Quién gana?"),
        (UNOPENED, "¿Quién gana? De verdad?"),
        (UNOPENED, "Has ganado!"),
        (OR_EIGHT, "{lower} o {higher}"),
        (CUBE_OR_SOI, "{count} à soi posées"),
        (CUBE_OR_SOI, "{colour} : un cube est ailleurs"),
        (OR_EIGHT, "Pujan {name} y {owner}."),
        (RULE, "{name} goes to jail (MO-T2)."),
        (TELEGRAM, "{name} to roll two dice."),
        (RULE, "{owner} owns it ({rule})."),
    ],
)
def test_each_pattern_detects_its_mistake(form: re.Pattern[str], wording: str) -> None:
    assert form.search(wording)


@pytest.mark.parametrize(
    ("form", "wording"),
    [
        (TU, "Touchez la carte ; le tour commence à {name}."),
        (VOI_IS_TOLD, "Le offerte segrete si aprono tutte insieme."),
        (CUT_SHORT, "Adjuger à {name}"),
        (CUT_SHORT, "Une offre de {amount}"),
        (UNBOUND, "Qui gagne\u00a0?"),
        (UNBOUND, "écrivez-la comme https://games.example.org"),
        (USTED, "espera a que alguien puje más"),
        (VOSOTROS_ARE_TOLD, "Cantidad"),
        (VOSOTROS_ARE_TOLD, "{name} está en la cárcel"),
        (UNOPENED, "¿Cuántas? ¡Adjudicado!"),
        (OR_EIGHT, "{lower} o bien {higher}"),
        (INFINITIVE, "Offri per tutto il debito: {amount}"),
        (SIE, "Es ist verdeckt. Sie gehen von 0 bis {last}."),
        (GENITIVE, "{name} spielt"),
        (FOREIGN_QUOTES, "nicht „{text}“, auf der Seite „Werte“."),
        (UNBOUND_PERCENT, "10\u00a0% dazu"),
        (RULE, "{name} ({colour})"),
    ],
)
def test_no_pattern_reports_correct_sentences(form: re.Pattern[str], wording: str) -> None:
    assert not form.search(wording)

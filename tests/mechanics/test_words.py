"""Sentences in the source language and in a translation, with plurals, nested, and in lists."""

from __future__ import annotations

import pytest

from companion.mechanics.language.words import Sentence, say, say_many, together

ITALIAN = {
    "{name} pays {amount}.": "{name} paga {amount}.",
    "the bank": "la banca",
    "One of: {names}.": "Uno di: {names}.",
    "{others} and {last}": "{others} e {last}",
    "{names} win.": "{names} vincono.",
    "{count} cube": "{count} cubetto",
    "{count} cubes": "{count} cubetti",
}


def italian(text: str) -> str:
    return ITALIAN[text]


def italian_plural(one: str, many: str, count: int) -> str:
    return ITALIAN[one if count == 1 else many]


def test_a_sentence_is_filled_with_its_values() -> None:
    sentence = say("{name} pays {amount}.", name="Anna", amount=7)

    assert str(sentence) == "Anna pays 7."


def test_a_sentence_is_looked_up_before_its_values_are_filled_in() -> None:
    sentence = say("{name} pays {amount}.", name="Anna", amount=7)

    assert sentence.translated(italian, italian_plural) == "Anna paga 7."


def test_a_number_below_zero_has_a_real_minus_and_a_name_keeps_its_hyphen() -> None:
    sentence = say("{name} has {amounts}.", name="Jean-Luc", amounts=(-7, 3))

    assert str(sentence) == "Jean-Luc has −7, 3."


@pytest.mark.parametrize(
    ("names", "spoken"),
    [
        (("Anna",), "Anna vincono."),
        (("Anna", "Bruno"), "Anna e Bruno vincono."),
        (("Anna", "Bruno", "Dario"), "Anna, Bruno e Dario vincono."),
    ],
)
def test_a_list_of_names_ends_with_the_languages_and(names: tuple[str, ...], spoken: str) -> None:
    sentence = say("{names} win.", names=together(names))

    assert sentence.translated(italian, italian_plural) == spoken


@pytest.mark.parametrize(
    ("company", "spoken"),
    [
        ("Security Inc.", "Anna adds 2 × Security Inc."),
        ("Cybot Systems AG", "Anna adds 2 × Cybot Systems AG."),
        (say("New Energy Ltd."), "Anna adds 2 × New Energy Ltd."),
        (("Bioware", "Security Inc."), "Anna adds 2 × Bioware, Security Inc."),
    ],
)
def test_a_sentence_that_ends_in_an_abbreviation_ends_in_one_dot(
    company: object, spoken: str
) -> None:
    sentence = say("{name} adds {shares} × {company}.", name="Anna", shares=2, company=company)

    assert str(sentence) == spoken


def test_an_abbreviation_before_anything_else_keeps_its_dot() -> None:
    sentence = say("{company}: {count} to {company}", company="Security Inc.", count=2)

    assert str(sentence) == "Security Inc.: 2 to Security Inc."


@pytest.mark.parametrize(("count", "spoken"), [(0, "0 cubes"), (1, "1 cube"), (4, "4 cubes")])
def test_the_count_chooses_the_wording_and_is_filled_in(count: int, spoken: str) -> None:
    assert str(say_many("{count} cube", "{count} cubes", count=count)) == spoken


def test_the_plural_is_looked_up_with_the_count() -> None:
    sentence = say_many("{count} cube", "{count} cubes", count=2)

    assert sentence.translated(italian, italian_plural) == "2 cubetti"


def test_a_sentence_inside_a_sentence_is_translated_too() -> None:
    sentence = say("{name} pays {amount}.", name=say("the bank"), amount=3)

    assert sentence.translated(italian, italian_plural) == "la banca paga 3."


def test_a_tuple_is_a_list_with_commas_and_its_sentences_are_translated() -> None:
    sentence = say("One of: {names}.", names=("Anna", say("the bank"), 3))

    assert sentence.translated(italian, italian_plural) == "Uno di: Anna, la banca, 3."


def test_braces_in_a_name_are_left_alone() -> None:
    assert str(say("{name} pays {amount}.", name="{amount}", amount=1)) == "{amount} pays 1."


def test_a_value_can_be_named_template() -> None:
    assert str(say("The {template}.", template="form")) == "The form."


def test_equal_sentences_are_equal_values() -> None:
    assert say("the bank") == Sentence("the bank")
    assert say("{a}", a=1) != say("{a}", a=2)

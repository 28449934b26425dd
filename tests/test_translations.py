"""Every sentence is translated: none is missing, fuzzy, obsolete, or has wrong placeholders."""

from __future__ import annotations

import io
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.web.requests.language import Speaker
from tests.catalogues import TRANSLATED, catalogue, forms, sentences
from tests.sources import ROOT

PLACEHOLDER = re.compile(r"\{(\w*)[^{}]*\}|%\((\w+)\)")


def placeholders(text: str) -> frozenset[str]:
    return frozenset(curly or percent for curly, percent in PLACEHOLDER.findall(text))


def problems(sentence: Message, translations: Catalog) -> Iterator[str]:
    """Yield the problems in the translation of one sentence."""
    translated = translations.get(sentence.id, sentence.context)
    if translated is None or forms(translated.id) != forms(sentence.id):
        yield "missing"
        return
    wordings = forms(translated.string)
    expected = translations.num_plurals if sentence.pluralizable else 1
    if len(wordings) != expected or not all(wordings):
        yield "not translated"
        return
    if translated.fuzzy:
        yield "fuzzy"
    allowed = {placeholders(wording) for wording in forms(sentence.id)}
    yield from (
        f"fills {sorted(placeholders(wording))}"
        for wording in wordings
        if placeholders(wording) not in allowed
    )


def all_problems(template: Catalog, translations: Catalog) -> list[str]:
    """Return a readable line for each problem in the translations."""
    wrong = [
        f"{problem}: {forms(sentence.id)[0]!r} ({sentence.locations[0][0]})"
        for sentence in template
        if sentence.id
        for problem in problems(sentence, translations)
    ]
    surplus = [
        f"no longer said: {forms(sentence.id)[0]!r}"
        for sentence in (*translations, *translations.obsolete.values())
        if sentence.id and template.get(sentence.id, sentence.context) is None
    ]
    return wrong + surplus


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    _, translations = catalogue(language)

    wrong = all_problems(sentences(), translations)

    if wrong:
        listed = "\n  ".join(wrong)
        pytest.fail(f"{language}, {len(wrong)} problems:\n  {listed}", pytrace=False)


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_are_read_without_compiling(language: str) -> None:
    path, translations = catalogue(language)
    speaker = Speaker(language)

    plain = {one.id: one.string for one in translations if isinstance(one.id, str) and one.id}

    assert {said: speaker.gettext(said) for said in plain} == plain
    assert not list(path.parent.glob("*.mo"))


@pytest.mark.parametrize(
    ("language", "name", "plurals"),
    [("nl", "Dutch", 2), ("pt", "Portuguese", 2), ("pl", "Polish", 3)],
    ids=["like English", "without a form for millions", "with a form for few"],
)
def test_a_new_language_begins_with_an_empty_catalogue(
    tmp_path: Path, language: str, name: str, plurals: int
) -> None:
    begin = runpy.run_path(str(ROOT / ".ci/new_catalogue.py"))["begin"]

    begin(tmp_path, language)

    file = tmp_path / language / "LC_MESSAGES/messages.po"
    written = file.read_text("utf-8")
    assert written.startswith(f"# {name} sentences of Companion.\n") and "EMAIL" not in written
    assert read_po(io.StringIO(written)).num_plurals == plurals
    file.write_text("translated", "utf-8")
    begin(tmp_path, language)
    assert file.read_text("utf-8") == "translated"


def test_what_is_no_code_of_a_language_is_refused(tmp_path: Path) -> None:
    begin = runpy.run_path(str(ROOT / ".ci/new_catalogue.py"))["begin"]

    with pytest.raises(SystemExit, match="“Dutch” is not the code of a language"):
        begin(tmp_path, "Dutch")

    assert list(tmp_path.iterdir()) == []


def test_sentences_are_collected_from_code_and_templates() -> None:
    found = {place.split("/")[0] for sentence in sentences() for place, _ in sentence.locations}

    assert found == {"companion", "templates"}
    assert "Bid {lowest} or more, or pass." in sentences()


def read(*lines: str) -> Catalog:
    header = ['msgid ""', 'msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"', ""]
    return read_po(io.BytesIO("\n".join([*header, *lines]).encode()), locale="it")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (['msgid "Pass"', 'msgstr "Passo"'], "missing"),
        (['msgid "{name} pays"', 'msgstr ""'], "not translated"),
        (["#, fuzzy", 'msgid "{name} pays"', 'msgstr "{name} paga"'], "fuzzy"),
        (['msgid "{name} pays"', 'msgstr "{nome} paga"'], "fills ['nome']"),
        (['msgid "{name} pays"', 'msgstr "paga"'], "fills []"),
        (['#~ msgid "Go"', '#~ msgstr "Vai"'], "no longer said"),
    ],
)
def test_a_bad_translation_is_detected(lines: list[str], problem: str) -> None:
    template = Catalog()
    template.add("{name} pays", locations=[("companion/x.py", 1)])

    assert any(line.startswith(problem) for line in all_problems(template, read(*lines)))


@pytest.mark.parametrize(
    ("plurals", "is_right"),
    [
        (('"{count} cubetto"', '"{count} cubetti"'), True),
        (('"un cubetto"', '"{count} cubetti"'), False),
        (('"{count} cubetto"', '""'), False),
    ],
)
def test_every_plural_form_is_checked(plurals: tuple[str, str], is_right: bool) -> None:
    template = Catalog()
    template.add(("{count} cube", "{count} cubes"), locations=[("companion/x.py", 1)])
    lines = ['msgid "{count} cube"', 'msgid_plural "{count} cubes"']

    translated = read(*lines, f"msgstr[0] {plurals[0]}", f"msgstr[1] {plurals[1]}")

    assert (all_problems(template, translated) == []) is is_right

"""The sentences of the code and the templates, and the catalogues that translate them."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.pofile import read_po

from companion.web.requests.language import LANGUAGES
from tests.once import made_once
from tests.sources import ROOT

TRANSLATED = [language for language in LANGUAGES if language != "en"]
KEYWORDS = DEFAULT_KEYWORDS | parse_keywords(["say", "say_many:1,2", "to_you"])
FOUND = "found.pickle"


@cache
def sentences() -> Catalog:
    """Return every sentence of the code and the templates; they are extracted once per run."""
    found: Catalog = pickle.loads((made_once("sentences", _extract) / FOUND).read_bytes())
    return found


def _extract(folder: Path) -> None:
    """Extract the sentences as ``make translations`` does."""
    found = Catalog()
    with (ROOT / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]
    for place, line, message, _, context in extract_from_dir(
        ROOT, methods, options, keywords=KEYWORDS
    ):
        found.add(message, locations=[(place, line)], context=context)
    (folder / FOUND).write_bytes(pickle.dumps(found))


@cache
def catalogue(language: str) -> tuple[Path, Catalog]:
    """Return the path of a language's catalogue, and the catalogue."""
    path = ROOT / f"companion/translations/{language}/LC_MESSAGES/messages.po"
    return path, read_po(io.BytesIO(path.read_bytes()), locale=language)


def forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the wordings of a sentence: one, or singular and plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())

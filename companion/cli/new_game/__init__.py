"""The template for a new game: a package that can be played at once and then changed.

The files of the template are in ``package``, and those of each example in a folder there.
Placeholders that begin with ``$`` are replaced.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from string import Template

from companion.games import all_games
from companion.mechanics.language.words import SentenceError, say
from companion.mechanics.plugins import NAME

PACKAGE = Path(__file__).parent / "package"
EXAMPLES = ("turns", "auction", "dice")
"""The example games, the default one first."""
PLACES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "companion_$name/__init__.py",
    "{example}/state.py": "companion_$name/state.py",
    "{example}/turns.py": "companion_$name/turns.py",
    "{example}/game.py": "companion_$name/game.py",
    "test_contract.py": "tests/test_contract.py",
    "{example}/test_game.py": "tests/test_$name.py",
    "{example}/first.json": "tests/recorded/first.json",
}
"""The path of each template file in the new package."""
CATALOGUE = "translations/{language}/LC_MESSAGES/messages.po"


def make(
    name: str, folder: Path, example: str = EXAMPLES[0], languages: Iterable[str] = ()
) -> None:
    """Create a folder with the package of a new game.

    example: the game that the package contains, one of ``EXAMPLES``.
    languages: the languages of the translation catalogues to create.

    Raises SentenceError if the name is invalid or taken or the folder exists, and OSError if a file
    cannot be written.
    """
    if not NAME.fullmatch(name):
        raise SentenceError(
            say(
                "Use lower-case letters, digits and _ (like harvest_market), not “{name}”.",
                name=name,
            )
        )
    if name in all_games():
        raise SentenceError(
            say("A game called {name} already exists. Choose another name.", name=name)
        )
    if folder.exists():
        raise SentenceError(
            say("{folder} already exists. Choose another folder.", folder=str(folder))
        )
    words = _placeholder_values(name)
    for source, place in PLACES.items():
        target = folder / Template(place).substitute(words)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (PACKAGE / f"{source.format(example=example)}.txt").read_text("utf-8")
        target.write_text(Template(text).substitute(words), "utf-8")
    for language in languages:
        _write_catalogue(folder / f"companion_{name}", language)


def _placeholder_values(name: str) -> dict[str, str]:
    """Return the values of the template's placeholders, which are forms of the game's name."""
    parts = [part for part in name.split("_") if part]
    initials = "".join(part[0] for part in parts) if len(parts) > 1 else name[:2]
    title = " ".join(part.capitalize() for part in parts)
    return {
        "name": name,
        "dashed": "-".join(parts),
        "title": title,
        "type": title.replace(" ", "") + "Game",
        "rule": initials.upper(),
    }


def _write_catalogue(package: Path, language: str) -> None:
    """Write the catalogue of a language, with the translations that the template has."""
    # Imported here, because they are slow to import and only needed here.
    from babel.messages.catalog import Catalog
    from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
    from babel.messages.frontend import parse_keywords
    from babel.messages.pofile import read_po, write_po

    keywords = DEFAULT_KEYWORDS | parse_keywords(("say", "say_many:1,2", "to_you"))
    known, found = Catalog(language), Catalog(language)
    if (source := PACKAGE / f"{language}.po.txt").is_file():
        with source.open("rb") as opened:
            known = read_po(opened, language)
    # Babel expects a third form in Romance languages, for multiples of a million.
    found.mime_headers = [("Plural-Forms", known.plural_forms)]
    for _, _, message, *_ in extract_from_dir(package, [("**.py", "python")], keywords=keywords):
        translated = known.get(message)
        found.add(message, translated.string if translated else None)
    file = package / CATALOGUE.format(language=language)
    file.parent.mkdir(parents=True)
    with file.open("wb") as written:
        write_po(written, found, width=0, omit_header=False)

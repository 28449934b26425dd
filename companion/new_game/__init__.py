"""The template for a new game: a package that can be played at once and then changed.

The files of the template are in ``package``. Placeholders that begin with ``$`` are replaced.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from string import Template

from companion.games import all_games
from companion.mechanics.plugins import NAME
from companion.mechanics.words import SentenceError, say

PACKAGE = Path(__file__).parent / "package"
PLACES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "companion_$name/__init__.py",
    "state.py": "companion_$name/state.py",
    "turns.py": "companion_$name/turns.py",
    "game.py": "companion_$name/game.py",
    "it.po": "companion_$name/translations/it/LC_MESSAGES/messages.po",
    "fr.po": "companion_$name/translations/fr/LC_MESSAGES/messages.po",
    "test_game.py": "tests/test_$name.py",
    "first.json": "tests/recorded/first.json",
}
"""The path of each template file in the new package."""


def make(name: str, folder: Path) -> list[Path]:
    """Create a folder with the package of a new game, and return the files in it.

    Raises SentenceError if the name is invalid or taken or the folder exists, and OSError if a file
    cannot be written.
    """
    if not NAME.fullmatch(name):
        raise SentenceError(
            say(
                "Name it with small letters, digits and _, like harvest_market, not “{name}”.",
                name=name,
            )
        )
    if name in all_games():
        raise SentenceError(say("There is a game {name} already; choose another name.", name=name))
    if folder.exists():
        raise SentenceError(say("{folder} is there already; name another.", folder=str(folder)))
    words = _words(name)
    made = []
    for source, place in PLACES.items():
        target = folder / Template(place).substitute(words)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (PACKAGE / f"{source}.txt").read_text("utf-8")
        target.write_text(Template(text).substitute(words), "utf-8")
        made.append(target)
    return [*made, *(_compiled(file) for file in made if file.suffix == ".po")]


def _words(name: str) -> dict[str, str]:
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


def _compiled(file: Path) -> Path:
    """Compile a translation catalogue to a file beside its source, and return that file."""
    # Imported here, because they are slow to import and only needed here.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = file.with_suffix(".mo")
    with compiled.open("wb") as opened:
        write_mo(opened, read_po(BytesIO(file.read_bytes())))
    return compiled

"""What the packages of games from elsewhere bring along: templates, a style sheet, a mark.

A package's folder ``templates`` is to pages what ``games/<its name>`` is of ours; ``static`` holds
``style.css``, ``style.pages.css``, ``mark.svg`` and whatever its templates name.
"""

from __future__ import annotations

from flask import Blueprint, Flask
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games import from_elsewhere
from companion.mechanics.plugins import folder_of
from companion.mechanics.words import Sentence, say


def endpoint_of(game: str) -> str:
    """Return the endpoint of the static files that a game's package brings."""
    return f"game_{game}.static"


def init_app(app: Flask) -> tuple[Sentence, ...]:
    """Let the app find what the packages bring; our own files come first, so none is replaced.

    Return what is left out, a sentence each: games, and the templates of a game where one cannot
    be read; the plain screens serve then.
    """
    found: dict[str, BaseLoader] = {}
    unread = list[Sentence]()
    for name, game in from_elsewhere().games.items():
        folder = folder_of(game)
        app.register_blueprint(
            Blueprint(
                f"game_{name}",
                type(game).__module__,
                root_path=str(folder),
                static_folder="static",
                static_url_path=f"/static/games/{name}",
            )
        )
        loader = FileSystemLoader(folder / "templates")
        if (broken := _broken(app, loader)) is None:
            found[name] = loader
        else:
            sentence = say(
                "The templates of the game “{name}” are left out: {reason}.",
                name=name,
                reason=broken,
            )
            unread.append(sentence)
    own = app.jinja_loader
    assert own is not None
    app.jinja_loader = ChoiceLoader([own, PrefixLoader({"games": PrefixLoader(found)})])
    return (*from_elsewhere().left_out, *unread)


def _broken(app: Flask, loader: FileSystemLoader) -> str | None:
    """Return what is wrong with the first template that cannot be read, None if all can."""
    for name in loader.list_templates():
        try:
            app.jinja_env.compile(loader.get_source(app.jinja_env, name)[0], name)
        except Exception as error:
            return f"{name}, {error}"
    return None

"""Registration of the files that plugins contain: templates, style sheets and icons.

Jinja loads a plugin's folder ``templates`` as ``games/<plugin name>``. The folder ``static``
contains ``style.css``, ``style.pages.css``, the icon ``mark.svg`` and other files that the
templates use.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Flask
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games import from_elsewhere
from companion.mechanics.game import AnyGame
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.plugins import folder_of
from companion.web.requests.language import LANGUAGES, plugin_catalogues, read_catalogue


def endpoint_of(game: str) -> str:
    """Return the Flask endpoint that serves the static files of a plugin."""
    return f"game_{game}.static"


def init_app(app: Flask) -> tuple[Sentence, ...]:
    """Register the files of all plugins, and return a sentence for each problem.

    The app's own files take precedence, so no plugin can replace them. If any template of a plugin
    is broken, all templates of that plugin are left out and its game uses the plain screens. A
    broken translation catalogue is left out, too.

    Each sentence names one plugin, set of templates or catalogue that was left out, and the reason.
    """
    found: dict[str, BaseLoader] = {}
    left_out = list[Sentence]()
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
        if (error := _template_error(app, loader)) is None:
            found[name] = loader
        else:
            sentence = say(
                "The templates of the plugin “{name}” were not loaded: {reason}.",
                name=name,
                reason=error,
            )
            left_out.append(sentence)
        left_out += _catalogue_errors(name, game)
    own = app.jinja_loader
    assert own is not None
    app.jinja_loader = ChoiceLoader([own, PrefixLoader({"games": PrefixLoader(found)})])
    return (*from_elsewhere().left_out, *left_out)


def _catalogue_errors(name: str, game: AnyGame) -> Iterator[Sentence]:
    """Yield a sentence for each catalogue of a plugin that cannot be read."""
    for language in LANGUAGES:
        try:
            read_catalogue(plugin_catalogues(game), language)
        except Exception as error:
            yield say(
                "The translation “{language}” of the game “{name}” is left out: {reason}.",
                language=language,
                name=name,
                reason=" ".join(f"{type(error).__name__}: {error}".split()),
            )


def _template_error(app: Flask, loader: FileSystemLoader) -> str | None:
    """Return the error in the first broken template, or None if all templates compile."""
    for name in loader.list_templates():
        try:
            app.jinja_env.compile(loader.get_source(app.jinja_env, name)[0], name)
        except Exception as error:
            return f"{name}, {error}"
    return None

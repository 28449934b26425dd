"""Registration of the files that plugins contain: templates, style sheets and game marks.

Jinja loads a plugin's folder ``templates`` as ``games/<plugin name>``. The folder ``static``
contains ``style.css``, ``style.pages.css``, ``mark.svg`` and other files that the templates use.
"""

from __future__ import annotations

from flask import Blueprint, Flask
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from companion.games import from_elsewhere
from companion.mechanics.plugins import folder_of
from companion.mechanics.words import Sentence, say


def endpoint_of(game: str) -> str:
    return f"game_{game}.static"


def init_app(app: Flask) -> tuple[Sentence, ...]:
    """Register the files of all plugins, and return a sentence for each problem.

    The app's own files take precedence, so no plugin can replace them. If any template of a plugin
    is broken, all templates of that plugin are left out and its game uses the plain screens.

    The sentences name the plugins that could not be loaded and those without their templates.
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
    own = app.jinja_loader
    assert own is not None
    app.jinja_loader = ChoiceLoader([own, PrefixLoader({"games": PrefixLoader(found)})])
    return (*from_elsewhere().left_out, *left_out)


def _template_error(app: Flask, loader: FileSystemLoader) -> str | None:
    """Return the error in the first broken template, or None if all templates compile."""
    for name in loader.list_templates():
        try:
            app.jinja_env.compile(loader.get_source(app.jinja_env, name)[0], name)
        except Exception as error:
            return f"{name}, {error}"
    return None

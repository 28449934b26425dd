"""A colour as its pieces show it: a shape in that colour, named for whoever cannot tell it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from flask import Flask, current_app
from jinja2 import Environment
from markupsafe import Markup

from companion.web.requests.language import current_speaker, speaker_for


@lru_cache(maxsize=64)
def chips_in(environment: Environment, language: str) -> Callable[..., Markup]:
    """Return what draws a colour's chip for readers of a language; each is drawn once.

    small: without the colour's name, where chips stand in a crowd that names them elsewhere.

    They stand dozens of times on every screen that every tap redraws.
    """
    template = environment.get_template("chip.html")
    words = speaker_for(language).words()

    @lru_cache(maxsize=64)
    def chip(colour: str, small: bool = False) -> Markup:
        return Markup(template.render(words, colour=colour, small=small).strip())

    return chip


def init_app(app: Flask) -> None:
    """Let every page draw chips."""

    @app.context_processor
    def draw() -> dict[str, object]:
        return {"chip": chips_in(current_app.jinja_env, current_speaker().language)}

"""HTTP only: blueprints by noun, htmx, forms. It asks tables, and tables ask the games."""

from __future__ import annotations

import re

from flask import Flask
from jinja2.ext import Extension

from companion.mechanics.texts import tidy
from companion.web.access import devices, proxy
from companion.web.calculator import score
from companion.web.corrections import pages as corrections
from companion.web.finished import game_nights
from companion.web.finished import pages as finished
from companion.web.live import appearance, clock, streams, typography
from companion.web.operating import all_parts, health, request_log
from companion.web.pages import copies, demo, join, lobby, next_table, rules, table
from companion.web.requests import compressed, errors, headers, language
from companion.web.sheets import presets, sheets

TAG = re.compile(r"\{%(?:(?!%\}).)*%\}")


class WithoutIndentation(Extension):
    """Takes the white space at the ends of a page's lines away, once and not in each screen."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return a template's source so, its lines numbered as before; plain text as it is."""
        if name is None or not name.endswith(".html"):
            return source
        return "\n".join(map(_without_indentation, source.splitlines()))


def _without_indentation(line: str) -> str:
    stripped = line.strip()
    # Jinja takes the line's end with a tag: right where that stands alone, but not behind words.
    is_cut = stripped.endswith("%}") and not TAG.fullmatch(stripped)
    return f"{stripped} " if is_cut else stripped


def init_app(app: Flask) -> None:
    """Give the app its pages, its event stream, its languages and its guards."""
    # Templates in a dict: they are looked up dozens of times a tap, and are not many; all of HTML,
    # so nobody need ask each time whether this one is.
    app.jinja_options = {**app.jinja_options, "cache_size": -1, "autoescape": True}
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["tidy"] = tidy
    app.jinja_env.add_extension(WithoutIndentation)
    # A button's value is an action; screens are pushed at every tap, so each byte counts.
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    # First of all, so that the time is counted whole.
    request_log.init_app(app)
    parts = (devices, language, typography, appearance, clock, rules, headers, errors, streams)
    for part in (*parts, compressed, proxy):
        part.init_app(app)
    pages = (lobby, join, table, finished, streams, copies, rules, score, health, next_table)
    for page in (*pages, game_nights, corrections, sheets, presets, demo):
        app.register_blueprint(page.bp)
    if app.debug:
        app.register_blueprint(all_parts.bp)
    if app.config.get("COUNT_REQUESTS"):
        # Not before: it is for those who installed the server's extra.
        from companion.web.operating import metrics

        metrics.init_app(app)

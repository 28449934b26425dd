"""The web layer: blueprints named after what they serve, live screens, forms.

This layer contains only HTTP code. It calls ``companion.tables``, never the storage behind it.
"""

from __future__ import annotations

import re

from flask import Flask
from jinja2 import StrictUndefined
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
"""A Jinja tag on one line."""


class WithoutIndentation(Extension):
    """A Jinja extension that strips the lines of HTML templates when they are loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source with stripped lines; line numbers stay the same."""
        if name is None or not name.endswith(".html"):
            return source
        return "\n".join(map(_without_indentation, source.splitlines()))


def _without_indentation(line: str) -> str:
    stripped = line.strip()
    # With trim_blocks Jinja removes the newline after a tag. That is right after a line with only a
    # tag, but after words a space must remain.
    is_cut = stripped.endswith("%}") and not TAG.fullmatch(stripped)
    return f"{stripped} " if is_cut else stripped


def init_app(app: Flask) -> None:
    """Register the pages, event streams, languages and access checks of the app."""
    # The cache has no limit, because there are few templates and each request looks up dozens.
    # All are escaped, so that the file name need not be checked at each lookup.
    app.jinja_options = {**app.jinja_options, "cache_size": -1, "autoescape": True}
    if app.testing or app.debug:
        # In tests a misspelt name must fail. At a game night, a blank beats a broken screen.
        app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["tidy"] = tidy
    app.jinja_env.add_extension(WithoutIndentation)
    # Buttons contain actions as JSON. Screens are pushed after every move, so each byte counts.
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    # The request log comes first, so that it measures the whole time of a request.
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
        # Imported here, because only the extra "server" installs the library that it needs.
        from companion.web.operating import metrics

        metrics.init_app(app)

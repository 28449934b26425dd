"""The web layer: pages, forms and live screens.

This package contains only HTTP code. It calls ``companion.tables``, which reads and writes the
database.
"""

from __future__ import annotations

import re

from flask import Flask
from jinja2 import StrictUndefined
from jinja2.ext import Extension

from companion.mechanics.language.texts import tidy
from companion.web.access import addresses, devices, proxy, same_origin
from companion.web.calculator import score
from companion.web.corrections import pages as corrections
from companion.web.finished import game_nights
from companion.web.finished import pages as finished
from companion.web.live import appearance, clock, streams
from companion.web.operating import all_parts, health, request_log
from companion.web.pages import copies, deleting, demo, join, lobby, next_table, rules, table
from companion.web.requests import compressed, errors, headers, language, typography
from companion.web.requests.lean_templates import LeanEnvironment
from companion.web.sheets import presets, sheets

TAG = re.compile(r"\{%(?:(?!%\}).)*%\}")
"""A Jinja tag that begins and ends on the same line."""


class WithoutIndentation(Extension):
    """A Jinja extension that removes the indentation of HTML templates when they are loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template's source without indentation, keeping the line numbers."""
        if name is None or not name.endswith(".html"):
            return source
        return "\n".join(map(_without_indentation, source.splitlines()))


def _without_indentation(line: str) -> str:
    stripped = line.strip()
    # With trim_blocks, Jinja removes the newline after a tag. That is right if the line contains
    # only the tag. After other text, a space must replace the newline.
    is_cut = stripped.endswith("%}") and not TAG.fullmatch(stripped)
    return f"{stripped} " if is_cut else stripped


def init_app(app: Flask) -> None:
    """Register the pages, event streams, languages and access checks of the app."""
    # The template cache is unlimited: there are few templates, and each request uses dozens.
    # Escaping is always on, so Jinja need not check the file name at every lookup.
    app.jinja_environment = LeanEnvironment
    app.jinja_options = {**app.jinja_options, "cache_size": -1, "autoescape": True}
    if app.testing or app.debug:
        # In tests, a misspelt name must fail. In a game, a blank is better than a broken screen.
        app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["tidy"] = tidy
    app.jinja_env.add_extension(WithoutIndentation)
    # Buttons contain JSON, and screens are sent after every move, so the JSON must be compact.
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    # The request log is registered first, so that it measures the whole request.
    request_log.init_app(app)
    parts = (same_origin, devices, language, typography, appearance, clock, rules, headers, errors)
    for part in (*parts, addresses, next_table, streams, compressed, proxy):
        part.init_app(app)
    pages = (lobby, join, table, finished, streams, copies, rules, score, health, next_table)
    for page in (*pages, deleting, game_nights, corrections, sheets, presets, demo):
        app.register_blueprint(page.bp)
    if app.debug:
        app.register_blueprint(all_parts.bp)
    if app.config.get("COUNT_REQUESTS"):
        # Imported here because only the extra "server" installs the required library.
        from companion.web.operating import metrics

        metrics.init_app(app)

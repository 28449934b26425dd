"""HTTP only: blueprints by noun, htmx, forms. It asks tables, and tables ask the games."""

from __future__ import annotations

from flask import Flask

from companion.web import (
    chips,
    clock,
    copies,
    devices,
    errors,
    headers,
    join,
    language,
    live,
    lobby,
    rules,
    static_files,
    table,
)


def init_app(app: Flask) -> None:
    """Give the app its pages, its event stream, its languages and its guards."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # A button's value is an action; screens are pushed at every tap, so each byte counts.
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    for part in (devices, language, chips, clock, rules, headers, errors, live, static_files):
        part.init_app(app)
    for blueprint in (lobby.bp, join.bp, table.bp, live.bp, copies.bp, rules.bp):
        app.register_blueprint(blueprint)

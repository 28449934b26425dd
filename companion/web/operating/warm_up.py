"""Preparation of a process before its first request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.games import all_games
from companion.tables.live.cache import OpenTables
from companion.web.requests.language import LANGUAGES, speaker_for


def warm_up(app: Flask) -> Iterator[str]:
    """Import the games, connect to the database, and compile the catalogues and table templates.

    Yields the name of each game, language and template, so that a caller can report progress.

    Without this, the first requests would do the work while all others wait. On a busy machine this
    takes seconds, and even database connections may time out. The templates of single games are
    compiled when they are first used: together they take longer than all others, and a server may
    never use most of them.
    """
    yield from all_games()
    tables: OpenTables = app.extensions["open_tables"]
    with suppress(SQLAlchemyError):
        # Requests report an unreachable database, and connect again.
        tables.store.require_reach()
    for language in LANGUAGES:
        speaker_for(language)
        yield language
    for name in app.jinja_env.list_templates(["html"]):
        if "/" not in name or name.startswith("table/"):
            app.jinja_env.get_template(name)
            yield name

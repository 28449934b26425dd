"""Preparing a process before its first request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion.games import all_games
from companion.tables.live.cache import OpenTables
from companion.web.requests.language import LANGUAGES, speaker_for


def warm_up(app: Flask) -> Iterator[str]:
    """Import the games, connect to the database, and compile catalogues and templates of tables.

    Yield the name of each. Otherwise the first requests do this while all others wait, which takes
    seconds on a busy machine, so that even a connection to the database may time out. Templates of
    single games are left to the first screen of each game: they take longer together than all
    others, and a server may never show most of them.
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

"""One sitting of a game, kept: its log, its seats and roles, its copy, its records.

The only part that knows the database. Functions that act work on the app in whose context they
run; ``open_tables`` is what that app knows of its tables.
"""

from __future__ import annotations

from flask import Flask
from sqlalchemy import Engine

from companion.mechanics.words import say
from companion.paths import SERVER, CannotStart
from companion.tables import database
from companion.tables.bell import Bell
from companion.tables.exchange import Exchange
from companion.tables.opened import OpenTables
from companion.tables.presence import Presence
from companion.tables.store import Store
from companion.tables.wires import CHANNEL, NotifyWire, RedisWire, Wire


def init_app(app: Flask) -> None:
    """Open the database and the tables of an app; raises CannotStart."""
    engine = database.init_app(app)
    presence = Presence()
    exchange = Exchange(_wire(app, engine), presence)
    bell = Bell(exchange.start)
    tables = OpenTables(Store(engine, exchange), bell)

    def look_again(table_id: int | None) -> None:
        tables.look_again(table_id)
        if table_id is None:
            bell.ring_all()
        else:
            bell.ring(table_id)

    def look_for_news() -> None:
        for table_id in tables.look_for_news():
            bell.ring(table_id)

    exchange.tell(look_again, bell.ring, look_for_news)
    app.extensions["exchange"] = exchange
    app.extensions["presence"] = presence
    app.extensions["bell"] = bell
    app.extensions["open_tables"] = tables


def _wire(app: Flask, engine: Engine) -> Wire | None:
    """Return what reaches the app's other processes: none on SQLite, which serves one."""
    redis_address = app.config.get("REDIS_URL")
    if redis_address:
        try:
            return RedisWire(str(redis_address), f"{CHANNEL}:{engine.url.database}")
        except ImportError as error:
            raise CannotStart(
                say(
                    "{setting} needs the server's extra: {command}",
                    setting="REDIS_URL",
                    command=SERVER,
                )
            ) from error
        except ValueError as error:
            raise CannotStart(
                say("REDIS_URL is no address like redis://127.0.0.1:6379.")
            ) from error
    return NotifyWire(engine) if engine.dialect.name == "postgresql" else None

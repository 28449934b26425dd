"""One sitting of a game, kept: its log, its seats and roles, its copy, its records.

The only part that knows the database. Functions that act work on the app in whose context they
run; ``open_tables`` is what that app knows of its tables.
"""

from __future__ import annotations

from flask import Flask

from companion.tables.live.cache import OpenTables
from companion.tables.live.cluster import Cluster
from companion.tables.live.notify import Bell
from companion.tables.live.presence import Presence
from companion.tables.storage import database
from companion.tables.storage.automatic_backup import keep_one
from companion.tables.storage.store import Store


def init_app(app: Flask) -> None:
    """Open the database and the tables of an app; raises CannotStart."""
    engine = database.init_app(app, keep_one)
    presence = Presence()
    # SQLite serves one process.
    has_server = engine.dialect.name == "postgresql"
    cluster = Cluster(engine if has_server else None, presence)
    bell = Bell(cluster.start)
    tables = OpenTables(Store(engine, cluster, app.extensions.get("own_file")), bell)
    cluster.on_news, cluster.on_presence = tables.look_again, bell.ring
    cluster.on_silence = tables.look_for_news
    app.extensions["cluster"] = cluster
    app.extensions["presence"] = presence
    app.extensions["bell"] = bell
    app.extensions["open_tables"] = tables

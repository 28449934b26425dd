"""Tables: games in progress or finished, with their logs, seats, roles and saved games.

No other package accesses the database. The functions in this package use the tables of the current
Flask app, which ``open_tables`` returns.
"""

from __future__ import annotations

from flask import Flask

from companion.tables.live.cache import OpenTables
from companion.tables.live.cluster import Cluster
from companion.tables.live.notifier import Notifier
from companion.tables.live.presence import Presence
from companion.tables.storage import database
from companion.tables.storage.automatic_backup import make_backup
from companion.tables.storage.store import Store


def init_app(app: Flask) -> None:
    """Open the app's database and register the extensions that manage its tables.

    Raises CannotStart if the database cannot be used.
    """
    engine = database.init_app(app, make_backup)
    presence = Presence()
    # With SQLite, only one process may serve the tables, so there are no others to notify.
    has_server = engine.dialect.name == "postgresql"
    cluster = Cluster(engine if has_server else None, presence)
    notifier = Notifier(cluster.start)
    store = Store(engine, cluster.changing, app.extensions.get("own_file"))
    tables = OpenTables(store, notifier, is_passed_round=bool(app.config.get("ALONE")))
    cluster.on_news, cluster.on_presence = tables.invalidate, notifier.notify
    cluster.on_silence = tables.check_for_changes
    app.extensions["cluster"] = cluster
    app.extensions["presence"] = presence
    app.extensions["notifier"] = notifier
    app.extensions["open_tables"] = tables

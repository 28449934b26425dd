"""One sitting of a game, kept: its log, its seats and roles, its copy, its records.

The only part that knows the database. Functions that act work on the app in whose context they
run; ``open_tables`` is what that app knows of its tables.
"""

from __future__ import annotations

from flask import Flask

from companion.tables import database
from companion.tables.bell import Bell
from companion.tables.opened import OpenTables
from companion.tables.store import Store


def init_app(app: Flask) -> None:
    """Open the database and the tables of an app; raises CannotStart."""
    bell = Bell()
    app.extensions["bell"] = bell
    app.extensions["open_tables"] = OpenTables(Store(database.init_app(app)), bell)

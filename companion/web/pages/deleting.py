"""The page where a banker deletes a table after one confirmation."""

from __future__ import annotations

import time

from flask import Blueprint, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.paths import file_in
from companion.tables.forgetting import delete_table
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_banker
from companion.tables.storage.database_errors import BACKUPS
from companion.web.access.devices import known_device
from companion.web.access.host import is_host
from companion.web.live.viewers import table_of

bp = Blueprint("deleting", __name__, url_prefix="/t/<code>/delete")
DAY_SECONDS = 24 * 3600.0
"""How long a table must have been idle before a banker may delete it if others play there too."""


@bp.get("")
def ask(code: str) -> str:
    """Show what is lost, offer the saved game, and ask whether to delete the table."""
    table = table_of(code)
    _require_deletable(table)
    return render_template(
        "table/delete.html",
        table=table,
        actor=table.actor(known_device()),
        outcome=table.game.final.outcome(table.state),
        backups=_backup_folder() if is_host() else "",
    )


@bp.post("")
def delete(code: str) -> Answer:
    """Delete the table, and redirect to the home page."""
    table = table_of(code)
    _require_deletable(table)
    delete_table(table)
    return redirect(url_for("lobby.home"), 303)


def _require_deletable(table: OpenTable) -> None:
    """Raise ``not_a_banker``, or ``others_play_here`` if others may still need the table.

    The owner of the machine is trusted with all tables. Any other banker has to wait for a day
    after the last move if other devices have seats.
    """
    device = known_device()
    require_banker(table.actor(device))
    last = table.created_at if table.newest is None else table.newest.at
    others = {seat.device for seat in table.seats} - {device, None}
    if others and not is_host() and time.time() - last < DAY_SECONDS:
        sentence = say(
            "Others have seats here on their own phones. Free their seats, or wait for a day."
        )
        raise Refusal("others_play_here", "", sentence)


def _backup_folder() -> str:
    """Return the folder of the automatic backups, or "" if the database is on a server."""
    file = file_in(current_app.config["SQLALCHEMY_DATABASE_URI"])
    return str(file.parent / BACKUPS) if file else ""

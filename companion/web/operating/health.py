"""Liveness and readiness checks for proxies, systemd and containers.

The responses are always in English, because players never see them.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, request
from sqlalchemy.exc import SQLAlchemyError

from companion.tables.live.cache import open_tables
from companion.tables.live.cluster import Cluster
from companion.tables.live.presence import Presence
from companion.web.access.signed_links import is_command

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> Response:
    """Respond with "ok" to show that the process is alive."""
    return _text("ok")


@bp.get("/ready")
def ready() -> Response:
    """Report whether this process is ready for requests; status 503 if it has no database.

    If notifications from other processes do not arrive, the response mentions this. The process
    then polls the database every second instead.
    """
    cluster: Cluster = current_app.extensions["cluster"]
    try:
        open_tables().store.require_reach()
    except SQLAlchemyError:
        return _text("the database is out of reach", 503)
    if not cluster.is_whole:
        return _text("ok, but the other processes are not heard; the database is asked instead")
    return _text("ok")


@bp.get("/in-use")
def in_use() -> Response:
    """List the ids of the tables with an open page, one per line, for ``companion forget``.

    Without a token of a command on this machine, there is no such page.
    """
    if not is_command(request.args.get("token", "")):
        abort(404)
    presence: Presence = current_app.extensions["presence"]
    return _text("\n".join(map(str, sorted(presence.tables()))))


def _text(text: str, status: int = 200) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")

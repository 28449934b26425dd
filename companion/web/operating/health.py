"""Whether this process lives, and whether it can do its work: for a proxy, systemd, a container.

In plain words for machines; nobody at a table reads them.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from sqlalchemy.exc import SQLAlchemyError

from companion.tables.live.cache import open_tables
from companion.tables.live.cluster import Cluster

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> Response:
    """Say that the process answers; whoever asks need not restart it."""
    return _said("ok")


@bp.get("/ready")
def ready() -> Response:
    """Say whether phones should be sent here: the database is in reach.

    A process that does not hear the others asks the database instead, a second late at most.
    """
    cluster: Cluster = current_app.extensions["cluster"]
    try:
        open_tables().store.require_reach()
    except SQLAlchemyError:
        return _said("the database is out of reach", 503)
    if not cluster.is_whole:
        return _said("ok, but the other processes are not heard; the database is asked instead")
    return _said("ok")


def _said(words: str, status: int = 200) -> Response:
    return Response(f"{words}\n", status, mimetype="text/plain")

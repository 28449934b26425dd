"""Liveness and readiness of this process, for a proxy, systemd or a container.

The responses are in English, because no player reads them.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from sqlalchemy.exc import SQLAlchemyError

from companion.tables.live.cache import open_tables
from companion.tables.live.cluster import Cluster

bp = Blueprint("health", __name__)


@bp.get("/health")
def health() -> Response:
    """Report that the process responds, so it need not be restarted."""
    return _text("ok")


@bp.get("/ready")
def ready() -> Response:
    """Report whether the database can be reached, so that phones may connect.

    If notifications from other processes do not arrive, this process polls the database every
    second, and the response says so.
    """
    cluster: Cluster = current_app.extensions["cluster"]
    try:
        open_tables().store.require_reach()
    except SQLAlchemyError:
        return _text("the database is out of reach", 503)
    if not cluster.is_whole:
        return _text("ok, but the other processes are not heard; the database is asked instead")
    return _text("ok")


def _text(text: str, status: int = 200) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")

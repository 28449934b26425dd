"""The demo game, a table that plays itself."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, url_for
from werkzeug.wrappers import Response as Answer

from companion.tables.records.demo import banker_of, open_demo, play_on
from companion.web.access.limits import count_making
from companion.web.live.viewers import table_of

bp = Blueprint("demo", __name__)


@bp.post("/demo")
def begin() -> Answer:
    """Start a demo game and redirect to its big screen."""
    count_making()
    table = open_demo()
    return redirect(url_for("table.show", code=table.code, screen="table"), 303)


@bp.post("/t/<code>/demo")
def go_on(code: str) -> Answer:
    """Play the next move of a demo game."""
    table = table_of(code)
    if banker_of(table) is None:
        abort(404)
    play_on(table)
    return redirect(url_for("table.show", code=table.code, screen="table"), 303)

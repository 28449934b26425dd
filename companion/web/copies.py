"""Copies: what is printed on this household's own board, typed once and kept."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import game_named
from companion.mechanics.refusal import Refusal
from companion.tables import copies
from companion.tables.opened import OpenTable
from companion.tables.reading import read_json
from companion.web.devices import known_device
from companion.web.errors import status_of
from companion.web.limits import one_file_at_a_time
from companion.web.viewers import table_of

bp = Blueprint("copies", __name__)


@bp.get("/t/<code>/copy")
def show(code: str) -> str:
    """Show the copy that a table plays with, to type or mend its figures."""
    return _page(_table_with_copy(code))


def _table_with_copy(code: str) -> OpenTable:
    """Return the table of a code; there is no such page for a game on whose box nothing differs."""
    table = table_of(code)
    if not table.game.has_copy:
        abort(404)
    return table


def _page(table: OpenTable, refusal: Refusal | None = None) -> str:
    """Return the form of a copy, with what was typed so far and why it cannot be kept yet."""
    return render_template(
        "table/copy.html",
        table=table,
        actor=table.actor(known_device()),
        copy=copies.table_copy(table),
        view=table.game.view(table.state, None),
        typed=request.form,
        refusal=refusal,
    )


@bp.post("/t/<code>/copy")
def save(code: str) -> Answer | tuple[str, int]:
    """Keep the typed figures, for this table and for the next game."""
    table = _table_with_copy(code)
    try:
        facts = table.game.copy_from_form(request.form)
        copies.set_table_copy(table.code, known_device(), facts)
    except Refusal as refusal:
        return _page(table, refusal), status_of(refusal)
    return redirect(url_for("table.show", code=table.code), 303)


@bp.get("/t/<code>/copy.json")
def export(code: str) -> Response:
    """Give the copy as a file."""
    table = _table_with_copy(code)
    data = {"format": "companion copy", "version": 1, "game": table.game.name}
    return Response(
        json.dumps(data | dict(copies.table_copy(table)), ensure_ascii=False, indent=1),
        mimetype="application/json",
        headers={"Content-Disposition": f"attachment; filename={table.game.name}-copy.json"},
    )


@bp.post("/copies/<name>")
def read(name: str) -> Answer:
    """Keep a copy that another household exported."""
    game = game_named(name)
    if not game.has_copy:
        abort(404)
    upload = request.files.get("copy")
    with one_file_at_a_time():
        facts = game.check_copy(read_json(upload.read() if upload else b""))
    title = ((upload.filename if upload else None) or game.title).removesuffix(".json")[:60]
    copies.save_copy(game.name, copies.free_name(game.name, title, facts), facts)
    return redirect(url_for("lobby.set_up", name=game.name), 303)

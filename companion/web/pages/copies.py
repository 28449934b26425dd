"""Copies: the printed numbers of a household's board and cards, entered once and saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import game_named
from companion.mechanics.copies import copy_file
from companion.mechanics.game import AnyGame
from companion.mechanics.parts import Record
from companion.mechanics.refusal import Refusal
from companion.mechanics.texts import tidied, tidy
from companion.tables import copies
from companion.tables.live.cache import OpenTable
from companion.tables.records.reading import read_json
from companion.web.access.devices import known_device
from companion.web.access.limits import one_file_at_a_time
from companion.web.live.viewers import table_of
from companion.web.player_view import player_view
from companion.web.requests.errors import status_of
from companion.web.requests.headers import json_file
from companion.web.requests.language import Speaker, current_speaker

bp = Blueprint("copies", __name__)


@dataclass(frozen=True, slots=True)
class CopyChoice:
    """A copy in the list on the New game page."""

    name: str
    """The name under which the copy is saved."""
    label: str
    """The name on the screen."""
    chosen: bool


def copy_choices(game: AnyGame, speaker: Speaker, chosen: str) -> list[CopyChoice]:
    """Return the household's copies of a game, most recently used first, then the ready-made ones.

    chosen: the name of the selected copy. If it is "", the household's first copy is selected, or
    else the ready-made copy in the screen's language.
    """
    ready = {copy.name: copy for copy in copies.ready(game)}
    kept = [copy.name for copy in copies.list_copies(game.name)]
    names = [*kept, *(name for name in ready if name not in kept)]
    in_language = [name for name, copy in ready.items() if copy.language == speaker.language]
    first = next(iter((*kept, *in_language, *ready)), "")
    wanted = chosen or first
    return [CopyChoice(name, copy_label(game, speaker, name), name == wanted) for name in names]


def usual_copy(game: AnyGame, chosen: str | None) -> str | None:
    """Return the name of the copy that a game uses if nobody picks one.

    Returns None for a game without printed numbers.

    chosen: the name of the copy used last time, or None.
    """
    if game.copy is None:
        return None
    speaker = current_speaker()
    choices = copy_choices(game, speaker, chosen or "")
    fresh = copies.free_name(game.name, speaker.gettext("Our box"))
    return next((choice.name for choice in choices if choice.chosen), fresh)


def copy_label(game: AnyGame, speaker: Speaker, name: str) -> str:
    """Return the label of a copy; the label of a ready-made one is in the screen's language."""
    ready = (copy.label for copy in copies.ready(game) if copy.name == name)
    return speaker.say(next(ready, name))


@bp.get("/t/<code>/copy")
def show(code: str) -> str:
    """Show the form for entering or fixing the printed numbers of a table."""
    table = _table_with_copy(code)
    _form_of(table)
    return _page(table)


def _table_with_copy(code: str) -> OpenTable:
    """Return the table with a code.

    Aborts with 404 if the game has no printed numbers.
    """
    table = table_of(code)
    if table.game.copy is None:
        abort(404)
    return table


def _form_of(table: OpenTable) -> Callable[[Mapping[str, str]], Record]:
    """Return the function that parses the posted form.

    Aborts with 404 if the game learns its numbers only during play.
    """
    return copies.printed(table.game).from_form or abort(404)


def _page(table: OpenTable, refusal: Refusal | None = None) -> str:
    """Return the page with the form of a copy, its entries so far and the refusal, if any.

    The template's ``changed`` contains the sections of the form with unsaved entries.
    """
    copy = copies.editable_copy(table)
    fields, typed = copies.printed(table.game).fields(copy), request.form
    changed = {
        field.partition(".")[0]
        for field, text in fields.items()
        if field in typed and typed[field].strip() != text
    }
    return render_template(
        "table/copy.html",
        table=table,
        actor=table.actor(known_device()),
        copy=copy,
        view=player_view(table, None),
        typed=typed,
        fields=typed or fields,
        changed=changed,
        refusal=refusal,
        is_over=table.game.final.outcome(table.state) is not None,
    )


@bp.post("/t/<code>/copy")
def save(code: str) -> Answer | tuple[str, int]:
    """Save the entered numbers for this table and for later games."""
    table = _table_with_copy(code)
    try:
        numbers = _form_of(table)(_typed(table))
        copies.set_table_copy(table.code, known_device(), numbers)
    except Refusal as refusal:
        return _page(table, refusal), status_of(refusal)
    return redirect(url_for("table.show", code=table.code), 303)


def _typed(table: OpenTable) -> dict[str, str]:
    """Return the fields of the posted form, tidied only where they were changed.

    The names in unchanged fields must stay as they are in the log.
    """
    fields = copies.printed(table.game).fields(copies.editable_copy(table))
    return {
        field: text if text == fields.get(field) else tidy(text)
        for field, text in request.form.items()
    }


@bp.get("/t/<code>/copy.json")
def export(code: str) -> Response:
    """Download the copy as a file."""
    table = _table_with_copy(code)
    data = copy_file(table.game.name, copies.table_copy(table))
    return json_file(data, f"{table.game.name}-copy")


@bp.post("/copies/<name>")
def read(name: str) -> Answer:
    """Save a copy from a file that another household exported."""
    game = game_named(name)
    if game.copy is None:
        abort(404)
    upload = request.files.get("copy")
    with one_file_at_a_time():
        numbers = game.copy.check(tidied(read_json(upload.read() if upload else b"")))
    title = tidy((upload.filename or "") if upload else "").removesuffix(".json")[:60]
    copies.save_copy(game.name, copies.free_name(game.name, title or game.title, numbers), numbers)
    return redirect(url_for("lobby.set_up", name=game.name), 303)

"""Copies: what is printed on this household's own board, typed once and kept."""

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
from companion.web.live.viewers import table_of
from companion.web.requests.devices import known_device
from companion.web.requests.errors import status_of
from companion.web.requests.headers import json_file
from companion.web.requests.language import Speaker, current_speaker
from companion.web.requests.limits import one_file_at_a_time

bp = Blueprint("copies", __name__)


@dataclass(frozen=True, slots=True)
class CopyChoice:
    """A copy as the set-up offers it: the name it is kept under, what it is called, if chosen."""

    name: str
    label: str
    chosen: bool


def copy_choices(game: AnyGame, speaker: Speaker, chosen: str) -> list[CopyChoice]:
    """Return the household's copies of a game, the last used first, then the ready-made ones.

    chosen: the name that was chosen so far. Otherwise it is the first of the household's, or the
    ready-made one in the language of the screen.
    """
    ready = {copy.name: copy for copy in copies.ready(game)}
    kept = [copy.name for copy in copies.list_copies(game.name)]
    names = [*kept, *(name for name in ready if name not in kept)]
    spoken = [name for name, copy in ready.items() if copy.language == speaker.language]
    first = next(iter((*kept, *spoken, *ready)), "")
    wanted = chosen or first
    return [CopyChoice(name, copy_label(game, speaker, name), name == wanted) for name in names]


def usual_copy(game: AnyGame, chosen: str | None) -> str | None:
    """Return the name of the copy that a game is played with where nobody picks one.

    chosen: the last one. None for a game on whose box nothing differs.
    """
    if game.copy is None:
        return None
    speaker = current_speaker()
    choices = copy_choices(game, speaker, chosen or "")
    fresh = copies.free_name(game.name, speaker.gettext("Our box"))
    return next((choice.name for choice in choices if choice.chosen), fresh)


def copy_label(game: AnyGame, speaker: Speaker, name: str) -> str:
    """Return what a copy is called: a ready-made one in the language of the screen."""
    ready = (copy.label for copy in copies.ready(game) if copy.name == name)
    return speaker.say(next(ready, name))


@bp.get("/t/<code>/copy")
def show(code: str) -> str:
    """Show the copy that a table plays with, to type or mend its figures."""
    table = _table_with_copy(code)
    _form_of(table)
    return _page(table)


def _table_with_copy(code: str) -> OpenTable:
    """Return the table of a code; there is no such page for a game on whose box nothing differs."""
    table = table_of(code)
    if table.game.copy is None:
        abort(404)
    return table


def _form_of(table: OpenTable) -> Callable[[Mapping[str, str]], Record]:
    """Return what reads the form; there is no such page where figures are learnt at the table."""
    return copies.printed(table.game).from_form or abort(404)


def _page(table: OpenTable, refusal: Refusal | None = None) -> str:
    """Return the form of a copy, with what was typed so far and why it cannot be kept yet.

    The template's "changed" are the parts of the form that hold something not kept yet.
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
        view=table.game.screen.view(table.state, None),
        typed=typed,
        fields=typed or fields,
        changed=changed,
        refusal=refusal,
        is_over=table.game.final.outcome(table.state) is not None,
    )


@bp.post("/t/<code>/copy")
def save(code: str) -> Answer | tuple[str, int]:
    """Keep the typed figures, for this table and for the next game."""
    table = _table_with_copy(code)
    try:
        numbers = _form_of(table)(_typed(table))
        copies.set_table_copy(table.code, known_device(), numbers)
    except Refusal as refusal:
        return _page(table, refusal), status_of(refusal)
    return redirect(url_for("table.show", code=table.code), 303)


def _typed(table: OpenTable) -> dict[str, str]:
    """Return the fields of the form, made tidy where they were touched: the log knows old names."""
    fields = copies.printed(table.game).fields(copies.editable_copy(table))
    return {
        field: text if text == fields.get(field) else tidy(text)
        for field, text in request.form.items()
    }


@bp.get("/t/<code>/copy.json")
def export(code: str) -> Response:
    """Give the copy as a file."""
    table = _table_with_copy(code)
    data = copy_file(table.game.name, copies.table_copy(table))
    return json_file(data, f"{table.game.name}-copy")


@bp.post("/copies/<name>")
def read(name: str) -> Answer:
    """Keep a copy that another household exported."""
    game = game_named(name)
    if game.copy is None:
        abort(404)
    upload = request.files.get("copy")
    with one_file_at_a_time():
        numbers = game.copy.check(tidied(read_json(upload.read() if upload else b"")))
    title = tidy((upload.filename or "") if upload else "").removesuffix(".json")[:60]
    copies.save_copy(game.name, copies.free_name(game.name, title or game.title, numbers), numbers)
    return redirect(url_for("lobby.set_up", name=game.name), 303)

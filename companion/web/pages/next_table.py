"""Pages for playing another game: the same players move to a new table without entering a code.

The new table may have the same game or a different one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Flask, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import all_games, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.tables.household.next_game import (
    NextGame,
    follow,
    follower,
    request_again,
    usual_options,
)
from companion.tables.household.people import people_of
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_banker
from companion.web.access.devices import known_device
from companion.web.access.host import is_host
from companion.web.access.limits import count_making
from companion.web.live.streams import place_at
from companion.web.live.viewers import table_of
from companion.web.pages.copies import CopyChoice, copy_choices, key_of, new_copy_name
from companion.web.pages.preset_links import as_fields
from companion.web.requests.errors import status_of
from companion.web.requests.forms import read_options, small_number
from companion.web.requests.language import current_speaker

bp = Blueprint("next_table", __name__, url_prefix="/t/<code>/again")


def init_app(app: Flask) -> None:
    """Give all templates the functions ``follower`` and ``awaits_next``."""
    app.jinja_env.globals.update(follower=follower, awaits_next=awaits_next)


def awaits_next(table: OpenTable) -> str | None:
    """Return the URL of the event stream that announces the next table to a page that is not live.

    Returns None if there already is a next table.
    """
    if follower(table):
        return None
    return url_for("live.stream", code=table.code, screen="page")


@bp.get("")
def choose(code: str) -> Answer | str:
    """Show the form for choosing the next game and its players.

    If there already is a next table, redirect to it.
    """
    table = table_of(code)
    require_banker(table.actor(known_device()))
    next_code = follower(table)
    if next_code is not None:
        return redirect(url_for("table.show", code=next_code), 303)
    return _choose_page(table)


def _choose_page(table: OpenTable, refusal: Refusal | None = None) -> str:
    here = {name.casefold() for name in table.names}
    return render_template(
        "next_table/choose.html",
        table=table,
        actor=table.actor(known_device()),
        games=[
            table.game,
            *(
                game
                for game in all_games().values()
                if game is not table.game and not game.by_sheet
            ),
        ],
        others=[one for one in people_of(known_device()) if one.name.casefold() not in here],
        typed={game.name: _setting_fields(table, game) for game in all_games().values()},
        copies={game.name: _choices(table, game) for game in all_games().values() if game.copy},
        fresh={game.name: new_copy_name(game) for game in all_games().values() if game.copy},
        stays=_staying() if refusal else frozenset(range(len(table.seats))),
        refusal=refusal,
    )


@bp.post("")
def go_on(code: str) -> Answer | tuple[str, int]:
    """Create the next table unless it already exists, and redirect to it."""
    table = table_of(code)
    try:
        require_banker(table.actor(known_device()))
        if follower(table) is None:
            count_making()
        later = follow(table.code, known_device(), _posted_wish(table))
    except Refusal as refusal:
        if not table.actor(known_device()).is_banker:
            raise
        return _choose_page(table, refusal), status_of(refusal)
    return redirect(place_at(later.code, request.form.get("screen", "")), 303)


@bp.post("/ask")
def ask(code: str) -> Answer:
    """Record that this device's player would like to play again, for a banker to confirm."""
    table = table_of(code)
    request_again(table.code, known_device())
    return redirect(url_for("table.show", code=table.code), 303)


def _posted_wish(table: OpenTable) -> NextGame:
    """Return the choices for the next game from the posted form.

    The button **Play again** posts no choices: the same players play with the usual settings.
    Raises the refusals of ``read_options``.
    """
    form = request.form
    game = game_named(form["game"]) if form.get("game") else table.game
    copy_name = _copy_name(table, game)
    if "chosen" not in form:
        return NextGame(game.name, copy_name, is_host())
    new = (name for name in form.get("new", "").split(",") if name.strip())
    joins = (*form.getlist("joins")[:12], *new)
    posted = _posted_options(game)
    options = read_options(game.options, posted) if posted else None
    return NextGame(game.name, copy_name, is_host(), options, _staying(), joins, "turned" in form)


def _choices(table: OpenTable, game: AnyGame) -> list[CopyChoice]:
    """Return the copies to choose from. For the same game, that of the table is selected.

    If this copy is not saved, it is the first choice, with the key "".
    """
    posted = request.form.get(f"{game.name}.copy_name", "")
    if game is not table.game or posted:
        return copy_choices(game, posted)
    own = key_of(game, table.copy_link)
    here = CopyChoice("", current_speaker().gettext("As at this table"), "", chosen=True)
    others = (replace(choice, chosen=False) for choice in copy_choices(game))
    return copy_choices(game, own) if own else [here, *others]


def _copy_name(table: OpenTable, game: AnyGame) -> str | None:
    """Return the key of the posted copy, otherwise that of the usual copy.

    Returns None for the copy of the current table, and for a game without printed numbers.
    """
    posted = request.form.get(f"{game.name}.copy_name")
    if game is table.game or game.copy is None:
        return posted or None
    choices = copy_choices(game, posted or "")
    return next((choice.key for choice in choices if choice.chosen), new_copy_name(game))


def _setting_fields(table: OpenTable, game: AnyGame) -> Mapping[str, str]:
    """Return a game's settings as form fields: as posted, otherwise those of ``usual_options``."""
    return _posted_options(game) or as_fields(game, usual_options(table, known_device(), game))


def _posted_options(game: AnyGame) -> Mapping[str, str]:
    """Return the posted settings of a game, from form fields named "<game>.<setting>"."""
    own = f"{game.name}."
    return {
        field.removeprefix(own): text
        for field, text in request.form.items()
        if field.startswith(own)
    }


def _staying() -> frozenset[int]:
    """Return the numbers of the seats whose players stay, as ticked in the form."""
    ticked = map(small_number, request.form.getlist("stays"))
    return frozenset(number for number in ticked if number is not None)

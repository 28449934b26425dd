"""Presets: named, saved settings of the free bank, for a game whose rules the app does not know."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import all_games, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, SeatSetup, Setup
from companion.mechanics.play.seating import chosen_options
from companion.mechanics.scoring.score_form import object_in, text_in
from companion.mechanics.scoring.sheet import LONGEST_TITLE
from companion.mechanics.values.codec import malformed
from companion.tables.household.boxes import KeptBox, box_of, change_box, forget_box, keep_box
from companion.tables.household.tidy_names import tidy_name
from companion.tables.tables import prepared
from companion.web.access.devices import this_device
from companion.web.access.host import box_owner
from companion.web.access.limits import count_making
from companion.web.pages.lobby import new_game_page
from companion.web.pages.preset_links import as_fields
from companion.web.requests.errors import status_of
from companion.web.requests.forms import read_options, small_number
from companion.web.requests.headers import json_file
from companion.web.sheets.sheet_links import share_page

bp = Blueprint("presets", __name__, url_prefix="/set-ups")

FORMAT, VERSION = "companion set-up", 1
"""The values of ``format`` and ``version`` in a preset file."""


@bp.post("/<name>")
def keep(name: str) -> Answer | tuple[str, int]:
    """Save the posted settings of a game as a preset.

    If the page was opened from a preset and the name is unchanged, that preset is replaced.
    """
    game = game_named(name)
    form, number = request.form, small_number(request.args.get("box", ""))
    try:
        count_making()
        options = read_options(game.options, form)
        return _save_and_redirect(game, form.get("box_name", ""), options, number)
    except Refusal as refusal:
        seats = sum(field.startswith("name_") for field in form)
        return new_game_page(game, str(seats), refusal), status_of(refusal)


def _save_and_redirect(
    game: AnyGame, name: str, options: Mapping[str, object], number: int | None = None
) -> Answer:
    """Save settings as a preset, and redirect to the New game page with that preset.

    number: the number of the preset to replace if it has the same name, or None.

    Raises a Refusal if the name is invalid or the game refuses the settings.
    """
    title = tidy_name(name, LONGEST_TITLE)
    chosen = chosen_options(game.title, game.options, options)
    # The game validates settings only as part of a setup, which needs at least one seat.
    prepared(game, Setup(chosen, (SeatSetup("·"),), game.blank_copy()))
    content = {name: value for name, value in chosen.items() if value not in (None, "")}
    if number is not None and box_of(box_owner(), number, game.name).name == title:
        box = change_box(box_owner(), number, game.name, title, content)
    else:
        box = keep_box(this_device(), game.name, title, content)
    return redirect(url_for("lobby.set_up", name=game.name, box=box.number), 303)


def keep_file(data: Mapping[str, object]) -> Answer:
    """Save a preset from the JSON object in a preset file, and redirect to it.

    Raises ``malformed`` or ``unknown_game``, or another Refusal if the name is invalid or the game
    refuses the settings.
    """
    game = game_named(data.get("game"))
    if not game.is_for_any_box:
        raise malformed("“game”: “free_bank” | “score_pad”")
    return _save_and_redirect(game, text_in(data, "name"), object_in(data, "options"))


@bp.get("/<name>/share")
def share(name: str) -> str:
    """Show a QR code, a link and a file for opening a preset on another phone."""
    box, game = _preset_and_game(name)
    page = url_for("lobby.set_up", name=game.name)
    return share_page(
        box.name,
        f"{page}?box={box.number}",
        url_for("presets.file", name=name),
        f"{page}?{urlencode({'named': box.name, **as_fields(game, box.content)})}",
    )


@bp.get("/<name>/file")
def file(name: str) -> Response:
    """Download a preset as a file."""
    box, game = _preset_and_game(name)
    head = {"format": FORMAT, "version": VERSION, "game": game.name, "name": box.name}
    return json_file({**head, "options": box.content}, "set-up")


@bp.post("/<name>/forget")
def forget(name: str) -> Answer:
    """Delete a preset."""
    box, game = _preset_and_game(name)
    forget_box(box_owner(), box.number)
    return redirect(url_for("lobby.set_up", name=game.name), 303)


def _preset_and_game(name: str) -> tuple[KeptBox, AnyGame]:
    """Return the preset with this number, and its game; raise ``unknown_box`` if there is none.

    name: the number of the preset, as text from the URL.
    """
    box = box_of(box_owner(), small_number(name) or 0, *all_games())
    return box, game_named(box.kind)

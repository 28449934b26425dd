"""The lobby: pick a game, sit people down, go back to a table, read a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import all_games, game_named
from companion.mechanics.game import AnyGame, SeatSetup
from companion.mechanics.refusal import Refusal
from companion.tables import copies, tables
from companion.tables.household.boxes import boxes_of
from companion.tables.household.evenings import evenings_of
from companion.tables.household.people import (
    LastTime,
    coloured,
    last_time,
    people_of,
    usual_colours,
)
from companion.tables.live.cache import OpenTable
from companion.tables.records import import_export
from companion.tables.records.verdict import verify_text
from companion.tables.tidy_names import LONGEST_COPY_NAME, LONGEST_NAME, tidy_name
from companion.web.access.addresses import known_url
from companion.web.access.devices import known_device, this_device
from companion.web.access.host import cards_here
from companion.web.access.limits import count_making, one_file_at_a_time
from companion.web.pages.copies import copy_choices
from companion.web.pages.qr import qr_svg
from companion.web.requests.errors import status_of
from companion.web.requests.forms import is_own_path, read_options, small_number
from companion.web.requests.language import LANGUAGES, current_speaker
from companion.web.sheets.sheet_links import as_texts, named_set_up, whose

bp = Blueprint("lobby", __name__)
LOOKED_AT, NEWEST = 30, 2
"""So many of a device's tables are looked at for the first page, where those that are not over
stand; all but the newest are folded."""
MOST_BOXES = 12
"""So many boxes of one's own stand on the first page, those changed last."""


@bp.get("/")
def home() -> str:
    """Show the games, this device's tables, and the field for a code."""
    return home_page()


def home_page(refusal: Refusal | None = None) -> str:
    """Return the first page, with the code that was typed and why it leads nowhere."""
    address = known_url()
    cards = cards_here()
    installed = [card for card in cards if card.is_installed]
    evenings = evenings_of(installed[:LOOKED_AT])
    unfinished = [evening for evening in evenings if evening.outcome is None]
    return render_template(
        "lobby/home.html",
        games=all_games().values(),
        address=address,
        qr=qr_svg(address) if address else None,
        newest=unfinished[:NEWEST],
        older=unfinished[NEWEST:],
        gone=[card for card in cards if not card.is_installed],
        are_over=len(unfinished) < len(evenings),
        boxes=boxes_of(whose())[:MOST_BOXES],
        refusal=refusal,
    )


@bp.post("/language")
def language() -> Answer:
    """Choose this device's language; what is typed in a form is posted on to the form's page."""
    if request.form.get("language") in LANGUAGES:
        session["language"] = request.form["language"]
        session.permanent = True
    typed_in = request.args.get("typed_in")
    back = typed_in or request.form.get("back", "/")
    return redirect(back if is_own_path(back) else "/", 307 if typed_in else 303)


@bp.get("/new/<name>")
def set_up(name: str) -> str:
    """Show the set-up of a game for a number of players."""
    return set_up_page(game_named(name), request.args.get("players", ""))


def set_up_page(game: AnyGame, asked: str, refusal: Refusal | None = None) -> str:
    """Return the set-up of a game, with what was typed so far and why it cannot be yet."""
    last, folk = last_time(known_device(), game.name), people_of(known_device())
    names = _names(game, asked, last)
    kept = copies.list_copies(game.name)
    # A household's own box may hold cubes of other colours than the printed one.
    boxes = [colour for copy in kept for colour in game.colours_in(copy.numbers)]
    colours = tuple(dict.fromkeys((*boxes, *game.colours)))
    each = game.colours_each(len(names))
    usual = coloured(names, each, colours, usual_colours(game, folk))
    # Other players, other colours: with two each has two.
    as_before = refusal is not None or "language" in request.form
    typed = {
        field: text
        for field, text in request.form.items()
        if as_before or not field.startswith(("colour_", "name_"))
    }
    here = {name.casefold() for name in names}
    named = named_set_up(game)
    options = dict(named.options) if named else as_texts(last.options or {})
    chosen = request.form.get("copy_name", last.copy_name or "")
    return render_template(
        "lobby/set_up.html",
        game=game,
        colours=colours,
        players=len(names),
        each=each,
        copies=copy_choices(game, current_speaker(), chosen),
        fresh=copies.free_name(game.name, current_speaker().gettext("Our box")),
        others=[person for person in folk if person.name.casefold() not in here],
        typed=_as_fields(usual) | options | typed,
        named=named,
        kept=[box for box in boxes_of(whose()) if box.kind == game.name],
        refusal=refusal,
    )


def _names(game: AnyGame, asked: str, last: LastTime) -> list[str]:
    """Return who sits where so far, "" for nobody yet: as typed, else as last time.

    asked: for how many seats, as typed; else as many as sat there. Who was tapped comes to the
    first free seat, or to one more.
    """
    typed = [text for field, text in request.form.items() if field.startswith("name_")]
    names, number = typed or list(last.names), small_number(asked)
    if tapped := request.form.get("person", "")[:LONGEST_NAME]:
        free = next((place for place, name in enumerate(names) if not name.strip()), len(names))
        names[free:] = [tapped, *names[free + 1 :]]
    if number is None or number not in game.players:
        usual = game.usual_players or max(game.players)
        number = min(max(len(names) or usual, min(game.players)), max(game.players))
    return [*names, *[""] * number][:number]


def _as_fields(seats: Iterable[SeatSetup]) -> dict[str, str]:
    """Return seats as the fields of the form."""
    return {
        field: text
        for place, seat in enumerate(seats)
        for field, text in (
            (f"name_{place}", seat.name),
            *((f"colour_{place}_{which}", colour) for which, colour in enumerate(seat.colours)),
        )
    }


@bp.post("/new/<name>")
def begin(name: str) -> Answer | str | tuple[str, int]:
    """Make the table and show its QR code; another number or language draws the form again."""
    game = game_named(name)
    if not {"players", "person", "language"}.isdisjoint(request.form):
        return set_up_page(game, request.form.get("players", ""))
    sittings = _sittings(request.form)
    try:
        count_making()
        table = _made(game, sittings)
    except Refusal as refusal:
        return set_up_page(game, str(len(sittings)), refusal), status_of(refusal)
    return redirect(url_for("table.invite", code=table.code), 303)


def _made(game: AnyGame, sittings: list[SeatSetup]) -> OpenTable:
    typed = request.form.get("copy_name", "")
    copy_name = tidy_name(typed, LONGEST_COPY_NAME) if typed.strip() else None
    return tables.create_table(
        game.name,
        read_options(game.options, request.form),
        sittings,
        None,
        copy_name,
        this_device(),
    )


def _sittings(form: Mapping[str, str]) -> list[SeatSetup]:
    """Return the seats that the form describes, clockwise."""
    sittings = []
    for place in range(12):
        if f"name_{place}" not in form:
            break
        colours = (form.get(f"colour_{place}_{which}", "") for which in range(4))
        sittings.append(
            SeatSetup(form[f"name_{place}"], tuple(colour[:30] for colour in colours if colour))
        )
    return sittings


@bp.post("/records/check")
def check() -> str:
    """Play a record by today's rules and say whether it holds; nothing is kept of it."""
    upload = request.files.get("record")
    with one_file_at_a_time():
        verdict = verify_text(upload.read() if upload else b"")
    timeline = verdict.timeline
    return render_template(
        "lobby/verdict.html",
        verdict=verdict,
        game=timeline.game if timeline else None,
        outcome=timeline.game.final.outcome(timeline.state) if timeline else None,
        waiting=timeline.game.rules.waiting(timeline.state) if timeline else None,
    )


@bp.post("/records")
def read() -> Answer:
    """Bring a record back to life as a new table."""
    upload = request.files.get("record")
    with one_file_at_a_time():
        data = import_export.read_json(upload.read() if upload else b"")
        table = import_export.import_record(data, this_device())
    return redirect(url_for("table.show", code=table.code), 303)

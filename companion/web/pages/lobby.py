"""The home page, the New game page, and pages that import and verify saved games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import all_games, game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, SeatSetup
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.mechanics.scoring.ready_presets import READY_PRESETS
from companion.mechanics.scoring.sheet import LONGEST_TITLE
from companion.mechanics.values.options import Option
from companion.tables import tables
from companion.tables.household.boxes import boxes_of
from companion.tables.household.evenings import evenings_of
from companion.tables.household.people import (
    LastTime,
    Person,
    coloured,
    last_time,
    people_of,
    usual_colours,
)
from companion.tables.household.tidy_names import LONGEST_COPY_NAME, LONGEST_NAME, tidy_name
from companion.tables.live.cache import OpenTable
from companion.tables.records import import_export
from companion.tables.records.verdict import verify_text
from companion.web.access.addresses import known_url
from companion.web.access.devices import known_device, this_device
from companion.web.access.host import box_owner, cards_here, is_host
from companion.web.access.limits import count_making, one_file_at_a_time
from companion.web.pages.copies import CopyChoice, copy_choices, new_copy_name, seen_copies
from companion.web.pages.preset_links import as_fields, preset_in_address
from companion.web.pages.qr import qr_svg
from companion.web.requests.errors import status_of
from companion.web.requests.forms import is_own_path, read_options, small_number
from companion.web.requests.language import LANGUAGES, current_speaker

bp = Blueprint("lobby", __name__)
LOOKED_AT, NEWEST = 30, 2
"""Maximum number of tables that the home page replays to find unfinished games, and the number of
unfinished games that it shows above the collapsed list of the others."""
LONGEST_QUERY = 4000
"""Maximum length of the entries in a URL. Servers and proxies accept at least twice as much."""
MOST_BOXES = 12
"""Maximum number of saved sheets and presets on the home page, most recently changed first."""


@bp.get("/")
def home() -> str:
    """Show the home page: the games, this device's tables, and the input for a table code."""
    return home_page()


def home_page(refusal: Refusal | None = None) -> str:
    """Return the home page.

    refusal: the reason why the entered table code was refused, or None.
    """
    address = known_url()
    cards = cards_here()
    installed = [card for card in cards if card.is_installed]
    evenings = evenings_of(installed[:LOOKED_AT])
    unfinished = [evening for evening in evenings if evening.outcome is None]
    return render_template(
        "lobby/home.html",
        games=[game for game in all_games().values() if not game.by_sheet],
        address=address,
        qr=qr_svg(address) if address else None,
        newest=unfinished[:NEWEST],
        older=unfinished[NEWEST:],
        evenings=evenings,
        gone=[card for card in cards if not card.is_installed],
        are_over=len(unfinished) < len(evenings),
        boxes=boxes_of(box_owner())[:MOST_BOXES],
        refusal=refusal,
    )


@bp.post("/language")
def language() -> Answer:
    """Save this device's language, and redirect to the page where it was chosen.

    URL parameter ``typed_in``: the path of a page with a form. The browser then posts the form to
    this path, so that the entries are not lost.
    """
    if request.form.get("language") in LANGUAGES:
        session["language"] = request.form["language"]
        session.permanent = True
    typed_in = request.args.get("typed_in")
    back = typed_in or request.form.get("back", "/")
    return redirect(back if is_own_path(back) else "/", 307 if typed_in else 303)


@bp.get("/new/<name>")
def set_up(name: str) -> Answer | str:
    """Show the New game page for the number of players, and with other entries, in the URL.

    A game that begins with a score sheet needs one in the URL.
    """
    game = game_named(name)
    if game.by_sheet and game.by_sheet.option not in request.args:
        return redirect(url_for("sheets.shelf"), 303)
    return new_game_page(game, request.args.get("players", ""))


def _entries_so_far() -> Mapping[str, str]:
    """Return the entries of the New game page, from the posted form or else from the URL.

    Field ``earlier``: the place of a player who changes places with the one before.
    """
    entries = request.form or request.args
    place = small_number(entries.get("earlier", ""))
    return _moved_up(entries, place) if place else entries


def _moved_up(entries: Mapping[str, str], place: int) -> dict[str, str]:
    """Return the entries after a player has changed places with the one before."""
    places = {str(place): str(place - 1), str(place - 1): str(place)}
    moved = dict(entries)
    for field, text in entries.items():
        what, _, rest = field.partition("_")
        number, *which = rest.split("_")
        if what in ("name", "colour") and number in places:
            moved["_".join((what, places[number], *which))] = text
    return moved


def new_game_page(game: AnyGame, players: str, refusal: Refusal | None = None) -> str:
    """Return the New game page with the entries so far.

    players: the number of players as entered, or "" for as many as last time.
    refusal: the reason why the posted form was refused, or None.
    """
    last, folk = last_time(known_device(), game.name), people_of(known_device())
    names = _seat_names(game, players, last)
    colours = _colours_of(game)
    each = game.colours_each(len(names)) if game.colours else 1
    usual = coloured(names, each, colours, usual_colours(game, folk))
    # Drop the posted names and colours if the number of players may have changed. The names are
    # already in ``names``. The number of colours per player depends on the number of players.
    as_before = refusal is not None or not {"language", "earlier"}.isdisjoint(_entries_so_far())
    typed = {
        field: text
        for field, text in _entries_so_far().items()
        if as_before or not field.startswith(("colour_", "name_"))
    }
    offered = copy_choices(game, _entries_so_far().get("copy_name", ""))
    preset, chosen = preset_in_address(game), request.args.get("ready", "")
    ready = {name: one for name, one in READY_PRESETS.items() if one.game == game.name}
    options = dict(preset.options) if preset else as_fields(game, last.options or {})
    if chosen in ready:
        # All settings of the form are dropped, also those that the ready-made ones leave out.
        options = ready[chosen].fields(current_speaker().say)
        own = {option.name for option in game.options}
        typed = {field: text for field, text in typed.items() if field not in own}
    return render_template(
        "lobby/set_up.html",
        game=game,
        colours=colours,
        players=len(names),
        each=each,
        copies=offered,
        asks_copy=last.options is None and _is_copy_unknown(offered),
        fresh=new_copy_name(game),
        others=_not_among(folk, names),
        typed=_seat_fields(usual) | options | typed,
        is_standard=_is_standard(game, options | typed),
        preset=preset,
        ready=ready,
        chosen=chosen,
        kept=[box for box in boxes_of(box_owner()) if box.kind == game.name],
        refusal=refusal,
    )


def _not_among(folk: Iterable[Person], names: Iterable[str]) -> list[Person]:
    here = {name.casefold() for name in names}
    return [person for person in folk if person.name.casefold() not in here]


def _colours_of(game: AnyGame) -> tuple[str, ...]:
    """Return the colours that players may have; a household's copy may have other cubes."""
    boxes = [colour for copy in seen_copies(game) for colour in game.colours_in(copy.numbers)]
    return tuple(dict.fromkeys((*boxes, *game.colours))) or SEAT_COLOURS


def _is_copy_unknown(offered: Iterable[CopyChoice]) -> bool:
    """Return whether there are saved copies, but none of them is selected.

    A browser on the household's machine gets this answer if it has lost its cookie.
    """
    is_selected = {choice.chosen for choice in offered if choice.is_saved}
    return is_selected == {False}


def _is_standard(game: AnyGame, typed: Mapping[str, str]) -> bool:
    """Return whether every setting is empty or has its default value.

    The default of a choice of languages is the current language.
    """
    language = current_speaker().language
    for option in game.options:
        usual = {"", str(getattr(option, "default", ""))}
        if isinstance(option, Option) and language in {one.value for one in option.choices}:
            usual = {"", language}
        if typed.get(option.name, "") not in usual:
            return False
    return True


def _seat_names(game: AnyGame, players: str, last: LastTime) -> list[str]:
    """Return one name per seat: as entered, or as last time if no names were posted.

    The name of an empty seat is "". A tapped name suggestion fills the first empty seat, or a new
    seat.

    players: the number of players as entered, or "" for as many as there are names.
    """
    typed = [text for field, text in _entries_so_far().items() if field.startswith("name_")]
    names, number = typed or list(last.names), small_number(players)
    if tapped := _entries_so_far().get("person", "")[:LONGEST_NAME]:
        free = next((place for place, name in enumerate(names) if not name.strip()), len(names))
        names[free:] = [tapped, *names[free + 1 :]]
    if number is None or number not in game.players:
        usual = game.usual_players or max(game.players)
        number = min(max(len(names) or usual, min(game.players)), max(game.players))
    return [*names, *[""] * number][:number]


def _seat_fields(seats: Iterable[SeatSetup]) -> dict[str, str]:
    """Return the names and colours of the seats as form fields."""
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
    """Create the table, and redirect to the page with its QR code.

    If no other device can join, redirect to the table itself. If the user only changed the
    language, show the form again instead. Its entries are then in the URL, because browsers cannot
    go back to a posted page. Older pages also post a changed number of players and suggested names.
    If the form was posted before and its table has not begun, show that table.
    """
    game = game_named(name)
    query = urlencode([*request.args.items(), *request.form.items()])
    if "language" in request.form and len(query) <= LONGEST_QUERY:
        return redirect(f"{url_for('lobby.set_up', name=name)}?{query}", 303)
    if not {"players", "person", "language"}.isdisjoint(request.form):
        return new_game_page(game, request.form.get("players", ""))
    seats = _posted_seats(request.form)
    try:
        count_making()
        table = _create_table(game, seats)
    except Refusal as refusal:
        return new_game_page(game, str(len(seats)), refusal), status_of(refusal)
    place = "table.show" if current_app.config["ALONE"] else "table.invite"
    return redirect(url_for(place, code=table.code), 303)


def _create_table(game: AnyGame, seats: list[SeatSetup]) -> OpenTable:
    typed = request.form.get("copy_name", "")
    copy_name = tidy_name(typed, LONGEST_COPY_NAME) if typed.strip() else None
    # The field of the preset's name is also that of the game played with these settings.
    own = request.form.get("box_name", "") if game.is_for_any_box else ""
    return tables.create_table(
        game.name,
        read_options(game.options, request.form),
        seats,
        None,
        copy_name,
        this_device(),
        sees_all=is_host(),
        title=tidy_name(own, LONGEST_TITLE) if own.strip() else None,
        is_once=True,
    )


def _posted_seats(form: Mapping[str, str]) -> list[SeatSetup]:
    """Return the seats in the posted form, in clockwise order."""
    seats = []
    for place in range(12):
        if f"name_{place}" not in form:
            break
        colours = (form.get(f"colour_{place}_{which}", "") for which in range(4))
        seats.append(
            SeatSetup(form[f"name_{place}"], tuple(colour[:30] for colour in colours if colour))
        )
    return seats


@bp.post("/records/check")
def check() -> str:
    """Verify a saved game by the current rules, and show the result. Nothing is stored."""
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
    """Import a saved game as a new table."""
    upload = request.files.get("record")
    with one_file_at_a_time():
        data = import_export.read_json(upload.read() if upload else b"")
        table = import_export.import_record(data, this_device())
    return redirect(url_for("table.show", code=table.code), 303)

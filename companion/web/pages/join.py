"""Pages for joining a table by its code, or for taking over a seat with a personal QR code."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.refusal import Refusal
from companion.tables import seats
from companion.tables.household.next_game import follower
from companion.tables.live.cache import OpenTable, open_tables
from companion.web.access.devices import known_device, let_in, this_device
from companion.web.access.signed_links import read_pass
from companion.web.live.viewers import table_of
from companion.web.pages.lobby import home_page
from companion.web.requests.errors import status_of

bp = Blueprint("join", __name__)


@bp.get("/join")
def by_code() -> Answer | tuple[str, int]:
    """Redirect to the table with the entered code, or show the home page with the refusal."""
    try:
        table = table_of(request.args.get("code", "")[:20])
    except Refusal as refusal:
        return home_page(refusal), status_of(refusal)
    return redirect(url_for("join.seats_of", code=table.code), 303)


@bp.get("/j/<code>")
def seats_of(code: str) -> str | Answer:
    """Show the seats of a table, so that a player can choose theirs.

    Players who already have a seat are redirected to the live screen. With ``screen=table``, the
    device is redirected to the big screen. If the players have moved on to a next table, other
    devices are redirected there.
    """
    table = table_of(code)
    actor = table.actor(known_device())
    screen = "table" if request.args.get("screen") == "table" else None
    if actor.role == "player":
        return redirect(url_for("table.show", code=table.code, screen=screen), 303)
    next_code = follower(table)
    if next_code is not None:
        return redirect(url_for("join.seats_of", code=next_code, screen=screen), 303)
    this_device()
    let_in(table.code)
    if screen:
        return redirect(url_for("table.show", code=table.code, screen=screen), 303)
    return _seats_page("join/seats.html", table)


@bp.get("/j/<code>/seats")
def seats_now(code: str) -> str | Answer:
    """Return the updated list of seats, or status 204 if no seat was taken or freed.

    URL parameter ``taken``: the seats that are taken on the page (see ``_taken_seats``).
    """
    table = table_of(code)
    if request.args.get("taken") == _taken_seats(table):
        return Answer(status=204)
    return _seats_page("join/who.html", table)


def _seats_page(template: str, table: OpenTable) -> str:
    played = seats.played_by_banker(table)
    return render_template(template, table=table, taken=_taken_seats(table), played=played)


def _taken_seats(table: OpenTable) -> str:
    """Return the numbers of the seats that have a device, such as "0.2", for use in a URL."""
    return ".".join(str(seat.number) for seat in table.seats if seat.device)


@bp.get("/pass/<token>")
def offered(token: str) -> str:
    """Show the seat or role that a personal QR code offers.

    Nothing changes until the user confirms, because link previews also open this page.
    """
    what, code, number, count = read_pass(token)
    # The token is signed, so nobody can guess table codes here and wrong codes are not counted.
    table = open_tables().find(code)
    seat = seats.seat_numbered(table, number) if what == "seat" else None
    if seat is not None:
        seats.require_unused(seat, count)
    this_device()
    return render_template("join/pass.html", table=table, seat=seat, token=token)


@bp.post("/pass/<token>")
def take(token: str) -> Answer:
    """Take the seat or the banker's role that a personal QR code offers."""
    what, code, number, count = read_pass(token)
    if what == "seat":
        seats.take_seat(code, number, count, this_device())
    else:
        seats.become_banker(code, count, this_device())
    return redirect(url_for("table.show", code=code), 303)

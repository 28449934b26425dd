"""Joining a table: scan its code and tap a name, or take over a seat with a personal QR code."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.refusal import Refusal
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
    """Redirect to the seats of the table whose code was entered."""
    try:
        table = table_of(request.args.get("code", "")[:20])
    except Refusal as refusal:
        return home_page(refusal), status_of(refusal)
    return redirect(url_for("join.seats_of", code=table.code), 303)


@bp.get("/j/<code>")
def seats_of(code: str) -> str | Answer:
    """Show the names at a table, or redirect a player who already has a seat to the table.

    The address with ``screen=table`` opens the big screen. A device that scans the code of a
    finished table is redirected to the table where its people play now.
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
    """Show the seats again, or send status 204 if they have not changed."""
    table = table_of(code)
    if request.args.get("taken") == _taken(table):
        return Answer(status=204)
    return _seats_page("join/who.html", table)


def _seats_page(template: str, table: OpenTable) -> str:
    played = seats.played_by_banker(table)
    return render_template(template, table=table, taken=_taken(table), played=played)


def _taken(table: OpenTable) -> str:
    """Return the numbers of the seats that phones hold, as one value for an address."""
    return ".".join(str(seat.number) for seat in table.seats if seat.device)


@bp.get("/pass/<token>")
def offered(token: str) -> str:
    """Show what a personal QR code offers.

    Nothing is changed yet, because a link preview may open the page, too.
    """
    what, code, number, count = read_pass(token)
    # The token is signed, so nobody guesses codes here, and wrong ones need not be counted.
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

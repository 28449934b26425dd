"""The table: its live screen, the taps, and the pages around it."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.mechanics.ledger import BANK, seat_of
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say
from companion.tables import play, records, seats, tables
from companion.tables.opened import OpenTable, open_tables
from companion.tables.roles import require_banker
from companion.web import htmx
from companion.web.addresses import base_url, base_urls
from companion.web.chart import wealth_chart
from companion.web.devices import known_device, this_device
from companion.web.forms import is_own_path, read_action, read_seen, small_number
from companion.web.language import current_speaker
from companion.web.live import live
from companion.web.passes import banker_pass, seat_pass
from companion.web.qr import qr_svg
from companion.web.screens import actor_name, told
from companion.web.statement import opening_balance, statement
from companion.web.viewers import table_of, viewer_of

bp = Blueprint("table", __name__, url_prefix="/t/<code>")

STEPS = 200
"""Steps on one page of the history; a long evening has thousands."""


def _page(template: str, table: OpenTable, **values: object) -> str:
    """Return a page about a table, with what its navigation needs."""
    return render_template(
        template,
        table=table,
        actor=table.actor(known_device()),
        key=secrets.token_hex(6),
        hides=bool(table.game.hidden_accounts(table.state, None)),
        **values,
    )


@bp.get("/")
def show(code: str) -> str:
    """Show the live screen of a table: a seat's, the banker's, or the one for all."""
    this_device()
    table, viewer = viewer_of(code)
    now = live().screens.now(table, viewer, live().present(table.id))
    return _page("table/page.html", table, viewer=viewer, now=now)


@bp.post("/act")
def act(code: str) -> Answer:
    """Take one tap."""
    try:
        tapped = play.tap(
            code,
            known_device(),
            read_action(request.form),
            seen=read_seen(request.form),
            key=request.form.get("key", ""),
        )
    except Refusal:
        # Who guesses codes by taps is counted as well; a good tap pays nothing for that.
        table_of(code)
        raise
    if htmx.is_htmx():
        return htmx.done(tapped.entry.sequence)
    return redirect(_back(code), 303)


def _back(code: str) -> str:
    """Return the page of this table a plain form came from; nothing outside of it."""
    here = url_for("table.show", code=code)
    wanted = request.form.get("back", "")
    return wanted if wanted.startswith(here) and is_own_path(wanted) else here


@bp.get("/invite")
def invite(code: str) -> str:
    """Show the QR code that brings phones to this table, and who sits where."""
    table, viewer = viewer_of(code)
    present = live().present(table.id)
    link = base_url() + url_for("join.seats_of", code=table.code)
    return _page(
        "table/invite.html",
        table,
        link=link,
        qr=qr_svg(link),
        addresses=base_urls(),
        address=base_url(),
        now=Markup(live().screens.now(table, replace(viewer, screen="seats"), present)),
    )


@bp.post("/address")
def address(code: str) -> Answer:
    """Let this device show another of the machine's addresses in its QR codes."""
    table_of(code)
    if request.form.get("address") in base_urls():
        session["address"] = request.form["address"]
    return redirect(url_for("table.invite", code=code), 303)


@bp.get("/seats/<int:number>")
def hand_over(code: str, number: int) -> str:
    """Show the personal QR code that hands a seat to another phone."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    seat = seats.seat_numbered(table, number)
    token = seat_pass(table.code, number, seat.claim)
    link = base_url() + url_for("join.offered", token=token)
    return _page("table/pass.html", table, seat=seat, link=link, qr=qr_svg(link))


@bp.get("/bankers")
def another_banker(code: str) -> str:
    """Show the QR code that makes another device a banker."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    link = base_url() + url_for("join.offered", token=banker_pass(table.code, table.banker_pass))
    return _page("table/pass.html", table, seat=None, link=link, qr=qr_svg(link))


@bp.post("/seats/<int:number>")
def change_seat(code: str, number: int) -> Answer:
    """Free a seat, or give it another name."""
    table = table_of(code)
    actor = table.actor(known_device())
    if "free" in request.form:
        seats.free_seat(table.code, number, actor)
    else:
        tables.rename_seat(table.code, number, request.form.get("name", ""), actor)
    return redirect(url_for("table.invite", code=code), 303)


@bp.post("/sit")
def sit(code: str) -> Answer:
    """Claim a free seat, or leave one's own."""
    table, device = table_of(code), this_device()
    if "leave" in request.form:
        seats.leave_seat(table.code, device)
    else:
        number = small_number(request.form.get("seat", ""))
        seats.claim_seat(table.code, -1 if number is None else number, device)
    return redirect(url_for("table.show", code=table.code), 303)


@bp.get("/history")
def history(code: str) -> str:
    """Show the steps, newest first: who, when, what each led to, and whether it stands.

    A page holds STEPS of them; ``before`` is the sequence it ends in front of.
    """
    table = table_of(code)
    newest = table.sequence
    end = min(small_number(request.args.get("before", "")) or newest + 1, newest + 1)
    first = max(end - STEPS, 1)
    actor = table.actor(known_device())
    standing = {entry.sequence for entry in table.timeline.standing.entries}
    speaker = current_speaker()
    steps = [
        {
            "entry": entry,
            "who": speaker.say(who)
            if isinstance(who := actor_name(table, entry), Sentence)
            else who,
            "lines": [speaker.say(line) for line in told(table, entry, actor.seat)],
            "stands": entry.sequence in standing or entry.is_about_the_log,
        }
        for entry in reversed(open_tables().store.entries(table.id, after=first - 1))
        if entry.sequence < end
    ]
    undone = table.timeline.standing.undone
    return _page(
        "table/history.html",
        table,
        steps=steps,
        redo=undone[-1][0] if undone else None,
        earlier=first if first > 1 else None,
    )


@bp.get("/bank")
def bank(code: str) -> str:
    """Show the banker's last word: corrections, counted cash, counts set by hand."""
    table = table_of(code)
    actor = table.actor(known_device())
    if actor.role == "onlooker":
        require_banker(actor)
    ledger = table.game.ledger(table.state)
    hidden = table.game.hidden_accounts(table.state, actor.seat)
    return _page(
        "table/bank.html",
        table,
        view=table.game.view(table.state, actor.seat),
        accounts={name: account_name(table, name) for name in ledger.balances},
        purses=[
            name
            for name in ledger.balances
            if name != BANK and (actor.is_banker or seat_of(name) == actor.seat)
        ],
        balances={name: value for name, value in ledger.balances.items() if name not in hidden},
    )


def account_name(table: OpenTable, account: str) -> str:
    """Return what people call an account: the bank, Anna, or Anna (red)."""
    speaker = current_speaker()
    seat = seat_of(account)
    if seat is None:
        return speaker.say(say("The bank"))
    colour = account.partition(" ")[2].partition(" ")[2]
    name = table.names[seat]
    if not colour:
        return name
    return speaker.say(say("{colour} ({name})", colour=speaker.gettext(colour), name=name))


@bp.get("/purse/<int:number>")
def purse(code: str, number: int) -> str:
    """Show why a seat's purses hold what they hold; a hidden one to its owner alone."""
    table, viewer = viewer_of(code)
    seat = seats.seat_numbered(table, number)
    hidden = table.game.hidden_accounts(table.state, viewer.actor.seat)
    accounts = [name for name in table.game.ledger(table.state).balances if seat_of(name) == number]
    return _page(
        "table/purse.html",
        table,
        seat=seat,
        hidden=bool(hidden.intersection(accounts)),
        statements=[
            (account_name(table, name), opening_balance(table, name), statement(table, name))
            for name in accounts
            if name not in hidden
        ],
    )


@bp.get("/account")
def account(code: str) -> str:
    """Show the final account with every term, ready to print."""
    table = table_of(code)
    return _page(
        "table/account.html",
        table,
        outcome=table.game.outcome(table.state),
        waiting=table.game.waiting(table.state),
        chart=wealth_chart(table),
        view=table.game.view(table.state, None),
    )


@bp.get("/account.txt")
def account_text(code: str) -> Response:
    """Give the final account as plain text, to share."""
    table = table_of(code)
    text = _page("table/account.txt", table, outcome=table.game.outcome(table.state))
    return Response(text, mimetype="text/plain")


@bp.get("/record.json")
def record(code: str) -> Response:
    """Give the whole table as a file."""
    table = table_of(code)
    data = records.export_record(table, table.actor(known_device()))
    return Response(
        json.dumps(data, ensure_ascii=False, indent=1),
        mimetype="application/json",
        headers={
            "Content-Disposition": f"attachment; filename={table.game.name}-{table.code}.json"
        },
    )

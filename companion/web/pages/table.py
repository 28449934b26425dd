"""The pages of a table: the live screen, the actions, the history and others."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import (
    Blueprint,
    Response,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.menu import dry_run
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.clocks.clock import as_minutes
from companion.mechanics.language.words import Sentence
from companion.mechanics.money.ledger import BANK, seat_of
from companion.mechanics.play.seat_order import MoveSeat
from companion.mechanics.play.stopping import Stop
from companion.mechanics.scoring.outcome import Outcome
from companion.tables import play, seats, tables
from companion.tables.household.evenings import thinking_at
from companion.tables.household.next_game import follower
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.records import import_export
from companion.tables.records.demo import banker_of
from companion.tables.roles import require_banker
from companion.tables.storage.database_errors import InDoubt
from companion.web.access.addresses import adapter_of, base_url, base_urls, known_url
from companion.web.access.devices import known_device, let_in, remembers, this_device
from companion.web.access.host import is_host
from companion.web.access.signed_links import banker_pass, seat_pass
from companion.web.corrections.pages import account_corrections
from companion.web.corrections.step_changes import changes_of
from companion.web.finished.bg_stats import bg_stats_link
from companion.web.finished.history_folds import folds_of
from companion.web.history.lines import history_lines
from companion.web.history.statement import STEPS, account_name, statements
from companion.web.live.chart import wealth_chart
from companion.web.live.choices import sales_of
from companion.web.live.streams import place_at, streams
from companion.web.live.viewers import table_of, viewer_of
from companion.web.pages.form_refill import refilled
from companion.web.pages.qr import qr_svg
from companion.web.player_view import player_view, visible_balances
from companion.web.requests import htmx
from companion.web.requests.errors import status_of
from companion.web.requests.forms import read_action, read_seen, small_number, way_back
from companion.web.requests.headers import json_file
from companion.web.requests.language import current_speaker
from companion.web.situation import redoable, situation_of

bp = Blueprint("table", __name__, url_prefix="/t/<code>")
STEPS_BESIDE_THE_TURN = 25
"""Maximum number of steps in the column beside the banker's turn."""


def _table_page(template: str, table: OpenTable, **values: object) -> str:
    """Render a page of a table with the values that all its pages need."""
    return render_template(
        template,
        table=table,
        actor=table.actor(known_device()),
        key=secrets.token_hex(6),
        hides=situation_of(table).hides_money,
        present=streams().present(table.id),
        **values,
    )


@bp.get("/")
def show(code: str) -> Answer | str:
    """Show the live screen of a table: a seat's screen, the banker's, or the big screen.

    If the players have moved on to a next table, a device that has not opened that table yet is
    redirected there.
    """
    this_device()
    table, viewer = viewer_of(code)
    let_in(table.code)
    next_code = follower(table)
    if next_code is not None and not remembers(next_code):
        return redirect(place_at(next_code, viewer.screen), 303)
    screen = viewer.screen if viewer.screen == "table" else None
    query: dict[str, Any] = {"screen": screen, "for": viewer.acting, "draft": viewer.draft or None}
    query["of"] = viewer.draft_of
    query["stays"] = next_code and 1
    return _table_page(
        "table/page.html",
        table,
        viewer=viewer,
        now=streams().screens.now(table, viewer, streams().present(table.id)),
        stream=url_for("live.stream", code=code, **query),
        **(_join_values(table) if screen else {}),
        is_demo=banker_of(table) is not None,
    )


def _join_values(table: OpenTable) -> dict[str, Markup | str]:
    """Return the base URL and the QR code with which devices join the table.

    Both are "" if the base URL is unknown.
    """
    address = known_url()
    if not address:
        return {"address": "", "qr": ""}
    return {"address": address, "qr": qr_svg(address + url_for("join.seats_of", code=table.code))}


@bp.post("/act")
def act(code: str) -> Answer:
    """Submit an action, such as a move, a correction or an undo."""
    try:
        made = play.submit(
            code,
            known_device(),
            _posted_action(code),
            seen=read_seen(request.form),
            key=request.form.get("key", ""),
        )
    except InDoubt:
        raise
    except Refusal as refusal:
        # table_of also counts wrong codes. It is called only here, so that it does not delay legal
        # moves.
        table = table_of(code)
        own = refusal.said_to(table.actor(known_device()).seat)
        # A request by htmx does not replace the page with its form, so only a notice is sent.
        form = None if htmx.is_htmx() else _refused_form(table, own)
        if form is None:
            raise own from refusal.__cause__
        return form
    if htmx.is_htmx():
        return htmx.done(made.entry.sequence)
    return redirect(way_back(code), 303)


def _posted_action(code: str) -> play.PostedAction:
    """Return the posted action.

    Form field ``again``: the number of an undone step whose action a banker submits once more.
    """
    step = small_number(request.form.get("again", ""))
    if step is None:
        return partial(read_action, request.form)
    table = table_of(code)
    require_banker(table.actor(known_device()))
    return play.undone_action(table, step)


def _refused_form(table: OpenTable, refusal: Refusal) -> Answer | None:
    """Return the page with the form of a refused action, its entries and the refusal.

    Returns None if the action did not come from a form that can be shown again.
    """
    tool = request.form.get("tool")
    if tool is None or table.actor(known_device()).role == "onlooker":
        return None
    page = (_sold_page if tool == "sold" else _bank_page)(table, refusal)
    return make_response(page, status_of(refusal)) if f'id="tool-{tool}"' in page else None


@bp.get("/invite")
def invite(code: str) -> str:
    """Show the invitation page: the seats, and the QR code for joining the table."""
    return _invite_page(code)


def _invite_page(code: str, renaming: int | None = None, refusal: Refusal | None = None) -> str:
    """Return the invitation page.

    renaming: the seat whose new name was refused, or None.
    refusal: the reason why the name was refused, or None.
    """
    table, viewer = viewer_of(code)
    present = streams().present(table.id)
    return _table_page(
        "table/invite.html",
        table,
        ways=_ways_in(table),
        now=Markup(streams().screens.now(table, replace(viewer, screen="seats"), present)),
        may_become_banker=is_host() and not viewer.actor.is_banker,
        is_over=situation_of(table).outcome is not None,
        renaming=renaming,
        refusal=refusal,
    )


@dataclass(frozen=True)
class WaysIn:
    """The URLs that let phones join a table."""

    addresses: tuple[tuple[str, str], ...] = ()
    """The base URLs that phones may use, each with the name of its network adapter."""
    address: str = ""
    """The base URL in the QR code."""
    link: str = ""
    """The full URL in the QR code."""
    trouble: Sentence | None = None
    """The reason why there is no URL, or None if there is one."""

    @property
    def qr(self) -> Markup:
        """The QR code of the link, as SVG."""
        return qr_svg(self.link)


def _ways_in(table: OpenTable) -> WaysIn:
    try:
        urls, address = base_urls(), base_url()
    except Refusal as refusal:
        if refusal.name != "no_network":
            raise
        return WaysIn(trouble=refusal.sentence)
    link = address + url_for("join.seats_of", code=table.code)
    return WaysIn(tuple((url, adapter_of(url)) for url in urls), address, link)


@bp.get("/invite/ways")
def ways_in(code: str) -> Answer | str:
    """Return the updated ways to join, or status 204 if the base URL has not changed.

    URL parameter ``shown``: the base URL on the page.
    """
    table = table_of(code)
    ways = _ways_in(table)
    if ways.address == request.args.get("shown"):
        return Response(status=204)
    return _table_page("table/ways_in.html", table, ways=ways)


@bp.get("/door")
def door_qr(code: str) -> Answer | str:
    """Return the big screen's updated QR code, or status 204 if the base URL has not changed.

    URL parameter ``shown``: the base URL on the big screen.
    """
    table = table_of(code)
    way_in = _join_values(table)
    if way_in["address"] == request.args.get("shown"):
        return Response(status=204)
    return _table_page("table/door_qr.html", table, **way_in)


@bp.post("/address")
def address(code: str) -> Answer:
    """Save the base URL for this device's QR codes."""
    table_of(code)
    if request.form.get("address") in base_urls():
        session["address"] = request.form["address"]
    return redirect(url_for("table.invite", code=code), 303)


@bp.get("/seats/<int:number>")
def hand_over(code: str, number: int) -> str:
    """Show the personal QR code that gives a seat to another phone."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    seat = seats.seat_numbered(table, number)
    token = seat_pass(table.code, number, seat.claim)
    link = base_url() + url_for("join.offered", token=token)
    return _table_page("table/pass.html", table, seat=seat, link=link, qr=qr_svg(link))


@bp.get("/bankers")
def another_banker(code: str) -> str:
    """Show the QR code that makes another device a banker."""
    table = table_of(code)
    require_banker(table.actor(known_device()))
    link = base_url() + url_for("join.offered", token=banker_pass(table.code, table.banker_pass))
    return _table_page("table/pass.html", table, seat=None, link=link, qr=qr_svg(link))


@bp.post("/bankers")
def host_banker(code: str) -> Answer:
    """Make this device a banker.

    Only the host, or a device that already is a banker, may do this.
    """
    table = table_of(code)
    if not is_host():
        require_banker(table.actor(known_device()))
    seats.make_host_banker(table.code, this_device())
    return redirect(url_for("table.invite", code=code), 303)


@bp.post("/seats/<int:number>")
def change_seat(code: str, number: int) -> Answer:
    """Change a seat, answer a request for it, or show or hide its secrets."""
    table, form = table_of(code), request.form
    actor = table.actor(known_device())
    if "free" in form:
        seats.free_seat(table.code, number, actor)
    elif "move" in form:
        after = small_number(form.get("after", ""))
        move = {"kind": MoveSeat.kind, "seat": number, "after": after}
        play.submit(table.code, actor.device, move, seen=None, key=secrets.token_hex(6))
    elif "lock" in form:
        seats.lock_seat(table.code, number, actor, locked=form["lock"] == "yes")
    elif "answer" in form:
        seats.answer_request(table.code, number, actor, may_sit=form["answer"] == "yes")
    elif "uncover" in form:
        seats.uncover_seat(table.code, number, actor)
    elif "cover" in form:
        open_tables().take_back()
    elif "colour" in form:
        seats.choose_colour(table.code, number, form["colour"], actor)
    else:
        try:
            tables.rename_seat(table.code, number, form.get("name", ""), actor)
        except Refusal as refusal:
            return make_response(_invite_page(code, number, refusal), status_of(refusal))
    return redirect(way_back(code), 303)


@bp.post("/sit")
def sit(code: str) -> Answer:
    """Claim a free seat for this device, or leave the seat that the device has.

    Form field ``colour``: the colour that the player wants; ignored if another player has it.
    """
    table, device = table_of(code), this_device()
    if "leave" in request.form:
        seats.leave_seat(table.code, device)
    else:
        number = small_number(request.form.get("seat", ""))
        seat = -1 if number is None else number
        actor = seats.claim_seat(table.code, seat, device).actor(device)
        if colour := request.form.get("colour"):
            with suppress(Refusal):
                seats.choose_colour(table.code, seat, colour, actor)
    return redirect(url_for("table.show", code=table.code), 303)


@bp.get("/history")
def history(code: str) -> str:
    """Show a page of the history with at most STEPS steps, newest first.

    URL parameters:

    - ``before``: show only steps with a lower number; without it, show the latest steps
    - ``step``: the number of a step for which a banker gets the possible corrections
    """
    table = table_of(code)
    steps = _step_list(table, STEPS)
    folds = folds_of(table, steps["lines"])
    return _table_page("table/history.html", table, folds=folds, **steps)


@bp.get("/log")
def log(code: str) -> str:
    """Return the column beside the banker's turn: the latest steps, corrections and tools.

    The URL parameters are those of ``history``. On a wide screen, the live page requests the column
    when it opens and after each move.
    """
    table = table_of(code)
    require_banker(table.actor(known_device()))
    return _table_page(
        "table/log.html",
        table,
        is_column=True,
        **_step_list(table, STEPS_BESIDE_THE_TURN),
        **_tool_values(table),
    )


def _step_list(table: OpenTable, most: int) -> dict[str, Any]:
    """Return the template values for a list of steps, and for the step to correct, if any.

    most: the maximum number of steps.
    """
    newest = table.sequence
    step = small_number(request.args.get("step", ""))
    end = min(small_number(request.args.get("before", "")) or newest + 1, newest + 1)
    first = max(end - most, 1)
    actor = table.actor(known_device())
    return {
        "lines": history_lines(table, first, end, actor.seat),
        "changes": changes_of(table, step, current_speaker()) if step and actor.is_banker else None,
        "redo": redoable(table, actor),
        "earlier": first if first > 1 else None,
        "is_over": situation_of(table).outcome is not None,
    }


@bp.get("/bank")
def bank(code: str) -> str:
    """Show the page with the forms that correct money, counted cash and other values."""
    table = table_of(code)
    actor = table.actor(known_device())
    if actor.role == "onlooker":
        require_banker(actor)
    return _bank_page(table)


def _bank_page(table: OpenTable, refusal: Refusal | None = None) -> str:
    return _table_page("table/bank.html", table, **_tool_values(table, refusal))


def _tool_values(table: OpenTable, refusal: Refusal | None = None) -> dict[str, object]:
    """Return the template values for the forms that correct money and other values.

    refusal: the reason why one of these forms was refused, or None.
    """
    actor = table.actor(known_device())
    ledger = table.state.ledger
    return {
        "view": player_view(table, actor.seat),
        "accounts": {name: account_name(table, name) for name in ledger.balances},
        "purses": [
            name
            for name in ledger.balances
            if name != BANK and (actor.is_banker or seat_of(name) == actor.seat)
        ],
        "balances": visible_balances(table, actor.seat),
        "may_stop": actor.is_banker and _may_stop(table),
        # Whether the banker decides when the game ends, and may end it now.
        "may_end": any(move.kind == "end" for move in situation_of(table).table_moves),
        "refusal": refusal,
        "refilled": refilled,
    }


def _may_stop(table: OpenTable) -> bool:
    """Return whether the game can be ended early at this moment."""
    kind = table.game.action_kinds.get(Stop.kind)
    return kind is not None and not dry_run(kind(), table.state).refusal


@bp.get("/sold")
def sold(code: str) -> str:
    """Show the form that records the result of a spoken auction.

    URL parameter ``to``: the seat of the buyer.
    """
    table = table_of(code)
    require_banker(table.actor(known_device()))
    return _sold_page(table)


def _sold_page(table: OpenTable, refusal: Refusal | None = None) -> str:
    state, to = table.state, small_number(request.values.get("to", ""))
    sales = sales_of(table.game, state)
    chips = sales.kind.chips(state, to) if sales and to is not None and to in state.seats else []
    return _table_page(
        "table/sold.html",
        table,
        sales=sales,
        lot=sales.kind.lot(state) if sales else "",
        to=to,
        chips=[(sale.amount, sale.figure(state)) for sale in chips],
        how_much=chips[0].how_much(state) if chips else "",
        refusal=refusal,
        refilled=refilled,
    )


@bp.get("/purse/<int:number>")
def purse(code: str, number: int) -> str:
    """Show the statements of those accounts of a seat that this device may see.

    URL parameter ``before``: show only steps with a lower number.
    """
    table, viewer = viewer_of(code)
    seat = seats.seat_numbered(table, number)
    visible = visible_balances(table, viewer.actor.seat)
    accounts = [name for name in table.state.ledger.balances if seat_of(name) == number]
    seen = [name for name in accounts if name in visible]
    page, earlier = statements(table, seen, small_number(request.args.get("before", "")))
    may_set = (
        viewer.actor.is_banker and table.game.has_money and situation_of(table).outcome is None
    )
    return _table_page(
        "table/purse.html",
        table,
        seat=seat,
        hidden=len(seen) < len(accounts),
        balances=visible,
        statements=page,
        ways=[account_corrections(table, one) for one in page if may_set],
        earlier=earlier,
    )


@bp.get("/amount")
def amount(code: str) -> dict[str, object]:
    """Return the number in an entry, or the reason why it is invalid, as JSON for the quiz.

    The quiz on a phone cannot parse numbers. URL parameter ``typed``: the entry.
    """
    table = table_of(code)
    denomination = table.state.score_denomination
    try:
        return {"amount": denomination.read(request.args.get("typed", "")[:100], "")}
    except Refusal as refusal:
        return {"refusal": current_speaker().say(refusal.sentence)}


@bp.get("/account")
def account(code: str) -> str:
    """Show the final scores, or the scores so far, with a full breakdown, ready to print."""
    table = table_of(code)
    outcome = situation_of(table).outcome
    bg_stats = ""
    if outcome and outcome.has_result:
        bg_stats = bg_stats_link(table, outcome, current_speaker().say(outcome.sentence))
    return _table_page(
        "table/account.html",
        table,
        outcome=outcome,
        text=_account_text(table, outcome),
        bg_stats=bg_stats,
        waiting=table.game.rules.waiting(table.state),
        chart=wealth_chart(table),
        thought=map(as_minutes, thinking_at(table)) if outcome else (),
        view=player_view(table, None),
    )


@bp.get("/account.txt")
def account_text(code: str) -> Response:
    """Return the final scores as plain text."""
    table = table_of(code)
    text = _account_text(table, situation_of(table).outcome)
    return Response(text, mimetype="text/plain")


def _account_text(table: OpenTable, outcome: Outcome | None) -> str:
    return _table_page("table/account.txt", table, outcome=outcome).strip() + "\n"


@bp.get("/record.json")
def record(code: str) -> Response:
    """Download the table as a saved game."""
    table = table_of(code)
    data = import_export.export_record(table, table.actor(known_device()))
    return json_file(data, f"{table.game.name}-{table.code}")

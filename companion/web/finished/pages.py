"""A finished table: looked at again step by step, and its result handed over."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from flask import Blueprint, Response, render_template

from companion.mechanics.outcome import Outcome
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from companion.mechanics.words import say
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.storage.giving_way import giving_way
from companion.web.access.devices import known_device
from companion.web.live.screens import Viewer
from companion.web.live.streams import live
from companion.web.live.viewers import table_of
from companion.web.requests.language import chosen_language, current_speaker

bp = Blueprint("finished", __name__, url_prefix="/t/<code>")
LETTERS_A_LINE = 26
"""Of the sentence on the picture of a result; wide ones must find room as well."""


def _outcome(table: OpenTable) -> Outcome:
    """Return the final account; raises ``not_over_yet`` while the game goes on."""
    outcome = table.game.final.outcome(table.state)
    if outcome is None:
        raise Refusal("not_over_yet", "", say("This can be looked at when the game is over."))
    return outcome


@bp.get("/replay/<int:number>")
def replay(code: str, number: int) -> str:
    """Show the screen for all as it was after a step of the log, and the way on and back."""
    table = table_of(code)
    _outcome(table)
    shown = min(number, table.sequence)
    steps = [0, *(entry.sequence for entry in table.timeline.standing.entries)]
    moment = _as_it_was(table, shown)
    viewer = Viewer(Actor("", "onlooker"), "table", chosen_language(), "")
    parts = live().screens.parts(moment, viewer, _every_phone(table))
    return render_template(
        "table/replay.html",
        table=table,
        actor=table.actor(known_device()),
        public=next(part for part in parts if part.id == "public"),
        step=shown,
        last=steps[-1],
        before=max((other for other in steps if other < shown), default=None),
        after=min((other for other in steps if other > shown), default=None),
    )


def _as_it_was(table: OpenTable, step: int) -> OpenTable:
    """Return a table as it stood after a step, that was taken back since or not."""
    store = open_tables().store
    log = store.entries(table.id, table.game.event_kinds, most=step) if step else []
    timeline = Timeline.begun(table.game, table.setup, log, giving_way)
    return replace(table, timeline=timeline, newest=log[-1] if log else None, changes=())


def _every_phone(table: OpenTable) -> frozenset[str]:
    """Return the devices of the seats: whose phone was away then nobody kept."""
    return frozenset(seat.device for seat in table.seats if seat.device)


@bp.get("/result.svg")
def picture(code: str) -> Response:
    """Give the result as a picture; the page makes of it one that can be kept."""
    table = table_of(code)
    outcome = _outcome(table)
    sentence = current_speaker().say(outcome.sentence)
    drawn = render_template(
        "table/result.svg",
        table=table,
        outcome=outcome,
        lines=textwrap.wrap(sentence, LETTERS_A_LINE),
        at=table.timeline.standing.entries[-1].at,
    )
    return Response(drawn, mimetype="image/svg+xml")

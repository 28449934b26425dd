"""The replay of a finished game, and a picture of its result."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from flask import Blueprint, Response, render_template

from companion.mechanics.outcome import Outcome
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from companion.mechanics.words import say
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.live.giving_way import giving_way
from companion.web.access.devices import known_device
from companion.web.live.screens import Viewer
from companion.web.live.streams import streams
from companion.web.live.viewers import table_of
from companion.web.requests.language import chosen_language, current_speaker

bp = Blueprint("finished", __name__, url_prefix="/t/<code>")
LETTERS_PER_LINE = 26
"""Maximum letters per line in the picture of the result, so that even wide letters fit."""


def _outcome(table: OpenTable) -> Outcome:
    """Return the final scores; raise ``not_over_yet`` if the game is still in progress."""
    outcome = table.game.final.outcome(table.state)
    if outcome is None:
        raise Refusal("not_over_yet", "", say("This can be looked at when the game is over."))
    return outcome


@bp.get("/replay/<int:number>")
def replay(code: str, number: int) -> str:
    """Show the big screen as it was after a step, with links to the previous and next steps."""
    table = table_of(code)
    _outcome(table)
    shown = min(number, table.sequence)
    steps = [0, *(entry.sequence for entry in table.timeline.standing.entries)]
    moment = _as_it_was(table, shown)
    viewer = Viewer(Actor("", "onlooker"), "table", chosen_language())
    fragments = streams().screens.fragments(moment, viewer, _seat_devices(table))
    return render_template(
        "table/replay.html",
        table=table,
        actor=table.actor(known_device()),
        public=fragments["public"],
        step=shown,
        last=steps[-1],
        before=max((other for other in steps if other < shown), default=None),
        after=min((other for other in steps if other > shown), default=None),
    )


def _as_it_was(table: OpenTable, step: int) -> OpenTable:
    """Return the table as it was right after a step, even if that step was undone later."""
    store = open_tables().store
    log = store.entries(table.id, table.game.event_kinds, most=step) if step else []
    timeline = Timeline.begun(table.game, table.setup, log, giving_way)
    return replace(table, timeline=timeline, newest=log[-1] if log else None, changes=())


def _seat_devices(table: OpenTable) -> frozenset[str]:
    """Return the devices of all seats.

    The replay shows them all as connected, because the log does not record who was away.
    """
    return frozenset(seat.device for seat in table.seats if seat.device)


@bp.get("/result.svg")
def picture(code: str) -> Response:
    """Return the result as an SVG image, which a script on the page converts to PNG."""
    table = table_of(code)
    outcome = _outcome(table)
    sentence = current_speaker().say(outcome.sentence)
    drawn = render_template(
        "table/result.svg",
        table=table,
        outcome=outcome,
        lines=textwrap.wrap(sentence, LETTERS_PER_LINE),
        at=table.timeline.standing.entries[-1].at,
    )
    return Response(drawn, mimetype="image/svg+xml")

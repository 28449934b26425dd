"""The replay of a finished game, tonight's standings, and pictures of both results."""

from __future__ import annotations

import textwrap
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.history.play_time import ending_entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.language.words import say
from companion.mechanics.scoring.outcome import Outcome
from companion.tables.household.tonight import tonight_of
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import SeatNow
from companion.web.access.devices import known_device
from companion.web.access.host import cards_here
from companion.web.finished.game_nights import is_part_of_more
from companion.web.live.appearance import felt_of
from companion.web.live.chart import turn_steps
from companion.web.live.screens import Viewer
from companion.web.live.streams import streams
from companion.web.live.viewers import table_of
from companion.web.requests.forms import small_number
from companion.web.requests.language import chosen_language, current_speaker

bp = Blueprint("finished", __name__, url_prefix="/t/<code>")
LETTERS_PER_LINE = 26
"""Maximum letters per line of the sentence in a picture, so that even wide letters fit."""
SPEEDS = (1, 2, 4)
"""How many times faster than usual a replay can play."""


def _require_outcome(table: OpenTable) -> Outcome:
    """Return the final scores; raise ``not_over_yet`` if the game is still in progress."""
    outcome = table.game.final.outcome(table.state)
    if outcome is None:
        raise Refusal("not_over_yet", "", say("You can see this when the game is over."))
    return outcome


@bp.get("/replay")
def replay_from(code: str) -> Answer:
    """Redirect to the replay of the step that was chosen with the slider.

    If that step has been undone, redirect to the latest earlier step that has not.

    URL parameters:

    - ``step``: the number of the step
    - ``speed``: see ``replay``
    """
    table = table_of(code)
    _require_outcome(table)
    steps = _replay_steps(table)
    wanted = small_number(request.args.get("step", "")) or 0
    return redirect(_replay_url(code, steps[bisect_right(steps, wanted) - 1], _chosen_speed()), 303)


@bp.get("/replay/<int:number>")
def replay(code: str, number: int) -> str:
    """Show the big screen as it was after a step, with links to other steps and turns.

    Raises ``not_over_yet`` while the game is in progress.

    URL parameters:

    - ``play``: if present, the page continues to the next step without a tap
    - ``speed``: how many times faster than usual the replay plays, 1 if missing
    """
    table = table_of(code)
    _require_outcome(table)
    shown = min(number, table.sequence)
    steps, turns, speed = _replay_steps(table), turn_steps(table), _chosen_speed()
    after = min((other for other in steps if other > shown), default=None)
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
        after=after,
        turn_before=max((other for other in turns if other < shown), default=None),
        turn_after=min((other for other in turns if other > shown), default=None),
        plays="play" in request.args and after is not None,
        speed=speed,
        next_speed=SPEEDS[(SPEEDS.index(speed) + 1) % len(SPEEDS)],
        url_of=partial(_replay_url, code),
    )


def _replay_steps(table: OpenTable) -> list[int]:
    """Return the steps that a replay shows: 0 for the beginning, and all steps in effect."""
    return [0, *(entry.sequence for entry in table.timeline.standing.entries)]


def _chosen_speed() -> int:
    speed = small_number(request.args.get("speed", ""))
    return speed if speed in SPEEDS else SPEEDS[0]


def _replay_url(code: str, step: int, speed: int = 1, *, plays: bool = False) -> str:
    query = "&".join(["play"] * plays + [f"speed={speed}"] * (speed > 1))
    return url_for("finished.replay", code=code, number=step) + (query and f"?{query}")


def _as_it_was(table: OpenTable, step: int) -> OpenTable:
    """Return the table as it was right after a step, even if that step was undone later.

    A player whose joining was undone later has a seat again.
    """
    store = open_tables().store
    log = store.entries(table.id, table.game.event_kinds, most=step) if step else []
    timeline = Timeline.begun(table.game, table.setup, log, giving_way)
    then = tuple(enumerate(timeline.state.setup.seats))
    undone = (SeatNow(number, one.name, one.colours, None, 0) for number, one in then)
    seats = (*table.seats, *islice(undone, len(table.seats), None))
    newest = log[-1] if log else None
    return replace(table, timeline=timeline, newest=newest, changes=(), seats=seats)


def _seat_devices(table: OpenTable) -> frozenset[str]:
    """Return the ids of the devices of all seats.

    The replay shows all of them as connected, because the log does not record connections.
    """
    return frozenset(seat.device for seat in table.seats if seat.device)


@bp.get("/result.svg")
def picture(code: str) -> Response:
    """Return the result as an SVG image, which a script on the page converts to PNG.

    Raises ``not_over_yet`` while the game is in progress.
    """
    table = table_of(code)
    outcome = _require_outcome(table)
    speaker = current_speaker()
    rows = [
        PictureRow(
            rank,
            place.seat in outcome.winners,
            table.colours[place.seat],
            place.name,
            speaker.say(outcome.denomination.figure(place.total)),
        )
        for place, rank in zip(outcome.standings, outcome.ranks, strict=True)
    ]
    ending = ending_entry(table.timeline)
    at = table.created_at if ending is None else ending.at
    title = table.own_title or speaker.gettext(table.game.title)
    sentence = speaker.say(outcome.sentence)
    return _svg_response(felt_of(table.game.name), title, at, sentence, rows)


@bp.get("/tonight")
def tonight(code: str) -> str:
    """Show the standings over all games of the evening to which a table belongs."""
    table = table_of(code)
    evening = tonight_of(table, cards_here())
    return render_template(
        "table/tonight.html",
        table=table,
        actor=table.actor(known_device()),
        tonight=evening,
        has_more=is_part_of_more(evening),
    )


@bp.get("/tonight.svg")
def tonight_picture(code: str) -> Response:
    """Return the standings of the evening as an SVG image.

    Raises ``not_over_yet`` if no game of the evening is finished.
    """
    table, speaker = table_of(code), current_speaker()
    evening = tonight_of(table, cards_here())
    if not evening.games:
        raise Refusal("not_over_yet", "", say("You can see this when the game is over."))
    rows = [
        PictureRow(
            one.rank,
            one.rank == 1,
            one.colours,
            one.name,
            speaker.ngettext("{count} win", "{count} wins", one.wins),
            one.places,
        )
        for one in evening.standings
    ]
    games = Counter(
        game.card.own_title or speaker.gettext(game.card.title) for game in evening.games
    )
    titles = ", ".join(
        title + (f"\u00a0×\u00a0{count}" if count > 1 else "") for title, count in games.items()
    )
    felts = {felt_of(game.card.game) for game in evening.games}
    felt = felts.pop() if len(felts) == 1 else felt_of("")
    return _svg_response(felt, speaker.gettext("Tonight"), evening.games[-1].at, titles, rows)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """The row of one person in a picture of a result."""

    rank: int
    is_first: bool
    """Whether the row is highlighted."""
    colours: tuple[str, ...]
    name: str
    figure: str
    """The text at the end of the row: the final score or the number of wins."""
    places: tuple[int | None, ...] = ()
    """The person's place in each game of the evening, or None for a game without the person."""


def _svg_response(
    felt: str, title: str, at: float, sentence: str, rows: list[PictureRow]
) -> Response:
    """Draw a result.

    felt: the CSS class of the felt it lies on.
    """
    drawn = render_template(
        "table/result.svg",
        felt=felt,
        title=title,
        at=at,
        lines=textwrap.wrap(sentence, LETTERS_PER_LINE),
        rows=rows,
    )
    return Response(drawn, mimetype="image/svg+xml")

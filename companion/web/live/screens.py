"""Rendering of the live screen of each device.

Templates show what is in a player view. From ``table`` they take only what everybody may know.

A screen consists of fragments. Devices with the same language share the public fragment, which is
rendered once per change. A device's own fragment contains its seat's money and buttons. Both
contain smaller fragments, which are rendered again only if a value that they show has changed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

from flask import Flask
from jinja2 import Environment, Template
from markupsafe import Markup

from companion.mechanics.game import AnyGame
from companion.mechanics.play.seat_order import MoveSeat
from companion.mechanics.play.stopping import GoOn, Paused
from companion.tables.copies import missing_numbers
from companion.tables.household.next_game import again_request
from companion.tables.household.tonight import Tonight, tonight_of
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.roles import holds_secrets, is_closed_to
from companion.tables.seats import played_by_banker
from companion.web.history.lines import (
    LatestLine,
    actor_name,
    last_lines,
    latest_move,
    reason_of_change,
)
from companion.web.history.scenes import cheers_for, end_scenes, scenes_of
from companion.web.live.appearance import names_in
from companion.web.live.chart import wealth_chart
from companion.web.live.choices import (
    BUTTONS,
    MenuItem,
    corrections_of,
    early_pass,
    rows,
    sales_of,
)
from companion.web.live.cockpit import Cockpit, cockpit_of
from companion.web.live.fragments import (
    FragmentCache,
    FragmentRenderer,
    Fragments,
    TableFragments,
)
from companion.web.live.seat_news import seat_news
from companion.web.player_view import player_view
from companion.web.requests.language import Speaker, speaker_for
from companion.web.situation import (
    Situation,
    last_step,
    moves_for,
    own_undoable,
    redoable,
    situation_of,
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device together with the screen that it shows."""

    actor: Actor
    screen: str
    """The kind of screen: "seat" (phone or banker), "table" (big screen), "seats" (invitation page)
    or "page" (a page without live updates)."""
    language: str
    acting: int | None = None
    """The seat that a banker has chosen to play for, or None."""
    draft: str = ""
    """The state of a multi-step input, in a format that the game defines, or "" for none."""
    draft_of: int | None = None
    """The only seat that the input is for, or None for any."""


EMPTY = {id: Markup(f'<div id="part-{id}"></div>') for id in ("news", "clock", "scenes", "undo")}
"""Empty fragments by id, for screens without news, a countdown, scenes or an undo button."""


class Screens:
    """The renderer of the screens of all tables, with a cache of their fragments."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._environment: Environment = app.jinja_env
        self._environment.globals.update(
            BUTTONS,
            go_on=GoOn(),
            rows=rows,
            corrections_of=corrections_of,
            again_request=again_request,
            is_banker_away=is_banker_away,
            holds_secrets=holds_secrets,
            wealth_chart=wealth_chart,
        )
        renderer = FragmentRenderer(self._environment)
        self._render, self._inner = renderer.render, renderer.inner
        self._cache = FragmentCache()
        self.forget = self._cache.forget

    def now(self, table: OpenTable, viewer: Viewer, present: frozenset[str]) -> str:
        """Return a viewer's whole screen for a page, as an element with the id ``now``.

        present: the ids of the devices that are connected to this table.
        """
        fragments = self.fragments(table, viewer, present, is_live=False)
        template = self._environment.get_template("table/now.html")
        words = speaker_for(viewer.language).words()
        key = secrets.token_hex(6)
        return template.render(words, table=table, viewer=viewer, fragments=fragments, key=key)

    def fragments(
        self,
        table: OpenTable,
        viewer: Viewer,
        present: frozenset[str],
        *,
        is_live: bool = True,
        is_seen: bool = False,
    ) -> Fragments:
        """Return the fragments of a viewer's screen, always with the same ids in the same order.

        present: the ids of the devices that are connected to this table.
        is_live: whether the screen shows what has just happened. A page that has just been loaded
            shows the current state without any animation.
        is_seen: whether the big screen of this table is visible.
        """
        if viewer.screen == "page":
            return {}
        speaker = speaker_for(viewer.language)
        if viewer.screen == "seats":
            return {"seats": self._seats_fragment(table, viewer, speaker, present)}
        situation, cached = situation_of(table), self._cache.of(table.id)
        clock = self._clock_fragment(table, situation, speaker)
        if viewer.screen == "table":
            public = self._public_fragment(table, situation, viewer, speaker, present, cached)
            scenes = EMPTY["scenes"]
            if is_live:
                scenes = self._scenes_fragment(table, situation, speaker, cached)
            undo = self._undo_fragment(table, viewer, speaker)
            return {"clock": clock, "public": public, "scenes": scenes, "undo": undo}
        acting = _acting_seat(table, viewer, situation)
        covered = _covered_seat(table, acting, viewer.actor)
        news = self._news_fragment(table, viewer, speaker, covered)
        # A seat with covered money gets no buttons, because the possible bids would reveal it.
        seat = None if covered else acting
        words = viewer.draft if viewer.draft_of in (None, seat) else ""
        draft = table.game.screen.draft(situation.state, seat, words)
        if draft is not None and viewer.acting is None:
            _let_follow(draft)
        own = self._own_fragment(
            table,
            situation,
            viewer,
            seat,
            draft,
            speaker,
            cached,
            is_banker_away=not viewer.actor.is_banker and is_banker_away(table, present),
            is_live=is_live,
            is_seen=is_seen,
        )
        public = self._public_fragment(
            table, situation, viewer, speaker, present, cached, composes=draft is not None
        )
        return {"news": news, "clock": clock, "own": own, "public": public}

    def _public_fragment(
        self,
        table: OpenTable,
        situation: Situation,
        viewer: Viewer,
        speaker: Speaker,
        present: frozenset[str],
        cached: TableFragments,
        *,
        composes: bool = False,
    ) -> Markup:
        """Return the public fragment, cached for all viewers that see the same content.

        While money is hidden, players also see their own money in this fragment. Bankers also see
        links to corrections.

        composes: whether the viewer's own fragment shows a multi-step input. It may then already
            show content that the public fragment can leave out.
        """
        hides = viewer.screen == "seat" and situation.hides_money
        owner = viewer.actor.seat if hides else None
        leads = viewer.screen == "seat" and viewer.actor.role == "banker"
        place = viewer.screen, speaker.language, owner, leads, composes
        shows = table.timeline.sequence, table.revision, present
        known = cached.get(place)
        if known is None or known[0] != shows:
            drawn = self._render(
                "public",
                _template_names(
                    table.game, situation, "table" if viewer.screen == "table" else "public"
                ),
                speaker,
                self._inner(cached, speaker, (viewer.screen, owner, leads)),
                view=player_view(table, owner),
                leads=leads,
                composes=composes,
                waiting=situation.waiting,
                outcome=situation.outcome,
                names=names_in(
                    self._environment,
                    speaker,
                    table.seats,
                    table.colours,
                    present,
                    situation.leaders or (),
                    situation.state.holds,
                    situation.state.side,
                ),
                lines=situation.lines,
                line=latest_move(table, situation.lines) if viewer.screen == "table" else None,
                tonight=self._evening_of(table) if situation.outcome else None,
                table=table,
            )
            known = cached[place] = shows, drawn
        return known[1]

    def _evening_of(self, table: OpenTable) -> Tonight:
        """Return the evening of a table, using an app context because event streams have none."""
        with self._app.app_context():
            return tonight_of(table)

    def _own_fragment(
        self,
        table: OpenTable,
        situation: Situation,
        viewer: Viewer,
        seat: int | None,
        draft: object,
        speaker: Speaker,
        cached: TableFragments,
        *,
        is_banker_away: bool,
        is_live: bool,
        is_seen: bool,
    ) -> Markup:
        """Return the fragment with a seat's money and buttons.

        seat: the seat, or None to include only the buttons that belong to no seat.
        draft: the current page of a multi-step input (see ``parts.Screen.draft``), or None.
        is_banker_away: whether to show a note that no banker's device is connected.
        is_live, is_seen: see ``fragments``.
        """
        game, state = table.game, situation.state
        leads = viewer.actor.role == "banker"
        may_do = moves_for(situation, seat, banker=leads)
        menu = [MenuItem(offer, state, speaker.say) for offer in may_do]
        mine = seat is not None and seat == viewer.actor.seat
        why = None if seat is None else reason_of_change(table, seat, seat if mine else None)
        return self._render(
            "own",
            _template_names(game, situation, "seat"),
            speaker,
            self._inner(cached, speaker, (viewer.actor.seat, seat)),
            view=player_view(table, seat),
            seat=seat,
            mine=mine,
            menu=menu,
            offers={choice.offer.action.kind: choice for choice in menu},
            draft=draft,
            waiting=situation.waiting.read_by(seat if mine else None),
            outcome=situation.outcome,
            undo=last_step(table, viewer.actor),
            redo=redoable(table, viewer.actor),
            actor_name=partial(actor_name, table),
            early=None
            if seat in (None, *situation.waiting.seats)
            else early_pass(game, state, seat),
            sales=sales_of(game, state) if leads else None,
            leaders=situation.leaders,
            just=_line_above_buttons(table, situation, seat if mine else None),
            why=None if situation.outcome or why in situation.said else why,
            pauses=situation.waiting.prompt is Paused.line and viewer.actor.role != "onlooker",
            cockpit=_banker_buttons(table, situation, viewer, seat, speaker) if leads else None,
            missing=None if table.timeline.sequence else missing_numbers(table, viewer.actor),
            shows_banker_away=is_banker_away,
            cheers=cheers_for(table, situation, seat) if is_live and mine else (),
            look=end_scenes(table, situation) if is_seen and not leads else 0,
            table=table,
            viewer=viewer,
        )

    def _news_fragment(
        self, table: OpenTable, viewer: Viewer, speaker: Speaker, covered: SeatNow | None
    ) -> Markup:
        """Return the fragment with news about seats, or an empty fragment if there is no news."""
        news = seat_news(table, viewer.actor, covered)
        if news is None:
            return EMPTY["news"]
        template = "table/seat_news.html"
        return self._render("news", template, speaker, table=table, viewer=viewer, news=news)

    def _clock_fragment(self, table: OpenTable, situation: Situation, speaker: Speaker) -> Markup:
        """Return the countdown fragment, or an empty fragment if the table has no clock."""
        if table.game.rules.clock(situation.state) is None:
            return EMPTY["clock"]
        return self._render("clock", "table/clock.html", speaker, table=table)

    def _scenes_fragment(
        self, table: OpenTable, situation: Situation, speaker: Speaker, cached: TableFragments
    ) -> Markup:
        """Return the fragment with the scenes of the latest move, cached for all big screens."""
        place, moment = ("scenes", speaker.language), (table.timeline.sequence, table.revision)
        known = cached.get(place)
        if known is None or known[0] != moment:
            drawn, scenes = EMPTY["scenes"], scenes_of(table, situation)
            if scenes:
                is_over = situation.outcome is not None
                own = zip(table.colours, table.names, strict=True)
                players = [(next(iter(colours), ""), name) for colours, name in own]
                shows: dict[str, object] = {"scenes": scenes, "is_over": is_over}
                template, step = "scenes/queue.html", table.sequence
                drawn = self._render(
                    "scenes", template, speaker, players=players, step=step, **shows
                )
            known = cached[place] = moment, drawn
        return known[1]

    def _undo_fragment(self, table: OpenTable, viewer: Viewer, speaker: Speaker) -> Markup:
        """Return the fragment with the undo button, which is empty if the viewer can undo nothing.

        After the end of the game, it also contains the Replay link and the way to the next table.
        Only bankers see these until somebody asks for another game or there is a next table.
        """
        entry, is_banker = own_undoable(table, viewer.actor), viewer.actor.is_banker
        shows: dict[str, object] = {"entry": entry, "is_banks": is_banker}
        goes_on = table.followed_by is not None or again_request(table) is not None
        if (is_banker or goes_on) and situation_of(table).outcome is not None:
            template = "table/end_aside.html"
            return self._render("undo", template, speaker, table=table, viewer=viewer, **shows)
        if entry is None:
            return EMPTY["undo"]
        return self._render("undo", "table/undo.html", speaker, **shows)

    def _seats_fragment(
        self, table: OpenTable, viewer: Viewer, speaker: Speaker, present: frozenset[str]
    ) -> Markup:
        """Return the only fragment of the invitation page, with the seats and news about them."""
        return self._render(
            "seats",
            "table/seats.html",
            speaker,
            table=table,
            viewer=viewer,
            present=present,
            played=played_by_banker(table),
            news=seat_news(table, viewer.actor, None, is_lobby=True),
            missing=None if table.timeline.sequence else missing_numbers(table, viewer.actor),
            may_move=viewer.actor.is_banker
            and MoveSeat.kind in table.game.action_kinds
            and situation_of(table).outcome is None,
        )


def is_banker_away(table: OpenTable, present: frozenset[str]) -> bool:
    """Return whether a table needs a banker, but no banker's device is connected.

    Only a demo game needs no banker.

    present: the ids of the connected devices.
    """
    return table.bankers.isdisjoint(present) and not situation_of(table).is_demo


def _template_names(game: AnyGame, situation: Situation, name: str) -> list[str | Template]:
    """Return the names of the templates to try: the game's own, then the plain one for all games.

    After the end of the game, all games use the same template.
    """
    if situation.outcome is not None:
        return [f"table/end_{name}.html"]
    return [f"games/{game.name}/{name}.html", f"plain/{name}.html"]


def _line_above_buttons(
    table: OpenTable, situation: Situation, you: int | None
) -> LatestLine | None:
    """Return the newest line of a step to show above the buttons, or None.

    Returns None before the first step, after the end of the game, and for a line that the screen
    shows elsewhere.

    you: the seat whose own device shows the line, with "you" for its player, or None.
    """
    lines = situation.lines if you is None else last_lines(table, None, you, most=1)
    line = lines[0] if lines and lines[0].at is None else latest_move(table, lines, you)
    hides = situation.outcome or line is None or line.sentence in situation.said
    return None if hides else line


def _acting_seat(table: OpenTable, viewer: Viewer, situation: Situation) -> int | None:
    """Return the seat whose buttons are shown, or None.

    Players get the buttons of the seat that they hold. A banker can play for the seat that they
    hold, for every seat without a phone, and for every other seat that the table waits for. The
    first rule that applies selects one:

    1. the seat that the banker has chosen, or after the end the winner's
    2. the first seat that the table waits for
    3. the banker's own seat
    4. the first seat without a phone
    """
    actor = viewer.actor
    if actor.role != "banker" or viewer.screen == "table":
        return actor.seat if viewer.screen == "seat" else None
    free = [seat.number for seat in table.seats if seat.device in (None, actor.device)]
    if situation.outcome and actor.seat is None:
        winners = situation.outcome.winners
        return min(free, key=lambda seat: seat not in winners, default=None)
    if viewer.acting in (*free, *situation.waiting.seats):
        return viewer.acting
    waited = [seat for seat in situation.waiting.seats if seat in free]
    if waited:
        return waited[0]
    return actor.seat if actor.seat is not None else next(iter(free), None)


def _let_follow(draft: object) -> None:
    """Let a screen that follows the turns do so after a multi-step input, too.

    Its links name the seat of the input, but do not choose that seat. The input then ends when
    another seat is shown.
    """
    if isinstance(draft, SimpleNamespace) and hasattr(draft, "tail"):
        draft.tail = draft.tail.replace("for=", "of=")


def _banker_buttons(
    table: OpenTable, situation: Situation, viewer: Viewer, seat: int | None, speaker: Speaker
) -> Cockpit | None:
    """Return the banker's buttons for other seats, or None after the end of the game."""
    if situation.outcome is not None:
        return None
    return cockpit_of(table, situation.waiting, viewer.actor, seat, speaker.say, situation.moves_of)


def _covered_seat(table: OpenTable, acting: int | None, actor: Actor) -> SeatNow | None:
    """Return the seat that a banker plays for if its secrets are covered, otherwise None."""
    if acting is None or actor.role != "banker":
        return None
    seat = table.seats[acting]
    return seat if is_closed_to(table, seat, actor.device) else None

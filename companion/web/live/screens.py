"""Rendering of the live screen of each device.

Templates get a player view and never the state, so they cannot show secrets.

A screen consists of fragments. Devices with the same language share the public fragment, which is
rendered once per change. A device's own fragment contains its seat's money and buttons. Both
contain smaller fragments, which are rendered again only if a value that they show has changed.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from flask import Flask
from jinja2 import Environment, Template
from markupsafe import Markup

from companion.mechanics.game import AnyGame, LegalMove, Outcome, PendingDecision
from companion.mechanics.stopping import GoOn, Pause, Paused
from companion.mechanics.words import Sentence
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.roles import is_covered, is_seen
from companion.tables.seats import played_by_banker
from companion.web.history.lines import last_lines
from companion.web.live.appearance import chips_in, names_in, signs_in
from companion.web.live.chart import wealth_chart
from companion.web.live.choices import BUTTONS, MenuItem, corrections_of, early_pass, rows, sales_of
from companion.web.live.cockpit import Cockpit, cockpit_of
from companion.web.live.parts import MARK, Fragment, Kept, KeptParts, Parts
from companion.web.live.seat_news import seat_news
from companion.web.player_view import player_view
from companion.web.requests.language import Speaker, speaker_for


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device together with the screen that it shows."""

    actor: Actor
    screen: str
    """The kind of screen: "seat" (phone or banker), "table" (big screen), "seats" (invitation page)
    or "page" (a page without live updates)."""
    language: str
    csrf: str
    """The CSRF token for the forms on the screen."""
    acting: int | None = None
    """The seat that a banker has chosen to play for, or None."""
    draft: str = ""
    """The input so far for an action with several steps, in a format that the game defines."""


class SeatRequest:
    """Values computed from one state of a table, once for all screens."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table
        self._game = table.game
        self.state: Any = table.timeline.state
        self._offers: dict[int, tuple[int, tuple[LegalMove, ...]]] = {}

    @cached_property
    def outcome(self) -> Outcome | None:
        """The final scores, or None while the game is in progress."""
        return self._game.final.outcome(self.state)

    @cached_property
    def waiting(self) -> PendingDecision:
        """The pending decision. After the end of the game, the prompt names the winner."""
        waiting = self._game.rules.waiting(self.state)
        entries = self._table.timeline.standing.entries
        if entries and entries[-1].action["kind"] == Pause.kind and Paused.line is not None:
            waiting = replace(waiting, prompt=Paused.line, highest=None)
        return replace(waiting, prompt=self.outcome.sentence) if self.outcome else waiting

    @cached_property
    def hides_money(self) -> bool:
        """Whether any account is hidden from the public."""
        return bool(self.state.hidden_accounts(None))

    @cached_property
    def leaders(self) -> tuple[int, ...] | None:
        """The seats with the greatest wealth, or () if all seats have the same wealth.

        None while money is hidden, and for games that do not compute wealth.
        """
        game, state = self._game, self.state
        if game.chart is None or self.hides_money:
            return None
        worth = game.chart.wealth(state)
        best = max(worth)
        if min(worth) == best:
            return ()
        return tuple([seat for seat in state.seats if worth[seat] == best])

    @cached_property
    def offers(self) -> tuple[LegalMove, ...]:
        """The legal moves of the table as a whole."""
        return self._game.legal_actions(self.state, None)

    def offers_to(self, seat: int, at: int | None = None) -> tuple[LegalMove, ...]:
        """Return the legal moves of a seat.

        at: the time of the move in seconds since 1970, or None for now.
        """
        moment = int(time.time()) if at is None else at
        known = self._offers.get(seat)
        if known is None or known[0] != moment:
            legal = self._game.legal_actions(self.state, seat, moment)
            known = self._offers[seat] = moment, legal
        return known[1]

    @cached_property
    def lines(self) -> list[tuple[Sentence, int | None]]:
        """The latest history lines that everybody may see, each with its step number or None."""
        return last_lines(self._table, None)


@lru_cache(maxsize=256)
def asked(table: OpenTable) -> SeatRequest:
    """Return the values computed from a table's current state. The result is cached."""
    return SeatRequest(table)


NO_NEWS, NO_CLOCK, NO_UNDO = (Fragment(id, ("",)) for id in ("news", "clock", "undo"))
"""Empty fragments for screens without news, a countdown or an undo button."""

Inner = tuple[Callable[..., Markup], list[Fragment]]
"""The template function ``part``, and the list to which it adds the fragments that it renders."""


class Screens:
    """Renders the screens of all tables, and caches their fragments."""

    def __init__(self, app: Flask) -> None:
        self._environment: Environment = app.jinja_env
        self._environment.globals.update(
            BUTTONS,
            go_on=GoOn(),
            rows=rows,
            corrections_of=corrections_of,
            wealth_chart=wealth_chart,
        )
        self._said: dict[str, dict[str, object]] = {}
        self._kept = KeptParts()
        self.forget = self._kept.forget

    def now(self, table: OpenTable, viewer: Viewer, present: frozenset[str]) -> str:
        """Return a viewer's whole screen for a page, as an element with the id ``now``.

        present: the devices that are connected to this table.
        """
        parts = {part.id: part for part in self.parts(table, viewer, present)}
        template = self._environment.get_template("table/now.html")
        words = speaker_for(viewer.language).words()
        key = secrets.token_hex(6)
        return template.render(words, table=table, viewer=viewer, parts=parts, key=key)

    def parts(self, table: OpenTable, viewer: Viewer, present: frozenset[str]) -> Parts:
        """Return the fragments of a viewer's screen, always with the same ids in the same order."""
        if viewer.screen == "page":
            return ()
        speaker = speaker_for(viewer.language)
        if viewer.screen == "seats":
            return (self._seats(table, viewer, speaker, present),)
        said, kept = asked(table), self._kept.of(table.id)
        public = self._public(table, said, viewer, speaker, present, kept)
        clock = self._clock(table, said, speaker)
        if viewer.screen == "table":
            return clock, public, self._undo(table, viewer, speaker)
        acting = _acting(table, viewer, said.waiting)
        covered = _covered(table, acting) if viewer.actor.role == "banker" else None
        # A seat with covered money gets no buttons, because the possible bids would reveal it.
        own = self._own(table, said, viewer, None if covered else acting, speaker, kept)
        return self._news(table, viewer, speaker, covered), clock, own, public

    def _public(
        self,
        table: OpenTable,
        said: SeatRequest,
        viewer: Viewer,
        speaker: Speaker,
        present: frozenset[str],
        kept: Kept,
    ) -> Fragment:
        """Return the public fragment, cached for all viewers that see the same content.

        While money is hidden, players also see their own money in this fragment. Bankers also see
        links to corrections.
        """
        hides = viewer.screen == "seat" and said.hides_money
        owner = viewer.actor.seat if hides else None
        leads = viewer.screen == "seat" and viewer.actor.role == "banker"
        place = viewer.screen, speaker.language, owner, leads
        shows = table.timeline.sequence, table.revision, present
        known = kept.get(place)
        if known is None or known[0] != shows:
            drawn = self._part(
                "public",
                _templates(table.game, said, "table" if viewer.screen == "table" else "public"),
                speaker,
                self._inner(kept, speaker, (viewer.screen, owner, leads)),
                view=player_view(table, owner),
                leads=leads,
                waiting=said.waiting,
                outcome=said.outcome,
                names=names_in(
                    self._environment,
                    speaker,
                    table.seats,
                    table.colours,
                    present,
                    said.leaders or (),
                    said.state.holds,
                ),
                lines=said.lines,
                table=table,
            )
            known = kept[place] = shows, drawn
        return known[1]

    def _own(
        self,
        table: OpenTable,
        said: SeatRequest,
        viewer: Viewer,
        seat: int | None,
        speaker: Speaker,
        kept: Kept,
    ) -> Fragment:
        """Return the fragment with a seat's money and buttons.

        seat: the seat, or None to include only the buttons that belong to no seat.
        """
        game, state = table.game, said.state
        leads = viewer.actor.role == "banker"
        may_do = offered(said, seat, banker=leads)
        menu = [MenuItem(offer, state, speaker.say) for offer in may_do]
        return self._part(
            "own",
            _templates(game, said, "seat"),
            speaker,
            self._inner(kept, speaker, (viewer.actor.seat, seat)),
            view=player_view(table, seat),
            seat=seat,
            mine=seat is not None and seat == viewer.actor.seat,
            menu=menu,
            offers={choice.offer.action.kind: choice for choice in menu},
            draft=game.screen.draft(state, seat, viewer.draft),
            waiting=said.waiting.read_by(seat if seat == viewer.actor.seat else None),
            outcome=said.outcome,
            undo=my_last(table, viewer.actor),
            early=None if seat in (None, *said.waiting.seats) else early_pass(game, state, seat),
            sales=sales_of(game, state) if leads else None,
            leaders=said.leaders,
            pauses=said.waiting.prompt is Paused.line and viewer.actor.role != "onlooker",
            cockpit=_cockpit(table, said, viewer, seat, speaker) if leads else None,
            table=table,
            viewer=viewer,
        )

    def _news(
        self, table: OpenTable, viewer: Viewer, speaker: Speaker, covered: SeatNow | None
    ) -> Fragment:
        """Return the fragment with news about seats, or an empty fragment if there is no news."""
        news = seat_news(table, viewer.actor, covered)
        if news is None:
            return NO_NEWS
        template = "table/seat_news.html"
        return self._part("news", template, speaker, table=table, viewer=viewer, news=news)

    def _clock(self, table: OpenTable, said: SeatRequest, speaker: Speaker) -> Fragment:
        """Return the countdown fragment, or an empty fragment if the table has no clock."""
        if table.game.rules.clock(said.state) is None:
            return NO_CLOCK
        return self._part("clock", "table/clock.html", speaker, table=table)

    def _undo(self, table: OpenTable, viewer: Viewer, speaker: Speaker) -> Fragment:
        """Return the fragment with the undo button, or an empty fragment if nothing can be undone.

        After the end of the game, the fragment also contains the button for the next table.
        """
        entry, is_banker = my_last(table, viewer.actor), viewer.actor.is_banker
        shows: dict[str, object] = {"entry": entry, "is_banks": is_banker}
        if (is_banker or table.followed_by is not None) and asked(table).outcome is not None:
            template = "table/end_aside.html"
            return self._part("undo", template, speaker, table=table, viewer=viewer, **shows)
        return NO_UNDO if entry is None else self._part("undo", "table/undo.html", speaker, **shows)

    def _seats(
        self, table: OpenTable, viewer: Viewer, speaker: Speaker, present: frozenset[str]
    ) -> Fragment:
        """Return the only fragment of the invitation page."""
        return self._part(
            "seats",
            "table/seats.html",
            speaker,
            table=table,
            viewer=viewer,
            present=present,
            played=played_by_banker(table),
            news=seat_news(table, viewer.actor, None),
        )

    def _part(
        self,
        id: str,
        template: str | list[str | Template],
        speaker: Speaker,
        inner: Inner | None = None,
        /,
        **shows: object,
    ) -> Fragment:
        """Render a fragment.

        inner: the result of ``_inner``, or None if the template has no inner fragments.
        shows: the values for the template. The value ``row`` is also stored in the fragment.
        """
        part, found = inner or (None, ())
        words = self._said.get(speaker.language) or self._words_of(speaker)
        filled = self._environment.get_or_select_template(template)
        # Template.render copies all Jinja globals on each call, which would take half of the time
        # for fragments this small.
        context = self._environment.context_class(
            self._environment, {**words, "part": part, **shows}, filled.name, filled.blocks
        )
        # The data of a server-sent event must be a single line.
        lines = "".join(filled.root_render_func(context)).split("\n")
        texts = tuple(" ".join(filter(None, map(str.strip, lines))).split(MARK))
        row: Any = shows.get("row")
        return Fragment(id, texts, tuple(found), row)

    def _words_of(self, speaker: Speaker) -> dict[str, object]:
        """Return the values that all templates need in the given language, and cache them."""
        chip = chips_in(self._environment, speaker.language)
        sign = signs_in(self._environment, speaker.language)
        words = {**self._environment.globals, **speaker.words(), "chip": chip, "sign": sign}
        self._said[speaker.language] = words
        return words

    def _inner(self, kept: Kept, speaker: Speaker, whose: object) -> Inner:
        """Return the template function for inner fragments, and the list that it fills.

        whose: the cache key of the screens that show the same inner fragments.
        """
        found: list[Fragment] = []

        def part(id: str, template: str, /, **shows: object) -> Markup:
            """Render an inner fragment, and return the placeholder for it.

            shows: the only values that the template gets. The value ``row`` contains the CSS
            classes of a list item.
            """
            # Fragments are shared by all devices, apart from those with correction links, which
            # are shared by bankers only.
            place = id, template, speaker.language, shows.get("leads", False)
            known = kept.get((place, whose))
            if known is None or known[0] != shows:
                known = kept.get(place)
                if known is None or known[0] != shows:
                    known = kept[place] = shows, self._part(id, template, speaker, **shows)
                kept[place, whose] = known
            found.append(known[1])
            return MARK

        return part, found


def _templates(game: AnyGame, said: SeatRequest, name: str) -> list[str | Template]:
    """Return the templates to try, in order: the game's own, then the plain one for all games.

    After the end of the game, all games use the same template.
    """
    if said.outcome is not None:
        return [f"table/end_{name}.html"]
    return [f"games/{game.name}/{name}.html", f"plain/{name}.html"]


def offered(
    said: SeatRequest, seat: int | None, *, banker: bool, at: int | None = None
) -> tuple[LegalMove, ...]:
    """Return the legal moves that a device may make for a seat and for the table as a whole.

    seat: the seat that the device plays for, or None.
    banker: whether the device is a banker.
    at: the time of the move in seconds since 1970, or None for now.
    """
    own = () if seat is None else said.offers_to(seat, at)
    if banker:
        return (*said.offers, *own)
    found = []
    for offer in said.offers:
        if seat is not None and offer.action.asked_by(said.state) == "player":
            found.append(offer)
    for offer in own:
        if offer.action.asked_by(said.state) != "banker":
            found.append(offer)
    return tuple(found)


def _acting(table: OpenTable, viewer: Viewer, waiting: PendingDecision) -> int | None:
    """Return the seat whose buttons are shown, or None.

    Players get the buttons of their own seat. A banker can play for their own seat and for every
    seat without a phone. Among these seats, the first rule that applies selects one:

    1. the seat that the banker has chosen
    2. the first seat that the table waits for
    3. the banker's own seat
    4. the first seat without a phone
    """
    actor = viewer.actor
    if actor.role != "banker" or viewer.screen == "table":
        return actor.seat if viewer.screen == "seat" else None
    free = [seat.number for seat in table.seats if seat.device in (None, actor.device)]
    if viewer.acting in free:
        return viewer.acting
    waited = [seat for seat in waiting.seats if seat in free]
    if waited:
        return waited[0]
    return actor.seat if actor.seat is not None else next(iter(free), None)


def _cockpit(
    table: OpenTable, said: SeatRequest, viewer: Viewer, seat: int | None, speaker: Speaker
) -> Cockpit | None:
    """Return the banker's buttons for other seats, or None after the end of the game."""
    if said.outcome is not None:
        return None
    return cockpit_of(table, said.waiting, viewer.actor, seat, speaker.say, said.offers_to)


def _covered(table: OpenTable, acting: int | None) -> SeatNow | None:
    """Return the seat that the banker plays for if its secrets are covered, otherwise None."""
    if acting is None:
        return None
    seat = table.seats[acting]
    return seat if is_covered(table, seat) else None


def my_last(table: OpenTable, actor: Actor) -> int | None:
    """Return the number of the latest step if the actor made it and may undo it, otherwise None.

    Undone steps do not count. Only a banker may undo a step that revealed hidden information.
    """
    entries = table.timeline.standing.entries
    if not entries or actor.role == "onlooker":
        return None
    last = entries[-1]
    is_his = last.actor == actor.label and (actor.is_banker or not is_seen(table, last))
    return last.sequence if is_his else None

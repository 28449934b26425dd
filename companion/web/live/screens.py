"""Fragments: what one device sees of a table, drawn from views and never from the state.

A screen is drawn in two parts. The public part is the same for everybody who reads the same
language, so it is drawn once for each step of the log; a device's own part holds its purse and
its buttons. That halves the cost of a tap at a full table.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from flask import Flask
from jinja2 import Environment, Template
from markupsafe import Markup

from companion.mechanics.game import AnyGame, Offer, Outcome, Waiting
from companion.mechanics.log import Entry
from companion.mechanics.moment import Moment
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.roles import is_covered, is_seen
from companion.tables.seats import played_by_banker
from companion.web.live.choices import Choice, corrections_of, rows
from companion.web.live.history import last_lines
from companion.web.live.kept_parts import KeptParts
from companion.web.live.marks import chips_in
from companion.web.pages.seat_news import seat_news
from companion.web.requests.language import Speaker, speaker_for


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, and how.

    screen: "seat" for a phone or the banker, "table" for the screen that all may see, "seats" for
        the page that brings phones to the table.
    acting: the seat whose buttons are shown; for a banker any seat without a phone.
    draft: what a step that is put together by several taps holds so far, in the game's own words.
    """

    actor: Actor
    screen: str
    language: str
    csrf: str
    acting: int | None = None
    draft: str = ""


class Asked:
    """What the rules say of one moment of a table, asked once for all its screens."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game = game
        self.state = state

    @cached_property
    def outcome(self) -> Outcome | None:
        """The final account, None while the game goes on."""
        return self._game.final.outcome(self.state)

    @cached_property
    def waiting(self) -> Waiting:
        """What the table waits for; when it is over, who won."""
        waiting = self._game.rules.waiting(self.state)
        return Waiting(self.outcome.sentence, waiting.seats) if self.outcome else waiting

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What may be done now that belongs to no seat."""
        return self._game.legal_actions(self.state, None)


@lru_cache(maxsize=256)
def _asked_of(game: AnyGame, moment: Moment[Any]) -> Asked:
    return Asked(game, moment.state)


def asked(table: OpenTable) -> Asked:
    """Return what the rules say of a table as it is now."""
    return _asked_of(table.game, Moment(table.timeline.state))


class Screens:
    """Draws the fragments of all tables and keeps each table's public part while it is true."""

    def __init__(self, app: Flask) -> None:
        self._environment: Environment = app.jinja_env
        self._environment.globals.update(rows=rows, corrections_of=corrections_of)
        self._said: dict[str, dict[str, object]] = {}
        self._kept = KeptParts()
        self.forget = self._kept.forget

    def now(self, table: OpenTable, viewer: Viewer, present: frozenset[str]) -> str:
        """Return the fragment "now" of a table for one viewer; root id ``now``.

        present: the devices that hold a stream at this table.
        """
        speaker = speaker_for(viewer.language)
        if viewer.screen == "seats":
            drawn = self._drawn(
                "table/seats.html",
                speaker,
                table=table,
                viewer=viewer,
                present=present,
                played=played_by_banker(table),
                news=seat_news(table, viewer.actor, None),
            )
            return _tight(drawn)
        said = asked(table)
        acting = _acting(table, viewer, said.waiting)
        covered = _covered(table, viewer.actor, acting)
        # A covered purse has no buttons either: what may be bid tells what is there.
        shown = replace(viewer, acting=None if covered else acting)
        own = self._own(table, said, shown, speaker)
        public = self.public(table, viewer.screen, speaker, present, _owner(table, viewer))
        return self._drawn(
            "table/now.html",
            speaker,
            table=table,
            viewer=viewer,
            acting=acting,
            own=own,
            public=public,
            key=secrets.token_hex(6),
            my_last=my_last(table, viewer.actor),
            news=None if viewer.screen == "table" else seat_news(table, viewer.actor, covered),
        )

    def _drawn(self, name: str | list[str | Template], speaker: Speaker, **values: object) -> str:
        """Return a template filled in.

        Not by its ``render``, which copies all of Jinja's globals anew each time: a third of the
        work for parts as small as these.
        """
        words = self._said.get(speaker.language)
        if words is None:
            # What every template of a language needs, made once.
            chip = chips_in(self._environment, speaker.language)
            words = {**self._environment.globals, **speaker.words(), "chip": chip}
            self._said[speaker.language] = words
        template = self._environment.get_or_select_template(name)
        context = template.new_context({**words, **values}, shared=True)
        return "".join(template.root_render_func(context))

    def public(
        self,
        table: OpenTable,
        screen: str,
        speaker: Speaker,
        present: frozenset[str],
        owner: int | None = None,
    ) -> Markup:
        """Return the part of a screen that everybody may see, drawn once for each change.

        owner: the seat that sees its own hidden money there; None: nobody sees any.
        """
        return self._kept.part(
            table.id,
            (screen, speaker.language, owner),
            (table.timeline.sequence, table.revision, present),
            partial(self._draw_public, table, screen, speaker, present, owner),
        )

    def _draw_public(
        self,
        table: OpenTable,
        screen: str,
        speaker: Speaker,
        present: frozenset[str],
        owner: int | None,
    ) -> Markup:
        name = "table" if screen == "table" else "public"
        said = asked(table)
        return _tight(
            self._drawn(
                _templates(table.game, name),
                speaker,
                view=table.game.screen.view(said.state, owner),
                waiting=said.waiting,
                outcome=said.outcome,
                dots=_dots(table, present),
                lines=last_lines(table, None),
                table=table,
            )
        )

    def _own(self, table: OpenTable, said: Asked, viewer: Viewer, speaker: Speaker) -> Markup:
        """Return the part with a purse and buttons, empty for whoever only looks."""
        if viewer.screen == "table":
            return Markup("")
        seat, game, state = viewer.acting, table.game, said.state
        may_do = offered(table.game, said, seat, banker=viewer.actor.is_banker)
        menu = [Choice(offer, state, speaker.say) for offer in may_do]
        return _tight(
            self._drawn(
                _templates(game, "seat"),
                speaker,
                view=game.screen.view(state, seat),
                seat=seat,
                mine=seat is not None and seat == viewer.actor.seat,
                menu=menu,
                offers={choice.offer.action.kind: choice for choice in menu},
                draft=game.screen.draft(state, seat, viewer.draft),
                waiting=said.waiting,
                outcome=said.outcome,
                table=table,
                viewer=viewer,
            )
        )


def _templates(game: AnyGame, name: str) -> list[str | Template]:
    """Return a game's own template and the one that is drawn from its menu and purses alone."""
    return [f"games/{game.name}/{name}.html", f"plain/{name}.html"]


def _owner(table: OpenTable, viewer: Viewer) -> int | None:
    """Return the viewer's seat where its money is hidden from the others."""
    hides = viewer.screen == "seat" and table.state.hidden_accounts(None)
    return viewer.actor.seat if hides else None


def offered(game: AnyGame, said: Asked, seat: int | None, *, banker: bool) -> tuple[Offer, ...]:
    """Return what a device may do for a seat, and for the table where its role allows."""
    state = said.state
    common = [
        offer
        for offer in said.offers
        if banker or (seat is not None and offer.action.asked_by(state) == "player")
    ]
    own = () if seat is None else game.legal_actions(state, seat)
    return (
        *common,
        *[offer for offer in own if banker or offer.action.asked_by(state) != "banker"],
    )


def _acting(table: OpenTable, viewer: Viewer, waiting: Waiting) -> int | None:
    """Return whose buttons are shown.

    A player has his own seat. A banker has the seat he chose if no other phone holds it, else
    his own, else the seat without a phone that the table waits for.
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


def _covered(table: OpenTable, actor: Actor, acting: int | None) -> SeatNow | None:
    """Return the seat a banker acts for, if what it keeps secret is covered."""
    if acting is None or not actor.is_banker:
        return None
    seat = table.seats[acting]
    return seat if is_covered(table, seat) else None


def _dots(table: OpenTable, present: frozenset[str]) -> dict[int, str]:
    """Return for each seat whether its phone is "here", "away", or there is "none"."""
    return {
        seat.number: "none"
        if seat.device is None
        else ("here" if seat.device in present else "away")
        for seat in table.seats
    }


def my_last(table: OpenTable, actor: Actor) -> Entry | None:
    """Return the newest standing entry if it is this device's to take back by one tap.

    What was taken back itself is nothing that followed.
    A player's own, unless it showed what cannot be unseen; a banker's, who may take back all.
    """
    entries = table.timeline.standing.entries
    if not entries or actor.role == "onlooker":
        return None
    last = entries[-1]
    if last.actor != actor.label:
        return None
    return last if actor.is_banker or not is_seen(table, last) else None


def _tight(part: str) -> Markup:
    """Return a part of a screen without the white space of its templates, one line of it."""
    return Markup(" ".join(filter(None, map(str.strip, part.splitlines()))))

"""A game written down step by step: what was tapped, what happened, what everybody sees and may do.

Written at once for one table without a database: only the log's fold, the screens and the words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from flask import Flask

from companion.games import game_named
from companion.mechanics.codec import described, to_json
from companion.mechanics.game import AnyGame, Offer, OneOf
from companion.mechanics.log import Entry
from companion.mechanics.timeline import Timeline
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import export_record, import_record
from companion.web.history.lines import told
from companion.web.live.screens import Viewer, asked, offered
from companion.web.live.streams import live
from companion.web.requests.language import LANGUAGES, speaker_for
from tests.transcripts.screen_text import screen_text

Record = dict[str, Any]
MOMENT = 1_800_000_000
"""Seconds since 1970: when everything happens for whom the record does not say it."""
PRESENT = frozenset(("phone 0", "phone 1"))


def transcript(app: Flask, record: Record, steps: int | None = None) -> str:
    """Return a recorded game as text; steps: only so many of its entries."""
    with app.app_context(), patch("time.time", lambda: float(MOMENT)):
        table = import_record(record, "banker")
        return "\n".join(_lines(table, steps)) + "\n"


def _lines(table: OpenTable, steps: int | None) -> Iterator[str]:
    exported = export_record(table, None)
    for entry in exported["entries"]:
        entry["at"] = 0  # the moment it was read
    record = json.dumps(exported, ensure_ascii=False)
    yield f"{table.game.title}: {hashlib.sha256(record.encode()).hexdigest()} is its record"
    yield from (f"option {name}: {value}" for name, value in sorted(table.setup.options.items()))
    timeline = Timeline.begun(table.game, table.setup)
    seen: dict[str, list[str]] = {}
    yield from _step(table.extended(timeline, _NOTHING), None, seen)
    for step in table.timeline.standing.entries[:steps]:
        timeline = timeline.after(step)
        yield from _step(table.extended(timeline, step), step, seen)


_NOTHING = Entry(0, {})


def _step(moment: OpenTable, entry: Entry | None, seen: dict[str, list[str]]) -> Iterator[str]:
    """Yield a step; of a screen or a menu only what is not as it was one step earlier."""
    yield ""
    if entry is not None:
        yield f"== {entry.sequence}: {json.dumps(dict(entry.action), ensure_ascii=False)}"
        yield from (f"   {json.dumps(to_json(fact), ensure_ascii=False)}" for fact in entry.facts)
        yield from _history(moment, entry)
    for name, lines in _everybody(moment):
        if seen.get(name) != lines:
            seen[name] = lines
            yield f"-- {name}"
            yield from (f"   {line}" for line in lines)


def _history(moment: OpenTable, entry: Entry) -> Iterator[str]:
    """Yield an entry's sentences as everybody reads them, and as a seat does where it differs."""
    known: set[str] = set()
    for seat in (None, *range(len(moment.seats))):
        for language in LANGUAGES:
            for sentence in told(moment, entry, seat):
                line = f"{language}: {speaker_for(language).say(sentence)}"
                if line not in known:
                    known.add(line)
                    yield f"   {line}" if seat is None else f"   to seat {seat}, {line}"


def _everybody(moment: OpenTable) -> Iterator[tuple[str, list[str]]]:
    """Yield the text of each screen, then what may be done, by whose it is."""
    screens = live().screens
    for name, viewer in _viewers(moment):
        yield name, screen_text(screens.now(moment, viewer, PRESENT))
    for seat in (None, *range(len(moment.seats))):
        menu = sorted(
            _offer(offer) for offer in offered(moment.game, asked(moment), seat, banker=True)
        )
        yield f"may be done for {'the table' if seat is None else f'seat {seat}'}", menu


def _viewers(table: OpenTable) -> Iterator[tuple[str, Viewer]]:
    yield "screen for all", Viewer(Actor("banker", "banker"), "table", "en", "token")
    yield "banker", Viewer(Actor("banker", "banker"), "seat", "en", "token")
    for seat in range(len(table.seats)):
        actor = Actor(f"phone {seat}", "player", seat)
        yield f"seat {seat}", Viewer(actor, "seat", "en", "token")


def _offer(offer: Offer) -> str:
    fields = (
        f"{name}={'|'.join(map(str, values.values))}"
        if isinstance(values, OneOf)
        else f"{name}={values.lowest}..{'' if values.highest is None else values.highest}"
        for name, values in sorted(offer.fields.items())
    )
    return " ".join((offer.kind, *fields))


def kinds_of(game: str) -> dict[str, dict[str, list[str]]]:
    """Return the fields and their types of each kind of action and of fact of a game."""
    rules: AnyGame = game_named(game)
    return {
        what: {
            kind: [
                f"{name}: {words}" + ("" if must else " = …")
                for name, words, must in described(cls)
            ]
            for kind, cls in sorted(classes.items())
        }
        for what, classes in (("actions", rules.action_kinds), ("facts", rules.fact_kinds))
    }

"""Snapshot tests that detect every change of a screen, sentence, button or event in saved games.

A snapshot is the transcript of a saved game. For each step, it contains the action, its events, and
all screens and lists of legal moves that changed. The table is replayed in memory, without HTTP
requests.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from flask import Flask

from companion.mechanics.game import LegalMove, OneOf
from companion.mechanics.history.log import Entry
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.values.codec import to_json
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import export_record, import_record
from companion.testing.contract import an_app
from companion.testing.screen_text import screen_text
from companion.web.history.lines import lines_of
from companion.web.live.screens import Viewer
from companion.web.live.streams import streams
from companion.web.requests.language import speaker_for
from companion.web.situation import moves_for, situation_of

Record = dict[str, Any]
MOMENT = 1_800_000_000
"""The current time in all transcripts, in seconds since 1970."""
SPOKEN = ("en", "it", "fr")
"""The languages in which a transcript contains the history."""
PRESENT = frozenset(("phone 0", "phone 1"))
"""The devices that are connected in all transcripts."""


class Transcripts:
    """The snapshot test of a package's saved games."""

    records: ClassVar[Sequence[Path]] = ()
    """The files of saved games.

    The test compares each game with the snapshot beside its file, and writes missing snapshots. To
    accept a change, delete the snapshot, run the test, and review the new snapshot.
    """

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run the test for each saved game."""
        metafunc.parametrize("record", self.records, ids=lambda path: path.stem)

    def test_a_recorded_game_matches_its_snapshot(self, record: Path, tmp_path: Path) -> None:
        kept = record.with_suffix(".txt")
        with an_app(tmp_path) as app:
            now = transcript(app, json.loads(record.read_text("utf-8")))
        if not kept.exists():
            keep(kept, now)

        assert first_difference(read(kept), now) == "", f"delete {kept} to keep it as it is now"


def transcript(app: Flask, record: Record, steps: int | None = None) -> str:
    """Return the transcript of a saved game.

    steps: the maximum number of steps, or None for all.
    """
    with app.app_context(), patch("time.time", lambda: float(MOMENT)):
        table = import_record(record, "banker")
        return "\n".join(_transcript_lines(table, steps)) + "\n"


def _transcript_lines(table: OpenTable, steps: int | None) -> Iterator[str]:
    exported = export_record(table, None)
    for entry in exported["entries"]:
        entry["at"] = 0  # Otherwise this would be the time of the import.
    record = json.dumps(exported, ensure_ascii=False)
    yield f"{table.game.title}: {hashlib.sha256(record.encode()).hexdigest()} is its record"
    yield from (f"option {name}: {value}" for name, value in sorted(table.setup.options.items()))
    timeline = Timeline.begun(table.game, table.setup)
    seen: dict[str, list[str]] = {}
    yield from _step_text(_moment(table, timeline, _NOTHING), None, seen)
    for step in table.timeline.standing.entries[:steps]:
        timeline = timeline.after(step)
        yield from _step_text(_moment(table, timeline, step), step, seen)


_NOTHING = Entry(0, {})


def _moment(table: OpenTable, timeline: Timeline[Any], newest: Entry) -> OpenTable:
    """Return the table after a step, without the seats of players who joined later."""
    seats = table.seats[: len(timeline.state.seats)]
    return replace(table.extended(timeline, newest), seats=seats)


def _step_text(moment: OpenTable, entry: Entry | None, seen: dict[str, list[str]]) -> Iterator[str]:
    """Yield the lines of a step, with the screens and lists of legal moves that changed.

    seen: the last lines of each screen and list, by its name. This function updates them.
    """
    yield ""
    if entry is not None:
        yield f"== {entry.sequence}: {json.dumps(dict(entry.action), ensure_ascii=False)}"
        yield from (
            f"   {json.dumps(to_json(event), ensure_ascii=False)}" for event in entry.events
        )
        yield from _history_lines(moment, entry)
    for name, lines in _screen_lines(moment):
        if seen.get(name) != lines:
            seen[name] = lines
            yield f"-- {name}"
            yield from (f"   {line}" for line in lines)


def _history_lines(moment: OpenTable, entry: Entry) -> Iterator[str]:
    """Yield the history lines of an entry for everybody, then those that differ for a seat."""
    known: set[str] = set()
    for seat in (None, *range(len(moment.seats))):
        for language in SPOKEN:
            for sentence in lines_of(moment, entry, seat):
                line = f"{language}: {speaker_for(language).say(sentence)}"
                if line not in known:
                    known.add(line)
                    yield f"   {line}" if seat is None else f"   to seat {seat}, {line}"


def _screen_lines(moment: OpenTable) -> Iterator[tuple[str, list[str]]]:
    """Yield the name and the lines of each screen, then those of each list of legal moves."""
    screens = streams().screens
    for name, viewer in _viewers(moment):
        yield name, screen_text(screens.now(moment, viewer, PRESENT))
    for seat in (None, *range(len(moment.seats))):
        # At time 0, the playing time of no saved game has run out.
        offers = moves_for(situation_of(moment), seat, banker=True, at=0)
        menu = sorted(map(_move_text, offers))
        yield f"may be done for {'the table' if seat is None else f'seat {seat}'}", menu


def _viewers(table: OpenTable) -> Iterator[tuple[str, Viewer]]:
    yield "screen for all", Viewer(Actor("banker", "banker"), "table", "en")
    yield "banker", Viewer(Actor("banker", "banker"), "seat", "en")
    for seat in range(len(table.seats)):
        actor = Actor(f"phone {seat}", "player", seat)
        yield f"seat {seat}", Viewer(actor, "seat", "en")


def _move_text(offer: LegalMove) -> str:
    fields = (
        f"{name}={'|'.join(map(str, values.values))}"
        if isinstance(values, OneOf)
        else f"{name}={values.lowest}..{'' if values.highest is None else values.highest}"
        for name, values in sorted(offer.fields.items())
    )
    return " ".join((offer.kind, *fields))


def read(path: Path) -> str:
    """Return a stored transcript, or "" if there is none."""
    if not path.exists():
        return ""
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()


def first_difference(before: str, after: str) -> str:
    """Return a description of the first difference between two transcripts.

    Returns "" if they are equal.
    """
    step = ""
    for old, new in zip_longest(before.splitlines(), after.splitlines()):
        if old != new:
            return f"in {step}\n  was: {old}\n  is:  {new}"
        step = old if old.startswith("== ") else step
    return ""


def keep(path: Path, text: str) -> None:
    """Write a transcript to a file, unless the file already contains it."""
    if text == read(path):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    path.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)

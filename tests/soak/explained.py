"""Whether what phones were told can have happened one after another, in the order of the log.

Each answer must be what the rules say to its tap at one moment between its question and its
answer; a tap that was taken must have been taken at the very place that the log gives it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from flask import Flask

from companion.mechanics.refusal import Refusal
from companion.tables import play
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import entries_of
from companion.tables.records.import_export import export_record, verify_record
from companion.tables.records.reading import FROM_THIS_MACHINE
from companion.web.requests.language import speaker_for
from tests.soak.crowd import Shot
from tests.soak.logs import assert_as_told, is_asked, rows_of
from tests.soak.recorded import Party
from tests.soak.tapping import Tap, Told


def assert_explained(app: Flask, party: Party, shots: list[Shot]) -> Counter[str]:
    """Raise AssertionError at the first answer that no order explains; return counts of answers."""
    with app.app_context():
        table = open_tables().find(party.code)
        moments = _moments(table)
        verdict = verify_record(export_record(table, None), FROM_THIS_MACHINE)
    assert verdict.refusal is None, str(verdict.refusal)
    rows = rows_of(app).get(party.code, [])
    assert_as_told(rows, _first_of_each_key(shots))
    keys = {row.key: row.sequence for row in rows}
    taken: set[int] = set()
    counted: Counter[str] = Counter()
    for shot in shots:
        if shot.told.sequence is None:
            counted["refused"] += 1
            _assert_refusable(moments, keys, shot)
        elif _is_taking(shot, moments):
            counted["taken"] += 1
            taken.add(shot.told.sequence)
        else:
            counted["answered as before"] += 1
            assert keys[shot.tap.key] == shot.told.sequence <= shot.after, shot
    assert taken == set(range(1, len(rows) + 1)), "each entry is somebody's tap"
    return counted


def _moments(table: OpenTable) -> list[OpenTable]:
    """Return the table as it was after each number of entries."""
    begun = type(table.timeline).begun(table.game, table.setup)
    moments = [replace(table, timeline=begun, newest=None)]
    for entry in entries_of(table):
        moments.append(moments[-1].extended(moments[-1].timeline.after(entry), entry))
    return moments


def _first_of_each_key(shots: list[Shot]) -> list[tuple[Tap, Told]]:
    """Return taps with what came of their keys; a key that was used again led to its first tap."""
    taken = {shot.tap.key: shot for shot in shots if shot.told.sequence is not None}
    chosen = [shot for shot in shots if shot.tap.key not in taken]
    for key in taken:
        same = [shot for shot in shots if shot.tap.key == key and shot.told.sequence is not None]
        chosen.append(min(same, key=lambda shot: (shot.before, shot.after)))
    return [(shot.tap, shot.told) for shot in chosen]


def _is_taking(shot: Shot, moments: list[OpenTable]) -> bool:
    """Tell whether this very tap led to its entry, at a moment between question and answer."""
    sequence = shot.told.sequence
    assert sequence is not None
    if not shot.before < sequence <= shot.after:
        return False
    logged = moments[sequence].newest
    assert logged is not None
    return is_asked(shot.tap.action, logged.action) and _said(moments[sequence - 1], shot) is None


def _assert_refusable(moments: list[OpenTable], keys: dict[str, int], shot: Shot) -> None:
    assert 400 <= shot.told.status < 500, shot
    led_to = keys.get(shot.tap.key, len(moments))
    span = [place for place in range(shot.before, shot.after + 1) if place < led_to]
    assert any(_said(moments[place], shot) == shot.told.sentence for place in span), (
        shot,
        [_said(moments[place], shot) for place in span],
    )


def _said(table: OpenTable, shot: Shot) -> str | None:
    """Return the refusal of a tap at a moment, None if it would be taken."""
    tap = play.Tap(
        shot.tap.phone.device,
        shot.tap.action,
        shot.tap.seen,
        shot.tap.key,
        play.system_dice,
        lambda: 0.0,
    )
    try:
        # The rules of one tap alone; that the log is all that joins them is what is tested.
        play._decided(table, tap)
    except Refusal as refusal:
        return speaker_for("en").say(refusal.sentence)
    return None

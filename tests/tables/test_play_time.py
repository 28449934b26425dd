from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.mechanics.history.log import Entry
from companion.mechanics.history.play_time import LONGEST_GAP, ending_entry, seconds_played
from companion.mechanics.history.timeline import KEPT, Timeline
from companion.tables.decide import decided, read_action
from tests.games.free_bank.free_bank_player import a_setup


def step(sequence: int, at: float, kind: str = "pay") -> Entry:
    return Entry(sequence, {"kind": kind}, at=at)


@pytest.mark.parametrize(
    ("log", "seconds"),
    [
        ([], 0),
        ([step(1, 100)], 0),
        ([step(1, 100), step(2, 160), step(3, 100 + LONGEST_GAP)], LONGEST_GAP),
        ([step(1, 0), step(2, LONGEST_GAP + 1), step(3, LONGEST_GAP + 31)], 30),
        ([step(1, 0), step(2, 40, "pause"), step(3, 900), step(4, 910)], 50),
        ([step(1, 0), step(2, 40, "pause"), step(3, 900, "go_on"), step(4, 910)], 50),
        ([step(1, 500), step(2, 100), step(3, 120)], 20),
    ],
    ids=["empty", "one", "hour", "long-gap", "pause", "continued", "clock-set-back"],
)
def test_pauses_and_gaps_over_an_hour_are_not_playing_time(
    log: list[Entry], seconds: float
) -> None:
    assert seconds_played(log) == seconds


def after(timeline: Timeline[Any], *actions: dict[str, object]) -> Timeline[Any]:
    """Return the timeline after actions, one each hour."""
    for action in actions:
        command = read_action(GAME, action)
        number = timeline.sequence + 1
        entry = decided(
            timeline, command, lambda sides: 1, actor="banker", at=3600.0 * number, key=f"{number}"
        )
        timeline = timeline.after(entry)
    return timeline


def test_a_game_is_dated_by_its_standing_end() -> None:
    pay: dict[str, object] = {"kind": "pay", "seat": 0, "target": "bank", "amount": 5}
    begun = after(Timeline.begun(GAME, a_setup(2)), pay, {"kind": "end"})
    late = after(
        begun,
        {"kind": "undo", "entry": 2},
        {"kind": "redo", "entry": 3},
        {"kind": "amend", "entry": 1, "action": pay | {"amount": 6}},
    )
    later = after(late, {"kind": "undo", "entry": 2}, pay, {"kind": "end"})

    assert ending_entry(after(Timeline.begun(GAME, a_setup(2)), pay)) is None
    assert [entry and entry.sequence for entry in map(ending_entry, (begun, late, later))] == [
        2,
        2,
        8,
    ]


def test_steps_after_the_end_do_not_date_a_game() -> None:
    pay: dict[str, object] = {"kind": "pay", "seat": 0, "target": "bank", "amount": 5}
    over = after(Timeline.begun(GAME, a_setup(2)), pay, {"kind": "end"})
    notes = [step(number, 1e9) for number in range(3, 4 + KEPT)]
    for number in (1, len(notes)):
        later = over
        for note in notes[:number]:
            later = later.after(replace(note, events=()))
        ending = ending_entry(later)

        assert ending is not None and ending.sequence == 2

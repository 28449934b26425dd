"""The log: the entries in force after any sequence of actions, undos and redos."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.history.log import (
    Entry,
    Redo,
    Standing,
    TakeOut,
    Undo,
    require_redoable,
    require_undoable,
    standing_after,
)
from companion.mechanics.values.codec import to_json


def done(sequence: int) -> Entry:
    return Entry(sequence, {"kind": "pay"})


def undone(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(Undo(target)))


def redone(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(Redo(target)))


def taken_out(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(TakeOut(target)))


def amended(sequence: int, target: int) -> Entry:
    return Entry(sequence, {"kind": "amend", "entry": target, "action": {"kind": "pay more"}})


def standing_sequences(*entries: Entry) -> list[int]:
    return [entry.sequence for entry in standing_after(entries).entries]


def test_every_entry_counts_until_it_is_undone() -> None:
    assert standing_sequences(done(1), done(2)) == [1, 2]


def test_undo_removes_the_newest_entry() -> None:
    assert standing_sequences(done(1), done(2), undone(3, 2)) == [1]


def test_going_back_to_an_entry_undoes_everything_after_it() -> None:
    assert standing_sequences(done(1), done(2), done(3), undone(4, 2)) == [1]


def test_redo_restores_everything_the_undo_removed() -> None:
    entries = (done(1), done(2), done(3), undone(4, 2), redone(5, 4))

    assert standing_sequences(*entries) == [1, 2, 3]


def test_removing_one_entry_keeps_the_later_ones() -> None:
    entries = (done(1), done(2), done(3), taken_out(4, 2))

    assert standing_sequences(*entries) == [1, 3]
    assert standing_sequences(*entries, redone(5, 4)) == [1, 2, 3]


def test_an_amended_entry_keeps_its_place_with_another_action() -> None:
    entries = (done(1), done(2), amended(3, 1))

    first, second = standing_after(entries).entries

    assert (first.sequence, first.action) == (1, {"kind": "pay more"})
    assert second is entries[1]
    assert standing_after((*entries, redone(4, 3))).entries == entries[:2]


def test_two_undos_are_redone_the_newest_first() -> None:
    entries = (done(1), done(2), undone(3, 2), undone(4, 1))

    assert standing_sequences(*entries, redone(5, 4)) == [1]
    assert standing_sequences(*entries, redone(5, 4), redone(6, 3)) == [1, 2]


def test_after_a_new_entry_nothing_can_be_redone() -> None:
    standing = standing_after((done(1), done(2), undone(3, 2), done(4)))

    assert [entry.sequence for entry in standing.entries] == [1, 4]
    assert standing.undone == ()


@pytest.mark.parametrize(
    ("entry", "is_about_the_log"),
    [
        (done(1), False),
        (undone(1, 1), True),
        (taken_out(1, 1), True),
        (amended(1, 1), True),
        (redone(1, 1), True),
    ],
)
def test_undo_redo_and_amendments_are_entries_about_the_log(
    entry: Entry, is_about_the_log: bool
) -> None:
    assert entry.is_about_the_log is is_about_the_log


def test_an_undone_entry_cannot_be_undone_again() -> None:
    standing = standing_after((done(1), done(2), undone(3, 2)))

    require_undoable(standing, 1)
    for target in (0, 2, 3, 9):
        with pytest.raises(Refusal) as refused:
            require_undoable(standing, target)
        assert refused.value.name == "nothing_to_undo"


def test_only_the_newest_undo_can_be_redone() -> None:
    standing = standing_after((done(1), done(2), undone(3, 2), undone(4, 1)))

    require_redoable(standing, 4)
    for target in (0, 2, 3, 9):
        with pytest.raises(Refusal) as refused:
            require_redoable(standing, target)
        assert refused.value.name == "nothing_to_redo"


def test_nothing_can_be_undone_or_redone_in_an_empty_log() -> None:
    with pytest.raises(Refusal):
        require_undoable(Standing(), 1)
    with pytest.raises(Refusal):
        require_redoable(Standing(), 1)


STEPS = st.lists(
    st.tuples(st.sampled_from(["do", "undo", "take out", "redo"]), st.integers(0, 30)), max_size=40
)


@given(STEPS)
def test_the_standing_entries_match_a_simple_model(steps: list[tuple[str, int]]) -> None:
    """The naive model keeps every list of entries; undo and redo switch between these lists."""
    entries: list[Entry] = []
    shown: list[int] = []
    before_undo: list[tuple[int, list[int]]] = []
    for step, choice in steps:
        sequence = len(entries) + 1
        if step == "undo" and shown:
            target = shown[choice % len(shown)]
            before_undo.append((sequence, shown))
            shown = shown[: shown.index(target)]
            require_undoable(standing_after(entries), target)
            entries.append(undone(sequence, target))
        elif step == "take out" and shown:
            target = shown[choice % len(shown)]
            before_undo.append((sequence, shown))
            shown = [other for other in shown if other != target]
            entries.append(taken_out(sequence, target))
        elif step == "redo" and before_undo:
            target, shown = before_undo.pop()
            require_redoable(standing_after(entries), target)
            entries.append(redone(sequence, target))
        elif step == "do":
            before_undo = []
            shown = [*shown, sequence]
            entries.append(done(sequence))
        standing = standing_after(entries)
        assert [entry.sequence for entry in standing.entries] == shown
        assert [undo for undo, _ in standing.undone] == [undo for undo, _ in before_undo]

"""The timeline: extending it entry by entry gives the same as replaying the whole log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.base import Event, event
from companion.mechanics.game import Game
from companion.mechanics.history.log import Entry, Redo, TakeOut, Undo
from companion.mechanics.history.timeline import KEPT, Timeline
from companion.mechanics.language.words import say
from companion.mechanics.parts import Copy, Rules
from companion.mechanics.play.table import PendingDecision, Setup
from companion.mechanics.values.codec import to_json


@dataclass(frozen=True, slots=True)
class Row:
    """All added numbers in order, and the copy's printed number."""

    numbers: tuple[int, ...] = ()
    printed: object = None


@event("added")
class Added(Event):
    """A number was added at the end."""

    number: int

    def apply(self, state: Row) -> Row:
        return replace(state, numbers=(*state.numbers, self.number))


@event("unfoldable")
class Unfoldable(Event):
    """An event whose ``apply`` raises."""

    def apply(self, state: Row) -> Row:
        raise AssertionError


def as_record(data: object) -> Mapping[str, object]:
    assert isinstance(data, Mapping)
    return data


class Rows(Game[Row]):
    """A minimal game that writes numbers in a row, so that any error in the order shows."""

    name = "rows"
    title = "Rows"
    unit = say("number")
    players = range(1, 2)
    options = ()
    actions = ()
    events = (Added,)
    rules = Rules(
        prepare=lambda setup: setup,
        begin=lambda setup: Row(printed=setup.copy.get("printed")),
        waiting=lambda state: PendingDecision(say("nothing")),
    )
    copy = Copy(
        blank=dict,
        check=as_record,
        from_form=dict,
        is_complete=lambda copy: True,
        put_right=lambda state, copy: replace(state, printed=copy.get("printed")),
    )


SETUP = Setup({}, (), {"printed": "first print"})


def begun(entries: list[Entry]) -> Timeline[Row]:
    return Timeline.begun(Rows(), SETUP, entries)


def extended(entries: list[Entry]) -> Timeline[Row]:
    timeline = begun([])
    for entry in entries:
        timeline = timeline.after(entry)
    return timeline


def added(sequence: int, *numbers: int) -> Entry:
    events = tuple(Added(number) for number in numbers or (sequence,))
    return Entry(sequence, {"kind": "add"}, events)


def undone(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(Undo(target)))


def redone(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(Redo(target)))


def taken_out(sequence: int, target: int) -> Entry:
    return Entry(sequence, to_json(TakeOut(target)))


def amended(sequence: int, target: int) -> Entry:
    """Return an entry that replaces another's number by its own sequence."""
    action = {"kind": "amend", "entry": target, "action": {"kind": "add"}}
    return Entry(sequence, action, (Added(sequence),))


def evening(length: int) -> list[Entry]:
    return [added(number) for number in range(1, length + 1)]


def test_a_new_timeline_has_the_initial_state() -> None:
    timeline = begun([])

    assert (timeline.state, timeline.sequence) == (Row((), "first print"), 0)


def test_each_event_of_an_entry_is_applied_in_order() -> None:
    assert extended([added(1, 7, 8), added(2, 9)]).state.numbers == (7, 8, 9)


@pytest.mark.parametrize("length", [1, KEPT - 1, KEPT, KEPT + 1, 3 * KEPT])
def test_going_back_any_number_of_steps_gives_the_earlier_state(length: int) -> None:
    entries = evening(length)

    for target in range(1, length + 1):
        back = extended(entries).after(undone(length + 1, target))
        assert back.state == extended(entries[: target - 1]).state
        assert back.sequence == length + 1


@pytest.mark.parametrize("length", [1, KEPT, 3 * KEPT])
def test_redoing_any_number_of_steps_gives_the_later_state(length: int) -> None:
    for target in range(1, length + 1):
        entries = [*evening(length), undone(length + 1, target), redone(length + 2, length + 1)]
        assert extended(entries).state == extended(evening(length)).state


@pytest.mark.parametrize("steps", [1, KEPT])
def test_undoing_a_recent_step_returns_the_identical_earlier_state(steps: int) -> None:
    length = 3 * KEPT
    earlier = extended(evening(length - steps))
    later = earlier
    for number in range(length - steps + 1, length + 1):
        later = later.after(added(number))

    back = later.after(undone(length + 1, length - steps + 1))

    assert back.state is earlier.state, "nothing was folded anew"


def test_repeated_undo_works_beyond_the_kept_states() -> None:
    length = 2 * KEPT
    timeline = extended(evening(length))

    for taken in range(1, length + 1):
        timeline = timeline.after(undone(length + taken, length + 1 - taken))
        assert timeline.state.numbers == tuple(range(1, length + 1 - taken))


def test_only_the_last_states_are_kept() -> None:
    long = evening(5 * KEPT)

    assert len(extended(long).recent) == len(begun(long).recent) == KEPT
    assert extended(long).recent == begun(long).recent


@pytest.mark.parametrize("length", [1, KEPT, 3 * KEPT])
def test_removing_or_amending_a_step_keeps_all_others(length: int) -> None:
    for target in range(1, length + 1):
        out = extended([*evening(length), taken_out(length + 1, target)])
        other = extended([*evening(length), amended(length + 1, target)])

        numbers = [*range(1, length + 1)]
        assert list(out.state.numbers) == [number for number in numbers if number != target]
        numbers[target - 1] = length + 1
        assert list(other.state.numbers) == numbers


def test_undone_entries_are_never_replayed() -> None:
    refusing = Entry(1, {"kind": "add"}, (Unfoldable(),))

    assert begun([refusing, undone(2, 1), added(3)]).state.numbers == (3,)
    with pytest.raises(AssertionError):
        begun([refusing])


def test_each_state_is_returned_with_its_entry() -> None:
    timeline = extended([added(1), added(2), undone(3, 2), added(4)])

    told = [(entry.sequence, state.numbers) for entry, state in timeline.states()]

    assert told == [(1, (1,)), (4, (1, 4))]


STEPS = st.lists(
    st.sampled_from(["do", "do", "do", "undo", "redo"])
    | st.tuples(st.sampled_from([undone, taken_out, amended]), st.integers(0, 60)),
    max_size=3 * KEPT,
)
Steps = list[str | tuple[Callable[[int, int], Entry], int]]


def log_of(steps: Steps) -> list[Entry]:
    """Return a legal log of actions, undos, redos, take-outs and amendments."""
    entries: list[Entry] = []
    for step in steps:
        sequence = len(entries) + 1
        standing = begun(entries).standing
        if step == "do":
            entries.append(added(sequence))
        elif step == "redo" and standing.undone:
            entries.append(redone(sequence, standing.undone[-1][0]))
        elif step != "redo" and standing.entries:
            change, nth = step if isinstance(step, tuple) else (undone, -1)
            place = nth % len(standing.entries)
            entries.append(change(sequence, standing.entries[place].sequence))
    return entries


@given(STEPS)
def test_adding_entries_one_by_one_equals_a_full_replay(steps: Steps) -> None:
    entries = log_of(steps)
    timeline = begun([])

    for count, entry in enumerate(entries, start=1):
        timeline = timeline.after(entry)
        whole = begun(entries[:count])
        assert timeline.state == whole.state
        assert timeline.standing == whole.standing
        assert timeline.sequence == whole.sequence == count
        # After an undo fewer states are kept, but they are the same.
        kept = len(timeline.recent)
        assert timeline.recent == whole.recent[len(whole.recent) - kept :]


@given(STEPS)
def test_a_corrected_copy_applies_to_current_and_earlier_states(steps: Steps) -> None:
    entries = log_of(["do", *steps])
    reprinted = Setup({}, (), {"printed": "second print"})

    timeline = extended(entries).with_copy(reprinted)

    assert timeline.state == Timeline.begun(Rows(), reprinted, entries).state
    for entry in timeline.standing.entries:
        back = timeline.after(undone(len(entries) + 1, entry.sequence))
        assert back.state.printed == "second print"

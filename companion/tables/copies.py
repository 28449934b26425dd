"""The printed numbers of tables: entering and correcting them, also in the saved copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Executable, update

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.tables.actor import Actor
from companion.tables.household.kept_copies import (
    Numbers,
    copy_numbers,
    free_name,
    new_copy,
    printed,
    saved_changes,
)
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker, require_seated
from companion.tables.storage.models import Table
from companion.tables.storage.store import CopyLink, plain

NUMBERS_PER_MINUTE = 20
"""The estimated number of printed numbers that a person enters per minute on a phone."""
_NOTHING_KNOWN = say("The app does not know the numbers printed in your copy yet.")
_TRIES = 5
"""The maximum number of attempts to change a table.

An attempt fails if another process changes the table first.
"""


def set_table_copy(code: str, device: str, copy: Numbers) -> OpenTable:
    """Correct a table's printed numbers without changing its log.

    If the copy has a name, the saved copy is corrected too. After the end of the game, only the
    saved copy is corrected. A copy of another device or a ready-made one does not change: the
    table then gets a new copy.

    device: the banker's device.
    copy: all printed numbers, including those that stay the same.

    Raises:
        ``not_a_banker``: The device is not a banker.
        ``copy_is_final``: The game is over and its copy has no name.
        ``already_dealt``: The correction would change the starting money of a game that has begun.
        The refusals of the game's ``Copy.check`` and ``Copy.put_right``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(device))
        return locked.change(*_statements_to_correct(table, device, copy, {}), otherwise=moved_on())


def enter_numbers(
    code: str, device: str, was: Mapping[str, str], entries: Mapping[str, str]
) -> tuple[OpenTable, list[str]]:
    """Enter a submitted form of printed numbers at a table.

    Several devices may fill in the form at the same time. Only the fields that this device changed
    are entered, and only if no other device has changed them since the form was shown.

    A player may fill blank fields and change their own entries. Their entries stay marked until a
    banker submits a form that shows them. A banker may change any field.

    was: the values of the form when it was shown, by field name.
    entries: the submitted values, by field name. Fields that are left out do not change.

    Returns the table, and the names of the fields whose changes were not entered.

    Raises:
        ``onlooker_only_looks``: The device has no seat.
        ``not_a_banker``: The game is over, and the device is not a banker.
        The refusals of ``set_table_copy`` and of the game's ``Copy.from_form``.
    """
    with open_tables().locked(code) as locked:
        overtaken = moved_on()
        # Another process may change the table first.
        for _ in range(_TRIES):
            changes, kept_out = _statements_to_enter(locked.table, device, was, entries)
            if not changes:
                return locked.table, kept_out
            try:
                return locked.change(*changes, otherwise=overtaken), kept_out
            except Refusal as refusal:
                if refusal is not overtaken:
                    raise
            locked.refresh()
    raise overtaken


def _statements_to_enter(
    table: OpenTable, device: str, was: Mapping[str, str], entries: Mapping[str, str]
) -> tuple[list[Executable], list[str]]:
    """Return the SQL statements for ``enter_numbers``, and the names of the fields not entered.

    There are no statements if nothing changes.
    """
    actor, copy = table.actor(device), printed(table.game)
    require_seated(actor)
    if table.game.final.outcome(table.state) is not None:
        require_banker(actor)
    assert copy.from_form is not None, table.game.name
    now, marks = dict(copy.fields(editable_copy(table))), dict(table.copy_marks)
    if actor.is_banker:
        # By submitting the form, the banker confirms the entries that it shows.
        marks = {field: seat for field, seat in marks.items() if was.get(field) != now.get(field)}
    kept_out = []
    for field, text in entries.items():
        before, stands = was.get(field, ""), now.get(field, "")
        if text in (before, stands):
            continue
        is_own = not stands or actor.is_banker or marks.get(field) == actor.seat
        if before != stands or not is_own:
            kept_out.append(field)
            continue
        now[field] = text
        marks.pop(field, None)
        if text and actor.seat is not None and not actor.is_banker:
            marks[field] = actor.seat
    if now == copy.fields(editable_copy(table)) and marks == table.copy_marks:
        return [], kept_out
    return _statements_to_correct(table, device, copy.from_form(now), marks), kept_out


def _statements_to_correct(
    table: OpenTable, device: str, copy: Numbers, marks: Mapping[str, int]
) -> list[Executable]:
    """Return the SQL statements that correct a table's printed numbers.

    marks: the seat that entered each field not yet confirmed by a banker, by field name.
    """
    checked = _canonical(table, copy)
    # The log refers to printed items by name, so the game refuses to change their names.
    printed(table.game).put_right(table.state, checked)
    kept = list(_kept_for_next(table, device, _canonical(table, editable_copy(table)), checked))
    if table.game.final.outcome(table.state) is None:
        _require_same_deal(table, checked)
        # If another process has changed the table in the meantime, this matches no row.
        here = Table.id == table.id, Table.revision == table.revision
        return [update(Table).where(*here).values(copy=checked, copy_marks=marks or None), *kept]
    if table.copy_link.name is None:
        raise Refusal(
            "copy_is_final",
            "",
            say("The final scores are in. Undo the last move first."),
        )
    return kept


def _require_same_deal(table: OpenTable, copy: Numbers) -> None:
    """Raise ``already_dealt`` if the game has begun and the copy changes its starting money."""
    dealt = printed(table.game).dealt
    before = dealt(table.setup.copy)
    if table.sequence and dealt(copy) != before:
        sentence = say(
            "Everyone at this table began with {amount}. Change it here after the game, for "
            "the next one.",
            amount=before,
        )
        raise Refusal("already_dealt", "", sentence)


def table_copy(table: OpenTable) -> Numbers:
    """Return a table's printed numbers, including any that players entered during the game."""
    learnt = table.game.copy.learnt(table.state) if table.game.copy else None
    return table.setup.copy if learnt is None else learnt


@dataclass(frozen=True, slots=True)
class MissingNumbers:
    """The printed numbers to ask for before a game."""

    sentence: Sentence
    """The sentence that says what is missing."""
    minutes: int = 1
    """The time that it takes to enter them, in minutes."""


def missing_numbers(table: OpenTable, actor: Actor) -> MissingNumbers | None:
    """Return the printed numbers to ask a device for, or None if it is not asked.

    Viewers are never asked. Callers must check that the game has not begun.
    """
    copy, numbers = table.game.copy, table_copy(table)
    if actor.role == "onlooker" or copy is None or copy.from_form is None:
        return None
    if copy.is_complete(numbers):
        return None
    if copy.missing is None:
        return MissingNumbers(_NOTHING_KNOWN)
    missing = copy.missing(table.state)
    if not missing:
        return None
    minutes = -(-sum(count for _, count in missing) // NUMBERS_PER_MINUTE)
    if copy.fields(numbers) == copy.fields(copy.blank()):
        return MissingNumbers(_NOTHING_KNOWN, minutes)
    what = tuple(words for words, _ in missing)
    return MissingNumbers(say("Printed numbers still missing: {what}.", what=what), minutes)


def editable_copy(table: OpenTable) -> Numbers:
    """Return the printed numbers that ``set_table_copy`` would correct.

    After the end of the game, these are the numbers of the saved copy that the table
    uses, if there is one. Otherwise they are the table's own numbers.
    """
    is_over = table.game.final.outcome(table.state) is not None
    kept = copy_numbers(table.game, table.copy_link) if is_over else None
    return table_copy(table) if kept is None else kept


def save_learnt(before: OpenTable, device: str, later: OpenTable) -> list[Executable]:
    """Return the SQL statements that save the printed numbers that a step entered or corrected.

    The result is empty if the step changed no printed numbers, or if the table's copy has no name.

    before: the table before the step.
    device: the device that submitted the step.
    later: the table after the step.
    """
    copy = later.game.copy
    if copy is None or later.copy_link.name is None:
        return []
    if copy.learnt(before.state) is copy.learnt(later.state):
        return []
    was, now = (_canonical(table, table_copy(table)) for table in (before, later))
    return list(_kept_for_next(later, device, was, now))


def _canonical(table: OpenTable, copy: Numbers) -> Numbers:
    """Return printed numbers in canonical form, or raise the refusals of ``Copy.check``."""
    return plain(printed(table.game).check(copy))


def _kept_for_next(
    table: OpenTable, device: str, was: Numbers, now: Numbers
) -> Iterator[Executable]:
    """Yield the SQL statements that save changed numbers for the next game.

    The copy that the table uses is changed if one of its bankers owns it. Otherwise the changes
    make a new copy, which the table then uses. Nothing is saved if the table's copy has no name.

    device: the device that entered the change. If it is no banker, a banker owns the new copy.
    was, now: the numbers before and after the change.
    """
    link = table.copy_link
    if link.name is None or now == was:
        return
    if link.device in table.bankers:
        yield from saved_changes(table.game, link, was, now)
        return
    owner = device if device in table.bankers else min(table.bankers)
    own = CopyLink(free_name(table.game.name, link.name, owner), owner)
    yield new_copy(table.game, own, now)
    # If another process has changed the table in the meantime, this matches no row.
    here = Table.id == table.id, Table.revision == table.revision
    renamed = {"copy_name": own.name, "copy_device": own.device}
    yield update(Table).where(*here).values(revision=Table.revision + 1, **renamed)

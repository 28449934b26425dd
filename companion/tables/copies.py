"""The household's copies of games: saving, finding and correcting their printed numbers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from sqlalchemy import Executable, insert, select, update
from sqlalchemy.orm import Session

from companion.games import game_named
from companion.mechanics import parts
from companion.mechanics.copies import ReadyCopy
from companion.mechanics.game import AnyGame
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.actor import Actor
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker, require_seated
from companion.tables.storage.models import CopyRow, Table
from companion.tables.storage.store import plain
from companion.tables.tidy_names import LONGEST_COPY_NAME, tidy_name

_TRIES = 5
"""The maximum number of attempts to change a table.

An attempt fails if another process changes the table first.
"""


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A saved copy of a game, with its printed numbers."""

    game: str
    """The internal name of the game."""
    name: str
    """The household's name for the copy."""
    numbers: Mapping[str, object]
    """The printed numbers, as the game's schema defines them."""
    updated_at: float
    """The time of the last change, in seconds since 1970."""


def printed(game: AnyGame) -> parts.Copy:
    """Return the ``Copy`` object that defines a game's printed numbers.

    The game must have printed numbers.
    """
    assert game.copy is not None, game.name
    return game.copy


def ready(game: AnyGame) -> tuple[ReadyCopy, ...]:
    """Return the ready-made copies that are included with a game, if any."""
    return game.copy.ready if game.copy else ()


def list_copies(game: str) -> list[KeptCopy]:
    """Return the household's saved copies of a game, most recently changed first."""
    wanted = (
        select(CopyRow)
        .where(CopyRow.game == game)
        .order_by(CopyRow.updated_at.desc(), CopyRow.name)
    )
    with Session(open_tables().store.engine) as session:
        return [_kept(row) for row in session.scalars(wanted)]


def kept_copy(game: str, name: str) -> KeptCopy | None:
    """Return the household's saved copy with this name, or None."""
    with Session(open_tables().store.engine) as session:
        row = _row(session, game, name)
        return None if row is None else _kept(row)


def numbers_named(game: str, name: str) -> Mapping[str, object] | None:
    """Return the printed numbers of the copy with this name, or None.

    The household's copies take precedence over the game's ready-made ones.
    """
    kept = kept_copy(game, name)
    if kept is not None:
        return kept.numbers
    return next((copy.numbers for copy in ready(game_named(game)) if copy.name == name), None)


def free_name(game: str, wanted: str, numbers: Mapping[str, object] | None = None) -> str:
    """Return a free name for a copy: the wanted name, with a number added if it is taken.

    numbers: the printed numbers of the copy. The name of a saved copy with the same numbers counts
    as free.
    """
    kept = {copy.name: copy.numbers for copy in list_copies(game)}
    name = tidy_name(wanted, LONGEST_COPY_NAME)
    for number in count(2):
        if name not in kept or kept[name] == numbers:
            break
        name = f"{wanted[: LONGEST_COPY_NAME - 5]} {number}"
    return name


def save_copy(game: str, name: str, numbers: Mapping[str, object]) -> KeptCopy:
    """Save a copy of a game, replacing an existing copy with the same name.

    Raises ``unknown_game``, the refusals of ``tidy_name``, and those of the game's ``Copy.check``.
    """
    checked = printed(game_named(game)).check(numbers)
    chosen = tidy_name(name, LONGEST_COPY_NAME)
    with open_tables().store.writing() as session:
        row = _row(session, game, chosen) or CopyRow(game=game, name=chosen)
        row.facts, row.updated_at = plain(checked), time.time()
        session.add(row)
        return _kept(row)


def set_table_copy(code: str, device: str, copy: Mapping[str, object]) -> OpenTable:
    """Correct a table's printed numbers without changing its log.

    If the copy has a name, the household's saved copy is corrected too. After the end of the game,
    only the saved copy is corrected.

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
        return locked.change(*_corrected(table, copy, {}), otherwise=moved_on())


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
            changes, kept_out = _entered(locked.table, device, was, entries)
            if not changes:
                return locked.table, kept_out
            try:
                return locked.change(*changes, otherwise=overtaken), kept_out
            except Refusal as refusal:
                if refusal is not overtaken:
                    raise
            locked.refresh()
    raise overtaken


def _entered(
    table: OpenTable, device: str, was: Mapping[str, str], entries: Mapping[str, str]
) -> tuple[list[Executable], list[str]]:
    """Return the SQL statements for ``enter_numbers``, and the names of the fields not entered.

    There are no statements if nothing changes.

    Raises the refusals of ``enter_numbers``.
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
    return _corrected(table, copy.from_form(now), marks), kept_out


def _corrected(
    table: OpenTable, copy: Mapping[str, object], marks: Mapping[str, int]
) -> list[Executable]:
    """Return the SQL statements that correct a table's printed numbers.

    marks: the seat that entered each field not yet confirmed by a banker, by field name.

    Raises ``copy_is_final``, ``already_dealt``, and the refusals of the game.
    """
    checked = plain(printed(table.game).check(copy))
    # The log refers to printed items by name, so the game refuses to change their names.
    printed(table.game).put_right(table.state, checked)
    kept = _kept_for_next(table, checked)
    if table.game.final.outcome(table.state) is None:
        _require_same_deal(table, checked)
        # If another process has changed the table in the meantime, this matches no row.
        here = Table.id == table.id, Table.revision == table.revision
        return [update(Table).where(*here).values(copy=checked, copy_marks=marks or None), *kept]
    if not kept:
        raise Refusal(
            "copy_is_final",
            "",
            say("The final scores are in. Undo the last move first."),
        )
    return kept


def _require_same_deal(table: OpenTable, copy: Mapping[str, object]) -> None:
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


def table_copy(table: OpenTable) -> Mapping[str, object]:
    """Return a table's printed numbers, including any that players entered during the game."""
    learnt = table.game.copy.learnt(table.state) if table.game.copy else None
    return table.setup.copy if learnt is None else learnt


def asks_numbers(table: OpenTable, actor: Actor) -> bool:
    """Return whether to ask a device for printed numbers that are still missing.

    Viewers are never asked. Callers must check that the game has not begun.
    """
    copy = table.game.copy
    if actor.role == "onlooker" or copy is None or copy.from_form is None:
        return False
    return not copy.is_complete(table_copy(table))


def editable_copy(table: OpenTable) -> Mapping[str, object]:
    """Return the printed numbers that ``set_table_copy`` would correct.

    After the end of the game, these are the numbers of the household's saved copy with the same
    name, if there is one. Otherwise they are the table's own numbers.
    """
    is_over = table.game.final.outcome(table.state) is not None
    kept = kept_copy(table.game.name, table.copy_name) if is_over and table.copy_name else None
    return table_copy(table) if kept is None else kept.numbers


def save_learnt(before: OpenTable, later: OpenTable) -> list[Executable]:
    """Return the SQL statements that update the household's saved copy after a step.

    The result is empty if the step changed no printed numbers, or if the table's copy has no name.

    before: the table before the step.
    later: the table after the step.
    """
    copy = later.game.copy
    if copy is None or copy.learnt(before.state) is copy.learnt(later.state):
        return []
    return _kept_for_next(later, plain(copy.check(table_copy(later))))


def _kept_for_next(table: OpenTable, numbers: Mapping[str, object]) -> list[Executable]:
    """Return the SQL statements that save printed numbers under the name of a table's copy.

    The result is empty if the table's copy has no name.
    """
    if not table.copy_name:
        return []
    game, name = table.game.name, table.copy_name
    values = {"facts": numbers, "updated_at": time.time()}
    if kept_copy(game, name) is None:
        return [insert(CopyRow).values(game=game, name=name, **values)]
    return [update(CopyRow).where(CopyRow.game == game, CopyRow.name == name).values(**values)]


def _row(session: Session, game: str, name: str) -> CopyRow | None:
    return session.scalar(select(CopyRow).where(CopyRow.game == game, CopyRow.name == name))


def _kept(row: CopyRow) -> KeptCopy:
    return KeptCopy(row.game, row.name, row.facts, row.updated_at)

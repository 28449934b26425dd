"""Printed numbers of the household's games: entered once, saved, corrected during a game."""

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
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker
from companion.tables.storage.models import CopyRow, Table
from companion.tables.storage.store import plain
from companion.tables.tidy_names import LONGEST_COPY_NAME, tidy_name


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """The printed numbers of one copy of a game, under the household's name for it."""

    game: str
    name: str
    numbers: Mapping[str, object]
    updated_at: float


def printed(game: AnyGame) -> parts.Copy:
    """Return the schema of a game's printed numbers; the game must have one."""
    assert game.copy is not None, game.name
    return game.copy


def ready(game: AnyGame) -> tuple[ReadyCopy, ...]:
    """Return the copies that a game comes with."""
    return game.copy.ready if game.copy else ()


def list_copies(game: str) -> list[KeptCopy]:
    """Return the household's copies of a game, most recently changed first."""
    wanted = (
        select(CopyRow)
        .where(CopyRow.game == game)
        .order_by(CopyRow.updated_at.desc(), CopyRow.name)
    )
    with Session(open_tables().store.engine) as session:
        return [_kept(row) for row in session.scalars(wanted)]


def kept_copy(game: str, name: str) -> KeptCopy | None:
    """Return the household's copy with a name, or None."""
    with Session(open_tables().store.engine) as session:
        row = _row(session, game, name)
        return None if row is None else _kept(row)


def numbers_named(game: str, name: str) -> Mapping[str, object] | None:
    """Return the printed numbers of the copy with a name, or None.

    The household's copies take precedence over those that the game comes with.
    """
    kept = kept_copy(game, name)
    if kept is not None:
        return kept.numbers
    return next((copy.numbers for copy in ready(game_named(game)) if copy.name == name), None)


def free_name(game: str, wanted: str, numbers: Mapping[str, object] | None = None) -> str:
    """Return the wanted name for a copy, numbered if another copy has it.

    numbers: a copy with exactly these numbers does not count as another one.
    """
    kept = {copy.name: copy.numbers for copy in list_copies(game)}
    name = tidy_name(wanted, LONGEST_COPY_NAME)
    for number in count(2):
        if name not in kept or kept[name] == numbers:
            break
        name = f"{wanted[: LONGEST_COPY_NAME - 5]} {number}"
    return name


def save_copy(game: str, name: str, numbers: Mapping[str, object]) -> KeptCopy:
    """Save a copy under a name, replacing an older one.

    Raises ``unknown_game``, the refusals of names and those of the game's check.
    """
    checked = printed(game_named(game)).check(numbers)
    chosen = tidy_name(name, LONGEST_COPY_NAME)
    with open_tables().store.writing() as session:
        row = _row(session, game, chosen) or CopyRow(game=game, name=chosen)
        row.facts, row.updated_at = plain(checked), time.time()
        session.add(row)
        return _kept(row)


def set_table_copy(code: str, device: str, copy: Mapping[str, object]) -> OpenTable:
    """Correct a table's printed numbers without touching its log; bankers only.

    The household's copy of the same name is corrected too. After the game's end only that one is.

    Raises ``not_a_banker``, ``copy_is_final`` for a finished game with an unnamed copy,
    ``already_dealt``, and those of the game's check.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(device))
        checked = plain(printed(table.game).check(copy))
        # The log refers to printed things by name: the game refuses a copy with other names.
        printed(table.game).put_right(table.state, checked)
        kept = _kept_for_next(table, checked)
        if table.game.final.outcome(table.state) is None:
            _require_same_deal(table, checked)
            corrected = update(Table).where(Table.id == table.id).values(copy=checked)
            kept = [corrected, *kept]
        elif not kept:
            raise Refusal(
                "copy_is_final",
                "",
                say("The final account is made; take back the last step first."),
            )
        return locked.change(*kept, otherwise=moved_on())


def _require_same_deal(table: OpenTable, copy: Mapping[str, object]) -> None:
    """Raise ``already_dealt`` if the new numbers change the starting money after the first step."""
    dealt = printed(table.game).dealt
    before = dealt(table.setup.copy)
    if table.sequence and dealt(copy) != before:
        sentence = say(
            "At this table everyone began with {amount}; correct it here after the game, for the "
            "next one.",
            amount=before,
        )
        raise Refusal("already_dealt", "", sentence)


def table_copy(table: OpenTable) -> Mapping[str, object]:
    """Return a table's printed numbers, including those that players entered during the game."""
    learnt = table.game.copy.learnt(table.state) if table.game.copy else None
    return table.setup.copy if learnt is None else learnt


def editable_copy(table: OpenTable) -> Mapping[str, object]:
    """Return the printed numbers that ``set_table_copy`` corrects.

    These are the table's, or after its end the household's of the same name.
    """
    is_over = table.game.final.outcome(table.state) is not None
    kept = kept_copy(table.game.name, table.copy_name) if is_over and table.copy_name else None
    return table_copy(table) if kept is None else kept.numbers


def save_learnt(before: OpenTable, later: OpenTable) -> list[Executable]:
    """Return the statements that save printed numbers entered, or undone, by a step."""
    copy = later.game.copy
    if copy is None or copy.learnt(before.state) is copy.learnt(later.state):
        return []
    return _kept_for_next(later, plain(copy.check(table_copy(later))))


def _kept_for_next(table: OpenTable, numbers: Mapping[str, object]) -> list[Executable]:
    """Return the statements that save a named copy's numbers as the household's."""
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

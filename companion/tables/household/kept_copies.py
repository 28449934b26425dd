"""Saved copies: the printed numbers that a device has saved for its own copies of games.

A device sees the copies that it made, and those used at a table where it is a banker or player.
The owner of the machine sees all. Only the device that made a copy changes it, at tables where it
is a banker, because strangers may share a server. Any other table that corrects a number makes a
new copy. The ready-made copies of a game belong to nobody and never change.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import Executable, ScalarSelect, Select, exists, insert, select, update
from sqlalchemy.orm import Session

from companion.games import game_named
from companion.mechanics import parts
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.values.copies import ReadyCopy
from companion.tables.household.table_conditions import is_of
from companion.tables.household.tidy_names import LONGEST_COPY_NAME, tidy_name
from companion.tables.live.cache import open_tables
from companion.tables.storage.models import CopyRow, Seat, Table
from companion.tables.storage.store import CopyLink, plain

Numbers = Mapping[str, object]
"""Printed numbers, as the game's schema defines them."""
_NONE: object = object()


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A saved copy of a game, with its printed numbers."""

    link: CopyLink
    """The name of the copy and its owner. No device owns the copies of the machine's owner."""
    numbers: Numbers
    updated_at: float
    """The time of the last change, in seconds since 1970."""
    key: str
    """The value of the form field that chooses this copy: its name, unless others have it too."""
    player: str | None = None
    """The player whose seat the owner's device held last, or None if it never had a seat."""

    @property
    def name(self) -> str:
        """The name of the copy."""
        return self.link.name or ""


def printed(game: AnyGame) -> parts.Copy:
    """Return the ``Copy`` object that defines a game's printed numbers.

    The game must have printed numbers.
    """
    assert game.copy is not None, game.name
    return game.copy


def ready_copies(game: AnyGame) -> tuple[ReadyCopy, ...]:
    """Return the ready-made copies that are included with a game, if any."""
    return game.copy.ready if game.copy else ()


def list_copies(game: str, device: str, *, sees_all: bool = False) -> list[KeptCopy]:
    """Return the saved copies of a game that a device may see.

    The device's own copies come first. Copies of the same owner are sorted by their latest change,
    newest first.

    sees_all: whether the device belongs to the owner of the machine.
    """
    wanted = select(CopyRow, _player_of_owner()).where(CopyRow.game == game)
    if not sees_all:
        at_table = exists().where(
            Table.game == CopyRow.game,
            Table.copy_name == CopyRow.name,
            Table.copy_device.is_not_distinct_from(CopyRow.device),
            is_of(device),
        )
        wanted = wanted.where((CopyRow.device == device) | at_table)
    newest = wanted.order_by(CopyRow.updated_at.desc(), CopyRow.name)
    with Session(open_tables().store.engine) as session:
        rows = [(row, player) for row, player in session.execute(newest)]
    rows.sort(key=lambda row: row[0].device != device)
    names = [row.name for row, _ in rows]
    return [
        KeptCopy(
            CopyLink(row.name, row.device),
            row.facts,
            row.updated_at,
            row.name
            if row.device == device or names.count(row.name) == 1
            else f"{row.name} #{row.id}",
            player,
        )
        for row, player in rows
    ]


def _player_of_owner() -> ScalarSelect[str]:
    """Return the SQL expression for the player whose seat a copy's owner held last."""
    held = select(Seat.name).where(Seat.device == CopyRow.device)
    return held.order_by(Seat.table_id.desc()).limit(1).scalar_subquery()


def copy_numbers(game: AnyGame, link: CopyLink) -> Numbers | None:
    """Return the printed numbers of the copy that a table uses, or None if it is not saved."""
    made = next((copy.numbers for copy in ready_copies(game) if copy.name == link.name), None)
    if made is not None or link.name is None:
        return made
    with Session(open_tables().store.engine) as session:
        row = session.scalar(_rows_of(game.name, link))
        return None if row is None else row.facts


def chosen_copy(
    game: AnyGame, key: str | None, device: str, *, sees_all: bool = False
) -> tuple[CopyLink, Numbers | None]:
    """Return the copy that a form chose for a new table, and its printed numbers.

    The numbers are None if nothing is saved yet. If no copy has the key, the key is the name under
    which the device will save a new copy.

    key: the value of the form field, see ``KeptCopy.key``.
    """
    if key is None or any(copy.name == key for copy in ready_copies(game)):
        link = CopyLink(key)
        return link, copy_numbers(game, link)
    seen = list_copies(game.name, device, sees_all=sees_all)
    kept = next((copy for copy in seen if copy.key == key), None)
    return (CopyLink(key, device), None) if kept is None else (kept.link, kept.numbers)


def free_name(game: str, wanted: str, device: str, numbers: Numbers | None = None) -> str:
    """Return the wanted name, with a number if another copy of the device already has that name.

    numbers: the printed numbers of the copy. The name of a saved copy with the same numbers counts
    as free.
    """
    own = select(CopyRow.name, CopyRow.facts).where(CopyRow.game == game, CopyRow.device == device)
    with Session(open_tables().store.engine) as session:
        taken: dict[str, Numbers] = dict(iter(session.execute(own)))
    made = {copy.name for copy in ready_copies(game_named(game))}
    name = tidy_name(wanted, LONGEST_COPY_NAME)
    for number in count(2):
        if name not in made and (name not in taken or taken[name] == numbers):
            break
        name = f"{wanted[: LONGEST_COPY_NAME - 5]} {number}"
    return name


def save_copy(game: str, name: str, numbers: Numbers, device: str) -> None:
    """Save a copy of a device, replacing its existing copy with the same name.

    Raises ``unknown_game``, the refusals of ``tidy_name``, and those of the game's ``Copy.check``.
    """
    checked = printed(game_named(game)).check(numbers)
    link = CopyLink(tidy_name(name, LONGEST_COPY_NAME), device)
    with open_tables().store.writing() as session:
        row = session.scalar(_rows_of(game, link)) or CopyRow(game=game, name=link.name)
        row.facts, row.updated_at, row.device = plain(checked), time.time(), device
        session.add(row)


def saved_changes(
    game: AnyGame, link: CopyLink, was: Numbers, now: Numbers
) -> Iterator[Executable]:
    """Yield the SQL statement that saves numbers entered or corrected in a copy of the device.

    Other numbers stay as they are saved, because another table may have corrected them since. A
    change that contradicts them is left out. The statement changes no row if another process has
    changed the copy in the meantime.

    was: the numbers before the change.
    now: the numbers after it.
    """
    with Session(open_tables().store.engine) as session:
        row = session.scalar(_rows_of(game.name, link))
    if row is None:
        yield new_copy(game, link, now)
        return
    try:
        merged = plain(printed(game).check(_merged(was, now, row.facts)))
    except Refusal:
        return
    if merged != row.facts:
        here = CopyRow.id == row.id, CopyRow.updated_at == row.updated_at
        yield update(CopyRow).where(*here).values(facts=merged, updated_at=time.time())


def new_copy(game: AnyGame, link: CopyLink, numbers: Numbers) -> Executable:
    """Return the SQL statement that saves a copy for the first time."""
    values = {"facts": plain(numbers), "updated_at": time.time()}
    return insert(CopyRow).values(game=game.name, name=link.name, device=link.device, **values)


def _merged(was: object, now: object, saved: object) -> object:
    """Return saved JSON data with the changes that lead from ``was`` to ``now``."""
    if now == was:
        return saved
    if (now is _NONE or not now) and saved != was:
        # A step that entered a number was undone, but the number was corrected in the meantime.
        return saved
    if isinstance(was, Mapping) and isinstance(now, Mapping) and isinstance(saved, Mapping):
        keys = dict.fromkeys((*saved, *now))
        merged = {
            key: _merged(*(data.get(key, _NONE) for data in (was, now, saved))) for key in keys
        }
        return {key: value for key, value in merged.items() if value is not _NONE}
    if isinstance(was, list) and isinstance(now, list) and isinstance(saved, list):
        if all(isinstance(item, str) for item in (*was, *now, *saved)):
            # A list of names is a set of ticks.
            kept = [name for name in saved if name in now or name not in was]
            return kept + [name for name in now if name not in (*was, *saved)]
        if len(was) == len(now) == len(saved):
            return [_merged(*items) for items in zip(was, now, saved, strict=True)]
    return now


def _rows_of(game: str, link: CopyLink) -> Select[Any]:
    """Return the query for the saved copy that a link refers to."""
    is_owned = CopyRow.device.is_not_distinct_from(link.device)
    return select(CopyRow).where(CopyRow.game == game, CopyRow.name == link.name, is_owned)

"""Tables made, found again by their people, and their seats renamed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import ColumnElement, Insert, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, defer

from companion.games import all_games, game_named
from companion.mechanics.game import AnyGame, SeatSetup, Setup
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.codes import new_code
from companion.tables.copies import numbers_named
from companion.tables.household.look_alikes import require_clear
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.seat_changes import insert_change
from companion.tables.seats import seat_numbered
from companion.tables.storage.checksums import seal
from companion.tables.storage.models import Banker, EntryRow, Seat, Table
from companion.tables.storage.store import PAGE, append_all, plain
from companion.tables.tidy_names import kept_name, require_unique, tidy_name

HIDDEN = "~"
"""How the code begins of a table whose log is still being written; no typed code does."""
DEMO = "demo "
"""How the device's name begins that is the banker of a demo; no browser is called so."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as a list shows it to one of its devices.

    at: when somebody last tapped there, or it was made. version: changes with whatever it shows.
    """

    code: str
    game: str
    title: str
    names: tuple[str, ...]
    created_at: float
    role: Literal["banker", "player"]
    at: float
    version: tuple[int, int]
    is_followed: bool

    @property
    def is_installed(self) -> bool:
        """Whether its game is there; what a package brought may be gone."""
        return self.game in all_games()


def create_table(
    game_name: str,
    options: Mapping[str, object],
    seats: Sequence[SeatSetup],
    copy: Mapping[str, object] | None,
    copy_name: str | None,
    device: str,
) -> OpenTable:
    """Make a table; the device that makes it is its banker.

    copy: the printed numbers; None: the household's copy of that name or a ready-made one, else a
    blank one.
    Raises Refusal: ``unknown_game``, those of names, those of the game's ``prepare``.
    """
    game = game_named(game_name)
    seats = [replace(seat, name=tidy_name(seat.name)) for seat in seats]
    for place, seat in enumerate(seats):
        require_clear(seat.name, (other.name for other in seats[:place]))
    if copy is None:
        known = numbers_named(game_name, copy_name) if copy_name else None
        copy = game.blank_copy() if known is None else known
    setup = prepared(game, Setup(options, tuple(seats), copy))
    return store_table(game, setup, copy_name, device)


def prepared(game: AnyGame, setup: Setup) -> Setup:
    """Return a set-up checked by its game; raises Refusal."""
    seats = tuple(replace(seat, name=kept_name(seat.name)) for seat in setup.seats)
    require_unique(seat.name for seat in seats)
    return game.rules.prepare(replace(setup, seats=seats))


def store_table(
    game: AnyGame,
    setup: Setup,
    copy_name: str | None,
    device: str,
    entries: Iterable[Entry] = (),
    differs_after: int | None = None,
) -> OpenTable:
    """Write a new table with its log, and return it; a code that is taken is drawn again.

    differs_after: so many entries are as today's rules decide them, and the next is not; None if
    all are.

    A long log is written in slices, so that moves at other tables do not wait. Until all of it is
    there, nobody can find the table.
    """
    tables, log = open_tables(), tuple(entries)
    with tables.store.writing() as session:
        table_id = _write(session, game, setup, copy_name)
        if differs_after is not None:
            # In the history where it is, and on the screens now.
            for after in sorted({differs_after, len(log)}):
                session.execute(insert_change(table_id, after, "rules_differ", 0))
    for first in range(0, len(log), PAGE):
        with tables.store.writing() as session:
            append_all(session.connection(), table_id, log[first : first + PAGE])
    while True:
        code = new_code()
        try:
            with tables.store.writing() as session:
                _open(session, table_id, code, device)
        except IntegrityError:
            if tables.store.glance(code) is None:
                raise
            continue
        return tables.find(code)


def _write(session: Session, game: AnyGame, setup: Setup, copy_name: str | None) -> int:
    """Write a table that nobody can find yet, and return its id."""
    hidden = HIDDEN + new_code()[len(HIDDEN) :]
    for statement in table_inserts(hidden, game, setup, copy_name, [], {}):
        session.execute(statement)
    return session.scalars(select(Table.id).where(Table.code == hidden)).one()


def _open(session: Session, table_id: int, code: str, device: str) -> None:
    """Give a table that is written its code and its banker."""
    session.execute(update(Table).where(Table.id == table_id).values(code=code))
    session.execute(insert(Banker).values(table_id=table_id, device=device))
    seal(session.connection(), table_id)


def table_inserts(
    code: str,
    game: AnyGame,
    setup: Setup,
    copy_name: str | None,
    bankers: Iterable[str],
    holders: Mapping[int, str | None],
) -> Iterator[Insert]:
    """Yield the statements that make a table, a row each; holders: devices by their seats."""
    # Inline, for what returns its key does not count its row.
    yield (
        insert(Table)
        .inline()
        .values(
            code=code,
            game=game.name,
            options=plain(setup.options),
            copy=plain(setup.copy),
            copy_name=copy_name,
            created_at=time.time(),
        )
    )
    here = select(Table.id).where(Table.code == code).scalar_subquery()
    for device in bankers:
        yield insert(Banker).inline().values(table_id=here, device=device)
    for number, seat in enumerate(setup.seats):
        yield (
            insert(Seat)
            .inline()
            .values(
                table_id=here,
                number=number,
                name=seat.name,
                colours=list(seat.colours),
                device=holders.get(number),
            )
        )


def every_table() -> list[TableCard]:
    """Return all tables there are, newest first, as a banker sees them."""
    return _cards(None, ~Table.code.startswith(HIDDEN))


def tables_played() -> list[TableCard]:
    """Return all tables that somebody made to play at, newest first, as a banker sees them."""
    return _cards(None, ~is_demo() & ~Table.code.startswith(HIDDEN))


def tables_of(device: str) -> list[TableCard]:
    """Return the tables where a device is a banker or holds a seat, newest first."""
    return _cards(device, is_of(device))


def is_of(device: str) -> ColumnElement[bool]:
    """Return what picks the tables where a device is a banker or holds a seat; no demo's."""
    banker = select(Banker.table_id).where(Banker.device == device)
    player = select(Seat.table_id).where(Seat.device == device)
    return (Table.id.in_(banker) | Table.id.in_(player)) & ~is_demo()


def is_demo() -> ColumnElement[bool]:
    """Return what picks the tables that play themselves."""
    return Table.id.in_(select(Banker.table_id).where(Banker.device.startswith(DEMO)))


def _cards(device: str | None, wanted: ColumnElement[bool]) -> list[TableCard]:
    """Return the wanted tables, newest first, as a device sees them; None: as a banker does."""
    # The newest step by the log's own index: a long evening's log is not gone through for a list.
    steps = select(EntryRow.at, EntryRow.sequence).where(EntryRow.table_id == Table.id)
    last = steps.order_by(EntryRow.sequence.desc()).limit(1)
    at, sequence = (
        last.with_only_columns(column).scalar_subquery()
        for column in (EntryRow.at, EntryRow.sequence)
    )
    listed = select(Table, func.coalesce(at, 0.0), func.coalesce(sequence, 0)).where(wanted)
    newest_first = listed.order_by(Table.created_at.desc(), Table.id.desc())
    # Without JSON: a damaged one must not break the list.
    unread = defer(Table.copy), defer(Table.options)
    led = select(Banker.table_id).where(Banker.device == device)
    with Session(open_tables().store.engine) as session:
        found = session.execute(newest_first.options(*unread)).all()
        leads = {row[0].id for row in found} if device is None else set(session.scalars(led))
        names = _names(session, [row[0] for row in found], wanted)
        return [_card(table, names[table.id], table.id in leads, *step) for table, *step in found]


def _names(
    session: Session, tables: Sequence[Table], wanted: ColumnElement[bool]
) -> dict[int, tuple[str, ...]]:
    """Return the players' names of the wanted tables, by id and by seat."""
    names: dict[int, tuple[str, ...]] = {table.id: () for table in tables}
    seated = select(Seat.table_id, Seat.name).join(Table, Table.id == Seat.table_id).where(wanted)
    for seat in session.execute(seated.order_by(Seat.number)):
        if seat.table_id in names:
            names[seat.table_id] += (seat.name,)
    return names


def _card(table: Table, names: tuple[str, ...], leads: bool, at: float, sequence: int) -> TableCard:
    game = all_games().get(table.game)
    return TableCard(
        code=table.code,
        game=table.game,
        title=table.game if game is None else game.title,
        names=names,
        created_at=table.created_at,
        role="banker" if leads else "player",
        at=max(at, table.created_at),
        version=(table.revision, sequence),
        is_followed=table.followed_by is not None,
    )


def rename_seat(code: str, number: int, name: str, actor: Actor) -> OpenTable:
    """Give a seat another name: its own player may, and a banker.

    Raises ``not_your_seat``, ``unknown_seat``, the refusals of names and those of ``prepare``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        asking = table.actor(actor.device)
        seat = seat_numbered(table, number)
        if not asking.is_banker and asking.seat != number:
            raise Refusal(
                "not_your_seat", "", say("You name your own seat; for another ask the banker.")
            )
        sittings, tidied = list(table.setup.seats), tidy_name(name)
        require_clear(tidied, (other.name for other in table.seats if other is not seat))
        sittings[number] = replace(sittings[number], name=tidied)
        checked = prepared(table.game, replace(table.setup, seats=tuple(sittings)))
        renamed = update(Seat).where(Seat.table_id == table.id, Seat.number == seat.number)
        return locked.change(renamed.values(name=checked.seats[number].name), otherwise=moved_on())

"""Tables made, found again by their people, and their seats renamed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from companion.games import all_games, game_named
from companion.mechanics.game import AnyGame, Setup, Sitting
from companion.mechanics.log import Entry
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.codes import new_code
from companion.tables.copies import facts_named
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.seats import seat_numbered
from companion.tables.storage.models import Banker, Seat, Table
from companion.tables.storage.store import append_all, as_written, plain
from companion.tables.tidy_names import kept_name, require_unique, tidy_name


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as a list shows it to one of its devices."""

    code: str
    game: str
    title: str
    names: tuple[str, ...]
    created_at: float
    role: Literal["banker", "player"]


def create_table(
    game_name: str,
    options: Mapping[str, object],
    seats: Sequence[Sitting],
    copy: Mapping[str, object] | None,
    copy_name: str | None,
    device: str,
) -> OpenTable:
    """Make a table; the device that makes it is its banker.

    copy: the printed facts; None: the household's copy of that name or a ready-made one, else a
    blank one.
    Raises Refusal: ``unknown_game``, those of names, those of the game's ``prepare``.
    """
    game = game_named(game_name)
    seats = [replace(seat, name=tidy_name(seat.name)) for seat in seats]
    if copy is None:
        known = facts_named(game_name, copy_name) if copy_name else None
        copy = game.blank_copy() if known is None else known
    setup = prepared(game, Setup(options, tuple(seats), copy))
    return kept_table(game, setup, copy_name, device)


def prepared(game: AnyGame, setup: Setup) -> Setup:
    """Return a set-up checked by its game; raises Refusal."""
    seats = tuple(replace(seat, name=kept_name(seat.name)) for seat in setup.seats)
    require_unique(seat.name for seat in seats)
    return game.rules.prepare(replace(setup, seats=seats))


def kept_table(
    game: AnyGame,
    setup: Setup,
    copy_name: str | None,
    device: str,
    entries: Iterable[Entry] = (),
) -> OpenTable:
    """Write a new table with its log, and return it; a code that is taken is drawn again."""
    tables = open_tables()
    log = [as_written(entry) for entry in entries]
    while True:
        code = new_code()
        try:
            with tables.store.writing() as session:
                _write(session, code, game, setup, copy_name, device, log)
        except IntegrityError:
            if tables.store.glance(code) is None:
                raise
            continue
        return tables.find(code)


def _write(
    session: Session,
    code: str,
    game: AnyGame,
    setup: Setup,
    copy_name: str | None,
    device: str,
    log: Iterable[Mapping[str, object]],
) -> None:
    table = Table(
        code=code,
        game=game.name,
        options=plain(setup.options),
        copy=plain(setup.copy),
        copy_name=copy_name,
        created_at=time.time(),
    )
    session.add(table)
    session.flush()
    session.add(Banker(table_id=table.id, device=device))
    for number, seat in enumerate(setup.seats):
        session.add(
            Seat(table_id=table.id, number=number, name=seat.name, colours=list(seat.colours))
        )
    append_all(session.connection(), table.id, log)


def every_table() -> list[TableCard]:
    """Return all tables there are, newest first, as a banker sees them."""
    with Session(open_tables().store.engine) as session:
        newest_first = select(Table).order_by(Table.created_at.desc(), Table.id.desc())
        found = session.scalars(newest_first).all()
        names = _names(session, found)
    return [_card(table, names[table.id], leads=True) for table in found]


def tables_of(device: str) -> list[TableCard]:
    """Return the tables where a device is a banker or holds a seat, newest first."""
    banker = select(Banker.table_id).where(Banker.device == device)
    player = select(Seat.table_id).where(Seat.device == device)
    mine = select(Table).where(Table.id.in_(banker) | Table.id.in_(player))
    with Session(open_tables().store.engine) as session:
        tables = session.scalars(mine.order_by(Table.created_at.desc(), Table.id.desc())).all()
        led = set(session.scalars(banker))
        names = _names(session, tables)
    return [_card(table, names[table.id], table.id in led) for table in tables]


def _names(session: Session, tables: Sequence[Table]) -> dict[int, tuple[str, ...]]:
    """Return the players' names of each table, by its id and by seat."""
    names: dict[int, tuple[str, ...]] = {table.id: () for table in tables}
    seated = select(Seat).where(Seat.table_id.in_(names)).order_by(Seat.number)
    for seat in session.scalars(seated):
        names[seat.table_id] += (seat.name,)
    return names


def _card(table: Table, names: tuple[str, ...], leads: bool) -> TableCard:
    game = all_games().get(table.game)
    return TableCard(
        code=table.code,
        game=table.game,
        title=table.game if game is None else game.title,
        names=names,
        created_at=table.created_at,
        role="banker" if leads else "player",
    )


def rename_seat(code: str, number: int, name: str, actor: Actor) -> OpenTable:
    """Give a seat another name: its own player may, and a banker.

    Raises ``not_your_seat``, ``unknown_seat``, the refusals of names and those of ``prepare``.
    """
    with open_tables().held(code) as held:
        table = held.table
        asking = table.actor(actor.device)
        seat = seat_numbered(table, number)
        if not asking.is_banker and asking.seat != number:
            raise Refusal(
                "not_your_seat", "", say("You name your own seat; for another ask the banker.")
            )
        sittings = list(table.setup.seats)
        sittings[number] = replace(sittings[number], name=tidy_name(name))
        checked = prepared(table.game, replace(table.setup, seats=tuple(sittings)))
        renamed = update(Seat).where(Seat.table_id == table.id, Seat.number == seat.number)
        return held.change(renamed.values(name=checked.seats[number].name), otherwise=moved_on())

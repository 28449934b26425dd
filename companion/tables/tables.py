"""Creating and listing tables, and renaming their players."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import ColumnElement, Insert, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, defer

from companion.games import all_games, from_elsewhere, game_named
from companion.mechanics.actions.refusal import Refusal, about_field
from companion.mechanics.game import AnyGame, SeatSetup, Setup
from companion.mechanics.history.log import Entry
from companion.mechanics.language.words import say
from companion.mechanics.play.seating import chosen_colours
from companion.mechanics.scoring.sheet import LONGEST_TITLE
from companion.tables.codes import new_code
from companion.tables.household.kept_copies import chosen_copy
from companion.tables.household.look_alikes import require_distinct
from companion.tables.household.table_conditions import is_demo, is_of
from companion.tables.household.tidy_names import kept_name, require_unique, tidy_name
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.refusals import moved_on
from companion.tables.seat_changes import insert_change
from companion.tables.seats import seat_numbered
from companion.tables.storage.checksums import seal
from companion.tables.storage.models import Banker, EntryRow, Seat, Table
from companion.tables.storage.store import PAGE, CopyLink, append_all, plain, rows_of

TWICE_SECONDS = 3600.0
"""How long after its creation a table is found again if its form is posted twice, in seconds."""
HIDDEN = "~"
"""The prefix of a temporary code, which a table has while its log is being written.

No join code starts with this prefix.
"""


@dataclass(frozen=True, slots=True)
class TableCard:
    """The summary of a table for a list of tables."""

    code: str
    game: str
    """The internal name of the game."""
    title: str
    """The title of the game. If the game is not installed, the stored title or internal name."""
    own_title: str | None
    """The name that people gave to what they play; "" if they gave none.

    None if the game cannot stand in for others.
    """
    names: tuple[str, ...]
    """The names of the players, in seat order."""
    created_at: float
    """The time when the table was created, in seconds since 1970."""
    role: Literal["banker", "player"]
    """The role of the device for which the list is made."""
    at: float
    """The time of the newest step, or of the table's creation, in seconds since 1970."""
    version: tuple[int, int]
    """The table's revision and newest sequence number. They change whenever the table changes."""
    followed_by: str | None
    """The code of the table where the players continued, if there is one."""

    @property
    def is_installed(self) -> bool:
        """Whether the table's game is installed (its plugin may have been removed)."""
        return self.game in all_games()


def create_table(
    game_name: str,
    options: Mapping[str, object],
    seats: Sequence[SeatSetup],
    copy: Mapping[str, object] | None,
    copy_name: str | None,
    device: str,
    *,
    sees_all: bool = False,
    title: str | None = None,
    is_once: bool = False,
) -> OpenTable:
    """Create a table with a device as its banker, and return it.

    options: the settings.
    seats: the players' names and colours, in seat order.
    copy: the printed numbers. If None, the numbers of the chosen copy are used, or blank ones if
    there is no such copy.
    copy_name: the chosen copy (see ``KeptCopy.key``), or None for numbers of this table alone.
    device: the device that becomes the banker.
    sees_all: whether the device belongs to the owner of the machine.
    title: the name that people gave to what they play.
    is_once: whether to return the same table again if the device has just created it and nobody has
    made a move, for example because a form was posted twice.

    Raises ``unknown_game``, the refusals of ``tidy_name``, ``require_distinct`` and
    ``require_unique``, and those of the game's ``prepare``.
    """
    game = game_named(game_name)
    seats = list(seats)
    for place, seat in enumerate(seats):
        with about_field(f"name_{place}"):
            seats[place] = replace(seat, name=tidy_name(seat.name))
            require_distinct(seats[place].name, (other.name for other in seats[:place]))
    link, known = chosen_copy(game, copy_name, device, sees_all=sees_all)
    if copy is None:
        copy = game.blank_copy() if known is None else known
    setup = prepared(game, Setup(options, tuple(seats), copy))
    twin = _table_just_created(game, setup, link, device, title) if is_once else None
    return twin or store_table(game, setup, link, device, title=title)


def _table_just_created(
    game: AnyGame, setup: Setup, link: CopyLink, device: str, title: str | None
) -> OpenTable | None:
    """Return the same table that the device created a short time ago, if it has not begun."""
    led = select(Banker.table_id).where(Banker.device == device)
    begun = select(EntryRow.table_id).where(EntryRow.table_id == Table.id).exists()
    since = Table.created_at > time.time() - TWICE_SECONDS
    recent = (Table.game == game.name) & Table.id.in_(led) & since & ~begun
    for card in _matching_cards(None, recent & ~Table.code.startswith(HIDDEN)):
        table = open_tables().find(card.code)
        same = (setup.options, setup.seats, link, title)
        if same == (table.setup.options, table.setup.seats, table.copy_link, table.own_title):
            return table
    return None


def prepared(game: AnyGame, setup: Setup) -> Setup:
    """Return a setup after its game has validated and completed it.

    Raises the refusals of ``kept_name``, ``require_unique`` and the game's ``prepare``.
    """
    seats = tuple(replace(seat, name=kept_name(seat.name)) for seat in setup.seats)
    require_unique(seat.name for seat in seats)
    done = game.rules.prepare(replace(setup, seats=seats))
    if game.colours:
        return done
    # The game itself has no use for the players' colours, so it may have left them out.
    colours = chosen_colours(seat.colours for seat in seats)
    chosen = zip(done.seats, colours, strict=True)
    return replace(done, seats=tuple(replace(seat, colours=own) for seat, own in chosen))


def store_table(
    game: AnyGame,
    setup: Setup,
    copy: CopyLink,
    device: str,
    entries: Iterable[Entry] = (),
    differs_after: int | None = None,
    title: str | None = None,
) -> OpenTable:
    """Store a new table with its log and return it.

    A long log is written in several transactions, so that moves at other tables need not wait. The
    table gets its join code last, so that nobody can open it before it is complete.

    device: the device that becomes the banker.
    differs_after: the number of entries before the first one that the current rules decide
    differently, or None if there is no difference.
    title: the name that people gave to what they play.
    """
    tables, log = open_tables(), tuple(entries)
    with tables.store.writing() as session:
        table_id = _write(session, game, setup, copy, title)
        if differs_after is not None:
            # Recorded at the differing step for the history, and at the end for current screens.
            for after in sorted({differs_after, len(log)}):
                session.execute(insert_change(table_id, after, "rules_differ", 0))
    for first in range(0, len(log), PAGE):
        rows = rows_of(log[first : first + PAGE], table_id)
        with tables.store.writing() as session:
            append_all(session.connection(), rows)
    while True:
        code = new_code()
        try:
            with tables.store.writing() as session:
                _publish(session, table_id, code, device)
        except IntegrityError:
            if tables.store.glance(code) is None:
                raise
            continue
        return tables.find(code)


def _write(session: Session, game: AnyGame, setup: Setup, copy: CopyLink, title: str | None) -> int:
    """Write a table that has only a temporary code, and return its id."""
    hidden = HIDDEN + new_code()[len(HIDDEN) :]
    for statement in table_inserts(hidden, game, setup, copy, [], {}, title):
        session.execute(statement)
    return session.scalars(select(Table.id).where(Table.code == hidden)).one()


def _publish(session: Session, table_id: int, code: str, device: str) -> None:
    """Give a completely written table its join code and its banker."""
    session.execute(update(Table).where(Table.id == table_id).values(code=code))
    session.execute(insert(Banker).values(table_id=table_id, device=device))
    seal(session.connection(), table_id)


def table_inserts(
    code: str,
    game: AnyGame,
    setup: Setup,
    copy: CopyLink,
    bankers: Iterable[str],
    holders: Mapping[int, str | None],
    title: str | None,
) -> Iterator[Insert]:
    """Yield the SQL statements that create a table with its bankers and seats.

    Each statement inserts one row.

    holders: the device that holds each seat, by seat number.
    title: the name that people gave to what they play. A plugin's own title is kept in any case, so
    that the table can be listed without the plugin.
    """
    # ``inline`` prevents RETURNING, with which an INSERT would report no row count.
    yield (
        insert(Table)
        .inline()
        .values(
            code=code,
            game=game.name,
            options=plain(setup.options),
            copy=plain(setup.copy),
            copy_name=copy.name,
            copy_device=copy.device,
            title=title or _plugin_title(game),
            created_at=time.time(),
        )
    )
    here = select(Table.id).where(Table.code == code).scalar_subquery()
    for device in bankers:
        yield insert(Banker).inline().values(table_id=here, device=device)
    for number, seat in enumerate(setup.all_seats):
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


def _plugin_title(game: AnyGame) -> str | None:
    return game.title[:LONGEST_TITLE] if game.name in from_elsewhere().games else None


def every_table() -> list[TableCard]:
    """Return the summaries of all tables, newest first, as a banker of each table sees them."""
    return _matching_cards(None, ~Table.code.startswith(HIDDEN))


def tables_played() -> list[TableCard]:
    """Return the same summaries as ``every_table``, without those of demo games."""
    return _matching_cards(None, ~is_demo() & ~Table.code.startswith(HIDDEN))


def tables_near(devices: Iterable[str], at: float, seconds: float) -> list[TableCard]:
    """Return the summaries of tables that were created around a time, newest first.

    The summaries show each table as a banker sees it. Demo games are excluded.

    devices: the ids of devices. Each table has at least one of them as a banker or player.
    at: the time, in seconds since 1970.
    seconds: the maximum interval between this time and the creation of a table, before or after.
    """
    near = Table.created_at.between(at - seconds, at + seconds)
    return _matching_cards(None, is_of(*devices) & near & ~Table.code.startswith(HIDDEN))


def tables_of(device: str) -> list[TableCard]:
    """Return the summaries of the tables where a device is a banker or player, newest first."""
    return _matching_cards(device, is_of(device))


def _matching_cards(device: str | None, wanted: ColumnElement[bool]) -> list[TableCard]:
    """Return the summaries of the matching tables, newest first.

    device: the device whose role the summaries show. If None, this role is always "banker".
    """
    # The newest step is found with the log's index, because reading long logs would be slow.
    steps = select(EntryRow.at, EntryRow.sequence).where(EntryRow.table_id == Table.id)
    last = steps.order_by(EntryRow.sequence.desc()).limit(1)
    at, sequence = (
        last.with_only_columns(column).scalar_subquery()
        for column in (EntryRow.at, EntryRow.sequence)
    )
    listed = select(Table, func.coalesce(at, 0.0), func.coalesce(sequence, 0)).where(wanted)
    newest_first = listed.order_by(Table.created_at.desc(), Table.id.desc())
    # The JSON columns are not read, so that damaged JSON cannot break the list.
    unread = defer(Table.copy), defer(Table.options)
    led = select(Banker.table_id).where(Banker.device == device)
    with Session(open_tables().store.engine) as session:
        found = session.execute(newest_first.options(*unread)).all()
        leads = {row[0].id for row in found} if device is None else set(session.scalars(led))
        names = _names_by_table(session, [row[0] for row in found], wanted)
        return [_card(table, names[table.id], table.id in leads, *step) for table, *step in found]


def _names_by_table(
    session: Session, tables: Sequence[Table], wanted: ColumnElement[bool]
) -> dict[int, tuple[str, ...]]:
    """Return each table's player names in seat order, keyed by table id.

    wanted: the SQL condition that selected the tables.
    """
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
        title=game.title if game else table.title or table.game,
        own_title=(table.title or "") if game and game.is_for_any_box else None,
        names=names,
        created_at=table.created_at,
        role="banker" if leads else "player",
        at=max(at, table.created_at),
        version=(table.revision, sequence),
        followed_by=table.followed_by,
    )


def rename_seat(code: str, number: int, name: str, actor: Actor) -> OpenTable:
    """Rename a seat's player.

    actor: the player in this seat, or a banker.

    Raises ``not_your_seat``, ``unknown_seat``, the refusals of ``tidy_name``, ``require_distinct``
    and ``require_unique``, and those of the game's ``prepare``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        asking = table.actor(actor.device)
        seat = seat_numbered(table, number)
        if not asking.is_banker and asking.seat != number:
            raise Refusal(
                "not_your_seat",
                "",
                say("You can only rename your own seat. The banker can rename the others."),
            )
        setups, tidied = list(table.setup.all_seats), tidy_name(name)
        require_distinct(tidied, (other.name for other in table.seats if other is not seat))
        setups[number] = replace(setups[number], name=tidied)
        checked = prepared(table.game, replace(table.setup, seats=tuple(setups), late=()))
        renamed = update(Seat).where(Seat.table_id == table.id, Seat.number == seat.number)
        return locked.change(renamed.values(name=checked.seats[number].name), otherwise=moved_on())

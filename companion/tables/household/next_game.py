"""The next game: a new table that the players of an earlier one join without new QR codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Executable, update

from companion.games import game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, Setup
from companion.mechanics.language.words import say
from companion.mechanics.play.seating import SEAT_COLOURS
from companion.mechanics.scoring.teams import SetTeam
from companion.tables.codes import new_code
from companion.tables.copies import table_copy
from companion.tables.household.kept_copies import Numbers, chosen_copy, copy_numbers
from companion.tables.household.look_alikes import require_distinct
from companion.tables.household.people import (
    coloured,
    current_options,
    last_time,
    people_of,
    usual_colours,
)
from companion.tables.household.tidy_names import tidy_name
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.tables.refusals import moved_on
from companion.tables.roles import require_banker, viewer_refusal
from companion.tables.seat_changes import SeatChange, insert_change
from companion.tables.storage.models import Table
from companion.tables.storage.store import CopyLink
from companion.tables.tables import prepared, table_inserts


@dataclass(frozen=True, slots=True)
class NextGame:
    """A banker's choices for the next game."""

    game: str = ""
    """The name of the game, or "" for the game of the current table."""
    copy_name: str | None = None
    """The chosen copy (see ``KeptCopy.key``). None means the copy of the current table."""
    sees_all: bool = False
    """Whether the banker's device belongs to the owner of the machine."""
    options: Mapping[str, object] | None = None
    """The settings, or None for the default ones (see ``usual_options``)."""
    stays: frozenset[int] | None = None
    """The numbers of the seats that continue, or None for all seats."""
    joins: tuple[str, ...] = ()
    """The names of new players, as entered."""
    is_turned: bool = False
    """Whether the first player moves to the last place, so that the second becomes the first."""


def _not_over() -> Refusal:
    return Refusal("not_over", "", say("This game is not over yet."))


def may_move_on(table: OpenTable) -> bool:
    """Return whether the players may continue at another table.

    They may do so if the game is over or has not begun.
    """
    return table.sequence == 0 or table.game.final.outcome(table.state) is not None


def follower(table: OpenTable) -> str | None:
    """Return the code of the table where the players continued, or None if there is none.

    Also returns None if the game is in progress again, for example after an undo.
    """
    return table.followed_by if table.followed_by and may_move_on(table) else None


def follow(code: str, device: str, wish: NextGame) -> OpenTable:
    """Create and return the next table, with the current table's players, phones and bankers.

    If there already is a next table, it is returned instead.

    device: the banker's device.
    wish: the banker's choices.

    Raises ``not_a_banker``, ``not_over``, ``unknown_game``, the refusals for names, and those of
    the game's ``prepare``.
    """
    with open_tables().locked(code) as locked:
        table = locked.table
        require_banker(table.actor(device))
        if not may_move_on(table):
            raise _not_over()
        is_new = table.followed_by is None
        if is_new:
            locked.change(*_changes_for_next_table(table, device, wish), otherwise=moved_on())
            table = locked.table
    assert table.followed_by is not None
    later = open_tables().find(table.followed_by)
    return _with_teams(table, later, device) if is_new else later


def _with_teams(before: OpenTable, later: OpenTable, device: str) -> OpenTable:
    """Put the players of the next table into the teams of the one before, and return that table."""
    if SetTeam.kind not in later.game.action_kinds:
        return later
    here = {name: number for number, name in enumerate(later.names)}
    teams: dict[str, list[int]] = {}
    for number, team in before.state.teams.items():
        if team and before.names[number] in here:
            teams.setdefault(team, []).append(here[before.names[number]])
    for team, seats in teams.items():
        action = {"kind": SetTeam.kind, "team": team, "seats": seats}
        later = submit(later.code, device, action, seen=None, key=f"team {team}").open_table
    return later


def request_again(code: str, device: str) -> OpenTable:
    """Record a player's request for another game, which a banker confirms with ``follow``.

    Nothing changes if a player has already asked, or if there already is a next table.

    device: the player's device.

    Raises ``onlooker_only_looks`` or ``not_over``.
    """
    with open_tables().locked(code) as locked:
        seat = locked.table.actor(device).seat
        if seat is None:
            raise viewer_refusal()
        if locked.table.game.final.outcome(locked.table.state) is None:
            raise _not_over()
        if _is_settled(locked.table):
            return locked.table
        table = locked.table
        unchanged = update(Table).where(Table.id == table.id, Table.revision == table.revision)
        try:
            locked.change(
                unchanged.values(followed_by=None),
                insert_change(table.id, table.sequence, "again", seat),
                otherwise=moved_on(),
            )
        except Refusal:
            # Another process was faster, perhaps with the same request.
            locked.refresh()
            if not _is_settled(locked.table):
                raise
        return locked.table


def _is_settled(table: OpenTable) -> bool:
    """Return whether a player has asked for another game, or the next table already exists."""
    return table.followed_by is not None or again_request(table) is not None


def again_request(table: OpenTable) -> SeatChange | None:
    """Return the request for another game that a banker has not confirmed yet, or None.

    A request is void as soon as the game goes on, for example after an undo.
    """
    if table.followed_by is not None:
        return None
    asked = (one for one in table.changes if one.what == "again" and one.after == table.sequence)
    return next(asked, None)


def usual_options(table: OpenTable, device: str, game: AnyGame) -> Mapping[str, object]:
    """Return the default settings for the next game.

    For the same game, these are the settings of the current table, with the changes made during the
    game. For a different game, they are those that the device used last.
    """
    if game is table.game:
        return current_options(table)
    return last_time(device, game.name).options or {}


def _changes_for_next_table(table: OpenTable, device: str, wish: NextGame) -> Iterator[Executable]:
    """Yield the SQL statements that create the next table and link the current one to it."""
    holders = {
        seat.name: seat.device
        for seat in table.seats_clockwise
        if wish.stays is None or seat.number in wish.stays
    }
    names = list(holders)
    for name in map(tidy_name, wish.joins):
        require_distinct(name, names)
        names.append(name)
    if wish.is_turned:
        names = [*names[1:], *names[:1]]
    game, setup, copy = _next_setup(table, names, device, wish)
    code = new_code()
    phones = {number: holders.get(name) for number, name in enumerate(names)}
    title = table.title if game is table.game else None
    yield from table_inserts(code, game, setup, copy, table.bankers, phones, title)
    led = update(Table).where(Table.id == table.id, Table.followed_by.is_(None))
    yield led.values(followed_by=code)


def _next_setup(
    table: OpenTable, names: Sequence[str], device: str, wish: NextGame
) -> tuple[AnyGame, Setup, CopyLink]:
    """Return the next game, its setup and the copy that it uses."""
    game = game_named(wish.game) if wish.game else table.game
    usual = usual_colours(game, people_of(device))
    options = usual_options(table, device, game) if wish.options is None else wish.options
    link, copy = _next_copy(table, game, device, wish)
    here = {name.casefold(): own for name, own in zip(table.names, table.colours, strict=True)}
    # In a different game, players get the colours that they usually have in that game, if any.
    usual = here | {name: colours for name, colours in usual.items() if colours}
    if game is table.game:
        usual |= here
    each = game.colours_each(len(names)) if game.colours else 1
    seats = coloured(names, each, game.colours_in(copy) or SEAT_COLOURS, usual)
    return game, prepared(game, Setup(options, tuple(seats), copy)), link


def _next_copy(
    table: OpenTable, game: AnyGame, device: str, wish: NextGame
) -> tuple[CopyLink, Numbers]:
    """Return the copy that the next table uses, and its printed numbers."""
    if game is table.game and wish.copy_name is None:
        link, blank = table.copy_link, table_copy(table)
        known = copy_numbers(game, link)
    else:
        blank = game.blank_copy()
        link, known = chosen_copy(game, wish.copy_name, device, sees_all=wish.sees_all)
    return link, blank if known is None else known

"""Suggestions for a new table: earlier players, their usual colours, and the last settings.

The suggestions are read from the device's earlier tables. Only the names that a device should
forget are stored separately.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.orm import Session

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, SeatSetup
from companion.mechanics.language.words import say
from companion.mechanics.play.seating import checked_names
from companion.tables.household.look_alikes import look
from companion.tables.household.table_conditions import is_of
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.storage.models import Forgotten, Seat, Table
from companion.tables.storage.store import CopyLink
from companion.tables.tables import TableCard, rename_seat

MOST_SEATS = 1000
"""The maximum number of seats that are read, starting with the newest tables."""
MOST_PEOPLE = 20
"""The maximum number of people to suggest."""

Colours = tuple[str, ...]
AND = re.compile(r"(\s+[&+]\s+)")
"""What stands between the names of people who share a seat, as in "Anna & Bruno"."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player at one of a device's earlier tables."""

    name: str
    colours: Mapping[str, Colours]
    """The colours that the player had last in each game, by the game's name."""


@dataclass(frozen=True, slots=True)
class LastTime:
    """The players, settings and copy of a device's latest table."""

    names: tuple[str, ...] = ()
    """The names of the players, clockwise."""
    options: Mapping[str, object] | None = None
    """The settings, or None if the device has had no table of this game."""
    copy: CopyLink = CopyLink()
    """The copy that the table used."""


def people_in(name: str) -> tuple[str, ...]:
    """Return the names of the people who share a seat with this name; usually it is one."""
    return tuple(AND.split(name)[::2])


def people_of(device: str) -> list[Person]:
    """Return the players of a device's tables, most recent first, at most ``MOST_PEOPLE``.

    People who were forgotten on the device are left out.
    """
    found: dict[str, tuple[str, dict[str, Colours]]] = {}
    wanted = select(Seat.name, Seat.colours, Table.game).join(Table, Table.id == Seat.table_id)
    kept = wanted.where(is_of(device), _is_remembered(device))
    newest = kept.order_by(Table.created_at.desc(), Table.id.desc(), Seat.number)
    with Session(open_tables().store.engine) as session:
        for name, colours, game in session.execute(newest.limit(MOST_SEATS)):
            _, usual = found.setdefault(name.casefold(), (name, {}))
            usual.setdefault(game, tuple(colours))
    return [Person(name, usual) for name, usual in found.values()][:MOST_PEOPLE]


def last_time(device: str, game: str) -> LastTime:
    """Return the players, settings and copy of a device's newest table of a game.

    If the device has no table of this game, return only the players of its newest table.
    """
    mine = select(Table).where(is_of(device))
    newest = mine.order_by((Table.game == game).desc(), Table.created_at.desc(), Table.id.desc())
    with Session(open_tables().store.engine) as session:
        table = session.scalars(newest.limit(1)).first()
        if table is None:
            return LastTime()
        seats = select(Seat.name).join(Table, Table.id == Seat.table_id)
        seated = seats.where(Table.id == table.id, _is_remembered(device)).order_by(Seat.number)
        names = tuple(session.scalars(seated))
    if table.game != game:
        return LastTime(names)
    copy = CopyLink(table.copy_name, table.copy_device)
    return LastTime(names, _last_options(table), copy)


def _last_options(table: Table) -> Mapping[str, object]:
    """Return the settings of a table as they were last changed during its game.

    These are the settings at its start if the table cannot be read.
    """
    try:
        return current_options(open_tables().peek(table.code))
    except Exception:  # A plugin may raise anything; that must not break the New game page.
        return table.options


def current_options(table: OpenTable) -> Mapping[str, object]:
    """Return the settings of a table, with the changes that were made during the game."""
    options: Mapping[str, object] = table.state.setup.options
    return options


def _is_remembered(device: str) -> ColumnElement[bool]:
    """Return the SQL condition that excludes people who were forgotten on the device.

    Their seats at tables created afterwards are still included.
    """
    forgotten = select(Forgotten.name).where(
        Forgotten.device == device,
        func.lower(Forgotten.name) == func.lower(Seat.name),
        Forgotten.at >= Table.created_at,
    )
    return ~forgotten.exists()


def forget_person(device: str, name: str) -> None:
    """Stop suggesting a person on a device until they play at a new table of that device."""
    with open_tables().store.writing() as session:
        session.execute(delete(Forgotten).where(Forgotten.device == device, Forgotten.name == name))
        session.execute(insert(Forgotten).values(device=device, name=name, at=time.time()))


def usual_colours(game: AnyGame, people: Iterable[Person]) -> dict[str, Colours]:
    """Return the colours that each person had last in a game, by casefolded name."""
    return {one.name.casefold(): one.colours.get(game.name, ()) for one in people}


def coloured(
    names: Sequence[str], each: int, colours: Iterable[str], usual: Mapping[str, Colours]
) -> list[SeatSetup]:
    """Return a seat for each name, in the same order, with the person's usual colours.

    A person whose usual colours are not available gets colours that are still free.

    each: the number of colours per seat.
    colours: all colours that seats may have. Free ones are assigned in this order.
    usual: the usual colours of each person, by casefolded name.
    """
    box = tuple(colours)
    taken: set[str] = set()
    chosen: list[Colours] = []
    for name in names:
        wish = usual.get(name.casefold(), ())
        is_free = len(wish) == each and taken.isdisjoint(wish) and set(wish) <= set(box)
        chosen.append(wish if is_free else ())
        taken.update(chosen[-1])
    left = iter([colour for colour in box if colour not in taken])
    return [
        SeatSetup(name, has or tuple(islice(left, each)))
        for name, has in zip(names, chosen, strict=True)
    ]


def other_spellings(name: str, cards: Iterable[TableCard]) -> list[str]:
    """Return the names that may be another spelling of a name, the most similar first.

    Two people at the same table are not the same person.

    cards: the tables to search.
    """
    found: dict[str, str] = {}
    met = {name.casefold()}
    for card in cards:
        names = {one.casefold(): one for seat in card.names for one in people_in(seat)}
        found = {**names, **found}
        if name.casefold() in names:
            met |= names.keys()
    near = SequenceMatcher(b=look(name))

    def difference(other: str) -> float:
        near.set_seq1(look(other))
        return -near.ratio()

    return sorted(
        (found[key] for key in found.keys() - met), key=lambda one: (difference(one), one)
    )


def count_as_one(name: str, known: str, cards: Sequence[TableCard], device: str) -> None:
    """Give the seats of a person another spelling of the name, at all tables of these cards.

    Tables where the device may not rename the seat stay as they are.

    name: the spelling to replace.
    known: the spelling to keep, a name at one of the tables.

    Raises ``two_people`` if the two names cannot be the same person, or ``name_too_long`` if two
    who share a seat would have too long a name. Then nothing changes.
    """
    if known not in other_spellings(name, cards):
        values = {"name": name, "known": known}
        words = say("{name} and {known} have played at one table. Choose somebody else.", **values)
        raise Refusal("two_people", "", words)

    def respelt(seat: str) -> str:
        parts = AND.split(seat)
        return "".join(known if one.casefold() == name.casefold() else one for one in parts)

    renamed = [
        (card.code, place, respelt(seat))
        for card in cards
        for place, seat in enumerate(card.names)
        if respelt(seat) != seat
    ]
    for _, _, new in renamed:
        checked_names((SeatSetup(new),))
    for code, place, new in renamed:
        # The device is not the banker there, or the table cannot be opened now.
        with suppress(Refusal):
            rename_seat(code, place, new, open_tables().find(code).actor(device))

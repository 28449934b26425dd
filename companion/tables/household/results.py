"""Results: what Game nights counts of each game, without reading its log every time.

Reading a log takes up to a second. So each result is stored with the version of its table, and with
a digest of the code that computed it. A result that does not match is computed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from companion import mechanics
from companion.games import game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.plugins import folder_of
from companion.mechanics.scoring.outcome import Outcome, Place
from companion.tables.household.evenings import Evening, evening_of
from companion.tables.household.people import people_in
from companion.tables.live.cache import open_tables
from companion.tables.storage.checksums import checksum_of
from companion.tables.storage.models import ResultRow, Table
from companion.tables.tables import TableCard

AT_ONCE = 25
"""The number of logs to read before their results are stored."""
MOST_CODES = 500
"""The number of tables to look up in one query."""
NOT_OVER = "null"
"""The stored value for a game that is not over."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of one seat in a finished game."""

    seat: int
    total: int | str
    """The final score. An amount with decimal places is a text such as "12.50"."""
    rank: int
    won: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, as Game nights counts it."""

    card: TableCard
    at: float
    """The date of the game, in seconds since 1970."""
    is_imported: bool
    """See ``Evening.is_imported``."""
    thought: tuple[int, ...]
    """The thinking time of each seat, in seconds."""
    places: tuple[Placing, ...]
    """The places, best first. Empty for a game that ended without a result."""

    @property
    def counts(self) -> bool:
        """Whether the game has a result."""
        return bool(self.places)

    @property
    def game(self) -> tuple[str, str]:
        """What was played: the game, and the name that people gave to it, in small letters."""
        return self.card.game, (self.card.own_title or "").casefold()

    @property
    def people(self) -> dict[str, Placing]:
        """The best place of each person, by their name in small letters.

        Names that differ only in upper and lower case belong to the same person.
        """
        return {
            name.casefold(): place
            for place in reversed(self.places)
            for name in people_in(self.card.names[place.seat])
        }


def spellings(results: Iterable[Result]) -> dict[str, str]:
    """Return how each person's name was spelt in the first of these games, by ``Result.people``."""
    spelt: dict[str, str] = {}
    for seat in (name for result in results for name in result.card.names):
        for name in people_in(seat):
            spelt.setdefault(name.casefold(), name)
    return spelt


def results_of(cards: Iterable[TableCard]) -> list[Result]:
    """Return the result of each finished game, the one that ended last first."""
    installed = [card for card in cards if card.is_installed]
    known = dict(_stored_results(installed))
    missing = [card for card in installed if card.code not in known]
    for some in _chunks(missing, AT_ONCE):
        found = {
            card.code: _result_text(evening)
            for card in some
            if (evening := evening_of(card)) is not None
        }
        known |= found
        _store([(card, found[card.code]) for card in some if card.code in found])
    results = (_result_from(card, known.get(card.code, NOT_OVER)) for card in installed)
    over = (one for one in results if one is not None)
    return sorted(over, key=lambda one: one.at, reverse=True)


def _chunks(cards: Sequence[TableCard], size: int) -> Iterator[Sequence[TableCard]]:
    return (cards[first : first + size] for first in range(0, len(cards), size))


def _stored_results(cards: Sequence[TableCard]) -> Iterator[tuple[str, str]]:
    """Yield the code and the stored result of each table whose result is up to date."""
    columns = ResultRow.__table__.c
    for some in _chunks(cards, MOST_CODES):
        by_code = {card.code: card for card in some}
        found = select(Table.code, *columns).join(Table, Table.id == columns.table_id)
        with open_tables().store.engine.connect() as connection:
            rows = connection.execute(found.where(Table.code.in_(by_code))).all()
        for row in rows:
            card = by_code[row.code]
            made_by = _code_digest(card.game)
            current = _row(row.table_id, card.version, made_by, row.content)
            if current == {name: getattr(row, name) for name in current}:
                yield card.code, row.content


def _store(results: Sequence[tuple[TableCard, str]]) -> None:
    """Store results. If that fails, they are computed again next time."""
    codes = {card.code: (card, content) for card, content in results}
    with suppress(Refusal, SQLAlchemyError), open_tables().store.writing() as session:
        ids = session.execute(select(Table.id, Table.code).where(Table.code.in_(codes))).all()
        session.execute(delete(ResultRow).where(ResultRow.table_id.in_(one.id for one in ids)))
        for one in ids:
            card, content = codes[one.code]
            row = _row(one.id, card.version, _code_digest(card.game), content)
            session.execute(insert(ResultRow).values(row))


def _row(table_id: int, version: tuple[int, int], made_by: str, content: str) -> dict[str, object]:
    """Return the stored row of a result, by column name."""
    values = [table_id, *version, made_by, content]
    names = ("table_id", "revision", "sequence", "made_by", "content", "checksum")
    return dict(zip(names, [*values, checksum_of(values)], strict=True))


@cache
def _code_digest(game: str) -> str:
    """Return a digest of the code that computes the results of a game."""
    folders = (Path(mechanics.__file__).parent, folder_of(game_named(game)))
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    return blake2b(b"".join(file.read_bytes() for file in files), digest_size=8).hexdigest()


def _result_text(evening: Evening) -> str:
    """Return the JSON text of a result, or ``NOT_OVER``."""
    if evening.outcome is None:
        return NOT_OVER
    ranked = zip(evening.outcome.standings, evening.outcome.ranks, strict=True)
    places = [
        (place.seat, _total(evening.outcome, place), rank, place.seat in evening.outcome.winners)
        for place, rank in ranked
    ]
    return json.dumps([evening.at, evening.is_imported, evening.thought, places])


def _total(outcome: Outcome, place: Place) -> int | str:
    money = outcome.denomination
    return money.plain(place.total) if money.places else place.total


def _result_from(card: TableCard, written: str) -> Result | None:
    """Return the result from its JSON text, or None for ``NOT_OVER``."""
    if written == NOT_OVER:
        return None
    at, is_imported, thought, places = json.loads(written)
    placings = tuple(Placing(*place) for place in places)
    return Result(card, at, is_imported, tuple(thought), placings)

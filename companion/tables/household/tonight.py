"""Tonight: the standings over all games of an evening.

An evening is a chain of finished games of the same banker. Two games belong together if the players
went on from one to the other, or if at least two names play in both, and if less than six hours lie
between them. So an evening may last past midnight, and a game that is played again a week later
begins a new one. Games that were only imported from a file do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.tables.household.evenings import Evening, evenings_of
from companion.tables.live.open_table import OpenTable
from companion.tables.tables import TableCard, tables_near

BREAK_SECONDS = 6 * 3600.0
"""The shortest time without a game that separates two evenings."""
LONGEST_SECONDS = 24 * 3600.0
"""The range of time, before and after a table was created, in which its evening is looked for."""
SAME_NAMES = 2
"""The number of names that two games must share to belong together."""


@dataclass(frozen=True, slots=True)
class TonightPlace:
    """The place of one person in the standings of an evening."""

    name: str
    colours: tuple[str, ...]
    """The colours that the person had last."""
    places: tuple[int | None, ...]
    """The person's place in each game, or None for a game without the person."""
    won: tuple[bool, ...]
    """Whether the person won each game, alone or with others."""
    rank: int = 1
    """Equal for persons with the same number of wins, second places, third places and so on."""

    @property
    def games(self) -> int:
        """The number of games that the person played."""
        return sum(place is not None for place in self.places)

    @property
    def wins(self) -> int:
        """The number of games that the person won."""
        return sum(self.won)

    @property
    def counted(self) -> tuple[int, ...]:
        """What the standings compare: the wins, the first places, the second places and so on."""
        counts = Counter(place for place in self.places if place is not None)
        return self.wins, *(counts[place] for place in range(1, max(counts, default=0) + 1))


@dataclass(frozen=True, slots=True)
class Tonight:
    """The finished games of an evening and their standings."""

    games: tuple[Evening, ...]
    """The games, oldest first."""
    standings: tuple[TonightPlace, ...]
    """All persons who played, best first."""


def tonight_of(table: OpenTable) -> Tonight:
    """Return the evening of a table, with the games that are over."""
    cards = tables_near(table.bankers, table.created_at, LONGEST_SECONDS)
    evening = {table.code}
    while found := {
        card.code
        for card in cards
        if card.code not in evening
        and any(_belong_together(card, other) for other in cards if other.code in evening)
    }:
        evening |= found
    here = (one for one in evenings_of(cards) if one.card.code in evening)
    over = [one for one in here if one.outcome is not None and not one.is_imported]
    games = tuple(sorted(over, key=lambda one: (one.card.at, one.card.created_at)))
    return Tonight(games, tuple(_ranked(_persons(games))))


def _belong_together(one: TableCard, other: TableCard) -> bool:
    """Return whether two tables of the same banker are of the same evening."""
    first, then = sorted((one, other), key=lambda card: card.created_at)
    if then.created_at - first.at >= BREAK_SECONDS:
        return False
    if first.followed_by == then.code:
        return True
    names = [{name.casefold() for name in card.names} for card in (one, other)]
    return len(names[0] & names[1]) >= SAME_NAMES


def _persons(games: Sequence[Evening]) -> Iterable[TonightPlace]:
    """Yield all persons of these games, without their ranks."""
    latest: dict[str, tuple[str, tuple[str, ...]]] = {}
    for game in games:
        for name, colours in zip(game.card.names, game.colours, strict=True):
            latest[name.casefold()] = name, colours
    results = [_results(game) for game in games]
    for key, (name, colours) in latest.items():
        places = tuple(result.get(key, (None, False)) for result in results)
        yield TonightPlace(
            name, colours, tuple(place for place, _ in places), tuple(won for _, won in places)
        )


def _results(game: Evening) -> dict[str, tuple[int | None, bool]]:
    """Return each person's place in a game and whether they won it, by casefolded name."""
    assert game.outcome is not None
    ranked = zip(game.outcome.standings, game.outcome.ranks, strict=True)
    return {
        game.card.names[place.seat].casefold(): (rank, place.seat in game.outcome.winners)
        for place, rank in ranked
    }


def _ranked(persons: Iterable[TonightPlace]) -> Iterable[TonightPlace]:
    """Yield these persons with their ranks, best first."""
    before: TonightPlace | None = None
    best_first = sorted(persons, key=lambda person: person.counted, reverse=True)
    for number, person in enumerate(best_first, start=1):
        if before is not None and before.counted == person.counted:
            number = before.rank
        before = replace(person, rank=number)
        yield before

"""Tonight: the combined standings of all games that were played on the same night.

A game night is a chain of tables. Two tables belong together if less than twelve hours lie between
the last step of one and the creation of the other, and if the players continued from one at the
other or share at least two names. So a game night may last past midnight, and it does not matter
who began the next table, or how. Only tables that one of the devices here may see are counted.

Only finished games count. Games that ended without a result, or that were imported from a file
after their end, do not count.

A small tournament is the same for all tables of an evening, whoever plays at them. It ranks people
by the opponents that they finished ahead of, so that a table of five counts more than one of three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from companion.tables.household.evenings import Evening, evenings_of
from companion.tables.household.people import people_in
from companion.tables.live.open_table import OpenTable
from companion.tables.tables import TableCard, tables_near

BREAK_SECONDS = 12 * 3600.0
"""The shortest break that separates two game nights, in seconds."""
LONGEST_SECONDS = 24 * 3600.0
"""How long before and after a table's creation to search for tables of its night, in seconds."""
SAME_NAMES = 2
"""The number of player names that two tables must share to belong together."""


@dataclass(frozen=True, slots=True)
class TonightPlace:
    """One player's results on a game night, as a row of the standings."""

    name: str
    colours: tuple[str, ...]
    """The player's colours in the latest game they played."""
    places: tuple[int | None, ...]
    """The player's place in each game, counted from 1, or None for a game without the player."""
    won: tuple[bool, ...]
    """Whether the player won, for each game. A shared win counts too."""
    beaten: tuple[int, ...] = ()
    """The number of opponents placed behind the player in each game; 0 for a game without them."""
    rank: int = 1
    """The player's rank, counted from 1. Players with equal results share a rank."""

    @property
    def games(self) -> int:
        """The number of games that the player took part in."""
        return sum(place is not None for place in self.places)

    @property
    def wins(self) -> int:
        """The number of games that the player won."""
        return sum(self.won)

    @property
    def points(self) -> int:
        """One point for each opponent placed behind the player."""
        return sum(self.beaten)

    @property
    def counted(self) -> tuple[int, ...]:
        """The numbers of wins, first places, second places and so on, which determine the rank."""
        counts = Counter(place for place in self.places if place is not None)
        return self.wins, *(counts[place] for place in range(1, max(counts, default=0) + 1))


@dataclass(frozen=True, slots=True)
class Tonight:
    """The finished games of a game night, and the standings over all of them."""

    games: tuple[Evening, ...]
    """The games, oldest first."""
    standings: tuple[TonightPlace, ...]
    """The results of all players, best first."""
    running: tuple[Evening, ...] = ()
    """The games that have begun and are not over."""

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all its tables."""
        return frozenset(one.card.code for one in (*self.games, *self.running))


Merit = Callable[[TonightPlace], tuple[int, ...]]
"""A function that returns the results that determine a player's rank, the higher the better."""


def tonight_of(table: OpenTable, seen: Iterable[TableCard] = ()) -> Tonight:
    """Return the finished games and the standings of the game night that a table belongs to.

    Tables count if a device that is a banker or player here is one at them as well.

    seen: further tables that the device may see.
    """
    devices = {*table.bankers, *(seat.device for seat in table.seats if seat.device)}
    near = tables_near(devices, table.created_at, LONGEST_SECONDS)
    also = [one for one in seen if abs(one.created_at - table.created_at) <= LONGEST_SECONDS]
    candidates = {card.code: card for card in (*also, *near)}
    known = {one.card.code: one for one in evenings_of(candidates.values())}
    # A game ended at its last move: a later correction does not make the evening longer.
    cards = [
        replace(card, at=known[code].at) if code in known else card
        for code, card in candidates.items()
    ]
    evening = {table.code}
    while found := {
        card.code
        for card in cards
        if card.code not in evening
        and any(_belong_together(card, other) for other in cards if other.code in evening)
    }:
        evening |= found
    here = [one for code, one in known.items() if code in evening]
    return _tonight(here, attrgetter("counted"))


def tournament_of(cards: Iterable[TableCard], now: float) -> Tonight:
    """Return the evening that goes on over all these tables, ranked by points and then by wins.

    It is empty if nothing happened at any of them for twelve hours.

    now: the current time, in seconds since 1970.
    """
    recent, since = list[TableCard](), now
    for card in sorted(cards, key=lambda one: one.at, reverse=True):
        if since - card.at >= BREAK_SECONDS:
            break
        # An old table that somebody touched tonight is not of this evening.
        if now - card.created_at > LONGEST_SECONDS:
            continue
        recent.append(card)
        since = min(since, card.created_at)
    known = evenings_of(card for card in recent if card.is_installed)
    return _tonight(known, attrgetter("points", "wins"))


def _tonight(evenings: Sequence[Evening], merit: Merit) -> Tonight:
    """Return the finished games that count, the running ones, and the standings.

    merit: returns the results that determine a player's rank.
    """
    over = (one for one in evenings if one.counts and not one.is_imported)
    games = tuple(sorted(over, key=lambda one: (one.at, one.card.created_at)))
    running = (one for one in evenings if one.outcome is None and one.card.version[1])
    return Tonight(games, tuple(_with_ranks(_results_of_players(games), merit)), tuple(running))


def _belong_together(one: TableCard, other: TableCard) -> bool:
    """Return whether two tables belong to the same game night."""
    first, then = sorted((one, other), key=lambda card: card.created_at)
    if then.created_at - first.at >= BREAK_SECONDS:
        return False
    if first.followed_by == then.code:
        return True
    names = [
        {name.casefold() for seat in card.names for name in people_in(seat)}
        for card in (one, other)
    ]
    return len(names[0] & names[1]) >= SAME_NAMES


def _results_of_players(games: Sequence[Evening]) -> Iterable[TonightPlace]:
    """Yield the results of all players of these games. Their ranks are not set yet.

    Players with the same name, ignoring case, are regarded as one person.
    """
    latest: dict[str, tuple[str, tuple[str, ...]]] = {}
    for game in games:
        for seat, colours in zip(game.card.names, game.colours, strict=True):
            latest |= {name.casefold(): (name, colours) for name in people_in(seat)}
    results = [_places_by_name(game) for game in games]
    for key, (name, colours) in latest.items():
        each = (result.get(key, (None, False, 0)) for result in results)
        places, won, beaten = zip(*each, strict=True)
        yield TonightPlace(name, colours, places, won, beaten)


def _places_by_name(game: Evening) -> dict[str, tuple[int | None, bool, int]]:
    """Return each person's best place, whether they won, and whom they beat, by casefolded name."""
    assert game.outcome is not None
    ranks, winners = game.outcome.ranks, game.outcome.winners
    return {
        name.casefold(): (rank, place.seat in winners, sum(map(rank.__lt__, ranks)))
        for place, rank in reversed(tuple(zip(game.outcome.standings, ranks, strict=True)))
        for name in people_in(game.card.names[place.seat])
    }


def _with_ranks(persons: Iterable[TonightPlace], merit: Merit) -> Iterable[TonightPlace]:
    """Yield the results of these players with their ranks, best first."""
    before: TonightPlace | None = None
    best_first = sorted(persons, key=merit, reverse=True)
    for number, person in enumerate(best_first, start=1):
        if before is not None and merit(before) == merit(person):
            number = before.rank
        before = replace(person, rank=number)
        yield before

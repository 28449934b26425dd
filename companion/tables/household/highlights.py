"""Highlights of game nights: a winning streak, a first win and a rivalry, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.mechanics.language.words import Sentence, say
from companion.tables.household.results import Placing, Result, spellings

SHORTEST_STREAK = 2
"""The number of wins one after the other that make a streak."""
FEWEST_MEETINGS = 3
"""The number of games together that make a rivalry."""


@dataclass(frozen=True, slots=True)
class _Night:
    """A finished game, with its players by their names in small letters."""

    result: Result
    people: Mapping[str, Placing]

    @property
    def winners(self) -> list[str]:
        """The winners, in alphabetical order."""
        return sorted(name for name, place in self.people.items() if place.won)


def highlights_of(results: Sequence[Result]) -> list[Sentence]:
    """Return the highlights of finished games, the one that ended last first."""
    nights, written = [_Night(one, one.people) for one in results], spellings(results)
    found = (finder(nights, written) for finder in (_streak, _first_win, _rivalry))
    return [sentence for sentences in found for sentence in sentences]


def _streak(nights: Sequence[_Night], written: Mapping[str, str]) -> Iterator[Sentence]:
    """Yield the streak of each winner of the latest game."""
    for name in nights[0].winners if nights else ():
        won = [night.people[name].won for night in nights if name in night.people]
        count = [*won, False].index(False)
        if count >= SHORTEST_STREAK:
            yield say("{name} has won {count} games in a row.", name=written[name], count=count)


def _first_win(nights: Sequence[_Night], written: Mapping[str, str]) -> Iterator[Sentence]:
    """Yield each winner of the latest game who had only lost that game before."""
    for name in nights[0].winners if nights else ():
        card = nights[0].result.card
        same = [night for night in nights[1:] if night.result.game == nights[0].result.game]
        before = [night.people[name] for night in same if name in night.people]
        if before and not any(place.won for place in before):
            title = card.own_title or Sentence(card.title)
            yield say("{name} has won {game} for the first time.", name=written[name], game=title)


def _rivalry(nights: Sequence[_Night], written: Mapping[str, str]) -> Iterator[Sentence]:
    """Yield a sentence with the head-to-head score of the two players who met most often.

    Among pairs that met equally often, the one with the closest score is chosen. Yield nothing if
    no pair met at least ``FEWEST_MEETINGS`` times.
    """
    meetings: dict[tuple[str, str], list[int]] = {}
    for night in nights:
        for pair in combinations(sorted(night.people), 2):
            difference = night.people[pair[0]].rank - night.people[pair[1]].rank
            meetings.setdefault(pair, []).append(difference)
    met = ((len(found), -abs(sum(map(_sign, found))), pair) for pair, found in meetings.items())
    count, _, pair = max(met, default=(0, 0, ("", "")))
    if count >= FEWEST_MEETINGS:
        yield say(
            "{one} against {other}: {ahead} to {behind} in {count} games.",
            one=written[pair[0]],
            other=written[pair[1]],
            ahead=sum(difference < 0 for difference in meetings[pair]),
            behind=sum(difference > 0 for difference in meetings[pair]),
            count=count,
        )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)

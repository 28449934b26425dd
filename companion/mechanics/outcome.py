"""The final account: why a game ended, how it stands, and what each total is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a seat's account: a label, an amount in whole units, the rule it rests on."""

    label: Sentence
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class Place:
    """One seat in the final account; ``total`` is the sum of its terms.

    qualified: whether the seat may win at all. note: why not, or what broke a tie.
    """

    seat: int
    name: str
    total: int
    terms: tuple[Term, ...]
    qualified: bool = True
    note: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a game ended and how it stands.

    reason: stable, in snake case, with the sentence that says it and the rule behind it.
    standings: best first. winners: seats; none or several where the rules say so.
    """

    reason: str
    sentence: Sentence
    rule: str
    standings: tuple[Place, ...]
    winners: tuple[int, ...]


def leaders(seats: Iterable[int], figures: Mapping[int, int]) -> tuple[int, ...]:
    """Return those of the seats, at least one, that have the highest figure; several if tied."""
    among = tuple(seats)
    highest = max(figures[seat] for seat in among)
    return tuple(seat for seat in among if figures[seat] == highest)

"""The final account: why a game ended, how it stands, and what each total is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.mechanics.words import Sentence, say, say_many, together


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

    @classmethod
    def summed(cls, seat: int, name: str, terms: Iterable[Term]) -> Place:
        """Return the place of a seat with these terms."""
        kept = tuple(terms)
        return cls(seat, name, sum(term.amount for term in kept), kept)

    def told(self, most: int) -> tuple[Term, ...]:
        """Return the terms in so many lines at most; the last ones are added up if need be."""
        if len(self.terms) <= most:
            return self.terms
        rest = self.terms[most - 1 :]
        label = say_many("{count} more line", "{count} more lines", count=len(rest))
        return (*self.terms[: most - 1], Term(label, sum(term.amount for term in rest), ""))


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

    def stopped(self) -> Outcome:
        """Return the same of a game that was stopped before its end."""
        sentence = say("Stopped early. {outcome}", outcome=self.sentence)
        return replace(self, reason="stopped", sentence=sentence)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each of the standings: 1 for every winner, the same for who is tied."""
        ranks: list[int] = []
        before: Place | None = None
        for place in self.standings:
            is_tied = before is not None and before.total == place.total
            if place.seat in self.winners:
                ranks.append(1)
            elif before is not None and is_tied and before.seat not in self.winners:
                ranks.append(ranks[-1])
            else:
                ranks.append(len(ranks) + 1)
            before = place
        return tuple(ranks)


def win_words(names: tuple[str, ...], total: object) -> Sentence:
    """Return who wins with what; several share the win."""
    if len(names) > 1:
        return say("{names} share the win with {total} each.", names=together(names), total=total)
    return say("{name} wins with {total}.", name=names[0], total=total)


def ranked(
    places: Iterable[Place],
    reason: str,
    rule: str,
    words: Callable[[tuple[str, ...], int], Sentence] = win_words,
    *,
    least_wins: bool = False,
) -> Outcome:
    """Return the account of a game that is won by the total alone; whoever is tied shares the win.

    Whoever is not qualified comes last. reason: why a single winner wins. words: who wins, by the
    names and the total.
    """
    sign = 1 if least_wins else -1
    ordered = tuple(
        sorted(places, key=lambda place: (not place.qualified, sign * place.total, place.seat))
    )
    best = ordered[0].total, ordered[0].qualified
    winners = [place for place in ordered if (place.total, place.qualified) == best]
    return Outcome(
        "tie_shared" if len(winners) > 1 else reason,
        words(tuple(place.name for place in winners), ordered[0].total),
        rule,
        ordered,
        tuple(place.seat for place in winners),
    )


def leaders(seats: Iterable[int], figures: Mapping[int, int]) -> tuple[int, ...]:
    """Return those of the seats, at least one, that have the highest figure; several if tied."""
    among = tuple(seats)
    highest = max(figures[seat] for seat in among)
    return tuple(seat for seat in among if figures[seat] == highest)

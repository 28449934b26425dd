"""The outcome of a game: why it ended, its standings, and the terms of each total."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.mechanics.words import Sentence, say, say_many, together


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a seat's final score."""

    label: Sentence
    amount: int
    """In whole units; the total is the sum of these."""
    rule: str
    """The id of the rule that it follows, or ""."""


@dataclass(frozen=True, slots=True)
class Place:
    """The final score of one seat."""

    seat: int
    name: str
    total: int
    """The sum of the terms."""
    terms: tuple[Term, ...]
    qualified: bool = True
    """Whether the rules allow the seat to win."""
    note: Sentence | None = None
    """Why the seat may not win, or what broke a tie."""

    @classmethod
    def summed(cls, seat: int, name: str, terms: Iterable[Term]) -> Place:
        """Return the place of a seat, with the sum of its terms as the total."""
        listed = tuple(terms)
        return cls(seat, name, sum(term.amount for term in listed), listed)

    def condensed(self, most: int) -> tuple[Term, ...]:
        """Return the terms in at most so many lines; the last line may sum up several terms."""
        if len(self.terms) <= most:
            return self.terms
        rest = self.terms[most - 1 :]
        label = say_many("{count} more line", "{count} more lines", count=len(rest))
        return (*self.terms[: most - 1], Term(label, sum(term.amount for term in rest), ""))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game."""

    reason: str
    """Why the game ended: a stable name in snake case."""
    sentence: Sentence
    """The result as a sentence."""
    rule: str
    """The id of the rule that decides the winner."""
    standings: tuple[Place, ...]
    """All seats, best first."""
    winners: tuple[int, ...]
    """The winning seats: usually one, but rules may allow none or several."""

    def stopped(self) -> Outcome:
        """Return this outcome for a game that was stopped before its end."""
        sentence = say("Stopped early. {outcome}", outcome=self.sentence)
        return replace(self, reason="stopped", sentence=sentence)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each place in the standings: 1 for winners, the same for equal totals."""
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
    """Return the sentence that names the winner, or the winners who share the win."""
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
    """Return the outcome of a game that is won by the total; players with the best total share.

    Seats that are not qualified come last.
    reason: the reason of the outcome if there is one winner.
    words: returns the sentence of the outcome for the winners' names and their total.
    least_wins: the lowest total is the best.
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
    """Return the seats with the highest figure; ``seats`` must not be empty."""
    among = tuple(seats)
    highest = max(figures[seat] for seat in among)
    return tuple(seat for seat in among if figures[seat] == highest)

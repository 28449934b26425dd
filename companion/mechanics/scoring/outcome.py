"""The outcome of a game: why it ended, who won, and how each final score is made up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence, say, say_many, together


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a seat's final score, such as "2 loans of 600"."""

    label: Sentence
    amount: int
    """The amount, negative for a deduction; ``Outcome.denomination`` writes it."""
    rule: str
    """The id of the rule behind the line, or ""."""
    recorded: Sentence | None = None
    """The label in saved games; None if it is the same as on screens."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one seat in the standings, with its final score."""

    seat: int
    name: str
    total: int
    """The sum of the terms."""
    terms: tuple[Term, ...]
    qualified: bool = True
    """Whether the rules allow the seat to win."""
    note: Sentence | None = None
    """The reason why the seat cannot win, or how a tie was broken."""
    order: tuple[int, ...] = ()
    """The values that rank the seat among equally qualified seats; lower values rank first.

    Seats with equal values are tied. Empty if the total alone ranks the seats.
    """

    @classmethod
    def summed(cls, seat: int, name: str, terms: Iterable[Term]) -> Place:
        """Return a seat's place, with the sum of the terms as its total."""
        listed = tuple(terms)
        return cls(seat, name, sum(term.amount for term in listed), listed)

    def condensed(self, most: int) -> tuple[Term, ...]:
        """Return at most ``most`` terms.

        If the seat has more terms, the last one returned is the sum of the rest.
        """
        if len(self.terms) <= most:
            return self.terms
        rest = self.terms[most - 1 :]
        label = say_many("{count} more line", "{count} more lines", count=len(rest))
        return (*self.terms[: most - 1], Term(label, sum(term.amount for term in rest), ""))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, which the functions in ``FinalScores`` return.

    Most games create it with ``ranked``, from one ``Place`` per seat::

        terms = [Term(say("coins"), 12, "FS-5"), Term(say("apples"), 6, "FS-6")]
        ranked([Place.summed(0, "Anna", terms), ...], "most_coins", "FS-5")
    """

    reason: str
    """A stable name in snake case for why the game ended."""
    sentence: Sentence
    """The result as a sentence."""
    rule: str
    """The id of the rule that decides the winner."""
    standings: tuple[Place, ...]
    """All seats, best first."""
    winners: tuple[int, ...]
    """The winning seats. Most games have one winner, but rules may allow none or several."""
    least_wins: bool = False
    """Whether a lower total is better."""
    denomination: Denomination = WHOLE_NUMBERS
    """How the totals and their terms are written."""

    def told_to(self, seat: int | None) -> Sentence:
        """Return the sentence for the device of a seat: a winner is addressed as "you"."""
        return self.sentence.for_you if seat in self.winners else self.sentence

    @property
    def says_more(self) -> bool:
        """Whether the sentence says more than who won, and with how much."""
        names = tuple(place.name for place in self.standings if place.seat in self.winners)
        return not names or self.sentence != win_words(names, self.standings[0].total)

    @property
    def has_result(self) -> bool:
        """Whether the game counts. A game that was abandoned has no standings."""
        return bool(self.standings)

    def stopped(self) -> Outcome:
        """Return this outcome with a sentence that adds that the game was ended early."""
        sentence = say("Ended early. {outcome}", outcome=self.sentence)
        sentence = sentence.to_you("Ended early. {outcome}")
        return replace(self, reason="stopped", sentence=sentence)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each place, in the order of the standings.

        All winners rank 1. Other places share a rank if the rules rank them equally.
        """
        ranks: list[int] = []
        before: object = None
        for place in self.standings:
            merit = place.seat in self.winners or (place.qualified, place.order or place.total)
            ranks.append(ranks[-1] if merit == before else len(ranks) + 1)
            before = merit
        return tuple(ranks)


ABANDONED = Outcome("abandoned", say("Ended early, without a result."), "", (), ())
"""The outcome of a game that the banker ended without a result."""


def win_words(names: tuple[str, ...], total: object) -> Sentence:
    """Return a sentence that names the winner, or all winners if they share the win.

    names: the names of the winners, at least one.
    total: the final score of each winner.
    """
    if len(names) > 1:
        shared = say(
            "{names} tie for the win with {total} each.", names=together(names), total=total
        )
        return shared.to_you("You tie for the win with {total} each: {names}.")
    sentence = say("{name} wins with {total}.", name=names[0], total=total)
    return sentence.to_you("You win with {total}.")


def ranked(
    places: Iterable[Place],
    reason: str,
    rule: str,
    words: Callable[[tuple[str, ...], int], Sentence] = win_words,
    *,
    least_wins: bool = False,
) -> Outcome:
    """Return the outcome of a game in which all seats with the best total win.

    If the places have an ``order``, it takes the place of the total. Seats that are not qualified
    come last in the standings. They win only if no seat is qualified.

    places: one place per seat, at least one.
    reason: the outcome's reason if there is a single winner. A tie has the reason "tie_shared".
    rule: the id of the rule that decides the winner.
    words: returns the outcome's sentence, given the winners' names and their total.
    least_wins: whether the lowest total is the best.
    """
    sign = 1 if least_wins else -1

    def merit(place: Place) -> tuple[bool, tuple[int, ...]]:
        return not place.qualified, place.order or (sign * place.total,)

    ordered = tuple(sorted(places, key=lambda place: (*merit(place), place.seat)))
    winners = [place for place in ordered if merit(place) == merit(ordered[0])]
    return Outcome(
        "tie_shared" if len(winners) > 1 else reason,
        words(tuple(place.name for place in winners), ordered[0].total),
        rule,
        ordered,
        tuple(place.seat for place in winners),
        least_wins,
    )


def leaders(seats: Iterable[int], figures: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats with the highest value in ``figures``.

    seats: the seats to compare, at least one.
    """
    among = tuple(seats)
    highest = max(figures[seat] for seat in among)
    return tuple(seat for seat in among if figures[seat] == highest)

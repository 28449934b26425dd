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

    team: str = ""
    """The name of the seat's team, whose totals are ranked as one; "" without a team."""
    gist: tuple[Term, ...] = ()
    """The terms that the end of a game shows in place of all, which are too many; () for none."""

    @property
    def side(self) -> str | int:
        """What is ranked: the team, or the seat itself without a team."""
        return self.team or self.seat

    @classmethod
    def summed(
        cls,
        seat: int,
        name: str,
        terms: Iterable[Term],
        team: str = "",
        cannot_win: Sentence | None = None,
    ) -> Place:
        """Return a seat's place, with the sum of the terms as its total.

        cannot_win: the reason why the seat cannot win, or None if it can.
        """
        listed = tuple(terms)
        total, can_win = sum(term.amount for term in listed), cannot_win is None
        return cls(seat, name, total, listed, can_win, cannot_win, team=team)

    def condensed(self, most: int) -> tuple[Term, ...]:
        """Return at most ``most`` terms: the gist of the seat's terms, if it has one, or the first.

        If the seat has more terms and no gist, the last one returned is the sum of the rest. A
        single term says no more than the total, and is left out.
        """
        if len(self.terms) == 1:
            return ()
        if self.gist or len(self.terms) <= most:
            return self.gist[:most] or self.terms
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
        return self.sentence.template not in WIN_WORDS

    def total_of(self, side: str | int) -> int:
        """Return the total that ranks a team, or a seat without a team."""
        return sum(place.total for place in self.standings if place.side == side)

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
    def sides(self) -> int:
        """The number of teams, and of players without a team."""
        return len({place.side for place in self.standings})

    @property
    def is_shared(self) -> bool:
        """Whether several players or teams share the win."""
        return len({place.side for place in self.standings if place.seat in self.winners}) > 1

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each place, in the order of the standings.

        All winners rank 1. Other places share a rank if the rules rank them equally. Each team
        counts as one.
        """
        ranks: list[int] = []
        before: object = None
        for number, place in enumerate(self.standings):
            # ``order`` puts the best first, so a total alone is compared in the same way.
            order = place.order or (place.total if self.least_wins else -place.total,)
            merit = place.seat in self.winners or (place.qualified, order)
            better = {other.side for other in self.standings[:number]}
            ranks.append(ranks[-1] if merit == before else len(better) + 1)
            before = merit
        return tuple(ranks)


ABANDONED = Outcome("abandoned", say("Ended early, without a result."), "", (), ())
"""The outcome of a game that the banker ended without a result."""


Names = tuple[str | Sentence, ...]
"""The names of players, and of teams with their players."""


def win_words(names: Names, total: object) -> Sentence:
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


WIN_WORDS = {win_words(names, 0).template for names in (("",), ("", ""))}
"""The templates of the sentences that ``win_words`` returns."""


def points_words(names: Names, total: int) -> Sentence:
    """Return the sentence of ``win_words`` with a total in points."""
    return win_words(names, say_many("{count} point", "{count} points", count=total))


def round_terms(rounds: Iterable[tuple[int, int]], rule: str) -> tuple[Term, ...]:
    """Return a seat's points as one term per round.

    rounds: pairs of a round and the points in that round.
    """
    return tuple(Term(say("round {round}", round=one), points, rule) for one, points in rounds)


def team_words(team: str, total: object) -> Sentence:
    """Return a sentence with the total of a team, which stands beside each of its players."""
    return say("{team}: {total}", team=team, total=total)


def ranked(
    places: Iterable[Place],
    reason: str,
    rule: str,
    words: Callable[[Names, int], Sentence] = win_words,
    *,
    least_wins: bool = False,
    written: Callable[[int], object] = int,
) -> Outcome:
    """Return the outcome of a game in which all seats with the best total win.

    If the places have an ``order``, it takes the place of the total. Seats that are not qualified
    come last in the standings. They win only if no seat is qualified. A team counts with the sum of
    its totals, and is qualified if one of its seats is; if the least wins, if all of them are.

    places: one place per seat, at least one.
    reason: the outcome's reason if there is a single winner. A tie has the reason "tie_shared".
    rule: the id of the rule that decides the winner.
    words: returns the outcome's sentence, given the winners' names and their total.
    least_wins: whether the lowest total is the best.
    written: returns a team's total as people read it.
    """
    sign = 1 if least_wins else -1
    listed = _in_teams(tuple(places), sign, written)

    def merit(place: Place) -> tuple[bool, tuple[int, ...]]:
        return not place.qualified, place.order or (sign * place.total,)

    ordered = tuple(sorted(listed, key=lambda place: (*merit(place), place.team, place.seat)))
    best = ordered[0]
    winners = [place for place in ordered if merit(place) == merit(best)]
    names = _side_names(winners)
    return Outcome(
        "tie_shared" if len(names) > 1 else reason,
        words(names, sign * best.order[0] if best.team else best.total),
        rule,
        ordered,
        tuple(place.seat for place in winners),
        least_wins,
    )


def _in_teams(
    places: tuple[Place, ...], sign: int, written: Callable[[int], object]
) -> tuple[Place, ...]:
    """Return the places; those of a team have the order and a note of its total."""
    teams: dict[str, list[Place]] = {}
    for place in places:
        teams.setdefault(place.team, []).append(place)

    def in_team(place: Place) -> Place:
        if not place.team:
            return place
        members = teams[place.team]
        total = sum(member.total for member in members)
        return replace(
            place,
            qualified=(any if sign < 0 else all)(member.qualified for member in members),
            order=(sign * total,),
            note=place.note or team_words(place.team, written(total)),
        )

    return tuple(map(in_team, places))


def _side_names(places: Iterable[Place]) -> Names:
    """Return the names of the players without a team, and of the teams with their players."""
    sides: dict[str | int, list[Place]] = {}
    for place in places:
        sides.setdefault(place.side, []).append(place)
    return tuple(
        say("{team} ({names})", team=first.team, names=together(one.name for one in (first, *rest)))
        if first.team
        else first.name
        for first, *rest in sides.values()
    )


def leaders(seats: Iterable[int], figures: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats with the highest value in ``figures``.

    seats: the seats to compare, at least one.
    """
    among = tuple(seats)
    highest = max(figures[seat] for seat in among)
    return tuple(seat for seat in among if figures[seat] == highest)

"""The final scores: the seats that reached the target, and the winners (BC-E1, BC-E3, BC-X1).

The scores are computed from the holdings alone, so the score calculator uses the same functions as
a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.big_cheese.box import EXACT_TARGET, Scoring, card_words
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Outcome, Place, Term
from companion.mechanics.language.amounts import LARGEST
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.scoring.outcome import leaders, win_words
from companion.mechanics.scoring.score_form import Seats
from companion.mechanics.values.schema import Figure, Maybe, Schema


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a seat's score: a project, a correction by the banker, or an entered total.

    A correction or a total has no project, card or value.
    """

    seat: int
    points: int
    project: int | None = None
    """The number of the project."""
    card: str | None = None
    value: int | None = None
    """The roll of the die."""
    counts: bool = True
    """Whether the roll earned points; False if they would have taken the score past 30."""
    is_total: bool = False
    """Whether this is a total score, entered without its projects."""


@dataclass(frozen=True, slots=True)
class Underway:
    """A project in the JSON form of the holdings that has not been scored yet."""

    project: int
    """The number of the project."""
    card: str
    workers: int


@dataclass(frozen=True, slots=True)
class ScoredProject:
    """One line of a seat's score in the JSON form of the holdings (see ``ScoreLine``)."""

    project: int | None = None
    card: str | None = None
    value: int | None = None
    points: Annotated[int | None, Maybe(Figure(-LARGEST))] = None
    """The points; None to compute them from the card and the value."""
    counts: bool = True
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class Scorer:
    """A seat in the JSON form of the holdings: its score, workers and cards."""

    name: str
    score: Annotated[int, Figure(-LARGEST)] = 0
    free: int = 0
    """The number of free workers."""
    projects: tuple[Underway, ...] = ()
    veto: int = 0
    """The number of Veto cards that the seat holds."""
    big_cheese: int = 0
    """The number of Big Cheese cards that the seat holds."""
    scored: tuple[ScoredProject, ...] = ()
    """The lines of the score, oldest first."""


SCORERS = Seats(Schema(Scorer))


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything that the final scores depend on."""

    names: tuple[str, ...]
    """The players' names, by seat."""
    lines: tuple[ScoreLine, ...]
    """The score lines of all seats, oldest first."""
    target: int
    scoring: Scoring
    is_exact: bool
    """Whether exactly 30 wins (BC-X1)."""
    is_stopped: bool = False
    """Whether the game was stopped early.

    In a stopped game in which no seat has reached the target, the highest score wins.
    """

    def lines_of(self, seat: int) -> tuple[ScoreLine, ...]:
        return tuple(line for line in self.lines if line.seat == seat)

    def score(self, seat: int) -> int:
        return sum(line.points for line in self.lines_of(seat))

    def scored(self, seat: int) -> int:
        """Return the number of a seat's projects that earned points (BC-E3, BC-X1)."""
        return sum(line.counts for line in self.lines_of(seat) if line.project is not None)


def outcome_of(holdings: Holdings) -> Outcome:
    """Compute each seat's score with its breakdown, the winners, and the reason why they won.

    All seats at or above the target count as having reached it in the same round (BC-E2). If no
    seat has reached the target, nobody wins, except in a stopped game.

    Raises ``projects_untold`` if a tie depends on projects that were entered only as a total.
    """
    seats = range(len(holdings.names))
    winners, reason = _winners_and_reason(holdings)
    places = [_place_of(holdings, seat, reason if seat in winners else "") for seat in seats]
    places.sort(
        key=lambda place: (
            place.seat not in winners,
            -place.total,
            -holdings.scored(place.seat),
            place.seat,
        )
    )
    sentence = _result_sentence(holdings, winners, reason)
    return Outcome(reason, sentence, _deciding_rule(holdings, reason), tuple(places), winners)


def _winners_and_reason(holdings: Holdings) -> tuple[tuple[int, ...], str]:
    """Return the winning seats and a reason such as "tie_shared" (BC-E1, BC-E3, BC-X1).

    Raises ``projects_untold`` if a tie depends on projects that were entered only as a total.
    """
    scores = {seat: holdings.score(seat) for seat in range(len(holdings.names))}
    reached = tuple(seat for seat, score in scores.items() if score >= holdings.target)
    if holdings.is_stopped:
        reached = reached or tuple(scores)
    if not reached:
        return (), "nobody_at_target"
    highest = leaders(reached, scores)
    if len(reached) == 1:
        return reached, "exactly_30" if holdings.is_exact else "target_reached"
    if len(highest) == 1:
        return highest, "higher_score"
    if any(line.is_total and line.seat in highest for line in holdings.lines):
        sentence = say(
            "A tie: the player with more scored projects wins. Enter the projects, not the totals."
        )
        raise Refusal("projects_untold", "BC-E3", sentence)
    most = leaders(highest, {seat: holdings.scored(seat) for seat in highest})
    return most, "tie_broken_by_projects" if len(most) == 1 else "tie_shared"


def _deciding_rule(holdings: Holdings, reason: str) -> str:
    if holdings.is_exact:
        return "BC-X1"
    return "BC-E1" if reason in ("target_reached", "nobody_at_target") else "BC-E3"


def _result_sentence(holdings: Holdings, winners: tuple[int, ...], reason: str) -> Sentence:
    if not winners:
        return say("Nobody has reached {target} yet.", target=holdings.target)
    names = tuple(holdings.names[seat] for seat in winners)
    total = holdings.score(winners[0])
    if holdings.is_stopped and reason != "tie_broken_by_projects":
        return win_words(names, total)
    if reason == "tie_broken_by_projects":
        return say(
            "{name} wins the tie at {total} with more scored projects.", name=names[0], total=total
        ).to_you("You win the tie at {total} with more scored projects.")
    if reason == "higher_score":
        return say(
            "{name} wins with the higher score in this round: {total}.", name=names[0], total=total
        ).to_you("You win with the higher score in this round: {total}.")
    if holdings.is_exact and reason != "tie_shared":
        exact = say("{name} wins with exactly {total}.", name=names[0], total=total)
        return exact.to_you("You win with exactly {total}.")
    return win_words(names, total)


def _place_of(holdings: Holdings, seat: int, reason: str) -> Place:
    lines = holdings.lines_of(seat)
    terms = tuple(line_term(line, holdings.scoring) for line in lines)
    score = holdings.score(seat)
    note, name = _place_note(holdings, seat, reason), holdings.names[seat]
    # A total that was entered without its projects breaks no tie.
    is_broken = not any(line.is_total for line in holdings.lines)
    order = (-score, -holdings.scored(seat) * is_broken)
    return Place(seat, name, score, terms, score >= holdings.target, note, order)


def _place_note(holdings: Holdings, seat: int, reason: str) -> Sentence | None:
    """Return a note on the points missing to the target, or on how the seat won a tie, or None."""
    missing = holdings.target - holdings.score(seat)
    if missing > 0:
        return say("{missing} short of {target}", missing=missing, target=holdings.target)
    if reason != "tie_broken_by_projects":
        return None
    return say_many(
        "wins the tie with {count} scored project",
        "wins the tie with {count} scored projects",
        count=holdings.scored(seat),
    )


def line_term(line: ScoreLine, scoring: Scoring) -> Term:
    """Return a score line as a term of the final scores.

    The term cites no rule if the line has no project.
    """
    rule = scoring.rule if line.counts else "BC-X1"
    return Term(_line_words(line, scoring), line.points, "" if line.project is None else rule)


def _line_words(line: ScoreLine, scoring: Scoring) -> Sentence:
    """Return the description of a score line, such as "6 × 12", "12: rolled 7" or "correction"."""
    if line.card is None:
        return say("total so far") if line.is_total else say("correction")
    values = {"card": card_words(line.card), "value": line.value}
    if scoring.is_one_die:
        return say("{value} × {card}", **values)
    if not line.counts:
        return say("{card}: rolled {value}, would exceed {target}", target=EXACT_TARGET, **values)
    if line.points != line.value:
        return say("{card}: rolled {value}, counts as {points}", points=line.points, **values)
    return say("{card}: rolled {value}", **values)

"""Finished projects: rolling, the Big Cheese, the points (BC-S1 to BC-S3, BC-B1 to BC-B3, BC-X1).

The book sets no order, so finished projects are rolled for in any. Of several projects of one seat
its owner says which is rolled for first, and settles one before he rolls for the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from companion.games.big_cheese.auction import GameEnded
from companion.games.big_cheese.box import EXACT_TARGET, card_words
from companion.games.big_cheese.final_scores import ScoreLine
from companion.games.big_cheese.state import (
    BigCheeseState,
    Project,
    ProjectEvent,
    ProjectResult,
    project_in,
    results_but,
    waiting,
    with_cards,
    with_line,
    without_finished,
)
from companion.mechanics.dice import Dice, not_rolled, require_face
from companion.mechanics.event_sourcing import Event, SeatAction, action, event
from companion.mechanics.menu import Candidate, Range
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import PRINTED, refusal_about, require_seat, require_stage
from companion.mechanics.words import Sentence, say


# Several may roll at once, each for a project of his own.
@action("roll", turn_bound=False)
class Roll(SeatAction):
    """Roll for a finished project (BC-S1, BC-S2); value: the die's face, None: the app rolls.

    by_app: the app threw the die.
    """

    chance = "value"
    project: int
    value: int | None = None
    by_app: bool = False

    @classmethod
    def candidates(cls, state: BigCheeseState, seat: int | None) -> Iterator[Candidate]:
        for project in state.finished:
            if project.seat == seat:
                faces = Range(1, state.scoring.sides(project.card))
                yield Candidate(cls(seat, project.number), value=faces)

    def with_chance(self, state: BigCheeseState, dice: Dice) -> Self:
        """Return it with the die thrown that the project wants, if nobody typed a face."""
        project = project_in(state.finished, self.project)
        if self.value is not None or project is None:
            return self
        return replace(self, value=dice(state.scoring.sides(project.card)), by_app=True)

    def label(self, state: BigCheeseState) -> Sentence | str:
        if self.value is not None:
            return f"{self.value}"
        project = _project(state, self.project)
        words = say("Roll for the {card} here", card=card_words(project.card))
        alike = [
            other.number
            for other in state.finished
            if (other.seat, other.card) == (project.seat, project.card)
        ]
        if len(alike) == 1:
            return words
        place = alike.index(project.number) + 1
        return say("{what}: {place} of {count}", what=words, place=place, count=len(alike))

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the roll, with its points unless a Big Cheese could still be played on it."""
        require_roll(state, self.seat, self.project)
        project = _project(state, self.project)
        value = _face(state, project, self.value)
        points = state.scoring.points(project.card, value)
        rolled = DieRolled(self.seat, project.number, project.card, value, points, self.by_app)
        if state.held[self.seat].big_cheeses:
            return (rolled,)
        return (rolled, *_settled(state, project, value))


@event("die_rolled")
class DieRolled(ProjectEvent):
    """A finished project's die fell; the result is worth so many points."""

    line = say("{name} rolls {value} for the {card}: {points}.")
    value: int
    points: int
    by_app: bool = False

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        result = ProjectResult(self.project, self.value, self.points)
        return replace(state, results=(*results_but(state, self.project), result))


def require_roll(state: BigCheeseState, seat: int, number: int) -> None:
    """Raise also ``already_rolled`` while a result of the seat's own is not settled."""
    require_finished(state, seat, number, state.scoring.rule)
    rolled = state.result_before(seat)
    if rolled is not None:
        raise Refusal(
            "already_rolled",
            "BC-B1",
            say("First keep {points} or play a Big Cheese.", points=rolled.points),
        )


def require_finished(state: BigCheeseState, seat: int, number: int, rule: str) -> Project:
    """Return the seat's finished project of that number.

    Raises ``unknown_seat``, ``game_over``, ``not_now``, ``unknown_project``,
    ``not_your_project``, ``not_finished``.
    """
    require_seat(state, seat, PRINTED)
    known = project_in((*state.finished, *state.projects), number)
    if known is not None and known.seat != seat:
        raise Refusal(
            "not_your_project",
            rule,
            say(
                "Project {number} is {name}’s; roll for your own.",
                number=number,
                name=state.name(known.seat),
            ),
        )
    require_stage(state, "results", rule, waiting)
    if known is None:
        raise Refusal(
            "unknown_project",
            rule,
            say(
                "Project {number} is not waiting for a roll; these are: {projects}.",
                number=number,
                projects=tuple(project.number for project in state.finished),
            ),
        )
    if known not in state.finished:
        raise Refusal(
            "not_finished",
            "BC-A7",
            say(
                "The {card} still has workers: {left}.",
                card=card_words(known.card),
                left=known.workers,
            ),
        )
    return known


def _face(state: BigCheeseState, project: Project, value: int | None) -> int:
    """Return the face typed; raises ``not_rolled`` or ``not_on_the_die``."""
    sides = state.scoring.sides(project.card)
    if value is None:
        raise not_rolled(state.scoring.rule, range(1, sides + 1))
    require_face(value, sides, state.scoring.rule)
    return value


def _project(state: BigCheeseState, number: int) -> Project:
    project = not_none(project_in(state.finished, number))
    return project


def _settled(state: BigCheeseState, project: Project, value: int) -> tuple[Event, ...]:
    """Return a result's points, with the end of the game if the round ends it (BC-E2)."""
    points = state.scoring.points(project.card, value)
    made, score = ProjectScored, state.score(project.seat) + points
    if state.is_exact and score > EXACT_TARGET:
        made, score = ResultIgnored, score - points
    stands = made(project.seat, project.number, project.card, value, points)
    is_last = len(state.finished) == 1
    if is_last and (score >= state.target or state.reached()):
        return (stands, GameEnded())
    return (stands,)


@event("project_scored")
class ProjectScored(ProjectEvent):
    """A result stands and its points are added; the card goes to the discards (BC-S3)."""

    line = say("{name} scores {points} with the {card}.")
    value: int
    points: int

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        line = ScoreLine(self.seat, self.points, self.project, self.card, self.value)
        return with_line(without_finished(state, self.project), line)


@event("result_ignored")
class ResultIgnored(ProjectScored):
    """A result would pass 30: the card is discarded without points (BC-X1)."""

    line = say(
        "{name}: {points} would pass {target}, the {card} is discarded without points.",
        target=EXACT_TARGET,
    )

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        line = ScoreLine(self.seat, 0, self.project, self.card, self.value, counts=False)
        return with_line(without_finished(state, self.project), line)


@action("reroll", turn_bound=True)
class Reroll(Roll):
    """Play a Big Cheese and roll again for one's own project (BC-B1)."""

    def label(self, state: BigCheeseState) -> Sentence | str:
        rolled = state.result_of(self.project)
        if self.value is not None or rolled is None:
            return Roll.label(self, state)
        return say("Big Cheese: roll again instead of {points}", points=rolled.points)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the second roll, which stands unless another Big Cheese could follow (BC-B1)."""
        require_reroll(state, self.seat, self.project)
        project = _project(state, self.project)
        value = _face(state, project, self.value)
        points = state.scoring.points(project.card, value)
        played = BigCheesePlayed(
            self.seat, project.number, project.card, value, points, self.by_app
        )
        if state.held[self.seat].big_cheeses > 1:
            return (played,)
        return (played, *_settled(state, project, value))


@event("big_cheese_played")
class BigCheesePlayed(DieRolled):
    """A seat played a Big Cheese: the die fell again, the earlier result is gone (BC-B1)."""

    line = say("{name} plays a Big Cheese and rolls {value} for the {card}: {points}.")

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return DieRolled.apply(self, with_cards(state, self.seat, big_cheeses=-1))


def require_reroll(state: BigCheeseState, seat: int, number: int) -> None:
    """Raise also ``no_big_cheese`` unless the seat may roll again (BC-B1)."""
    require_result(state, seat, number)
    if not state.held[seat].big_cheeses:
        told = say("{name} has no finished Big Cheese.").to_you("You have no finished Big Cheese.")
        raise refusal_about(state, seat, "no_big_cheese", "BC-B1", told)


def require_result(state: BigCheeseState, seat: int, number: int) -> ProjectResult:
    """Return the result of that project if it is the seat's to keep or roll again.

    Raises what ``finished_project`` does, and ``not_rolled_yet``.
    """
    require_finished(state, seat, number, "BC-B1")
    rolled = state.result_of(number)
    if rolled is None:
        raise Refusal("not_rolled_yet", "BC-B1", say("Roll first: there is no result yet."))
    return rolled


@action("keep")
class Keep(SeatAction):
    """Let a result stand though one holds a Big Cheese (BC-B1)."""

    project: int

    @classmethod
    def candidates(cls, state: BigCheeseState, seat: int | None) -> Iterator[Candidate]:
        for project in state.finished:
            if project.seat == seat:
                yield Candidate(cls(seat, project.number))

    def label(self, state: BigCheeseState) -> Sentence | str:
        rolled = require_result(state, self.seat, self.project)
        return say("Keep {points}", points=rolled.points)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return that the result stands."""
        rolled = require_result(state, self.seat, self.project)
        return result_stands(state, rolled)


def result_stands(state: BigCheeseState, rolled: ProjectResult) -> tuple[Event, ...]:
    """Return the points of a result that is not rolled again."""
    return _settled(state, _project(state, rolled.project), rolled.value)

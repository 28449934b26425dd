"""Rolling for finished projects, and playing a Big Cheese to roll again.

Rules BC-S1 to BC-S3, BC-B1 to BC-B3 and BC-X1.

Decided where the book is silent: finished projects are rolled for in any order. A seat with several
finished projects chooses which one is next. It must keep or replace each result before it rolls for
the next project.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Self

from companion.games.big_cheese.auction import round_end
from companion.games.big_cheese.box import EXACT_TARGET, card_words
from companion.games.big_cheese.final_scores import ScoreLine
from companion.games.big_cheese.state import (
    BigCheeseState,
    Project,
    ProjectEvent,
    ProjectResult,
    project_in,
    results_without,
    waiting,
    with_cards,
    with_line,
    without_finished,
)
from companion.mechanics.actions.base import Event, SeatAction, action, event
from companion.mechanics.actions.menu import Candidate, Range
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.dice import Dice, not_rolled, require_face
from companion.mechanics.play.table import PRINTED, refusal_about, require_seat, require_stage


@event("die_rolled")
class DieRolled(ProjectEvent):
    """A seat rolled the die for a finished project."""

    line = say("{name} rolls {value} for the {card}: {points}.").to_you(
        "You roll {value} for the {card}: {points}."
    )
    value: int
    points: int
    """The points for the roll, which are not scored yet."""
    by_app: bool = False
    """Whether the app rolled the die."""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        result = ProjectResult(self.project, self.value, self.points)
        results = (*results_without(state, self.project), result)
        return replace(state, results=results, rolled=(self.seat, self.value))

    def scenes(self, state: BigCheeseState) -> tuple[Scene, ...]:
        return self.throw(state, self.seat, self.value, sides=state.scoring.sides(self.card))


# Several seats may roll at the same time, each for its own projects.
@action("roll", turn_bound=False)
class Roll(SeatAction[BigCheeseState]):
    """Roll the die for a finished project (BC-S1, BC-S2)."""

    chance = "value"
    rolled: ClassVar[type[DieRolled]] = DieRolled
    """The class of the event that records the roll."""
    project: int
    value: int | None = None
    """The face of a real die; None to let the app roll."""
    by_app: bool = False
    """Whether the app rolled the die."""

    @classmethod
    def candidates(cls, state: BigCheeseState, seat: int | None) -> Iterator[Candidate]:
        for project in state.finished:
            if project.seat == seat:
                faces = Range(1, state.scoring.sides(project.card))
                yield Candidate(cls(seat, project.number), value=faces)

    def with_chance(self, state: BigCheeseState, dice: Dice) -> Self:
        """Return the action with a face rolled by the app, unless the face is already given."""
        project = project_in(state.finished, self.project)
        if self.value is not None or project is None:
            return self
        return replace(self, value=dice(state.scoring.sides(project.card)), by_app=True)

    def label(self, state: BigCheeseState) -> Sentence | str:
        if self.value is not None:
            return f"{self.value}"
        project = _finished_project(state, self.project)
        words = say("Roll for the {card}", card=card_words(project.card))
        alike = [
            other.number
            for other in state.finished
            if (other.seat, other.card) == (project.seat, project.card)
        ]
        if len(alike) == 1:
            return words
        place = alike.index(project.number) + 1
        return say("{what}: {place} of {count}", what=words, place=place, count=len(alike))

    def require(self, state: BigCheeseState) -> None:
        """Raise a refusal unless the seat may roll for this project now.

        Raises ``already_rolled`` if the seat must first decide whether to keep its last result.
        """
        require_finished(state, self.seat, self.project, state.scoring.rule)
        rolled = state.result_before(self.seat)
        if rolled is not None:
            raise Refusal(
                "already_rolled",
                "BC-B1",
                say("First keep {points} or play a Big Cheese.", points=rolled.points),
            )

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the roll, and that of its points unless the seat holds a Big Cheese.

        See rule BC-B1.
        """
        self.require(state)
        project, scoring = _finished_project(state, self.project), state.scoring
        value = _checked_face(scoring.sides(project.card), self.value, scoring.rule)
        points = scoring.points(project.card, value)
        pending = PendingEvents(
            state,
            self.rolled(self.seat, project.number, project.card, value, points, self.by_app),
        )
        if not pending.state.held[self.seat].big_cheeses:
            settle(pending, project.number)
        return pending.events


def require_finished(state: BigCheeseState, seat: int, number: int, rule: str) -> None:
    """Raise a refusal unless the seat has a finished project with this number."""
    require_seat(state, seat, PRINTED)
    project = project_in((*state.finished, *state.projects), number)
    if project is not None and project.seat != seat:
        owner = state.name(project.seat)
        sentence = say(
            "Project {number} belongs to {name}. Roll for your own.", number=number, name=owner
        )
        raise Refusal("not_your_project", rule, sentence)
    require_stage(state, "results", rule, waiting)
    if project is None:
        raise _unknown_project(state, number, rule)
    if project not in state.finished:
        raise Refusal(
            "not_finished",
            "BC-A7",
            say(
                "The {card} still has workers: {left}.",
                card=card_words(project.card),
                left=project.workers,
            ),
        )


def _unknown_project(state: BigCheeseState, number: int, rule: str) -> Refusal:
    return Refusal(
        "unknown_project",
        rule,
        say(
            "Project {number} is not waiting for a roll. Choose one of: {projects}.",
            number=number,
            projects=tuple(project.number for project in state.finished),
        ),
    )


def _checked_face(sides: int, value: int | None, rule: str) -> int:
    """Return the value if it is a face of the die."""
    if value is None:
        raise not_rolled(rule, range(1, sides + 1))
    require_face(value, sides, rule)
    return value


def _finished_project(state: BigCheeseState, number: int) -> Project:
    return not_none(project_in(state.finished, number))


def settle(pending: PendingEvents[BigCheeseState], number: int) -> None:
    """Emit the points for the final result of a finished project.

    If this was the last result of the round and a seat has reached the target, also emit the end of
    the game (BC-E2).

    number: the number of the project.
    """
    state = pending.state
    project, result = _finished_project(state, number), not_none(state.result_of(number))
    score = state.score(project.seat) + result.points
    made = ResultIgnored if state.is_exact and score > EXACT_TARGET else ProjectScored
    pending.emit(made(project.seat, number, project.card, result.value, result.points))
    if not pending.state.finished:
        pending.emit(*round_end(pending.state))


@event("project_scored")
class ProjectScored(ProjectEvent):
    """The points of a final result were added to the score, and the card was discarded (BC-S3)."""

    line = say("{name} scores {points} with the {card}.").to_you(
        "You score {points} with the {card}."
    )
    # The roll, which is told as well, names the points.
    is_minor = True
    value: int
    points: int

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        line = ScoreLine(self.seat, self.points, self.project, self.card, self.value)
        return with_line(without_finished(state, self.project), line)

    def scenes(self, state: BigCheeseState) -> tuple[Scene, ...]:
        score = state.score(self.seat)
        shows = {
            "seat": self.seat,
            "value": self.value,
            "card": self.card,
            "is_product": state.scoring.is_one_die,
            "points": self.points,
            "before": score - self.gained,
            "score": score,
            "target": state.target,
        }
        return (self.scene(state, "score", shows),)

    @property
    def gained(self) -> int:
        """The points by which the score grows."""
        return self.points


@event("result_ignored")
class ResultIgnored(ProjectScored):
    """A final result would have exceeded 30, so the card was discarded without points (BC-X1)."""

    line = say(
        "{name}’s {points} would exceed {target}, so the {card} scores nothing.",
        target=EXACT_TARGET,
    ).to_you("Your {points} would exceed {target}, so the {card} scores nothing.")
    is_minor = False

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        line = ScoreLine(self.seat, 0, self.project, self.card, self.value, counts=False)
        return with_line(without_finished(state, self.project), line)

    @property
    def gained(self) -> int:
        return 0


@event("big_cheese_played")
class BigCheesePlayed(DieRolled):
    """A seat played a Big Cheese and replaced its earlier result with a new roll (BC-B1)."""

    line = say("{name} plays a Big Cheese and rolls {value} for the {card}: {points}.").to_you(
        "You play a Big Cheese and roll {value} for the {card}: {points}."
    )

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return DieRolled.apply(self, with_cards(state, self.seat, big_cheeses=-1))

    def scenes(self, state: BigCheeseState) -> tuple[Scene, ...]:
        sides = state.scoring.sides(self.card)
        shows = {"seat": self.seat, "value": self.value, "points": self.points, "sides": sides}
        shown = self.scene(state, "reroll", shows)
        return (shown, *DieRolled.scenes(self, state))


@action("reroll", turn_bound=True)
class Reroll(Roll):
    """Play a Big Cheese to roll again for one of the seat's own projects (BC-B1)."""

    rolled = BigCheesePlayed

    def label(self, state: BigCheeseState) -> Sentence | str:
        rolled = state.result_of(self.project)
        if self.value is not None or rolled is None:
            return Roll.label(self, state)
        return say("Big Cheese: roll again instead of {points}", points=rolled.points)

    def require(self, state: BigCheeseState) -> None:
        """Raise a refusal unless the seat may roll again for this project."""
        require_result(state, self.seat, self.project)
        if not state.held[self.seat].big_cheeses:
            sentence = say("{name} has no finished Big Cheese.")
            sentence = sentence.to_you("You have no finished Big Cheese.")
            raise refusal_about(state, self.seat, "no_big_cheese", "BC-B1", sentence)


def require_result(state: BigCheeseState, seat: int, number: int) -> ProjectResult:
    """Return the result that the seat can keep or replace with a new roll."""
    require_finished(state, seat, number, "BC-B1")
    rolled = state.result_of(number)
    if rolled is None:
        raise Refusal("not_rolled_yet", "BC-B1", say("Roll first: there is no result yet."))
    return rolled


@action("keep")
class Keep(SeatAction[BigCheeseState]):
    """Keep a result instead of playing a Big Cheese to roll again (BC-B1)."""

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
        require_result(state, self.seat, self.project)
        pending = PendingEvents(state)
        settle(pending, self.project)
        return pending.events

"""The banker's last word: workers, projects, scores and held cards put right outside the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.big_cheese.auction import GameEnded, require_kind, round_end, why_not
from companion.games.big_cheese.box import BIG_CHEESE, NUMBERS, OF_A_KIND, VETO, card_words
from companion.games.big_cheese.final_scores import ScoreLine
from companion.games.big_cheese.results import result_stands
from companion.games.big_cheese.state import (
    BigCheeseState,
    CardsHeld,
    Project,
    ProjectEvent,
    come_home,
    completed,
    holding,
    project_in,
    sent,
    with_line,
    without_finished,
)
from companion.mechanics.corrections import Explained
from companion.mechanics.event_sourcing import Button, Event, action, event
from companion.mechanics.ledger import Transfer
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PRINTED, require_not_negative, require_seat
from companion.mechanics.words import say


@action("set_workers")
class SetWorkers(Explained):
    """Say how many workers are really on a project; the others are free."""

    button = Button(say("Correct the workers"))
    project: int
    workers: int

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return how many workers are on a project in work; the owner keeps ten in all.

        Raises ``unknown_project``, ``no_worker_left``, ``more_than_free``, ``bid_rests_on_it``.
        """
        project = _project(state.projects, self.project)
        if self.workers < 1:
            raise Refusal(
                "no_worker_left",
                "BC-A7",
                say("A project at work keeps at least 1 worker; take the step back instead."),
            )
        _require_workers(state, project, self.workers)
        return (
            WorkersSet(
                project.seat,
                project.number,
                project.card,
                self.workers,
                self.workers - project.workers,
                self.reason,
            ),
        )


def _project(projects: tuple[Project, ...], number: int) -> Project:
    project = project_in(projects, number)
    if project is None:
        raise Refusal(
            "unknown_project",
            PRINTED,
            say(
                "Project {number} is not at work; these are: {projects}.",
                number=number,
                projects=tuple(item.number for item in projects),
            ),
        )
    return project


def _require_workers(state: BigCheeseState, project: Project, workers: int) -> None:
    free = state.free(project.seat)
    most = free + project.workers
    if workers > most:
        raise Refusal(
            "more_than_free",
            "BC-A3",
            say("{name} can have at most {most} there.", name=state.name(project.seat), most=most),
        )
    standing = state.auction.standing if state.auction is not None else None
    if standing is None or standing.seat != project.seat:
        return
    if most - workers < standing.amount <= free:
        raise Refusal(
            "bid_rests_on_it",
            "BC-A3",
            say(
                "These workers stand behind a bid of {least}; take that bid back first.",
                least=standing.amount,
            ),
        )


@event("workers_set")
class WorkersSet(ProjectEvent):
    """The banker said how many workers are on a project; ``difference`` is how many more."""

    line = say("Correction: {name}, workers on the {card}: {workers}.")
    workers: int
    difference: int
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the workers that are put right."""
        why = say("corrected on the {card}", card=card_words(self.card))
        if self.difference == 0:
            return ()
        move = sent if self.difference > 0 else come_home
        return (move(self.seat, abs(self.difference), why),)

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return _with(state, self.project, lambda project: replace(project, workers=self.workers))


@action("set_project")
class SetProject(Explained):
    """Say which card a project really is, in work or to be rolled for."""

    button = Button(say("Correct the card"))
    project: int
    card: str

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return which card a project really is; a card that stays is handed out if it is finished.

        Raises ``unknown_project``, ``unknown_card``, ``left_out``, ``fifth_of_a_kind``.
        """
        project = _project((*state.projects, *state.finished), self.project)
        reason = why_not(state, self.card)
        require_kind(state, self.card, say("{reason}; correct that one first.", reason=reason))
        said = ProjectSet(project.seat, project.number, self.card, project.card, self.reason)
        is_last = state.finished == (project,) and self.card not in NUMBERS
        return (said, *(round_end(state) if is_last else ()))


@event("project_set")
class ProjectSet(ProjectEvent):
    """The banker said which card a project really is; ``instead_of`` is what it was held for."""

    line = say("{name}: the {instead_of} is really the {card}.")
    instead_of: str
    reason: str = ""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        done = project_in(state.finished, self.project)
        if done is not None:
            # What was rolled is worth something else now, so it is rolled, or typed, anew.
            state = without_finished(state, self.project)
            return completed(state, replace(done, card=self.card))
        return _with(state, self.project, lambda project: replace(project, card=self.card))


def _with(
    state: BigCheeseState, number: int, changed: Callable[[Project], Project]
) -> BigCheeseState:
    """Return the state with one project in work changed."""
    projects = tuple(
        changed(project) if project.number == number else project for project in state.projects
    )
    return replace(state, projects=projects)


@action("set_score")
class SetScore(Explained):
    """Say what score really stands on the paper."""

    button = Button(say("Correct the score"))
    seat: int
    score: int

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return a score said, with the end of the game, or that it goes on, where that decides it.

        Raises ``unknown_seat``, ``negative_count``, ``past_30``.
        """
        require_seat(state, self.seat, PRINTED)
        require_not_negative(self.score)
        if state.is_exact and self.score > state.target:
            raise Refusal(
                "past_30",
                "BC-X1",
                say("Nobody passes {target} in this variant.", target=state.target),
            )
        difference = self.score - state.score(self.seat)
        said = ScoreSet(self.seat, self.score, difference, self.reason)
        others = set(state.reached()) - {self.seat}
        is_reached = bool(others) or self.score >= state.target
        if state.stage == "offer" and is_reached:
            return (said, GameEnded())
        if state.stage == "over" and not (is_reached or state.is_stopped):
            return (said, GameReopened())
        return (said,)


@event("game_reopened")
class GameReopened(Event):
    """After a correction nobody is at the target any more: the game goes on."""

    line = say("Nobody is at the target any more: the game goes on.")
    sets = {"stage": "offer"}


@event("score_set")
class ScoreSet(Event):
    """The banker said what a seat's score is; ``difference`` is how much more than it was."""

    line = say("Correction: {name}, score {score}.")
    seat: int
    score: int
    difference: int
    reason: str = ""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return with_line(state, ScoreLine(self.seat, self.difference))


@action("set_cards")
class SetCards(Explained):
    """Say how many Veto and Big Cheese cards really lie before a player."""

    button = Button(say("Correct the cards"))
    seat: int
    vetoes: int
    big_cheeses: int

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the cards that lie before a seat, with its result if no Big Cheese is left for it.

        Raises ``unknown_seat``, ``negative_count``, ``left_out``, ``fifth_of_a_kind``.
        """
        require_seat(state, self.seat, PRINTED)
        held = state.held[self.seat]
        for card, count, now in (
            (VETO, self.vetoes, held.vetoes),
            (BIG_CHEESE, self.big_cheeses, held.big_cheeses),
        ):
            require_not_negative(count)
            _require_cards(state, card, count, now)
        said = CardsSet(self.seat, self.vetoes, self.big_cheeses, self.reason)
        rolled = state.result_before(self.seat)
        if rolled is None or self.big_cheeses:
            return (said,)
        return (said, *result_stands(state, rolled))


def _require_cards(state: BigCheeseState, card: str, count: int, now: int) -> None:
    if count and card not in state.cards:
        raise Refusal(
            "left_out", "BC-C", say("{card}: left out of this game.", card=card_words(card))
        )
    most = now + state.left(card)
    if count > most:
        raise Refusal(
            "fifth_of_a_kind",
            "BC-C",
            say(
                "There are {all} cards {card}; at most {most} can lie here.",
                all=OF_A_KIND,
                card=card_words(card),
                most=most,
            ),
        )


@event("cards_set")
class CardsSet(Event):
    """The banker said how many Veto and Big Cheese cards a seat holds."""

    line = say("Correction: {name} holds Veto {vetoes}, Big Cheese {big_cheeses}.")
    seat: int
    vetoes: int
    big_cheeses: int
    reason: str = ""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return holding(state, self.seat, CardsHeld(self.vetoes, self.big_cheeses))

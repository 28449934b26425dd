"""The banker's corrections of workers, projects, scores, and Veto and Big Cheese cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.big_cheese.auction import require_kind, round_end, why_not
from companion.games.big_cheese.box import BIG_CHEESE, OF_A_KIND, VETO, card_words
from companion.games.big_cheese.final_scores import ScoreLine
from companion.games.big_cheese.results import settle
from companion.games.big_cheese.state import (
    BigCheeseState,
    CardsHeld,
    Project,
    ProjectEvent,
    come_home,
    completed,
    go_to_work,
    holding,
    project_in,
    with_line,
    without_finished,
)
from companion.mechanics.actions.base import Button, Event, Setting, action, event, setting
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.money.corrections import Explained
from companion.mechanics.money.ledger import Transfer
from companion.mechanics.play.table import PRINTED, require_not_negative, require_seat


@action("set_workers")
class SetWorkers(Explained[BigCheeseState]):
    """Correct the number of workers on a project.

    The difference is taken from, or returned to, the owner's free workers.
    """

    button = Button(say("Fix the workers"))
    project: int
    workers: int

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the correction, which leaves the owner with ten workers in total."""
        project = _running_project(state.projects, self.project)
        if self.workers < 1:
            raise Refusal(
                "no_worker_left",
                "BC-A7",
                say("A project at work has at least 1 worker. Undo the step instead."),
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


def _running_project(projects: tuple[Project, ...], number: int) -> Project:
    project = project_in(projects, number)
    if project is None:
        raise Refusal(
            "unknown_project",
            PRINTED,
            say(
                "Project {number} is not at work. Choose one of: {projects}.",
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
            say(
                "{name} can have at most {most} workers there.",
                name=state.name(project.seat),
                most=most,
            ),
        )
    standing = state.auction.standing if state.auction is not None else None
    if standing is None or standing.seat != project.seat:
        return
    if most - workers < standing.amount <= free:
        raise Refusal(
            "bid_rests_on_it",
            "BC-A3",
            say(
                "These workers cover a bid of {least}. Undo that bid first.",
                least=standing.amount,
            ),
        )


@event("workers_set")
class WorkersSet(ProjectEvent):
    """The banker corrected the number of workers on a project."""

    line = say("Correction: {name}’s workers on the {card}: {workers}.").to_you(
        "Correction: your workers on the {card}: {workers}."
    )
    workers: int
    difference: int
    """The change in the number of workers; negative if there are fewer than before."""
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        if self.difference == 0:
            return ()
        move = go_to_work if self.difference > 0 else come_home
        why = say("correction on the {card}", card=card_words(self.card))
        return (move(self.seat, abs(self.difference), why),)

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return _with_project(
            state, self.project, lambda project: replace(project, workers=self.workers)
        )


@action("set_project")
class SetProject(Explained[BigCheeseState]):
    """Correct the card of a project that is in progress or is waiting for its roll."""

    button = Button(say("Fix the card"))
    project: int
    card: str

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the correction.

        If a finished project turns out to be a Veto or Big Cheese, the seat now holds that card.
        If no seat has to roll any more, the end of the game may follow (BC-E2).
        """
        project = _running_project((*state.projects, *state.finished), self.project)
        reason = why_not(state, self.card)
        require_kind(state, self.card, say("{reason}. Fix that first.", reason=reason))
        pending = PendingEvents(
            state, ProjectSet(project.seat, project.number, self.card, project.card, self.reason)
        )
        if state.finished and not pending.state.finished:
            pending.emit(*round_end(pending.state))
        return pending.events


@event("project_set")
class ProjectSet(ProjectEvent):
    """The banker corrected the card of a project."""

    line = say("Correction: {name}’s {instead_of} is really the {card}.").to_you(
        "Correction: your {instead_of} is really the {card}."
    )
    instead_of: str
    """The card of the project before the correction."""
    reason: str = ""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        done = project_in(state.finished, self.project)
        if done is not None:
            # The roll would be worth a different number of points now, so it must be repeated.
            state = without_finished(state, self.project)
            return completed(state, replace(done, card=self.card))
        return _with_project(state, self.project, lambda project: replace(project, card=self.card))


def _with_project(
    state: BigCheeseState, number: int, changed: Callable[[Project], Project]
) -> BigCheeseState:
    projects = tuple(
        changed(project) if project.number == number else project for project in state.projects
    )
    return replace(state, projects=projects)


@action("set_score")
class SetScore(Explained[BigCheeseState]):
    """Correct a seat's score."""

    button = Button(say("Fix the score"))
    seat: int
    score: int

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the correction.

        Between auctions, the end of the game follows if a seat has reached the target. After the
        end, a reopening follows if no seat has reached it any more, unless the game was stopped.
        """
        require_seat(state, self.seat, PRINTED)
        require_not_negative(self.score)
        if state.is_exact and self.score > state.target:
            raise Refusal(
                "past_30",
                "BC-X1",
                say("In this variant a score cannot exceed {target}.", target=state.target),
            )
        difference = self.score - state.score(self.seat)
        pending = PendingEvents(state, ScoreSet(self.seat, self.score, difference, self.reason))
        if state.stage == "offer":
            pending.emit(*round_end(pending.state))
        elif state.stage == "over" and not (pending.state.at_target() or state.is_stopped):
            pending.emit(GameReopened())
        return pending.events


@event("game_reopened")
class GameReopened(Event[BigCheeseState]):
    """After a correction, no seat has reached the target any more, so the game continues."""

    line = say("Nobody has reached the target now. The game continues.")

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return replace(state, stage="offer")


@event("score_set")
class ScoreSet(Event[BigCheeseState]):
    """The banker corrected a seat's score."""

    line = say("Correction: {name}’s score is {score}.").to_you(
        "Correction: your score is {score}."
    )
    seat: int
    score: int
    difference: int
    """The change in the score; negative if the score is lower than before."""
    reason: str = ""

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return with_line(state, ScoreLine(self.seat, self.difference))


@setting("set_cards", "cards_set")
class SetCards(Explained[BigCheeseState], Setting[BigCheeseState]):
    """Correct the number of Veto and Big Cheese cards that a seat holds."""

    button = Button(say("Fix the cards"))
    line = say("Correction: {name} has Veto × {vetoes}, Big Cheese × {big_cheeses}.").to_you(
        "Correction: you have Veto × {vetoes}, Big Cheese × {big_cheeses}."
    )
    seat: int
    vetoes: int
    big_cheeses: int

    def require(self, state: BigCheeseState) -> None:
        """Raise a refusal unless the seat can hold these cards."""
        require_seat(state, self.seat, PRINTED)
        held = state.held[self.seat]
        for card, count, now in (
            (VETO, self.vetoes, held.vetoes),
            (BIG_CHEESE, self.big_cheeses, held.big_cheeses),
        ):
            require_not_negative(count)
            _require_cards(state, card, count, now)

    def decide(self, state: BigCheeseState) -> tuple[Event, ...]:
        """Return the event of the correction.

        If the seat has no Big Cheese left, its current roll is scored, because it can no longer
        roll again.
        """
        pending = PendingEvents(state, *Setting.decide(self, state))
        rolled = pending.state.result_before(self.seat)
        if rolled is not None and not self.big_cheeses:
            settle(pending, rolled.project)
        return pending.events

    def apply(self, state: BigCheeseState) -> BigCheeseState:
        return holding(state, self.seat, CardsHeld(self.vetoes, self.big_cheeses))


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
                "There are {all} {card} cards. At most {most} can be here.",
                all=OF_A_KIND,
                card=card_words(card),
                most=most,
            ),
        )

"""The banker's last word: workers, scores and held cards put right outside the rules."""

from __future__ import annotations

from companion.games.big_cheese.actions import SetCards, SetScore, SetWorkers
from companion.games.big_cheese.box import BIG_CHEESE, OF_A_KIND, PRINTED, VETO, card_words
from companion.games.big_cheese.facts import (
    CardsSet,
    GameEnded,
    GameReopened,
    ScoreSet,
    WorkersSet,
)
from companion.games.big_cheese.guards import project_in, require_not_negative, require_seat
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_set_workers(state: BigCheeseState, action: SetWorkers) -> tuple[Fact, ...]:
    """Return how many workers are on a project in work; the owner keeps ten in all.

    Raises ``unknown_project``, ``no_worker_left``, ``more_than_free``, ``bid_rests_on_it``.
    """
    project = project_in(state.projects, action.project)
    if project is None:
        raise Refusal(
            "unknown_project",
            PRINTED,
            say(
                "Project {number} is not in work; these are: {projects}.",
                number=action.project,
                projects=tuple(item.number for item in state.projects),
            ),
        )
    if action.workers < 1:
        raise Refusal(
            "no_worker_left",
            "BC-A7",
            say("A project in work has 1 worker or more; take the step back instead."),
        )
    _require_workers(state, project, action.workers)
    return (
        WorkersSet(
            project.seat,
            project.number,
            project.card,
            action.workers,
            action.workers - project.workers,
            action.reason,
        ),
    )


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
                "A bid of {least} rests on these workers; take the bid back first.",
                least=standing.amount,
            ),
        )


def decide_set_score(state: BigCheeseState, action: SetScore) -> tuple[Fact, ...]:
    """Return a score said, with the end of the game, or that it goes on, where that decides it.

    Raises ``unknown_seat``, ``negative_count``, ``past_30``.
    """
    require_seat(state, action.seat)
    require_not_negative(action.score)
    if state.is_exact and action.score > state.target:
        raise Refusal(
            "past_30",
            "BC-X1",
            say("Nobody passes {target} in this variant.", target=state.target),
        )
    difference = action.score - state.score(action.seat)
    said = ScoreSet(action.seat, action.score, difference, action.reason)
    others = set(state.reached()) - {action.seat}
    is_reached = bool(others) or action.score >= state.target
    if state.stage == "offer" and is_reached:
        return (said, GameEnded())
    if state.stage == "over" and not is_reached:
        return (said, GameReopened())
    return (said,)


def decide_set_cards(state: BigCheeseState, action: SetCards) -> tuple[Fact, ...]:
    """Return the cards that lie before a seat.

    Raises ``unknown_seat``, ``negative_count``, ``left_out``, ``fifth_of_a_kind``.
    """
    require_seat(state, action.seat)
    held = state.held[action.seat]
    for card, count, now in (
        (VETO, action.vetoes, held.vetoes),
        (BIG_CHEESE, action.big_cheeses, held.big_cheeses),
    ):
        require_not_negative(count)
        _require_cards(state, card, count, now)
    return (CardsSet(action.seat, action.vetoes, action.big_cheeses, action.reason),)


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

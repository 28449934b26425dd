"""Finished projects: rolling, the Big Cheese, the points (BC-S1 to BC-S3, BC-B1 to BC-B3, BC-X1).

Results come in the order of bidding from the auction's winner. Of several projects of one seat
its owner says which is rolled for first, and settles one before he rolls for the next.
"""

from __future__ import annotations

from companion.games.big_cheese.actions import Keep, Reroll, Roll
from companion.games.big_cheese.box import EXACT_TARGET, card_words, scoring_rule
from companion.games.big_cheese.facts import (
    BigCheesePlayed,
    DieRolled,
    GameEnded,
    ProjectScored,
    ResultIgnored,
)
from companion.games.big_cheese.guards import project_in, require_seat, require_stage
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.mechanics.dice import require_face
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def finished_project(state: BigCheeseState, seat: int, number: int, rule: str) -> Project:
    """Return the seat's finished project of that number.

    Raises ``unknown_seat``, ``game_over``, ``not_now``, ``unknown_project``,
    ``not_your_project``, ``not_finished``.
    """
    require_seat(state, seat)
    known = project_in((*state.finished, *state.projects), number)
    if known is not None and known.seat != seat:
        raise Refusal(
            "not_your_project",
            rule,
            say(
                "Project {number} is {name}'s; everybody rolls for his own.",
                number=number,
                name=state.name(known.seat),
            ),
        )
    require_stage(state, "results", rule)
    if known is None:
        raise Refusal(
            "unknown_project",
            rule,
            say(
                "Project {number} waits for no roll; these do: {projects}.",
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


def _rule(state: BigCheeseState) -> str:
    return scoring_rule(one_die=state.is_one_die)


def require_roll(state: BigCheeseState, seat: int, number: int) -> None:
    """Raise also ``roll_out_of_turn`` or ``already_rolled`` unless that roll is next."""
    finished_project(state, seat, number, _rule(state))
    following = state.finished[0].seat
    if seat != following:
        raise Refusal(
            "roll_out_of_turn",
            _rule(state),
            say(
                "{name} rolls first: in bidding order from the auction's winner.",
                name=state.name(following),
            ),
        )
    if state.result is not None:
        raise Refusal(
            "already_rolled",
            "BC-B1",
            say("First keep {points} or play a Big Cheese.", points=state.result.points),
        )


def _face(state: BigCheeseState, project: Project, value: int | None) -> int:
    """Return the face typed; raises ``not_rolled`` or ``not_on_the_die``."""
    sides = state.sides(project.card)
    if value is None:
        raise Refusal(
            "not_rolled",
            _rule(state),
            say("Type what the die shows, from 1 to {sides}.", sides=sides),
        )
    require_face(value, sides, _rule(state))
    return value


def decide_roll(state: BigCheeseState, action: Roll) -> tuple[Fact, ...]:
    """Return the roll, with its points unless a Big Cheese could still be played on it."""
    require_roll(state, action.seat, action.project)
    project = _project(state, action.project)
    value = _face(state, project, action.value)
    points = state.points(project.card, value)
    rolled = DieRolled(action.seat, project.number, project.card, value, points, action.by_app)
    if state.held[action.seat].big_cheeses:
        return (rolled,)
    return (rolled, *_settled(state, project, value))


def _project(state: BigCheeseState, number: int) -> Project:
    project = project_in(state.finished, number)
    assert project is not None
    return project


def require_result(state: BigCheeseState, seat: int, number: int) -> None:
    """Raise a refusal unless the result of that project is the seat's to keep or roll again.

    Raises what ``finished_project`` does, and ``not_rolled_yet``.
    """
    finished_project(state, seat, number, "BC-B1")
    if state.result is None or state.result.project != number:
        raise Refusal(
            "not_rolled_yet", "BC-B1", say("Roll first: there is no result to keep or to give up.")
        )


def require_reroll(state: BigCheeseState, seat: int, number: int) -> None:
    """Raise also ``no_big_cheese`` unless the seat may roll again (BC-B1)."""
    require_result(state, seat, number)
    if not state.held[seat].big_cheeses:
        raise Refusal(
            "no_big_cheese",
            "BC-B1",
            say("{name} holds no finished Big Cheese.", name=state.name(seat)),
        )


def decide_reroll(state: BigCheeseState, action: Reroll) -> tuple[Fact, ...]:
    """Return the second roll, which stands unless another Big Cheese could follow (BC-B1)."""
    require_reroll(state, action.seat, action.project)
    project = _project(state, action.project)
    value = _face(state, project, action.value)
    points = state.points(project.card, value)
    played = BigCheesePlayed(
        action.seat, project.number, project.card, value, points, action.by_app
    )
    if state.held[action.seat].big_cheeses > 1:
        return (played,)
    return (played, *_settled(state, project, value))


def decide_keep(state: BigCheeseState, action: Keep) -> tuple[Fact, ...]:
    """Return that the result stands."""
    require_result(state, action.seat, action.project)
    assert state.result is not None
    return _settled(state, _project(state, action.project), state.result.value)


def _settled(state: BigCheeseState, project: Project, value: int) -> tuple[Fact, ...]:
    """Return a result's points, with the end of the game if the round ends it (BC-E2)."""
    points = state.points(project.card, value)
    score = state.score(project.seat) + points
    if state.is_exact and score > EXACT_TARGET:
        stands: Fact = ResultIgnored(project.seat, project.number, project.card, value, points)
        score -= points
    else:
        stands = ProjectScored(project.seat, project.number, project.card, value, points)
    is_last = len(state.finished) == 1
    if is_last and (score >= state.target or state.reached()):
        return (stands, GameEnded())
    return (stands,)

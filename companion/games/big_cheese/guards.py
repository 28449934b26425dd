"""What several rules ask before anything may be done; each raises a named refusal or is silent."""

from __future__ import annotations

from companion.games.big_cheese.box import PRINTED
from companion.games.big_cheese.state import BigCheeseState, Project, Stage
from companion.games.big_cheese.waiting import waiting
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_seat(state: BigCheeseState, seat: int) -> None:
    """Raise ``unknown_seat`` unless somebody sits there."""
    if seat not in state.seats:
        raise Refusal(
            "unknown_seat",
            PRINTED,
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=seat,
                last=state.seats[-1],
            ),
        )


def require_running(state: BigCheeseState) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over", "BC-E2", say("The game is over; the banker can take steps back.")
        )


def require_stage(state: BigCheeseState, stage: Stage, rule: str) -> None:
    """Raise ``game_over`` or ``not_now`` unless the game is at that stage."""
    require_running(state)
    if state.stage != stage:
        raise Refusal("not_now", rule, say("Not now: {waiting}", waiting=waiting(state).sentence))


def require_not_negative(count: int) -> None:
    """Raise ``negative_count`` for less than nothing."""
    if count < 0:
        raise Refusal("negative_count", PRINTED, say("Type 0 or more, not {count}.", count=count))


def project_in(projects: tuple[Project, ...], number: int) -> Project | None:
    """Return the project of that number, None if it is not among these."""
    return next((project for project in projects if project.number == number), None)

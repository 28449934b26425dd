"""What waits while somebody owes: the end of the game, auctions of deeds, who wants what."""

from __future__ import annotations

from companion.games.monopoly.course import Course
from companion.games.monopoly.endings import end_if_decided
from companion.games.monopoly.money_facts import AuctionOpened
from companion.games.monopoly.shortage import go_on_with_wants


def go_on(course: Course) -> None:
    """Let happen what may now, unless a debt or an auction is still open."""
    if end_if_decided(course) or course.state.debts or course.state.sale is not None:
        return
    state = course.state
    if state.estate:
        course.happens(AuctionOpened(state.active, position=state.estate[0]))
    elif state.wants is not None and not state.wants.asked:
        go_on_with_wants(course)

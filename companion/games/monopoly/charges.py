"""What falls due: paid at once where the cash is there, else owed (MO-X1)."""

from __future__ import annotations

from companion.games.monopoly.course import Course
from companion.games.monopoly.money_facts import DebtOpened, Paid
from companion.games.monopoly.state import Reason


def charge(
    course: Course,
    seat: int,
    creditor: int | None,
    amount: int,
    reason: Reason,
    position: int | None = None,
) -> bool:
    """Let an amount fall due to a seat or the bank (None); tell whether it was paid at once.

    A seat that owes already owes this too, after what it owes.
    """
    if not amount:
        return True
    state = course.state
    if not state.debts_of(seat) and state.cash(seat) >= amount:
        course.happens(Paid(seat, creditor, amount, reason, position))
        return True
    number = state.debts_opened + 1
    course.happens(DebtOpened(number, seat, creditor, amount, reason, position))
    return False

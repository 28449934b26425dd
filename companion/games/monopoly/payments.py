"""What falls due is paid at once; what cannot be paid is owed, and nothing else happens (MO-X1).

Decided where the book is silent: debts of one seat are paid in the order in which they fell due,
and what falls due to a debtor meanwhile is owed after them. Whoever receives a bankrupt's things
is owed what the bankrupt was owed.
"""

from __future__ import annotations

from companion.games.monopoly.actions import PayDebt
from companion.games.monopoly.course import Course
from companion.games.monopoly.going_on import go_on
from companion.games.monopoly.guards import require_running, require_seat
from companion.games.monopoly.money_facts import DebtPaid, DeedTaken
from companion.games.monopoly.state import Debt, MonopolyState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def first_debt(state: MonopolyState, seat: int) -> Debt:
    """Return what a seat owes first; raises ``no_debt``."""
    owed = state.debts_of(seat)
    if not owed:
        raise Refusal("no_debt", "MO-X1", say("{name} owes nothing.", name=state.name(seat)))
    return owed[0]


def require_payment(state: MonopolyState, seat: int) -> Debt:
    """Return the debt a seat can pay now; raises also ``debt_above_cash`` (MO-X1)."""
    require_seat(state, seat)
    require_running(state)
    debt = first_debt(state, seat)
    if state.cash(seat) < debt.amount:
        raise Refusal(
            "debt_above_cash",
            "MO-X1",
            say(
                "{missing} are missing: sell buildings, mortgage, or make a deal.",
                missing=debt.amount - state.cash(seat),
            ),
        )
    return debt


def decide_pay_debt(state: MonopolyState, action: PayDebt) -> tuple[Fact, ...]:
    """Return the payment, with the deed that was bid for, and what waited for it."""
    debt = require_payment(state, action.seat)
    course = Course(state)
    paid = DebtPaid(
        debt.number, debt.debtor, debt.creditor, debt.amount, debt.reason, debt.position
    )
    course.happens(paid)
    if debt.reason == "auction":
        assert debt.position is not None
        course.happens(DeedTaken(debt.debtor, debt.position))
    go_on(course)
    return course.facts

"""Money between accounts, the salary, more accounts, corrections (FB-M, FB-N, FB-S3)."""

from __future__ import annotations

from companion.games.free_bank.actions import (
    AddAccount,
    Move,
    Pay,
    PaySalaries,
    SetSalary,
    Take,
    TakeSalary,
)
from companion.games.free_bank.box import EVERYBODY, MOST
from companion.games.free_bank.facts import AccountAdded, MoneyMoved, SalaryPaid, SalarySet
from companion.games.free_bank.guards import (
    committed,
    ends,
    require_limits,
    require_new_account,
    require_payment,
    require_running,
    require_seat,
)
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.amounts import require_amount_in
from companion.mechanics.corrections import CashCounted, Correct, CountCash, decide_correction
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, purse, seat_of
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_pay(state: FreeBankState, action: Pay) -> tuple[Fact, ...]:
    """Return what a seat pays from its own purse."""
    require_seat(state, action.seat)
    return _moved(state, action.seat, purse(action.seat), action.target, action.amount)


def require_takes_from(state: FreeBankState, source: str) -> None:
    """Raise ``not_your_purse`` where the source is somebody's purse (FB-S2)."""
    if source == EVERYBODY or seat_of(source) is not None:
        raise Refusal(
            "not_your_purse",
            "FB-S2",
            say("Nobody takes from another's purse; ask to be paid, or ask the banker."),
        )


def decide_take(state: FreeBankState, action: Take) -> tuple[Fact, ...]:
    """Return what a seat takes from the bank, the pot or a named account."""
    require_seat(state, action.seat)
    require_takes_from(state, action.source)
    return _moved(state, action.seat, action.source, purse(action.seat), action.amount)


def decide_move(state: FreeBankState, action: Move) -> tuple[Fact, ...]:
    """Return what the banker moves between any two accounts, to all, or from all."""
    require_running(state)
    reason = " ".join(action.reason.split())
    return _moved(state, None, action.source, action.target, action.amount, reason)


def _moved(
    state: FreeBankState,
    by: int | None,
    source: str,
    target: str,
    amount: int | None,
    reason: str = "",
) -> tuple[Fact, ...]:
    sources, targets = ends(state, source, target)
    moved = require_amount_in(amount, 1, "FB-M1")
    require_payment(state, sources, targets, moved)
    return (MoneyMoved(tuple(sources), tuple(targets), moved, reason, by),)


def require_salary(state: FreeBankState, seats: range | tuple[int, ...]) -> None:
    """Raise ``game_over``, ``unknown_seat``, ``no_salary`` or ``account_full`` (FB-S3)."""
    for seat in seats:
        require_seat(state, seat)
    if not state.salary:
        raise Refusal(
            "no_salary", "FB-S3", say("No salary is set; the banker can set one under Bank.")
        )
    require_payment(state, [BANK], [purse(seat) for seat in seats], state.salary)


def decide_take_salary(state: FreeBankState, action: TakeSalary) -> tuple[Fact, ...]:
    """Return one seat's salary."""
    require_salary(state, (action.seat,))
    return (SalaryPaid((action.seat,), state.salary),)


def decide_pay_salaries(state: FreeBankState, action: PaySalaries) -> tuple[Fact, ...]:
    """Return everybody's salary."""
    require_salary(state, state.seats)
    return (SalaryPaid(tuple(state.seats), state.salary),)


def decide_set_salary(state: FreeBankState, action: SetSalary) -> tuple[Fact, ...]:
    """Return the salary from now on."""
    require_running(state)
    return (SalarySet(require_amount_in(action.amount, 0, "FB-M1")),)


def decide_add_account(state: FreeBankState, action: AddAccount) -> tuple[Fact, ...]:
    """Return one more account beside the seats."""
    name = " ".join(action.name.split())
    require_new_account(state, name)
    return (AccountAdded(name),)


def decide_correction_here(state: FreeBankState, action: Correct | CountCash) -> tuple[Fact, ...]:
    """Return a correction; also after the end, because the account is made of it.

    Raises what ``decide_correction`` does, and ``account_full``.
    """
    facts = decide_correction(state.ledger, action, committed(state))
    balances = dict(state.ledger.balances)
    for fact in facts:
        for transfer in fact.transfers():
            balances[transfer.source] -= transfer.amount
            balances[transfer.target] += transfer.amount
        if isinstance(fact, CashCounted) and abs(fact.difference) > MOST:
            raise Refusal("account_full", "FB-M5", say("Count this in two steps."))
    require_limits(state, balances)
    return facts

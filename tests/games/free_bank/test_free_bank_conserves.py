"""No unit of money is ever lost, whatever is paid, shared, asked for or corrected."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from tests.games.free_bank.free_bank_tables import decided, seated

ACCOUNTS = ("seat 0", "seat 1", "seat 2", "bank", "pot", "account Port")
AMOUNTS = st.integers(1, 400)
SEATS = st.integers(0, 2)


def steps(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


ENDS = st.sampled_from((*ACCOUNTS, "all"))
STEPS = st.one_of(
    steps("pay", seat=SEATS, target=ENDS, amount=AMOUNTS, at_most=st.booleans()),
    steps("move", source=ENDS, target=ENDS, amount=AMOUNTS, at_most=st.booleans()),
    steps("share", source=st.sampled_from(ACCOUNTS), amount=AMOUNTS, seats=st.lists(SEATS)),
    steps("ask_payment", seat=SEATS, payer=SEATS, amount=AMOUNTS),
    steps("accept_payment", seat=SEATS, number=st.integers(1, 5)),
    steps("salaries"),
    steps("set_salary", amount=AMOUNTS),
    steps("count_cash", amounts=st.dictionaries(st.sampled_from(ACCOUNTS[:3]), AMOUNTS)),
    steps("leave", seat=SEATS),
)


def floors_hold(state: FreeBankState) -> bool:
    return all(state.ledger.balance(name) >= least for name, least in state.ledger.floors.items())


@given(st.lists(STEPS, max_size=30), st.sampled_from((0, 30)))
def test_the_sum_of_all_accounts_never_changes(played: list[dict[str, Any]], debt: int) -> None:
    """Each transfer has two ends, and what cannot be divided stays in its account."""
    state = seated(accounts="Port", salary=7, debt=debt)
    for step in played:
        try:
            events = decided(state, **step)
        except Refusal:
            continue
        for event in events:
            state = GAME.apply(state, event)
        assert sum(state.ledger.balances.values()) == 0
        assert floors_hold(state)

"""No unit of money is ever lost, whatever is paid, shared, asked for or corrected."""

from __future__ import annotations

from decimal import Decimal
from math import prod
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.free_bank import GAME
from companion.games.free_bank.payments import MoneyMoved, MoneyShared
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from tests.games.free_bank.free_bank_tables import decided, seated

ACCOUNTS = ("seat 0", "seat 1", "seat 2", "bank", "pot", "account Port")
AMOUNTS = st.integers(1, 400)
TYPED = st.one_of(
    st.builds("{}{}{:02}".format, st.integers(0, 9), st.sampled_from(",."), st.integers(0, 99)),
    st.builds("{}*{}.{}+0,05".format, st.integers(1, 3), st.integers(0, 2), st.integers(0, 9)),
    st.builds("{} €".format, st.integers(1, 4)),
)
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
IN_CENTS = st.one_of(
    steps("pay", seat=SEATS, target=ENDS, typed=TYPED, at_most=st.booleans()),
    steps("move", source=ENDS, target=ENDS, typed=TYPED, at_most=st.booleans()),
    steps("share", source=st.sampled_from(ACCOUNTS), typed=TYPED, seats=st.lists(SEATS)),
    steps("share", source=st.sampled_from(ACCOUNTS)),
    steps("ask_payment", seat=SEATS, payer=SEATS, typed=TYPED),
    steps("set_salary", typed=TYPED),
    STEPS,
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


def in_cents(typed: str) -> int:
    """Return a typed amount in cents, computed another way than by the app."""
    text = typed.removesuffix(" €").replace(",", ".")
    terms = ([Decimal(factor) for factor in term.split("*")] for term in text.split("+"))
    return int(100 * sum((prod(factors) for factors in terms), Decimal()))


@given(st.lists(IN_CENTS, max_size=30), st.sampled_from((0, 350)))
def test_no_cent_is_lost_or_rounded_away(played: list[dict[str, Any]], debt: int) -> None:
    """What is typed moves to the cent, and the rest of a share is named and stays."""
    state = seated(accounts="Port", start=1000, salary=707, debt=debt, places=2)
    for step in played:
        try:
            events = decided(state, **step)
        except Refusal:
            continue
        for event in events:
            if isinstance(event, MoneyMoved) and step.get("typed"):
                assert event.amount == in_cents(step["typed"])
            if isinstance(event, MoneyShared):
                held = state.ledger.balance(event.source)
                floor = state.ledger.floors.get(event.source, 0)
                whole = in_cents(step["typed"]) if "typed" in step else step.get("amount")
                assert event.amount * len(event.seats) + event.rest == (whole or held - floor)
                assert event.rest < len(event.seats)
                assert not event.rest or f"0.{event.rest:02} stays" in str(event.tell(state, None))
            state = GAME.apply(state, event)
        assert sum(state.ledger.balances.values()) == 0
        assert floors_hold(state)

"""The ledger: transfers conserve money, and no account goes below its floor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse, require_account, seat_of

WHY = say("test")
ACCOUNTS = (BANK, "pot", purse(0), purse(1), purse(2))


def transfers(sources: tuple[str, ...], targets: tuple[str, ...]) -> st.SearchStrategy[Transfer]:
    """Return a strategy for transfers between two groups of accounts."""
    ends = st.sampled_from(sources), st.sampled_from(targets)
    return st.builds(Transfer, *ends, st.integers(1, 50), st.just(WHY))


PAID_OUT = transfers(ACCOUNTS[:2], ACCOUNTS[2:])
TRANSFERS = PAID_OUT | transfers(ACCOUNTS[2:], ACCOUNTS[:2])


def opened() -> Ledger:
    return Ledger.opened((purse(0), purse(1), purse(2)), (BANK, "pot"))


def test_every_account_opens_empty() -> None:
    assert dict(opened().balances) == dict.fromkeys(ACCOUNTS, 0)


def test_a_transfer_takes_from_one_account_and_gives_to_another() -> None:
    ledger = opened().posted([Transfer(BANK, purse(0), 10, WHY)])

    assert ledger.balance(BANK) == -10
    assert ledger.balance(purse(0)) == 10
    assert ledger.balance(purse(1)) == 0


def test_a_ledger_is_not_changed_by_posting() -> None:
    before = opened()

    before.posted([Transfer(BANK, purse(0), 10, WHY)])

    assert before.balance(purse(0)) == 0
    with pytest.raises(TypeError):
        before.balances[BANK] = 5  # type: ignore[index]


@pytest.mark.parametrize("amount", [0, -1])
def test_a_transfer_moves_at_least_one(amount: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Transfer(BANK, purse(0), amount, WHY)


def test_a_transfer_needs_two_accounts() -> None:
    with pytest.raises(ValueError, match="two accounts"):
        Transfer(BANK, BANK, 1, WHY)


def test_a_purse_may_be_emptied_but_not_overdrawn() -> None:
    ledger = opened().posted([Transfer(BANK, purse(0), 10, WHY)])

    assert ledger.can_pay(purse(0), 10)
    assert not ledger.can_pay(purse(0), 11)
    assert ledger.posted([Transfer(purse(0), BANK, 10, WHY)]).balance(purse(0)) == 0
    with pytest.raises(AssertionError, match="would hold -1"):
        ledger.posted([Transfer(purse(0), BANK, 11, WHY)])


def test_a_purse_cannot_pay_with_money_that_arrives_later() -> None:
    with pytest.raises(AssertionError, match="would hold -5"):
        opened().posted([Transfer(purse(0), BANK, 5, WHY), Transfer(BANK, purse(0), 5, WHY)])


def test_the_bank_and_pots_never_run_dry() -> None:
    assert opened().can_pay(BANK, 10**6)
    assert opened().posted([Transfer("pot", purse(0), 3, WHY)]).balance("pot") == -3


def test_an_account_with_another_floor_stops_there() -> None:
    ledger = Ledger({BANK: 0, "credit": 0}, {"credit": -5})

    assert ledger.can_pay("credit", 5)
    assert not ledger.can_pay("credit", 6)


def test_an_unbalanced_ledger_is_a_programming_error() -> None:
    with pytest.raises(AssertionError, match="not conserved"):
        Ledger({BANK: 0, purse(0): 1}, {}, opening=0).posted([])


def test_an_unknown_account_is_refused_with_the_known_ones() -> None:
    require_account(opened(), purse(2))

    with pytest.raises(Refusal) as refused:
        require_account(opened(), "seat 9")

    assert refused.value.name == "unknown_account"
    assert "seat 9" in str(refused.value.sentence)
    assert "bank, pot, seat 0" in str(refused.value.sentence)


@pytest.mark.parametrize("account", [BANK, "pot", "seat"])
def test_bank_and_pots_belong_to_no_seat(account: str) -> None:
    assert seat_of(account) is None


@given(st.integers(0, 99), st.sampled_from(["", "red", "dark red"]))
def test_a_purse_knows_its_seat(seat: int, colour: str) -> None:
    assert seat_of(purse(seat, colour)) == seat


def test_two_colours_of_a_seat_are_two_purses() -> None:
    assert len({purse(0), purse(0, "red"), purse(0, "white"), purse(1, "red")}) == 4


@given(st.lists(TRANSFERS, max_size=40))
def test_posting_conserves_money_and_keeps_every_floor(transfers: list[Transfer]) -> None:
    ledger = opened()
    for transfer in transfers:
        if ledger.can_pay(transfer.source, transfer.amount):
            ledger = ledger.posted([transfer])
        else:
            with pytest.raises(AssertionError):
                ledger.posted([transfer])
        assert sum(ledger.balances.values()) == ledger.opening == 0
        assert all(ledger.balance(purse(seat)) >= 0 for seat in range(3))


@given(st.lists(PAID_OUT, max_size=20))
def test_posting_all_at_once_equals_posting_one_by_one(transfers: list[Transfer]) -> None:
    one_by_one = opened()
    for transfer in transfers:
        one_by_one = one_by_one.posted([transfer])

    assert opened().posted(transfers) == one_by_one

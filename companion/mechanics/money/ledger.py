"""Accounts and the transfers between them.

Amounts are whole units of the game's money. Only transfers change balances, so the sum of all
balances never changes. The bank is an account too, but its balance may be negative: a game's bank
never runs out of money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say

BANK = "bank"
"""The name of the bank's account."""


@cache
def purse(seat: int, colour: str = "") -> str:
    """Return the name of a seat's account.

    colour: the colour of the purse if a seat has several; otherwise "".
    """
    return f"seat {seat} {colour}".rstrip()


def seat_of(account: str) -> int | None:
    """Return the seat that owns an account, or None for the bank and other shared accounts."""
    word, _, rest = account.partition(" ")
    return int(rest.split()[0]) if word == "seat" and rest else None


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment from one account to another, with its reason."""

    source: str
    target: str
    amount: int
    reason: Sentence

    def __post_init__(self) -> None:
        """Raise ValueError unless the transfer moves a positive amount between two accounts.

        Only a bug can cause this error, so it is not a ``Refusal``.
        """
        if self.amount <= 0:
            raise ValueError(f"a transfer moves at least 1, not {self.amount}")
        if self.source == self.target:
            raise ValueError(f"a transfer needs two accounts, not {self.source} twice")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The balances of all accounts."""

    balances: Mapping[str, int]
    """The balances in whole units, by account."""
    floors: Mapping[str, int] = field(default_factory=dict)
    """The minimum balances, by account. Accounts not listed, such as the bank, have no minimum."""
    opening: int = 0
    """The sum of all balances, which every transfer must preserve."""

    @classmethod
    def opened(cls, purses: Iterable[str], others: Iterable[str] = (BANK,)) -> Ledger:
        """Return a ledger of empty accounts.

        purses: the accounts that cannot go below zero.
        others: the accounts that can go below zero.
        """
        floors = dict.fromkeys(purses, 0)
        balances = dict.fromkeys(others, 0) | floors
        return cls(MappingProxyType(balances), MappingProxyType(floors))

    @classmethod
    def dealt(cls, purses: Iterable[str], amount: int) -> Ledger:
        """Return a ledger in which the bank has given the same amount to each purse."""
        accounts = tuple(purses)
        gifts = (Transfer(BANK, account, amount, say("start")) for account in accounts)
        return cls.opened(accounts).posted(gifts)

    def with_account(self, account: str, *, like: str = "") -> Ledger:
        """Return the ledger with one more account, which is empty.

        like: an existing account. The new one follows it and has the same minimum balance; by
        default, it is the last account and its minimum is 0.
        """
        names = list(self.balances)
        names.insert(names.index(like) + 1 if like else len(names), account)
        balances = {name: self.balances.get(name, 0) for name in names}
        floors = {**self.floors, account: self.floors.get(like, 0)}
        return Ledger(MappingProxyType(balances), MappingProxyType(floors), self.opening)

    def balance(self, account: str) -> int:
        """Return an account's balance in whole units; raise KeyError for an unknown account."""
        return self.balances[account]

    @property
    def may_owe(self) -> bool:
        """Whether any account with a lower limit may be below zero."""
        return any(floor < 0 for floor in self.floors.values())

    def can_pay(self, account: str, amount: int) -> bool:
        """Return whether an account can pay an amount without going below its floor."""
        return account not in self.floors or self.balances[account] - amount >= self.floors[account]

    def posted(self, transfers: Iterable[Transfer]) -> Ledger:
        """Return the ledger after applying the transfers in order.

        Raises AssertionError if the total changes, or if an account goes below its floor. Both are
        bugs, because actions must refuse payments that an account cannot make.
        """
        balances = dict(self.balances)
        for transfer in transfers:
            balances[transfer.source] -= transfer.amount
            balances[transfer.target] += transfer.amount
            floor = self.floors.get(transfer.source)
            if floor is not None and balances[transfer.source] < floor:
                raise AssertionError(f"{transfer.source} would hold {balances[transfer.source]}")
        if sum(balances.values()) != self.opening:
            raise AssertionError("money is not conserved")
        return Ledger(MappingProxyType(balances), self.floors, self.opening)


def require_account(ledger: Ledger, account: str, rule: str = "") -> None:
    """Raise ``unknown_account`` unless the ledger has the account."""
    if account not in ledger.balances:
        raise Refusal(
            "unknown_account",
            rule,
            say(
                "There is no account {account}. Choose one of: {accounts}.",
                account=account,
                accounts=tuple(ledger.balances),
            ),
        )

"""Money: accounts, transfers, and the law that nothing is ever made or lost.

Amounts are whole units of the game's money. Balances are what the transfers say and are changed
by nothing else. The bank is an account like any other; it alone may go below zero, because a
game's bank never runs dry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

BANK = "bank"


@cache
def purse(seat: int, colour: str = "") -> str:
    """Return the account of a seat, or of one colour of a seat that keeps two purses."""
    return f"seat {seat} {colour}".rstrip()


def seat_of(account: str) -> int | None:
    """Return the seat whose purse an account is, or None for the bank and pots."""
    word, _, rest = account.partition(" ")
    return int(rest.split()[0]) if word == "seat" and rest else None


@dataclass(frozen=True, slots=True)
class Transfer:
    """So many whole units from one account to another, and why."""

    source: str
    target: str
    amount: int
    reason: Sentence

    def __post_init__(self) -> None:
        """Refuse what is no movement of money; raises ValueError, for it is our mistake."""
        if self.amount <= 0:
            raise ValueError(f"a transfer moves at least 1, not {self.amount}")
        if self.source == self.target:
            raise ValueError(f"a transfer needs two accounts, not {self.source} twice")


@dataclass(frozen=True, slots=True)
class Ledger:
    """Balances by account; ``opening`` is their sum, which no transfer changes.

    floors: the lowest balance of an account; an account not named there has no floor (the bank).
    """

    balances: Mapping[str, int]
    floors: Mapping[str, int] = field(default_factory=dict)
    opening: int = 0

    @classmethod
    def opened(cls, purses: Iterable[str], others: Iterable[str] = (BANK,)) -> Ledger:
        """Return empty accounts: purses that cannot go below zero, and others that can."""
        floors = dict.fromkeys(purses, 0)
        balances = dict.fromkeys(others, 0) | floors
        return cls(MappingProxyType(balances), MappingProxyType(floors))

    @classmethod
    def dealt(cls, purses: Iterable[str], amount: int) -> Ledger:
        """Return the bank, and purses to each of which it gave the same."""
        accounts = tuple(purses)
        gifts = (Transfer(BANK, account, amount, say("start")) for account in accounts)
        return cls.opened(accounts).posted(gifts)

    def balance(self, account: str) -> int:
        """Return what an account holds, in whole units; KeyError for an unknown account."""
        return self.balances[account]

    def can_pay(self, account: str, amount: int) -> bool:
        """Tell whether an account may give up an amount without passing its floor."""
        return account not in self.floors or self.balances[account] - amount >= self.floors[account]

    def posted(self, transfers: Iterable[Transfer]) -> Ledger:
        """Return the ledger after all the transfers, in order.

        Raises AssertionError when money appears, vanishes, or a purse passes its floor: rules
        decide before they transfer, so this is our mistake and never a player's.
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
    """Raise the refusal ``unknown_account`` unless the ledger has the account."""
    if account not in ledger.balances:
        raise Refusal(
            "unknown_account",
            rule,
            say(
                "There is no account {account} here; there are: {accounts}.",
                account=account,
                accounts=tuple(ledger.balances),
            ),
        )

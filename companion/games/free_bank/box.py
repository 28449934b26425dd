"""What no box prints: the limits, the accounts beside the seats, and how amounts are said."""

from __future__ import annotations

from companion.mechanics.codec import LARGEST
from companion.mechanics.ledger import BANK
from companion.mechanics.words import Sentence, say

MOST = LARGEST
"""The largest amount, and the most that an account but the bank may hold (FB-M1, FB-M5)."""
POT = "pot"
NAMED = "account "
"""What stands before the name of an account that the table itself named."""
EVERYBODY = "all"
"""Stands for every seat but the one at the other end, as a source or as a target."""
MOST_ACCOUNTS = 20
MOST_DICE = 20
MOST_SIDES = 1000
MOST_ROUND = 9999
MOST_SECONDS = 24 * 60 * 60
LONGEST_WHAT = 40
THIN, HARD = "\u202f", "\u00a0"
"""Blanks at which no line breaks."""


def named_account(name: str) -> str:
    """Return the account of that name."""
    return NAMED + name


def account_words(account: str) -> Sentence | str:
    """Return what people call an account that is no purse."""
    if account == BANK:
        return say("The bank")
    return say("The pot") if account == POT else account.removeprefix(NAMED)


def grouped(amount: int) -> str:
    """Return an amount as people read it: long ones in groups of three, a real minus before it."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return f"−{digits}" if amount < 0 else digits


def said(amount: int, unit: str) -> str:
    """Return an amount with its unit behind it, where the table has one."""
    return f"{grouped(amount)}{HARD}{unit}" if unit else grouped(amount)

"""Why a purse holds what it holds: every transfer in and out of it, with the balance after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.mechanics.ledger import Transfer
from companion.mechanics.words import Sentence
from companion.tables.opened import OpenTable


@dataclass(frozen=True, slots=True)
class Line:
    """One transfer as the purse sees it. step: its entry. amount: signed, in whole units."""

    step: int
    reason: Sentence
    amount: int
    balance: int


def statement(table: OpenTable, account: str) -> list[Line]:
    """Return the purse's lines, oldest first; the last balance is what it holds now."""
    lines: list[Line] = []
    balance = opening_balance(table, account)
    for entry in table.timeline.standing.entries:
        moved = (move for fact in table.timeline.facts_of(entry) for move in fact.transfers())
        for transfer in _touching(moved, account):
            amount = transfer.amount if transfer.target == account else -transfer.amount
            balance += amount
            lines.append(Line(entry.sequence, transfer.reason, amount, balance))
    return lines


def opening_balance(table: OpenTable, account: str) -> int:
    """Return what the purse held before the first step."""
    return table.game.ledger(table.game.begin(table.setup)).balance(account)


def _touching(transfers: Iterable[Transfer], account: str) -> list[Transfer]:
    return [transfer for transfer in transfers if account in (transfer.source, transfer.target)]

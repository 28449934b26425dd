"""Why a purse holds what it holds: every transfer in and out of it, with the balance after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.mechanics.ledger import Transfer, seat_of
from companion.mechanics.words import Sentence, say
from companion.tables.opened import OpenTable
from companion.web.language import current_speaker


@dataclass(frozen=True, slots=True)
class Line:
    """One transfer as the purse sees it. step: its entry. amount: signed, in whole units.

    other: what people call the account at its other end, "" where it goes without saying.
    """

    step: int
    other: str
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
            comes = transfer.target == account
            amount = transfer.amount if comes else -transfer.amount
            other = _other_name(table, account, transfer.source if comes else transfer.target)
            balance += amount
            lines.append(Line(entry.sequence, other, transfer.reason, amount, balance))
    return lines


def _other_name(table: OpenTable, account: str, other: str) -> str:
    """Return the other account's name; where a table has a bank and no more, all is with it."""
    if seat_of(other) is None and table.game.account_words(table.state, other) is None:
        return ""
    return "" if seat_of(other) == seat_of(account) is not None else account_name(table, other)


def opening_balance(table: OpenTable, account: str) -> int:
    """Return what the purse held before the first step."""
    return table.game.ledger(table.game.begin(table.setup)).balance(account)


def _touching(transfers: Iterable[Transfer], account: str) -> list[Transfer]:
    return [transfer for transfer in transfers if account in (transfer.source, transfer.target)]


def account_name(table: OpenTable, account: str) -> str:
    """Return what people call an account: the bank, Anna, Anna (red), or as the game says."""
    speaker = current_speaker()
    seat = seat_of(account)
    if seat is None:
        words = table.game.account_words(table.state, account) or say("The bank")
        return speaker.say(words) if isinstance(words, Sentence) else words
    colour = account.partition(" ")[2].partition(" ")[2]
    name = table.names[seat]
    if not colour:
        return name
    return speaker.say(say("{colour} ({name})", colour=speaker.gettext(colour), name=name))

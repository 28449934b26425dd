"""Why a purse holds what it holds: every transfer in and out of it, with the balance after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from companion.mechanics.ledger import Transfer, seat_of
from companion.mechanics.words import Sentence, say
from companion.tables.live.cache import OpenTable
from companion.web.requests.language import current_speaker

STEPS = 200
"""Steps on one page of a statement, or of the history; a long evening has thousands."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One transfer as the purse sees it. step: its entry. amount: signed, in whole units.

    other: what people call the account at its other end, "" where it goes without saying.
    """

    step: int
    other: str
    reason: Sentence
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of an account: what it held before, and its lines, oldest first."""

    account: str
    name: str
    opening: int
    lines: tuple[StatementLine, ...]


Moved = tuple[int, Transfer]
"""A transfer and the entry it came by."""


def statements(
    table: OpenTable, accounts: Collection[str], before: int | None = None
) -> tuple[list[Statement], int | None]:
    """Return a page of some accounts, and which step the page of earlier ones ends in front of.

    A page holds STEPS steps that touch them; the last balance of the newest one is what they hold
    now. before: the step that it ends in front of. The earlier one is None where there is none.
    """
    held = {name: table.state.ledger.balance(name) for name in accounts}
    page: list[list[Moved]] = []
    for step in _touching(table, accounts):
        is_shown = before is None or step[0][0] < before
        if is_shown and len(page) == STEPS:
            return _pages(table, held, page), page[-1][0][0]
        for _, transfer in step:
            _take_back(held, transfer)
        if is_shown:
            page.append(step)
    return _pages(table, held, page), None


def _touching(table: OpenTable, accounts: Collection[str]) -> Iterator[list[Moved]]:
    """Yield the transfers in and out of some accounts, step by step, newest step first."""
    for entry in reversed(table.timeline.standing.entries):
        moved = ((event, move) for event in entry.events for move in event.transfers())
        step = [
            (entry.sequence, replace(move, reason=event.because(table.state, move.reason)))
            for event, move in moved
            if move.source in accounts or move.target in accounts
        ]
        if step:
            yield step


def _take_back(held: dict[str, int], transfer: Transfer) -> None:
    if transfer.source in held:
        held[transfer.source] += transfer.amount
    if transfer.target in held:
        held[transfer.target] -= transfer.amount


def _pages(table: OpenTable, opening: dict[str, int], page: list[list[Moved]]) -> list[Statement]:
    moved = [move for step in reversed(page) for move in step]
    return [
        Statement(name, account_name(table, name), held, tuple(_lines(table, name, held, moved)))
        for name, held in opening.items()
    ]


def _lines(
    table: OpenTable, account: str, balance: int, moved: list[Moved]
) -> Iterator[StatementLine]:
    for step, transfer in moved:
        if account not in (transfer.source, transfer.target):
            continue
        comes = transfer.target == account
        amount = transfer.amount if comes else -transfer.amount
        other = _other_name(table, account, transfer.source if comes else transfer.target)
        balance += amount
        yield StatementLine(step, other, transfer.reason, amount, balance)


def _other_name(table: OpenTable, account: str, other: str) -> str:
    """Return the other account's name; where a table has a bank and no more, all is with it."""
    if seat_of(other) is None and table.game.rules.account_words(table.state, other) is None:
        return ""
    return "" if seat_of(other) == seat_of(account) is not None else account_name(table, other)


def account_name(table: OpenTable, account: str) -> str:
    """Return what people call an account: the bank, Anna, Anna (red), or as the game says."""
    speaker = current_speaker()
    seat = seat_of(account)
    if seat is None:
        words = table.game.rules.account_words(table.state, account) or say("The bank")
        return speaker.say(words) if isinstance(words, Sentence) else words
    colour = account.partition(" ")[2].partition(" ")[2]
    name = table.names[seat]
    if not colour:
        return name
    return speaker.say(say("{name} ({colour})", colour=speaker.gettext(colour), name=name))

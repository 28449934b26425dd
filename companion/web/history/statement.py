"""Account statements: every transfer to or from an account, with the resulting balance."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import Transfer, seat_of
from companion.tables.live.cache import OpenTable
from companion.web.requests.language import current_speaker

STEPS = 200
"""Maximum number of steps on one page of a statement or of the history."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One transfer to or from the account."""

    step: int
    """The sequence number of the entry in the log."""
    other: str
    """The name of the other account, or "" if it is obvious (see ``_other_name``)."""
    reason: Sentence
    amount: int
    """The amount received, negative for a payment."""
    balance: int
    """The balance after the transfer."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One page of the statement of an account."""

    account: str
    """The account's name in the ledger."""
    name: str
    """The account's name on the screen."""
    opening: int
    """The balance before the first line."""
    lines: tuple[StatementLine, ...]
    """The transfers, oldest first."""


Moved = tuple[int, Transfer]
"""The sequence number of an entry, and one of its transfers."""


def statements(
    table: OpenTable, accounts: Collection[str], before: int | None = None
) -> tuple[list[Statement], int | None]:
    """Return one page of each account's statement, and the ``before`` value for earlier steps.

    A page covers up to STEPS steps that changed one of the accounts. The value is None if there
    are no earlier steps.

    before: show only steps with a lower number. None shows the latest steps.
    """
    held = {name: table.state.ledger.balance(name) for name in accounts}
    page: list[list[Moved]] = []
    for step in _steps_changing(table, accounts):
        is_shown = before is None or step[0][0] < before
        if is_shown and len(page) == STEPS:
            return _pages(table, held, page), page[-1][0][0]
        for _, transfer in step:
            _undo_transfer(held, transfer)
        if is_shown:
            page.append(step)
    return _pages(table, held, page), None


def _steps_changing(table: OpenTable, accounts: Collection[str]) -> Iterator[list[Moved]]:
    """Yield the transfers of each step that changed one of the accounts, newest step first."""
    for entry in reversed(table.timeline.standing.entries):
        moved = ((event, move) for event in entry.events for move in event.transfers())
        step = [
            (entry.sequence, replace(move, reason=event.because(table.state, move.reason)))
            for event, move in moved
            if move.source in accounts or move.target in accounts
        ]
        if step:
            yield step


def _undo_transfer(held: dict[str, int], transfer: Transfer) -> None:
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
    """Return the name of the other account, or "" if it is obvious.

    It is obvious if it is "The bank", or if both accounts belong to the same seat.
    """
    if seat_of(other) is None and table.game.rules.account_words(table.state, other) is None:
        return ""
    return "" if seat_of(other) == seat_of(account) is not None else account_name(table, other)


def account_name(table: OpenTable, account: str) -> str:
    """Return the displayed name of an account, such as "The bank", "Anna" or "Anna (red)"."""
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

"""A payment by taps: from whom, to whom, then chips until the sum is right.

What was tapped so far is a short text, "FROM.TO.AMOUNT": places in the table's list of accounts,
or "a" for everybody; a part may be empty. It comes from outside and is never trusted. The chips
are amounts to tap instead of to type, as the table's own sums suggest them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count, takewhile
from typing import Literal

from companion.games.free_bank.payments import Amounted, Move, Pay, Take
from companion.games.free_bank.state import EVERYBODY, MOST, FreeBankState, grouped
from companion.mechanics.amounts import digits
from companion.mechanics.codec import to_json
from companion.mechanics.ledger import purse, seat_of
from companion.mechanics.menu import dry_run
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence

CHIPS = 6
SMALLEST = 50
"""The largest chip where a table plays for less."""
ALL = "a"
CROWD = 12


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to tap, and the text after it.

    says: what it sets in the action, or adds to its amount. chosen: whether it was tapped.
    """

    words: Sentence | str
    href: str
    says: dict[str, object] | int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class DraftView:
    """A payment, half put together.

    keep: the same until the seat has moved money; moves: the same until the banker has.
    is_crowded: whether there are so many accounts that a screen shows them only when asked.
    is_begun: whether anything was tapped; begin: the text that begins without saying more.
    source, target: whom, None before it is tapped. amount: so far, as said. sources, targets:
    what can be tapped; takes: from where a seat may take for itself. base: what the step begins
    with. action: the whole step as a JSON object, once it is legal; typed: the same with the
    amount still to be typed, None before both ends are known.
    """

    keep: str
    moves: int
    source: Sentence | str | None
    target: Sentence | str | None
    amount: str
    is_begun: bool
    is_crowded: bool
    begin: str
    is_own: bool
    refusal: Refusal | None
    sources: tuple[Pick, ...]
    targets: tuple[Pick, ...]
    takes: tuple[Pick, ...]
    chips: tuple[Pick, ...]
    base: dict[str, object]
    action: dict[str, object] | None
    typed: dict[str, object] | None
    tail: str


@dataclass(frozen=True, slots=True)
class _Tapped:
    """What a text says. source, target: an account, "all", or None."""

    source: str | None
    target: str | None
    amount: int


def chips(state: FreeBankState) -> tuple[int, ...]:
    """Return the amounts of the chips: 1, 5, 10, 50 … up to half of what people hold at first."""
    held = max((state.start, state.salary, *map(state.money, state.seats)))
    most = max((state.start or held) // 2, SMALLEST)
    series = (10 ** (place // 2) * (5 if place % 2 else 1) for place in count())
    return tuple(takewhile(lambda chip: chip <= most, series))[-CHIPS:]


def draft(state: FreeBankState, seat: int | None, words: str) -> DraftView | None:
    """Return the payment so far, None once the game is over, and for who left."""
    if state.is_over or seat in state.gone:
        return None
    tapped = _read(state, seat, words)
    is_own = seat is not None and purse(seat) in (tapped.source, tapped.target)
    typed = _action(seat, tapped)
    refusal = _refusal(state, typed, tapped.amount)
    is_open = typed is None or refusal is not None or not tapped.amount
    whole = None if typed is None or is_open else replace(typed, amount=tapped.amount)
    return DraftView(
        keep=f"{seat}-{state.moved_by.get(seat, 0)}-{len(state.accounts)}",
        moves=state.moved_by.get(None, 0),
        source=None if tapped.source is None else state.words(tapped.source),
        target=None if tapped.target is None else state.words(tapped.target),
        amount=state.said(tapped.amount) if tapped.amount else "",
        is_begun=bool(words),
        is_crowded=len(state.accounts) > CROWD,
        begin=_written(state, tapped.source, None, 0) if not words else "",
        is_own=is_own,
        refusal=refusal,
        sources=() if is_own else _ends(state, tapped, "source"),
        targets=_whom(state, seat, tapped) if is_own else _ends(state, tapped, "target"),
        takes=_takes(state, seat, tapped),
        chips=_chips(state, tapped),
        base=_base(seat, tapped),
        action=None if whole is None else to_json(whole),
        typed=None if typed is None else to_json(typed),
        tail="" if seat is None else f"&for={seat}",
    )


def _read(state: FreeBankState, seat: int | None, words: str) -> _Tapped:
    """Return what a text says; a seat pays from its own purse unless the text says else."""
    if not words:
        return _Tapped(None if seat is None else purse(seat), None, 0)
    parts = [*words.split("."), "", ""]
    source, target = _account(state, parts[0]), _account(state, parts[1])
    if source == target:
        target = None
    return _Tapped(source, target, min(digits(parts[2]) or 0, MOST))


def _account(state: FreeBankState, text: str) -> str | None:
    if text == ALL:
        return EVERYBODY
    place = digits(text, 3)
    return None if place is None or place >= len(state.accounts) else state.accounts[place]


def _written(state: FreeBankState, source: str | None, target: str | None, amount: int) -> str:
    places = (
        "" if end is None else ALL if end == EVERYBODY else str(state.accounts.index(end))
        for end in (source, target)
    )
    return ".".join((*places, str(amount) if amount else ""))


def _action(seat: int | None, tapped: _Tapped) -> Amounted | None:
    """Return the payment without its amount, None before both ends are known."""
    source, target = tapped.source, tapped.target
    if source is None or target is None:
        return None
    if seat is not None and source == purse(seat):
        return Pay(seat, target)
    if seat is not None and target == purse(seat) and _is_pot(source):
        return Take(seat, source)
    return Move(source, target)


def _is_pot(account: str) -> bool:
    return account != EVERYBODY and seat_of(account) is None


def _refusal(state: FreeBankState, asked: Amounted | None, amount: int) -> Refusal | None:
    if asked is None or not amount:
        return None
    return dry_run(replace(asked, amount=amount), state).refusal


def _base(seat: int | None, tapped: _Tapped) -> dict[str, object]:
    """Return what a payment between any accounts begins with; a seat's own says its kind itself."""
    own = seat is not None and purse(seat) in (tapped.source, tapped.target)
    return {"typed in": "paid", **({"seat": seat} if own else {"kind": Move.kind})}


def _everyone(state: FreeBankState) -> tuple[str, ...]:
    return (*state.accounts, *((EVERYBODY,) if len(state.here) > 2 else ()))


def _ends(
    state: FreeBankState, tapped: _Tapped, end: Literal["source", "target"]
) -> tuple[Pick, ...]:
    """Return the accounts that can be tapped for one end; what else was tapped so far stays."""
    chosen = tapped.source if end == "source" else tapped.target
    return tuple(
        Pick(
            state.words(account),
            _written(state, account, tapped.target, tapped.amount)
            if end == "source"
            else _written(state, tapped.source, account, tapped.amount),
            {end: account},
            account == chosen,
        )
        for account in _everyone(state)
    )


def _whom(state: FreeBankState, seat: int | None, tapped: _Tapped) -> tuple[Pick, ...]:
    """Return whom a seat can pay."""
    assert seat is not None
    return tuple(
        Pick(
            state.words(account),
            _written(state, purse(seat), account, tapped.amount),
            {"kind": Pay.kind, "target": account},
            account == tapped.target,
        )
        for account in _everyone(state)
        if account != purse(seat)
    )


def _takes(state: FreeBankState, seat: int | None, tapped: _Tapped) -> tuple[Pick, ...]:
    """Return from where a seat takes for itself."""
    if seat is None or purse(seat) not in (tapped.source, tapped.target):
        return ()
    return tuple(
        Pick(
            state.words(account),
            _written(state, account, purse(seat), tapped.amount),
            {"kind": Take.kind, "source": account},
            account == tapped.source,
        )
        for account in state.accounts
        if _is_pot(account)
    )


def _chips(state: FreeBankState, tapped: _Tapped) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            f"+{grouped(chip)}",
            _written(state, tapped.source, tapped.target, min(tapped.amount + chip, MOST)),
            chip,
        )
        for chip in chips(state)
    )

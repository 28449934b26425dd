"""The wizard for a payment: a player chooses the source, the target and the amount.

The wizard's state is a short text, "SOURCE.TARGET.AMOUNT". Source and target are indexes in the
table's list of accounts, or "a" for everybody. Any part may be empty. The text comes from the
browser, so it is validated.

The amount can be typed, or added up by tapping chips. The values of the chips depend on how much
money the table plays with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from types import SimpleNamespace
from typing import Literal

from companion.games.free_bank.payments import Amounted, Move, Pay, Take
from companion.games.free_bank.state import EVERYBODY, MOST, FreeBankState
from companion.mechanics.actions.base import Action
from companion.mechanics.actions.menu import dry_run
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.amounts import digits
from companion.mechanics.money.ledger import purse, seat_of
from companion.mechanics.values.codec import to_json

CHIPS = 7
VALUES = 1, 5, 10, 20, 50, 100, 500
"""The values of banknotes, which are repeated in thousands, millions and so on."""
SERIES = tuple(1000**thousands * value for thousands in range(5) for value in VALUES)
SMALLEST, COINS = 50, 5
"""The minimum value of the largest chip in whole units, however little money the table plays with.

The second is for money with decimal places.
"""
ALL = "a"
"""The code for everybody in the wizard's state."""
CROWD = 12
"""If a table has more accounts than this, a screen shows them only on request."""

End = Literal["source", "target"]


@dataclass(frozen=True, slots=True)
class _Tapped:
    """The payment as entered so far."""

    source: str | None
    """The account that pays, "all" for everybody, or None if not chosen yet."""
    target: str | None
    """The account that is paid, "all" for everybody, or None if not chosen yet."""
    amount: int = 0

    def to(self, end: End, account: str) -> _Tapped:
        """Return the payment with the account chosen as its source or target."""
        source, target = (account, self.target) if end == "source" else (self.source, account)
        return _Tapped(source, target, self.amount)


def chips(state: FreeBankState) -> tuple[int, ...]:
    """Return the chip values in ascending order: up to seven of ``VALUES``, their thousands, etc.

    The largest chip is at most half the starting money, or ``SMALLEST`` if that is higher. Money
    with decimal places has chips below one unit as well. Without
    starting money, the highest current balance or the salary is used, whichever is higher.
    """
    shown = () if state.is_hidden else map(state.money, state.seats)
    held = max((state.start, state.salary, *shown))
    money = state.denomination
    least = COINS if money.places else SMALLEST
    most = max((state.start or held) // 2, least * money.scale)
    return tuple(takewhile(lambda chip: chip <= most, money.series(SERIES)))[-CHIPS:]


def bid_steps(state: FreeBankState) -> tuple[int, ...]:
    """Return the differences between the lowest bid and four quick bids, in ascending order.

    Each quick bid is the highest bid so far, or else the agreed lowest bid, plus a chip.
    """
    values, up = chips(state), state.auction
    more = (*values, 5 * values[-1], 10 * values[-1], 50 * values[-1])
    is_agreed = up is not None and up.bids.standing is None and up.lowest > 1
    less = 0 if is_agreed else 1
    return tuple(chip - less for chip in more if chip > less)[:4]


def draft(state: FreeBankState, seat: int | None, words: str) -> SimpleNamespace | None:
    """Return the data of the wizard's current page.

    Returns None after the end of the game, and for a seat that has left.

    seat: the seat whose screen shows the wizard; None if the banker acts for no seat.

    words: the wizard's state (see the module's docstring).
    """
    if state.is_over or seat in state.gone:
        return None
    tapped = _payment_in(state, seat, words)
    payment = _payment_action(seat, tapped)
    whole, refusal = _whole_payment(state, payment, tapped.amount, seat)
    is_own = seat is not None and purse(seat) in (tapped.source, tapped.target)
    is_taking = is_own and tapped.target == purse(not_none(seat))
    return SimpleNamespace(
        # The browser discards the payment when this key changes. On the banker's screen, the key
        # includes ``moves``, the number of payments by the banker.
        keep=f"{seat}-{state.moved_by.get(seat, 0)}-{len(state.accounts)}",
        moves=state.moved_by.get(None, 0),
        amount=state.said(tapped.amount) if tapped.amount else "",
        is_begun=bool(words),
        is_crowded=len(state.accounts) > CROWD,
        # The state that opens the wizard before anything is chosen.
        begin="" if words else _wizard_text(state, _Tapped(tapped.source, None)),
        is_own=is_own,
        is_taking=is_taking,
        refusal=refusal,
        # The payment as a JSON object once it is legal; ``typed`` is the payment without amount.
        action=_as_json(whole),
        typed=_as_json(payment),
        chips=_chip_choices(state, tapped),
        tail="" if seat is None else f"&for={seat}",
        **(_own_ends(state, seat, tapped) if seat is not None and is_own else _ends(state, tapped)),
    )


def _payment_in(state: FreeBankState, seat: int | None, words: str) -> _Tapped:
    """Parse the wizard's state.

    If the text is empty, the source is the seat's own purse.
    """
    if not words:
        return _Tapped(None if seat is None else purse(seat), None)
    parts = [*words.split("."), "", ""]
    source, target = _account_at(state, parts[0]), _account_at(state, parts[1])
    if source == target:
        target = None
    return _Tapped(source, target, min(digits(parts[2]) or 0, MOST))


def _account_at(state: FreeBankState, text: str) -> str | None:
    if text == ALL:
        return EVERYBODY
    place = digits(text, 3)
    return None if place is None or place >= len(state.accounts) else state.accounts[place]


def _wizard_text(state: FreeBankState, tapped: _Tapped) -> str:
    """Return the wizard's state as text."""
    places = (
        "" if end is None else ALL if end == EVERYBODY else str(state.accounts.index(end))
        for end in (tapped.source, tapped.target)
    )
    return ".".join((*places, str(tapped.amount or "")))


def _payment_action(seat: int | None, tapped: _Tapped) -> Amounted | None:
    """Return the payment's action without an amount, or None until both ends are chosen."""
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


def _whole_payment(
    state: FreeBankState, payment: Amounted | None, amount: int, seat: int | None
) -> tuple[Amounted | None, Refusal | None]:
    """Return the complete payment if it is legal, and its refusal if it is illegal.

    Both are None until the accounts and the amount are entered. A payment from hidden money is not
    tried, because its refusal would reveal the balance.
    """
    if payment is None or not amount:
        return None, None
    whole = replace(payment, amount=amount)
    if state.hidden_accounts(seat).intersection(whole.accounts_read(state)):
        return whole, None
    refusal = dry_run(whole, state).refusal
    return whole if refusal is None else None, refusal


def _as_json(action: Action | None) -> dict[str, object] | None:
    return None if action is None else to_json(action)


def _own_ends(state: FreeBankState, seat: int, tapped: _Tapped) -> dict[str, object]:
    """Return the template's values for a payment to or from a seat's own purse.

    These are the accounts that the seat can pay, and those from which it can take money.
    """
    own = purse(seat)
    others = [account for account in _accounts_and_everybody(state) if account != own]
    pots = filter(_is_pot, state.accounts)
    return {
        "sources": [],
        "targets": _choices(state, replace(tapped, source=own), "target", others, kind=Pay.kind),
        "takes": _choices(state, replace(tapped, target=own), "source", pots, kind=Take.kind),
        "base": {"typed in": "paid", "seat": seat, "kind": Pay.kind},
    }


def _ends(state: FreeBankState, tapped: _Tapped) -> dict[str, object]:
    """Return the template's values for a payment between any two accounts."""
    return {
        "sources": _choices(state, tapped, "source", _accounts_and_everybody(state)),
        "targets": _choices(state, tapped, "target", _accounts_and_everybody(state)),
        "takes": [],
        "base": {"typed in": "paid", "kind": Move.kind},
    }


def _accounts_and_everybody(state: FreeBankState) -> tuple[str, ...]:
    return (*state.accounts, *((EVERYBODY,) if len(state.here) > 2 else ()))


def _choices(
    state: FreeBankState,
    tapped: _Tapped,
    end: End,
    accounts: Iterable[str],
    **says: object,
) -> list[SimpleNamespace]:
    """Return one choice for each account that can be this end of the payment.

    The ``href`` of a choice is the wizard's state after the account is tapped. Its ``says`` holds
    the fields of the action that the tap sets.

    says: further fields that every tap sets.
    """
    return [
        SimpleNamespace(
            words=state.words(account),
            seat=None if account == EVERYBODY else seat_of(account),
            href=_wizard_text(state, tapped.to(end, account)),
            says={**says, end: account},
            chosen=account == getattr(tapped, end),
        )
        for account in accounts
    ]


def _chip_choices(state: FreeBankState, tapped: _Tapped) -> list[SimpleNamespace]:
    return [
        SimpleNamespace(
            words=state.coin(chip),
            seat=None,
            href=_wizard_text(state, replace(tapped, amount=min(tapped.amount + chip, MOST))),
            says=chip,
            chosen=False,
        )
        for chip in chips(state)
    ]

"""The banker's last word: money moved outside the rules, and counted cash made true.

Every game with money has these two actions and their events; both are logged and undoable like
all else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.mechanics.event_sourcing import Action, Button, By, Event, Values
from companion.mechanics.ledger import BANK, Ledger, Transfer, require_account
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import T_contra, TableState
from companion.mechanics.words import Sentence, say
from companion.mechanics.words import with_reason as with_reason


@dataclass(frozen=True, slots=True)
class Adjustment(Action[T_contra]):
    """Something the banker puts right outside the rules.

    values: by a field's name what its form lets him pick; whether it may be, ``decide`` says.
    """

    values: ClassVar[Values] = {}
    by: ClassVar[By] = "banker"
    turn_bound: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Explained(Adjustment[T_contra]):
    """The same, and why."""

    reason: str = field(default="", kw_only=True, metadata={"last": True})


@dataclass(frozen=True, slots=True)
class Correct(Explained[TableState]):
    """Move whole units from one account to another outside the rules, and say why."""

    button = Button(say("Move the money"))
    kind: ClassVar[str] = "correct"
    source: str
    target: str
    amount: int

    def decide(self, state: TableState) -> tuple[Event, ...]:
        """Return the money that is moved; raises what ``decide_correction`` does."""
        return decided_for(state, self)


@dataclass(frozen=True, slots=True)
class CountCash(Adjustment[TableState]):
    """Say what really lies in front of people; the ledger follows. Amounts by account."""

    button = Button(say("Correct the money"))
    kind: ClassVar[str] = "count_cash"
    amounts: Mapping[str, int]

    def decide(self, state: TableState) -> tuple[Event, ...]:
        """Return what was counted; raises what ``decide_correction`` does."""
        return decided_for(state, self)


@dataclass(frozen=True, slots=True)
class MoneyCorrected(Event):
    """Money was moved outside the rules."""

    kind: ClassVar[str] = "money_corrected"
    source: str
    target: str
    amount: int
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the one transfer."""
        why = say("correction: {reason}", reason=self.reason) if self.reason else say("correction")
        return (Transfer(self.source, self.target, self.amount, why),)

    def tell(self, state: TableState, seat: int | None) -> Sentence:
        """Return its line, without the amount for whom it is hidden."""
        names = state.account_names()
        ends = {"source": names[self.source], "target": names[self.target]}
        if ({self.source, self.target} - {BANK}) & state.hidden_accounts(seat):
            return say("Correction from {source} to {target}.", **ends)
        told = {"amount": self.amount, **ends}
        if not self.reason:
            return say("Correction: {amount} from {source} to {target}.", **told)
        return say(
            "Correction: {amount} from {source} to {target} ({reason}).",
            **told,
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class CashCounted(Event):
    """The cash of one account was counted; ``difference`` is how much more there was."""

    kind: ClassVar[str] = "cash_counted"
    account: str
    counted: int
    difference: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the transfer that makes the ledger true, none if it was."""
        if self.difference == 0:
            return ()
        ends = (BANK, self.account) if self.difference > 0 else (self.account, BANK)
        return (Transfer(*ends, abs(self.difference), say("cash counted")),)

    def tell(self, state: TableState, seat: int | None) -> Sentence:
        """Return its line, without the amounts for whom they are hidden."""
        if self.account in state.hidden_accounts(seat):
            return self.fill(state, say("{account}: cash counted and corrected."))
        if self.difference == 0:
            return self.fill(state, say("{account}: {counted} counted, as in the app."))
        line = say("{account}: {counted} counted, the app said {expected}.")
        return self.fill(state, line)

    def display_value(self, state: TableState, name: str) -> object:
        if name == "account":
            return state.account_names()[self.account]
        return self.counted - (self.difference if name == "expected" else 0)


CORRECTION_ACTIONS: tuple[type[Action], ...] = (Correct, CountCash)
CORRECTION_FACTS: tuple[type[Event], ...] = (MoneyCorrected, CashCounted)


def decided_for(state: TableState, action: Correct | CountCash) -> tuple[Event, ...]:
    """Return the events of a correction at a table, within what the game lets be corrected."""
    kept = state.kept_for_bids(action)
    events = decide_correction(state.ledger, action, kept, state.hidden_accounts(None))
    state.check_balances(_tried(state.ledger, events, ()))
    return events


def decide_correction(
    ledger: Ledger,
    action: Correct | CountCash,
    committed: Mapping[str, int],
    hidden: Collection[str] = (),
) -> tuple[Event, ...]:
    """Return the events of a correction.

    committed: accounts and the least they must keep, because a standing bid rests on it.
    hidden: accounts whose balance no refusal may tell (BS-V1).
    Raises ``unknown_account``, ``same_account``, ``nothing_to_move``, ``bank_not_counted``,
    ``purse_below_zero``, ``bid_rests_on_it``.
    """
    events = _corrected(ledger, action) if isinstance(action, Correct) else _counted(ledger, action)
    moved = _tried(ledger, events, hidden)
    for account, least in committed.items():
        if moved[account] < least <= ledger.balance(account):
            raise Refusal(
                "bid_rests_on_it",
                "",
                say(
                    "This money stands behind a bid of {least}; take that bid back first.",
                    least=least,
                ),
            )
    return events


def _corrected(ledger: Ledger, action: Correct) -> tuple[Event, ...]:
    require_account(ledger, action.source)
    require_account(ledger, action.target)
    if action.source == action.target:
        raise Refusal(
            "same_account", "", say("Money moves between two different accounts; choose another.")
        )
    if action.amount <= 0:
        raise Refusal("nothing_to_move", "", say("Type a whole amount of 1 or more."))
    return (MoneyCorrected(action.source, action.target, action.amount, action.reason),)


def _counted(ledger: Ledger, action: CountCash) -> tuple[Event, ...]:
    if not action.amounts:
        raise Refusal("nothing_to_move", "", say("Type the real amount of at least one player."))
    for account in action.amounts:
        require_account(ledger, account)
        if account not in ledger.floors:
            raise Refusal("bank_not_counted", "", say("Count the players’ money, not the bank’s."))
    return tuple(
        CashCounted(account, amount, amount - ledger.balance(account))
        for account, amount in action.amounts.items()
    )


def _tried(ledger: Ledger, events: tuple[Event, ...], hidden: Collection[str]) -> dict[str, int]:
    """Return the balances after the events; raises ``purse_below_zero``."""
    balances = dict(ledger.balances)
    for event in events:
        for transfer in event.transfers():
            balances[transfer.source] -= transfer.amount
            balances[transfer.target] += transfer.amount
    for account, floor in ledger.floors.items():
        if balances[account] < floor:
            most = None if account in hidden else ledger.balance(account) - floor
            raise _below_zero(most)
    return balances


def _below_zero(most: int | None) -> Refusal:
    """Return the refusal; most: what can be taken at most, None where that is a secret."""
    if most is None:
        sentence = say("There is not that much money there; take less.")
    else:
        sentence = say("Nobody goes below zero; take {most} at most.", most=most)
    return Refusal("purse_below_zero", "", sentence)

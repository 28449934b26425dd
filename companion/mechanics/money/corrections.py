"""Actions with which the banker corrects money.

``Correct`` moves an amount between accounts, and ``CountCash`` enters counted cash. Every game with
money offers both. The rules of the game do not apply to them, but they are logged and can be undone
like any other action.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.mechanics.actions.base import Action, Button, By, Event, Values
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, require_account
from companion.mechanics.play.table import T_contra, TableState


@dataclass(frozen=True, slots=True)
class Adjustment(Action[T_contra]):
    """Base class for corrections that only the banker can make and that bypass the rules."""

    values: ClassVar[Values] = {}
    """The values that the form offers, by field name. ``decide`` validates the chosen values.

    There is no form while a field has no value to offer.
    """
    by: ClassVar[By] = "banker"
    is_offered: ClassVar[bool] = False
    turn_bound: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Explained(Adjustment[T_contra]):
    """Base class for adjustments with an optional reason."""

    reason: str = field(default="", kw_only=True, metadata={"last": True})
    """The reason as the banker typed it; "" if none was given."""


@dataclass(frozen=True, slots=True)
class Correct(Explained[TableState]):
    """Move money from one account to another, outside the rules."""

    button = Button(say("Move the money"))
    kind: ClassVar[str] = "correct"
    money_fields: ClassVar[tuple[str, ...]] = ("amount",)
    source: str
    """The account that pays."""
    target: str
    """The account that receives the money."""
    amount: int
    """The amount in the smallest unit, at least 1."""

    def accounts_read(self, state: TableState) -> Collection[str]:
        return self.source, self.target

    def decide(self, state: TableState) -> tuple[Event, ...]:
        return _decide_in_game(state, self)


@dataclass(frozen=True, slots=True)
class CountCash(Adjustment[TableState]):
    """Set accounts to the amounts of cash that the players have counted."""

    button = Button(say("Fix the money"))
    kind: ClassVar[str] = "count_cash"
    money_fields: ClassVar[tuple[str, ...]] = ("amounts",)
    amounts: Mapping[str, int]
    """The counted amounts in the smallest unit, by account."""

    def accounts_read(self, state: TableState) -> Collection[str]:
        return self.amounts

    def decide(self, state: TableState) -> tuple[Event, ...]:
        """Return one ``CashCounted`` event per account."""
        return _decide_in_game(state, self)


@dataclass(frozen=True, slots=True)
class MoneyCorrected(Event):
    """The banker moved money from one account to another, outside the rules."""

    kind: ClassVar[str] = "money_corrected"
    ends_with_reason = False
    source: str
    target: str
    amount: int
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("correction: {reason}", reason=self.reason) if self.reason else say("correction")
        return (Transfer(self.source, self.target, self.amount, why),)

    def line_for(self, state: TableState, seat: int | None) -> Sentence:
        """Return the history line.

        The amount is omitted if the seat may not see the balance of one of the accounts.
        """
        names = state.account_names()
        ends = {"source": names[self.source], "target": names[self.target]}
        if ({self.source, self.target} - {BANK}) & state.hidden_accounts(seat):
            return say("Correction from {source} to {target}.", **ends)
        values = {"amount": state.written(self.amount), **ends}
        if not self.reason:
            return say("Correction: {amount} from {source} to {target}.", **values)
        return say(
            "Correction: {amount} from {source} to {target} ({reason}).",
            **values,
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class CashCounted(Event):
    """The players counted the cash of one account."""

    kind: ClassVar[str] = "cash_counted"
    account: str
    counted: int
    difference: int
    """The counted amount minus the previous balance."""

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the transfer that sets the balance to the counted amount.

        Return no transfer if the balance is already correct.
        """
        if self.difference == 0:
            return ()
        ends = (BANK, self.account) if self.difference > 0 else (self.account, BANK)
        return (Transfer(*ends, abs(self.difference), say("money counted")),)

    def line_for(self, state: TableState, seat: int | None) -> Sentence:
        """Return the history line.

        The amounts are omitted if the seat may not see the balance of the account.
        """
        if self.account in state.hidden_accounts(seat):
            return say("{account}: money counted and corrected.")
        if self.difference == 0:
            return say("{account}: {counted} counted, as in the app.")
        return say("{account}: {counted} counted, {expected} in the app.")

    def display_value(self, state: TableState, name: str) -> object:
        if name == "account":
            return state.account_names()[self.account]
        counted = self.counted - (self.difference if name == "expected" else 0)
        return state.written(counted)


CORRECTION_ACTIONS: tuple[type[Action], ...] = (Correct, CountCash)
CORRECTION_FACTS: tuple[type[Event], ...] = (MoneyCorrected, CashCounted)


def _decide_in_game(state: TableState, action: Correct | CountCash) -> tuple[Event, ...]:
    """Check a correction against the ledger and the game's state, and return its events."""
    committed = state.kept_for_bids(action)
    hidden = state.hidden_accounts(None)
    events = decide_correction(state.ledger, action, committed, hidden, state.denomination)
    state.check_balances(_balances_after(state.ledger, events, ()))
    return events


def decide_correction(
    ledger: Ledger,
    action: Correct | CountCash,
    committed: Mapping[str, int],
    hidden: Collection[str] = (),
    money: Denomination = WHOLE_NUMBERS,
) -> tuple[Event, ...]:
    """Return the events of a correction; raise a refusal if the ledger does not allow it.

    committed: the amounts that accounts must keep to cover a standing bid, by account.
    hidden: the accounts whose balances a refusal must not reveal (BS-V1).
    money: how refusals write amounts.
    Raises ``unknown_account``, ``same_account``, ``nothing_to_move``, ``bank_not_counted``,
    ``purse_below_zero`` or ``bid_rests_on_it``.
    """
    events = (
        _corrected(ledger, action, money)
        if isinstance(action, Correct)
        else _counted(ledger, action)
    )
    balances = _balances_after(ledger, events, hidden, money)
    for account, least in committed.items():
        if balances[account] < least <= ledger.balance(account):
            raise Refusal(
                "bid_rests_on_it",
                "",
                say(
                    "This money covers a bid of {least}. Undo that bid first.",
                    least=money.figure(least),
                ),
            )
    return events


def _corrected(ledger: Ledger, action: Correct, money: Denomination) -> tuple[Event, ...]:
    require_account(ledger, action.source)
    require_account(ledger, action.target)
    if action.source == action.target:
        raise Refusal("same_account", "", say("Choose two different accounts."))
    if action.amount <= 0:
        words = say("Enter a whole amount of 1 or more.")
        if money.places:
            words = say("Enter {lowest} or more.", lowest=money.figure(1))
        raise Refusal("nothing_to_move", "", words)
    return (MoneyCorrected(action.source, action.target, action.amount, action.reason),)


def _counted(ledger: Ledger, action: CountCash) -> tuple[Event, ...]:
    if not action.amounts:
        raise Refusal("nothing_to_move", "", say("Enter the counted money of at least one player."))
    for account in action.amounts:
        require_account(ledger, account)
        if account not in ledger.floors:
            raise Refusal("bank_not_counted", "", say("Count the players’ money, not the bank’s."))
    return tuple(
        CashCounted(account, amount, amount - ledger.balance(account))
        for account, amount in action.amounts.items()
    )


def _balances_after(
    ledger: Ledger,
    events: tuple[Event, ...],
    hidden: Collection[str],
    money: Denomination = WHOLE_NUMBERS,
) -> dict[str, int]:
    """Return the balances after the events, by account.

    hidden: the accounts whose balances the refusal must not reveal.
    money: how the refusal writes amounts.
    Raises ``purse_below_zero`` if an account would fall below its minimum balance.
    """
    balances = dict(ledger.balances)
    for event in events:
        for transfer in event.transfers():
            balances[transfer.source] -= transfer.amount
            balances[transfer.target] += transfer.amount
    for account, floor in ledger.floors.items():
        if balances[account] < floor:
            most = None if account in hidden else ledger.balance(account) - floor
            raise _below_zero_refusal(None if most is None else money.figure(most))
    return balances


def _below_zero_refusal(most: Sentence | str | None) -> Refusal:
    """Return the refusal ``purse_below_zero``.

    most: the maximum amount that can be taken from the account; None if it is secret.
    """
    if most is None:
        sentence = say("There is not that much money. Take less.")
    else:
        sentence = say("Nobody may go below zero. Take {most} at most.", most=most)
    return Refusal("purse_below_zero", "", sentence)

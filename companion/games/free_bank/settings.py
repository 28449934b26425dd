"""Changing the settings during the game (FB-S5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.games.free_bank.options import OPTIONS, require_goods
from companion.games.free_bank.state import FreeBankState, names_in
from companion.mechanics.actions.base import setting
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.play.dice import Dice
from companion.mechanics.values.changed_setting import ChangedSetting

Changeable = Literal["standing", "movers", "debt", "dice", "currency", "unit", "goods"]


@setting("set_option", "option_set")
class SetOption(ChangedSetting[FreeBankState]):
    """Change a setting during the game (FB-S5)."""

    rule = "FB-S5"
    all_options = OPTIONS
    option: Changeable
    value: str

    def with_chance(self, state: FreeBankState, dice: Dice) -> SetOption:
        """Return the action with an entered amount in plain digits; an empty one means 0."""
        typed = replace(self, value=self.value or "0") if self.option == "debt" else self
        return ChangedSetting.with_chance(typed, state, dice)

    def require_value(self, state: FreeBankState, value: str | int | bool | None) -> None:
        if isinstance(value, int) and self.option == "debt":
            _require_debt(state, value)
        if self.option == "goods":
            require_goods(names_in(value))

    def apply(self, state: FreeBankState) -> FreeBankState:
        later: FreeBankState = ChangedSetting.apply(self, state)
        value = self.typed()
        if self.option != "debt" or not isinstance(value, int):
            return later
        ledger = state.ledger
        floors = {**ledger.floors, **dict.fromkeys(map(purse, state.seats), -value)}
        return replace(later, ledger=Ledger(ledger.balances, floors, ledger.opening))


def _require_debt(state: FreeBankState, debt: int) -> None:
    """Raise ``debt_too_low`` if a player owes more, or has a bid that needs more."""
    bids = state.kept_for_bids()
    for seat in state.here:
        account = purse(seat)
        bid = bids.get(account, state.ledger.floors[account]) - state.ledger.floors[account]
        needed = bid - state.money(seat)
        if needed <= debt:
            continue
        values = {"name": state.name(seat), "needed": state.said(needed)}
        if account in state.hidden_accounts(None):
            raise Refusal("debt_too_low", "FB-S5", say("Somebody owes more than that. Allow more."))
        words = say("{name} owes {needed}. Allow {needed} or more.", **values)
        if bid:
            words = say("{name}’s bid needs a debt of {needed}. Allow {needed} or more.", **values)
        raise Refusal("debt_too_low", "FB-S5", words)

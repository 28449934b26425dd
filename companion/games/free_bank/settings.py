"""Changing the settings during the game (FB-S5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Self

from companion.games.free_bank.options import OPTIONS
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.base import Button, Setting, setting
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import digits
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.table import require_running
from companion.mechanics.values.options import Option, WholeOption

Changeable = Literal["standing", "movers", "debt", "dice", "currency", "unit"]
BY_NAME = {option.name: option for option in OPTIONS}


@setting("set_option", "option_set")
class SetOption(Adjustment[FreeBankState], Setting[FreeBankState]):
    """Change a setting during the game (FB-S5).

    The settings in the state change. Those that the table was set up with are kept.
    """

    button = Button(say("Change"))
    option: Changeable
    value: str
    """The new value as text, as a form posts it."""

    def with_chance(self, state: FreeBankState, dice: Dice) -> Self:
        """Return the action with an entered amount in plain digits; an empty one means 0."""
        if self.option != "debt":
            return self
        return replace(self, value=str(state.denomination.read(self.value or "0", "FB-S5")))

    def require(self, state: FreeBankState) -> None:
        """Raise a refusal unless the setting can have this value now."""
        require_running(state)
        value = BY_NAME[self.option].read(self.typed())
        if value == state.setup.options.get(self.option):
            words = say("This is already set. Choose something else.")
            raise Refusal("nothing_changes", "FB-S5", words)
        if isinstance(value, int) and self.option == "debt":
            _require_debt(state, value)

    def typed(self) -> object:
        """Return the value with the type of the setting, without checking it."""
        number = digits(self.value) if isinstance(BY_NAME[self.option], WholeOption) else None
        return self.value if number is None else number

    def apply(self, state: FreeBankState) -> FreeBankState:
        value = self.typed()
        setup = replace(state.setup, options={**state.setup.options, self.option: value})
        later = replace(state, setup=setup)
        if self.option != "debt" or not isinstance(value, int):
            return later
        ledger = state.ledger
        floors = {**ledger.floors, **dict.fromkeys(map(purse, state.seats), -value)}
        return replace(later, ledger=Ledger(ledger.balances, floors, ledger.opening))

    def line_for(self, state: FreeBankState, seat: int | None) -> Sentence | None:
        return say("{setting}: {value} from now on.", **self._line_values())

    def _line_values(self) -> dict[str, object]:
        option = BY_NAME[self.option]
        choices = option.choices if isinstance(option, Option) else ()
        labels = {choice.value: choice.label for choice in choices}
        shown = labels.get(self.value, self.value) or say("nothing")
        return {"setting": option.label, "value": shown}


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

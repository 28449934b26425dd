"""Changing a setting of a table during the game, as a step that is logged and can be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.mechanics.actions.base import Button, Setting
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import WHOLE_NUMBERS, digits
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Adjustment
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.table import T_contra, require_running
from companion.mechanics.values.options import AnyOption, Option, WholeOption


@dataclass(frozen=True, slots=True)
class ChangedSetting(Adjustment[T_contra], Setting[T_contra]):
    """Base class for the action of a game that changes a setting.

    The settings in the state change. Those that the table was set up with are kept. A game names
    the settings that may change with a ``Literal`` as the type of ``option``.
    """

    button = Button(say("Change"))
    rule: ClassVar[str]
    """The id of the rule that refusals cite."""
    all_options: ClassVar[tuple[AnyOption, ...]]
    """The settings of the game."""
    option: str
    value: str
    """The new value as text, as a form posts it. An amount has its decimal places."""

    @property
    def setting(self) -> AnyOption:
        """The setting that changes."""
        return next(one for one in self.all_options if one.name == self.option)

    def with_chance(self, state: T_contra, dice: Dice) -> Self:
        """Return the action with an entered number in plain digits."""
        if not isinstance(self.setting, WholeOption) or not self.value.strip():
            return self
        written = state.denomination if self.setting.is_money else WHOLE_NUMBERS
        number = written.read(self.value, self.rule)
        if written.places:
            written.require(number, 0, self.rule)
        # Not in the smallest unit: a saved game is verified by reading the value again.
        return replace(self, value=written.plain(number))

    def require(self, state: T_contra) -> None:
        """Raise a refusal unless the setting can have this value now."""
        require_running(state)
        value = self.setting.read(self.typed())
        if value == state.setup.options.get(self.option):
            words = say("This is already set. Choose something else.")
            raise Refusal("nothing_changes", self.rule, words)
        self.require_value(state, value)

    def require_value(self, state: T_contra, value: str | int | bool | None) -> None:
        """Raise a refusal unless the rules of the game allow the value now."""

    def typed(self) -> Any:
        """Return the value, unchecked, with the type of the setting."""
        if not isinstance(self.setting, WholeOption):
            return self.value
        number = digits(self.value.replace(".", ""))
        return (self.value or None) if number is None else number

    def apply(self, state: T_contra) -> Any:
        options = {**state.setup.options, self.option: self.typed()}
        return replace(state, setup=replace(state.setup, options=options))

    def line_for(self, state: T_contra, seat: int | None) -> Sentence | None:
        choices = self.setting.choices if isinstance(self.setting, Option) else ()
        labels = {choice.value: choice.label for choice in choices}
        shown = labels.get(self.value, self.value) or say("nothing")
        if self.value and isinstance(self.setting, WholeOption) and self.setting.is_money:
            shown = state.denomination.figure(self.typed())
        return say("{setting}: {value} from now on.", setting=self.setting.label, value=shown)

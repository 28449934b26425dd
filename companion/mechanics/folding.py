"""How every game folds a fact: its transfers are posted, then its own effect follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from companion.mechanics.corrections import CORRECTION_FACTS
from companion.mechanics.ledger import Ledger
from companion.mechanics.steps import Fact


class HasLedger(Protocol):
    """A table's state: a frozen dataclass with its accounts in ``ledger``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def ledger(self) -> Ledger:
        """The accounts as they stand."""


T = TypeVar("T", bound=HasLedger)

Effects = Mapping[type[Fact], Callable[[T, Any], T]]
"""By class of fact, what it does to a state beside moving money."""


def evolved(effects: Effects[T], state: T, fact: Fact) -> T:
    """Return the state after a fact; a correction of money does nothing but move it."""
    moved = fact.transfers()
    if moved:
        state = replace(state, ledger=state.ledger.posted(moved))
    return state if isinstance(fact, CORRECTION_FACTS) else effects[type(fact)](state, fact)

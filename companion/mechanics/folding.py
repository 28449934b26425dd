"""How every game folds a fact: its transfers are posted, then its own effect follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from companion.mechanics.ledger import Ledger
from companion.mechanics.steps import Fact


class HasLedger(Protocol):
    """A table's state: a frozen dataclass with its accounts in ``ledger``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def ledger(self) -> Ledger:
        """The accounts as they stand."""


T = TypeVar("T", bound=HasLedger)


def after_fact(state: T, fact: Fact) -> T:
    """Return the state after a fact."""
    moved = fact.transfers()
    paid = replace(state, ledger=state.ledger.posted(moved)) if moved else state
    later: T = fact.apply(paid)
    return later

"""How every game folds an event: its transfers are posted, then its own effect follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeVar

from companion.mechanics.event_sourcing import Event
from companion.mechanics.ledger import Ledger


class HasLedger(Protocol):
    """A table's state: a frozen dataclass with its accounts in ``ledger``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def ledger(self) -> Ledger:
        """The accounts as they stand."""


T = TypeVar("T", bound=HasLedger)


def apply_event(state: T, event: Event) -> T:
    """Return the state after an event."""
    moved = event.transfers()
    paid = replace(state, ledger=state.ledger.posted(moved)) if moved else state
    later: T = event.apply(paid)
    return later

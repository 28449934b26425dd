"""Apply events to a state, and collect the events of an action while it is decided."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from companion.mechanics.actions.base import Event
from companion.mechanics.money.ledger import Ledger


class HasLedger(Protocol):
    """Protocol for the state of a table: a frozen dataclass with a ledger."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def ledger(self) -> Ledger:
        """The balances of all accounts."""


T = TypeVar("T", bound=HasLedger)


def apply_event(state: T, event: Event) -> T:
    """Return the state after an event.

    The transfers of the event are posted to the ledger before ``event.apply`` is called.
    """
    moved = event.transfers()
    paid = replace(state, ledger=state.ledger.posted(moved)) if moved else state
    later: T = event.apply(paid)
    return later


class PendingEvents(Generic[T]):
    """The events of an action that is being decided, and the resulting state.

    Each emitted event is applied to ``state`` at once. A rule can therefore look at ``state`` to
    see what must happen next, and need not predict the effect of its events.
    """

    __slots__ = ("state", "_events")

    def __init__(self, state: T, *events: Event) -> None:
        self.state = state
        self._events: list[Event] = []
        self.emit(*events)

    def emit(self, *events: Event) -> None:
        """Append events in order, and apply each of them to the state."""
        for event in events:
            self._events.append(event)
            self.state = apply_event(self.state, event)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events emitted so far, in order."""
        return tuple(self._events)

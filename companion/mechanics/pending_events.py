"""Apply events to a state, and collect the events of an action while it is decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from companion.mechanics import deprecated
from companion.mechanics.event_sourcing import Event
from companion.mechanics.ledger import Ledger


class HasLedger(Protocol):
    """A table's state: a frozen dataclass with its accounts in ``ledger``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def ledger(self) -> Ledger:
        """The balances of all accounts."""


T = TypeVar("T", bound=HasLedger)


def apply_event(state: T, event: Event) -> T:
    """Return the state after an event: its transfers are posted first, then it is applied."""
    moved = event.transfers()
    paid = replace(state, ledger=state.ledger.posted(moved)) if moved else state
    later: T = event.apply(paid)
    return later


class PendingEvents(Generic[T]):
    """Collect the events of an action; ``state`` is the table after them.

    A rule emits an event and looks at ``state`` to see what follows; it never predicts what an
    event will do.
    """

    __slots__ = ("state", "_events")

    def __init__(self, state: T, *events: Event) -> None:
        self.state = state
        self._events: list[Event] = []
        self.emit(*events)

    def emit(self, *events: Event) -> None:
        """Append events, in order, and apply each of them to the state."""
        for event in events:
            self._events.append(event)
            self.state = apply_event(self.state, event)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(self._events)


if not TYPE_CHECKING:
    __getattr__ = deprecated.names_of(__name__)

"""Let a player move to another place at the table; the seat keeps its number.

Games list this module in their ``shared_chapters`` and find the next seat with the methods
``clockwise_from`` and ``left_of`` of ``TableState``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import T_contra, TableState, require_running, require_seat


@action("move_seat", by="banker", turn_bound=False)
class MoveSeat(Action[T_contra]):
    """Move a player to the left of another one."""

    button = Button(say("Move"))
    is_offered: ClassVar[bool] = False
    seat: int
    after: int
    """The seat of the player whose left neighbour this one becomes."""

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_running(state)
        for seat in (self.seat, self.after):
            require_seat(state, seat, state.order_rule)
        if getattr(state, "auction", None) is not None:
            raise Refusal("auction_open", state.order_rule, say("Finish the auction first."))
        if self.seat == self.after or state.left_of(self.after) == self.seat:
            words = say("This is already so. Choose somebody else.")
            raise Refusal("nothing_changes", state.order_rule, words)
        others = [seat for seat in state.clockwise_from(0) if seat != self.seat]
        place = others.index(self.after) + 1
        return (OrderSet((*others[:place], self.seat, *others[place:])),)


@event("order_set")
class OrderSet(Event[TableState]):
    """The players sit in another order."""

    order: tuple[int, ...]
    """All seats, clockwise."""

    def apply(self, state: TableState) -> TableState:
        return replace(state, order=self.order)

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        names = tuple(map(state.name, self.order))
        return say("Clockwise from now on: {names}.", names=names)


class Seated(tuple[Any, ...]):
    """Views of all seats, which are indexed by number and iterated clockwise."""

    order: tuple[int, ...]

    @classmethod
    def of(cls, views: Iterable[Any], order: tuple[int, ...]) -> Seated:
        """Return the views in this order of the seats."""
        seated = cls(views)
        seated.order = order
        return seated

    def __iter__(self) -> Iterator[Any]:
        return (self[seat] for seat in self.order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seated) and [*self] == [*other]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(tuple(self))

"""Let somebody join a game that has begun.

Games whose rules allow it list this module in their ``shared_chapters``. The new seat gets the next
number. ``Setup.late`` has the current names of the players who join during a log.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.mechanics.actions.base import Action, Button, Event, action, event
from companion.mechanics.actions.menu import Candidate
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.seating import checked_names
from companion.mechanics.play.table import SeatSetup, T_contra, TableState, require_running

UNTYPED = "\0"
"""A placeholder for the name of a new player. Players cannot type it."""


@action("join_late", by="banker", turn_bound=False, keeps_turn=True)
class JoinLate(Action[T_contra]):
    """Add a seat for a player who comes late."""

    button = Button(say("Add"))
    name: str

    @classmethod
    def candidates(cls, state: T_contra, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage != "over":
            yield Candidate(cls(UNTYPED), "name")

    def decide(self, state: T_contra) -> tuple[Event[T_contra], ...]:
        require_joining(state, self.name)
        seat, money = len(state.seats), state.late_money
        joined = SeatJoined(seat, self.name.strip())
        return (joined, LateMoneyPaid(seat, money)) if money else (joined,)


def require_joining(state: TableState, name: str) -> None:
    """Raise a refusal unless a player with this name may join.

    Raises ``game_over``, ``table_full``, ``auction_open``, ``name_missing`` or ``name_too_long``.
    """
    require_running(state)
    if len(state.seats) >= state.most_seats:
        words = say("This table has {most} seats at most.", most=state.most_seats)
        raise Refusal("table_full", state.join_rule, words)
    if getattr(state, "auction", None) is not None:
        raise Refusal("auction_open", state.join_rule, say("Finish the auction first."))
    try:
        # The names in an old log may be taken by now, so ``tables`` compares them with the others.
        checked_names((SeatSetup(name),))
    except Refusal as refusal:
        raise Refusal(refusal.name, state.join_rule, refusal.sentence, field="name") from None


@event("seat_joined")
class SeatJoined(Event[TableState]):
    """A player joined during the game, in a new seat with an empty purse."""

    seat: int
    player: str
    """The player's name at that time."""

    def apply(self, state: TableState) -> TableState:
        return state.with_seat(SeatSetup(self.player))

    def line_for(self, state: TableState, seat: int | None) -> Sentence | None:
        # After an undo, the state no longer knows the seat.
        name = state.name(self.seat) if self.seat in state.seats else self.player
        return say("{name} joins.", name=name).to_you("You join.")


@event("late_money_paid")
class LateMoneyPaid(Event[TableState]):
    """A player who joined during the game got the starting money."""

    earns = "amount", say("start")
    seat: int
    amount: int

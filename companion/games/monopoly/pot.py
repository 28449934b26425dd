"""The pot on Free Parking, a setting that the book does not have (MO-P1).

Decided where households differ: what the bank is paid as a tax, for a line of a list or as bail
goes into the pot once it is paid; no price, no interest, and nothing that a bankrupt leaves. The
bank adds nothing. Whoever lands on Free Parking takes all of it, by dice, by a list, or where a
token's space is corrected.
"""

from __future__ import annotations

from companion.games.monopoly.state import POT, POT_WORDS, MonopolyEvent, MonopolyState, SeatEvent
from companion.mechanics.event_sourcing import Event, event
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say

FINES = ("tax", "line", "bail")
"""The reasons of payments to the bank that go into the pot."""


@event("pot_filled")
class PotFilled(MonopolyEvent):
    """The bank put what it was paid on Free Parking."""

    line = say("{amount} goes to Free Parking.")
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, POT, self.amount, POT_WORDS),)


@event("pot_taken")
class PotTaken(SeatEvent):
    """A seat landed on Free Parking and took what lay there."""

    line = say("{name} takes {amount} from Free Parking.")
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(POT, purse(self.seat), self.amount, POT_WORDS),)


def filling(
    state: MonopolyState, creditor: int | None, reason: str, amount: int
) -> tuple[Event, ...]:
    """Return what follows from a payment: it lies on Free Parking if it is a tax or a fine."""
    goes_there = state.has_pot and creditor is None and reason in FINES
    return (PotFilled(amount),) if goes_there else ()


def taking(state: MonopolyState, seat: int) -> tuple[Event, ...]:
    """Return what follows from a landing on Free Parking: its seat takes what lies there."""
    return (PotTaken(seat, state.pot),) if state.pot else ()

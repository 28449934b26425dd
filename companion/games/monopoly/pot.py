"""The pot on Free Parking, a house rule that can be turned on in the settings (MO-P1).

Decided where households differ: taxes, bail and payments for the printed lists go into the pot
when they are paid. Prices, interest and the money of bankrupt players do not. The bank adds
nothing. A player who lands on Free Parking takes the whole pot, whether the dice, a list or a
correction put the token there.
"""

from __future__ import annotations

from companion.games.monopoly.state import (
    POT,
    POT_WORDS,
    MonopolyEvent,
    MonopolyState,
    Reason,
    SeatEvent,
)
from companion.mechanics.actions.base import Event, event
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Transfer, purse

FINES: tuple[Reason, ...] = ("tax", "line", "bail")
"""The reasons for which payments to the bank go into the pot."""


@event("pot_filled")
class PotFilled(MonopolyEvent):
    """The bank put a payment into the pot."""

    line = say("{amount} goes to Free Parking.")
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, POT, self.amount, POT_WORDS),)


@event("pot_taken")
class PotTaken(SeatEvent):
    """A seat landed on Free Parking and took the pot."""

    line = say("{name} takes {amount} from Free Parking.").to_you(
        "You take {amount} from Free Parking."
    )
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(POT, purse(self.seat), self.amount, POT_WORDS),)


def fill_pot(
    state: MonopolyState, creditor: int | None, reason: Reason, amount: int
) -> tuple[Event, ...]:
    """Return one ``PotFilled`` event if a payment goes into the pot, otherwise ()."""
    goes_there = state.has_pot and creditor is None and reason in FINES
    return (PotFilled(amount),) if goes_there else ()


def take_pot(state: MonopolyState, seat: int) -> tuple[Event, ...]:
    """Return one ``PotTaken`` event, or () if the pot is empty."""
    return (PotTaken(seat, state.pot),) if state.pot else ()

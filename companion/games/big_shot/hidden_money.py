"""The hidden-money variant: when a seat must show its money, and in which order seats borrow.

Rules BS-V1 to BS-V3. ``BigShotState.hidden_accounts`` determines whose money each seat may see.

A winner who cannot pay must show all their money, and the auction starts again. This can happen
only with hidden money or after a correction by the banker. In the Italian edition, that money stays
visible for the rest of the game. It then limits the seat's bids (BS-A4), because the limit no
longer reveals anything.

In the French edition, seats borrow in order from the leader's left. Once a later seat has borrowed,
an earlier seat can no longer do so. If the auction starts again, the order starts again too, but
only for the seats that have not borrowed this turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_shot.state import BigShotState, Shown
from companion.mechanics.actions.base import Event, event
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.table import refusal_about


def restart(state: BigShotState, seat: int, amount: int) -> AuctionRestarted:
    """Return the event that restarts an auction whose winner cannot pay (BS-V3).

    The event also reveals the winner's money.

    amount: the winning bid.
    """
    balances = state.ledger.balances
    purses = {colour: balances[account] for colour, account in state.purses[seat]}
    return AuctionRestarted(seat, amount, purses)


@event("auction_restarted", reveals=True)
class AuctionRestarted(Event[BigShotState]):
    """A seat could not pay its bid and showed its money, so the auction starts again (BS-V3)."""

    seat: int
    amount: int
    """The bid that the seat could not pay."""
    purses: Mapping[str, int]
    """The money that the seat showed, by colour."""

    def apply(self, state: BigShotState) -> BigShotState:
        opened = {self.seat} if state.edition == "it" else set()
        return replace(
            state,
            stage="auction",
            auction=not_none(state.auction).restarted(),
            asked=frozenset(),
            winner=None,
            price=0,
            open_purses=state.open_purses | opened,
            shown=Shown(self.seat, self.purses),
        )

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if state.edition == "fr":
            # In this edition the money is shown only briefly, so the history omits the amount.
            return say(
                "{name} cannot pay {amount} and shows their money. The auction starts again."
            ).to_you("You cannot pay {amount} and show your money. The auction starts again.")
        return say(
            "{name} cannot pay {amount} and shows {held}, which stays open. The auction starts "
            "again."
        ).to_you(
            "You cannot pay {amount} and show {held}, which stays open. The auction starts again."
        )

    def display_value(self, state: BigShotState, name: str) -> object:
        if name == "held":
            return tuple(self.purses.values())
        return Event.display_value(self, state, name)


def why_not_asked(state: BigShotState, seat: int) -> Refusal | None:
    """Return ``loan_out_of_order`` if a later seat has already borrowed, otherwise None (BS-V2).

    The order matters only with hidden money in the French edition.
    """
    if not state.is_hidden or state.edition != "fr":
        return None
    order = not_none(state.auction).order
    if not any(other in state.asked for other in order[order.index(seat) + 1 :]):
        return None
    sentence = say(
        "Loans are offered clockwise, from the left of the player who begins. {name} has already "
        "been asked."
    ).to_you(
        "Loans are offered clockwise, from the left of the player who begins. You have already "
        "been asked."
    )
    return refusal_about(state, seat, "loan_out_of_order", "BS-V2", sentence)

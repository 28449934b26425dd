"""Hidden money: who must show it, and when one is asked for loans (BS-V1 to BS-V3).

Who may see whose purse, the state says (``hidden_accounts``). A winner who cannot pay, which only
hidden money or a banker's correction makes possible, shows his purses, and the auction begins anew;
in the Italian edition his purses stay open for the rest of the game, and from then on his bids are
held to them (BS-A4), because nothing leaks any more. In the French edition seats are asked for
loans in order from the leader's left: once a later seat has borrowed, an earlier one has let its
chance go. An auction run again is asked anew from the start, for those who have not borrowed this
turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_shot.state import BigShotState, Shown
from companion.mechanics.event_sourcing import Event, event
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import refusal_about
from companion.mechanics.words import Sentence, say


def restart(state: BigShotState, seat: int, amount: int) -> AuctionRestarted:
    """Return that a winner could not pay and showed what he holds (BS-V3)."""
    balances = state.ledger.balances
    held = {colour: balances[account] for colour, account in state.purses[seat]}
    return AuctionRestarted(seat, amount, held)


@event("auction_restarted", reveals=True)
class AuctionRestarted(Event):
    """A seat could not pay its bid and showed its money; the auction begins anew (BS-V3).

    purses: what it showed, by colour.
    """

    seat: int
    amount: int
    purses: Mapping[str, int]

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

    def tell(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if state.edition == "fr":
            # There the money is shown for a moment only, so the history never keeps the figure.
            line = say("{name} cannot pay {amount} and shows the money; the auction starts again.")
        else:
            line = say(
                "{name} cannot pay {amount} and shows {held}; the auction starts "
                "again, and this money stays open."
            )
        return self.fill(state, line)

    def display_value(self, state: BigShotState, name: str) -> object:
        return (
            tuple(self.purses.values())
            if name == "held"
            else Event.display_value(self, state, name)
        )


def why_not_asked(state: BigShotState, seat: int) -> Refusal | None:
    """Return the refusal once a seat that is asked later has borrowed (BS-V2, fr)."""
    if not state.is_hidden or state.edition != "fr":
        return None
    order = not_none(state.auction).order
    if not any(other in state.asked for other in order[order.index(seat) + 1 :]):
        return None
    told = say("Loans are asked for in order from the leader’s left; {name} has been asked.")
    told = told.to_you("Loans are asked for in order from the leader’s left; you have been asked.")
    return refusal_about(state, seat, "loan_out_of_order", "BS-V2", told)

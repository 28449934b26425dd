"""The banker's last word: cubes, owners and loans put right outside the rules.

Money is corrected as in every game (``mechanics.corrections``); what must stay behind a bid, the
state says (``kept_for_bids``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace

from companion.games.big_shot.auction import own_colour
from companion.games.big_shot.cubes import (
    require_colour,
    require_counts,
    require_followed,
    require_lot,
    require_named,
    require_unsold,
    sale_at_seven,
    settled,
    with_counts,
    with_sold,
)
from companion.games.big_shot.state import BigShotState, CubeEvent, Sold
from companion.mechanics.corrections import Explained
from companion.mechanics.event_sourcing import Button, Event, action, event
from companion.mechanics.loans import with_loans
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import require_not_negative, require_seat
from companion.mechanics.words import say


@action("set_lot")
class SetLot(Explained):
    """Say which cubes really lie on an unsold lot; with seven it is sold."""

    button = Button(say("Correct the cubes"))
    lot: str
    counts: Mapping[str, int]

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the cubes said to lie on an unsold lot, with its sale where they decide it."""
        require_followed(state)
        require_named(state)
        require_unsold(state, self.lot)
        require_counts(state, self.lot, self.counts)
        said = LotSet(self.lot, dict(self.counts), self.reason)
        return (said, *_closing(state, self.lot, self.counts))


def _closing(state: BigShotState, lot: str, counts: Mapping[str, int]) -> tuple[Event, ...]:
    """Return the sale of a lot with seven cubes, or with any once the game has ended."""
    if state.stage == "over" and any(counts.values()):
        return settled(lot, counts)
    return sale_at_seven(lot, counts)


@event("lot_set")
class LotSet(CubeEvent):
    """The banker said which cubes lie on a lot."""

    line = say("Correction: {lot}, {counts}.")
    lot: str
    counts: Mapping[str, int]
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        return with_counts(state, self.lot, self.counts)


@action("move_cube")
class MoveCube(Explained):
    """Say that a cube lies on another unsold lot; with seven that is sold."""

    button = Button(say("Correct the cubes"))
    lot: str
    colour: str
    other: str

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the cubes said to lie on both; raises what ``SetLot`` does."""
        events: tuple[Event, ...] = ()
        for lot, more in ((self.lot, -1), (self.other, 1)):
            counts = Counter(state.lot_counts(lot))
            counts[self.colour] += more
            events += SetLot(lot, counts, reason=self.reason).decide(state)
            state = events[0].apply(state)
        return events


@action("assign_lot")
class AssignLot(Explained):
    """Give a lot to a colour, or (after the last turn) to nobody."""

    button = Button(say("Give the lot"))
    lot: str
    colour: str | None = None

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return the owner the banker names; nobody only once the last turn is over."""
        require_lot(state, self.lot)
        if self.colour is not None:
            require_colour(state, self.colour)
        elif state.stage not in ("settle", "over"):
            raise Refusal(
                "nobody_not_yet",
                "BS-M1",
                say("Until the last turn is over a lot is owned by a colour or not sold."),
            )
        known = self.lot in state.sold or state.tracking == "full"
        counts = dict(state.lot_counts(self.lot)) if known else {}
        return (LotAssigned(self.lot, self.colour, counts, self.reason),)


@event("lot_assigned")
class LotAssigned(CubeEvent):
    """The banker gave a lot to a colour, or to nobody. counts: what is known to lie there."""

    line = say("Correction: {lot} belongs to {owner}.")
    unless = "owner", None, say("Correction: {lot} belongs to nobody.")
    lot: str
    owner: str | None
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        return with_sold(state, self.lot, Sold(self.owner, self.counts, is_by_hand=True))


@action("reopen_lot")
class ReopenLot(Explained):
    """Take back the sale of a lot; counts: what lies there now, where cubes are followed."""

    button = Button(say("Open the lot again"))
    lot: str
    counts: Mapping[str, int] = field(default_factory=dict)

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return that a sale is taken back, with the cubes that lie there now."""
        require_lot(state, self.lot)
        if self.lot not in state.sold:
            raise Refusal(
                "lot_not_sold", "BS-M1", say("{lot} is not sold.", lot=state.copy.titled(self.lot))
            )
        if self.counts:
            require_followed(state)
            require_counts(state, self.lot, self.counts)
        reopened = LotReopened(self.lot, dict(self.counts), self.reason)
        return (reopened, *_closing(state, self.lot, self.counts))


@event("lot_reopened")
class LotReopened(CubeEvent):
    """The banker took back the sale of a lot."""

    line = say("The sale of {lot} is taken back; there: {counts}.")
    begins_with_lot = False
    lot: str
    counts: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        sold = {name: lot for name, lot in state.sold.items() if name != self.lot}
        # Where cubes are not followed the account waits until the lot is settled again.
        waits = state.tracking == "light" and state.stage == "over"
        return replace(
            state,
            sold=sold,
            counts={**state.counts, self.lot: self.counts},
            stage="settle" if waits else state.stage,
        )


@action("set_loans")
class SetLoans(Explained):
    """Say how many certificates really lie before a player (with two players: a colour)."""

    button = Button(say("Correct the loans"))
    seat: int
    loans: int
    colour: str | None = None

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        """Return how many certificates a purse owes for; no money moves."""
        require_seat(state, self.seat, "BS-S1")
        colour = own_colour(state, self.seat, self.colour, say("Choose which colour owes."))
        require_not_negative(self.loans)
        account = state.account(self.seat, colour)
        others = sum(state.loans.values()) - state.loans[account]
        state.certificates.require_enough(others + self.loans)
        said = colour if state.has_two_purses else None
        return (LoansSet(self.seat, account, self.loans, said, self.reason),)


@event("loans_set")
class LoansSet(Event):
    """The banker said how many certificates a purse owes for."""

    line = say("Correction: {account}, loans {loans}.")
    seat: int
    account: str
    loans: int
    colour: str | None = None
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        return with_loans(state, self.account, self.loans)

    def display_value(self, state: BigShotState, name: str) -> object:
        return state.account_names()[self.account] if name == "account" else self.loans

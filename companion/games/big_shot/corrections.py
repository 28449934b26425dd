"""The banker's corrections of cubes, owners of lots, and loans.

Corrections of money are the same as in every game (``mechanics.corrections``).
``BigShotState.kept_for_bids`` limits them, so that a standing bid can still be paid.
"""

from __future__ import annotations

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
from companion.mechanics.actions.base import Button, Event, Setting, action, event, setting
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Explained
from companion.mechanics.money.loans import with_loans
from companion.mechanics.play.table import require_not_negative, require_seat


@setting("set_lot", "lot_set")
class SetLot(CubeEvent, Explained[BigShotState], Setting[BigShotState]):
    """Correct the cubes on an unsold lot.

    If the lot then has seven cubes, it is sold. After the end of the game, a lot with any cubes is
    settled.
    """

    button = Button(say("Fix the cubes"))
    line = say("Correction: {lot}, {counts}.")
    lot: str
    counts: Mapping[str, int]
    """The correct number of cubes of each colour."""

    def require(self, state: BigShotState) -> None:
        require_followed(state)
        require_named(state, [self.lot])
        require_unsold(state, self.lot)
        require_counts(state, self.lot, self.counts)

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        return _with_sale(PendingEvents(state, *Setting.decide(self, state)), self.lot)

    def apply(self, state: BigShotState) -> BigShotState:
        return with_counts(state, self.lot, self.counts)


def _with_sale(corrected: PendingEvents[BigShotState], lot: str) -> tuple[Event, ...]:
    """Return the events of a correction, and the sale of the lot if it now has seven cubes.

    After the end of the game, a lot with fewer cubes, but at least one, is settled.

    corrected: the events of the correction.
    """
    counts = corrected.state.counts[lot]
    if corrected.state.stage == "over" and any(counts.values()):
        corrected.emit(*settled(lot, counts))
    else:
        corrected.emit(*sale_at_seven(lot, counts))
    return corrected.events


@action("move_cube")
class MoveCube(Explained[BigShotState]):
    """Move a cube from one unsold lot to another.

    The other lot is sold if this is its seventh cube.
    """

    button = Button(say("Fix the cubes"))
    lot: str
    """The lot that loses the cube."""
    colour: str
    other: str
    """The lot that gains the cube."""

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        moved = PendingEvents(state)
        for lot, more in ((self.lot, -1), (self.other, 1)):
            counts = dict(moved.state.lot_counts(lot))
            counts[self.colour] = counts.get(self.colour, 0) + more
            moved.emit(*SetLot(lot, counts, reason=self.reason).decide(moved.state))
        return moved.events


@action("assign_lot")
class AssignLot(Explained[BigShotState]):
    """Assign a lot to a colour, regardless of the cubes on it."""

    button = Button(say("Give the lot"))
    lot: str
    colour: str | None = None
    """The new owner; None for nobody, which is allowed only after the last turn."""

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        require_lot(state, self.lot)
        if self.colour is not None:
            require_colour(state, self.colour)
        elif state.stage not in ("settle", "over"):
            raise Refusal(
                "nobody_not_yet",
                "BS-M1",
                say("Until the last turn is over, a sold lot must belong to a colour."),
            )
        known = self.lot in state.sold or state.tracking == "full"
        counts = dict(state.lot_counts(self.lot)) if known else {}
        return (LotAssigned(self.lot, self.colour, counts, self.reason),)


@event("lot_assigned")
class LotAssigned(CubeEvent):
    """The banker assigned a lot to a colour, or to nobody."""

    lot: str
    owner: str | None
    """The colour that owns the lot, or None."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The known cubes on the lot, by colour."""
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        return with_sold(state, self.lot, Sold(self.owner, self.counts, is_by_hand=True))

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence | None:
        if self.owner is None:
            return say("Correction: {lot} belongs to nobody.")
        return say("Correction: {lot} belongs to {owner}.")


@setting("reopen_lot", "lot_reopened")
class ReopenLot(CubeEvent, Explained[BigShotState], Setting[BigShotState]):
    """Cancel the sale of a lot, and optionally correct its cubes.

    If the lot still has seven cubes, it is sold again at once. After the end of the game, a lot
    with any cubes is settled again. With "light" tracking, players must first enter its cubes.
    """

    button = Button(say("Undo the sale"))
    line = say("The sale of {lot} is undone. Cubes there: {counts}.")
    begins_with_lot = False
    lot: str
    counts: Mapping[str, int] = field(default_factory=dict)
    """The correct number of cubes of each colour; empty unless the app tracks the cubes."""

    def require(self, state: BigShotState) -> None:
        require_lot(state, self.lot)
        if self.lot not in state.sold:
            raise Refusal(
                "lot_not_sold", "BS-M1", say("{lot} is not sold.", lot=state.copy.titled(self.lot))
            )
        if self.counts:
            require_followed(state)
            require_counts(state, self.lot, self.counts)

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        return _with_sale(PendingEvents(state, *Setting.decide(self, state)), self.lot)

    def apply(self, state: BigShotState) -> BigShotState:
        sold = {name: lot for name, lot in state.sold.items() if name != self.lot}
        # If the app does not track the cubes, the final scores wait until the lot is settled again.
        waits = state.tracking == "light" and state.stage == "over"
        return replace(
            state,
            sold=sold,
            counts={**state.counts, self.lot: self.counts},
            stage="settle" if waits else state.stage,
        )


@action("set_loans")
class SetLoans(Explained[BigShotState]):
    """Correct the number of a seat's loan certificates without moving any money."""

    button = Button(say("Fix the loans"))
    seat: int
    loans: int
    """The correct number of certificates."""
    colour: str | None = None
    """The colour whose loans are corrected; may be None if the seat has only one colour."""

    def decide(self, state: BigShotState) -> tuple[Event, ...]:
        require_seat(state, self.seat, "BS-S1")
        colour = own_colour(state, self.seat, self.colour, say("Choose which colour owes."))
        require_not_negative(self.loans)
        account = state.account(self.seat, colour)
        others = sum(state.loans.values()) - state.loans[account]
        state.certificates.require_enough(others + self.loans)
        logged = colour if state.has_two_purses else None
        return (LoansSet(self.seat, account, self.loans, logged, self.reason),)


@event("loans_set")
class LoansSet(Event[BigShotState]):
    """The banker corrected the number of loan certificates of a purse."""

    line = say("Correction: {account}, loans: {loans}.")
    seat: int
    account: str
    loans: int
    colour: str | None = None
    reason: str = ""

    def apply(self, state: BigShotState) -> BigShotState:
        return with_loans(state, self.account, self.loans)

    def line_for(self, state: BigShotState, seat: int | None) -> Sentence:
        line = not_none(self.line)
        if self.colour is None:
            # With two colours, the line must name the account that owes the loans.
            line = line.to_you("Correction: your loans: {loans}.")
        return line

    def display_value(self, state: BigShotState, name: str) -> object:
        return state.account_names()[self.account] if name == "account" else self.loans

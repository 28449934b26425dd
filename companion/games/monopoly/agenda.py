"""Continuing the game after an action: the next roll, turn or auction, or the end."""

from __future__ import annotations

from dataclasses import replace

from companion.games.monopoly.buildings import resume_wants
from companion.games.monopoly.endings import end_if_decided
from companion.games.monopoly.obligations import AuctionOpened, pass_turn
from companion.games.monopoly.state import Debt, MonopolyState, Pending, Sale, SeatEvent
from companion.mechanics.actions.base import event
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.language.words import say


def proceed(pending: Pending) -> None:
    """Continue the game after an action, with the next roll, turn or auction that is due.

    If bankruptcies have decided the game, it ends. Otherwise, while no debt or auction is open, the
    next deed that a bankrupt seat left to the bank is auctioned. When no such deed remains and all
    seats have answered, the last buildings are built or auctioned.
    """
    _end_move(pending)
    state = pending.state
    if end_if_decided(pending) or isinstance(state.interruption, Debt | Sale):
        return
    if state.estate:
        pending.emit(AuctionOpened(state.active, position=state.estate[0]))
    elif state.wants is not None and not state.wants.asked:
        resume_wants(pending)


def _end_move(pending: Pending) -> None:
    """Once the landing is settled, give the mover another roll after a double, or pass the turn.

    Open debts do not delay this, except for bail that the mover still owes (MO-J3).
    """
    state = pending.state
    if state.stage != "roll" or not state.moving or _owes_bail(state):
        return
    if state.again:
        pending.emit(RollsAgain(not_none(state.mover)))
    else:
        pass_turn(pending)


def _owes_bail(state: MonopolyState) -> bool:
    """Return whether the mover stays in jail because the bail is not paid yet (MO-J3)."""
    seat = state.mover
    if seat is None or state.jail[seat] is None:
        return False
    return any(debt.reason == "bail" for debt in state.debts_of(seat))


@event("rolls_again")
class RollsAgain(SeatEvent):
    """The seat rolls again after a double (MO-T2)."""

    line = say("{name} rolls again.").to_you("You roll again.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="roll", again=False, moving=False)

"""What the table waits for, in one sentence."""

from __future__ import annotations

from companion.games.big_shot.box import CUBES
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Waiting
from companion.mechanics.words import Sentence, say, say_many


def waiting(state: BigShotState) -> Waiting:
    """Return what the table waits for, or that the game is over; no seats: the banker."""
    seat = next_seat(state)
    if seat is not None:
        return Waiting(_for_seat(state, seat), (seat,))
    if state.stage == "lead":
        return Waiting(say("Everyone rolls; the highest leads the first turn."))
    if state.stage == "settle":
        return Waiting(_for_counts(state))
    if not state.is_over:
        return Waiting(say("The banker types the values printed on the board."))
    return Waiting(say("The game is over."))


def next_seat(state: BigShotState) -> int | None:
    """Return the one seat whose word or move it is, if it is one seat's."""
    if state.stage == "roll":
        return state.leader
    if state.stage == "auction":
        assert state.auction is not None
        return state.auction.turn
    return state.winner if state.stage in ("pay", "place") else None


def _for_seat(state: BigShotState, seat: int) -> Sentence:
    name = state.name(seat)
    if state.stage == "roll":
        return say("{name} rolls the die.", name=name)
    if state.stage == "auction":
        assert state.auction is not None
        return say("{name} bids {lowest} or more, or passes.", name=name, lowest=_lowest(state))
    if state.stage == "pay":
        return say("{name} says which purse pays {amount}.", name=name, amount=state.price)
    return say("{name} places the four cubes.", name=name)


def _lowest(state: BigShotState) -> int:
    assert state.auction is not None
    return state.auction.lowest_bid


def _for_counts(state: BigShotState) -> Sentence:
    missing = CUBES - sum(state.cubes_used().values())
    if missing <= 0:
        return say("Everything is settled: the final account can be made.")
    return say_many(
        "Type the cubes of the lots that are left; {count} cube is not accounted for.",
        "Type the cubes of the lots that are left; {count} cubes are not accounted for.",
        count=missing,
    )

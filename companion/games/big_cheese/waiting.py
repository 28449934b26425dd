"""What the table waits for, in one sentence."""

from __future__ import annotations

from companion.games.big_cheese.box import card_words
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.game import Waiting
from companion.mechanics.words import Sentence, say


def waiting(state: BigCheeseState) -> Waiting:
    """Return what the table waits for, or that the game is over; no seats: anybody."""
    seat = next_seat(state)
    if seat is not None:
        return Waiting(_for_seat(state, seat), (seat,))
    if state.stage == "open":
        return Waiting(say("Tap who bids first on the first card."))
    return Waiting(say("The game is over."))


def next_seat(state: BigCheeseState) -> int | None:
    """Return the one seat whose word or move it is; of a card to turn up, the opener's."""
    if state.stage == "offer":
        return state.opener
    if state.stage == "auction":
        assert state.auction is not None
        return state.auction.turn
    return state.finished[0].seat if state.stage == "results" else None


def _for_seat(state: BigCheeseState, seat: int) -> Sentence:
    if state.stage == "offer":
        return say("Tap the card that is up; {name} bids first.", name=state.name(seat))
    return _word(state, seat) if state.stage == "auction" else _result(state, seat)


def _word(state: BigCheeseState, seat: int) -> Sentence:
    assert state.auction is not None
    name, lowest = state.name(seat), state.auction.lowest_bid
    if state.free(seat) >= lowest:
        return say("{name} bids {lowest} or more, or passes.", name=name, lowest=lowest)
    if state.held[seat].vetoes:
        return say("{name} cannot bid {lowest}: pass or Veto.", name=name, lowest=lowest)
    return say("{name} cannot bid {lowest} and passes.", name=name, lowest=lowest)


def _result(state: BigCheeseState, seat: int) -> Sentence:
    name = state.name(seat)
    if state.result is None:
        cards = tuple(card_words(item.card) for item in state.finished if item.seat == seat)
        return say("{name} rolls for the finished project: {cards}.", name=name, cards=cards)
    return say(
        "{name} keeps {points} or plays a Big Cheese.", name=name, points=state.result.points
    )

"""Cash cards collected, and hands counted (BD-Q2, BD-V3, BD-E1).

A hand is counted only where a rule needs it. Whoever counts it outside his own turn holds five
cards at most (BD-T4), so more is refused.
"""

from __future__ import annotations

from companion.games.big_deal.actions import Collect, CountHand
from companion.games.big_deal.box import HAND
from companion.games.big_deal.facts import CashCardPlayed, Collected, GameEnded, HandShown
from companion.games.big_deal.guards import (
    require_cash_cards,
    require_count,
    require_seat,
    require_stage,
    require_turn,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say, say_many

MOST_OPPONENTS = 2


def require_collecting(state: BigDealState, seat: int) -> None:
    """Raise a refusal unless the seat may play a Cash card to collect (BD-Q1, BD-Q2)."""
    require_turn(state, seat, "BD-Q2", "actions", "raise")
    require_cash_cards(state, 1, "BD-Q2")


def decide_collect(state: BigDealState, action: Collect) -> tuple[Fact, ...]:
    """Return that the card is played; the opponents count their hands."""
    seat, opponents = action.seat, action.opponents
    require_collecting(state, seat)
    for opponent in opponents:
        require_seat(state, opponent)
    if not 0 < len(opponents) <= MOST_OPPONENTS or len({seat, *opponents}) <= len(opponents):
        raise Refusal("one_or_two_opponents", "BD-Q2", say("Choose one or two opponents."))
    return (CashCardPlayed(seat, opponents),)


def require_counting(state: BigDealState, seat: int) -> None:
    """Raise ``not_now``, ``not_asked`` or ``hand_counted`` unless the seat's hand is counted."""
    require_seat(state, seat)
    require_stage(state, "BD-Q2", "collect", "hands")
    if state.collection is not None:
        if seat not in state.collection.waiting:
            raise Refusal("not_asked", "BD-Q2", say("Nobody collects from this hand now."))
    elif seat in state.hands:
        raise Refusal(
            "hand_counted",
            "BD-E1",
            say("The hand of {name} is counted already.", name=state.name(seat)),
        )


def decide_count_hand(state: BigDealState, action: CountHand) -> tuple[Fact, ...]:
    """Return the count with what it costs, or at the end the account once all have counted.

    Raises ``too_few``, ``hand_over_five``, ``too_many_shares``.
    """
    seat, shares = action.seat, action.shares
    require_counting(state, seat)
    require_count(shares, "BD-T4", least=0)
    if shares > HAND:
        raise Refusal(
            "hand_over_five", "BD-T4", say("A hand holds {most} cards at most now.", most=HAND)
        )
    _require_in_play(state, shares)
    if state.collection is not None:
        return (_collected(state, seat, shares, state.collection.collector),)
    shown = HandShown(seat, shares)
    is_last = len(state.hands) + 1 == len(state.setup.seats)
    return (shown, GameEnded()) if is_last else (shown,)


def highest_count(state: BigDealState) -> int:
    """Return the most shares that a hand can be counted with now (BD-T4, BD-S2)."""
    return min(HAND, _in_hands(state))


def _in_hands(state: BigDealState) -> int:
    """Return how many shares can still be in hands that are not counted, of all companies."""
    return sum(map(state.unseen_shares, state.packing.companies)) - sum(state.hands.values())


def _require_in_play(state: BigDealState, shares: int) -> None:
    """Raise ``too_many_shares`` unless so many can still be in hands."""
    unseen = _in_hands(state)
    if shares > unseen:
        raise Refusal(
            "too_many_shares",
            "BD-S2",
            say_many(
                "{count} share can still be in hands.",
                "{count} shares can still be in hands.",
                count=unseen,
            ),
        )


def _collected(state: BigDealState, seat: int, shares: int, collector: int) -> Collected:
    """Return the payment; who cannot pay in full pays what he has, the rest is forgotten."""
    tokens = sum(state.free_tokens(seat).values())
    paid = min(state.rate * (shares + tokens), state.cash(seat))
    return Collected(seat, collector, shares, tokens, state.rate, paid)

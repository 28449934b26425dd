"""Game Over cards: how many can come up, and how the seventh ends the game (BD-G1, BD-E1)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_deal.bases import BigDealEvent, SeatEvent
from companion.games.big_deal.box import HAND, OVERS, UPPER_OVERS, shares_words
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import event
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many


@event("last_over_shown")
class LastOverShown(BigDealEvent):
    """The seventh Game Over card came up, which ends the game at once.

    The active seat gets no income and no turn. The hands are counted next.
    """

    line = say("Game Over card number {count} ends the game at once.", count=OVERS)

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, step="hands", duel=None, spoils=None, collection=None)

    def scenes(self, state: BigDealState) -> tuple[Scene, ...]:
        return (self.scene(state, "overs", {"count": OVERS, "of": OVERS}),)


@event("hand_shown")
class HandShown(SeatEvent):
    """A seat counted the shares in its hand at the end of the game."""

    shares: int

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, hands={**state.hands, self.seat: self.shares})

    def line_for(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say_many(
            "{name} shows {count} share in hand.",
            "{name} shows {count} shares in hand.",
            count=self.shares,
            held=shares_words(self.shares),
        ).to_you("You show {held} in hand.")


@event("game_ended")
class BigDealEnded(BigDealEvent):
    """All hands are counted, so the game is over."""

    line = say("Everything is sold to the bank; the game is over.")

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, step="over")


def require_overs(count: int, most: int, rule: str) -> None:
    """Raise ``too_many_overs`` unless the number of Game Over cards is from 0 to ``most``."""
    if not 0 <= count <= most:
        sentence = say("0 to {most} Game Over cards can turn up here.", most=most)
        raise Refusal("too_many_overs", rule, sentence)


def most_overs(state: BigDealState) -> int:
    """Return the maximum number of Game Over cards that can come up at this draw (BD-S2).

    Screens offer no higher number. A higher number is not refused, however, because players do not
    count the cards in each half of the deck.
    """
    off_the_deck = HAND * len(state.seats) + state.turn
    is_lower = off_the_deck >= state.packing.upper_half or state.overs > UPPER_OVERS
    return state.overs_left if is_lower else max(UPPER_OVERS - state.overs, 0)

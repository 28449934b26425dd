"""A household that plays The Big Cheese at random, with a real deck."""

from __future__ import annotations

from random import Random

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import OfferCard
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.game import LegalMove, Setup
from companion.testing import households

WAYS = {
    name: way
    for name, way in households.ways(
        players=(3, 4, 5, 6),
        scoring=("one_die", "dice_set"),
        exactly_30=(False, True),
        specials=(True, False),
        direction=("counter_clockwise", "clockwise"),
    ).items()
    if way["scoring"] == "dice_set" or not way["exactly_30"]
}


def a_setup(players: int = 3, **options: object) -> Setup:
    """Return a prepared setup for a number of players."""
    return GAME.rules.prepare(Setup(options, households.seated(players)))


class Household(households.Household[BigCheeseState]):
    game = GAME

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        daring = random.choice((0.3, 0.5, 0.7))
        self.likely = {"bid": daring, "pass": 1 - daring, "veto": 0.2}
        self.deck: list[str] = []

    def keen(self, state: BigCheeseState, kind: str) -> float:
        return self.likely.get(kind, 1)

    def to_offer(self, state: BigCheeseState, offer: LegalMove) -> OfferCard:
        """Turn up the next card; an empty deck is filled with all cards that are not out (BC-C)."""
        if not self.deck:
            self.deck = [card for card in state.cards for _ in range(state.left(card))]
            self.random.shuffle(self.deck)
        return OfferCard(self.deck.pop())

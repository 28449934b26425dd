"""A household that plays The Big Cheese by chance: real cards and dice, legal actions alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Open, Pass, Veto
from companion.games.big_cheese.results import Keep, Reroll, Roll
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.codec import to_json
from companion.mechanics.game import Action, Offer, OneOf, Setup, Sitting, Whole

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco")


def a_setup(players: int = 3, /, **options: object) -> Setup:
    """Return a prepared set-up with the first so many names."""
    return GAME.rules.prepare(Setup(options, tuple(Sitting(name) for name in NAMES[:players])))


class Household:
    """Chooses each action from what is offered; turns up cards from a real deck.

    daring: how often somebody bids on.
    """

    def __init__(self, random: Random, state: BigCheeseState) -> None:
        self.random = random
        self.daring = random.choice((0.3, 0.5, 0.7))
        self.deck: list[str] = []
        self.cards = state.cards

    def next_action(self, state: BigCheeseState) -> Action:
        """Return a legal action for a table that is not over."""
        if state.stage == "open":
            return Open(self.random.choice(tuple(state.seats)))
        if state.stage == "offer":
            return OfferCard(self.next_card(state))
        offers = [offer for seat in state.seats for offer in GAME.legal_actions(state, seat)]
        if state.stage == "auction":
            return self._word({offer.kind: offer for offer in offers})
        return self._result(self.random.choice(offers))

    def next_card(self, state: BigCheeseState) -> str:
        """Return the next card; an empty deck is made anew from all that is not out (BC-C)."""
        if not self.deck:
            self.deck = [card for card in self.cards for _ in range(state.left(card))]
            self.random.shuffle(self.deck)
        return self.deck.pop()

    def _word(self, offers: dict[str, Offer]) -> Action:
        seat = offers["pass"].seat
        assert seat is not None
        if "veto" in offers and self.random.random() < 0.2:
            return Veto(seat)
        if "bid" in offers and self.random.random() < self.daring:
            workers = offers["bid"].fields["workers"]
            assert isinstance(workers, Whole) and workers.highest is not None
            more = self.random.choice((0, 0, 0, 0, 1, 2))
            return Bid(seat, min(workers.lowest + more, workers.highest))
        return Pass(seat)

    def _result(self, offer: Offer) -> Action:
        numbers = offer.fields["project"]
        assert isinstance(numbers, OneOf) and offer.seat is not None
        number = int(numbers.values[0])
        if offer.kind == "keep":
            return Keep(offer.seat, number)
        faces = offer.fields["value"]
        assert isinstance(faces, Whole) and faces.highest is not None
        value = self.random.randint(faces.lowest, faces.highest)
        return (Roll if offer.kind == "roll" else Reroll)(offer.seat, number, value)


Step = tuple[BigCheeseState, Action, BigCheeseState]


def played(setup: Setup, random: Random) -> Iterator[Step]:
    """Yield every step of a whole game: the state, an action, and the state after it."""
    state = GAME.rules.begin(setup)
    household = Household(random, state)
    while state.stage != "over":
        action = household.next_action(state)
        before = state
        for fact in action.decide(state):
            state = GAME.evolve(state, fact)
        yield before, action, state


def a_record(players: int, seed: int, **options: object) -> dict[str, Any]:
    """Return a whole game by chance as a record of actions alone."""
    setup = a_setup(players, **options)
    return {
        "format": "companion record",
        "version": 1,
        "game": GAME.name,
        "options": dict(setup.options),
        "seats": [{"name": seat.name} for seat in setup.seats],
        "actions": [to_json(action) for _, action, _ in played(setup, Random(seed))],
    }

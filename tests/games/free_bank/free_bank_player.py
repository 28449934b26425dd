"""A household that plays at a free bank by chance: what is offered, and now and then nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.codec import to_json
from companion.mechanics.game import Action, Offer, OneOf, Setup, Whole, folded
from companion.mechanics.refusal import Refusal
from tests.games.free_bank.free_bank_tables import NOON, a_setup, asked

STEPS = 60
RARELY = {"end": 0.02, "add_account": 0.2, "call_off": 0.2, "hammer": 0.3, "set_salary": 0.3}
"""How often a household does what it is offered, where that is not always."""


class Household:
    """Chooses each action from what is offered."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def next_action(self, state: FreeBankState) -> Action:
        """Return an action that is offered, its fields filled within what the offer says."""
        seats = (None, *state.seats)
        offers = [offer for seat in seats for offer in GAME.legal_actions(state, seat)]
        while True:
            offer = self.random.choice(offers)
            if self.random.random() < RARELY.get(offer.kind, 1):
                return self._filled(state, offer).filled_in(state, self._die)

    def _die(self, sides: int) -> int:
        return self.random.randint(1, sides)

    def _filled(self, state: FreeBankState, offer: Offer) -> Action:
        fields: dict[str, Any] = {} if offer.seat is None else {"seat": offer.seat}
        for name, values in offer.fields.items():
            fields[name] = self._value(values)
        if offer.kind == "start_clock":
            fields["at"] = NOON
        return asked(offer.kind, **self._more(state, offer), **fields)

    def _value(self, values: Whole | OneOf) -> int | str:
        if isinstance(values, OneOf):
            return self.random.choice(values.values)
        lowest = max(values.lowest, -20)
        highest = lowest + 40 if values.highest is None else min(values.highest, lowest + 40)
        # No points at all are nothing to give; elsewhere 0 is offered only where it may be.
        return self.random.randint(lowest, highest) or int(values.lowest < 0)

    def _more(self, state: FreeBankState, offer: Offer) -> dict[str, Any]:
        """Return what an offer leaves open."""
        accounts = (*state.accounts, "all")
        pots = [account for account in state.accounts if not account.startswith("seat")]
        more: dict[str, dict[str, Any]] = {
            "pay": {"target": self.random.choice(accounts)},
            "take": {"source": self.random.choice(pots)},
            "move": {
                "source": self.random.choice(accounts),
                "target": self.random.choice(accounts),
            },
            "put_up": {
                "what": self.random.choice(("", "Mill")),
                "how": self.random.choice(("open", "sealed")),
                "target": self.random.choice(state.accounts),
            },
            "add_account": {"name": f"Pot {self.random.randint(1, 9)}"},
            "roll": {"dice": self.random.randint(1, 3), "sides": self.random.choice((6, 20))},
        }
        return more.get(offer.kind, {})


Step = tuple[FreeBankState, Action, FreeBankState | Refusal]


def played(setup: Setup, random: Random, steps: int = STEPS) -> Iterator[Step]:
    """Yield each step of a game: the state, an action, and the state after it or why not.

    What an offer leaves open may be refused: a payment to oneself, of more than one has.
    """
    state, household = GAME.rules.begin(setup), Household(random)
    for step in range(steps):
        if state.is_over:
            return
        action = household.next_action(state) if step < steps - 2 else asked(_ending(state))
        after: FreeBankState | Refusal
        try:
            after = folded(GAME, state, action.decide(state))
        except Refusal as refusal:
            after = refusal
        yield state, action, after
        state = state if isinstance(after, Refusal) else after


def _ending(state: FreeBankState) -> str:
    return "end" if state.auction is None else "call_off"


def a_record(players: int, seed: int, **options: object) -> dict[str, Any]:
    """Return a whole game by chance as a record of actions alone."""
    setup = a_setup(players, **options)
    return {
        "format": "companion record",
        "version": 1,
        "game": GAME.name,
        "options": dict(setup.options),
        "seats": [{"name": seat.name} for seat in setup.seats],
        "actions": [
            to_json(action)
            for _, action, after in played(setup, Random(seed), 200)
            if not isinstance(after, Refusal)
        ],
    }

"""A household that plays at a free bank at random, for a number of steps."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.free_bank import GAME
from companion.games.free_bank.auction_kinds import KINDS
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Action, LegalMove
from companion.testing import households
from tests.games.free_bank.free_bank_tables import a_setup, asked

__all__ = ["WAYS", "Household", "a_setup"]

HELD = tuple(how for how, kind in KINDS.items() if not kind.is_proxy)
"""The kinds of auctions, except that in which a secret limit moves a price that all can see."""
RARELY = {
    "end": 0.02,
    "add_account": 0.2,
    "join_late": 0.1,
    "call_off": 0.2,
    "hammer": 0.3,
    "set_salary": 0.3,
    "start_turn_clock": 0.2,
}

IN_TEAMS = 0.02
"""The share of steps in which the banker puts a player into a team."""

WAYS = households.ways(
    players=(1, 2, 5),
    standing=("most_money", "least_money", "most_points", "fewest_points"),
    debt=(0, 30),
    start=(60,),
    salary=(10,),
)
WAYS["takings"] = {"players": 4, "salary": 10, "movers": "pay_and_take", "accounts": "Port"}
WAYS["hidden"] = {"players": 4, "salary": 10, "hidden_money": True, "debt": 30}
WAYS["money alone"] = {"players": 3, "dice": "none", "auctions": False}


class Household(households.Household[FreeBankState]):
    game = GAME
    unsure = frozenset(("pay", "take", "move", "share", "add_account"))

    def __init__(self, random: Random, steps: int = 200) -> None:
        super().__init__(random)
        self.steps = steps

    def is_odd(self, action: Action) -> bool:
        # Zero points cannot be given, although a range may include it.
        return getattr(action, "amount", None) == 0

    def keen(self, state: FreeBankState, kind: str) -> float:
        return RARELY.get(kind, 1)

    def next_action(self, state: FreeBankState) -> Action:
        """Return the next action; the last step ends the game."""
        self.steps -= 1
        if self.steps < 2:
            return asked("end" if state.auction is None else "call_off")
        if self.random.random() < IN_TEAMS:
            team = self.random.choice(("Red", "Blue", ""))
            return asked("set_team", seats=(self.random.choice(state.seats),), team=team)
        return super().next_action(state)

    def as_offered(self, state: FreeBankState, offer: LegalMove, **said: Any) -> Action | None:
        """Return the action with a random account, name or dice."""
        some, accounts = self.random.choice, tuple(state.accounts)
        pots = [account for account in accounts if not account.startswith("seat")]
        open_fields: dict[str, dict[str, Any]] = {
            "pay": {"target": some((*accounts, "all"))},
            "take": {"source": some(pots)},
            "move": {"source": some((*accounts, "all")), "target": some((*accounts, "all"))},
            "share": {"source": some(accounts), "seats": ()},
            "put_up": {"what": some(("", "Mill")), "how": some(HELD)} | {"target": some(accounts)},
            "add_account": {"name": f"Pot {self.random.randint(1, 9)}"},
            "join_late": {"name": f"Guest {len(state.seats)}"},
            "roll": {"dice": self.random.randint(1, 3), "sides": some((6, 20))},
        }
        return super().as_offered(state, offer, **open_fields.get(offer.kind, {}) | said)

"""The menu offers every legal action on property, whatever its filters leave out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random

from companion.games.monopoly import GAME
from companion.games.monopoly.buildings import Build, BuildUp, Sell, SellDown
from companion.games.monopoly.corrections import SetDeed
from companion.games.monopoly.deals import AcceptDeal
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.rents import AskRent
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.state import MonopolyState, groups
from companion.mechanics.actions.base import Action
from companion.mechanics.actions.refusal import is_legal
from companion.testing.contract import holds
from tests.extent import choose
from tests.games.monopoly.monopoly_player import Household, a_setup

GROUPS = "brown", "light_blue", "orange", "stations"
"""The groups that the seats own from the beginning, so that they build."""
APART = choose(check=20, test=10, full=3)
"""How many steps apart the states are that are checked."""


def states(seed: int) -> Iterator[MonopolyState]:
    """Yield some states of a random game in which each seat owns a group."""
    dealt = [SetDeed(place, seat) for seat, group in enumerate(GROUPS) for place in groups()[group]]
    steps = Household(Random(seed)).played(a_setup(len(GROUPS)), 400, [Begin(0), *dealt])
    yield from (step.after for step in islice(steps, 0, None, APART))


def on_property(state: MonopolyState) -> Iterator[Action]:
    """Yield the actions of every seat on every property and group."""
    places = [space.position for space in state.board.properties]
    for seat, place in product(state.seats, places):
        yield from (kind(seat, place, at=0) for kind in (Build, Sell, Mortgage, Lift))
        yield AskRent(seat, place)
    for seat, group in product(state.seats, groups()):
        yield SellDown(seat, group, at=0)
        yield from (BuildUp(seat, group, level, at=0) for level in range(1, 6))
    yield from (AcceptDeal(seat, deal, at=0) for seat, deal in product(state.seats, state.deals))


def test_every_legal_action_on_property_is_offered() -> None:
    met = set()

    for seed in range(choose(check=1, test=3, full=30)):
        for state in states(seed):
            offers = {seat: GAME.legal_actions(state, seat) for seat in (None, *state.seats)}
            for action in on_property(state):
                if is_legal(action.decide, state):
                    offered = offers[getattr(action, "seat", None)]
                    assert any(holds(offer, action) for offer in offered), action
                    met.add(action.kind)

    assert met >= {"build", "build_up", "sell", "sell_down", "mortgage", "ask_rent"}

"""The Big Cheese as the companion's contract wants it: a thin way into the modules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.games.big_cheese import (
    actions,
    adjustments,
    bidding,
    fold,
    offers,
    results,
    seating,
    standing,
    tell,
    view,
    waiting,
)
from companion.games.big_cheese.facts import FACTS
from companion.games.big_cheese.guards import project_in
from companion.games.big_cheese.rulebook import RULES
from companion.games.big_cheese.state import BigCheeseState
from companion.games.big_cheese.view import BigCheeseView
from companion.mechanics.dice import Dice
from companion.mechanics.game import Action, Fact, Game, Offer, Outcome, Setup, Waiting
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import Option, WholeOption
from companion.mechanics.words import Sentence, say

_DECISIONS: dict[type[Action], Callable[[BigCheeseState, Any], tuple[Fact, ...]]] = {
    actions.Open: bidding.decide_open,
    actions.OfferCard: bidding.decide_offer,
    actions.Bid: bidding.decide_bid,
    actions.Pass: bidding.decide_pass,
    actions.Veto: bidding.decide_veto,
    actions.Roll: results.decide_roll,
    actions.Reroll: results.decide_reroll,
    actions.Keep: results.decide_keep,
    actions.SetWorkers: adjustments.decide_set_workers,
    actions.SetScore: adjustments.decide_set_score,
    actions.SetCards: adjustments.decide_set_cards,
}


class BigCheese(Game[BigCheeseState]):
    """The Big Cheese, James Ernest and Jon Wilkie, Cheapass Games, for three to six players."""

    name: ClassVar[str] = "big_cheese"
    title: ClassVar[str] = seating.TITLE
    unit: ClassVar[Sentence] = say("workers")
    players: ClassVar[range] = seating.PLAYERS
    options: ClassVar[tuple[Option | WholeOption, ...]] = seating.OPTIONS
    rules: ClassVar[Mapping[str, Sentence]] = RULES
    actions: ClassVar[tuple[type[Action], ...]] = actions.ACTIONS
    facts: ClassVar[tuple[type[Fact], ...]] = FACTS
    has_money: ClassVar[bool] = False

    def prepare(self, setup: Setup) -> Setup:
        return seating.prepare(setup)

    def begin(self, setup: Setup) -> BigCheeseState:
        return seating.begin(setup)

    def decide(self, state: BigCheeseState, action: Action) -> tuple[Fact, ...]:
        return _DECISIONS[type(action)](state, action)

    def evolve(self, state: BigCheeseState, fact: Fact) -> BigCheeseState:
        return fold.evolve(state, fact)

    def legal_actions(self, state: BigCheeseState, seat: int | None) -> tuple[Offer, ...]:
        return offers.legal_actions(state, seat)

    def resolve(self, state: BigCheeseState, action: Action, dice: Dice) -> Action:
        """Return a roll that nobody typed with the app's die thrown; it knows which one."""
        if isinstance(action, actions.Roll) and action.value is None:
            project = project_in(state.finished, action.project)
            if project is not None:
                value = dice(state.sides(project.card))
                return replace(action, value=value, by_app=True)
        return action

    def waiting(self, state: BigCheeseState) -> Waiting:
        return waiting.waiting(state)

    def ledger(self, state: BigCheeseState) -> Ledger:
        return state.ledger

    def view(self, state: BigCheeseState, seat: int | None) -> BigCheeseView:
        return view.view(state, seat)

    def tell(self, state: BigCheeseState, fact: Fact, seat: int | None) -> Sentence | None:
        return tell.tell(state, fact)

    def outcome(self, state: BigCheeseState) -> Outcome | None:
        return standing.outcome(state)

    def holdings(self, state: BigCheeseState) -> dict[str, object]:
        return standing.holdings(state)

    def progress(self, state: BigCheeseState) -> int:
        return state.auctions

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        return say("Score over the auctions"), say("auction {turn}", turn=turns)

    def wealth(self, state: BigCheeseState) -> tuple[int, ...]:
        return standing.wealth(state)

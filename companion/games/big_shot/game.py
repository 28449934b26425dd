"""Big Shot as the companion's contract wants it: a thin way into the modules beside this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.games.big_shot import (
    actions,
    adjustments,
    bidding,
    borrowing,
    copy,
    copy_form,
    cubes,
    draft,
    fold,
    light,
    offers,
    seating,
    standing,
    tell,
    turns,
    view,
    waiting,
)
from companion.games.big_shot.actions import Place
from companion.games.big_shot.box import COLOURS, SIDES
from companion.games.big_shot.copy import copy_from_record, require_same_lots
from companion.games.big_shot.draft import DraftView
from companion.games.big_shot.facts import FACTS
from companion.games.big_shot.rulebook import RULES
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.view import BigShotView
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.dice import Dice, roll_off, winner_of
from companion.mechanics.game import Action, Fact, Game, Offer, Outcome, Setup, Waiting
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import Option, WholeOption
from companion.mechanics.words import Sentence, say

_DECISIONS: dict[type[Action], Callable[[BigShotState, Any], tuple[Fact, ...]]] = {
    actions.Lead: turns.decide_lead,
    actions.Roll: turns.decide_roll,
    actions.Borrow: borrowing.decide_borrow,
    actions.Bid: bidding.decide_bid,
    actions.Pass: bidding.decide_pass,
    actions.Pay: bidding.decide_pay,
    actions.Place: cubes.decide_place,
    actions.Settle: light.decide_settle,
    actions.Score: light.decide_score,
    actions.FallBack: light.decide_fall_back,
    actions.SetLot: adjustments.decide_set_lot,
    actions.AssignLot: adjustments.decide_assign_lot,
    actions.ReopenLot: adjustments.decide_reopen_lot,
    actions.SetLoans: adjustments.decide_set_loans,
    Correct: adjustments.decide_money,
    CountCash: adjustments.decide_money,
}


class BigShot(Game[BigShotState]):
    """Big Shot, Alex Randolph, Ravensburger 2001, for two to four players."""

    name: ClassVar[str] = "big_shot"
    title: ClassVar[str] = "Big Shot"
    unit: ClassVar[Sentence] = say("million $")
    players: ClassVar[range] = seating.PLAYERS
    options: ClassVar[tuple[Option | WholeOption, ...]] = seating.OPTIONS
    colours: ClassVar[tuple[str, ...]] = COLOURS
    rules: ClassVar[Mapping[str, Sentence]] = RULES
    actions: ClassVar[tuple[type[Action], ...]] = actions.ACTIONS
    facts: ClassVar[tuple[type[Fact], ...]] = FACTS
    has_copy: ClassVar[bool] = True

    def colours_each(self, players: int) -> int:
        return seating.colours_each(players)

    def colours_in(self, copy: Mapping[str, object]) -> tuple[str, ...]:
        return copy_from_record(copy).colours or COLOURS

    def prepare(self, setup: Setup) -> Setup:
        return seating.prepare(setup)

    def begin(self, setup: Setup) -> BigShotState:
        return seating.begin(setup)

    def decide(self, state: BigShotState, action: Action) -> tuple[Fact, ...]:
        return _DECISIONS[type(action)](state, action)

    def evolve(self, state: BigShotState, fact: Fact) -> BigShotState:
        return fold.evolve(state, fact)

    def legal_actions(self, state: BigShotState, seat: int | None) -> tuple[Offer, ...]:
        return offers.legal_actions(state, seat)

    def resolve(self, state: BigShotState, action: Action, dice: Dice) -> Action:
        """Return a lead or a roll that nobody typed with the app's dice thrown."""
        if isinstance(action, actions.Lead) and action.seat is None:
            rolls = roll_off(len(state.setup.seats), dice, SIDES)
            return replace(action, seat=winner_of(rolls), rolls=rolls, by_app=True)
        if isinstance(action, actions.Roll) and action.value is None:
            return replace(action, value=dice(SIDES), by_app=True)
        return action

    def waiting(self, state: BigShotState) -> Waiting:
        return waiting.waiting(state)

    def ledger(self, state: BigShotState) -> Ledger:
        return state.ledger

    def hidden_accounts(self, state: BigShotState, seat: int | None) -> frozenset[str]:
        return state.hidden_accounts(seat)

    def view(self, state: BigShotState, seat: int | None) -> BigShotView:
        return view.view(state, seat)

    def draft(self, state: BigShotState, seat: int, words: str) -> DraftView | None:
        return draft.draft(state, seat, words)

    def preview(self, state: BigShotState, action: Place) -> tuple[Sentence, ...]:
        """Return what placing these cubes would do, lot by lot; raises Refusal."""
        return draft.preview(state, action)

    def tell(self, state: BigShotState, fact: Fact, seat: int | None) -> Sentence | None:
        return tell.tell(state, fact, seat)

    def outcome(self, state: BigShotState) -> Outcome | None:
        return standing.outcome(state)

    def holdings(self, state: BigShotState) -> dict[str, object]:
        return standing.holdings(state)

    def progress(self, state: BigShotState) -> int:
        return state.turns_finished

    def wealth(self, state: BigShotState) -> tuple[int, ...]:
        return standing.wealth(state)

    def blank_copy(self) -> Mapping[str, object]:
        return copy.blank_copy()

    def check_copy(self, data: object) -> Mapping[str, object]:
        return copy.check_copy(data)

    def copy_from_form(self, form: Mapping[str, str]) -> Mapping[str, object]:
        return copy_form.copy_from_form(form)

    def copy_is_complete(self, copy: Mapping[str, object]) -> bool:
        return copy_from_record(copy).is_complete

    def with_copy(self, state: BigShotState, copy: Mapping[str, object]) -> BigShotState:
        """Return the state on a copy with other figures; raises ``lots_renamed``."""
        corrected = copy_from_record(copy)
        require_same_lots(state.copy, corrected)
        return replace(state, copy=corrected, setup=replace(state.setup, copy=copy))

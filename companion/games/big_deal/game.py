"""Big Deal as the companion's contract wants it: a thin way into the modules beside this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.games.big_deal import (
    account,
    actions,
    adjustment_actions,
    adjustments,
    collecting,
    companies,
    copy,
    draft,
    fold,
    learning,
    market,
    offers,
    score,
    seating,
    settlement,
    standing,
    takeover,
    takeover_actions,
    tell,
    turns,
    view,
    waiting,
)
from companion.games.big_deal.box import COMPANIES, PACKINGS, Packing
from companion.games.big_deal.copy import copy_from_record
from companion.games.big_deal.copy_form import copy_from_form
from companion.games.big_deal.draft import DraftView
from companion.games.big_deal.facts import FACTS
from companion.games.big_deal.rulebook import RULES
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.view_shapes import BigDealView
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.game import Action, Fact, Game, Offer, Outcome, Setup, Waiting
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import Option, WholeOption
from companion.mechanics.score_form import ScoreForm, Typed
from companion.mechanics.words import Sentence, say

_DECISIONS: dict[type[Action], Callable[[BigDealState, Any], tuple[Fact, ...]]] = {
    actions.Deal: turns.decide_deal,
    actions.LearnCompany: learning.decide_learn_company,
    actions.Draw: turns.decide_draw,
    actions.Income: turns.decide_income,
    actions.BuyResource: market.decide_buy_resource,
    actions.SellResource: market.decide_sell_resource,
    actions.BuyShares: market.decide_buy_shares,
    actions.SellShares: market.decide_sell_shares,
    actions.Open: companies.decide_open,
    actions.Add: companies.decide_add,
    actions.TakeBack: companies.decide_take_back,
    actions.SellCompany: companies.decide_sell_company,
    actions.Split: companies.decide_split,
    takeover_actions.TakeOver: takeover.decide_take_over,
    takeover_actions.Raise: takeover.decide_raise,
    takeover_actions.GiveUp: takeover.decide_give_up,
    takeover_actions.Claim: settlement.decide_claim,
    takeover_actions.Pay: settlement.decide_pay,
    takeover_actions.Fail: settlement.decide_fail,
    takeover_actions.SellWon: settlement.decide_sell_won,
    takeover_actions.OpenWon: settlement.decide_open_won,
    takeover_actions.KeepWon: settlement.decide_keep_won,
    actions.Collect: collecting.decide_collect,
    actions.CountHand: collecting.decide_count_hand,
    actions.EndTurn: turns.decide_end_turn,
    adjustment_actions.SetTokens: adjustments.decide_set_tokens,
    adjustment_actions.SetGroup: adjustments.decide_set_group,
    adjustment_actions.SetShares: adjustments.decide_set_shares,
    adjustment_actions.SetOvers: adjustments.decide_set_overs,
    adjustment_actions.SetCashCards: adjustments.decide_set_cash_cards,
    Correct: adjustments.decide_money,
    CountCash: adjustments.decide_money,
}


class BigDeal(Game[BigDealState]):
    """Big Deal, Zuckerman, Harpaz, Wagner and Rotem, Amigo 2001, for two to six players."""

    name: ClassVar[str] = "big_deal"
    title: ClassVar[str] = "Big Deal"
    unit: ClassVar[Sentence] = say("million $")
    players: ClassVar[range] = seating.PLAYERS
    options: ClassVar[tuple[Option | WholeOption, ...]] = seating.OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = actions.ACTIONS
    facts: ClassVar[tuple[type[Fact], ...]] = FACTS
    rules: ClassVar[Mapping[str, Sentence]] = RULES
    has_copy: ClassVar[bool] = True
    titles: ClassVar[Mapping[str, str]] = COMPANIES

    def prepare(self, setup: Setup) -> Setup:
        return seating.prepare(setup)

    def begin(self, setup: Setup) -> BigDealState:
        return seating.begin(setup)

    def decide(self, state: BigDealState, action: Action) -> tuple[Fact, ...]:
        return _DECISIONS[type(action)](state, action)

    def evolve(self, state: BigDealState, fact: Fact) -> BigDealState:
        return fold.evolve(state, fact)

    def legal_actions(self, state: BigDealState, seat: int | None) -> tuple[Offer, ...]:
        return offers.legal_actions(state, seat)

    def waiting(self, state: BigDealState) -> Waiting:
        return waiting.waiting(state)

    def ledger(self, state: BigDealState) -> Ledger:
        return state.ledger

    def hidden_accounts(self, state: BigDealState, seat: int | None) -> frozenset[str]:
        return state.hidden_accounts(seat)

    def view(self, state: BigDealState, seat: int | None) -> BigDealView:
        return view.view(state, seat)

    def packing(self, players: int) -> Packing:
        """Return what goes into the deck for so many players."""
        return PACKINGS[players]

    def starts(self, players: int) -> tuple[int, ...]:
        """Return the first money, from the player who begins on (BD-S1)."""
        return seating.first_purses(players, 0)

    def draft(self, state: BigDealState, seat: int | None, words: str) -> DraftView | None:
        return None if seat is None else draft.draft(state, seat, words, self.decide)

    def tell(self, state: BigDealState, fact: Fact, seat: int | None) -> Sentence | None:
        return tell.tell(state, fact, seat)

    def outcome(self, state: BigDealState) -> Outcome | None:
        return standing.outcome(state)

    def account(self, holdings: Mapping[str, object]) -> Outcome:
        return account.final_account(account.read_holdings(holdings))

    def score_form(self, players: int) -> ScoreForm:
        return score.score_form(players)

    def typed_holdings(self, typed: Typed) -> dict[str, object]:
        return score.typed_holdings(typed)

    def holdings(self, state: BigDealState) -> dict[str, object]:
        return standing.holdings(state)

    def progress(self, state: BigDealState) -> int:
        return state.turns_finished

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        end = say("after {turn} turns, all players together", turn=turns)
        return say("Fortune, turn by turn"), end

    def wealth(self, state: BigDealState) -> tuple[int, ...]:
        return standing.wealth(state)

    def blank_copy(self) -> Mapping[str, object]:
        return copy.blank_copy()

    def check_copy(self, data: object) -> Mapping[str, object]:
        return copy.check_copy(data)

    def copy_from_form(self, form: Mapping[str, str]) -> Mapping[str, object]:
        return copy_from_form(form)

    def copy_is_complete(self, copy: Mapping[str, object]) -> bool:
        return copy_from_record(copy).is_complete

    def copy_now(self, state: BigDealState) -> Mapping[str, object] | None:
        return state.learnt

    def with_copy(self, state: BigDealState, copy: Mapping[str, object]) -> BigDealState:
        return learning.with_copy(state, copy)

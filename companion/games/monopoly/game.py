"""Monopoly Travel as the companion's contract wants it: a thin way into the modules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from companion.games.monopoly import (
    account,
    actions,
    adjustments,
    auctions,
    bankruptcy,
    building,
    copy,
    copy_form,
    dealing,
    deals,
    draft,
    endings,
    fold,
    landing,
    lists,
    mortgages,
    offers,
    payments,
    rents,
    score,
    seating,
    shortage,
    standing,
    tell,
    turns,
    view,
    waiting,
)
from companion.games.monopoly.board import READY_COPIES, TITLE
from companion.games.monopoly.box import DICE, LIST_DICE, SIDES
from companion.games.monopoly.copy import board_from_record
from companion.games.monopoly.draft import MonopolyDraft
from companion.games.monopoly.facts import FACTS
from companion.games.monopoly.holdings import read_holdings
from companion.games.monopoly.rulebook import RULES
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.view_types import MonopolyView
from companion.mechanics.copies import ReadyCopy
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.dice import Dice, roll_off, winner_of
from companion.mechanics.game import Action, Clock, Fact, Game, Offer, Outcome, Setup, Waiting
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import Option, WholeOption
from companion.mechanics.score_form import ScoreForm, Typed
from companion.mechanics.words import Sentence, say

_DECISIONS: dict[type[Action], Callable[[MonopolyState, Any], tuple[Fact, ...]]] = {
    actions.DealDeeds: dealing.decide_deal_deeds,
    actions.Begin: turns.decide_begin,
    actions.Roll: turns.decide_roll,
    actions.Land: turns.decide_land,
    actions.Buy: landing.decide_buy,
    actions.Decline: landing.decide_decline,
    actions.AskRent: rents.decide_ask_rent,
    actions.RollList: lists.decide_roll_list,
    actions.FollowLine: lists.decide_follow_line,
    actions.UseKey: turns.decide_use_key,
    actions.PayBail: turns.decide_pay_bail,
    actions.Bid: auctions.decide_bid,
    actions.Pass: auctions.decide_pass,
    actions.KnockDown: auctions.decide_knock_down,
    actions.Build: building.decide_build,
    actions.BuildUp: building.decide_build_up,
    actions.Want: shortage.decide_want,
    actions.Sell: building.decide_sell,
    actions.SellDown: building.decide_sell_down,
    actions.Mortgage: mortgages.decide_mortgage,
    actions.Lift: mortgages.decide_lift,
    actions.ProposeDeal: deals.decide_propose,
    actions.AcceptDeal: deals.decide_accept,
    actions.DeclineDeal: deals.decide_decline,
    actions.WithdrawDeal: deals.decide_withdraw,
    actions.PayDebt: payments.decide_pay_debt,
    actions.GoBankrupt: bankruptcy.decide_bankruptcy,
    actions.CallTime: endings.decide_call_time,
    actions.SetSpace: adjustments.decide_set_space,
    actions.SetFollowing: adjustments.decide_set_following,
    actions.SetDeed: adjustments.decide_set_deed,
    actions.SetBuildings: adjustments.decide_set_buildings,
    actions.SetKeys: adjustments.decide_set_keys,
    actions.SetJail: adjustments.decide_set_jail,
    actions.SetTurn: adjustments.decide_set_turn,
    Correct: adjustments.decide_money,
    CountCash: adjustments.decide_money,
}


class Monopoly(Game[MonopolyState]):
    """Monopoly Travel "Game to Go", Hasbro 29188, for two to six players."""

    name: ClassVar[str] = "monopoly"
    title: ClassVar[str] = TITLE
    unit: ClassVar[Sentence] = say("M")
    players: ClassVar[range] = seating.PLAYERS
    options: ClassVar[tuple[Option | WholeOption, ...]] = seating.OPTIONS
    rules: ClassVar[Mapping[str, Sentence]] = RULES
    actions: ClassVar[tuple[type[Action], ...]] = actions.ACTIONS
    facts: ClassVar[tuple[type[Fact], ...]] = FACTS
    has_copy: ClassVar[bool] = True
    ready_copies: ClassVar[tuple[ReadyCopy, ...]] = READY_COPIES

    def prepare(self, setup: Setup) -> Setup:
        return seating.prepare(setup)

    def begin(self, setup: Setup) -> MonopolyState:
        return seating.begin(setup)

    def decide(self, state: MonopolyState, action: Action) -> tuple[Fact, ...]:
        return _DECISIONS[type(action)](state, action)

    def evolve(self, state: MonopolyState, fact: Fact) -> MonopolyState:
        return fold.evolve(state, fact)

    def legal_actions(self, state: MonopolyState, seat: int | None) -> tuple[Offer, ...]:
        return offers.legal_actions(state, seat)

    def resolve(self, state: MonopolyState, action: Action, dice: Dice) -> Action:
        """Return what nobody typed with the app's dice thrown, or its deeds drawn."""
        if isinstance(action, actions.Begin) and action.seat is None:
            rolls = roll_off(len(state.seats), lambda sides: dice(sides) + dice(sides), SIDES)
            return replace(action, seat=winner_of(rolls), rolls=rolls, by_app=True)
        if isinstance(action, actions.Roll) and action.dice is None:
            return replace(action, dice=_thrown(DICE, dice), by_app=True)
        if isinstance(action, actions.RollList) and action.dice is None:
            return replace(action, dice=_thrown(LIST_DICE, dice), by_app=True)
        if isinstance(action, actions.DealDeeds) and action.seat is None:
            return replace(action, hands=dealing.drawn(state, dice), by_app=True)
        return action

    def waiting(self, state: MonopolyState) -> Waiting:
        return waiting.waiting(state)

    def clock(self, state: MonopolyState) -> Clock | None:
        return endings.clock(state)

    def ledger(self, state: MonopolyState) -> Ledger:
        return state.ledger

    def view(self, state: MonopolyState, seat: int | None) -> MonopolyView:
        return view.view(state, seat)

    def draft(self, state: MonopolyState, seat: int | None, words: str) -> MonopolyDraft | None:
        return None if seat is None else draft.draft(state, seat, words)

    def tell(self, state: MonopolyState, fact: Fact, seat: int | None) -> Sentence | None:
        return tell.tell(state, fact)

    def outcome(self, state: MonopolyState) -> Outcome | None:
        return standing.outcome(state)

    def account(self, holdings: Mapping[str, object]) -> Outcome:
        return account.final_account(read_holdings(holdings))

    def score_form(self, players: int) -> ScoreForm:
        return score.score_form(players)

    def typed_holdings(self, typed: Typed) -> dict[str, object]:
        return score.typed_holdings(typed)

    def copy_entries(self, copy: Mapping[str, object]) -> dict[str, str]:
        return score.copy_entries(copy)

    def holdings(self, state: MonopolyState) -> dict[str, object]:
        return standing.holdings(state)

    def progress(self, state: MonopolyState) -> int:
        return max(state.turn - 1, 0)

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        return say("Wealth, turn by turn"), say("turn {turn}", turn=turns)

    def wealth(self, state: MonopolyState) -> tuple[int, ...]:
        return standing.wealth(state)

    def blank_copy(self) -> Mapping[str, object]:
        return READY_COPIES[0].facts

    def check_copy(self, data: object) -> Mapping[str, object]:
        return copy.check_copy(data)

    def copy_fields(self, copy: Mapping[str, object]) -> Mapping[str, str]:
        return copy_form.copy_fields(copy)

    def copy_from_form(self, form: Mapping[str, str]) -> Mapping[str, object]:
        return copy_form.copy_from_form(form)

    def copy_now(self, state: MonopolyState) -> Mapping[str, object] | None:
        return state.learnt

    def with_copy(self, state: MonopolyState, copy: Mapping[str, object]) -> MonopolyState:
        """Return the state on a copy with other figures and names; its layout is the same."""
        setup = replace(state.setup, copy=copy)
        return replace(state, setup=setup, board=board_from_record(copy), learnt=None)


def _thrown(count: int, dice: Dice) -> Any:
    """Return the faces of so many dice of the app."""
    return tuple(dice(SIDES) for _ in range(count))

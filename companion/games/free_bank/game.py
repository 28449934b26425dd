"""The free bank as the companion's contract wants it: a thin way into the modules beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.games.free_bank import (
    actions,
    aids,
    auctioneer,
    box,
    draft,
    fold,
    offers,
    payments,
    reading,
    seating,
    standing,
    tell,
    view,
    waiting,
)
from companion.games.free_bank.draft import DraftView
from companion.games.free_bank.facts import FACTS
from companion.games.free_bank.rulebook import RULES
from companion.games.free_bank.state import FreeBankState
from companion.games.free_bank.view import FreeBankView
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.dice import Dice
from companion.mechanics.game import (
    Action,
    By,
    Clock,
    Fact,
    Game,
    Offer,
    Outcome,
    Setup,
    Waiting,
)
from companion.mechanics.ledger import Ledger
from companion.mechanics.options import AnyOption
from companion.mechanics.words import Sentence, say

_DECISIONS: dict[type[Action], Callable[[FreeBankState, Any], tuple[Fact, ...]]] = {
    actions.Pay: payments.decide_pay,
    actions.Take: payments.decide_take,
    actions.Move: payments.decide_move,
    actions.TakeSalary: payments.decide_take_salary,
    actions.PaySalaries: payments.decide_pay_salaries,
    actions.SetSalary: payments.decide_set_salary,
    actions.AddAccount: payments.decide_add_account,
    actions.PutUp: auctioneer.decide_put_up,
    actions.Bid: auctioneer.decide_bid,
    actions.Pass: auctioneer.decide_pass,
    actions.SealBid: auctioneer.decide_seal_bid,
    actions.Hammer: auctioneer.decide_hammer,
    actions.Award: auctioneer.decide_award,
    actions.CallOff: auctioneer.decide_call_off,
    actions.Roll: aids.decide_roll,
    actions.NextRound: aids.decide_next_round,
    actions.SetRound: aids.decide_set_round,
    actions.StartClock: aids.decide_start_clock,
    actions.StopClock: aids.decide_stop_clock,
    actions.Score: aids.decide_score,
    actions.End: aids.decide_end,
    Correct: payments.decide_correction_here,
    CountCash: payments.decide_correction_here,
}

TAKING = frozenset((actions.Take, actions.TakeSalary))
OWN = frozenset((actions.Pay, actions.Score, actions.PutUp))
"""What players do themselves, unless the banker alone moves money (FB-S2)."""


class FreeBank(Game[FreeBankState]):
    """A bank for any other box: no rules but those of money."""

    name: ClassVar[str] = "free_bank"
    title: ClassVar[str] = seating.TITLE
    unit: ClassVar[Sentence] = say("money")
    players: ClassVar[range] = seating.PLAYERS
    usual_players: ClassVar[int] = 4
    options: ClassVar[tuple[AnyOption, ...]] = seating.OPTIONS
    rules: ClassVar[Mapping[str, Sentence]] = RULES
    actions: ClassVar[tuple[type[Action], ...]] = actions.ACTIONS
    facts: ClassVar[tuple[type[Fact], ...]] = FACTS

    def prepare(self, setup: Setup) -> Setup:
        return seating.prepare(setup)

    def begin(self, setup: Setup) -> FreeBankState:
        return seating.begin(setup)

    def decide(self, state: FreeBankState, action: Action) -> tuple[Fact, ...]:
        return _DECISIONS[type(action)](state, action)

    def evolve(self, state: FreeBankState, fact: Fact) -> FreeBankState:
        return fold.evolve(state, fact)

    def by(self, state: FreeBankState, kind: type[Action]) -> By:
        """Return who may ask for it: what players may move themselves is the table's choice."""
        if kind in TAKING and state.movers != "pay_and_take":
            return "banker"
        return "banker" if kind in OWN and state.movers == "banker" else kind.by

    def legal_actions(self, state: FreeBankState, seat: int | None) -> tuple[Offer, ...]:
        return offers.legal_actions(state, seat)

    def resolve(self, state: FreeBankState, action: Action, dice: Dice) -> Action:
        return reading.filled_in(action, dice)

    def waiting(self, state: FreeBankState) -> Waiting:
        return waiting.waiting(state)

    def clock(self, state: FreeBankState) -> Clock | None:
        if state.clock is None:
            return None
        seconds, since = state.clock
        return Clock(say("Time is up."), ends_at=since + seconds)

    def ledger(self, state: FreeBankState) -> Ledger:
        return state.ledger

    def keeps_secret(self, state: FreeBankState) -> bool:
        """Tell whether sealed bids lie unopened, or were never opened and the game goes on."""
        auction = state.auction
        lying = auction is not None and bool(auction.sealed) and not auction.tied
        return (lying or state.unread) and not state.is_over

    def account_words(self, state: FreeBankState, account: str) -> Sentence | str | None:
        return box.account_words(account)

    def view(self, state: FreeBankState, seat: int | None) -> FreeBankView:
        return view.view(state, seat)

    def draft(self, state: FreeBankState, seat: int | None, words: str) -> DraftView | None:
        return draft.draft(state, seat, words)

    def tell(self, state: FreeBankState, fact: Fact, seat: int | None) -> Sentence | None:
        return tell.tell(state, fact)

    def outcome(self, state: FreeBankState) -> Outcome | None:
        return standing.outcome(state)

    def account(self, holdings: Mapping[str, object]) -> Outcome:
        return standing.account(holdings)

    def holdings(self, state: FreeBankState) -> dict[str, object]:
        return standing.holdings(state)

    def progress(self, state: FreeBankState) -> int:
        return state.steps

    def course(self, turns: int) -> tuple[Sentence, Sentence]:
        return say("How it went, step by step"), say("step {turn}", turn=turns)

    def wealth(self, state: FreeBankState) -> tuple[int, ...]:
        return standing.wealth(state)

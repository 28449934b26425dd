"""Hundreds of evenings at a free bank by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 400 if it says nothing.
"""

from __future__ import annotations

import itertools
import json
import os
from random import Random

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import MOST, FreeBankState
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.ledger import BANK, purse
from companion.mechanics.log import Entry, Redo, Undo
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from tests.games.free_bank.free_bank_player import played
from tests.games.free_bank.free_bank_tables import a_setup

STANDINGS = ("most_money", "least_money", "most_points", "fewest_points")
WAYS = tuple(itertools.product((1, 2, 5), STANDINGS, (0, 30)))
GAMES = int(os.environ.get("RANDOM_GAMES", "400"))
EACH = -(-GAMES // len(WAYS))
OPEN_ENDED = {"pay", "take", "move", "add_account"}
"""Kinds whose offers leave a field open, so that they may be refused."""

every_way = pytest.mark.parametrize(("players", "standing", "debt"), WAYS)


def assert_sound(state: FreeBankState, debt: int) -> None:
    """Money is where it should be, and none appeared or vanished."""
    balances = state.ledger.balances
    assert sum(balances.values()) == state.ledger.opening == 0
    for account, held in balances.items():
        if account != BANK:
            least = -debt if account.startswith("seat") else 0
            assert least <= held <= MOST
    auction = state.auction
    if auction is not None and auction.bids.standing is not None:
        standing = auction.bids.standing
        assert state.ledger.can_pay(purse(standing.seat), standing.amount)


def assert_ranked(state: FreeBankState) -> None:
    """The account ranks by what it should, and all the best win."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    totals = [place.total for place in outcome.standings]
    assert totals == sorted(totals, reverse=state.standing.startswith("most"))
    assert {place.seat: place.total for place in outcome.standings} == dict(
        enumerate(GAME.chart.wealth(state))
    )
    best = {place.seat for place in outcome.standings if place.total == totals[0]}
    assert set(outcome.winners) == best
    for place in outcome.standings:
        assert sum(term.amount for term in place.terms) == place.total
    assert GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state)))) == outcome


@every_way
def test_whatever_is_played_money_is_conserved_and_the_account_is_right(
    players: int, standing: str, debt: int
) -> None:
    for seed in range(EACH):
        setup = a_setup(players, start=60, salary=10, standing=standing, debt=debt)
        last = GAME.rules.begin(setup)
        for before, action, after in played(setup, Random(f"{seed} {players} {standing} {debt}")):
            if isinstance(after, Refusal):
                assert action.kind in OPEN_ENDED, (action, after)
                assert after.rule.startswith("FB-"), after
                continue
            assert_sound(after, debt)
            assert after.ledger.balances.keys() >= before.ledger.balances.keys()
            last = after
        assert last.is_over
        assert_ranked(last)


def test_every_kind_of_step_but_a_broken_tie_is_played_sooner_or_later() -> None:
    offered = {kind.kind for kind in GAME.actions} - {"set_round", "award", "correct", "count_cash"}
    kinds = set()
    for seed in range(30):
        for _, action, after in played(a_setup(3, start=60, salary=10), Random(seed)):
            if not isinstance(after, Refusal):
                kinds.add(action.kind)

    assert kinds == offered


@pytest.mark.parametrize("seed", range(12))
def test_facts_go_to_disk_and_back_and_undo_leads_back(seed: int) -> None:
    setup = a_setup(4, start=60, salary=10, movers="pay_and_take")
    timeline = Timeline.begun(GAME, setup)
    states = [timeline.state]
    for _, action, after in played(setup, Random(seed)):
        if isinstance(after, Refusal):
            continue
        assert from_json(json.loads(json.dumps(to_json(action))), GAME.action_kinds) == action
        facts = tuple(
            from_json(json.loads(json.dumps(to_json(fact))), GAME.fact_kinds)
            for fact in action.decide(timeline.state)
        )
        entry = Entry(timeline.sequence + 1, to_json(action), facts)
        timeline = timeline.after(entry)
        assert timeline.state == after
        states.append(timeline.state)

    half = len(states) // 2
    undo = Entry(timeline.sequence + 1, to_json(Undo(half + 1)))
    back = timeline.after(undo)
    assert back.state == states[half]
    assert back.after(Entry(undo.sequence + 1, to_json(Redo(undo.sequence)))).state == states[-1]


def test_everything_can_be_said_and_shown_at_every_step() -> None:
    setup = a_setup(5, start=60, salary=10, accounts="Tax office")
    for before, action, after in played(setup, Random(3), 300):
        if isinstance(after, Refusal):
            continue
        for fact in action.decide(before):
            assert str(fact.tell(after, None))
        for seat in (None, *after.seats):
            GAME.screen.view(after, seat)
            GAME.screen.draft(after, seat, "1.2.30")
        assert str(GAME.rules.waiting(after).sentence)

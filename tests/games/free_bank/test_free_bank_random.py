"""Random games at a free bank: the contract of all games, and invariants of money."""

from __future__ import annotations

import json
from random import Random

from companion.games.free_bank import GAME
from companion.games.free_bank.state import MOST, FreeBankState
from companion.mechanics.money.ledger import BANK, purse
from companion.testing.contract import Contract
from companion.testing.households import Step
from tests.games.free_bank.free_bank_player import WAYS, Household, a_setup
from tests.games.players import bold_plays, games_of, plays_of
from tests.games.records import record_files


def assert_sound(state: FreeBankState) -> None:
    """Assert that no money appeared or vanished, and that no account is outside its limits."""
    balances, debt = state.ledger.balances, state.setup.options["debt"]
    assert isinstance(debt, int)
    assert sum(balances.values()) == state.ledger.opening == 0
    for account, held in balances.items():
        if account != BANK:
            least = -debt if account.startswith("seat") else 0
            assert least <= held <= MOST
    goods = state.goods
    assert sum(goods.balances.values()) == 0
    assert all(0 <= goods.balance(account) <= MOST for account in goods.floors)
    auction = state.auction
    if auction is not None and auction.bids.standing is not None:
        standing = auction.bids.standing
        assert state.ledger.can_pay(purse(standing.seat), standing.amount)


def assert_ranked(state: FreeBankState) -> None:
    """Assert that the final scores rank by the setting, and that all of the best win."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    together = state.team_totals(GAME.chart.wealth(state))
    totals = [together[place.seat] for place in outcome.standings]
    assert totals == sorted(totals, reverse=state.standing.startswith("most"))
    assert {place.seat: place.total for place in outcome.standings} == dict(
        enumerate(GAME.chart.wealth(state))
    )
    best = {seat for seat, total in enumerate(together) if total == totals[0]}
    assert set(outcome.winners) == best
    for place in outcome.standings:
        assert sum(term.amount for term in place.terms) == place.total
    assert GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state)))) == outcome


GOODS: dict[str, dict[str, object]] = {
    "goods": {"players": 3, "goods": "Wood, Ore", "hidden_money": True}
}


class People(Household):
    def assert_sound(self, step: Step[FreeBankState]) -> None:
        assert_sound(step.after)
        assert step.after.ledger.balances.keys() >= step.before.ledger.balances.keys()

    def assert_ended(self, state: FreeBankState) -> None:
        assert state.is_over
        assert_ranked(state)


class TestContract(Contract):
    plays = (*plays_of(People, WAYS | GOODS), *bold_plays(People))
    games = games_of(plays, full=400)
    records = record_files("free_bank")


def test_random_games_play_every_kind_of_step_except_a_tie_break() -> None:
    by_hand = {"set_option", "set_round", "award", "correct", "count_cash", "tell_sale", "stop"} | {
        "abandon",
        "pause",
        "go_on",
        "leave",
        "move_seat",
        "random_draw",
    }
    offered = {kind.kind for kind in GAME.actions} - by_hand
    setup = a_setup(3, start=60, salary=10, goods="Wood")

    kinds = set[str]()
    for seed in range(30):
        kinds |= {action.kind for _, action, *_ in Household(Random(seed)).played(setup)}
        if kinds >= offered:
            break

    assert kinds - {"award"} == offered

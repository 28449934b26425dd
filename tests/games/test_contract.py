"""The built-in games pass the tests that every game must pass."""

from __future__ import annotations

import itertools
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import all_games, from_elsewhere
from companion.testing.contract import MORE, Contract
from companion.testing.households import pairwise
from companion.testing.tables import holding
from companion.testing.twins import shown_to
from tests.games.players import PLAYERS, bold, household, setup_of


@pytest.mark.slow
@pytest.mark.parametrize("name", ["free_bank", "monopoly"])
def test_in_bold_random_games_the_app_passes_for_some_seats(name: str) -> None:
    play = bold(PLAYERS[name].Household)

    steps = (step for seed in range(6) for step in play.played(seed))
    assert any(event.kind == "passed_by_app" for step in steps for event in step.events)


@pytest.mark.parametrize("name", sorted(all_games().keys() - from_elsewhere().games.keys()))
def test_every_game_has_a_contract_test(name: str) -> None:
    contract = import_module(f"tests.games.{name}.test_{name}_random").TestContract

    assert issubclass(contract, Contract)
    assert {play.game.name for play in contract.plays} == {name}
    assert set(contract.records) == set((Path(__file__).parent / name).glob("recorded/*.json"))


@pytest.mark.parametrize("name", PLAYERS)
def test_every_pair_of_settings_is_played_together(name: str) -> None:
    ways = PLAYERS[name].WAYS
    chosen = pairwise(ways)

    for way in ways.values():
        for some in itertools.combinations(way.items(), 2):
            assert any(dict(some).items() <= ways[one].items() for one in chosen), some
    assert len(chosen) < len(ways)


@pytest.mark.parametrize("name", ["big_deal", "big_shot"])
def test_the_leak_test_detects_a_revealed_purse(name: str) -> None:
    game, way = all_games()[name], next(iter(PLAYERS[name].WAYS))
    steps = household(name, f"{way} 0").played(setup_of(name, way))
    state = [step.after for step in steps][20]
    account = next(account for account in state.ledger.balances if account.startswith("seat 0"))
    richer = holding(state, {account: state.ledger.balance(account) + MORE})

    assert not state.hidden_accounts(None)
    assert shown_to(game, state, [], 1) != shown_to(game, richer, [], 1)

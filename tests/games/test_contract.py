"""Our own games keep to the contract of all games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import all_games, from_elsewhere
from companion.testing.contract import MORE, Contract, given_to
from companion.testing.households import Play
from companion.testing.tables import holding
from tests.games.players import PLAYERS, SOME_WAYS, household, setup_of


def bold(name: str) -> Play:
    """Return people who bid all that they have, where the app passes for who cannot outbid."""
    people = type("Bold", (PLAYERS[name].Household,), {"raises": (MORE,)})
    return Play(people, "bold", PLAYERS[name].a_setup(players=4, app_passes=True))


BOLD = tuple(map(bold, ("free_bank", "monopoly")))


class TestContract(Contract):
    plays = (
        *(Play(PLAYERS[name].Household, way, setup_of(name, way)) for name, way in SOME_WAYS),
        *BOLD,
    )
    records = tuple(sorted(Path(__file__).parent.glob("*/recorded/*.json")))


@pytest.mark.parametrize("play", BOLD, ids=str)
def test_where_people_are_bold_the_app_passes_for_some(play: Play) -> None:
    assert any(fact.kind == "passed_by_app" for step in play.played() for fact in step.facts)


def test_every_game_is_played() -> None:
    assert PLAYERS.keys() == all_games().keys() - from_elsewhere().games.keys()


@pytest.mark.parametrize("name", ["big_deal", "big_shot"])
def test_the_leak_test_sees_an_open_purse_change(name: str) -> None:
    game, way = all_games()[name], next(iter(PLAYERS[name].WAYS))
    steps = household(name, f"{way} 0").played(setup_of(name, way))
    state = [step.after for step in steps][20]
    account = next(account for account in state.ledger.balances if account.startswith("seat 0"))
    richer = holding(state, {account: state.ledger.balance(account) + MORE})

    assert not state.hidden_accounts(None)
    assert given_to(game, state, 1, []) != given_to(game, richer, 1, [])

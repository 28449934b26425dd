"""A finished game has its outcome, however large the amounts have become."""

from __future__ import annotations

import pytest

from companion.games import all_games
from companion.mechanics.money.corrections import MoneyCorrected
from companion.mechanics.money.ledger import BANK
from companion.mechanics.values.codec import LARGEST
from tests.games.records import records_of, replay

RECORDS = sorted(
    (name, record)
    for name, game in all_games().items()
    if game.has_money
    for record in records_of(name)
)


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_money_beyond_the_limit_of_one_entry_is_still_scored(name: str, record: str) -> None:
    game = all_games()[name]
    state = replay(game, record)
    was_over = game.final.outcome(state) is not None

    for account in state.ledger.floors:
        for _ in range(3):
            state = game.apply(state, MoneyCorrected(BANK, account, LARGEST))

    outcome = game.final.outcome(state)
    assert (outcome is not None) == was_over
    assert outcome is None or len(outcome.standings) > 0

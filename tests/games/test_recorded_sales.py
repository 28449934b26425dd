"""Recorded sales and early passes in every game: whole records, and random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import game_named
from companion.mechanics.actions.refusal import is_legal
from companion.mechanics.auctions.early_pass import PassEarly
from companion.mechanics.auctions.recorded_sale import RecordedAtTable, RecordSale
from companion.mechanics.game import Action, AnyGame, apply_events
from companion.mechanics.values.codec import from_json, to_json
from tests.extent import choose
from tests.games.players import AUCTIONED, EVERY_WAY, household, setup_of
from tests.games.records import read_record, replay

BID = {
    ("big_shot", "told-italian"): ("three-italian", 18),
    ("big_shot", "told-french"): ("four-french", 18),
    ("big_cheese", "told"): ("big-cheese-with-its-project", 8),
    ("big_deal", "told"): ("two-defended", 1),
    ("free_bank", "told"): ("most-money", 2),
    ("monopoly", "told"): ("bankrupt-to-the-bank", 5),
}
"""By record with recorded sales: the same game with bids, and the number of its auctions."""


def kind_in(game: AnyGame, base: type[Action]) -> Any:
    """Return the game's class of an action, None if it has none."""
    return next((kind for kind in game.actions if issubclass(kind, base)), None)


@pytest.mark.parametrize(("game", "record"), BID)
def test_a_game_with_recorded_sales_ends_as_the_same_game_with_bids(game: str, record: str) -> None:
    original, auctions = BID[game, record]

    sales = [step for step in read_record(game, record)["actions"] if step["kind"] == "tell_sale"]

    assert len(sales) == auctions
    assert replay(game_named(game), record) == replay(game_named(game), original)


def record_some(game: AnyGame, state: Any, random: Random) -> int:
    """Record some legal sales, each at the same table; return their number."""
    kind = kind_in(game, RecordSale)
    for seat, _, can in kind.buyers(state):
        assert not can or is_legal(kind(seat, kind.lowest(state, seat)).decide, state)
    chips = [sale for seat in state.seats for sale in kind.chips(state, seat)]
    sales = random.sample(chips, min(len(chips), 3))
    if is_legal(kind().decide, state):
        sales.append(kind())
    for sale in sales:
        events = [from_json(to_json(event), game.event_kinds) for event in sale.decide(state)]
        assert [isinstance(event, RecordedAtTable) for event in events[:2]] == [True, False]
        apply_events(game, state, events)
    return len(sales)


def pass_all_early(game: AnyGame, state: Any) -> None:
    """Pass early for each seat that may, each at the same table."""
    kind = kind_in(game, PassEarly)
    for seat in state.seats if kind else ():
        if is_legal(kind(seat).decide, state):
            apply_events(game, state, kind(seat).decide(state))


@pytest.mark.parametrize("game", AUCTIONED)
def test_random_recorded_sales_and_early_passes_lose_no_money(game: str) -> None:
    """Applying events asserts that money is conserved and no purse is below its floor."""
    box, random, recorded = game_named(game), Random(game), 0
    for way in [way for name, way in EVERY_WAY if name == game][: choose(check=1, test=4, full=4)]:
        for step in household(game, f"told {way}").played(setup_of(game, way), 80):
            recorded += record_some(box, step.after, random)
            pass_all_early(box, step.after)

    assert recorded

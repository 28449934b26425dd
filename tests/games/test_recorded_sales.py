"""Recorded sales, in every game: in whole recorded games, and in random ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import game_named
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.early_pass import PassEarly
from companion.mechanics.game import Action, AnyGame, apply_events
from companion.mechanics.recorded_sale import RecordedAtTable, RecordSale
from companion.mechanics.refusal import is_legal
from tests.extent import choose
from tests.games.players import EVERY_WAY, PLAYERS, household, setup_of
from tests.games.records import read_record, replay

BID = {
    ("big_shot", "told-italian"): ("three-italian", 18),
    ("big_shot", "told-french"): ("four-french", 18),
    ("big_cheese", "told"): ("big-cheese-with-its-project", 8),
    ("big_deal", "told"): ("two-defended", 1),
    ("free_bank", "told"): ("most-money", 2),
    ("monopoly", "told"): ("bankrupt-to-the-bank", 5),
}
"""Recorded games with recorded sales: the same game with bids, and the number of sales."""


def kind_in(game: AnyGame, base: type[Action]) -> Any:
    """Return the subclass of an action that a game defines, or None."""
    return next((kind for kind in game.actions if issubclass(kind, base)), None)


@pytest.mark.parametrize(("game", "record"), BID)
def test_a_game_with_recorded_sales_ends_as_the_same_game_with_bids(game: str, record: str) -> None:
    original, auctions = BID[game, record]

    told = [step for step in read_record(game, record)["actions"] if step["kind"] == "tell_sale"]

    assert len(told) == auctions
    assert replay(game_named(game), record) == replay(game_named(game), original)


def try_recorded_sales(game: AnyGame, state: Any, random: Random) -> int:
    """Try some possible sales at a table; return their number."""
    kind = kind_in(game, RecordSale)
    for seat, _, can in kind.buyers(state):
        assert not can or is_legal(kind(seat, kind.lowest(state, seat)).decide, state)
    chips = [sale for seat in state.seats for sale in kind.chips(state, seat)]
    tried = random.sample(chips, min(len(chips), 3))
    if is_legal(kind().decide, state):
        tried.append(kind())
    for sale in tried:
        events = [from_json(to_json(event), game.event_kinds) for event in sale.decide(state)]
        assert [isinstance(event, RecordedAtTable) for event in events[:2]] == [True, False]
        apply_events(game, state, events)
    return len(tried)


def try_early_passes(game: AnyGame, state: Any) -> None:
    """Try an early pass of each seat that may pass early, at the same table."""
    kind = kind_in(game, PassEarly)
    for seat in state.seats if kind else ():
        if is_legal(kind(seat).decide, state):
            apply_events(game, state, kind(seat).decide(state))


@pytest.mark.parametrize("game", PLAYERS)
def test_every_possible_recorded_sale_leads_on_and_no_money_is_lost(game: str) -> None:
    """Replaying asserts that money is conserved and that no account is below its floor."""
    box, random, count = game_named(game), Random(game), 0
    for way in [way for name, way in EVERY_WAY if name == game][: choose(check=1, test=4, full=4)]:
        for step in household(game, f"told {way}").played(setup_of(game, way), 80):
            count += try_recorded_sales(box, step.after, random)
            try_early_passes(box, step.after)

    assert count

"""A player moves to another place: the seat keeps its number, and turns go round the new way."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from companion.games import all_games, game_named
from companion.games.big_deal.state import BigDealState
from companion.games.big_shot.turns import turn_end
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.play.seat_order import MoveSeat, OrderSet
from companion.mechanics.values.codec import from_json
from companion.tables.records.verdict import verify_record
from companion.testing.households import record_of
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.free_bank.free_bank_tables import asked, seated, up
from tests.games.players import PLAYERS, household, setup_of

ANNA_BETWEEN = MoveSeat(ANNA, BRUNO)
"""Bruno, Anna, Carla, Dario: Anna moves to the left of Bruno."""
ORDERED = {
    name: player
    for name, player in PLAYERS.items()
    if MoveSeat.kind in game_named(name).action_kinds
}


def moved(name: str, *moves: dict[str, Any]) -> Any:
    """Return a table of four after Anna moved to the left of Bruno, and after these actions."""
    game = game_named(name)
    state = game.rules.begin(PLAYERS[name].a_setup(players=4))
    actions = [from_json(move, game.action_kinds) for move in moves]
    return after(state, ANNA_BETWEEN, *actions)


def test_a_table_sits_by_number_until_somebody_moves() -> None:
    state = seated(4)

    assert (state.order, state.clockwise_from(CARLA)) == ((), (CARLA, DARIO, ANNA, BRUNO))
    assert [state.left_of(seat) for seat in state.seats] == [BRUNO, CARLA, DARIO, ANNA]


def test_a_player_moves_to_the_left_of_another_and_keeps_the_number() -> None:
    state = after(seated(4), ANNA_BETWEEN)

    assert state.clockwise_from(ANNA) == (ANNA, CARLA, DARIO, BRUNO)
    assert state.clockwise_from(ANNA, backwards=True) == (ANNA, BRUNO, DARIO, CARLA)
    assert [state.name(seat) for seat in state.seats] == ["Anna", "Bruno", "Carla", "Dario"]


def test_somebody_who_joins_late_sits_behind_the_last_one() -> None:
    state = after(seated(3), ANNA_BETWEEN, JoinLate("Dario"))

    assert state.clockwise_from(BRUNO) == (BRUNO, ANNA, CARLA, DARIO)


@pytest.mark.parametrize(
    ("refused", "move", "state"),
    [
        ("nothing_changes", MoveSeat(BRUNO, ANNA), seated()),
        ("nothing_changes", MoveSeat(BRUNO, BRUNO), seated()),
        ("unknown_seat", MoveSeat(BRUNO, DARIO), seated()),
        ("auction_open", ANNA_BETWEEN, up()),
        ("game_over", ANNA_BETWEEN, after(seated(), asked("end"))),
    ],
)
def test_a_move_that_changes_nothing_or_an_auction_is_refused(
    refused: str, move: MoveSeat, state: Any
) -> None:
    with pytest.raises(Refusal) as refusal:
        move.decide(state)

    assert refusal.value.name == refused


def test_big_shot_bids_and_leads_in_the_new_order() -> None:
    lead = {"kind": "lead", "seat": BRUNO}
    state = moved("big_shot", lead, {"kind": "roll", "seat": BRUNO, "value": 3})

    assert state.auction.order == (ANNA, CARLA, DARIO, BRUNO)
    game = game_named("big_shot")
    for seat in (ANNA, CARLA, DARIO):
        state = after(state, from_json({"kind": "pass", "seat": seat}, game.action_kinds))
    assert (state.winner, turn_end(state).leader) == (BRUNO, ANNA)


def test_the_big_cheese_bids_counter_clockwise_in_the_new_order() -> None:
    state = moved("big_cheese")

    assert state.order_from(ANNA) == (ANNA, BRUNO, DARIO, CARLA)


def test_big_deal_deals_money_and_turns_in_the_new_order() -> None:
    state: BigDealState = moved("big_deal", {"kind": "deal", "first": BRUNO, "overs": 0})

    start = state.money(BRUNO)
    assert [state.money(seat) - start for seat in (ANNA, CARLA, DARIO)] == [150, 300, 450]
    assert state.left_of(BRUNO) == ANNA


def test_monopoly_passes_the_turn_in_the_new_order() -> None:
    state = moved("monopoly", {"kind": "begin", "seat": BRUNO})

    assert state.others(BRUNO) == (ANNA, CARLA, DARIO)


@pytest.mark.parametrize("name", ORDERED)
def test_random_games_in_another_order_are_sound_and_verified(name: str) -> None:
    player = ORDERED[name]
    way = next(way for way, said in player.WAYS.items() if said.get("players", 3) > 2)
    house, setup = household(name, f"moved {way}"), setup_of(name, way)
    steps = []
    for step in islice(house.played(setup, first=[MoveSeat(ANNA, BRUNO)]), 250):
        house.assert_sound(step)
        steps.append(step)

    verdict = verify_record(record_of(game_named(name), setup, steps))

    assert verdict.ok, verdict.in_words
    assert steps[-1].after.order[:2] == (BRUNO, ANNA)


def test_the_order_is_told_once_with_all_names() -> None:
    state = after(seated(), ANNA_BETWEEN)

    line = OrderSet(state.order).tell(state, None)

    assert str(line) == "Clockwise from now on: Bruno, Anna, Carla."


@pytest.mark.parametrize("name", ORDERED)
def test_each_game_names_its_rule_when_it_refuses_to_move_a_player(name: str) -> None:
    state = game_named(name).rules.begin(PLAYERS[name].a_setup(players=3))

    with pytest.raises(Refusal) as refusal:
        MoveSeat(BRUNO, ANNA).decide(state)

    assert refusal.value.rule in game_named(name).rulebook


def test_players_can_move_in_every_game_with_a_table_of_its_own() -> None:
    can = {name for name, game in all_games().items() if MoveSeat.kind in game.action_kinds}

    assert can == {"big_cheese", "big_deal", "big_shot", "free_bank", "monopoly", "score_pad"}

"""A player leaves: the bank takes everything they had, and the others play on."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import all_games, game_named
from companion.games.monopoly.corrections import SetDeed
from companion.games.monopoly.debts import Leave as LeaveMonopoly
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame
from companion.mechanics.play.leaving import Leave
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, BRUNO, CARLA, after
from tests.games.free_bank.free_bank_tables import asked, seated, up
from tests.games.records import read_record, replayed, setup_in, totals

FREE_BANK, MONOPOLY = game_named("free_bank"), game_named("monopoly")


def left_after(game: AnyGame, count: int) -> Any:
    """Return the state of the recorded game after so many actions."""
    data = read_record(game.name, "somebody-left")
    actions = [from_json(action, game.action_kinds) for action in data["actions"][:count]]
    return after(game.rules.begin(setup_in(game, data)), *actions)


def test_deeds_of_a_player_who_left_can_be_bought() -> None:
    """somebody-left.json

    Anna bought space 3 for 60 and leaves with 1440. Carla landed there and owes her nothing any
    more. Bruno paid 200 for a station, then 60 for space 3. Carla leaves, so Bruno is the last one.
    """
    state, outcome = replayed(MONOPOLY, "somebody-left")

    assert (state.owner(3), state.owner(5)) == (BRUNO, BRUNO)
    assert [state.money(seat) for seat in state.seats] == [0, 1500 - 200 - 60, 0]
    assert not state.claims and not state.estate
    assert (outcome.reason, outcome.winners) == ("last_one_standing", (BRUNO,))
    assert [str(place.note) for place in outcome.standings] == ["None", "left", "left"]


def test_a_player_who_left_gets_no_salary_bids_nothing_and_is_last() -> None:
    """somebody-left.json: Bruno 100 - 120 + 5 = -15, Carla 100 + 5 - 10; Anna left with 220."""
    state, outcome = replayed(FREE_BANK, "somebody-left")

    assert state.ledger.balance("seat 0") == 0
    assert totals(outcome) == [("Carla", 95), ("Bruno", -15), ("Anna", 0)]
    assert outcome.winners == (CARLA,)
    assert str(outcome.standings[2].note) == "left"


def test_the_bank_bears_the_debts_of_a_player_who_left() -> None:
    state = left_after(FREE_BANK, 1)

    state = after(state, Leave(BRUNO))

    assert (state.money(BRUNO), state.ledger.balance("bank")) == (0, -320)


def test_leaving_twice_as_the_last_or_in_an_auction_is_refused() -> None:
    state = after(seated(), Leave(ANNA))

    with pytest.raises(Refusal, match="Anna has already left"):
        Leave(ANNA).decide(state)
    with pytest.raises(Refusal, match="Nobody else is left"):
        Leave(CARLA).decide(after(state, Leave(BRUNO)))
    with pytest.raises(Refusal, match="Finish the auction first"):
        Leave(ANNA).decide(up())
    with pytest.raises(Refusal, match="is bankrupt"):
        LeaveMonopoly(ANNA).decide(left_after(MONOPOLY, 7))


def test_no_money_can_go_to_a_player_who_left() -> None:
    state = after(seated(), Leave(ANNA))

    assert "seat 0" not in state.accounts
    with pytest.raises(Refusal, match="Anna has left"):
        asked("pay", seat=BRUNO, target="seat 0", amount=1).decide(state)
    assert not FREE_BANK.legal_actions(state, ANNA)
    assert FREE_BANK.screen.draft(state, ANNA, "") is None


def test_the_turn_of_a_leaving_player_passes_on() -> None:
    state = after(left_after(MONOPOLY, 3), LeaveMonopoly(BRUNO))

    assert (state.turn_seat, state.stage) == (CARLA, "roll")
    assert after(state, SetDeed(5, CARLA)).owner(5) == CARLA


def test_seats_can_be_removed_only_in_games_that_allow_it() -> None:
    can = {name for name, game in all_games().items() if "leave" in game.action_kinds}

    assert can == {"free_bank", "monopoly"}

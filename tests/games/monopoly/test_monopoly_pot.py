"""Money of other printings and household rules: the starting money, and the pot on Free Parking."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.board import START, classic_board
from companion.games.monopoly.copy import check_copy, copy_fields, copy_from_form
from companion.games.monopoly.debts import PayDebt
from companion.games.monopoly.jail import PayBail
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.screen import view
from companion.games.monopoly.turn import Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.money.ledger import BANK
from companion.testing.tables import ANNA, BRUNO, after, holding
from tests.games.monopoly.monopoly_player import a_setup
from tests.games.monopoly.monopoly_tables import begun, jailed, standing_on


def test_without_the_setting_taxes_stay_with_the_bank() -> None:
    state = after(standing_on(begun(), ANNA, 1), Roll(ANNA, (1, 2)))

    assert state.pot == 0 and state.ledger.balances[BANK] == -3 * START + 200
    assert "pot" not in state.ledger.balances


def test_taxes_stay_on_free_parking_until_a_player_lands_there() -> None:
    """Anna pays 200 for position 4; Bruno lands on 20."""
    state = after(standing_on(begun(pot=True), ANNA, 1), Roll(ANNA, (1, 2)))
    assert (state.pot, state.money(ANNA)) == (200, START - 200)

    state = after(standing_on(state, BRUNO, 17), Roll(BRUNO, (1, 2)))

    assert (state.pot, state.money(BRUNO)) == (0, START + 200)
    assert sum(state.ledger.balances.values()) == 0


def test_landing_on_an_empty_pot_takes_nothing() -> None:
    events = Roll(ANNA, (1, 2)).decide(standing_on(begun(pot=True), ANNA, 17))

    assert "pot_taken" not in {event.kind for event in events}


def test_bail_and_card_payments_go_to_the_pot() -> None:
    bailed = after(jailed(begun(pot=True), ANNA), PayBail(ANNA))
    listed = after(standing_on(begun(pot=True), ANNA, 4), Roll(ANNA, (1, 2)))
    listed = after(listed, RollList(ANNA, (1, 1, 1)))

    assert bailed.pot == 50
    assert after(listed, FollowLine(ANNA, "pay", 15)).pot == 15
    assert after(listed, FollowLine(ANNA, "pay_each", 15)).pot == 0


def test_an_owed_tax_goes_to_the_pot_once_paid() -> None:
    state = holding(standing_on(begun(pot=True), ANNA, 1), {ANNA: 100})
    state = after(state, Roll(ANNA, (1, 2)))
    assert state.pot == 0

    state = after(holding(state, {ANNA: 250}), PayDebt(ANNA))

    assert (state.pot, state.money(ANNA)) == (200, 50)


def test_everybody_sees_the_pot_on_free_parking() -> None:
    state = after(standing_on(begun(pot=True), ANNA, 1), Roll(ANNA, (1, 2)))

    assert "200 on Free Parking" in map(str, view(state, None).stock)
    assert not any("Parking" in str(one) for one in view(begun(), None).stock)


def a_copy(start: int) -> dict[str, Any]:
    return {**classic_board("en"), "start": start}


def test_everybody_begins_with_the_copys_starting_money() -> None:
    state = GAME.rules.begin(a_setup(3, a_copy(15000)))

    assert [state.money(seat) for seat in state.seats] == [15000] * 3
    assert state.ledger.balances[BANK] == -45000


def test_a_copy_without_starting_money_uses_the_classic_amount() -> None:
    """Older copies have no such number."""
    record = check_copy(classic_board("en"))

    assert "start" not in record and check_copy(a_copy(START)) == record
    assert copy_fields(record)["other.start"] == "1500"
    assert check_copy(a_copy(2000))["start"] == 2000


def test_the_starting_money_is_typed_like_any_other_figure() -> None:
    """The form of an older page has no such field."""
    fields = copy_fields(check_copy(classic_board("en")))
    older = {name: text for name, text in fields.items() if name != "other.start"}

    assert copy_from_form({**fields, "other.start": "15.000"})["start"] == 15000
    assert "start" not in copy_from_form(older)


@pytest.mark.parametrize("start", [0, -5, "many", 10_000_000])
def test_impossible_starting_money_is_refused(start: object) -> None:
    with pytest.raises(Refusal, match="figure_out_of_range"):
        check_copy({**classic_board("en"), "start": start})

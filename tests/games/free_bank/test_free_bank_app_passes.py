"""With a setting, the app passes for a seat that cannot pay the next bid (FB-A2, FB-A3).

The mill is up; everybody starts with 100.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.game import Setup
from companion.testing.households import seated
from companion.testing.tables import ANNA, BRUNO, CARLA, holding
from tests.games.app_passes import out, passing
from tests.games.free_bank.free_bank_tables import after, asked, bid, up


def the_mill(held: int = 40, **options: Any) -> FreeBankState:
    """Return an auction where the app passes for seats, and Carla has the given money."""
    return holding(passing(up(**options)), {CARLA: held})


def out_by(state: FreeBankState, seat: int, amount: int) -> list[tuple[str, int]]:
    """Return the seats that a bid passes, and the kinds of the other events."""
    return out(state, asked(**bid(seat, amount)))


def test_the_app_passes_for_a_seat_that_cannot_pay_the_next_bid() -> None:
    assert out_by(the_mill(), BRUNO, 40) == [("passed_by_app", CARLA)]
    assert out_by(the_mill(), BRUNO, 39) == []


def test_the_allowed_debt_counts_as_money_to_bid() -> None:
    assert out_by(the_mill(debt=20), BRUNO, 59) == []
    assert out_by(the_mill(debt=20), BRUNO, 60) == [("passed_by_app", CARLA)]


def test_a_seat_that_may_take_from_the_bank_is_not_passed() -> None:
    assert out_by(the_mill(movers="pay_and_take"), BRUNO, 60) == []
    assert out_by(the_mill(movers="banker"), BRUNO, 60) == [("passed_by_app", CARLA)]


def test_a_bid_that_nobody_can_outbid_wins_at_once() -> None:
    state = after(the_mill(), bid(BRUNO, 100))

    assert (state.auction, state.money(BRUNO)) == (None, 0)


def test_a_pass_also_passes_seats_that_cannot_bid() -> None:
    """Carla paid something after Bruno's bid."""
    table = after(the_mill(100), bid(BRUNO, 50))
    table = after(table, {"kind": "pay", "seat": CARLA, "target": "bank", "amount": 80})

    passed = out(table, asked("pass", seat=ANNA))

    assert passed == [("passed_by_app", CARLA), ("sold", BRUNO)]


def test_before_the_first_bid_nobody_is_passed() -> None:
    assert out(the_mill(0), asked("pass", seat=ANNA)) == []


def test_sealed_bids_are_never_passed_by_the_app() -> None:
    table = holding(passing(up("sealed", amount=50)), {CARLA: 0})

    assert out(table, asked("seal_bid", seat=BRUNO, amount=60)) == []


def test_the_history_line_of_an_app_pass_uses_the_tables_unit() -> None:
    table = the_mill(unit="M")
    _, passed = asked(**bid(BRUNO, 60)).decide(table)

    assert str(passed.tell(table, None)) == "Carla cannot bid 61\u00a0M and passes."


@pytest.mark.parametrize("passes", [False, None])
def test_without_the_setting_players_pass_by_tapping(passes: object) -> None:
    """Saved games from before the setting have no value for it."""
    assert out_by(passing(the_mill(), passes), BRUNO, 60) == []
    assert "app_passes" not in GAME.rules.prepare(Setup({}, seated(3))).options


def test_the_setting_is_on_by_default() -> None:
    (option,) = (option for option in GAME.options if option.name == "app_passes")

    assert option.default is True  # type: ignore[union-attr]

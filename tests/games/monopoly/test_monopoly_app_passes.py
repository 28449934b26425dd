"""The app passes for seats that could not raise the next bid (MO-A1), if the table chose so.

Whitechapel Road is up for auction.
"""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import Bid, Pass, RecordSale
from companion.games.monopoly.state import Deed, MonopolyState
from companion.mechanics.game import Setup
from companion.testing.households import seated
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.app_passes import out, passing
from tests.games.monopoly.monopoly_tables import KINGS_CROSS, LIGHT_BLUE, bidding, owning

WHITECHAPEL = 3


def carla_holds(cash: int) -> MonopolyState:
    """Return an auction in which the app passes and Carla has that much cash."""
    return holding(passing(bidding()), {CARLA: cash})


def test_the_app_passes_for_a_seat_that_cannot_raise_the_next_bid() -> None:
    table = carla_holds(40)

    assert out(table, Bid(BRUNO, 40)) == [("passed_by_app", CARLA)]
    assert out(table, Bid(BRUNO, 39)) == []


def test_mortgages_and_buildings_count_as_money_to_bid() -> None:
    """King's Cross brings 100; three light blue streets 160 and, for their houses, 3 x 25."""
    mortgages = owning(carla_holds(40), CARLA, (KINGS_CROSS,))
    buildings = owning(carla_holds(40), CARLA, LIGHT_BLUE, level=1)

    assert out(mortgages, Bid(BRUNO, 139)) == []
    assert out(mortgages, Bid(BRUNO, 140)) == [("passed_by_app", CARLA)]
    assert out(buildings, Bid(BRUNO, 274)) == []
    assert out(buildings, Bid(BRUNO, 275)) == [("passed_by_app", CARLA)]


def test_a_bid_that_nobody_can_outbid_wins_the_deed_at_once() -> None:
    table = holding(carla_holds(40), {ANNA: 90})

    state = after(table, Bid(BRUNO, 90))

    assert (state.sale, state.deeds[WHITECHAPEL], state.money(BRUNO)) == (None, Deed(BRUNO), 1410)


def test_a_pass_also_passes_seats_that_cannot_bid() -> None:
    """Carla's cash fell after Bruno's bid."""
    table = holding(after(carla_holds(1500), Bid(BRUNO, 90)), {CARLA: 20})

    assert out(table, Pass(ANNA)) == [
        ("passed_by_app", CARLA),
        ("auction_closed", BRUNO),
        ("paid", BRUNO),
        ("deed_taken", BRUNO),
    ]


def test_before_the_first_bid_nobody_is_passed() -> None:
    table = holding(passing(bidding()), {ANNA: 0, CARLA: 0})

    assert out(table, Pass(BRUNO)) == []


def test_an_app_pass_has_its_own_history_line() -> None:
    table = carla_holds(40)
    _, passed = Bid(BRUNO, 60).decide(table)

    assert str(passed.tell(table, None)) == "Carla cannot bid 61 and passes."


@pytest.mark.parametrize("passes", [False, None])
def test_without_the_setting_players_pass_by_tapping(passes: object) -> None:
    """Old saved games and databases do not contain the option."""
    assert out(passing(carla_holds(40), passes), Bid(BRUNO, 60)) == []
    assert "app_passes" not in GAME.rules.prepare(Setup({}, seated(3))).options


def test_the_setting_is_on_by_default() -> None:
    (option,) = (option for option in GAME.options if option.name == "app_passes")

    assert option.default is True  # type: ignore[union-attr]


def test_a_sale_has_the_same_history_line_as_ever() -> None:
    state = after(carla_holds(40), RecordSale(BRUNO, 60))

    assert (state.deeds[WHITECHAPEL], state.money(BRUNO)) == (Deed(BRUNO), 1440)

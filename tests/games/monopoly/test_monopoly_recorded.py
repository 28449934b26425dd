"""Recorded games without events; each docstring works out the final scores by hand.

Everybody begins with 1500; prices and rents are those of the classic board.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Event
from companion.mechanics.values.codec import from_json
from tests.games.records import read_record, records_of, replayed, setup_in, totals


def events_of(name: str) -> list[Event]:
    """Return all events of a recorded game."""
    data: dict[str, Any] = read_record("monopoly", name)
    state, happened = GAME.rules.begin(setup_in(GAME, data)), []
    for action in data["actions"]:
        for event in from_json(action, GAME.action_kinds).decide(state):
            happened.append(event)
            state = GAME.apply(state, event)
    return happened


def told(name: str, kind: str, *fields: str) -> list[tuple[object, ...]]:
    """Return some fields of every event of a kind in a recorded game."""
    return [
        tuple(getattr(event, field) for field in fields)
        for event in events_of(name)
        if event.kind == kind
    ]


def cash(state: MonopolyState) -> list[int]:
    return [state.money(seat) for seat in state.seats]


@pytest.mark.parametrize("name", records_of("monopoly"))
def test_recorded_games_are_complete_and_scored_from_holdings_alone(name: str) -> None:
    state, outcome = replayed(GAME, name)

    assert state.stage == "over"
    assert outcome == GAME.final.of(GAME.final.holdings(state))


def test_game_of_two_ending_in_a_bankruptcy_by_5() -> None:
    """last-one-of-two.json

    Anna, three doubles short of jail, declines 12, 24 and 35; Bruno bids 400 + 400 + 300, and
    has 1500 - 1100 = 400. Anna buys Park Lane and Mayfair: 1500 - 750 = 750, passes Go + 200,
    Income Tax - 200: 750. Bruno: Chance 3 - 150, Community Chest 7 + 50: 300.
    Anna builds one house on each, 400, and one more on Mayfair, 200: 150.
    Bruno lands on Mayfair with two houses: 600. He could raise 300 + 75 + 120 + 100 = 595.
    Anna gets 300 and three deeds: cash 450; properties 350 + 400 + 150 + 240 + 200 = 1340;
    3 houses at 200 = 600; 2390.
    """
    state, outcome = replayed(GAME, "last-one-of-two")

    assert cash(state) == [450, 0]
    assert totals(outcome) == [("Anna", 2390), ("Bruno", 0)]
    assert (outcome.reason, outcome.rule) == ("last_one_standing", "MO-X3")
    assert [(term.amount, term.rule) for term in outcome.standings[0].terms] == [
        (450, "MO-F4"),
        (1340, "MO-F4"),
        (600, "MO-F4"),
    ]
    assert told("last-one-of-two", "debt_opened", "seat", "creditor", "amount") == [(1, 0, 600)]


def test_game_of_four_with_three_bankruptcies() -> None:
    """last-one-of-four.json

    Dario bids 1400 for Whitechapel Road: 100; owes 200 of tax, could raise 100 + 30: bankrupt to
    the bank. Bruno (1500 - 200 of tax) takes the deed for 60: 1240. Carla buys King's Cross, 200.
    Anna pays Carla 25 and bids 1450 for Euston Road: 25. Chance 3, 50 from each: Carla 1325 - 50,
    Anna mortgages, 25 + 50 - 50 = 25; Bruno 1340. Carla takes Pall Mall for 200: 1075.
    Community Chest 4, 100 from each: Carla 975, Bruno 1440; Anna cannot: bankrupt to Bruno, who
    gets 25 and Euston Road, pays its 10 %, 5: 1460. Carla bids 950 for Northumberland Avenue: 25.
    Community Chest 5, pay 250: she mortgages 100 + 70 + 80: 25 left. Bruno buys Oxford Street for
    300: 1160. Chance 3 again: Carla owes 50, has 25: bankrupt, Bruno 1185.
    Bruno: cash 1185; free 60 + 300 = 360; mortgaged at half 50 + 100 + 70 + 80 = 300; 1845.
    """
    state, outcome = replayed(GAME, "last-one-of-four")

    assert cash(state) == [0, 1185, 0, 0]
    assert state.bankrupt == (3, 0, 2)
    assert totals(outcome) == [("Bruno", 1845), ("Carla", 0), ("Anna", 0), ("Dario", 0)]
    assert (outcome.reason, outcome.winners) == ("last_one_standing", (1,))
    assert [term.amount for term in outcome.standings[0].terms] == [1185, 360, 300]


def test_fast_game_won_by_the_richest_at_the_second_bankruptcy() -> None:
    """fast-second-bankruptcy.json

    Dealt and paid: Anna Park Lane and Mayfair 750, Bruno both brown 120, Carla King's Cross and
    Electric Company 350, Dario two light blue 200: 750, 1380, 1150, 1300.
    Anna builds two houses: 350, pays Bruno 2 x 4: 342. Bruno builds three houses and a hotel on
    each, 8 x 50: 1388 - 400 = 988. Carla and Dario land on a hotel, 450 each: 700, 850, Bruno 1888.
    Dario takes Marylebone for 800: 50; Carla Vine Street for 690: 10.
    Chance 3, pay 300: Carla could raise 10 + 100 + 75 + 100 = 285, bankrupt to the bank. King's
    Cross to Bruno for 100: 1788; Electric Company to nobody; Vine Street to Anna for 20: 322.
    Dario owes 300 too, could raise 50 + 50 + 50 + 100 = 250: the second bankruptcy.
    Anna: 322 + 350 + 400 + 200 + 2 x 200 = 1672.
    Bruno: 1788 + 60 + 60 + 200 + 2 hotels of (1 + 3) x 50 = 2508.
    """
    state, outcome = replayed(GAME, "fast-second-bankruptcy")

    assert cash(state) == [322, 1788, 0, 0]
    assert totals(outcome) == [("Bruno", 2508), ("Anna", 1672), ("Dario", 0), ("Carla", 0)]
    assert (outcome.reason, outcome.rule) == ("second_bankruptcy", "MO-F3")
    assert state.owner(12) is None and state.sale is None
    assert told("fast-second-bankruptcy", "rent_lost", "amount") == [(6,)]


def test_the_turn_running_at_the_time_limit_is_finished() -> None:
    """time-over-in-a-turn.json: one minute from second 1000, over at 1060.

    Anna buys The Angel for 100: 1400. Bruno rolls a double at 1059, pays 6, and finishes his turn
    after the stroke: a second double at 1070 and Euston Road for 100; then the third roll, Pall
    Mall, which he declines and wins for 100: 1500 - 6 - 100 - 100 = 1294. Carla's roll at 1090
    begins no turn. Anna 1406 + 100 = 1506; Bruno 1294 + 100 + 140 = 1534; Carla 1500.
    """
    state, outcome = replayed(GAME, "time-over-in-a-turn")

    assert cash(state) == [1406, 1294, 1500]
    assert totals(outcome) == [("Bruno", 1534), ("Anna", 1506), ("Carla", 1500)]
    assert (outcome.reason, outcome.rule) == ("time", "MO-C1")
    assert state.spaces == (6, 11, 0)


def test_a_bankrupts_deeds_are_auctioned_one_by_one_free_of_mortgages() -> None:
    """bankrupt-to-the-bank.json

    Anna buys Whitechapel Road 60 and King's Cross 200: 1240; mortgages the first, + 30, and takes
    Euston Road for 1250: 20. Bruno buys Northumberland Avenue 160; Carla pays him 12: 1488.
    Anna lands there by a double, then on Marlborough Street, for which she bids 165; she could
    raise 20 + 100 + 50 = 170. Then Bruno asks for his 12, and she could raise 158: bankrupt.
    Auctioned: Marlborough Street to Bruno 60; Whitechapel Road to Carla 120; King's Cross to
    nobody; Euston Road to Bruno 2. Bruno 1500 - 160 + 24 - 62 = 1302, + 160 + 180 + 100 = 1742;
    Carla 1368 + 60 = 1428.
    """
    state, outcome = replayed(GAME, "bankrupt-to-the-bank")

    assert told("bankrupt-to-the-bank", "auction_closed", "position", "seat", "amount")[2:] == [
        (18, 1, 60),
        (3, 2, 120),
        (5, None, 0),
        (8, 1, 2),
    ]
    assert not state.deeds[3].mortgaged and state.owner(5) is None
    assert totals(outcome) == [("Bruno", 1742), ("Carla", 1428), ("Anna", 0)]


def test_a_bankrupts_mortgaged_deeds_cost_their_new_owner_a_tenth() -> None:
    """bankrupt-to-a-player.json

    Anna buys Whitechapel Road and Euston Road, mortgages both, 1500 - 160 + 80 = 1420, and takes
    Electric Company for 1410: 10. Bruno's list: 100 from each. Anna could raise 10 + 75 = 85.
    Bruno: 1500 - 200 + 100 from Carla + 10 from Anna - 3 - 5 = 1402; lifts Whitechapel Road for
    30 + 3: 1369. Wealth 1369 + 200 + 60 + 150 + 100 / 2 = 1829. Carla 1500 - 200 - 100 - 200 =
    1000, + 200 + 200 = 1400.
    """
    state, outcome = replayed(GAME, "bankrupt-to-a-player")

    assert told("bankrupt-to-a-player", "paid", "seat", "amount", "reason", "position")[-2:] == [
        (1, 3, "interest", 3),
        (1, 5, "interest", 8),
    ]
    assert state.deeds[8].mortgaged and not state.deeds[3].mortgaged
    assert cash(state) == [0, 1369, 1000]
    assert totals(outcome) == [("Bruno", 1829), ("Carla", 1400), ("Anna", 0)]


def test_the_last_houses_are_auctioned_from_the_lowest_printed_price() -> None:
    """housing-shortage.json: a game that began on the board; Carla has 30 of the 32 houses.

    Anna wants one house, Bruno two, Carla none: 3 for 2, so one is auctioned from 50. Anna takes
    it for 80: 1420. Now Bruno alone wants any: he builds the last one at its printed 50: 1450.
    Anna 1420 + 120 + 50 = 1590; Bruno 1450 + 320 + 50 = 1820; Carla 1500 + 2400 + 12 x 200 +
    12 x 150 + 6 x 150 = 9000.
    """
    state, outcome = replayed(GAME, "housing-shortage")

    assert told("housing-shortage", "auction_opened", "seats", "floor", "building") == [
        ((0, 1), 50, "house")
    ]
    assert told("housing-shortage", "built", "seat", "position", "price") == [
        (0, 1, 80),
        (1, 6, 50),
    ]
    assert state.houses_left == 0
    assert totals(outcome) == [("Carla", 9000), ("Bruno", 1820), ("Anna", 1590)]


def test_game_with_every_way_into_and_out_of_jail() -> None:
    """jail-in-and-out.json

    In: Anna by the space (twice), Bruno and Dario by a list, Carla by the third double.
    Out: Anna by a double, without another roll, to Marlborough Street, bought for 180;
    Bruno with a key, rolling at once; Carla on bail, rolling in her next turn; Dario after three
    turns, 50 and five spaces.
    Anna 1500 - 180 = 1320, + 180 = 1500. Bruno 1500 - 140 + 20 + 10 = 1390, + 140 = 1530.
    Carla 1500 + 20 - 100 - 50 - 10 = 1360, + 100 = 1460. Dario 1500 - 50 - 200 = 1250, + 200.
    """
    state, outcome = replayed(GAME, "jail-in-and-out")

    assert told("jail-in-and-out", "went_to_jail", "seat", "way") == [
        (0, "space"),
        (1, "line"),
        (2, "doubles"),
        (3, "line"),
        (0, "space"),
    ]
    assert told("jail-in-and-out", "left_jail", "seat", "way") == [
        (0, "double"),
        (1, "key"),
        (2, "bail"),
        (3, "rolls"),
    ]
    assert told("jail-in-and-out", "salary_paid", "seat") == []
    assert cash(state) == [1320, 1390, 1360, 1250]
    assert totals(outcome) == [("Bruno", 1530), ("Anna", 1500), ("Carla", 1460), ("Dario", 1450)]


def test_go_is_paid_twice_in_a_turn() -> None:
    """go-twice-in-a-turn.json: from 35 by 7 past Go to 2, + 200; the list sends to Go, + 200."""
    state, outcome = replayed(GAME, "go-twice-in-a-turn")

    assert told("go-twice-in-a-turn", "salary_paid", "seat", "amount") == [(0, 200), (0, 200)]
    assert totals(outcome) == [("Anna", 1900), ("Bruno", 1500)]
    assert state.learnt is not None


def test_an_uncollected_rent_is_lost_with_the_next_roll() -> None:
    """rent-not-asked.json

    Bruno buys Whitechapel Road, 60. Carla lands there and is asked: 4. Anna lands there, Bruno
    rolls first: lost. Bruno 1444 + 60, Anna 1500, Carla 1496.
    """
    state, outcome = replayed(GAME, "rent-not-asked")

    assert told("rent-not-asked", "rent_lost", "owner", "debtor", "amount") == [(1, 0, 4)]
    assert cash(state) == [1500, 1444, 1496]
    assert totals(outcome) == [("Bruno", 1504), ("Anna", 1500), ("Carla", 1496)]


def test_the_app_passes_for_a_seat_that_cannot_raise_the_next_bid() -> None:
    """passed-by-app.json

    Bruno takes Whitechapel Road for 1450 once both others pass: he has 50, and could raise 80.
    The Angel: Carla's 79 leaves him in, Anna's 80 does not; Carla passes: Anna 1500 - 80 = 1420.
    Euston Road: for Carla's 1470 Anna, 1420 + 50, is 1 short and Bruno far: sold at once, 30 left.
    Anna 1420 + 100, Carla 30 + 100, Bruno 50 + 60.
    """
    state, outcome = replayed(GAME, "passed-by-app")

    assert cash(state) == [1420, 50, 30]
    assert totals(outcome) == [("Anna", 1520), ("Carla", 130), ("Bruno", 110)]
    assert told("passed-by-app", "passed_by_app", "seat", "lowest") == [
        (1, 81),
        (0, 1471),
        (1, 1471),
    ]

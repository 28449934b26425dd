"""Houses, hotels and mortgages, step by step."""

from __future__ import annotations

from dataclasses import replace

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import Pass
from companion.games.monopoly.buildings import Build, BuildUp, Sell, SellDown, Want
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.state import Deed, MonopolyState
from companion.mechanics.actions.menu import OneOf, Range
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK, purse
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    ELECTRIC,
    LIGHT_BLUE,
    OLD_KENT,
    WHITECHAPEL,
    begun,
    buying,
    owning,
)


def brown(level: int = 0) -> MonopolyState:
    return owning(begun(), ANNA, BROWN, level=level)


def test_houses_and_the_hotel_are_built_evenly_at_the_printed_price() -> None:
    state = after(brown(), Build(ANNA, OLD_KENT), Build(ANNA, WHITECHAPEL))
    assert state.money(ANNA) == 1400 and state.houses_left == 30

    state = after(state, BuildUp(ANNA, "brown", 4), Build(ANNA, OLD_KENT))

    assert (state.deeds[OLD_KENT].hotel, state.deeds[WHITECHAPEL].houses) == (True, 4)
    assert state.money(ANNA) == 1500 - 9 * 50
    assert (state.houses_left, state.hotels_left) == (28, 11)


def raised(state: MonopolyState) -> list[tuple[str, Range | OneOf]]:
    """Return the groups that the menu lets Anna build up, with the levels."""
    menu = GAME.legal_actions(state, ANNA)
    ups = [(offer.action, offer.ranges) for offer in menu if offer.kind == "build_up"]
    return [(up.group, ranges["level"]) for up, ranges in ups if isinstance(up, BuildUp)]


def test_the_menu_offers_building_on_whole_groups_evenly() -> None:
    state = owning(brown(2), ANNA, (*LIGHT_BLUE, 5, 15, 25, 35))

    assert raised(state) == [("brown", Range(3, 5)), ("light_blue", Range(1, 5))]
    assert raised(owning(state, BRUNO, (OLD_KENT,))) == [("light_blue", Range(1, 5))]


def test_the_menu_offers_no_group_that_is_too_dear_or_contested() -> None:
    assert raised(brown(5)) == []
    assert raised(last_house()) == []
    assert raised(after(brown(), Correct(purse(ANNA), BANK, 1401))) == []
    assert raised(after(brown(), Correct(purse(ANNA), BANK, 1400))) != []


def test_in_the_fast_game_the_hotel_follows_three_houses() -> None:
    fast = replace(begun().setup, options={**begun().setup.options, "variant": "fast"})
    state = owning(replace(begun(), setup=fast), ANNA, BROWN, level=3)

    assert after(state, Build(ANNA, OLD_KENT)).deeds[OLD_KENT].hotel


def test_building_is_possible_at_any_time_even_before_another_decides() -> None:
    state = owning(buying(), CARLA, LIGHT_BLUE)

    assert after(state, Build(CARLA, 6)).level(6) == 1


def test_a_house_sells_at_half_and_a_hotel_is_swapped_for_four_houses() -> None:
    assert after(brown(1), Sell(ANNA, OLD_KENT)).money(ANNA) == 1525

    state = after(brown(5), Sell(ANNA, OLD_KENT))
    assert state.money(ANNA) == 1525 and state.deeds[OLD_KENT] == Deed(ANNA, houses=4)


def test_hotels_sold_whole_pay_half_of_their_price_and_of_their_four_houses() -> None:
    state = after(brown(5), SellDown(ANNA, "brown"))

    assert state.money(ANNA) == 1500 + 2 * (25 + 4 * 25)
    assert not state.has_buildings(OLD_KENT)


def test_a_group_sells_down_as_far_as_the_banks_houses_go() -> None:
    assert after(brown(5), SellDown(ANNA, "brown", 1)).houses_left == 30


def last_house() -> MonopolyState:
    """The bank has 1 house; Anna has the brown group, Bruno light blue."""
    state = owning(owning(begun(), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (26, 27, 29, 31, 32, 34, 21), level=4)
    return owning(state, CARLA, (37,), level=3)


def test_a_last_house_nobody_else_wants_is_built_at_its_price() -> None:
    state = after(last_house(), Build(ANNA, OLD_KENT))
    assert state.wants is not None and state.wants.asked == (BRUNO,)

    state = after(state, Want(BRUNO))

    assert state.wants is None and state.level(OLD_KENT) == 1 and state.money(ANNA) == 1450


def test_the_last_house_is_auctioned_from_the_lowest_price_of_those_who_want_it() -> None:
    state = owning(last_house(), BRUNO, (11, 13, 14))

    state = after(state, Build(ANNA, OLD_KENT), Want(BRUNO, (11,)))

    assert state.sale is not None and state.sale.auction.lowest_bid == 50


def test_others_are_asked_only_if_their_wishes_exceed_the_supply() -> None:
    def built(cash: int) -> MonopolyState:
        two_left = owning(last_house(), CARLA, (37,), level=2)
        return after(holding(two_left, {BRUNO: cash}), Build(ANNA, OLD_KENT))

    assert built(99).level(OLD_KENT) == 1 and built(99).wants is None
    assert built(100).level(OLD_KENT) == 0 and built(100).wants is not None


def test_a_house_nobody_bids_for_stays_with_the_bank() -> None:
    state = after(last_house(), Build(ANNA, OLD_KENT), Want(BRUNO, (6,)))
    state = after(state, Pass(ANNA), Pass(BRUNO))

    assert (state.wants, state.sale, state.houses_left) == (None, None, 1)


def test_mortgaging_pays_the_printed_value_and_lifting_costs_a_tenth_more_rounded_up() -> None:
    state = after(owning(begun(), ANNA, (ELECTRIC, 37)), Mortgage(ANNA, ELECTRIC))
    assert state.money(ANNA) == 1575

    assert after(state, Lift(ANNA, ELECTRIC)).money(ANNA) == 1575 - 83
    state = after(state, Mortgage(ANNA, 37), Lift(ANNA, 37))
    assert state.money(ANNA) == 1575 + 175 - 193


def test_a_bare_street_may_be_mortgaged_while_its_neighbour_has_a_house() -> None:
    state = owning(brown(), ANNA, (OLD_KENT,), level=1)

    assert after(state, Mortgage(ANNA, WHITECHAPEL)).deeds[WHITECHAPEL].mortgaged

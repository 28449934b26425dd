"""Named refusals about buildings, mortgages, deals, and corrections."""

from __future__ import annotations

from companion.games.monopoly.auctions import Bid
from companion.games.monopoly.buildings import Build, BuildUp, Sell, SellDown, Want
from companion.games.monopoly.corrections import (
    SetBuildings,
    SetDeed,
    SetFollowing,
    SetJail,
    SetKeys,
    SetLine,
    SetSpace,
    SetTurn,
)
from companion.games.monopoly.deals import AcceptDeal, DeclineDeal, ProposeDeal, WithdrawDeal
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.screen import view
from companion.games.monopoly.state import MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, Case, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    DARK_BLUE,
    KINGS_CROSS,
    LIGHT_BLUE,
    OLD_KENT,
    WHITECHAPEL,
    begun,
    bidding,
    jailed,
    owning,
    seated,
    with_keys,
)
from tests.games.refusals import refuses

GREEN, YELLOW, RED, ORANGE = (31, 32, 34), (26, 27, 29), (21, 23, 24), (16, 18, 19)


def brown(level: int = 0, *, mortgaged: bool = False) -> MonopolyState:
    """Return a table where Anna owns the brown group."""
    return owning(begun(), ANNA, BROWN, level=level, mortgaged=mortgaged)


def on_one_brown() -> MonopolyState:
    """Return a table where Anna owns the brown group, with one house on Old Kent Road."""
    return owning(brown(), ANNA, (OLD_KENT,), level=1)


def houseless() -> MonopolyState:
    """Return a table where Carla has all 32 houses, and Anna owns the brown group."""
    streets = (*GREEN, *YELLOW, *DARK_BLUE)
    return owning(brown(), CARLA, streets, level=4)


def hotelless() -> MonopolyState:
    """Return a table where Carla has all 12 hotels, and Anna four houses per brown street."""
    streets = (*GREEN, *YELLOW, *RED, *ORANGE)
    return owning(brown(4), CARLA, streets, level=5)


def two_houses_left() -> MonopolyState:
    """Return a table with 2 houses in the bank; Anna owns brown, Bruno light blue."""
    state = owning(owning(begun(), ANNA, BROWN), BRUNO, LIGHT_BLUE)
    state = owning(state, CARLA, (*GREEN, *YELLOW, 21), level=4)
    return owning(state, CARLA, (37,), level=2)


def wanting() -> MonopolyState:
    """Return a table where Anna wants one of the last houses and Bruno is asked."""
    return after(two_houses_left(), Build(ANNA, OLD_KENT))


def house_auction() -> MonopolyState:
    """Return an auction of one of two houses; Anna and Bruno want three."""
    return after(wanting(), Want(BRUNO, (6, 8)))


def swapless() -> MonopolyState:
    """Return a table where Anna has hotels on brown and the bank has 2 houses."""
    return owning(two_houses_left(), ANNA, BROWN, level=5)


def offered() -> MonopolyState:
    """Return a table where Anna offers Bruno King's Cross for 100."""
    state = owning(begun(), ANNA, (KINGS_CROSS,))
    return after(state, ProposeDeal(ANNA, BRUNO, gives=(KINGS_CROSS,), asks=100))


def tapped() -> MonopolyState:
    """Return a table that does not follow the tokens, after Anna's roll."""
    return after(begun(following=False), Roll(ANNA, (1, 2)))


AUCTION: list[Case] = [
    ("not_in_this_auction", "MO-B3", house_auction, Bid(CARLA, 60)),
    ("bid_too_low", "MO-B3", house_auction, Bid(ANNA, 49)),
    ("bid_above_cash", "MO-B3", house_auction, Bid(ANNA, 1501)),
    (
        "not_asked",
        "MO-B3",
        lambda: after(house_auction(), Mortgage(ANNA, WHITECHAPEL)),
        Bid(ANNA, 60),
    ),
    (
        "bid_stands",
        "MO-B3",
        lambda: after(house_auction(), Bid(ANNA, 60)),
        Mortgage(ANNA, WHITECHAPEL),
    ),
]
BUILDING: list[Case] = [
    ("not_a_street", "MO-B1", lambda: owning(begun(), ANNA, (KINGS_CROSS,)),
     Build(ANNA, KINGS_CROSS)),
    ("not_a_property", "What is printed", begun, Build(ANNA, 0)),
    ("not_your_property", "MO-B1", begun, Build(ANNA, OLD_KENT)),
    ("group_not_whole", "MO-B1", lambda: owning(begun(), ANNA, (OLD_KENT,)),
     Build(ANNA, OLD_KENT)),
    ("group_mortgaged", "MO-B1", lambda: owning(brown(), ANNA, (OLD_KENT,), mortgaged=True),
     Build(ANNA, WHITECHAPEL)),
    ("uneven_building", "MO-B1", on_one_brown, Build(ANNA, OLD_KENT)),
    ("hotel_stands", "MO-B2", lambda: brown(5), Build(ANNA, OLD_KENT)),
    ("no_houses_left", "MO-B3", houseless, Build(ANNA, OLD_KENT)),
    ("no_hotels_left", "MO-B3", hotelless, Build(ANNA, OLD_KENT)),
    ("not_enough_money", "MO-B1", lambda: holding(brown(), {ANNA: 49}), Build(ANNA, OLD_KENT)),
    ("several_want", "MO-B3", two_houses_left, BuildUp(ANNA, "brown", 1)),
    ("unknown_group", "What is printed", brown, BuildUp(ANNA, "stations", 1)),
    ("level_out_of_range", "MO-B2", brown, BuildUp(ANNA, "brown", 6)),
    ("nothing_to_build", "MO-B1", lambda: brown(2), BuildUp(ANNA, "brown", 2)),
    ("not_enough_money", "MO-B1", lambda: holding(brown(), {ANNA: 499}),
     BuildUp(ANNA, "brown", 5)),
    ("nothing_built", "MO-B4", brown, Sell(ANNA, OLD_KENT)),
    ("uneven_selling", "MO-B4", lambda: owning(brown(2), ANNA, (OLD_KENT,), level=1),
     Sell(ANNA, OLD_KENT)),
    ("no_houses_for_swap", "MO-B4", swapless, Sell(ANNA, OLD_KENT)),
    ("no_houses_for_swap", "MO-B4", swapless, SellDown(ANNA, "brown", 2)),
    ("nothing_built", "MO-B4", brown, SellDown(ANNA, "brown")),
    ("level_out_of_range", "MO-B2", lambda: brown(5), SellDown(ANNA, "brown", 5)),
    ("not_your_property", "MO-B4", begun, SellDown(ANNA, "brown")),
    ("not_now", "MO-B3", two_houses_left, Want(ANNA, (OLD_KENT,))),
    ("not_asked", "MO-B3", wanting, Want(CARLA, ())),
    ("uneven_building", "MO-B1", wanting, Want(BRUNO, (6, 6))),
    ("other_building", "MO-B3", lambda: owning(wanting(), BRUNO, LIGHT_BLUE, level=4),
     Want(BRUNO, (6,))),
    ("not_now", "MO-B1", wanting, Build(ANNA, WHITECHAPEL)),
]  # fmt: skip
PROPERTY: list[Case] = [
    ("not_your_property", "MO-M1", begun, Mortgage(ANNA, OLD_KENT)),
    ("already_mortgaged", "MO-M1", lambda: brown(mortgaged=True), Mortgage(ANNA, OLD_KENT)),
    ("buildings_on_it", "MO-M1", on_one_brown, Mortgage(ANNA, OLD_KENT)),
    ("not_mortgaged", "MO-M2", brown, Lift(ANNA, OLD_KENT)),
    ("not_enough_money", "MO-M2", lambda: holding(brown(mortgaged=True), {ANNA: 32}),
     Lift(ANNA, OLD_KENT)),
    ("same_seat", "MO-D1", brown, ProposeDeal(ANNA, ANNA, gives=(OLD_KENT,))),
    ("unknown_seat", "MO-S2", brown, ProposeDeal(ANNA, 5, gives=(OLD_KENT,))),
    ("deal_of_money_alone", "MO-D1", begun, ProposeDeal(ANNA, BRUNO, pays=100)),
    ("negative_amount", "MO-D1", brown, ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT,), pays=-1)),
    ("named_twice", "MO-D1", brown, ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT, OLD_KENT))),
    ("not_your_property", "MO-D1", brown, ProposeDeal(ANNA, BRUNO, takes=(OLD_KENT,))),
    ("group_has_buildings", "MO-D1", on_one_brown,
     ProposeDeal(ANNA, BRUNO, gives=(WHITECHAPEL,))),
    ("no_key", "MO-D1", begun, ProposeDeal(ANNA, BRUNO, keys_given=1)),
    ("deal_above_cash", "MO-D1", brown,
     ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT,), asks=1501)),
    ("not_mortgaged", "MO-M3", lambda: owning(begun(), BRUNO, BROWN),
     ProposeDeal(ANNA, BRUNO, takes=(OLD_KENT,), lifts=(OLD_KENT,))),
    ("not_mortgaged", "MO-M3", offered, AcceptDeal(BRUNO, 1, (KINGS_CROSS,))),
    ("no_such_deal", "MO-D2", begun, AcceptDeal(BRUNO, 1)),
    ("not_your_deal", "MO-D2", offered, AcceptDeal(CARLA, 1)),
    ("not_your_deal", "MO-D2", offered, DeclineDeal(ANNA, 1)),
    ("not_your_deal", "MO-D2", offered, WithdrawDeal(BRUNO, 1)),
    ("deal_above_cash", "MO-D1", lambda: holding(offered(), {BRUNO: 99}), AcceptDeal(BRUNO, 1)),
    ("group_has_buildings", "MO-D1",
     lambda: after(owning(brown(), BRUNO, LIGHT_BLUE),
                   ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT,)), Build(ANNA, WHITECHAPEL)),
     AcceptDeal(BRUNO, 1)),
]  # fmt: skip
BANKER: list[Case] = [
    ("in_jail", "MO-J1", lambda: jailed(begun(), BRUNO), SetSpace(BRUNO, 5)),
    ("unknown_space", "What is printed", begun, SetSpace(BRUNO, -1)),
    ("not_now", "MO-T1", tapped, SetFollowing(True)),
    ("group_has_buildings", "MO-D1", on_one_brown, SetDeed(WHITECHAPEL, BRUNO)),
    ("under_the_hammer", "MO-A1", bidding, SetDeed(WHITECHAPEL, BRUNO)),
    ("not_a_property", "What is printed", begun, SetDeed(0, BRUNO)),
    ("group_not_whole", "MO-B1", begun, SetBuildings("brown", {"1": 1})),
    ("uneven_building", "MO-B1", brown, SetBuildings("brown", {"1": 2})),
    ("level_out_of_range", "MO-B2", brown, SetBuildings("brown", {"1": 6, "3": 6})),
    ("level_out_of_range", "MO-B2", brown, SetBuildings("brown", {"6": 1})),
    ("buildings_on_it", "MO-M1", lambda: brown(mortgaged=True),
     SetBuildings("brown", {"1": 1, "3": 1})),
    ("no_houses_left", "MO-B3", houseless, SetBuildings("brown", {"1": 1, "3": 1})),
    ("no_hotels_left", "MO-B3", hotelless, SetBuildings("brown", {"1": 5, "3": 5})),
    ("unknown_group", "What is printed", begun, SetBuildings("utilities", {})),
    ("keys_out_of_range", "MO-J2", lambda: with_keys(begun(), ANNA, 2), SetKeys(BRUNO, 5)),
    ("line_out_of_range", "MO-T6", begun, SetLine("chance", 19, "jail")),
    ("line_out_of_range", "MO-T6", begun, SetLine("chance", 2, "jail")),
    ("effect_out_of_range", "MO-T6", begun, SetLine("chance", 3, "pay")),
    ("rolls_out_of_range", "MO-J3", begun, SetJail(BRUNO, True, 3)),
    ("not_now", "MO-S2", seated, SetTurn(BRUNO)),
    ("purse_below_zero", "", begun, Correct("seat 0", "bank", 1501)),
    ("unknown_account", "", begun, CountCash({"seat 9": 1})),
]  # fmt: skip
CASES = (*AUCTION, *BUILDING, *PROPERTY, *BANKER)


test_a_refusal_names_its_reason_and_its_rule = refuses(CASES)


def test_a_bidder_without_a_street_for_the_house_is_told_to_pass() -> None:
    state = after(house_auction(), Mortgage(ANNA, WHITECHAPEL))

    told = [view(state, seat).can_only_pass for seat in (ANNA, BRUNO)]

    assert list(map(str, told)) == ["Anna cannot build one now.", "None"]

"""One case for every named refusal of a table in play, with the rule it cites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctioneer import Strike, TakeHammer
from companion.games.monopoly.auctions import Bid, Pass
from companion.games.monopoly.buildings import Build
from companion.games.monopoly.corrections import SetLine, SetTurn
from companion.games.monopoly.deals import AcceptDeal, ProposeDeal
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.endings import CallTime
from companion.games.monopoly.jail import PayBail, UseKey
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.property import Buy, Decline
from companion.games.monopoly.rents import AskRent, CollectRent
from companion.games.monopoly.seating import Begin, DealDeeds
from companion.games.monopoly.state import Debt, MonopolyState
from companion.games.monopoly.turn import Land, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup, Setup
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
    buying,
    claiming,
    ended,
    jailed,
    listing,
    owing,
    owning,
    seated,
    timed,
)
from tests.games.refusals import refuses


def late() -> MonopolyState:
    """Bruno did not ask for the rent before rolling."""
    return after(claiming(), Roll(BRUNO, (1, 3)))


FORGOTTEN = CollectRent(BRUNO, ANNA, WHITECHAPEL, 4)


def on_the_list() -> MonopolyState:
    """Return a table where Anna has rolled 9 for Chance, an unknown line."""
    return after(listing(), RollList(ANNA, (2, 3, 4)))


def dealing() -> MonopolyState:
    return after(seated(2, variant="fast"), DealDeeds(ANNA, (OLD_KENT, 39)))


def bankrupted() -> MonopolyState:
    """Return an auction that Carla has left."""
    return replace(begun(), bankrupt=(CARLA,))


START: list[Case] = [
    ("already_begun", "MO-S2", begun, Begin(ANNA)),
    ("not_rolled", "MO-S2", seated, Begin()),
    ("not_on_the_die", "MO-S2", seated, Begin(ANNA, ((13, 2, 2),))),
    ("rolls_do_not_fit", "MO-S2", seated, Begin(ANNA, ((12, 2),))),
    ("rolls_name_another", "MO-S2", seated, Begin(ANNA, ((2, 12, 2),))),
    ("not_now", "MO-F1", dealing, Begin(ANNA)),
    (
        "debt_open",
        "MO-X1",
        lambda: replace(seated(), debts=(Debt(1, ANNA, None, 9, "deed"),)),
        Begin(ANNA),
    ),
    ("already_dealt", "MO-F1", dealing, DealDeeds(ANNA, (6, 8))),
    ("two_deeds", "MO-F1", dealing, DealDeeds(BRUNO, (6,))),
    ("already_owned", "MO-F1", dealing, DealDeeds(BRUNO, (6, 39))),
    ("not_a_property", "What is printed", dealing, DealDeeds(BRUNO, (0, 6))),
    ("unknown_space", "What is printed", dealing, DealDeeds(BRUNO, (6, 40))),
    ("not_now", "MO-F1", begun, DealDeeds(BRUNO, (6, 8))),
]
TURN: list[Case] = [
    ("unknown_seat", "MO-S2", begun, Roll(3, (1, 2))),
    ("seat_bankrupt", "MO-X1", bankrupted, Roll(CARLA, (1, 2))),
    ("game_over", "MO-X3", ended, Roll(ANNA, (1, 2))),
    ("not_your_turn", "MO-T1", begun, Roll(BRUNO, (1, 2))),
    ("not_now", "MO-T1", buying, Roll(ANNA, (1, 2))),
    ("not_rolled", "MO-T1", begun, Roll(ANNA)),
    ("not_on_the_die", "MO-T1", begun, Roll(ANNA, (0, 7))),
    ("two_dice", "MO-T1", begun, Roll(ANNA, (4,))),
    ("two_dice", "MO-T1", begun, Roll(ANNA, (1, 2, 3))),
    ("not_now", "MO-T1", begun, Land(ANNA, 3)),
    ("unknown_space", "What is printed", lambda: tapped(), Land(ANNA, 40)),
    ("salaries_out_of_range", "MO-T1", lambda: tapped(), Land(ANNA, 3, 3)),
    ("not_your_turn", "MO-T3", buying, Buy(BRUNO)),
    ("not_now", "MO-T3", begun, Decline(ANNA)),
    ("not_enough_money", "MO-T3", lambda: holding(buying(), {ANNA: 59}), Buy(ANNA)),
    ("rent_too_late", "MO-T4", late, AskRent(BRUNO, WHITECHAPEL)),
    ("no_rent_due", "MO-T4", begun, AskRent(BRUNO, WHITECHAPEL)),
    ("no_rent_due", "MO-T4", claiming, AskRent(CARLA, WHITECHAPEL)),
    ("no_rent_due", "MO-T4", late, CollectRent(BRUNO, BRUNO, WHITECHAPEL, 4)),
    ("no_rent_due", "MO-T4", late, CollectRent(BRUNO, ANNA, WHITECHAPEL, 0)),
    ("no_rent_due", "MO-T4", lambda: after(late(), FORGOTTEN), FORGOTTEN),
    ("not_rolled", "MO-T6", listing, RollList(ANNA)),
    ("three_dice", "MO-T6", listing, RollList(ANNA, (1, 2))),
    ("not_on_the_die", "MO-T6", listing, RollList(ANNA, (1, 2, 7))),
    ("not_now", "MO-T6", listing, FollowLine(ANNA, "jail")),
    ("line_unknown", "MO-T6", on_the_list, FollowLine(ANNA)),
    ("line_known", "MO-T6", lambda: after(listing(), RollList(ANNA, (5, 5, 5))),
     FollowLine(ANNA, "collect", 500)),
    ("effect_out_of_range", "MO-T6", on_the_list, FollowLine(ANNA, "pay", 0)),
    ("effect_out_of_range", "MO-T6", on_the_list, FollowLine(ANNA, "repairs")),
    ("not_in_jail", "MO-J2", begun, UseKey(ANNA)),
    ("no_key", "MO-J2", lambda: jailed(begun(), ANNA), UseKey(ANNA)),
    ("not_in_jail", "MO-J2", begun, PayBail(ANNA)),
    ("not_enough_money", "MO-J2", lambda: holding(jailed(begun(), ANNA), {ANNA: 49}),
     PayBail(ANNA)),
]  # fmt: skip


def tapped() -> MonopolyState:
    """Return a table that does not follow the tokens, after Anna's roll."""
    return after(begun(following=False), Roll(ANNA, (1, 2)))


def struck() -> MonopolyState:
    """Return an auction without bids, with Carla, who is out, as the auctioneer."""
    return replace(bidding(), bankrupt=(CARLA,), auctioneer=CARLA)


AUCTION: list[Case] = [
    ("unknown_seat", "MO-S2", bankrupted, TakeHammer(3)),
    ("game_over", "MO-X3", ended, TakeHammer(CARLA)),
    ("still_playing", "MO-A1", bankrupted, TakeHammer(ANNA)),
    ("still_playing", "MO-A1", lambda: replace(bankrupted(), gone=(CARLA,)), TakeHammer(CARLA)),
    ("has_the_hammer", "MO-A1", struck, TakeHammer(CARLA)),
    ("not_now", "MO-A1", bankrupted, Strike(CARLA)),
    ("not_the_auctioneer", "MO-A1", struck, Strike(ANNA)),
    ("no_bid_yet", "MO-A1", struck, Strike(CARLA)),
    ("not_now", "MO-A1", begun, Bid(ANNA, 1)),
    ("bid_too_low", "MO-A1", bidding, Bid(ANNA, 0)),
    ("bid_too_low", "MO-A1", lambda: after(bidding(), Bid(BRUNO, 5)), Bid(ANNA, 5)),
    ("bid_above_means", "MO-A1", bidding, Bid(ANNA, 1501)),
    ("bid_above_means", "MO-A1", lambda: after(bidding(), Bid(BRUNO, 1500)), Bid(ANNA, 1500)),
    ("already_highest", "MO-A1", lambda: after(bidding(), Bid(BRUNO, 5)), Bid(BRUNO, 6)),
    ("already_highest", "MO-A1", lambda: after(bidding(), Bid(BRUNO, 5)), Pass(BRUNO)),
    ("already_passed", "MO-A1", lambda: after(bidding(), Pass(BRUNO)), Bid(BRUNO, 5)),
    ("not_now", "MO-T1", bidding, Roll(BRUNO, (1, 2))),
    ("not_now", "MO-B1", lambda: owning(bidding(), ANNA, LIGHT_BLUE), Build(ANNA, 6)),
]


def in_kind(covers: int = 100, to: int = BRUNO) -> ProposeDeal:
    """Return Anna's offer of Old Kent Road for an amount of her debt."""
    return ProposeDeal(ANNA, to, gives=(OLD_KENT,), covers=covers)


def owing_bruno() -> MonopolyState:
    """Return a table where Anna, with 10 and the brown group, owes Bruno 100 for Mayfair."""
    debt = Debt(1, ANNA, BRUNO, 100, "rent", 39)
    return replace(holding(owning(begun(), ANNA, BROWN), {ANNA: 10}), debts=(debt,))


DEBT: list[Case] = [
    ("no_debt", "MO-X1", begun, PayDebt(ANNA)),
    ("no_debt", "MO-X1", owing, GoBankrupt(BRUNO)),
    ("debt_above_cash", "MO-X1", owing, PayDebt(ANNA)),
    ("money_enough", "MO-X1", lambda: owning(owing(), ANNA, DARK_BLUE), GoBankrupt(ANNA)),
    ("money_enough", "MO-X1", lambda: owning(owing(), ANNA, BROWN, level=2), GoBankrupt(ANNA)),
    ("debt_open", "MO-X1", owing, Roll(BRUNO, (1, 2))),
    ("debt_open", "MO-X1", lambda: owing_in_an_auction(), Bid(BRUNO, 10)),
    ("debt_open", "MO-X1", owing, SetTurn(BRUNO)),
    ("no_debt", "MO-X1", lambda: owning(begun(), ANNA, BROWN), in_kind()),
    ("bank_takes_money", "MO-D3", lambda: owning(owing(), ANNA, BROWN), in_kind()),
    ("other_debt_first", "MO-D3", lambda: owing_bruno(), in_kind(to=CARLA)),
    ("payment_out_of_range", "MO-D3", lambda: owing_bruno(), in_kind(101)),
    ("payment_out_of_range", "MO-D3", lambda: owing_bruno(), in_kind(0)),
    ("payment_out_of_range", "MO-D3", lambda: owing_bruno(), in_kind(-1)),
    ("payment_without_property", "MO-D3", lambda: owing_bruno(),
     ProposeDeal(ANNA, BRUNO, pays=5, covers=100)),
    ("not_your_property", "MO-D1", lambda: owing_bruno(),
     ProposeDeal(ANNA, BRUNO, gives=(39,), covers=100)),
    ("group_has_buildings", "MO-D1", lambda: owning(owing_bruno(), ANNA, BROWN, level=1),
     in_kind()),
    ("deal_above_cash", "MO-D1", lambda: owing_bruno(),
     ProposeDeal(ANNA, BRUNO, gives=(OLD_KENT,), pays=11, covers=100)),
    ("deal_above_cash", "MO-D1",
     lambda: holding(after(owning(owing_bruno(), ANNA, BROWN, mortgaged=True), in_kind()),
                     {BRUNO: 2}),
     AcceptDeal(BRUNO, 1)),
    ("not_your_deal", "MO-D2", lambda: after(owing_bruno(), in_kind()), AcceptDeal(CARLA, 1)),
]  # fmt: skip


def owing_in_an_auction() -> MonopolyState:
    """Return a table where Anna owes a tax during an auction."""
    return replace(owing(), sale=bidding().sale)


CLOCK: list[Case] = [
    ("no_clock", "MO-C1", begun, CallTime(at=9999)),
    ("time_left", "MO-C1", timed, CallTime(at=1599)),
    ("turn_running", "MO-C1", lambda: after(timed(), Roll(BRUNO, (1, 2), at=1500)),
     CallTime(at=1600)),
    ("moment_unknown", "MO-C1", timed, CallTime()),
    ("time_over", "MO-C1",
     lambda: after(owning(timed(), ANNA, (KINGS_CROSS,)),
                   ProposeDeal(ANNA, BRUNO, gives=(KINGS_CROSS,))),
     AcceptDeal(BRUNO, 1, at=1600)),
]  # fmt: skip
CASES = (*START, *TURN, *AUCTION, *DEBT, *CLOCK)


test_a_refusal_names_its_reason_and_its_rule = refuses(CASES)


SETTING_UP = [
    ("wrong_player_count", ("Anna",), {}),
    ("wrong_player_count", tuple("ABCDEFG"), {}),
    ("name_taken", ("Anna", "anna"), {}),
    ("name_missing", ("Anna", " "), {}),
    ("name_too_long", ("Anna", "B" * 31), {}),
    ("unknown_option", ("Anna", "Bruno"), {"jackpot": True}),
    ("unknown_choice", ("Anna", "Bruno"), {"variant": "slow"}),
    ("minutes_out_of_range", ("Anna", "Bruno"), {"minutes": 0}),
    ("not_a_whole_number", ("Anna", "Bruno"), {"minutes": "long"}),
]


@pytest.mark.parametrize(("name", "seats", "options"), SETTING_UP)
def test_setting_up_is_refused_by_name(
    name: str, seats: tuple[str, ...], options: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup(options, tuple(map(SeatSetup, seats))))

    assert refused.value.name == name


@pytest.mark.parametrize(
    ("asked", "remedy"),
    [
        (SetLine("chance", 3, "pay", 25, hotel=7), "does not use that number. Leave it empty"),
        (SetLine("chance", 3, "jail", 5), "does not use that number. Leave it empty"),
        (SetLine("chance", 3, "pay", 0), "Enter a whole number from 1 to "),
    ],
)
def test_a_card_line_without_a_number_asks_for_none(asked: SetLine, remedy: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked.decide(begun())

    assert remedy in str(refused.value)

"""With a setting, the app passes for a seat that can neither outbid nor borrow (BS-A4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, RecordSale
from companion.games.big_shot.seating import OPTIONS
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Setup
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.app_passes import out, passing
from tests.games.big_shot.big_shot_player import a_setup
from tests.games.big_shot.big_shot_tables import bidding
from tests.games.players import household


def all_borrowed() -> BigShotState:
    """Return a table of four where all except Dario have 19 and have borrowed this turn."""
    return passing(after(bidding(), Borrow(ANNA), Borrow(BRUNO), Borrow(CARLA)))


def test_a_poor_player_who_borrowed_this_turn_is_passed_by_the_app() -> None:
    table = holding(all_borrowed(), {CARLA: 4})

    assert out(table, Bid(BRUNO, 4)) == [("passed_by_app", CARLA)]
    assert out(table, Bid(BRUNO, 3)) == []


def test_a_seat_that_may_still_borrow_has_its_turn() -> None:
    table = holding(all_borrowed(), {DARIO: 0})

    assert out(table, Bid(BRUNO, 5)) == []


def test_a_player_whose_loan_is_not_enough_is_passed_by_the_app() -> None:
    table = after(holding(all_borrowed(), {ANNA: 2, CARLA: 20}), Bid(BRUNO, 15), Bid(CARLA, 20))

    assert out(table, Borrow(DARIO)) == [
        ("passed_by_app", DARIO),
        ("auction_won", CARLA),
        ("paid", CARLA),
    ]
    assert out(passing(table, False), Borrow(DARIO)) == []


def test_a_player_who_can_outbid_with_the_loan_may_bid() -> None:
    table = after(holding(all_borrowed(), {DARIO: 10}), Bid(BRUNO, 15))

    assert out(table, Borrow(DARIO)) == []


def test_a_bid_that_nobody_can_outbid_takes_the_cubes_at_once() -> None:
    """With two players loans are over once the bidding has begun; each purse holds 10."""
    table = passing(bidding(2))

    assert out(table, Bid(BRUNO, 10)) == [("passed_by_app", ANNA), ("auction_won", BRUNO)]
    assert out(table, Bid(BRUNO, 9)) == []


def test_in_the_french_edition_players_borrow_before_their_first_bid_or_pass() -> None:
    table = passing(bidding(2, edition="fr"))

    assert out(table, Bid(BRUNO, 10)) == []


def test_a_pass_that_leaves_only_those_who_cannot_bid_ends_the_auction() -> None:
    table = after(holding(all_borrowed(), {CARLA: 4, ANNA: 2}), Bid(BRUNO, 4))

    state = after(table, Pass(DARIO))

    assert (state.stage, state.winner, state.money(BRUNO)) == ("place", BRUNO, 15)


@pytest.mark.parametrize("held", [0, 3, 90])
def test_with_hidden_money_the_app_passes_for_nobody(held: int) -> None:
    table = passing(holding(bidding(hidden=True), {CARLA: held}))

    assert out(table, Bid(BRUNO, 5)) == []


def test_without_the_setting_players_pass_by_tapping() -> None:
    """Saved games from before the setting have no value for it."""
    table = holding(all_borrowed(), {CARLA: 4})

    assert out(passing(table, passes=False), Bid(BRUNO, 4)) == []
    assert "app_passes" not in GAME.rules.prepare(Setup({}, a_setup(4).seats)).options


def test_the_setting_is_on_by_default() -> None:
    (option,) = (option for option in OPTIONS if option.name == "app_passes")

    assert option.default is True


def test_a_sale_has_the_same_history_line_as_ever() -> None:
    state = after(holding(all_borrowed(), {CARLA: 4}), RecordSale(BRUNO, 4))

    assert (state.winner, state.money(BRUNO)) == (BRUNO, 15)


@pytest.mark.parametrize("players", [2, 4])
def test_the_table_never_waits_for_a_seat_that_must_pass(players: int) -> None:
    """Play six random games, and more until the app has passed for somebody."""
    setup = a_setup(players)
    setup = replace(setup, options={**setup.options, "app_passes": True})
    kinds: list[str] = []

    for seed in range(60):
        if seed >= 6 and "passed_by_app" in kinds:
            break
        for step in household("big_shot", f"app passes {seed}").played(setup, 200):
            kinds += [event.kind for event in step.events]
            table = step.after
            if table.stage == "auction" and table.auction.standing is not None:
                offered = {offer.kind for offer in GAME.legal_actions(table, table.auction.turn)}
                assert offered != {"pass"}

    assert "passed_by_app" in kinds

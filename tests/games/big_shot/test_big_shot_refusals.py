"""One case for every named refusal of a table in play, with the rule it cites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.corrections import AssignLot, ReopenLot, SetLoans, SetLot
from companion.games.big_shot.cubes import PlaceCubes
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Lead, Roll
from companion.games.big_shot.untracked import FallBack, Score, Settle
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, Moment, after, holding
from tests.games.big_shot.big_shot_tables import (
    bidding,
    finished,
    left_for_the_last_square,
    light,
    owing,
    paying,
    placing,
    seated,
    settling,
    unnamed,
)
from tests.games.refusals import refuses

FOUR = (("red", "9"), ("red", "9"), ("yellow", "9"), ("white", "9"))


def rolled_out(*rounds: tuple[int | None, ...]) -> Lead:
    return Lead(ANNA, rounds)


def six_on(lot: str) -> BigShotState:
    return placing({lot: {"red": 2, "yellow": 2, "white": 2}})


def eighteen_red() -> BigShotState:
    return placing({"9": {"red": 6}, "10": {"red": 6}, "11": {"red": 6}})


def after_a_pass(players: int, edition: str, *, hidden: bool = False) -> BigShotState:
    table = bidding(players, edition=edition, hidden=hidden)
    return after(table, Bid(BRUNO, 1)) if players == 2 else after(table, Pass(BRUNO))


TURN_CASES: list[tuple[str, str, Moment, Action]] = [
    ("already_led", "BS-S2", bidding, Lead(ANNA)),
    ("not_rolled", "BS-S2", seated, Lead()),
    ("not_rolled", "BS-T1", lambda: after(seated(), Lead(ANNA)), Roll(ANNA)),
    ("unknown_seat", "BS-S1", seated, Lead(4)),
    ("unknown_seat", "BS-S1", bidding, Bid(-1, 5)),
    ("not_on_the_die", "BS-S2", seated, rolled_out((7, 1, 1, 1))),
    ("rolls_do_not_fit", "BS-S2", seated, rolled_out((6, 1, 1))),
    ("rolls_do_not_fit", "BS-S2", seated, rolled_out((6, 6, 1, 1), (6, 1, 2, None))),
    ("rolls_do_not_fit", "BS-S2", seated, rolled_out((6, 1, 1, 1), (6, None, None, None))),
    ("rolls_name_another", "BS-S2", seated, rolled_out((1, 6, 1, 1))),
    ("rolls_name_another", "BS-S2", seated, rolled_out((6, 6, 1, 1))),
    ("not_on_the_die", "BS-T1", lambda: after(seated(), Lead(ANNA)), Roll(ANNA, 0)),
    ("not_the_leader", "BS-T2", lambda: after(seated(), Lead(ANNA)), Roll(BRUNO, 3)),
    ("not_now", "BS-T1", bidding, Roll(ANNA, 3)),
    ("game_over", "BS-F2", finished, Roll(ANNA, 3)),
]
AUCTION_CASES: list[tuple[str, str, Moment, Action]] = [
    ("not_now", "BS-A1", seated, Bid(BRUNO, 1)),
    ("out_of_turn", "BS-A1", bidding, Bid(ANNA, 1)),
    ("out_of_turn", "BS-A1", bidding, Pass(CARLA)),
    ("already_passed", "BS-A3", lambda: after(bidding(), Pass(BRUNO)), Bid(BRUNO, 5)),
    ("bid_too_low", "BS-A2", bidding, Bid(BRUNO, 0)),
    ("bid_too_low", "BS-A2", lambda: after(bidding(), Bid(BRUNO, 4)), Bid(CARLA, 4)),
    ("bid_above_purse", "BS-A4", bidding, Bid(BRUNO, 11)),
    ("bid_above_purse", "BS-A4", lambda: holding(bidding(), {"seat 1": 0}), Bid(BRUNO, 1)),
    ("bid_above_purse", "BS-2c", lambda: bidding(2), Bid(BRUNO, 11)),
    ("not_now", "BS-2c", bidding, Pay(ANNA, "red")),
    ("not_the_winner", "BS-2c", paying, Pay(ANNA, "red")),
    ("not_your_colour", "BS-2a", paying, Pay(BRUNO, "red")),
    ("purse_too_small", "BS-2c", lambda: holding(paying(), {"seat 1 white": 3}),
     Pay(BRUNO, "white")),
]  # fmt: skip
LOAN_CASES: list[tuple[str, str, Moment, Action]] = [
    ("not_now", "BS-L1", placing, Borrow(ANNA)),
    ("colour_needed", "BS-2b", lambda: bidding(2), Borrow(ANNA)),
    ("not_your_colour", "BS-S1", bidding, Borrow(ANNA, "white")),
    ("loan_taken_this_turn", "BS-L1", lambda: after(bidding(), Borrow(ANNA)), Borrow(ANNA)),
    ("loan_taken_this_turn", "BS-2b", lambda: after(bidding(2), Borrow(ANNA, "red")),
     Borrow(ANNA, "red")),
    ("loan_before_auction", "BS-2b", lambda: after_a_pass(2, "it"), Borrow(ANNA, "red")),
    ("loan_before_auction", "BS-2b", lambda: after_a_pass(2, "fr"), Borrow(BRUNO, "white")),
    ("loan_before_auction", "BS-V2", lambda: after_a_pass(4, "it", hidden=True), Borrow(ANNA)),
    ("loan_before_auction", "BS-V2", lambda: after_a_pass(2, "fr", hidden=True),
     Borrow(ANNA, "red")),
    ("loan_out_of_order", "BS-V2",
     lambda: after(bidding(edition="fr", hidden=True), Borrow(CARLA)), Borrow(BRUNO)),
    ("loan_pays_nothing", "BS-L3", lambda: owing(bidding(), {"seat 0": 9}), Borrow(ANNA)),
    ("no_certificates_left", "BS-L3",
     lambda: owing(bidding(), {"seat 1": 9, "seat 2": 9, "seat 3": 9, "seat 0": 3}),
     Borrow(ANNA)),
]  # fmt: skip
CUBE_CASES: list[tuple[str, str, Moment, Action]] = [
    ("not_now", "BS-P1", bidding, PlaceCubes(ANNA, FOUR)),
    ("not_the_winner", "BS-P1", placing, PlaceCubes(BRUNO, FOUR)),
    ("cubes_not_followed", "BS-P1", light, PlaceCubes(ANNA, FOUR)),
    ("lots_unnamed", "What is printed", unnamed, PlaceCubes(ANNA, (("red", "A"), *FOUR[1:]))),
    ("four_cubes", "BS-P1", placing, PlaceCubes(ANNA, FOUR[:3])),
    ("unknown_lot", "What is printed", placing, PlaceCubes(ANNA, (*FOUR[:3], ("red", "99")))),
    ("unknown_colour", "What is printed", placing, PlaceCubes(ANNA, (*FOUR[:3], ("blue", "9")))),
    ("four_of_a_colour", "What is printed", placing, PlaceCubes(ANNA, (("red", "9"),) * 4)),
    ("lot_sold", "BS-M1", lambda: six_on("9"), PlaceCubes(ANNA, FOUR)),
    ("colour_used_up", "What is printed", eighteen_red, PlaceCubes(ANNA, FOUR)),
    ("four_left_on_a_square", "What is printed", left_for_the_last_square,
     PlaceCubes(ANNA, (("red", "park a"), ("white", "park a"), ("black", "park a"),
                  ("black", "park a")))),
]  # fmt: skip
LIGHT_CASES: list[tuple[str, str, Moment, Action]] = [
    ("cubes_are_followed", "BS-M1", bidding, Settle("9", {"red": 7})),
    ("cubes_are_followed", "BS-M1", placing, Score()),
    ("not_now", "BS-M1", light, Settle("9", {"red": 7})),
    ("unknown_lot", "What is printed", settling, Settle("99", {"red": 1})),
    ("unknown_colour", "What is printed", settling, Settle("9", {"blue": 1})),
    ("negative_count", "What is printed", settling, Settle("9", {"red": -1, "white": 8})),
    ("too_many_cubes", "BS-M1", settling, Settle("9", {"red": 4, "white": 4})),
    ("lot_sold", "BS-M1", lambda: after(settling(), Settle("9", {"red": 3})),
     Settle("9", {"red": 3})),
    ("empty_lot", "BS-M3", settling, Settle("9", {"red": 0})),
    ("lot_not_full", "BS-M1", lambda: replace(light(), turn=5), Settle("9", {"red": 3})),
    ("more_than_handed_out", "BS-T2",
     lambda: replace(light(), turn=3), Settle("9", {"red": 7})),
    ("colour_used_up", "What is printed",
     lambda: after(settling(), Settle("9", {"red": 7}), Settle("10", {"red": 7})),
     Settle("11", {"red": 5})),
    ("cubes_missing", "BS-M3", settling, Score()),
    ("not_now", "BS-M3", light, Score()),
    ("already_light", "", light, FallBack()),
    ("game_over", "BS-F2", finished, FallBack()),
]  # fmt: skip
BANKER_CASES: list[tuple[str, str, Moment, Action]] = [
    ("too_many_cubes", "BS-M1", bidding, SetLot("9", {"red": 4, "white": 4})),
    ("colour_used_up", "What is printed", eighteen_red, SetLot("16", {"red": 1})),
    ("lot_sold", "BS-M1", lambda: after(bidding(), SetLot("9", {"red": 7})), SetLot("9", {})),
    ("cubes_not_followed", "BS-P1", light, SetLot("9", {"red": 1})),
    ("lots_unnamed", "What is printed", unnamed, SetLot("A", {"red": 1})),
    ("nobody_not_yet", "BS-M1", bidding, AssignLot("9")),
    ("unknown_colour", "What is printed", bidding, AssignLot("9", "blue")),
    ("lot_not_sold", "BS-M1", bidding, ReopenLot("9")),
    ("no_certificates_left", "BS-L3", bidding, SetLoans(ANNA, 31)),
    ("negative_count", "What is printed", bidding, SetLoans(ANNA, -1)),
    ("colour_needed", "BS-2b", lambda: bidding(2), SetLoans(ANNA, 1)),
    ("unknown_account", "", bidding, Correct("seat 0", "seat 9", 1)),
    ("same_account", "", bidding, Correct("bank", "bank", 1)),
    ("nothing_to_move", "", bidding, Correct("bank", "seat 0", 0)),
    ("bank_not_counted", "", bidding, CountCash({"bank": 4})),
    ("purse_below_zero", "", bidding, Correct("seat 0", "bank", 11)),
    ("bid_rests_on_it", "", lambda: after(bidding(), Bid(BRUNO, 8)), CountCash({"seat 1": 7})),
    ("bid_rests_on_it", "", paying, CountCash({"seat 1 white": 3, "seat 1 black": 3})),
]  # fmt: skip


test_an_illegal_action_is_refused_by_name = refuses(
    TURN_CASES + AUCTION_CASES + LOAN_CASES + CUBE_CASES + LIGHT_CASES + BANKER_CASES
)


def test_a_bid_too_low_is_refused_with_the_lowest_allowed() -> None:
    state = after(bidding(), Bid(BRUNO, 4))

    with pytest.raises(Refusal) as refused:
        Bid(CARLA, 3).decide(state)

    assert str(refused.value.sentence) == "Bid 5 or more, or pass."


def test_a_bid_above_the_purse_is_refused_with_the_money_held() -> None:
    with pytest.raises(Refusal) as refused:
        Bid(BRUNO, 12).decide(bidding())

    assert str(refused.value.sentence) == "You have 10. Bid up to 10, borrow, or pass."


def test_of_a_colour_that_is_used_up_no_cubes_are_left_to_place() -> None:
    with pytest.raises(Refusal) as refused:
        PlaceCubes(ANNA, FOUR).decide(eighteen_red())

    assert str(refused.value.sentence) == (
        "All 18 red cubes are already placed. Use another colour."
    )


def test_cubes_that_leave_three_of_a_colour_for_the_last_square_may_be_placed() -> None:
    cubes = (*(("black", "park a"),) * 3, ("white", "park a"))

    after(left_for_the_last_square(), PlaceCubes(ANNA, cubes))


def test_one_purse_that_covers_the_bid_is_enough() -> None:
    state = after(paying(), CountCash({"seat 1 white": 3}), Pay(BRUNO, "black"))

    assert state.ledger.balance("seat 1 black") == 6

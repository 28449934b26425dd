"""Light tracking, falling back to it, and the banker's corrections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.corrections import AssignLot, MoveCube, ReopenLot, SetLoans, SetLot
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.untracked import FallBack, Score, Settle
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY, a_setup
from tests.games.big_shot.big_shot_tables import bidding, finished, light, paying, placing, settling
from tests.games.records import replayed, totals


def kinds(state: BigShotState, seat: int | None = None) -> set[str]:
    return {offer.kind for offer in GAME.legal_actions(state, seat)}


def lines(state: BigShotState, action: Action) -> list[str]:
    """Return the history lines of an action."""
    told = [event.tell(state, None) for event in action.decide(state)]
    return [str(line) for line in told if line is not None]


SEVENS = {"red": 2, "yellow": 2, "white": 2, "black": 1}


def all_but_the_last_lot() -> BigShotState:
    """Return ten lots with 2/2/2/1 in turn: 70 cubes; a white and a black one are left."""
    colours = ("red", "yellow", "white", "black")
    state = settling()
    for place, lot in enumerate(list(state.copy.lots)[:10]):
        counts = {colour: 1 if colour == colours[place % 4] else 2 for colour in colours}
        state = after(state, Settle(lot, counts))
    return state


def test_in_light_tracking_the_award_ends_the_turn() -> None:
    state = after(light(), Pass(BRUNO), Bid(CARLA, 3), Pass(DARIO), Pass(ANNA))

    assert (state.stage, state.turn, state.leader) == ("roll", 2, BRUNO)
    assert state.ledger.balance("seat 2") == 7


def test_a_full_lot_is_settled_at_any_time_once_its_cubes_were_handed_out() -> None:
    state = replace(light(), turn=4)

    assert "settle" in kinds(state)
    assert lines(state, Settle("9", {"red": 3, "white": 3, "black": 1})) == [
        "Lot\u00a09\u00a0·\u00a0park\u00a0a: red 3, white 3, black 1 — "
        "tied colours cancel out, so Dario (black) owns it."
    ]


def test_before_seven_cubes_were_handed_out_no_lot_is_full() -> None:
    assert "settle" not in kinds(replace(light(), turn=2))
    assert "settle" in kinds(replace(light(), turn=3))


def test_after_the_last_turn_fewer_cubes_are_settled_too() -> None:
    assert lines(settling(), Settle("park a", {"red": 2, "white": 1, "black": 1})) == [
        "Park\u00a0a: red 2, white 1, black 1 — Anna (red) has the most and owns it."
    ]
    assert lines(settling(), Settle("9", {"red": 3, "white": 3})) == [
        "Lot\u00a09\u00a0·\u00a0park\u00a0a: red 3, white 3 — "
        "tied colours cancel out, so nobody owns it."
    ]


def test_final_scores_wait_until_all_cubes_are_on_settled_lots() -> None:
    state = all_but_the_last_lot()
    used = state.cubes_used()
    rest = {colour: 18 - count for colour, count in used.items() if count < 18}

    with pytest.raises(Refusal, match="cubes_missing"):
        Score().decide(state)
    assert "score" not in kinds(state)
    assert sum(rest.values()) == 2
    state = after(state, Settle("21", rest))
    assert "score" in kinds(state)
    assert GAME.final.outcome(after(state, Score())) is not None


def test_once_the_banker_gave_away_a_lot_every_lot_must_be_settled() -> None:
    state = after(settling(), *(AssignLot(lot, "red") for lot in list(settling().copy.lots)[:12]))

    assert "score" not in kinds(state)
    assert "score" in kinds(after(state, AssignLot("park b")))


def test_light_tracking_hides_cube_counts_but_keeps_them() -> None:
    state = after(placing({"9": {"red": 2}}), FallBack(reason="in a hurry"))

    lot = view_of(state, None).lots[0]
    assert (lot.counts, state.counts[lot.name], lot.room) == ((), {"red": 2}, 7)
    assert (state.stage, state.turn) == ("roll", 2)
    assert state.cubes_used() == dict.fromkeys(state.colours, 0)


def test_switching_to_light_tracking_while_paying_ends_the_turn() -> None:
    state = after(paying(), FallBack(), Pay(BRUNO, "white"))

    assert (state.stage, state.turn) == ("roll", 2)


def test_switching_to_light_tracking_keeps_sold_lots() -> None:
    state = after(bidding(), SetLot("9", {"red": 4, "white": 3}), FallBack())

    assert state.sold["9"].owner == "red"
    assert sum(state.cubes_used().values()) == 7


def test_seven_cubes_entered_by_the_banker_sell_the_lot() -> None:
    assert lines(bidding(), SetLot("9", {"red": 4, "white": 3}, reason="a cube fell")) == [
        "Correction: Lot\u00a09\u00a0·\u00a0park\u00a0a, red 4, white 3. (a cube fell)",
        "Lot\u00a09\u00a0·\u00a0park\u00a0a: red 4, white 3 — Anna (red) has the most and owns it.",
    ]


def test_fewer_cubes_entered_by_the_banker_lie_on_the_lot() -> None:
    state = after(placing({"9": {"red": 5}}), SetLot("9", {"white": 1}))

    assert state.counts["9"] == {"white": 1}
    assert lines(state, SetLot("9", {})) == [
        "Correction: Lot\u00a09\u00a0·\u00a0park\u00a0a, empty."
    ]


def test_the_banker_gives_a_lot_to_a_colour() -> None:
    state = after(bidding(), AssignLot("9", "white", reason="agreed"))

    assert state.sold["9"].owner == "white"
    assert view_of(state, None).seats[CARLA].lots == ("9",)


def test_the_banker_cancels_a_sale() -> None:
    sold = after(bidding(), SetLot("9", SEVENS))

    state = after(sold, ReopenLot("9", {"red": 6}, reason="miscounted"))

    assert "9" not in state.sold and state.room("9") == 1
    assert lines(sold, ReopenLot("9")) == [
        "The sale of lot\u00a09\u00a0·\u00a0park\u00a0a is undone. Cubes there: empty."
    ]


def test_a_cancelled_sale_with_seven_other_cubes_gets_a_new_owner() -> None:
    sold = after(bidding(), SetLot("9", SEVENS))
    assert sold.sold["9"].owner != "red"

    state = after(sold, ReopenLot("9", {"red": 4, "black": 3}))

    assert state.sold["9"].owner == "red"


def test_after_the_end_a_corrected_lot_is_settled_at_once() -> None:
    state = after(finished(), SetLot("9", {"red": 2, "white": 1}))

    assert state.sold["9"].owner == "red"
    state = after(state, ReopenLot("9", {"white": 3}))
    assert state.sold["9"].owner == "white"
    outcome = GAME.final.outcome(state)
    assert outcome is not None and outcome.reason == "nobody_has_two_lots"


def test_a_sale_cancelled_after_a_light_game_must_be_settled_again() -> None:
    state = all_but_the_last_lot()
    rest = {c: 18 - n for c, n in state.cubes_used().items()}
    state = after(state, Settle("21", rest), Score())

    reopened = after(state, ReopenLot("21"))

    assert GAME.final.outcome(reopened) is None and reopened.stage == "settle"
    again = after(reopened, Settle("21", rest), Score())
    assert GAME.final.outcome(again) == GAME.final.outcome(state)


def test_the_banker_sets_loans_without_moving_money() -> None:
    state = after(bidding(), SetLoans(ANNA, 2))

    assert state.loans["seat 0"] == 2 and state.ledger.balance("seat 0") == 10
    assert lines(bidding(2), SetLoans(ANNA, 2, "yellow", reason="lost one")) == [
        "Correction: Anna, yellow, loans: 2. (lost one)"
    ]


def test_a_correction_counts_in_the_final_scores_and_is_in_the_history() -> None:
    state = bidding()

    assert lines(state, Correct("bank", "seat 0", 3, reason="change")) == [
        "Correction: 3 from the bank to Anna (change)."
    ]
    assert after(state, Correct("bank", "seat 0", 3)).ledger.balance("seat 0") == 13


def test_wealth_counts_lots_sold_so_far_with_their_parks() -> None:
    state = after(bidding(), AssignLot("9", "red"), AssignLot("park a", "red"), SetLoans(ANNA, 1))

    assert GAME.chart.wealth(state) == (10 + 18 - 10, 10, 10, 10)


def test_wealth_counts_unknown_values_as_nothing() -> None:
    state = GAME.rules.begin(a_setup(4, copy=dict(GAME.blank_copy())))

    assert GAME.chart.wealth(after(state, AssignLot("A", "red"))) == (10, 10, 10, 10)
    assert state.setup.copy != EXAMPLE_COPY


def test_the_final_scores_need_only_the_holdings() -> None:
    state = after(bidding(2), SetLot("9", SEVENS), SetLoans(ANNA, 1, "red"))

    holdings: dict[str, Any] = GAME.final.holdings(state)

    assert holdings["lots"]["9"] == {"owner": "black", "sold": True, "counts": SEVENS}
    assert holdings["seats"][0]["colours"] == {
        "red": {"cash": 10, "loans": 1},
        "yellow": {"cash": 10, "loans": 0},
    }
    assert GAME.final.of(GAME.final.holdings(finished())) == GAME.final.outcome(finished())


def bid_that_one_purse_covers() -> BigShotState:
    """Return a table of two where Bruno, white 19 and black 10, has bid 12."""
    return after(bidding(2), Borrow(BRUNO, "white"), Bid(BRUNO, 12))


@pytest.mark.parametrize(
    "action",
    [
        Correct("seat 1 white", "seat 1 black", 9),
        CountCash({"seat 1 white": 10, "seat 1 black": 19}),
    ],
    ids=["moved", "counted"],
)
def test_a_loan_on_the_wrong_purse_is_moved_even_behind_a_bid(action: Correct | CountCash) -> None:
    """Either purse may pay (BS-2c), so the one that had the money first may lose it."""
    state = after(bid_that_one_purse_covers(), action)

    assert [state.ledger.balance(f"seat 1 {colour}") for colour in ("white", "black")] == [10, 19]
    assert after(state, Pass(ANNA), Pay(BRUNO, "black")).ledger.balance("seat 1 black") == 7


@pytest.mark.parametrize("stage", ["auction", "pay"])
@pytest.mark.parametrize(
    "action",
    [
        Correct("seat 1 white", "seat 1 black", 8),
        Correct("seat 1 white", "bank", 8),
        Correct("seat 1 white", "seat 0 red", 8),
        CountCash({"seat 1 white": 11, "seat 1 black": 11}),
    ],
    ids=["moved", "taken", "to another", "counted"],
)
def test_a_correction_that_leaves_no_purse_for_the_bid_is_refused(
    stage: str, action: Correct | CountCash
) -> None:
    state = after(bid_that_one_purse_covers(), CountCash({"seat 1 black": 3}))
    if stage == "pay":
        state = after(state, Pass(ANNA))

    with pytest.raises(Refusal, match="bid_rests_on_it"):
        action.decide(state)


def test_a_cube_moved_by_the_banker_counts_on_its_new_lot() -> None:
    """cube-moved.json

    Dario's black cube was entered on 16 and moved to 18, which he owns at the end. He has
    10 + 9 - 5 and a loan: 18 + 14 - 10 = 22.
    """
    state, outcome = replayed(GAME, "cube-moved")

    assert dict(state.sold["18"].counts) == {"black": 1}
    assert "16" not in state.sold
    assert totals(outcome)[0] == ("Dario", 22)


def test_cubes_cannot_be_moved_from_empty_lots_or_to_sold_ones() -> None:
    state = after(placing(), SetLot("9", {"red": 6}), SetLot("10", {"red": 4, "black": 3}))

    with pytest.raises(Refusal, match="Enter 0 or more"):
        MoveCube("9", "black", "11").decide(state)
    with pytest.raises(Refusal, match="is sold"):
        MoveCube("9", "red", "10").decide(state)
    assert after(state, MoveCube("9", "red", "11")).lot_counts("11") == {"red": 1}


def test_moving_a_seventh_cube_to_a_lot_sells_it() -> None:
    state = after(placing(), SetLot("9", {"red": 6}), SetLot("11", {"black": 1}))

    assert after(state, MoveCube("11", "black", "9")).sold["9"].owner == "red"

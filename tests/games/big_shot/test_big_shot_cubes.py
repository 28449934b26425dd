"""Cubes on lots: owners, sales, and the preview that the winner sees before placing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Pass
from companion.games.big_shot.cubes import CubePlaced, LotSold, PlaceCubes
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Lead, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_shot.big_shot_tables import (
    bidding,
    draft_of,
    finished,
    on_the_last_turn,
    placing,
)

TACTICS = {"11": {"yellow": 2, "red": 1, "white": 1}}
"""The books' example: two yellow, one red, one white lie there; two red, a yellow, a black come."""


def place(*cubes: str) -> PlaceCubes:
    """Return Anna's placing of cubes written as "red 9"."""
    pairs = (cube.split(" ", 1) for cube in cubes)
    return PlaceCubes(ANNA, tuple((colour, lot) for colour, lot in pairs))


@pytest.mark.parametrize(
    ("cubes", "owner"),
    [
        (("red 11", "red 11", "black 11", "yellow 20"), "red"),
        (("yellow 11", "red 11", "black 11", "red 20"), "yellow"),
        (("red 11", "red 11", "yellow 11", "black 20"), "white"),
    ],
)
def test_the_tactics_example_of_the_rule_books(cubes: tuple[str, ...], owner: str) -> None:
    state = after(placing(TACTICS), place(*cubes))

    assert state.sold["11"].owner == owner


@pytest.mark.parametrize(
    ("lying", "seventh", "owner", "cancelled"),
    [
        ({"red": 3, "white": 3}, "black", "black", (3,)),
        ({"red": 2, "white": 2, "yellow": 2}, "black", "black", (2,)),
        ({"red": 2, "white": 2, "yellow": 2}, "red", "red", ()),
        ({"red": 3, "white": 2, "black": 1}, "yellow", "red", ()),
    ],
)
def test_the_seventh_cube_sells_a_lot(
    lying: dict[str, int], seventh: str, owner: str, cancelled: tuple[int, ...]
) -> None:
    state = after(placing({"9": lying}), place(f"{seventh} 9", "red 20", "white 20", "yellow 20"))

    assert (state.sold["9"].owner, state.sold["9"].cancelled) == (owner, cancelled)


def test_the_scene_of_a_sale_crosses_out_cubes_that_cancel_each_other() -> None:
    before = placing({"9": {"red": 3, "white": 3}})
    placing_all = place("black 9", "red 20", "white 20", "yellow 20")
    (sale,) = (event for event in placing_all.decide(before) if isinstance(event, LotSold))

    (scene,) = sale.scenes(after(before, placing_all))

    assert scene.shows["piles"] == (("red", 3, True), ("white", 3, True), ("black", 1, False))


def test_a_lot_is_sold_before_the_next_cube_is_placed() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    events = place("black 9", "red 10", "white 10", "red 10").decide(state)

    assert [type(event) for event in events[:3]] == [CubePlaced, LotSold, CubePlaced]


def test_a_later_cube_of_the_same_four_cannot_go_on_the_lot_just_sold() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    with pytest.raises(Refusal, match="lot_sold"):
        place("black 9", "red 9", "white 10", "red 10").decide(state)


def test_four_cubes_may_lie_on_four_lots_or_on_one() -> None:
    one = after(placing(), place("red 9", "red 9", "white 9", "black 9"))
    four = after(placing(), place("red 9", "red 10", "white 11", "black park a"))

    assert one.counts == {"9": {"red": 2, "white": 1, "black": 1}}
    assert sum(map(len, four.counts.values())) == 4


def test_after_placing_the_cubes_the_next_player_to_the_left_rolls() -> None:
    state = after(placing(), place("red 9", "red 9", "white 9", "black 9"))

    assert (state.stage, state.turn, state.leader) == ("roll", 2, BRUNO)


def test_the_leader_takes_the_cubes_for_nothing_when_all_others_pass() -> None:
    state = placing()

    assert (state.winner, state.price) == (ANNA, 0)
    assert state.ledger.balance("seat 0") == 10


def test_after_the_last_turn_all_other_lots_are_settled_by_majority() -> None:
    lying = {
        "9": {"red": 2, "white": 1, "black": 1},
        "10": {"red": 2, "white": 2, "black": 1},
        "11": {"red": 3, "white": 3},
        "16": {"red": 2, "white": 2, "black": 1, "yellow": 1},
    }
    cubes = place(*(f"{colour} 21" for colour in GAME.colours))

    state = after(on_the_last_turn(placing(lying)), cubes)

    owned = {lot: sold.owner for lot, sold in state.sold.items()}
    assert owned == {"9": "red", "10": "black", "11": None, "16": None, "21": None}
    assert state.stage == "over"


def test_after_eighteen_turns_nothing_can_be_rolled() -> None:
    with pytest.raises(Refusal, match="game_over"):
        Roll(BRUNO, 3).decide(finished())


def test_bidding_begins_left_of_the_leader_who_bids_last() -> None:
    state = after(GAME.rules.begin(bidding().setup), Lead(CARLA), Roll(CARLA, 2))

    assert state.auction is not None
    assert state.auction.order == (DARIO, ANNA, BRUNO, CARLA)


def test_a_placement_is_previewed_before_it_is_confirmed() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    draft = draft_of(state, "3-0.0-2.2-2.0-2")

    assert draft is not None and [str(line) for line in draft.lines] == [
        "Lot\u00a09\u00a0·\u00a0park\u00a0a: red 3, white 3, black 1 — "
        "tied colours cancel out, so Dario (black) owns it.",
        "Lot\u00a010\u00a0·\u00a0park\u00a0a: red 2, white 1 — Anna (red) is leading.",
    ]


def drafted(state: BigShotState, words: str) -> tuple[int, list[str], list[str], bool]:
    """Return the number of placed cubes, the colours and lots to tap, and whether it is done."""
    draft = draft_of(state, words)
    assert draft is not None
    colours = [pick.colour for pick in draft.colours if pick.href]
    return (
        len(draft.placed),
        colours,
        [pick.name for pick in draft.lots if pick.href],
        draft.action is not None,
    )


def test_the_placing_wizard_asks_for_a_colour_then_a_lot() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    start = draft_of(state)

    assert start is not None and start.back is None
    assert not any(pick.href for pick in start.lots)
    chosen = draft_of(state, start.colours[3].href)
    assert chosen is not None and [pick.chosen for pick in chosen.colours] == [False] * 3 + [True]
    assert chosen.lots[0].room == 1
    assert chosen.lots[0].href == "3-0"


def test_used_up_colours_and_sold_lots_keep_their_place_in_the_wizard() -> None:
    at_first, later = placing(), placing({"9": {"red": 3, "white": 3}})

    first, then = draft_of(at_first), draft_of(later, "3-0.3-1.3-1")

    assert first is not None and then is not None
    assert [pick.colour for pick in then.colours] == [pick.colour for pick in first.colours]
    assert [pick.name for pick in then.lots] == [pick.name for pick in first.lots]


def test_the_placing_wizard_offers_only_possible_placements() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    placed, colours, lots, done = drafted(state, "3-0.3-1.3-1")

    assert (placed, colours, done) == (3, ["red", "yellow", "white"], False)
    assert "9" not in lots


def test_a_complete_placement_is_one_action_with_its_label() -> None:
    state = placing({"9": {"red": 3, "white": 3}})

    draft = draft_of(state, "3-0.0-2.2-2.0-2")

    assert draft is not None and draft.action is not None
    assert draft.action["cubes"] == [["black", "9"], ["red", "10"], ["white", "10"], ["red", "10"]]
    assert draft.back == "3-0.0-2.2-2"
    assert len(draft.lines) == 2 and not draft.colours and not draft.lots


@pytest.mark.parametrize(
    "words", ["nonsense", "9-9", "0-", "0-99.1-1", "-", "..", "²-1", "0--1", "000012-1"]
)
def test_a_nonsense_wizard_text_starts_the_placement_again(words: str) -> None:
    placed, colours, _, done = drafted(placing(), words)

    assert (placed, len(colours), done) == (0, 4, False)


def test_an_illegal_placement_shows_its_refusal() -> None:
    draft = draft_of(placing({"9": {"red": 3, "white": 3}}), "3-0.0-0")

    assert draft is not None and draft.refusal is not None
    assert draft.refusal.name == "lot_sold"


def test_only_the_auction_winner_has_the_placing_wizard() -> None:
    assert GAME.screen.draft(placing(), BRUNO, "") is None
    assert GAME.screen.draft(bidding(), ANNA, "") is None


def test_a_half_entered_placement_is_kept_until_the_lots_change() -> None:
    state = placing()
    first, second = draft_of(state), draft_of(state, "0-3")
    corrected = draft_of(replace(state, counts={"9": {"red": 1}}), "0-3")

    assert first is not None and second is not None and corrected is not None
    assert first.keep == second.keep != corrected.keep


def test_the_view_names_the_majority_and_the_room_on_each_lot() -> None:
    state = placing({"9": {"red": 1, "white": 2}})

    lot = view_of(state, CARLA).lots[0]
    assert (lot.label, lot.ahead, lot.room) == ("9", "white", 4)
    assert lot.counts == (("white", 2), ("red", 1))
    assert state.cubes_left() == {"red": 17, "yellow": 18, "white": 16, "black": 18}


def test_the_view_of_a_sold_lot_names_its_owner() -> None:
    state = placing({"9": {"red": 3, "white": 3}})
    state = after(state, place("black 9", "red 10", "white 10", "red 10"))

    view = view_of(state, None)
    assert (view.lots[0].owner, view.lots[0].owner_name, view.lots[0].room) == ("black", "Dario", 0)
    assert view.seats[DARIO].lots == ("9",)


def test_the_view_shows_passed_seats_and_the_highest_bid() -> None:
    state = after(bidding(), Pass(BRUNO))

    view = view_of(state, ANNA)
    assert [seat.status for seat in view.seats] == ["in", "passed", "in", "in"]
    assert view.seats[CARLA].acts_next and view.leader == ANNA


def test_once_an_auction_is_decided_no_seat_shows_its_bid_or_its_pass() -> None:
    assert [seat.status for seat in view_of(placing(), ANNA).seats] == [""] * 4

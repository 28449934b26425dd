"""The exact lines of the history and the prompts, in English."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.corrections import AssignLot, SetLoans
from companion.games.big_shot.cubes import PlaceCubes
from companion.games.big_shot.state import BigShotState, Stage
from companion.games.big_shot.turns import Roll
from companion.games.big_shot.untracked import FallBack
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, after
from tests.games.big_shot.big_shot_player import a_setup
from tests.games.big_shot.big_shot_tables import (
    bidding,
    draft_of,
    finished,
    paying,
    placing,
    seated,
    settling,
)

ON_A_PARK = PlaceCubes(ANNA, (("red", "park a"), ("red", "9"), ("white", "9"), ("black", "9")))


@pytest.mark.parametrize(
    ("state", "action", "lines"),
    [
        (bidding(), Bid(BRUNO, 5), ["Bruno bids 5."]),
        (bidding(), Pass(BRUNO), ["Bruno passes."]),
        (bidding(), Borrow(ANNA), ["Anna borrows: gets 9, owes 10."]),
        (
            bidding(2),
            Borrow(ANNA, "yellow"),
            ["Anna borrows for yellow: gets 9, owes 10."],
        ),
        (paying(), Pay(BRUNO, "black"), ["Bruno pays 4 from black."]),
        (
            placing(),
            ON_A_PARK,
            [
                "Anna places a red cube on park\u00a0a.",
                "Anna places a red cube on lot\u00a09\u00a0·\u00a0park\u00a0a.",
                "Anna places a white cube on lot\u00a09\u00a0·\u00a0park\u00a0a.",
                "Anna places a black cube on lot\u00a09\u00a0·\u00a0park\u00a0a.",
            ],
        ),
        (
            bidding(),
            FallBack(reason="in a hurry"),
            ["From now on the app does not track the cubes. (in a hurry)"],
        ),
        (
            settling(),
            AssignLot("park b"),
            ["Correction: Park\u00a0b belongs to nobody."],
        ),
        (
            bidding(3),
            AssignLot("9", "black"),
            ["Correction: Lot\u00a09\u00a0·\u00a0park\u00a0a belongs to black (the dummy)."],
        ),
        (bidding(), SetLoans(ANNA, 3), ["Correction: Anna, loans: 3."]),
        (
            bidding(2),
            CountCash({"seat 0 red": 10}),
            ["Anna, red: 10 counted, as in the app."],
        ),
    ],
)
def test_each_event_has_its_history_line(
    state: BigShotState, action: Action, lines: list[str]
) -> None:
    events = action.decide(state)

    told = [event.tell(state, None) for event in events]

    assert [str(line) for line in told if line is not None] == lines


def test_each_stage_has_its_prompt() -> None:
    states = [
        *(seated(), after(placing(), ON_A_PARK), bidding(), paying(), placing(), settling()),
        finished(),
    ]

    prompts = {state.stage: str(GAME.rules.waiting(state).prompt) for state in states}

    assert prompts.keys() == set(get_args(Stage))
    assert prompts == {
        "lead": "Everyone rolls; the highest begins the first turn.",
        "roll": "Bruno rolls the die.",
        "auction": "Bruno bids 1 or more, or passes.",
        "pay": "Bruno chooses which colour pays 4.",
        "place": "Anna places the four cubes.",
        "settle": "Enter the cubes of the remaining lots. 72 cubes are missing.",
        "over": "The game is over.",
    }


def test_cubes_of_other_colours_have_their_entered_names() -> None:
    copy = dict(GAME.blank_copy()) | {"colours": ["blue", "green", "pink", "grey"]}
    state = GAME.rules.begin(a_setup(4, copy=copy))

    (event,) = AssignLot("A", "pink").decide(state)

    assert str(event.tell(state, None)) == "Correction: Lot\u00a0A belongs to Carla (pink)."


def test_money_not_needed_for_a_bid_can_be_corrected_in_an_auction() -> None:
    state = after(bidding(), Correct("seat 1", "bank", 10), Pass(BRUNO))

    assert state.ledger.balance("seat 1") == 0


def test_money_can_be_corrected_between_turns() -> None:
    state = after(placing(), ON_A_PARK, Correct("seat 1", "bank", 10), Roll(BRUNO, 2))

    assert state.ledger.balance("seat 1") == 0


def test_a_complete_but_illegal_placement_offers_no_action() -> None:
    lying = {
        lot: {colour: count}
        for lot, colour, count in (
            ("9", "red", 6), ("9 b", "red", 6), ("10", "red", 5),
            ("10 b", "yellow", 6), ("11", "yellow", 6), ("11 b", "yellow", 6),
            ("16", "white", 6), ("18", "white", 6), ("19", "white", 5),
            ("20", "black", 6), ("21", "black", 6),
        )
    }  # fmt: skip
    state = placing(lying)
    state = replace(state, turn=17)

    draft = draft_of(state, "0-11.2-11.3-11.3-11")

    assert draft is not None and draft.refusal is not None
    assert (draft.refusal.name, draft.action) == ("four_left_on_a_square", None)
    assert draft.back == "0-11.2-11.3-11"

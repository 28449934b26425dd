"""The panel that a seat has opened: read from the URL, closed when it is out of date."""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import apply_events
from companion.mechanics.values.codec import from_json
from companion.tables.records.verdict import verify_record
from tests.games.monopoly.monopoly_tables import crowded, draft_of

PROPOSAL = {"kind": "propose_deal", "seat": 0, "other": 1, "gives": [5], "asks": 100}


def state_after(*actions: dict[str, object]) -> MonopolyState:
    """Return a table of six, all deeds in Anna's hand, after these actions."""
    verdict = verify_record(crowded("en", *actions))
    assert verdict.timeline is not None
    state: MonopolyState = verdict.timeline.state
    return state


def then(state: MonopolyState, action: dict[str, object]) -> MonopolyState:
    """Return the state one action later."""
    asked = from_json(action, GAME.action_kinds)
    return apply_events(GAME, state, asked.decide(state))


@pytest.mark.parametrize(
    "words",
    [
        "",
        "roll",
        "roll.0",
        "roll.7",
        "roll.²",
        "roll.3.4",
        "roll.3..",
        "group.",
        "group.purple",
        "line",
        "line.pay",
        "deal.1",
        "deal.1.",
        "deal.9.0",
        "pay",
        "pay.0",
        "space",
        "space.0",
        "space.0.3",
        "x" * 200,
    ],
)
def test_a_nonsense_wizard_text_opens_nothing(words: str) -> None:
    assert draft_of(state_after(), words).panel == ""


def test_tapped_die_faces_are_kept_until_the_last_die() -> None:
    state = state_after()

    assert draft_of(state, "roll.3").faces == (3,)
    assert (draft_of(state, "roll.3").dice, draft_of(state, "roll.3.4").faces) == (2, ())


def test_a_card_list_takes_three_tapped_dice() -> None:
    chance = ({"kind": "set_space", "seat": 0, "space": 4}, {"kind": "roll", "seat": 0})
    state = state_after(chance[0], chance[1] | {"dice": [1, 2]})

    assert draft_of(state, "roll.3.4").faces == (3, 4)
    assert draft_of(state, "roll.3").dice == 3


def test_a_card_line_is_picked_only_while_one_is_due() -> None:
    listed = (
        {"kind": "set_space", "seat": 0, "space": 4},
        {"kind": "roll", "seat": 0, "dice": [1, 2]},
        {"kind": "roll_list", "seat": 0, "dice": [1, 1, 1]},
    )

    assert draft_of(state_after(*listed), "line.pay").kind == "pay"
    assert draft_of(state_after(*listed), "line.feast").panel == ""
    assert draft_of(state_after(*listed[:2]), "line.pay").panel == ""


def test_a_half_composed_deal_closes_only_when_it_is_offered() -> None:
    state = state_after()
    words = f"deal.1.{draft_of(state).deal_mark}"
    others = {"kind": "propose_deal", "seat": 2, "other": 0, "takes": [5], "pays": 100}

    assert draft_of(state, words).partner == 1
    assert draft_of(then(state, others), words).partner == 1
    assert draft_of(then(state, PROPOSAL), words).panel == ""


def test_property_is_offered_for_a_debt_only_while_a_player_is_owed() -> None:
    landed = ({"kind": "set_space", "seat": 1, "space": 2}, {"kind": "set_turn", "seat": 1})
    poor = {"kind": "correct", "source": "seat 1", "target": "bank", "amount": 1500}
    roll = {"kind": "roll", "seat": 1, "dice": [1, 2]}
    free = state_after(*landed, poor)
    owing = state_after(*landed, poor, roll, {"kind": "ask_rent", "seat": 0, "position": 5})
    words = f"pay.{draft_of(free, '', 1).deal_mark}"

    assert draft_of(free, words, 1).panel == ""
    assert (draft_of(owing, words, 1).panel, draft_of(owing, words, 1).partner) == ("pay", 0)
    assert draft_of(owing, "pay.0", 1).panel == ""


def test_a_half_entered_card_line_closes_when_the_banker_corrects_it() -> None:
    listed = (
        {"kind": "set_space", "seat": 0, "space": 4},
        {"kind": "roll", "seat": 0, "dice": [1, 2]},
        {"kind": "roll_list", "seat": 0, "dice": [5, 5, 5]},
    )
    state = state_after(*listed)
    said = {"kind": "set_line", "list_name": "chance", "total": 15, "effect": "key"}

    assert draft_of(state).keep != draft_of(then(state, said)).keep


def test_no_seat_deals_with_itself() -> None:
    state = state_after()

    assert draft_of(state, f"deal.0.{draft_of(state).deal_mark}").panel == ""


def test_choosing_a_space_closes_the_choice_of_spaces() -> None:
    state = state_after()
    words = f"space.{draft_of(state).space_mark}"

    assert draft_of(state, words).panel == "space"
    assert draft_of(then(state, {"kind": "set_space", "seat": 0, "space": 3}), words).panel == ""


def test_a_group_of_streets_stays_open_while_building() -> None:
    state = state_after()
    later = then(state, {"kind": "build", "seat": 0, "position": 1})

    assert draft_of(state, "group.brown").group == draft_of(later, "group.brown").group == "brown"

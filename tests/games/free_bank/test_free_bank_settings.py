"""Settings that are changed during the game, and who wins if nobody chose it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.free_bank import GAME
from companion.games.free_bank.final_scores import uncounted
from companion.games.free_bank.state import FreeBankState
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO
from tests.games.free_bank.free_bank_tables import after, asked, bid, decided, money, seated, up


def changed(option: str, value: str) -> dict[str, Any]:
    return {"kind": "set_option", "option": option, "value": value}


def told(state: FreeBankState, **step: Any) -> list[str]:
    """Return the history lines of an action."""
    events = decided(state, **step)
    later = after(state, step)
    return [str(event.tell(later, None)) for event in events]


POINTS = {"kind": "score", "seat": BRUNO, "amount": 9}


def test_the_win_condition_can_be_changed_before_the_end() -> None:
    state = after(seated(start=0), POINTS, changed("standing", "most_points"), {"kind": "end"})

    outcome = GAME.final.outcome(state)
    assert outcome is not None and outcome.winners == (BRUNO,)
    assert str(outcome.sentence) == "Bruno wins with 9 points."


def test_ending_the_game_can_change_the_win_condition_with_its_own_line() -> None:
    state = after(seated(start=0), POINTS)

    assert told(state, kind="end", standing="fewest_points") == [
        "Who wins: fewest points from now on.",
        "Anna and Carla tie for the win with 0 points each.",
    ]
    assert told(state, kind="end", standing="most_money") == [
        "Anna, Bruno and Carla tie for the win with 0 each."
    ]


@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("standing", "most_points", "Who wins: most points from now on."),
        ("movers", "banker", "Who moves money: only the banker from now on."),
        ("debt", "1 000", "Players may owe up to: 1000 from now on."),
        ("dice", "1d20", "Dice: one with 20 sides from now on."),
        ("unit", "fl", "Written after an amount: fl from now on."),
        ("currency", "Ducats", "What the money is called: Ducats from now on."),
    ],
)
def test_a_changed_setting_has_a_history_line(option: str, value: str, line: str) -> None:
    state = seated()

    assert told(state, **changed(option, value)) == [line]
    later = after(state, changed(option, value))
    assert (
        str(getattr(later, option, later.setup.options[option])).replace("1000", "1 000") == value
    )
    assert state.setup.options[option] != later.setup.options[option]


def test_the_unit_of_money_can_be_removed() -> None:
    state = seated(unit="fl")

    assert told(state, **changed("unit", "")) == ["Written after an amount: nothing from now on."]
    assert after(state, changed("unit", "")).said(5) == "5"


def test_a_debt_limit_is_raised_at_once_and_lowered_when_unused() -> None:
    pay = {"kind": "pay", "seat": BRUNO, "target": "pot", "amount": 130}
    back = {"kind": "move", "source": "pot", "target": "seat 1", "amount": 30}
    state = after(seated(), changed("debt", "50"), pay)

    assert money(state) == [100, -30, 100]
    with pytest.raises(Refusal, match="debt_too_low") as refused:
        decided(state, **changed("debt", "29"))
    assert str(refused.value.sentence) == "Bruno owes 30. Allow 30 or more."
    assert after(state, changed("debt", "30")).ledger.floors["seat 1"] == -30
    assert after(state, back, changed("debt", "")).ledger.floors["seat 1"] == 0


def test_a_debt_that_the_highest_bid_needs_stays_allowed() -> None:
    state = after(up(debt=50), bid(ANNA, 120))

    with pytest.raises(Refusal, match="debt_too_low") as refused:
        decided(state, **changed("debt", "19"))

    assert str(refused.value.sentence) == "Anna’s bid needs a debt of 20. Allow 20 or more."
    assert after(state, changed("debt", "20"), {"kind": "hammer"}).money(ANNA) == -20


@pytest.mark.parametrize(
    ("option", "value", "refusal"),
    [
        ("standing", "most_money", "nothing_changes"),
        ("standing", "most", "unknown_choice"),
        ("dice", "2d20", "unknown_choice"),
        ("debt", "-5", "not_a_whole_number"),
        ("debt", "five", "amount_not_a_number"),
        ("unit", "sesterces", "text_too_long"),
    ],
)
def test_an_impossible_setting_is_refused(option: str, value: str, refusal: str) -> None:
    with pytest.raises(Refusal, match=refusal):
        decided(seated(), **changed(option, value))


def test_settings_stay_as_they_are_after_the_end() -> None:
    with pytest.raises(Refusal, match="game_over"):
        decided(after(seated(), {"kind": "end"}), **changed("standing", "most_points"))


@pytest.mark.parametrize(
    ("standing", "steps", "expected"),
    [
        ("most_money", [], ""),
        ("most_money", [POINTS], "points"),
        ("least_money", [POINTS], "points"),
        ("most_points", [POINTS], ""),
        ("most_points", [{"kind": "pay", "seat": ANNA, "target": "pot", "amount": 1}], "money"),
        ("most_money", [{"kind": "pay", "seat": ANNA, "target": "pot", "amount": 1}], ""),
    ],
)
def test_uncounted_points_or_money_are_detected_at_the_end(
    standing: str, steps: list[dict[str, Any]], expected: str
) -> None:
    assert uncounted(after(seated(standing=standing), *steps)) == expected


def test_a_change_of_a_setting_is_logged_as_it_was_entered() -> None:
    events = decided(seated(), **changed("debt", " 1 000 "))

    assert [(event.kind, event.option, event.value) for event in events] == [
        ("option_set", "debt", "1000")
    ]
    assert asked("set_option", option="debt", value="5").by == "banker"

"""Filling in a score sheet at a table: what is missing, what counts, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.score_sheet import GAME
from companion.games.score_sheet.state import SheetState
from companion.games.score_sheet.view import view
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup, Setup, apply_events
from companion.mechanics.play.stopping import Stop
from companion.mechanics.values.codec import from_json, to_json
from companion.testing import households
from companion.testing.tables import ANNA, BRUNO
from tests.games.records import replayed, totals
from tests.games.refusals import refuses
from tests.games.score_sheet.score_sheet_player import EVERY_KIND, ROUNDS, a_setup, sheet_of


def fill(seat: int, rest: bool = False, **numbers: int) -> dict[str, Any]:
    """Return the action that enters numbers, such as ``n2=5`` for the second line."""
    entered = {name.removeprefix("n"): figure for name, figure in numbers.items()}
    return {"kind": "fill", "seat": seat, "numbers": entered, "rest": rest}


def after(*steps: dict[str, Any], **options: Any) -> SheetState:
    """Return a table of two with these numbers entered."""
    state: SheetState = GAME.rules.begin(a_setup(2, **options))
    for step in steps:
        state = apply_events(GAME, state, from_json(step, GAME.action_kinds).decide(state))
    return state


def test_the_result_appears_when_all_columns_are_complete() -> None:
    almost = after(fill(ANNA, n1=5, n2=-2), fill(BRUNO, n1=4))

    assert GAME.final.outcome(almost) is None
    assert GAME.rules.waiting(almost).seats == (BRUNO,)
    assert str(GAME.rules.waiting(almost).prompt) == "Waiting for the numbers of Bruno."
    complete = after(fill(ANNA, n1=5, n2=-2), fill(BRUNO, n1=4), fill(BRUNO, n2=0))
    outcome = GAME.final.outcome(complete)
    assert outcome is not None
    assert totals(outcome) == [("Bruno", 4), ("Anna", 3)]


def test_zero_is_a_number_and_an_empty_line_is_missing() -> None:
    state = after(fill(ANNA, n1=0))

    assert state.missing(ANNA) == [2]
    assert state.missing(BRUNO) == [1, 2]


def test_everything_else_becomes_zero_with_one_tap() -> None:
    state = after(fill(ANNA, rest=True, n2=7), fill(BRUNO, rest=True))

    assert state.columns == ({1: 0, 2: 7}, {1: 0, 2: 0})
    assert GAME.final.outcome(state) is not None


def test_a_number_can_be_changed_until_the_end() -> None:
    state = after(fill(ANNA, n1=5, n2=1), fill(ANNA, n1=6))

    assert state.columns[ANNA] == {1: 6, 2: 1}


def test_only_new_numbers_are_recorded() -> None:
    state = after(fill(ANNA, n1=5))
    (event,) = from_json(fill(ANNA, n1=5, n2=3), GAME.action_kinds).decide(state)

    assert to_json(event) == {"kind": "filled", "seat": ANNA, "numbers": {"2": 3}}
    assert str(event.tell(state, None)) == "Anna enters Second: 3."


def test_who_has_numbers_missing_does_not_win_a_sheet_stopped_early_for_the_lowest_total() -> None:
    state = after(fill(ANNA, n1=30, n2=1), fill(BRUNO, n1=2), winner="least")
    outcome = GAME.final.outcome(apply_events(GAME, state, Stop().decide(state)))

    assert outcome is not None
    assert outcome.winners == (ANNA,)
    assert [(place.name, place.qualified) for place in outcome.standings] == [
        ("Anna", True),
        ("Bruno", False),
    ]


def test_somebody_who_joins_late_has_an_empty_column() -> None:
    state = after(fill(ANNA, rest=True), {"kind": "join_late", "name": "Carla"})

    assert GAME.rules.waiting(state).seats == (BRUNO, 2)
    assert state.missing(2) == [1, 2]


def test_a_choice_is_entered_by_its_place_and_nothing_is_an_answer_too() -> None:
    state = after(fill(ANNA, n7=2), fill(BRUNO, n7=0), lines="every kind")
    shown = view(state, None)
    mayor = next(line for line in shown.lines if line.label == "Mayor")

    assert [str(choice) for choice in mayor.choices] == ["nothing", "no", "yes"]
    assert [str(cell) for cell in mayor.cells] == ["yes", "nothing"]
    assert {seat.name: seat.total for seat in shown.seats} == {"Anna": 3, "Bruno": 0}


def test_a_recorded_sheet_of_every_kind_has_the_totals_worked_out_by_hand() -> None:
    """all-entered.json.

    Anna: 7 coins, 3 x 2 houses, 7 apples 2, 4 goods 4, wall 5 alone 4, valley 2 with Bruno 3,
      mayor 3, 2 wheels x 3 cards 6. Bruno: 0, 2 x 2, 2 apples 0, 1 good 1, wall 0, valley 3, 0, 5.
    """
    _, outcome = replayed(GAME, "all-entered")

    assert totals(outcome) == [("Anna", 7 + 6 + 2 + 4 + 4 + 3 + 3 + 6), ("Bruno", 4 + 1 + 3 + 5)]


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        ("", "broken_sheet_link"),
        (sheet_of(ROUNDS)[:-9], "broken_sheet_link"),
        ("A" * 6001, "text_too_long"),
    ],
)
def test_a_table_needs_a_whole_sheet(sheet: str, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.rules.prepare(Setup({"sheet": sheet}, households.seated(2)))

    assert (refused.value.name, refused.value.field) == (name, "sheet")


def test_a_sheet_seats_one_to_ten() -> None:
    sheet = {"sheet": sheet_of(EVERY_KIND)}
    ten = tuple(SeatSetup(f"Player {number}") for number in range(11))

    assert len(GAME.rules.prepare(Setup(sheet, ten[:10])).seats) == 10
    with pytest.raises(Refusal, match="wrong_player_count"):
        GAME.rules.prepare(Setup(sheet, ten))


def begun() -> SheetState:
    return after(fill(ANNA, n1=5))


def over() -> SheetState:
    return after(fill(ANNA, rest=True), fill(BRUNO, rest=True))


def asked(step: dict[str, Any]) -> Any:
    return from_json(step, GAME.action_kinds)


test_refusal = refuses(
    [
        ("nothing_changes", "SS-F2", begun, asked(fill(ANNA))),
        ("nothing_changes", "SS-F2", begun, asked(fill(ANNA, n1=5))),
        ("no_such_line", "SS-F1", begun, asked(fill(ANNA, n9=1))),
        ("no_such_line", "SS-F1", begun, asked({**fill(ANNA), "numbers": {"one": 1}})),
        (
            "amount_out_of_range",
            "SS-F2",
            lambda: after(lines="every kind"),
            asked(fill(ANNA, n7=3)),
        ),
        (
            "amount_out_of_range",
            "SS-F2",
            lambda: after(lines="every kind"),
            asked(fill(ANNA, n1=-1)),
        ),
        ("unknown_seat", "SS-F1", begun, asked(fill(2, n1=1))),
        ("game_over", "SS-E1", over, asked(fill(ANNA, n1=1))),
    ]
)

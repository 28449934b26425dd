"""Rounds, the target, players who are out, and the dealer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.score_pad import GAME
from companion.games.score_pad.screen import view
from companion.games.score_pad.state import ScorePadState
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.game import Setup
from companion.testing.households import seated as names
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, assert_refused
from tests.games.score_pad.score_pad_tables import asked, entered, seated, told, totals


def enter(seat: int, amount: int, round: int) -> Any:
    return asked("enter", seat=seat, amount=amount, round=round)


def order(state: ScorePadState) -> list[tuple[str, int | None]]:
    """Return the names and ranks in the live order."""
    return [(seat.name, seat.rank) for seat in view(state, None).ranked]


def winners(state: ScorePadState) -> tuple[int, ...]:
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    return outcome.winners


def test_zero_is_an_entry_and_the_table_says_who_is_missing() -> None:
    state = entered(seated(), 0, None, None)

    waiting = GAME.rules.waiting(state)
    assert str(waiting.prompt) == "Round 1: waiting for Bruno and Carla."
    assert str(waiting.prompt.for_you) == "Round 1: enter your points."
    assert waiting.seats == (BRUNO, CARLA)


def test_a_round_is_complete_when_everyone_has_points_and_then_the_next_begins() -> None:
    state = entered(seated(), 5, 0, None)

    assert told(state, enter(CARLA, -3, 1)) == [
        "Carla, round 1: −3.",
        "Round 1 is complete. Anna leads with 5.",
    ]
    assert entered(state, None, None, -3).round == 2


def test_several_leaders_are_named_after_a_round() -> None:
    state = entered(seated(standing="fewest_points"), 5, None, 2)

    *_, line = told(state, enter(BRUNO, 2, 1))

    assert line == "Round 1 is complete. Tied for the lead with 2: Bruno and Carla."


def test_points_of_the_round_under_way_can_be_entered_again() -> None:
    state = entered(seated(), 5)

    assert told(state, enter(ANNA, 50, 1)) == ["Anna, round 1: 50 instead of 5."]
    assert totals(after(state, enter(ANNA, 50, 1))) == [50, 0, 0]


def test_the_banker_corrects_a_cell_of_any_round_and_a_line_outside_the_rounds() -> None:
    state = entered(entered(seated(2), 5, 6), 7)
    state = after(state, asked("bonus", seat=ANNA, amount=10, what=" Longest   road "))

    fixed = asked("set_points", seat=ANNA, amount=0, round=1)
    line = asked("set_points", seat=ANNA, amount=-2, what="Longest road")

    assert told(state, fixed) == ["Anna, round 1: 0 instead of 5."]
    assert totals(after(state, fixed, line)) == [5, 6]
    assert told(state, line) == ["Anna, Longest road: −12."]


def test_a_bonus_adds_to_the_line_of_its_name() -> None:
    bonus = asked("bonus", seat=BRUNO, amount=10, what="Road")
    state = after(seated(), bonus, bonus, asked("bonus", seat=BRUNO, amount=-3))

    assert state.lines == {"Road": {BRUNO: 20}, "": {BRUNO: -3}}
    assert totals(state) == [0, 17, 0]


@pytest.mark.parametrize(
    ("at_target", "is_over", "out"),
    [("ends", True, ()), ("out", False, (ANNA,)), ("announces", False, ())],
)
def test_the_target_counts_after_a_complete_round(
    at_target: str, is_over: bool, out: tuple[int, ...]
) -> None:
    state = entered(seated(target=20, at_target=at_target), 20, 0)
    assert not state.is_over

    state = entered(state, None, None, 19)

    assert (state.is_over, state.out, ANNA in state.reached) == (
        is_over,
        out,
        at_target == "announces",
    )


def test_a_reached_target_is_announced_once() -> None:
    state = entered(seated(2, target=20, at_target="announces"), 25)

    assert told(state, enter(BRUNO, 0, 1))[-1] == "Anna has reached the target."
    state = entered(state, None, 0)
    assert len(told(entered(state, 1), enter(BRUNO, 1, 2))) == 2


def test_a_correction_after_the_round_can_reach_the_target() -> None:
    state = entered(seated(2, target=20), 2, 0)

    assert after(state, asked("set_points", seat=ANNA, amount=20, round=1)).is_over


def test_a_bonus_is_offered_when_all_names_are_taken() -> None:
    names = (asked("bonus", seat=ANNA, amount=1, what=f"Line {number}") for number in range(20))
    state = after(seated(), *names)

    assert "bonus" in {offer.kind for offer in GAME.legal_actions(state, ANNA)}


def test_a_bonus_between_two_rounds_reaches_no_target() -> None:
    bonus = asked("bonus", seat=ANNA, amount=20, what="Road")
    assert not after(seated(2, target=20), bonus).is_over

    state = after(entered(seated(2, target=20), 2, 0), bonus)

    assert not state.is_over
    assert entered(state, 1, 1).is_over


def test_the_last_player_below_the_target_ends_the_game() -> None:
    state = seated(target=20, at_target="out", standing="fewest_points")
    state = entered(entered(state, 25, 0, 5), None, 4, 20)

    assert state.is_over and state.out == (ANNA, CARLA)
    assert winners(state) == (BRUNO,)


def test_if_all_go_out_at_once_the_best_total_wins() -> None:
    state = entered(seated(2, target=20, at_target="out"), 25, 30)

    assert state.is_over and winners(state) == (BRUNO,)


def test_the_game_ends_after_the_last_round() -> None:
    state = entered(entered(seated(2, rounds=2), 1, 2), 3)

    assert told(state, enter(BRUNO, 1, 2))[-1] == "Anna wins with 4 points."


@pytest.mark.parametrize(
    ("standing", "best"),
    [("most_points", ("best round (2)", 30)), ("fewest_points", ("best round (4)", -5))],
)
def test_many_rounds_are_summed_up_by_the_best_and_the_points_beside_them(
    standing: str, best: tuple[str, int]
) -> None:
    state = seated(standing=standing)
    for points in (10, 30, 12, -5, 8):
        state = entered(state, points, 0, 0)
    state = after(state, asked("bonus", seat=ANNA, amount=7, what="Road"), asked("end"))

    outcome = not_none(GAME.final.outcome(state))

    (anna,) = (place for place in outcome.standings if place.seat == ANNA)
    assert [(str(one.label), one.amount) for one in anna.condensed(5)] == [best, ("Road", 7)]
    assert sum(one.amount for one in anna.terms) == anna.total == 62


def test_a_player_who_is_out_is_not_missing_and_cannot_win() -> None:
    state = entered(seated(), 50, 1)

    state = after(state, asked("out", seat=CARLA))
    assert state.round == 2
    state = after(state, asked("out", seat=ANNA), asked("end"))

    assert winners(state) == (BRUNO,)


def test_a_player_can_come_back_in() -> None:
    state = after(seated(), asked("out", seat=CARLA))

    assert told(state, asked("back_in", seat=CARLA)) == ["Carla is back in."]
    assert after(state, asked("back_in", seat=CARLA)).playing == (ANNA, BRUNO, CARLA)


def test_the_dealer_moves_on_past_players_who_are_out() -> None:
    state = after(seated(4), asked("out", seat=BRUNO))
    assert state.marked == ANNA

    state = entered(state, 1, None, 1, 1)
    assert state.marked == CARLA
    assert str(GAME.rules.waiting(state).prompt) == "Round 2: Carla deals."
    assert after(state, asked("out", seat=CARLA)).marked == DARIO


def test_the_dealer_moves_on_as_the_players_sit() -> None:
    state = after(seated(), asked("move_seat", seat=CARLA, after=ANNA))

    assert entered(state, 1, 2, 3).marked == CARLA


@pytest.mark.parametrize(
    ("marker", "prompt"),
    [
        ("dealer", "Round 1: Bruno deals."),
        ("first", "Round 1: Bruno goes first."),
    ],
)
def test_the_banker_names_the_dealer_or_the_first_player(marker: str, prompt: str) -> None:
    state = after(seated(marker=marker), asked("mark", seat=BRUNO))

    assert str(GAME.rules.waiting(state).prompt) == prompt
    assert str(told(seated(marker=marker), asked("mark", seat=BRUNO))[0]) in prompt


def test_nobody_is_asked_before_the_first_points_of_a_round() -> None:
    waiting = GAME.rules.waiting(seated(marker="none"))

    assert str(waiting.prompt) == "Round 1: enter the points when it is over."
    assert waiting.seats == (ANNA, BRUNO, CARLA) and not waiting.is_for(ANNA)


def test_the_live_order_is_that_of_the_complete_rounds() -> None:
    state = entered(seated(), 5, 9, 9)
    state = entered(state, 100)

    assert order(state) == [("Bruno", 1), ("Carla", 1), ("Anna", 3)]
    assert order(after(state, asked("out", seat=BRUNO)))[-1] == ("Bruno", 3)
    assert order(seated()) == [("Anna", None), ("Bruno", None), ("Carla", None)]


def test_the_crown_is_on_the_fewest_points_if_these_win() -> None:
    state = entered(seated(standing="fewest_points"), 5, 9, 7)

    assert GAME.chart.least_wins and GAME.chart.least_wins(state) and GAME.chart.begun(state)
    assert GAME.chart.wealth(entered(state, 100)) == (5, 9, 7)


def test_the_view_carries_the_sums_of_earlier_rounds_over() -> None:
    state = entered(entered(entered(seated(2), 1, 2), 3, 4), 5, 6)

    carried, rows = view(state, None).latest(1)

    assert carried == (4, 6)
    assert [(row.number, row.cells) for row in rows] == [(3, (5, 6))]


def test_a_newcomer_enters_points_from_the_round_under_way_on() -> None:
    state = entered(entered(seated(2), 5, 6), 7)
    state = after(state, asked("join_late", name="Carla"))
    assert state.missing == (BRUNO, CARLA) and state.marked == BRUNO

    state = entered(state, None, 1, 0)
    assert state.round == 3 and state.marked == CARLA
    assert totals(after(state, asked("set_points", seat=CARLA, amount=5, round=1))) == [12, 7, 5]


@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("standing", "fewest_points", "Who wins: fewest points from now on."),
        ("rounds", "10", "Rounds: 10 from now on."),
        ("target", "1000", "Points to reach: 1000 from now on."),
        ("at_target", "announces", "A player who reaches them: is announced from now on."),
        ("marker", "first", "Moves on each round: the first player from now on."),
    ],
)
def test_each_setting_can_be_changed_during_the_game(option: str, value: str, line: str) -> None:
    change = asked("set_option", option=option, value=value)

    assert told(seated(), change) == [line]
    assert str(after(seated(), change).setup.options[option]) == value


def test_a_number_among_the_settings_can_be_taken_back() -> None:
    none = asked("set_option", option="rounds", value="")

    state = after(seated(rounds=10), none)

    assert state.last_round is None
    assert told(seated(rounds=10), none) == ["Rounds: nothing from now on."]


def over() -> ScorePadState:
    return after(seated(), asked("end"))


def carla_out() -> ScorePadState:
    return after(seated(), asked("out", seat=CARLA))


def one_left() -> ScorePadState:
    return after(carla_out(), asked("out", seat=BRUNO))


def twenty_lines() -> ScorePadState:
    names = (asked("bonus", seat=ANNA, amount=1, what=f"Line {number}") for number in range(20))
    return after(seated(), *names)


CASES: list[tuple[str, str, Callable[[], ScorePadState], Any]] = [
    ("game_over", "SP-E1", over, enter(ANNA, 1, 1)),
    ("game_over", "SP-E1", over, asked("set_points", seat=ANNA, amount=1, round=1)),
    ("game_over", "SP-E1", over, asked("end")),
    ("unknown_seat", "SP-S1", seated, enter(7, 1, 1)),
    ("seat_out", "SP-O1", carla_out, enter(CARLA, 1, 1)),
    ("seat_out", "SP-O1", carla_out, asked("bonus", seat=CARLA, amount=1)),
    ("seat_out", "SP-O1", carla_out, asked("out", seat=CARLA)),
    ("round_complete", "SP-P2", lambda: entered(seated(), 1, 2, 3), enter(ANNA, 1, 1)),
    ("points_out_of_range", "SP-P1", seated, enter(ANNA, 1_000_001, 1)),
    ("points_out_of_range", "SP-P1", seated, asked("bonus", seat=ANNA, amount=-1_000_001)),
    ("table_full", "SP-S2", lambda: seated(10), asked("join_late", name="Zoe")),
    ("nothing_changes", "SP-S3", seated, asked("set_option", option="rounds", value="")),
    (
        "number_out_of_range",
        "SP-T1",
        seated,
        asked("set_option", option="target", value="0"),
    ),
    ("no_points", "SP-L1", seated, asked("bonus", seat=ANNA, amount=0)),
    ("name_too_long", "SP-L2", seated, asked("bonus", seat=ANNA, amount=1, what="x" * 31)),
    ("too_many_lines", "SP-L2", twenty_lines, asked("bonus", seat=ANNA, amount=1, what="More")),
    ("no_such_round", "SP-P3", seated, asked("set_points", seat=ANNA, amount=1, round=2)),
    ("no_such_round", "SP-P3", seated, asked("set_points", seat=ANNA, amount=1, what="Road")),
    ("nobody_else", "SP-O2", one_left, asked("out", seat=ANNA)),
    ("not_out", "SP-O2", seated, asked("back_in", seat=ANNA)),
    ("nobody_marked", "SP-D1", lambda: seated(marker="none"), asked("mark", seat=ANNA)),
]


@pytest.mark.parametrize(("name", "rule", "moment", "action"), CASES)
def test_each_refusal_has_a_name_a_rule_and_a_sentence(
    name: str, rule: str, moment: Callable[[], ScorePadState], action: Any
) -> None:
    assert_refused(name, rule, moment, action)


@pytest.mark.parametrize("option", ["rounds", "target"])
def test_a_number_among_the_settings_is_limited(option: str) -> None:
    for number in (0, 10**7):
        with pytest.raises(Refusal, match="number_out_of_range"):
            GAME.rules.prepare(Setup({option: number}, names(2)))


@pytest.mark.parametrize(("marker", "marked"), [("dealer", BRUNO), ("none", ANNA)])
def test_a_random_draw_names_the_dealer_if_there_is_one(marker: str, marked: int) -> None:
    state = after(seated(marker=marker), asked("out", seat=CARLA))

    draw = asked("random_draw").with_chance(state, lambda sides: sides)
    later = after(state, draw)

    assert told(state, draw)[0] == "Random draw among Anna and Bruno: Bruno."
    assert later.marked == marked

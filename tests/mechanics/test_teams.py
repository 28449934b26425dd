"""Teams: the banker sets them, and the sum of a team's totals decides its rank."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import all_games
from companion.games.score_pad.entries import RoundCompleted
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, Outcome, Place
from companion.mechanics.play.leaving import Leave
from companion.mechanics.scoring.outcome import ranked
from companion.mechanics.scoring.teams import SetTeam
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from companion.web.situation import leaders_in
from tests.games.free_bank.free_bank_tables import asked as paid
from tests.games.free_bank.free_bank_tables import seated as at_bank
from tests.games.score_pad.score_pad_tables import asked, entered, seated, told

REDS, BLUES = SetTeam((ANNA, CARLA), "Reds"), SetTeam((BRUNO, DARIO), "Blues")
WITH_TEAMS = [game for game in all_games().values() if SetTeam.kind in game.action_kinds]


def outcome_of(*totals: tuple[str, int], out: int | None = None, **more: Any) -> Outcome:
    """Return the outcome for seats with these teams and totals; out: a seat that cannot win."""
    names = ("Anna", "Bruno", "Carla", "Dario", "Emma")
    places = [
        Place(seat, names[seat], total, (), qualified=seat != out, team=team)
        for seat, (team, total) in enumerate(totals)
    ]
    return ranked(places, "most", "", **more)


def ranks_of(outcome: Outcome) -> dict[str, int]:
    names = (place.name for place in outcome.standings)
    return dict(zip(names, outcome.ranks, strict=True))


def test_the_team_with_the_best_sum_wins_and_each_of_its_players() -> None:
    outcome = outcome_of(("Reds", 10), ("Blues", 45), ("Reds", 40), ("Blues", 0))

    assert (outcome.winners, outcome.reason) == ((ANNA, CARLA), "most")
    assert str(outcome.sentence) == "Reds (Anna and Carla) wins with 50."
    assert str(outcome.told_to(CARLA)) == "You win with 50."
    assert not outcome.is_shared and not outcome.says_more
    assert [outcome.total_of(place.side) for place in outcome.standings] == [50, 50, 45, 45]


def test_each_player_has_the_place_of_the_team_and_a_note_with_its_sum() -> None:
    outcome = outcome_of(("Reds", 1), ("", 9), ("Reds", 2), ("Blues", 5), ("", 4))

    assert ranks_of(outcome) == {"Bruno": 1, "Dario": 2, "Emma": 3, "Anna": 4, "Carla": 4}
    assert outcome.sides == 4
    notes = {place.name: str(place.note) for place in outcome.standings if place.note}
    assert notes == {"Anna": "Reds: 3", "Carla": "Reds: 3", "Dario": "Blues: 5"}


def test_a_team_and_a_player_with_the_same_sum_share_their_place() -> None:
    outcome = outcome_of(("", 100), ("", 30), ("Reds", 10), ("Reds", 20), ("", 5))

    assert ranks_of(outcome) == {"Anna": 1, "Bruno": 2, "Carla": 2, "Dario": 2, "Emma": 4}


@pytest.mark.parametrize(
    ("least", "out", "winners"),
    [(False, ANNA, (ANNA, CARLA)), (True, BRUNO, (ANNA, CARLA)), (True, None, (BRUNO, DARIO))],
)
def test_where_the_least_wins_a_team_gains_nothing_by_a_player_who_left(
    least: bool, out: int | None, winners: tuple[int, ...]
) -> None:
    outcome = outcome_of(
        ("Reds", 60), ("Blues", 0), ("Reds", 40), ("Blues", 30), least_wins=least, out=out
    )

    assert outcome.winners == winners


def test_nobody_who_left_leads_a_table_where_the_least_wins() -> None:
    game = all_games()["free_bank"]
    state = after(at_bank(5, standing="least_money"), REDS, BLUES, Leave(ANNA))

    view: Any = game.screen.view(state, None)

    assert leaders_in(game, state) == (DARIO + 1,)
    assert [seat.name for seat in view.ranked] == ["Elena", "Bruno", "Dario", "Anna", "Carla"]


def test_a_pad_where_the_fewest_win_is_led_by_a_team_that_is_whole() -> None:
    state = after(seated(4, standing="fewest_points"), REDS, BLUES, asked("out", seat=ANNA))

    *_, line = told(entered(state, None, 5, 1, None), asked("enter", seat=DARIO, amount=5, round=1))

    assert line == "Round 1 is complete. Blues leads with 10."


def test_the_next_place_counts_teams_not_players() -> None:
    outcome = outcome_of(("Reds", 5), ("Blues", 1), ("Reds", 5), ("Blues", 1))

    assert ranks_of(outcome) == {"Anna": 1, "Carla": 1, "Bruno": 2, "Dario": 2}


def test_two_teams_with_the_same_sum_share_the_win() -> None:
    outcome = outcome_of(("Reds", 1), ("Blues", 2), ("Reds", 4), ("Blues", 3))

    assert (outcome.reason, outcome.is_shared) == ("tie_shared", True)
    assert str(outcome.sentence) == (
        "Blues (Bruno and Dario) and Reds (Anna and Carla) tie for the win with 5 each."
    )


def test_the_lowest_sum_wins_where_less_is_better() -> None:
    outcome = outcome_of(("Reds", 9), ("Blues", 2), ("Reds", 0), ("Blues", 8), least_wins=True)

    assert outcome.winners == (ANNA, CARLA)


@pytest.mark.parametrize("game", WITH_TEAMS, ids=lambda game: game.name)
def test_the_banker_sets_teams_in_one_step_that_names_them(game: AnyGame) -> None:
    state = after(at_bank(4) if game.name == "free_bank" else seated(4), REDS)

    assert [str(event.tell(state, None)) for event in REDS.decide(state)] == [
        "Team Reds: Anna and Carla."
    ]
    alone = SetTeam((CARLA,))
    assert str(alone.decide(state)[0].tell(state, None)) == "Without a team: Carla."
    assert after(state, alone).team_totals((1, 2, 3, 4)) == (1, 2, 3, 4)
    assert state.team_totals((1, 2, 3, 4)) == (4, 2, 4, 4)


def test_a_team_spelt_with_other_capitals_is_the_same_team() -> None:
    state = after(seated(4), REDS, SetTeam((DARIO,), "  reds "))

    assert state.teams == {ANNA: "Reds", CARLA: "Reds", DARIO: "Reds"}


@pytest.mark.parametrize(
    ("refused", "action"),
    [
        ("nobody_chosen", SetTeam((), "Reds")),
        ("unknown_seat", SetTeam((7,), "Reds")),
        ("name_too_long", SetTeam((ANNA,), "x" * 31)),
    ],
)
def test_a_team_needs_players_and_a_short_name(refused: str, action: SetTeam) -> None:
    with pytest.raises(Refusal) as refusal:
        action.decide(seated(4))

    assert (refusal.value.name, refusal.value.rule) == (refused, "SP-S4")


def test_the_pad_names_the_leading_team_after_a_round() -> None:
    state = entered(after(seated(4), REDS, BLUES), 10, 45, 40, None)

    *_, line = told(state, asked("enter", seat=DARIO, amount=0, round=1))

    assert line == "Round 1 is complete. Reds leads with 50."


def test_a_team_with_the_name_of_another_player_ties_with_them() -> None:
    state = after(seated(3), SetTeam((BRUNO, CARLA), "Anna"))

    *_, line = told(entered(state, 50, 25, None), asked("enter", seat=CARLA, amount=25, round=1))

    assert line == "Round 1 is complete. Tied for the lead with 50: Anna and Anna."


def test_the_scene_of_a_round_ends_with_the_leading_team_and_its_sum() -> None:
    state = entered(after(seated(4), REDS, BLUES), 25, 40, 25, 0)

    (scene,) = RoundCompleted(1, (ANNA, CARLA), 50).scenes(state)

    totals = scene.shows["totals"]
    assert isinstance(totals, tuple) and totals[-1] == (CARLA, 50, True)


def test_a_team_reaches_the_target_of_a_pad_together() -> None:
    state = entered(after(seated(4, target=50), REDS, BLUES), 10, 45, 40, 0)

    assert state.is_over
    outcome = all_games()["score_pad"].final.outcome(state)
    assert outcome is not None
    assert str(outcome.sentence) == "Reds (Anna and Carla) wins with 50 points."


def test_a_team_plays_on_while_one_of_its_players_is_in() -> None:
    state = after(seated(4), REDS, BLUES, asked("out", seat=ANNA))
    state = after(entered(state, None, 3, 9, 4), asked("end"))

    outcome = all_games()["score_pad"].final.outcome(state)

    assert outcome is not None and set(outcome.winners) == {ANNA, CARLA}


def test_a_correction_that_reaches_the_target_puts_out_the_whole_team() -> None:
    state = after(seated(4, target=100, at_target="out"), REDS, BLUES)
    state = entered(state, 40, 5, 30, 5)

    state = after(state, asked("set_points", seat=ANNA, amount=90, round=1))

    assert {*state.out} == {ANNA, CARLA}


def test_two_players_of_one_team_are_not_left_to_play_alone() -> None:
    state = after(seated(4, target=50, at_target="out"), REDS, BLUES)

    assert entered(state, 1, 30, 2, 20).is_over


def test_the_crown_is_the_leading_teams() -> None:
    game = all_games()["free_bank"]
    move = paid("move", source="bank", target="seat 0", amount=5)

    state = after(at_bank(4), REDS, BLUES, move)

    assert leaders_in(game, state) == (ANNA, CARLA)


def test_the_money_of_a_team_counts_together_with_its_unit() -> None:
    move = paid("move", source="bank", target="seat 3", amount=5)
    state = after(at_bank(4, unit="$"), REDS, BLUES, move, paid("end"))

    outcome = all_games()["free_bank"].final.outcome(state)

    assert outcome is not None
    assert str(outcome.sentence) == "Blues (Bruno and Dario) wins with 205\u00a0$."
    assert str(outcome.standings[0].note) == "Blues: 205\u00a0$"


def test_holdings_without_teams_are_those_of_older_tables() -> None:
    game = all_games()["score_pad"]

    assert "team" not in str(game.final.holdings(seated(4)))
    assert "Reds" in str(game.final.holdings(after(seated(4), REDS)))

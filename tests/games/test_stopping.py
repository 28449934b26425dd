"""Games that the banker stopped: scored by the rule book, or by each player's wealth."""

from __future__ import annotations

import pytest

from companion.games import game_named
from companion.games.big_cheese.corrections import SetScore
from companion.mechanics.play.stopping import GameStopped, Stop
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, after
from tests.games.big_shot.big_shot_player import NAMES
from tests.games.big_shot.big_shot_tables import unnamed
from tests.games.records import read_record, replay, replayed, setup_in, totals

STOPPED = [
    (
        "monopoly",
        "stopped-in-debt",
        "Ended early. Bruno is the richest with 1500 and wins.",
        [("Bruno", 1140 + 60 + 140 + 160), ("Anna", 40 - 50 + 60 + 140)],
    ),
    (
        "big_cheese",
        "stopped-in-an-auction",
        "Ended early. Carla wins with 20.",
        [("Carla", 20), ("Bruno", 5 + 11), ("Anna", 3 + 6)],
    ),
    (
        "big_deal",
        "stopped-in-a-takeover",
        "Ended early. Anna and Bruno tie for the win with 2100 each.",
        [("Anna", 1050 + (2 + 3 + 2) * 150), ("Bruno", 900 + (2 + 4 + 2) * 150)],
    ),
    (
        "big_shot",
        "stopped-in-an-auction",
        "Ended early. Bruno wins with 44.",
        [
            ("Bruno", 11 + 16 + 18 + 19 + 0 - 20),
            ("Anna", 10 + 21 + 20 - 20),
            ("Dario", 10 * 2 + 11 + 4 - 20),
            ("Carla", 9 + 9 - 10),
        ],
    ),
    (
        "free_bank",
        "stopped-with-sealed-bids",
        "Ended early. Anna wins with 75.",
        [("Anna", 75), ("Bruno", 40), ("Carla", 15)],
    ),
]


@pytest.mark.parametrize(("name", "record", "sentence", "sums"), STOPPED)
def test_a_stopped_game_is_scored_by_its_rule_book(
    name: str, record: str, sentence: str, sums: list[tuple[str, int]]
) -> None:
    state, outcome = replayed(game_named(name), record)

    assert state.is_stopped
    assert (outcome.reason, str(outcome.sentence)) == ("stopped", sentence)
    assert totals(outcome) == sums


def test_in_a_stopped_game_unsold_lots_go_to_the_majority() -> None:
    state = replay(game_named("big_shot"), "stopped-in-an-auction")

    assert state.sold["16"].counts == {"black": 2, "white": 2, "yellow": 1}
    assert state.sold["16"].owner == "yellow"
    assert state.auction is None


def test_a_stopped_game_without_sold_lots_needs_no_printed_values() -> None:
    state = unnamed()

    outcome = game_named("big_shot").final.outcome(after(state, Stop()))

    assert not state.copy.is_complete
    assert outcome is not None and dict(totals(outcome)) == dict.fromkeys(NAMES, 10)


def test_in_a_stopped_game_unrolled_projects_do_not_count() -> None:
    game = game_named("big_cheese")
    state = replay(game, "stopped-in-an-auction")

    assert state.projects and not state.finished
    assert sum(len(state.scores.lines_of(seat)) for seat in state.seats) == 5


def test_correcting_a_score_does_not_resume_a_stopped_game() -> None:
    state = after(replay(game_named("big_cheese"), "stopped-in-an-auction"), SetScore(ANNA, 30))

    outcome = game_named("big_cheese").final.outcome(state)
    assert state.stage == "over"
    assert outcome is not None and totals(outcome)[0] == ("Anna", 30)


def test_in_a_stopped_game_sealed_bids_are_never_opened() -> None:
    game = game_named("free_bank")
    state = replay(game, "stopped-with-sealed-bids")

    assert game.keeps_secret(state)
    assert not game.keeps_secret(replay(game, "sealed"))


def test_a_stopped_game_of_big_deal_waits_for_counted_hands() -> None:
    game, data = game_named("big_deal"), read_record("big_deal", "stopped-in-a-takeover")
    state = game.rules.begin(setup_in(game, data))
    for action in data["actions"][:-1]:
        state = after(state, from_json(action, game.action_kinds))

    assert (state.stage, game.final.outcome(state)) == ("hands", None)
    outcome = game.final.outcome(after(state, Stop()))
    assert outcome is not None and totals(outcome) == [("Anna", 2100), ("Bruno", 2100 - 4 * 150)]


def test_every_step_has_its_history_line() -> None:
    game = game_named("monopoly")
    state = replay(game, "stopped-in-debt")

    assert str(GameStopped().tell(state, None)) == "The banker ended the game early."

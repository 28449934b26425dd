"""The example of CONTRIBUTING.md, played in a copy of the checkout with its patch.

``test_contributing`` runs these tests in a separate process, in which ``companion`` is the patched
copy. In the checkout itself, which lacks the action, pytest does not collect them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

import companion
from companion.games.big_shot import GAME
from tests.web.phones import BIDDING, PLACING, SQUARE, Table, seated

__test__ = "hurry" in GAME.action_kinds

ANNA, BRUNO, CARLA, DARIO = range(4)
BUTTON = "b-hurry"
SAID = {
    "en": ("Ask to hurry", "Carla asks Anna to hurry."),
    "it": ("Fai fretta", "Carla chiede ad Anna di sbrigarsi."),
    "fr": ("Demander de faire vite", "Carla demande à Anna de faire vite."),
    "de": ("Zur Eile mahnen", "Carla mahnt Anna zur Eile."),
    "es": ("Meter prisa", "Carla le mete prisa a Anna."),
}
"""The button and the line in the history, by language."""


def log_of(table: Table) -> list[str]:
    return [event.kind for entry in table.now.timeline.standing.entries for event in entry.events]


def test_these_tests_run_the_copy_with_the_example() -> None:
    assert Path(companion.__file__).parents[1] == Path.cwd()


def test_the_new_action_is_offered_to_all_who_wait_for_the_cubes(app: Flask) -> None:
    state = seated(app, *PLACING).now.state

    offered = {
        seat
        for seat in state.seats
        for one in GAME.legal_actions(state, seat)
        if one.kind == "hurry"
    }

    assert offered == {BRUNO, CARLA, DARIO}


@pytest.mark.parametrize("language", SAID)
def test_the_new_button_and_history_line_are_translated(app: Flask, language: str) -> None:
    table = seated(app, *PLACING, languages=("en", "en", "en", language))
    anna, dario = table.phones[ANNA], table.phones[DARIO]
    button, line = SAID[language]

    assert BUTTON not in anna.go(table.page).html
    offered = dario.go(table.page).form(BUTTON).button(BUTTON).text
    table.phones[CARLA].press(table.phones[CARLA].go(table.page), BUTTON)

    assert " ".join(offered.split()) == button
    assert log_of(table)[-1] == "hurried"
    assert line in dario.go(f"{table.page}history").text


def test_cubes_placed_from_an_older_screen_are_still_accepted(app: Flask) -> None:
    table = seated(app, *PLACING)
    seen = table.sequence
    table.phones[CARLA].tap(table, {"kind": "hurry", "seat": CARLA})

    table.phones[ANNA].tap(table, {"kind": "place", "seat": ANNA, "cubes": SQUARE}, seen=seen)

    assert log_of(table)[-6:] == ["hurried", *["cube_placed"] * 4, "turn_ended"]


@pytest.mark.parametrize(
    ("actions", "seat", "sentence"),
    [
        (PLACING, ANNA, "Not now. Place the four cubes."),
        (BIDDING, CARLA, "Not now: Bruno bids 1 or more, or passes."),
    ],
    ids=["one's own cubes", "no cubes to place"],
)
def test_the_new_action_is_refused_when_nobody_places_cubes(
    app: Flask, actions: list[dict[str, object]], seat: int, sentence: str
) -> None:
    table = seated(app, *actions)
    before = log_of(table)

    refused = table.phones[seat].tap(table, {"kind": "hurry", "seat": seat})

    assert refused.status_code == 422
    assert sentence in refused.text
    assert '<a class="rule" href="/rules/big_shot#BS-P1">BS-P1</a>' in refused.text
    assert log_of(table) == before


def test_nobody_can_use_the_new_action_for_another_seat(app: Flask) -> None:
    table = seated(app, *PLACING)
    before = log_of(table)

    refused = table.phones[CARLA].tap(table, {"kind": "hurry", "seat": DARIO})

    assert refused.status_code == 403
    assert log_of(table) == before

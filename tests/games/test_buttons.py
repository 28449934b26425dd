"""Every legal move has a button with a label in each language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import all_games
from companion.mechanics.actions.base import Action
from companion.mechanics.game import AnyGame, apply_events
from companion.mechanics.values.codec import from_json
from companion.web.requests.language import LANGUAGES, speaker_for
from tests.extent import choose
from tests.games.records import setup_in
from tests.transcripts.kept import recorded

GAMES = list(all_games().values())
RECORDS = {
    name: record
    for name, record in recorded()
    if "actions" in record and not name.partition("/")[2].startswith("random-")
}


def moments(game: AnyGame, record: dict[str, Any]) -> Iterator[Any]:
    """Yield the state before each action of a recorded game, and the last state."""
    state = game.rules.begin(setup_in(game, record))
    for data in record["actions"]:
        yield state
        action = from_json(data, game.action_kinds)
        state = apply_events(game, state, action.decide(state))
    yield state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_action_has_a_button_label(game: AnyGame) -> None:
    silent = [
        kind.kind
        for kind in game.actions
        if kind.button.label is None and kind.label is Action.label
    ]

    assert silent == []


@pytest.mark.parametrize("name", [*RECORDS][:: choose(check=4, test=1, full=1)])
def test_every_button_of_a_recorded_game_is_translated(name: str) -> None:
    game = all_games()[name.partition("/")[0]]
    said = {
        offer.action.label(state)
        for state in moments(game, RECORDS[name])
        for seat in (None, *state.seats)
        for offer in game.legal_actions(state, seat)
    }

    for language in LANGUAGES:
        spoken = {speaker_for(language).say(label) for label in said}
        assert all(spoken) and not any("{" in words for words in spoken)

"""Every recorded game's holdings, added up without its table, give its own outcome."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import all_games
from companion.mechanics.game import AnyGame, Outcome
from companion.web.pages.score import account_of
from companion.web.pages.score_fields import Said
from tests.games.entries import by_cubes, entries, lettered
from tests.games.records import records_of, replay
from tests.web.pages import Page

RECORDS = sorted(
    (name, record)
    for name, game in all_games().items()
    if game.calculator
    for record in records_of(name)
)


def finished(name: str, record: str) -> tuple[AnyGame, dict[str, Any], Outcome | None]:
    """Return a game, the holdings at the end of a record as they stand in a file, the outcome."""
    game = all_games()[name]
    state = replay(game, record)
    return game, json.loads(json.dumps(game.final.holdings(state))), game.final.outcome(state)


def own_outcome(game: AnyGame, holdings: dict[str, Any]) -> Outcome:
    """Return the game's own outcome as the calculator tells it.

    What the board names is called as the calculator calls it; a clock it knows nothing of.
    """
    if game.name == "monopoly" and holdings["reason"] == "time":
        holdings = {**holdings, "reason": None}
    return game.final.of(lettered(holdings) if game.name == "big_shot" else holdings)


def test_every_game_with_a_calculator_has_recorded_games_that_end() -> None:
    ended = {name for name, record in RECORDS if finished(name, record)[2] is not None}

    assert ended == {name for name, game in all_games().items() if game.calculator}
    assert ended >= {"big_shot", "big_cheese", "big_deal", "monopoly"}


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_holdings_as_a_file_has_them_give_the_games_own_outcome(name: str, record: str) -> None:
    game, holdings, outcome = finished(name, record)

    assert outcome is None or game.final.of(holdings) == outcome


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_holdings_typed_into_the_calculator_give_the_games_own_outcome(
    app: Flask, name: str, record: str
) -> None:
    game, holdings, outcome = finished(name, record)
    if outcome is None:
        return
    said: Said = MultiDict(entries(game, holdings))

    with app.test_request_context():
        account = account_of(game, said)

    assert account.outcome == own_outcome(game, holdings)


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_the_page_shows_each_winner_each_term_and_a_link_to_just_that(
    app: Flask, name: str, record: str
) -> None:
    game, holdings, outcome = finished(name, record)
    if outcome is None:
        return
    client = app.test_client()

    answer = client.get(f"/score/{name}", query_string=MultiDict(entries(game, holdings)))
    again = client.get(Page(answer.text).link("Link to this score"))

    for page in (Page(answer.text), Page(again.text)):
        assert str(own_outcome(game, holdings).sentence) in page.text
        for place in own_outcome(game, holdings).standings:
            for term in place.terms:
                assert f"{term.label} {term.amount} {term.rule}" in page.text
    assert again.status_code == 200
    assert Page(again.text).text == Page(answer.text).text


@pytest.mark.parametrize(
    "record", [record for name, record in RECORDS if name == "big_shot" and "light" not in record]
)
def test_the_cubes_on_the_board_give_the_same_owners_as_the_table_had(
    app: Flask, record: str
) -> None:
    game, holdings, outcome = finished("big_shot", record)

    with app.test_request_context():
        account = account_of(game, MultiDict(by_cubes(holdings)))

    assert account.outcome == own_outcome(game, holdings)

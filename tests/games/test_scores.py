"""The calculator gives the outcome of each recorded game from its final holdings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games import all_games
from companion.games.big_shot import GAME
from companion.games.big_shot.board import LETTERS
from companion.mechanics.game import AnyGame, Outcome
from companion.mechanics.language.words import with_minus
from companion.web.calculator.score import result_of, scored
from companion.web.calculator.score_fields import Entries as LinkEntries
from tests.extent import choose
from tests.games.records import records_of, replay
from tests.web.pages import Page

Entries = dict[str, str | list[str]]
Holdings = Mapping[str, Any]
EVERY = sorted(
    (name, record)
    for name, game in all_games().items()
    if game.calculator
    for record in records_of(name)
)
RECORDS = EVERY[:: choose(check=4, test=1, full=1)]


def entries(game: AnyGame, holdings: Holdings) -> Entries:
    """Return the form fields for holdings; the form has one number for several kinds of a thing."""
    typed: Entries = {"players": str(len(holdings["seats"]))}
    typed |= {name: str(said) for name, said in holdings.items() if isinstance(said, str | int)}
    for number, seat in enumerate(holdings["seats"]):
        for name, said in seat.items():
            if isinstance(said, dict) and game.name == "big_deal":
                said = sum(said.values())
            if not isinstance(said, dict | list):
                typed[f"{name}_{number}"] = str(said)
    more = {"big_cheese": _rolls, "big_shot": _lots, "monopoly": _deeds}
    typed |= more[game.name](holdings) if game.name in more else {}
    assert game.calculator is not None
    form = game.calculator.form(len(holdings["seats"]))
    asked = {"players", *(f"name_{seat}" for seat in range(form.players))}
    asked |= {one.name for one in (*form.options, *form.fields)}
    return {name: said for name, said in typed.items() if name in asked}


def _rolls(holdings: Holdings) -> Entries:
    """Return the card and the die of each rolled project."""
    typed: Entries = {}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"card_{number}"] = [line["card"] for line in seat["scored"]]
        typed[f"die_{number}"] = [str(line["value"]) for line in seat["scored"]]
    return typed


def _deeds(holdings: Holdings) -> Entries:
    """Return the owner, buildings and prices of every property."""
    typed: Entries = {}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"bankrupt_{number}"] = str(seat["bankrupt"] or "")
        for held in seat["properties"]:
            built = "hotel" if held["hotels"] else str(held["houses"] or "")
            said = {"owner": number, "on": "mortgaged" if held["mortgaged"] else built}
            said |= {"price": held["price"], "house": held["house_price"] or ""}
            typed |= {f"{name}_{held['position']}": str(one) for name, one in said.items()}
    return typed


def _stakes(holdings: Holdings) -> list[str]:
    return [colour for seat in holdings["seats"] for colour in seat["colours"]]


def _fields(holdings: Holdings) -> dict[str, Any]:
    """Return the cubes on lots and parks, by the names of the form fields."""
    called = [*map(str, range(1, len(holdings["copy"]["lots"]) + 1)), "a", "b"]
    return dict(zip(called, holdings["lots"].values(), strict=True))


def _lots(holdings: Holdings) -> Entries:
    """Return the money, the printed numbers and the owners of lots in Big Shot."""
    typed: Entries = {}
    stakes, numbers = _stakes(holdings), count()
    for seat in holdings["seats"]:
        for (colour, purse), stake in zip(seat["colours"].items(), numbers, strict=False):
            typed |= {f"colour_{stake}": colour, f"cash_{stake}": str(purse["cash"])}
            typed[f"loans_{stake}"] = str(purse["loans"])
    typed |= GAME.calculator.from_copy(holdings["copy"])
    for field, lot in _fields(holdings).items():
        if lot["owner"] in stakes:  # Nobody owns the lot of a dummy.
            typed[f"lot_{field}"] = str(stakes.index(lot["owner"]))
    return typed


def by_cubes(holdings: Holdings) -> Entries:
    """Return Big Shot's holdings as cubes: one on each sold lot, all cubes on the others."""
    said = entries(GAME, holdings).items()
    typed = {name: value for name, value in said if name[:4] != "lot_"}
    stakes = _stakes(holdings)
    used = {colour for lot in holdings["lots"].values() for colour in lot["counts"]}
    stakes += sorted(used - set(stakes))
    for field, lot in _fields(holdings).items():
        full = sum(lot["counts"].values()) == 7
        cubes = {lot["owner"]: 1} if full else lot["counts"]
        for colour, number in cubes.items():
            typed[f"cubes_{field}_{stakes.index(colour)}"] = str(number)
    return {**typed, "by": "cubes"}


def lettered(holdings: Holdings) -> dict[str, Any]:
    """Return Big Shot's holdings with lots named by the letters of the form."""
    copy = holdings["copy"]
    called = dict(zip((lot["name"] for lot in copy["lots"]), LETTERS, strict=True))
    lots = [{**lot, "name": called[lot["name"]]} for lot in copy["lots"]]
    parks = [
        {**park, "touches": [called[name] for name in park["touches"]]} for park in copy["parks"]
    ]
    owned = {called.get(name, name): lot for name, lot in holdings["lots"].items()}
    return {**holdings, "copy": {**copy, "lots": lots, "parks": parks}, "lots": owned}


def finished(name: str, record: str) -> tuple[AnyGame, dict[str, Any], Outcome | None]:
    """Return a recorded game's game, its final holdings as JSON, and its outcome."""
    game = all_games()[name]
    state = replay(game, record)
    return game, json.loads(json.dumps(game.final.holdings(state))), game.final.outcome(state)


def own_outcome(game: AnyGame, holdings: dict[str, Any]) -> Outcome:
    """Return the game's outcome with the wording of the calculator.

    The calculator uses other names for lots. It knows neither clocks, nor whether a game was
    stopped, a player left or a debt was open.
    """
    holdings = {name: held for name, held in holdings.items() if name != "stopped"}
    if game.name == "monopoly":
        unknown = {"left": False, "owed": 0, "owes": 0}
        holdings["seats"] = [{**seat, **unknown} for seat in holdings["seats"]]
    if game.name == "monopoly" and holdings["reason"] == "time":
        holdings = {**holdings, "reason": None}
    return game.final.of(lettered(holdings) if game.name == "big_shot" else holdings)


@pytest.mark.slow
def test_every_game_with_a_calculator_has_recorded_games_that_end() -> None:
    ended = {name for name, record in EVERY if finished(name, record)[2] is not None}

    assert ended == {name for name, game in all_games().items() if game.calculator}
    assert ended >= {"big_shot", "big_cheese", "big_deal", "monopoly"}


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_holdings_in_file_form_give_the_games_outcome(name: str, record: str) -> None:
    game, holdings, outcome = finished(name, record)

    assert outcome is None or game.final.of(holdings) == outcome


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_holdings_typed_into_the_calculator_give_the_games_outcome(
    shared_app: Flask, name: str, record: str
) -> None:
    game, holdings, outcome = finished(name, record)
    if outcome is None:
        return
    said: LinkEntries = MultiDict(entries(game, holdings))

    with shared_app.test_request_context():
        account = result_of(scored(game), said)

    assert account.outcome == own_outcome(game, holdings)


@pytest.mark.parametrize(("name", "record"), RECORDS)
def test_the_result_page_shows_winners_every_line_and_a_link(
    shared_app: Flask, name: str, record: str
) -> None:
    game, holdings, outcome = finished(name, record)
    if outcome is None:
        return
    client = shared_app.test_client()

    answer = client.get(f"/score/{name}", query_string=MultiDict(entries(game, holdings)))
    again = client.get(Page(answer.text).link("Link to this score"))

    for page in (Page(answer.text), Page(again.text)):
        assert str(own_outcome(game, holdings).sentence) in page.text
        for place in own_outcome(game, holdings).standings:
            for term in place.terms:
                said = f"{term.label} {with_minus(term.amount)} {term.rule}"
                # The text of a page contains only this kind of space.
                assert said.replace("\u00a0", " ") in page.text
    assert again.status_code == 200
    assert Page(again.text).text == Page(answer.text).text


@pytest.mark.parametrize(
    "record", [record for name, record in RECORDS if name == "big_shot" and "light" not in record]
)
def test_cubes_typed_into_the_calculator_give_the_same_owners(
    shared_app: Flask, record: str
) -> None:
    game, holdings, outcome = finished("big_shot", record)

    with shared_app.test_request_context():
        account = result_of(scored(game), MultiDict(by_cubes(holdings)))

    assert account.outcome == own_outcome(game, holdings)


def test_a_copy_with_other_colours_gives_the_same_outcome(shared_app: Flask) -> None:
    game, holdings, _ = finished("big_shot", "four-italian")
    typed = {
        name: "blue" if name.startswith("colour_") and said == "red" else said
        for name, said in entries(game, holdings).items()
    }

    with shared_app.test_request_context():
        account = result_of(scored(game), MultiDict(typed))

    assert account.outcome is not None
    ours, theirs = account.outcome.standings, own_outcome(game, holdings).standings
    assert [place.total for place in ours] == [place.total for place in theirs]

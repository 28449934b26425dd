"""The rents of all 28 properties in every state, compared with the table of the board."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.rents import AskRent, rent
from companion.games.monopoly.state import MonopolyState, groups
from companion.games.monopoly.turn import Roll
from companion.testing.tables import ANNA, BRUNO, after, holding
from tests.games.monopoly.monopoly_tables import begun, jailed, owning, standing_on

FACTS = Path(__file__).parent / "facts"


def rows(name: str, kinds: tuple[str, ...]) -> list[dict[str, str]]:
    text = (FACTS / f"{name}.csv").read_text("utf-8")
    return [row for row in csv.DictReader(text.splitlines()) if row["type"] in kinds]


STREETS = rows("monopoly-streets", ("street",))
STATIONS = rows("monopoly-other-spaces", ("station",))
UTILITIES = rows("monopoly-other-spaces", ("utility",))
RENTS = ("rent0", "rent1", "rent2", "rent3", "rent4", "rent5_hotel")

every_street = pytest.mark.parametrize("row", STREETS, ids=lambda row: row["en_uk"])


def test_the_printed_facts_have_22_streets_4_stations_and_2_utilities() -> None:
    assert (len(STREETS), len(STATIONS), len(UTILITIES)) == (22, 4, 2)


def group_of(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(other["position"]) for other in STREETS if other["group"] == row["group"])


@every_street
def test_a_street_alone_earns_its_base_rent(row: dict[str, str]) -> None:
    place = int(row["position"])

    assert rent(owning(begun(), BRUNO, (place,)), place, 7) == int(row["rent0"])


@every_street
def test_a_bare_street_of_a_whole_group_earns_double_even_beside_a_mortgage(
    row: dict[str, str],
) -> None:
    place, group = int(row["position"]), group_of(row)
    whole = owning(begun(), BRUNO, group)
    others = [other for other in group if other != place]

    assert rent(whole, place, 7) == 2 * int(row["rent0"])
    assert rent(owning(whole, BRUNO, others, mortgaged=True), place, 7) == 2 * int(row["rent0"])


@every_street
@pytest.mark.parametrize("level", range(1, 6))
def test_a_built_street_earns_the_rent_on_its_deed(row: dict[str, str], level: int) -> None:
    place = int(row["position"])
    state = owning(begun(), BRUNO, group_of(row), level=level)

    assert rent(state, place, 7) == int(row[RENTS[level]])


@every_street
def test_in_the_fast_game_a_hotel_after_three_houses_earns_as_printed(row: dict[str, str]) -> None:
    place = int(row["position"])
    state = replace(begun(), setup=replace(begun().setup, options=fast_options()))

    assert rent(owning(state, BRUNO, group_of(row), level=4), place, 7) == int(row["rent5_hotel"])


def fast_options() -> dict[str, object]:
    return {**begun().setup.options, "variant": "fast"}


@every_street
def test_a_mortgaged_street_earns_nothing(row: dict[str, str]) -> None:
    place = int(row["position"])

    assert rent(owning(begun(), BRUNO, (place,), mortgaged=True), place, 7) == 0


def station_rents(row: dict[str, str]) -> Iterator[int]:
    """Yield the rents of the first row that says them: "rent 25/50/100/200 by stations owned"."""
    told = row["rule"] if "/" in row["rule"] else STATIONS[0]["rule"]
    yield from map(int, told.split()[1].split("/"))


@pytest.mark.parametrize("row", STATIONS, ids=lambda row: row["en_uk"])
def test_station_rent_counts_the_owners_stations_even_mortgaged(row: dict[str, str]) -> None:
    place = int(row["position"])
    others = [int(other["position"]) for other in STATIONS if other != row]
    for count, amount in enumerate(station_rents(row)):
        state = owning(begun(), BRUNO, (place, *others[:count]))
        pledged = owning(state, BRUNO, others[:count], mortgaged=True)
        assert rent(state, place, 7) == rent(pledged, place, 7) == amount
    assert rent(owning(begun(), BRUNO, (place,), mortgaged=True), place, 7) == 0


@pytest.mark.parametrize("row", UTILITIES, ids=lambda row: row["en_uk"])
@pytest.mark.parametrize("dice", range(2, 13))
def test_a_utility_earns_4_or_10_times_the_dice(row: dict[str, str], dice: int) -> None:
    place = int(row["position"])
    both = tuple(int(other["position"]) for other in UTILITIES)

    assert "4x dice" in UTILITIES[0]["rule"] and "10x dice" in UTILITIES[0]["rule"]
    assert rent(owning(begun(), BRUNO, (place,)), place, dice) == 4 * dice
    assert rent(owning(begun(), BRUNO, both), place, dice) == 10 * dice


@pytest.mark.parametrize("row", STREETS + STATIONS + UTILITIES, ids=lambda row: row["en_uk"])
def test_landing_lets_only_the_owner_collect_only_that_rent(row: dict[str, str]) -> None:
    place = int(row["position"])
    state = standing_on(
        holding(owning(begun(), BRUNO, (place,)), {ANNA: 1000}), ANNA, (place - 3) % 40
    )

    state = after(state, Roll(ANNA, (1, 2)))
    (claim,) = state.claims
    paid = after(state, AskRent(BRUNO, place))

    expected = int(row.get("rent0") or {"station": 25, "utility": 12}[row["type"]])
    assert (claim.owner, claim.debtor, claim.amount) == (BRUNO, ANNA, expected)
    past_go = 200 if place < 3 else 0
    assert paid.money(BRUNO) == 1500 + expected and paid.money(ANNA) == 1000 + past_go - expected


def test_an_owner_in_jail_collects() -> None:
    state = jailed(owning(begun(), BRUNO, (3,)), BRUNO)

    assert len(after(state, Roll(ANNA, (1, 2))).claims) == 1


def test_the_ready_made_board_has_the_printed_prices() -> None:
    board = begun().board
    for row in STREETS + STATIONS + UTILITIES:
        space = board[int(row["position"])]
        assert (space.price, space.mortgage) == (int(row["price"]), int(row["mortgage"]))
        assert space.house_price == int(row.get("house_cost") or 0)
    assert sum(map(len, groups().values())) == len(board.properties) == 28


def state_of(language: int) -> MonopolyState:
    copy = GAME.copy.ready[language].numbers
    state: MonopolyState = GAME.copy.put_right(begun(), copy)
    return state


@pytest.mark.parametrize(("language", "column"), [(1, "en_uk"), (2, "it"), (3, "fr")])
def test_the_three_ready_made_boards_have_the_printed_names(language: int, column: str) -> None:
    board = state_of(language).board
    for row in STREETS + STATIONS + UTILITIES:
        # The events have the apostrophe of a keyboard; people read the printed one.
        assert board[int(row["position"])].name == row[column].replace("d'", "d’")

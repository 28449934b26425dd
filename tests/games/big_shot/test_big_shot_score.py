"""The scoring form without a table: valid and invalid input (BS-F1, BS-M2, BS-L3)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.board import blank_copy
from companion.mechanics.actions.refusal import Refusal
from tests.games.big_shot.big_shot_player import EXAMPLE_COPY
from tests.games.records import totals

HOLDINGS: dict[str, Any] = {
    "edition": "it",
    "copy": EXAMPLE_COPY,
    "lots": {
        "9": {"owner": "red"},
        "10": {"counts": {"red": 1, "white": 3, "yellow": 3}},
        "park a": {"owner": "red"},
        "11": {"owner": None},
    },
    "seats": [
        {"name": "Anna", "colours": {"red": {"cash": 3, "loans": 1}}},
        {"name": "Bruno", "colours": {"yellow": {"cash": 4}}},
        {"name": "Carla", "colours": {"white": {"cash": 0, "loans": 0}}},
    ],
}


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """Return the holdings with the value at a path changed."""
    holdings = copy.deepcopy(HOLDINGS)
    inner: Any = holdings
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return holdings


def test_owners_are_entered_or_decided_by_cubes() -> None:
    """Anna owns the 9 and, with a single cube, the 10, both doubled: 38; cash 3, one loan."""
    account = GAME.final.of(HOLDINGS)

    assert totals(account) == [("Anna", 38 + 3 - 10), ("Bruno", 4), ("Carla", 0)]
    assert account.winners == (0,)


def test_only_owned_lots_need_a_value() -> None:
    holdings = changed("copy", to=blank_copy())
    holdings["copy"]["lots"][0]["value"] = 9
    holdings["lots"] = {"A": {"owner": "red"}, "B": {"owner": None}}

    assert totals(GAME.final.of(holdings))[0] == ("Bruno", 4)
    assert totals(GAME.final.of(holdings))[-1] == ("Carla", 0)


@pytest.mark.parametrize("lot", ["A", "park a"])
@pytest.mark.parametrize("said", [{"owner": "black"}, {"counts": {"black": 2, "red": 1}}])
def test_lots_of_the_dummy_need_no_value(lot: str, said: dict[str, Any]) -> None:
    """Three play red, yellow and white: nobody owns black, and it counts for nobody."""
    holdings = {**changed("copy", to=blank_copy()), "lots": {lot: said}}

    assert totals(GAME.final.of(holdings)) == [("Bruno", 4), ("Carla", 0), ("Anna", -7)]


def unvalued(lot: str) -> dict[str, Any]:
    return {**changed("copy", to=blank_copy()), "lots": {lot: {"owner": "red"}}}


SEVEN = {"counts": {"red": 7}}
CANNOT_BE: list[tuple[str, str, dict[str, Any]]] = [
    ("no_players", "", changed("seats", to=[])),
    ("wrong_player_count", "", changed("seats", to=HOLDINGS["seats"][:1])),
    ("malformed", "", changed("seats", to="Anna")),
    ("malformed", "", changed("seats", 0, "name", to=5)),
    ("malformed", "", changed("seats", 0, "colours", to=["red"])),
    ("malformed", "", changed("seats", 0, "colours", "red", to={"loans": 1})),
    ("malformed", "", changed("seats", 0, "colours", "red", "cash", to=-1)),
    ("malformed", "", changed("seats", 0, "colours", "red", "cash", to=1.5)),
    ("malformed", "", changed("lots", "9", to={})),
    ("malformed", "", changed("copy", to=None)),
    ("name_taken", "", changed("seats", 1, "name", to="anna")),
    ("unknown_choice", "", changed("edition", to="es")),
    ("unknown_lot", "What is printed", changed("lots", "Z", to={"owner": None})),
    ("unknown_colour", "What is printed", changed("lots", "9", to={"owner": "pink"})),
    ("unknown_colour", "What is printed", changed("lots", "9", to={"counts": {"pink": 1}})),
    ("unknown_colour", "BS-S1", changed("seats", 0, "colours", to={"pink": {"cash": 1}})),
    ("colour_taken", "BS-S1", changed("seats", 1, "colours", to={"red": {"cash": 1}})),
    ("wrong_colour_count", "BS-2a", changed("seats", to=HOLDINGS["seats"][:2])),
    ("too_many_cubes", "BS-M1", changed("lots", "9", to={"counts": {"red": 4, "white": 4}})),
    (
        "colour_used_up",
        "What is printed",
        changed("lots", to={"9": SEVEN, "10": SEVEN, "11": SEVEN}),
    ),
    (
        "no_certificates_left",
        "BS-L3",
        changed("seats", 0, "colours", "red", "loans", to=31),
    ),
    ("value_missing", "BS-F1", unvalued("A")),
    ("touches_missing", "BS-F1", unvalued("park a")),
]


@pytest.mark.parametrize(("name", "rule", "holdings"), CANNOT_BE)
def test_impossible_holdings_are_refused(name: str, rule: str, holdings: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        GAME.final.of(holdings)

    assert (refused.value.name, refused.value.rule) == (name, rule)


def test_one_lot_alone_is_explained_as_in_the_history() -> None:
    assert GAME.calculator.judge is not None
    judged = GAME.calculator.judge({"red": 3, "white": 3, "black": 1})

    assert (judged.owner, judged.rule) == ("black", "BS-M2")
    assert str(judged.sentence) == (
        "The lot: red 3, white 3, black 1 — tied colours cancel out, so black owns it."
    )

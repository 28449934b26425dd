"""What somebody types into the score calculator to say the holdings of a table of Big Shot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.big_shot.board import LETTERS

Entries = dict[str, str | list[str]]


def entries(holdings: Mapping[str, Any]) -> Entries:
    """Return the fields of the form, owners tapped lot by lot."""
    stakes = [colour for seat in holdings["seats"] for colour in seat["colours"]]
    copy = holdings["copy"]
    lots = [lot["name"] for lot in copy["lots"]]
    typed: Entries = {"players": str(len(holdings["seats"])), "edition": holdings["edition"]}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"name_{number}"] = seat["name"]
        for colour, purse in seat["colours"].items():
            stake = stakes.index(colour)
            typed[f"colour_{stake}"] = colour
            typed[f"cash_{stake}"] = str(purse["cash"])
            typed[f"loans_{stake}"] = str(purse["loans"])
    for place, lot in enumerate(copy["lots"], 1):
        typed[f"value_{place}"] = str(lot["value"])
    for letter, park in zip("ab", copy["parks"], strict=True):
        for touched in park["touches"]:
            typed[f"touches_{letter}_{lots.index(touched) + 1}"] = "on"
    called = [*map(str, range(1, len(lots) + 1)), "a", "b"]
    for field, lot in zip(called, holdings["lots"].values(), strict=True):
        if lot["owner"] in stakes:  # a dummy's lot is nobody's
            typed[f"lot_{field}"] = str(stakes.index(lot["owner"]))
    return typed


def lettered(holdings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same holdings with the lots called by the letters of the form's rows."""
    copy = holdings["copy"]
    called = dict(zip((lot["name"] for lot in copy["lots"]), LETTERS, strict=True))
    lots = [{**lot, "name": called[lot["name"]]} for lot in copy["lots"]]
    parks = [
        {**park, "touches": [called[name] for name in park["touches"]]} for park in copy["parks"]
    ]
    owned = {called.get(name, name): lot for name, lot in holdings["lots"].items()}
    return {**holdings, "copy": {**copy, "lots": lots, "parks": parks}, "lots": owned}


def by_cubes(holdings: Mapping[str, Any]) -> Entries:
    """Return the same holdings as cubes: of a sold lot one, as it lies there, of others all."""
    typed = {field: said for field, said in entries(holdings).items() if field[:4] != "lot_"}
    stakes = [colour for seat in holdings["seats"] for colour in seat["colours"]]
    used = {colour for lot in holdings["lots"].values() for colour in lot["counts"]}
    stakes += sorted(used - set(stakes))
    called = [*map(str, range(1, len(holdings["copy"]["lots"]) + 1)), "a", "b"]
    for field, lot in zip(called, holdings["lots"].values(), strict=True):
        full = sum(lot["counts"].values()) == 7
        cubes = {lot["owner"]: 1} if full else lot["counts"]
        for colour, count in cubes.items():
            typed[f"cubes_{field}_{stakes.index(colour)}"] = str(count)
    return {**typed, "by": "cubes"}

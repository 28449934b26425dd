"""What somebody types into a score calculator to say what a table held at the end."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from companion.games.big_shot import GAME
from companion.games.big_shot.board import LETTERS
from companion.mechanics.game import AnyGame

Entries = dict[str, str | list[str]]
Holdings = Mapping[str, Any]


def entries(game: AnyGame, holdings: Holdings) -> Entries:
    """Return the fields of the form; what a seat has of several kinds is counted together."""
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
    """Return a card and a die for each project rolled for."""
    typed: Entries = {}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"card_{number}"] = [line["card"] for line in seat["scored"]]
        typed[f"die_{number}"] = [str(line["value"]) for line in seat["scored"]]
    return typed


def _deeds(holdings: Holdings) -> Entries:
    """Return of every deed whose it is, what stands on it, and its prices."""
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
    """Return what lies on the lots and the parks, by what the form calls them."""
    called = [*map(str, range(1, len(holdings["copy"]["lots"]) + 1)), "a", "b"]
    return dict(zip(called, holdings["lots"].values(), strict=True))


def _lots(holdings: Holdings) -> Entries:
    """Return the purses of Big Shot, what the copy says, and the owners lot by lot."""
    typed: Entries = {}
    stakes, numbers = _stakes(holdings), count()
    for seat in holdings["seats"]:
        for (colour, purse), stake in zip(seat["colours"].items(), numbers, strict=False):
            typed |= {f"colour_{stake}": colour, f"cash_{stake}": str(purse["cash"])}
            typed[f"loans_{stake}"] = str(purse["loans"])
    typed |= GAME.calculator.from_copy(holdings["copy"])
    for field, lot in _fields(holdings).items():
        if lot["owner"] in stakes:  # a dummy's lot is nobody's
            typed[f"lot_{field}"] = str(stakes.index(lot["owner"]))
    return typed


def by_cubes(holdings: Holdings) -> Entries:
    """Return Big Shot's holdings as cubes: of a sold lot one, as it lies there, of others all."""
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
    """Return Big Shot's holdings with the lots called by the letters of the form's rows."""
    copy = holdings["copy"]
    called = dict(zip((lot["name"] for lot in copy["lots"]), LETTERS, strict=True))
    lots = [{**lot, "name": called[lot["name"]]} for lot in copy["lots"]]
    parks = [
        {**park, "touches": [called[name] for name in park["touches"]]} for park in copy["parks"]
    ]
    owned = {called.get(name, name): lot for name, lot in holdings["lots"].items()}
    return {**holdings, "copy": {**copy, "lots": lots, "parks": parks}, "lots": owned}

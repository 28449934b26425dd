"""What somebody types into the score calculator to say the holdings of a table of Monopoly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Entries = dict[str, str | list[str]]


def entries(holdings: Mapping[str, Any]) -> Entries:
    """Return the fields of the form."""
    typed: Entries = {"players": str(len(holdings["seats"])), "variant": holdings["variant"]}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"name_{number}"] = seat["name"]
        typed[f"cash_{number}"] = str(seat["cash"])
        typed[f"bankrupt_{number}"] = str(seat["bankrupt"] or "")
        for held in seat["properties"]:
            place = held["position"]
            typed[f"owner_{place}"] = str(number)
            typed[f"on_{place}"] = what_is_on(held)
            typed[f"price_{place}"] = str(held["price"])
            if held["house_price"]:
                typed[f"house_{place}"] = str(held["house_price"])
    return typed


def what_is_on(held: Mapping[str, Any]) -> str:
    """Return what the form calls the state of a property."""
    if held["mortgaged"]:
        return "mortgaged"
    return "hotel" if held["hotels"] else str(held["houses"] or "")

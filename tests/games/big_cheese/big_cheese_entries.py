"""What somebody types into the score pad to say the holdings of a table of The Big Cheese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def entries(holdings: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return the fields of the pad: a card and a die for each project rolled for."""
    typed: dict[str, str | list[str]] = {"players": str(len(holdings["seats"]))}
    for option in ("scoring", "target", "exactly_30"):
        typed[option] = str(holdings[option])
    for number, seat in enumerate(holdings["seats"]):
        typed[f"name_{number}"] = seat["name"]
        typed[f"card_{number}"] = [line["card"] for line in seat["scored"]]
        typed[f"die_{number}"] = [str(line["value"]) for line in seat["scored"]]
    return typed

"""What somebody types into the score calculator to say the holdings of a table of Big Deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def entries(holdings: Mapping[str, Any]) -> dict[str, str | list[str]]:
    """Return the fields of the form: shares and resources counted together."""
    typed: dict[str, str | list[str]] = {"players": str(len(holdings["seats"]))}
    for number, seat in enumerate(holdings["seats"]):
        typed[f"name_{number}"] = seat["name"]
        typed[f"cash_{number}"] = str(seat["cash"])
        typed[f"open_{number}"] = str(sum(seat["open"].values()))
        typed[f"hand_{number}"] = str(seat["hand"])
        typed[f"resources_{number}"] = str(sum(seat["resources"].values()))
    return typed

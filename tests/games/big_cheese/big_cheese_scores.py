"""Holdings of The Big Cheese that cannot be, by the refusal they meet and its rule."""

from __future__ import annotations

from typing import Any

NAMES = ("Anna", "Bruno", "Carla")


def pad(*lines: dict[str, Any], names: tuple[str, ...] = NAMES, **said: Any) -> dict[str, Any]:
    """Return holdings for the set of dice; the lines are the first player's."""
    seats: list[dict[str, Any]] = [{"name": name, "scored": []} for name in names]
    if seats:
        seats[0]["scored"] = list(lines)
    return {"scoring": "dice_set", "seats": seats, **said}


SCORES: list[tuple[str, str, dict[str, Any]]] = [
    ("no_players", "", pad(names=())),
    ("malformed", "", {"scoring": "dice_set"}),
    ("malformed", "", pad({"value": 3})),
    ("malformed", "", pad({"card": "8", "value": -3})),
    ("malformed", "", pad({"card": "8", "value": 2.5})),
    ("malformed", "", pad({"card": "8", "value": True})),
    ("malformed", "", pad({"points": "7"})),
    ("unknown_card", "What is printed", pad({"card": "veto", "value": 3})),
    ("not_on_the_die", "BC-S2", pad({"card": "8", "value": 9})),
    ("wrong_player_count", "What is printed", pad(names=("Anna", "Bruno"))),
    ("name_taken", "", pad(names=("Anna", "Bruno", "anna"))),
    ("target_too_low", "BC-E1", pad(target=39)),
]

"""Invented figures for tests: what no real share and no real wheel need print."""

from __future__ import annotations

from typing import Any

from companion.games.big_deal import GAME
from companion.games.big_deal.box import COMPANIES, RESOURCES

FIGURES: dict[str, tuple[int, int, dict[str, int]]] = {
    "security": (100, 150, {"human": 2}),
    "phonix": (100, 150, {"technology": 2}),
    "telcom": (150, 200, {"space": 1, "technology": 1}),
    "funparks": (150, 250, {"human": 2, "energy": 1}),
    "air_space": (200, 350, {"space": 2, "energy": 2}),
    "new_energy": (150, 250, {"energy": 3}),
    "cybot": (200, 300, {"technology": 2, "energy": 1}),
    "bioware": (250, 400, {"human": 2, "technology": 2}),
    "nanotech": (250, 450, {"technology": 3, "energy": 1}),
    "virtual": (300, 550, {"human": 2, "space": 2, "technology": 2}),
    "worldwide": (350, 700, {"human": 3, "space": 3, "energy": 3, "technology": 3}),
}
LADDERS: dict[str, list[int]] = {
    "human": [50, 50, 100, 100, 100, 150, 150, 150, 200, 200, 250, 250, 300, 300],
    "space": [100, 100, 100, 150, 150, 200, 200, 250, 250, 300, 300, 350, 350, 400],
    "energy": [100, 100, 150, 150, 150, 200, 200, 250, 250, 300, 300, 350, 350, 400],
    "technology": [150, 150, 150, 200, 200, 200, 250, 250, 300, 300, 350, 350, 400, 400],
}
assert set(FIGURES) == set(COMPANIES) and set(LADDERS) == set(RESOURCES)


def full_copy() -> dict[str, Any]:
    """Return a copy in which nothing is left to be asked."""
    companies = {
        name: {"white": white, "green": green, "needs": needs}
        for name, (white, green, needs) in FIGURES.items()
    }
    return dict(GAME.copy.check({"companies": companies, "ladders": LADDERS}))

"""Tables as crowded as can be: all 28 deeds in one hand among six, in each kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.monopoly.board import classic_board, layout

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
FOUR_HOUSES = {"brown": (1, 3), "orange": (16, 18, 19), "red": (21, 23, 24)}
HOTELS = {"pink": (11, 13, 14), "green": (31, 32, 34), "dark_blue": (37, 39)}
LONGEST = [5, 12, 28]
"""Deeds whose names are the longest in French."""


def crowded(language: str, *actions: dict[str, Any], **options: object) -> dict[str, Any]:
    """Return a record in which Anna has every deed, before these actions."""
    deeds = [place for place, (_, group) in enumerate(layout()) if group is not None]
    given = [{"kind": "set_deed", "position": place, "owner": 0} for place in deeds]
    return {
        "game": "monopoly",
        "options": options,
        "copy": classic_board(language),
        "seats": [{"name": name} for name in NAMES],
        "actions": [{"kind": "begin", "seat": 0}, *given, *actions],
    }


def built() -> Iterator[dict[str, Any]]:
    """Yield the banker's word on what stands: every house of the box, eight hotels."""
    for groups, level in ((FOUR_HOUSES, 4), (HOTELS, 5)):
        for group, places in groups.items():
            levels = dict.fromkeys(map(str, places), level)
            yield {"kind": "set_buildings", "group": group, "levels": levels}


def questions(language: str) -> Iterator[dict[str, Any]]:
    """Yield records that end in every kind of question a crowded screen can ask."""
    poor = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1500}
    tax = {"kind": "set_space", "seat": 0, "space": 1}
    yield crowded(language, *built(), poor, tax, roll(1, 2))
    wanted = {"kind": "propose_deal", "takes": LONGEST, "pays": 500, "other": 0}
    given = {"kind": "propose_deal", "gives": LONGEST, "asks": 500, "seat": 0, "other": 3}
    yield crowded(language, *(wanted | {"seat": seat} for seat in range(1, 6)), given)
    yield crowded(language, roll(1, 2), following=False)
    listed = ({"kind": "set_space", "seat": 0, "space": 4}, roll(1, 2))
    yield crowded(language, *listed, {"kind": "roll_list", "seat": 0, "dice": [2, 3, 3]})
    jailed = {"kind": "set_jail", "seat": 0, "jailed": True, "rolls": 2}
    yield crowded(language, {"kind": "set_keys", "seat": 0, "keys": 3}, jailed)


def roll(first: int, second: int) -> dict[str, Any]:
    """Return Anna's dice, typed."""
    return {"kind": "roll", "seat": 0, "dice": [first, second]}

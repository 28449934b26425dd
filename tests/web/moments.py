"""Moments of each game, as records, whose pages are all looked at."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from companion.games import all_games
from companion.testing.transcripts import MOMENT
from tests.browser.scenes import SCENES, then
from tests.extent import choose
from tests.toy_game import BLANK, toy_on_the_shelf

Record = dict[str, Any]

CHOSEN = {
    "big_shot": ("auction", "stuck", "over"),
    "big_cheese": ("cheese-several", "cheese-over"),
    "big_deal": ("bd-actions", "bd-raise", "bd-over"),
    "monopoly": ("mo-roll", "mo-auction", "mo-debt"),
    "free_bank": ("fb-auction", "fb-sealed", "fb-over"),
}
"""By game, the scenes in which most is at stake."""
QUICK = ("stuck", "cheese-over", "bd-raise", "mo-debt", "fb-over", "toy-hidden")
"""What `make check` looks at: one moment of each game."""
WITH_MONEY: tuple[Record, ...] = (
    {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 100, "reason": "a coin"},
    {"kind": "correct", "source": "seat 1", "target": "bank", "amount": 50},
)
WITHOUT_MONEY: tuple[Record, ...] = (
    {"kind": "set_project", "project": 3, "card": "12"},
    {"kind": "set_project", "project": 3, "card": "10"},
)


def _moments() -> Iterator[tuple[str, Record]]:
    for game, names in CHOSEN.items():
        scenes = {name: record for name, record, _ in SCENES[game]()}
        yield from ((name, scenes[name]) for name in names)
        prefix = "" if game in ("big_shot",) else names[0].partition("-")[0] + "-"
        yield f"{prefix}corrected", _corrected(scenes[names[0]])
    yield "toy-hidden", _toy({"kind": "draw", "seat": 1, "value": 2}, hidden=True)
    yield "toy-over", _toy({"kind": "draw", "seat": 0, "value": 4}, {"kind": "finish"})


def _corrected(record: Record) -> Record:
    """Return a record with two corrections, the later of which is undone."""
    longer = then(record, *(WITH_MONEY if all_games()[record["game"]].has_money else WITHOUT_MONEY))
    return then(longer, {"kind": "undo", "entry": len(longer["actions"])})


def _toy(*actions: Record, hidden: bool = False) -> Record:
    """Return a record of the game that has no template of its own."""
    return {
        "game": "toy",
        "options": {"hidden": hidden},
        "copy": BLANK,
        "seats": [{"name": "Anna"}, {"name": "Bruno"}],
        "actions": list(actions),
    }


EVERY = dict(_moments())
LONG = ("mo-auction", "fb-auction", "fb-corrected")
"""Many amounts may be chosen, and each button is pressed."""
USUAL = tuple(name for name in EVERY if name not in LONG)
MOMENTS = choose(check=QUICK, test=USUAL, full=tuple(EVERY))


randbelow = secrets.randbelow


def half(sides: int) -> int:
    """Return what a die shows, counted from 0; a table's number is as any."""
    return sides // 2 if sides <= 100 else randbelow(sides)


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Let the clock stand in one time zone and the dice fall alike, the toy among the games."""
    clock, dice = patch("time.time", lambda: float(MOMENT)), patch("secrets.randbelow", half)
    with patch.dict(os.environ, TZ="UTC"), clock, dice, toy_on_the_shelf():
        time.tzset()
        yield
    time.tzset()

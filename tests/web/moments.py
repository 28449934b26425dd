"""Moments of each game, as records, whose pages are all looked at."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from companion.testing.transcripts import MOMENT
from tests.browser.scenes import SCENES, then
from tests.toy_game import BLANK, toy_on_the_shelf

Record = dict[str, Any]

LANGUAGES = {
    "stuck": "en",
    "cheese-over": "it",
    "bd-raise": "de",
    "mo-debt": "fr",
    "fb-over": "es",
    "toy-hidden": "en",
}
"""The moments, one of each game, each with the language in which its pages are written down."""
CORRECTIONS: tuple[Record, ...] = (
    {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 100, "reason": "a coin"},
    {"kind": "correct", "source": "seat 1", "target": "bank", "amount": 50},
)


def _moments() -> Iterator[tuple[str, Record]]:
    for game in SCENES:
        for name, record, _ in SCENES[game]():
            if name in LANGUAGES:
                yield name, _corrected(record) if name == "stuck" else record
    yield "toy-hidden", _toy({"kind": "draw", "seat": 1, "value": 2})


def _corrected(record: Record) -> Record:
    """Return a record with two corrections, the later of which is undone."""
    longer = then(record, *CORRECTIONS)
    return then(longer, {"kind": "undo", "entry": len(longer["actions"])})


def _toy(*actions: Record) -> Record:
    """Return a record, with hidden money, of the game without templates."""
    return {
        "game": "toy",
        "options": {"hidden": True},
        "copy": BLANK,
        "seats": [{"name": "Anna"}, {"name": "Bruno"}],
        "actions": list(actions),
    }


EVERY = dict(_moments())


randbelow = secrets.randbelow


def half(sides: int) -> int:
    """Return the middle face of a die, counted from 0, or a random number for a table code."""
    return sides // 2 if sides <= 100 else randbelow(sides)


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Let the clock stand in one time zone and the dice fall alike, the toy among the games."""
    clock, dice = patch("time.time", lambda: float(MOMENT)), patch("secrets.randbelow", half)
    with patch.dict(os.environ, TZ="UTC"), clock, dice, toy_on_the_shelf():
        time.tzset()
        yield
    time.tzset()

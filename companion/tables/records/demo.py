"""The demo game: a table that plays itself, where anyone may take a seat.

It follows a recorded game one step at a time. If a player's own moves make the recorded step
illegal, the seats without a phone make random legal moves.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.mechanics.codec import to_json
from companion.mechanics.menu import LegalMove, OneOf
from companion.mechanics.refusal import Refusal
from companion.tables.live.cache import OpenTable
from companion.tables.play import submit
from companion.tables.records.import_export import import_record
from companion.tables.storage.forgetting import forget_demos
from companion.tables.tables import DEMO

KEPT = 24 * 3600.0
"""How long an unused demo game is kept, in seconds."""


@cache
def _record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(__file__).with_name("demo.json").read_text("utf-8"))
    return record


def open_demo() -> OpenTable:
    """Return a new demo game without steps, all seats free.

    Demo games appear in no list, so old ones are deleted here.
    """
    forget_demos(time.time() - KEPT)
    return import_record({**_record(), "actions": []}, DEMO + secrets.token_urlsafe(16))


def banker_of(table: OpenTable) -> str | None:
    """Return the device that plays a demo game's seats, or None for other tables."""
    return next((device for device in table.bankers if device.startswith(DEMO)), None)


def play_on(table: OpenTable) -> bool:
    """Play the next step; return False if the table waits for a phone or the game is over."""
    banker = banker_of(table)
    assert banker is not None
    for action in _next(table):
        try:
            submit(table.code, banker, action, seen=table.sequence, key=secrets.token_urlsafe(16))
        except Refusal:
            continue
        return True
    return False


def _next(table: OpenTable) -> Iterator[dict[str, object]]:
    """Yield possible next actions: the recorded one, then the legal moves in random order."""
    game, state = table.game, table.state
    asked = game.rules.waiting(state).seats or range(len(table.seats))
    free = [seat for seat in asked if table.seats[seat].device is None]
    if not free or game.final.outcome(state) is not None:
        return
    recorded = _record()["actions"][table.sequence : table.sequence + 1]
    yield from (action for action in recorded if action.get("seat", free[0]) in free)
    offers = [offer for seat in (*free, None) for offer in game.legal_actions(state, seat)]
    for offer in random.sample(offers, len(offers)):
        if not offer.action.keeps_turn:
            yield to_json(_filled(offer))


def _filled(offer: LegalMove) -> Any:
    """Return a legal move's action with random values, or the lowest, in its open fields."""
    values = {
        name: random.choice(range_.values) if isinstance(range_, OneOf) else range_.lowest
        for name, range_ in offer.ranges.items()
    }
    return replace(offer.action, **values)

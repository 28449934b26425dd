"""A table that plays itself, to look at before an evening; anybody may take a seat and play on.

A recorded game goes on a step at a time. Once somebody who took a seat did something else, what was
recorded may no longer be allowed; then the seats without a phone do what their menu offers.
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
"""So many seconds a demo stays at which nobody plays."""


@cache
def _record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(__file__).with_name("demo.json").read_text("utf-8"))
    return record


def open_demo() -> OpenTable:
    """Return a new table at which nothing has happened yet and every seat is free.

    No list shows a demo, so those of before go by themselves.
    """
    forget_demos(time.time() - KEPT)
    return import_record({**_record(), "actions": []}, DEMO + secrets.token_urlsafe(16))


def banker_of(table: OpenTable) -> str | None:
    """Return the device that plays a demo's seats, None at every other table."""
    return next((device for device in table.bankers if device.startswith(DEMO)), None)


def play_on(table: OpenTable) -> bool:
    """Play the next step; False where the table waits for somebody's phone, or is over."""
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
    """Yield what may come next, the likeliest first: what was recorded, then what a menu offers."""
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
    """Return the action of an offer with any of the values that each field may hold."""
    said = {
        name: random.choice(range_.values) if isinstance(range_, OneOf) else range_.lowest
        for name, range_ in offer.ranges.items()
    }
    return replace(offer.action, **said)

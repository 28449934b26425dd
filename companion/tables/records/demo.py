"""The demo game: a table that plays itself, at which anyone may take a seat.

The app plays the steps of a recorded game one at a time. Moves of visitors can make the next
recorded step illegal. In that case, the app makes a random legal move for a seat without a phone.
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

from companion.mechanics.actions.menu import LegalMove, OneOf
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.values.codec import to_json
from companion.tables.forgetting import forget_demos
from companion.tables.household.table_conditions import DEMO
from companion.tables.live.cache import OpenTable
from companion.tables.play import submit
from companion.tables.records.import_export import import_record

KEPT = 24 * 3600.0
"""How long an unused demo game is kept, in seconds."""


@cache
def _demo_record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(__file__).with_name("demo.json").read_text("utf-8"))
    return record


def open_demo() -> OpenTable:
    """Create a demo game with no steps and only free seats.

    Demo games without activity during the last ``KEPT`` seconds are deleted first. They appear in
    no list of tables, so nobody would return to them.
    """
    forget_demos(time.time() - KEPT)
    return import_record({**_demo_record(), "actions": []}, DEMO + secrets.token_urlsafe(16))


def banker_of(table: OpenTable) -> str | None:
    """Return the device id under which the app plays a demo game, or None for other tables."""
    return next((device for device in table.bankers if device.startswith(DEMO)), None)


def play_on(table: OpenTable) -> bool:
    """Play the next step of a demo game, and return whether one was played.

    No step is played if the table waits only for seats with phones, or if the game is over.

    table: a demo game.
    """
    banker = banker_of(table)
    assert banker is not None
    for action in _next_actions(table):
        try:
            submit(table.code, banker, action, seen=table.sequence, key=secrets.token_urlsafe(16))
        except Refusal:
            continue
        return True
    return False


def _next_actions(table: OpenTable) -> Iterator[dict[str, object]]:
    """Yield the recorded next action, then the legal moves in random order, as JSON objects.

    Only actions of the banker and of seats without a phone are yielded.
    """
    game, state = table.game, table.state
    asked = game.rules.waiting(state).seats or range(len(table.seats))
    free = [seat for seat in asked if table.seats[seat].device is None]
    if not free or game.final.outcome(state) is not None:
        return
    recorded = _demo_record()["actions"][table.sequence : table.sequence + 1]
    yield from (action for action in recorded if action.get("seat", free[0]) in free)
    offers = [offer for seat in (*free, None) for offer in game.legal_actions(state, seat)]
    for offer in random.sample(offers, len(offers)):
        if not offer.action.keeps_turn:
            yield to_json(_filled_action(offer))


def _filled_action(offer: LegalMove) -> Any:
    """Return the action of a legal move with its open fields filled in.

    A field with a list of allowed values gets a random one. A field with a range gets its lowest
    value.
    """
    values = {
        name: random.choice(range_.values) if isinstance(range_, OneOf) else range_.lowest
        for name, range_ in offer.ranges.items()
    }
    return replace(offer.action, **values)

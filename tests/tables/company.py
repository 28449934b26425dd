"""A table of the toy game, its people, and their moves."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import count
from typing import Any

from flask import current_app

from companion.mechanics.game import SeatSetup
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import Submitted, submit
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table
from tests.patience import PATIENCE

SEATS = (
    SeatSetup("Anna", ("red",)),
    SeatSetup("Bruno", ("yellow",)),
    SeatSetup("Carla", ("white",)),
)
_keys = count()


@dataclass(frozen=True)
class Company:
    """A table of three: a laptop as banker, Anna's and Bruno's phones; Carla has none."""

    code: str

    @property
    def table(self) -> OpenTable:
        return open_tables().find(self.code)

    def tap(self, device: str, kind: str, **fields: Any) -> Submitted:
        """Submit an action, by default from a current screen and with a new key."""
        seen = fields.pop("seen") if "seen" in fields else self.table.sequence
        key = fields.pop("key", f"key {next(_keys)}")
        dice = fields.pop("dice", lambda sides: 4)
        action = {"kind": kind, **fields}
        return submit(self.code, device, action, seen=seen, key=key, dice=dice, now=lambda: 5.0)

    def listener(self) -> threading.Event:
        """Return a listener for this table, ready to receive notifications of other processes."""
        listener = open_tables().notifier.subscribe(self.table.id)
        if current_app.extensions["cluster"]._engine is not None:
            # Every listener is notified once the connection works.
            assert listener.wait(PATIENCE)
            listener.clear()
        return listener

    def balance(self, seat: int) -> int:
        amount: int = self.table.state.ledger.balance(f"seat {seat}")
        return amount


def seated(**options: object) -> Company:
    """Return a new table with its people."""
    table = create_table("toy", options, list(SEATS), None, None, "laptop")
    claim_seat(table.code, 0, "anna")
    claim_seat(table.code, 1, "bruno")
    return Company(table.code)

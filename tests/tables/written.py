"""Records of the toy game, as files hold them."""

from __future__ import annotations

import json
from typing import Any

from companion.tables.live.cache import OpenTable
from companion.tables.records.import_export import export_record, read_json

SEATS = [{"name": "Anna"}, {"name": "Bruno"}]
ACTIONS = [
    {"kind": "pay", "seat": 0, "target": 1, "amount": 3},
    {"kind": "draw", "seat": 0, "value": 2},
    {"kind": "undo", "entry": 2},
    {"kind": "finish"},
]


def written(data: object) -> dict[str, Any]:
    """Return a record as it comes back from a file."""
    return read_json(json.dumps(data).encode())


def exported(table: OpenTable) -> dict[str, Any]:
    return export_record(table, None)


def bare(**more: object) -> dict[str, Any]:
    return {"game": "toy", "seats": SEATS, "actions": ACTIONS, **more}

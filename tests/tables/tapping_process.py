"""A process that taps until it is killed, and says which taps were answered."""

from __future__ import annotations

import sys

from companion import create_app
from companion.tables.play import tap
from tests.toy_game import toy_on_the_shelf


def main(folder: str, code: str) -> None:
    """Tap at a table for ever, one line of output for each answered tap."""
    app = create_app({"DATA_DIR": folder})
    with toy_on_the_shelf(), app.app_context():
        seen = 0
        while True:
            action = {"kind": "draw", "seat": 0}
            seen = tap(code, "laptop", action, seen=seen, key=f"key {seen}").entry.sequence
            print(seen, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A tap sent again under its key, long after: answered as it was, whatever has happened since."""

from __future__ import annotations

from flask import Flask

from tests.web.phones import BIDDING, seated


def test_a_move_sent_again_is_answered_with_its_own_step(app: Flask) -> None:
    table = seated(app, *BIDDING)
    first = {"kind": "pass", "seat": 1}
    table.phones[1].tap(table, first, htmx=True, key="mine")
    table.phones[2].tap(table, {"kind": "pass", "seat": 2}, htmx=True)

    again = table.phones[1].tap(table, first, htmx=True, key="mine", seen=2)

    assert again.status_code == 200 and again.headers["Companion-Sequence"] == "3"
    assert table.sequence == 4

"""The time of an auction on devices."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_game_dates import put_forward


def test_an_auction_with_a_time_is_sold_by_the_app_after_a_late_bid(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_forward(monkeypatch, 0)
    table = at_the_bank(app)
    form = table.banker.go(f"{table.page}bank").form("b-put-open")
    table.banker.submit(form, "b-put-open", what="Mill", seconds="60")
    put_forward(monkeypatch, 55)
    table.phones[0].tap(table, {"kind": "bid", "seat": 0, "amount": 7})

    page = table.phones[1].go(table.page)
    assert "0:15" in page.text and "Anna bids 7." in page.text
    put_forward(monkeypatch, 16)

    assert "Mill: Anna wins it for 7." in table.phones[1].go(table.page).text
    assert table.now.timeline.standing.entries[-1].actor == "app"

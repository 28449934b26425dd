"""Drafts that a browser keeps: whose they are is in the form, and no secret is among them."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.phones import BIDDING
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_hidden_money_by_hand import SECRET, secretive


def drafts_of(page: str) -> list[str]:
    """Return whose drafts the forms of a page keep."""
    return re.findall(r'data-draft="([^"]+)"', page)


def test_a_draft_belongs_to_a_table_and_an_actor(app: Flask) -> None:
    table = at_the_bank(app)

    screen = drafts_of(table.phones[1].go(table.page).html)
    bank = drafts_of(table.banker.go(f"{table.page}bank").html)

    assert screen == [f"{table.code} player 1"]
    assert set(bank) == {f"{table.code} banker"}


def test_no_draft_stores_hidden_money_or_spoken_prices(app: Flask) -> None:
    hidden = secretive(app, SECRET, *BIDDING)
    spoken = at_the_bank(app, {"kind": "put_up", "what": "Vase", "how": "open"})

    bank = hidden.phones[1].go(f"{hidden.page}bank").html
    sold = spoken.banker.go(f"{spoken.page}sold?to=1").html

    assert "<form" in bank and drafts_of(bank) == []
    assert 'name="amount"' in sold and drafts_of(sold) == []


def test_a_field_for_a_sealed_bid_is_marked_as_secret(app: Flask) -> None:
    table = at_the_bank(app, {"kind": "put_up", "what": "Vase", "how": "sealed"})

    page = table.phones[1].go(table.page).html

    (field,) = re.findall(r'<input\s[^>]*name="seal_bid\.typed"[^>]*>', page)
    assert 'class="secret"' in field

"""A record checked in the browser: it holds or it does not, and nothing is kept of it."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Flask

from companion.tables.tables import tables_of
from tests.web.phones import BIDDING, Phone, a_record

RECORDED = Path(__file__).parent.parent / "games" / "big_shot" / "recorded"


def test_a_correct_record_is_confirmed_with_its_winner(app: Flask) -> None:
    phone = Phone(app)
    page = phone.upload(
        "/records/check", "record", (RECORDED / "four-italian.json").read_bytes()
    ).text
    assert "This saved game is in order" in page and "Bruno wins with 64." in page


def test_a_correct_unfinished_record_is_confirmed_with_its_prompt(app: Flask) -> None:
    record = json.dumps(a_record(actions=BIDDING)).encode()
    page = Phone(app).upload("/records/check", "record", record).text
    assert "This saved game is in order" in page and "Bruno bids 1 or more, or passes." in page


def test_an_illegal_step_is_named_with_its_rule(app: Flask) -> None:
    record = a_record(actions=[*BIDDING, {"kind": "bid", "seat": 1, "amount": 11}])
    page = Phone(app).upload("/records/check", "record", json.dumps(record).encode()).text
    assert "This saved game breaks a rule" in page and "Step 3:" in page and "BS-A4" in page


def test_a_checked_record_leaves_no_table_behind(app: Flask) -> None:
    phone = Phone(app)
    phone.get("/")
    record = json.dumps(a_record(actions=BIDDING)).encode()

    assert phone.upload("/records/check", "record", record).status_code == 200
    with app.app_context():
        assert tables_of(phone.device) == []
    phone.upload("/records", "record", record)
    with app.app_context():
        assert len(tables_of(phone.device)) == 1

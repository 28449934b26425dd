"""Logs from when kept shares brought no special income open and play on as they stand."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.games.big_deal.market import BuyResource
from companion.games.big_deal.turn import Draw
from companion.tables.records.import_export import export_record, import_record
from companion.tables.records.verdict import verify_record
from companion.testing.tables import CARLA, after
from tests.games.big_deal.big_deal_tables import cash
from tests.games.records import read_record

TWO_TURNS = 17
OPENED = 12
"""The step at which Bruno opens kept shares, without the sales of laid shares."""
OPENED_AGAIN = 26
"""The step of the whole game at which Carla opens again the shares she took back."""


def older(app: Flask) -> dict[str, Any]:
    """Return two turns as an older version logged them, with their events.

    Bruno wins Anna's three shares for 450, keeps them, opens them, and gets nothing for it.
    """
    record = read_record("big_deal", "three-kept-then-opened")
    actions = record["actions"][:TWO_TURNS]
    record["actions"] = [*actions[:11], *actions[14:]]
    with app.app_context():
        table = import_record(record, "banker")
        log: dict[str, Any] = export_record(table, table.actor("banker"))
    log["entries"][OPENED]["facts"][0].pop("takeover")
    log["entries"][OPENED + 1]["facts"][0].pop("specials")
    return log


def test_an_older_table_opens_and_plays_on_with_the_money_it_had(app: Flask) -> None:
    with app.app_context():
        state = import_record(older(app), "banker").state

    # 1150 - 100 - 150 - 450, and no 200.
    assert cash(state) == [1200, 450, 1300]
    state = after(state, Draw(CARLA), BuyResource(CARLA, "human"))
    assert state.money(CARLA) == 1250


def test_an_older_table_keeps_the_income_of_a_reopened_company(app: Flask) -> None:
    """Carla took hers back and opened it again when that brought no special income."""
    with app.app_context():
        table = import_record(read_record("big_deal", "three-kept-then-opened"), "banker")
        log: dict[str, Any] = export_record(table, table.actor("banker"))
        log["entries"][OPENED_AGAIN]["facts"][0]["takeover"] = None
        log["entries"][OPENED_AGAIN + 1]["facts"][0]["specials"] = []

        state = import_record(log, "banker").state

    assert cash(state) == [1450, 1550, 500]


def test_verify_names_the_step_that_todays_rules_decide_differently(app: Flask) -> None:
    verdict = verify_record(older(app)).as_json("older.json")

    assert (verdict["ok"], verdict["action"], verdict["refusal"]) == (False, OPENED, "facts_differ")

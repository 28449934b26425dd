"""A demo plays itself, a step at each asking; who takes a seat plays it, and the others go on."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask
from sqlalchemy import update

from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.records.demo import banker_of, open_demo, play_on
from companion.tables.seats import claim_seat
from companion.tables.storage.checksums import seal, seal_log
from companion.tables.storage.models import EntryRow, Table
from companion.tables.tables import every_table
from tests.web.phones import Phone, seated

FOR_ALL = "?screen=table"
NEWEST = re.compile(r'data-sequence="(\d+)"')


def now(table: OpenTable) -> OpenTable:
    return open_tables().find(table.code)


def test_a_demo_plays_its_recorded_game_to_the_end(app: Flask) -> None:
    with app.app_context():
        table = open_demo()

        while play_on(now(table)):
            pass

        outcome = table.game.final.outcome(now(table).state)
        assert outcome is not None
        assert now(table).sequence == 65


@pytest.mark.parametrize("seat", range(4))
def test_a_demo_waits_for_a_visitors_seat_and_plays_the_others(app: Flask, seat: int) -> None:
    with app.app_context():
        table = open_demo()
        claim_seat(table.code, seat, "anna")

        while play_on(now(table)):
            assert now(table).sequence < 2000

        waiting = table.game.rules.waiting(now(table).state)
        assert waiting.seats == (seat,)
        assert now(table).seats[seat].device == "anna"


def test_try_it_leads_to_a_big_screen_that_plays_on(app: Flask) -> None:
    anna = Phone(app)

    page = anna.press(anna.go("/"), "Watch a demo game")
    later = anna.press(page, "Next step")

    assert anna.at.endswith(FOR_ALL)
    assert "opens" in later.text
    assert [int(NEWEST.findall(one.html)[0]) for one in (page, later)] == [0, 1]
    assert "Continue" not in anna.go("/").text.replace("Continue this game", "")


def test_no_other_table_is_a_demo(app: Flask) -> None:
    table = seated(app)

    with app.app_context():
        assert banker_of(table.now) is None
    assert table.banker.post(f"{table.page}demo", {}).status_code == 404


def test_a_new_demo_deletes_demos_idle_for_a_day(app: Flask) -> None:
    played = seated(app)
    with app.app_context():
        old, going_on = open_demo(), open_demo()
        play_on(old)
        made_long_ago(played.now, old, going_on)
        play_on(now(going_on))

        open_demo()

        left = {card.code for card in every_table()}
    assert old.code not in left
    assert {played.code, going_on.code} <= left and len(left) == 3


def made_long_ago(*tables: OpenTable) -> None:
    """Move all that happened at these tables two days back."""
    of = [table.id for table in tables]
    with open_tables().store.writing() as session:
        session.execute(update(Table).where(Table.id.in_(of)).values(created_at=two_days_ago()))
        session.execute(update(EntryRow).where(EntryRow.table_id.in_(of)).values(at=two_days_ago()))
        for table_id in of:
            seal(session.connection(), table_id)
            seal_log(session.connection(), table_id)


def two_days_ago() -> float:
    return time.time() - 2 * 24 * 3600

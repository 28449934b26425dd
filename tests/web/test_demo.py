"""A demo plays itself, a step at each asking; who takes a seat plays it, and the others go on."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.records.demo import banker_of, open_demo, play_on
from companion.tables.seats import claim_seat
from tests.web.phones import Phone, seated

FOR_ALL = "?screen=table"


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
def test_who_takes_a_seat_is_waited_for_and_the_others_go_on_whatever_is_done(
    app: Flask, seat: int
) -> None:
    with app.app_context():
        table = open_demo()
        claim_seat(table.code, seat, "anna")

        while play_on(now(table)):
            assert now(table).sequence < 2000

        waiting = table.game.rules.waiting(now(table).state)
        assert waiting.seats == (seat,)
        assert now(table).seats[seat].device == "anna"


def test_try_it_leads_to_a_screen_for_all_that_goes_on(app: Flask) -> None:
    anna = Phone(app)

    page = anna.press(anna.go("/"), "Try it: watch a game play itself")
    later = anna.press(page, "Next step")

    assert anna.at.endswith(FOR_ALL)
    assert "opens" in later.text
    assert anna.go("/").text.count("Go on") == 0


def test_no_other_table_is_a_demo(app: Flask) -> None:
    table = seated(app)

    with app.app_context():
        assert banker_of(table.now) is None
    assert (
        table.banker.post(f"{table.page}demo", {"csrf_token": table.banker.token}).status_code
        == 404
    )

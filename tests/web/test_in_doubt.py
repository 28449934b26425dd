"""A tap that may have been kept is called in doubt, keeps its key, and counts once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.database_line import DatabaseLine, database_line
from tests.database_servers import Postgresql, address
from tests.kept import EMPTIED, NAME
from tests.soak.cutting import AGAIN, IN_DOUBT, cut_plain_forms
from tests.web.pages import Page
from tests.web.phones import BIDDING, seated

CUTS = 12
BID = {"kind": "bid", "seat": 1, "amount": 3}


@pytest.fixture
def line(postgresql: Postgresql) -> Iterator[DatabaseLine]:
    """A line to an empty database."""
    postgresql.ask(EMPTIED, NAME)
    with database_line(postgresql.port) as given:
        yield given


@pytest.fixture
def kept_in(line: DatabaseLine) -> dict[str, str]:
    """Behind that line."""
    return {"SQLALCHEMY_DATABASE_URI": address(line.port, NAME)}


def test_a_plain_form_whose_answer_was_lost_comes_back_with_its_key_and_pays_once(
    postgresql: Postgresql, tmp_path: Path
) -> None:
    counted = cut_plain_forms(postgresql, tmp_path, CUTS, 3, print)

    assert counted["paid"] == CUTS and counted["called in doubt"]


def test_a_script_is_asked_to_send_a_tap_in_doubt_again(app: Flask, line: DatabaseLine) -> None:
    table = seated(app, *BIDDING)
    line.break_at("answer")

    told = table.phones[1].tap(table, BID, htmx=True, key="k")
    line.mend()
    again = table.phones[1].tap(table, BID, htmx=True, key="k", seen=2)

    assert (told.status_code, told.headers["Retry-After"]) == (503, "1")
    assert told.headers["HX-Retarget"] == "#notice"
    assert IN_DOUBT in told.text and "sent again by itself" in told.text
    assert (again.status_code, again.headers["Companion-Sequence"]) == (200, "3")
    assert table.sequence == 3


def test_what_has_no_key_is_called_in_doubt_and_not_offered_to_be_sent_again(
    app: Flask, line: DatabaseLine
) -> None:
    table = seated(app, *BIDDING, phones=0)
    stranger = table.onlooker
    claim = {"csrf_token": stranger.token, "seat": "1"}
    line.break_at("answer")

    told = stranger.post(f"/t/{table.code}/sit", claim)
    line.mend()

    assert told.status_code == 503 and IN_DOUBT in told.text
    assert AGAIN not in told.text and Page(told.text).link("Back")
    assert table.now.actor(stranger.device).seat == 1

"""The history: undo and redo, players' own last steps, and many pages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask

from companion.web.requests.language import LANGUAGES, hour, moment
from tests.web.pages import Page
from tests.web.phones import BIDDING, LED, PLACING, Phone, Table, a_record, seated

BORROW = {"kind": "borrow", "seat": 2}
BID = {"kind": "bid", "seat": 1, "amount": 1}


def test_an_undo_leads_back_to_the_table_and_can_be_redone(app: Flask) -> None:
    """After a correction the banker stayed in the history, and the table waited."""
    table = seated(app, *PLACING)

    table.banker.press(set_right(table, 3), "Undo this and everything after it")

    assert table.banker.at == table.page
    assert table.now.state.auction is not None and table.now.state.auction.turn == 1
    table.banker.press(table.banker.go(f"/t/{table.code}/history"), "Redo")
    assert table.now.state.stage == "place"
    assert table.sequence == 7


def test_a_player_undoes_their_own_last_step(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[1]
    page = phone.press(phone.go(table.page), "b-bid-1")

    phone.press(page, "b-undo")

    assert table.now.state.auction.standing is None
    assert "b-undo" not in table.phones[2].go(table.page).html


@pytest.mark.parametrize("borrower", [1, 2])
def test_an_undone_loan_does_not_block_undoing_the_bid_before(app: Flask, borrower: int) -> None:
    table = seated(app, *BIDDING)
    bruno, other = table.phones[1], table.phones[borrower]
    bruno.press(bruno.go(table.page), "b-bid-1")
    page = other.press(other.go(table.page), "b-borrow")
    if borrower != 1:
        assert "b-undo" not in bruno.go(table.page).html
    other.press(page, "b-undo")

    bruno.press(bruno.go(table.page), "b-undo")

    assert table.now.state.auction.standing is None
    assert "b-undo" not in bruno.go(table.page).html


def test_the_banker_undoes_step_after_step(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=0)
    page = table.banker.go(table.page)
    for _ in BIDDING:
        page = table.banker.press(page, "b-undo")

    assert table.now.state.stage == "lead"
    assert "b-undo" not in page.html


def long_log(steps: int) -> list[dict[str, Any]]:
    """Return a log of so many corrections."""
    moved = {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 1}
    return [moved] * steps


def test_a_long_history_has_pages(app: Flask) -> None:
    banker = Phone(app)
    table = banker.bring_back(a_record(actions=[*LED, *long_log(1_000)]))

    pages, most = [banker.go(f"{table}history")], 10
    while "Earlier steps" in pages[-1].text and len(pages) < most:
        pages.append(banker.go(banker.where(pages[-1].link("Earlier steps"))))

    assert 1 < len(pages) < most
    assert max(len(page.html) for page in pages) < 200_000
    seen = [int(given["value"]) for page in pages for tag, given in page.elements if tag == "li"]
    assert seen == list(range(1_001, 0, -1))


def set_right(table: Table, step: int) -> Page:
    return table.banker.go(f"/t/{table.code}/history?step={step}")


def test_one_earlier_step_is_removed_and_later_ones_stay(app: Flask) -> None:
    table = seated(app, *BIDDING, BORROW, BID)

    table.banker.press(set_right(table, 3), "Undo only this step")

    stands = [entry.action["kind"] for entry in table.now.timeline.standing.entries]
    assert stands == ["lead", "roll", "bid"]
    assert table.now.state.auction.standing.seat == 1
    assert "The banker undid “" in table.banker.go(f"/t/{table.code}/history").text


def test_removing_a_needed_step_lists_the_steps_that_depend_on_it(app: Flask) -> None:
    table = seated(app, *BIDDING, BID)

    page = set_right(table, 2)

    assert "Step 3 depends on this one (Bruno bids 1)" in page.text
    assert "1 line after it" in page.text
    with pytest.raises(AssertionError, match="no form with"):
        page.form("Undo only this step")


def test_the_banker_fixes_an_earlier_step(app: Flask) -> None:
    table = seated(app, *BIDDING, BORROW)
    picked = set_right(table, 2).form("roll-5")

    answer = table.banker.submit(picked, "roll-5")

    assert answer.status_code == 303
    assert table.now.state.die == 5
    history = table.banker.go(f"/t/{table.code}/history").text
    assert "The banker corrected step 2: Turn 1: Anna rolls a 5." in history
    assert "Anna rolls 3" not in history and "· corrected" in history


def test_a_fixed_amount_is_picked_or_typed(app: Flask) -> None:
    table = seated(app, *BIDDING, BID)

    page = set_right(table, 3)
    table.banker.submit(page.form("b-bid-typed"), "b-bid-typed", **{"bid.amount": "4"})

    assert table.now.state.auction.standing.amount == 4


def test_the_time_of_day_is_written_as_in_a_date_of_the_same_language(app: Flask) -> None:
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            afternoon = datetime(2026, 11, 25, 16, 34, tzinfo=UTC).timestamp()

            assert moment(afternoon).endswith(hour(afternoon))


def undone(app: Flask) -> Table:
    """Return a table of the free bank after four payments; the last three are undone."""
    seats = [{"name": name} for name in ("Anna", "Bruno")]
    pays = [{"kind": "pay", "seat": 0, "target": "seat 1", "amount": one} for one in (1, 2, 3, 4)]
    table = seated(app, *pays, game="free_bank", copy={}, options={"start": 10}, seats=seats)
    table.banker.tap(table, {"kind": "undo", "entry": 2})
    return table


def test_the_history_says_what_can_be_redone_until_the_next_move(app: Flask) -> None:
    table = undone(app)
    warning = "3 steps can be redone until the next move."
    assert warning in table.banker.go(table.page).text
    assert warning in table.banker.go(f"{table.page}history").text
    assert warning not in table.phones[0].go(table.page).text

    table.banker.press(table.banker.go(table.page), "b-redo")

    assert table.balance("seat 0") == 0 and warning not in table.banker.go(table.page).text


def test_after_other_moves_an_undone_step_is_redone_as_a_new_one(app: Flask) -> None:
    table = undone(app)
    table.do({"kind": "pay", "seat": 0, "target": "seat 1", "amount": 5})

    table.banker.press(table.banker.go(f"{table.page}history"), "4")

    steps = [entry.action["amount"] for entry in table.now.timeline.standing.entries]
    assert steps == [1, 5, 4] and table.sequence == 7
    history = table.banker.go(f"{table.page}history")
    refused = table.banker.submit(history.form("3"), "3")
    assert refused.status_code == 422 and "Anna can pay at most 0." in refused.text


def test_only_a_banker_repeats_an_undone_step(app: Flask) -> None:
    table = undone(app)
    posted = {"seen": str(table.sequence), "key": "a key"}
    act = f"{table.page}act"

    assert table.phones[0].post(act, {**posted, "again": "4"}).status_code == 403
    for step in ("1", "5", "99"):
        assert table.banker.post(act, {**posted, "again": step}).status_code == 422
    assert table.sequence == 5

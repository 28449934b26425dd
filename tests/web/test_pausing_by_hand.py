"""A pause, and somebody who leaves: both stand on the banker's page, for every game."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.tables.household.evenings import thinking_at
from tests.browser.monopoly_scenes import ANNA, CARLA, record
from tests.browser.scenes import recorded
from tests.web.phones import BIDDING, Phone, brought_back, seated

PAUSES = "The game is paused; the next tap resumes it."


def test_the_table_pauses_until_the_next_tap(app: Flask) -> None:
    table = seated(app, *BIDDING)
    banker, bruno = table.banker, table.phones[1]
    before = bruno.go(table.page)

    banker.press(banker.go(f"{table.page}bank"), "Pause")

    for phone in (*table.everybody, banker):
        assert PAUSES in phone.go(table.page).text
    # Nobody's tap comes too late because of it, and it goes on.
    bruno.press(before, "b-bid-1")
    assert table.now.state.auction.standing.seat == 1
    assert "Carla bids 2 or more" in banker.go(table.page).text
    with app.app_context():
        assert thinking_at(table.now)[1] == 0


@pytest.mark.parametrize("who", ["banker", "player"])
def test_everybody_who_plays_can_end_a_pause(app: Flask, who: str) -> None:
    table = seated(app, *BIDDING)
    banker, bruno = table.banker, table.phones[1]
    banker.press(banker.go(f"{table.page}bank"), "Pause")
    before = bruno.go(table.page)
    tapping = banker if who == "banker" else table.phones[2]

    page = tapping.press(tapping.go(table.page), "b-go-on")

    assert "The game continues." in page.text
    for phone in (*table.everybody, banker):
        shown = phone.go(table.page).text
        assert PAUSES not in shown.partition("The game continues.")[0] and "Continue" not in shown
    # Nobody's tap comes too late because of it.
    bruno.press(before, "b-bid-1")
    assert table.now.state.auction.standing.seat == 1


def test_ending_a_pause_can_be_undone(app: Flask) -> None:
    table = seated(app, *BIDDING, {"kind": "pause"})
    banker, carla = table.banker, table.phones[2]
    late = carla.go(table.page)

    page = banker.press(banker.go(table.page), "b-go-on")
    page = banker.press(page, "b-undo")
    assert PAUSES in carla.go(table.page).text
    assert page.form("b-go-on")

    table.do({"kind": "bid", "seat": 1, "amount": 1})
    assert carla.submit(late.form("b-go-on"), "b-go-on").status_code == 303
    assert table.now.state.auction.standing.seat == 1


def test_viewers_see_a_pause_but_no_button_to_end_it(app: Flask) -> None:
    table = seated(app, *BIDDING, {"kind": "pause"})

    for path in (table.page, f"{table.page}?screen=table"):
        shown = table.onlooker.go(path).text
        assert PAUSES in shown and "Continue" not in shown


def test_only_a_banker_pauses_a_game(app: Flask) -> None:
    table = seated(app, *BIDDING)

    assert table.phones[1].tap(table, {"kind": "pause"}).status_code == 403
    assert "Free this seat; the banker plays on." in table.banker.go(f"{table.page}bank").text


def test_the_banker_removes_a_player_and_undoes_it(app: Flask) -> None:
    banker = Phone(app)
    table = brought_back(banker, record())
    page = banker.go(f"{table.page}bank")

    for name in ("Anna", "Bruno", "Carla"):
        assert f"{name} leaves Remove {name} for good?" in page.text
    page = banker.press(page, '{"kind":"leave","seat":2}')

    assert "Carla leaves. Everything they had goes back to the bank." in page.text
    assert (table.now.state.gone, table.balance("seat 2")) == ((CARLA,), 0)
    assert table.now.state.owner(21) is None and table.now.state.turn_seat == ANNA
    assert "After that Carla" not in banker.go(f"{table.page}bank").text
    page = banker.go(table.page)
    banker.press(page, "b-undo")
    assert table.now.state.owner(21) == CARLA


@pytest.mark.parametrize("words", ["Pause", "Someone leaves"])
def test_a_finished_game_has_no_pause_or_removal(app: Flask, words: str) -> None:
    table = seated(app, *BIDDING, {"kind": "stop"})

    assert words not in table.banker.go(f"{table.page}bank").text


def test_a_bankrupt_player_cannot_be_removed(shared_app: Flask) -> None:
    """The bankrupt stood among those who may leave."""
    record = recorded("monopoly", "bankrupt-to-a-player")
    actions = record.pop("actions")[:24]
    table = seated(shared_app, *actions, phones=0, **record)
    assert table.now.state.bankrupt == (ANNA,)

    page = table.banker.go(f"{table.page}bank").text

    assert "Bruno leaves" in page and "Anna leaves" not in page

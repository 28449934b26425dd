"""A banker without players' phones sees every seat's moves; rents are paid automatically."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.games.monopoly.board import classic_board
from companion.web.situation import situation_of
from tests.browser.scenes import record_of
from tests.web.pages import Page
from tests.web.phones import BIDDING, Phone, Table, seated, sit

ANNA, BRUNO, CARLA, DARIO = range(4)
BEGIN = {"kind": "begin", "seat": ANNA}


def at_the_board(app: Flask, *actions: dict[str, Any], phones: int = 0, **options: Any) -> Table:
    """Return a table of Monopoly for four, by default without phones."""
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla", "Dario")]
    figures = {"copy": classic_board("en"), "seats": seats}
    return seated(app, *actions, phones=phones, game="monopoly", options=options, **figures)


def deed(owner: int, position: int) -> dict[str, Any]:
    return {"kind": "set_deed", "owner": owner, "position": position}


def kinds(table: Table) -> list[str]:
    """Return the kinds of what stands in the log, oldest first."""
    return [str(entry.action["kind"]) for entry in table.now.timeline.standing.entries]


def test_the_banker_collects_any_seats_rent_from_one_screen(app: Flask) -> None:
    roll = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    table = at_the_board(app, BEGIN, deed(DARIO, 3), roll, rent="asked")
    before = table.balance("seat 3")

    page = table.banker.go(table.page)
    table.banker.press(page, "b-for-3-ask_rent-3")

    assert "Bruno rolls two dice." in page.text and "Collect 4 from Anna" in page.text
    assert table.balance("seat 3") == before + 4


def test_optional_moves_of_other_seats_are_listed_clockwise(app: Flask) -> None:
    rolls = [{"kind": "roll", "seat": ANNA, "dice": dice} for dice in ([3, 3], [1, 2])]
    table = at_the_board(app, BEGIN, deed(DARIO, 6), deed(CARLA, 9), *rolls, rent="asked")

    text = table.banker.go(table.page).text

    assert 0 < text.index("Collect 8 from Anna") < text.index("Collect 6 from Anna")


def test_a_spoken_bid_counts_in_the_current_auction(app: Flask) -> None:
    roll = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    table = at_the_board(app, BEGIN, roll, {"kind": "decline", "seat": ANNA})

    page = table.banker.go(f"{table.page}?for={ANNA}")
    bid = page.form("b-for-3-bid-1").button("b-for-3-bid-1")

    assert json.loads(bid.value) == {"kind": "bid", "seat": DARIO, "amount": 1, "auction": 1}
    assert bid.text == "Dario"


def test_the_banker_is_not_prompted_to_bid_for_the_highest_bidder(app: Flask) -> None:
    roll = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    bid = {"kind": "bid", "seat": DARIO, "amount": 120, "auction": 1}
    table = at_the_board(app, BEGIN, roll, {"kind": "decline", "seat": ANNA}, bid)

    text = table.banker.go(f"{table.page}?for={DARIO}").text

    assert "Whitechapel Road is up for auction. Who bids 121 or more?" in text
    assert "or pass" not in text


def test_with_hidden_money_the_banker_cannot_play_for_a_phone(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=2, hidden=True)

    page = table.banker.go(table.page)

    assert "Play for someone else" not in page.text and "b-for-1" not in page.html


WAITING = [
    ("big_cheese", "cheese-roll"),
    ("big_deal", "bd-actions"),
    ("big_shot", "auction"),
    ("free_bank", "fb-auction"),
    ("monopoly", "mo-roll"),
]


@pytest.mark.parametrize(("game", "scene"), WAITING)
def test_the_banker_can_make_every_move_of_a_waiting_phone(
    app: Flask, game: str, scene: str
) -> None:
    record = record_of(game, scene)
    table = seated(app, *record.pop("actions"), **record, phones=9, languages=("en",) * 9)
    seat = situation_of(table.now).waiting.seats[0]

    page = table.banker.go(table.page)
    assert f"?for={seat}" in {link.href for link in page.links}
    played = moves(table.banker.go(f"{table.page}?for={seat}"))

    assert moves(table.phones[seat].go(table.page)) <= played


def moves(page: Page) -> set[str]:
    """Return the actions that the buttons of the action bar post."""
    buttons = [button for form in page.forms for button in form.buttons]
    return {button.value for button in buttons if button.name == "action"} - {""}


@pytest.mark.parametrize("screen", ["", "?for=1"])
def test_undo_on_the_bankers_bar_matches_the_history(app: Flask, screen: str) -> None:
    table = seated(app, phones=2)
    table.phones[0].tap(table, {"kind": "lead", "seat": 0})

    page = table.banker.go(table.page + screen)

    assert page.form("b-undo").button("b-undo").text.strip() == "Undo Anna’s move"
    table.banker.press(page, "b-undo")
    assert kinds(table) == []


def test_the_bankers_screen_shows_whether_it_follows_the_turn(app: Flask) -> None:
    table = seated(app, *BIDDING)
    now = '<a href="?" aria-current="true">'

    follows, stays = (table.banker.go(table.page + chosen).html for chosen in ("", "?for=1"))

    assert now in follows and now not in stays


def test_for_a_seat_with_a_phone_each_button_says_what_it_does(app: Flask) -> None:
    table = seated(app, *BIDDING, phones=2)

    page = table.banker.go(table.page)

    form = page.form("b-for-1-pass")
    assert form.button("b-for-1-pass").text.strip() == "Pass"
    assert "Play for someone else Bruno" in page.text


def test_the_banker_reaches_each_waiting_seat_with_one_tap(app: Flask) -> None:
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    up = {"kind": "put_up", "what": "Mill"}
    table = seated(app, up, game="free_bank", copy={}, options={"start": 9}, seats=seats)

    page = table.banker.go(table.page)

    apply_events = [
        given["id"] for tag, given in page.elements if tag == "details" and "id" in given
    ]
    assert apply_events == ["for-0-bid-1", "for-1-bid-1", "for-2-bid-1"]
    assert "Play for someone else Anna Bid 1" in page.text


def test_a_player_who_left_is_gone_from_the_bankers_screen(app: Flask) -> None:
    roll = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    left = {"kind": "leave", "seat": DARIO}
    table = at_the_board(app, BEGIN, left, roll, {"kind": "decline", "seat": ANNA})

    page = table.banker.go(table.page)

    at_hand = [link.text.strip() for link in page.links if link.href.startswith("?for=")]
    assert at_hand == ["Anna", "Bruno", "Carla"]
    assert "Sold to:" in page.text and '<s class="out">Dario' not in page.html


@pytest.mark.parametrize(
    ("options", "phones", "first"),
    [
        ({}, 0, ["set_rent", "begin"]),
        ({}, 1, ["set_rent", "begin"]),
        ({}, 4, ["begin"]),
        ({"rent": "asked"}, 0, ["begin"]),
        ({"rent": "automatic"}, 0, ["begin"]),
    ],
)
def test_rents_of_players_without_a_phone_are_automatic(
    app: Flask, options: dict[str, Any], phones: int, first: list[str]
) -> None:
    table = at_the_board(app, phones=phones, **options)

    table.do(BEGIN)

    assert kinds(table) == first
    state = table.now.state
    alone = range(phones if phones else 0, 4) if "set_rent" in first else ()
    assert state.app_collects == tuple(alone)
    assert state.is_rent_automatic == (options.get("rent") == "automatic")


def test_rents_become_automatic_when_a_player_gives_up_a_phone(app: Flask) -> None:
    table = at_the_board(app, BEGIN, deed(DARIO, 3), phones=4)
    rolls = [{"kind": "roll", "seat": seat, "dice": [1, 2]} for seat in (ANNA, BRUNO, CARLA)]
    table.do(rolls[0])
    assert table.balance("seat 3") == 1500

    table.banker.post(f"{table.page}seats/{DARIO}", {"free": "1"})
    table.do(rolls[1])

    assert table.balance("seat 3") == 1500 + 4 + 4
    assert (
        "Without a phone: the app collects rent for Dario."
        in table.banker.go(f"{table.page}history").text
    )
    sit(Phone(app), table.code, DARIO)
    table.do(rolls[2])
    assert table.balance("seat 3") == 1500 + 4 + 4
    assert [claim.owner for claim in table.now.state.claims] == [DARIO]


def test_undoing_the_first_step_keeps_the_rent_setting(app: Flask) -> None:
    table = at_the_board(app)
    table.do(BEGIN)

    table.banker.press(table.banker.go(table.page), "Undo")

    assert kinds(table) == ["set_rent"]


def test_a_banker_can_switch_automatic_rents_off(app: Flask) -> None:
    table = at_the_board(app, deed(DARIO, 3))
    table.do(BEGIN)

    page = table.banker.press(table.banker.go(table.page + "bank"), "Collect rent automatically")

    assert table.now.state.is_rent_automatic
    table.banker.press(table.banker.go(table.page + "bank"), "Owners collect rent")
    assert not table.now.state.is_rent_automatic
    assert page.text

"""Who takes, leaves, loses or hands over a seat: the banker, the loser and the history are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.pages import Page
from tests.web.phones import BIDDING, LED, Phone, Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank
from tests.web.test_hidden_money_by_hand import SECRET, received_bodies, secretive
from tests.web.test_roles_by_hand import link_on

BRUNO, CARLA = 1, 2
ASKS = "Someone wants to play Carla on their own phone"
COVERED = "Bruno’s money is covered, because a phone held this seat."
UNCOVERED = "The banker has uncovered Bruno’s money."


def played_for_carla(app: Flask, **more: Any) -> Table:
    """Return a table of Big Shot where Anna and Bruno have phones, and the banker bid for Carla."""
    table = seated(app, *LED, {"kind": "roll", "seat": 0, "value": 3}, phones=2, **more)
    table.do({"kind": "pass", "seat": BRUNO}, {"kind": "bid", "seat": CARLA, "amount": 2})
    return table


def taps_carla(table: Table, phone: Phone | None = None) -> tuple[Phone, Page]:
    """Let a phone scan the table's code and tap Carla; return it with the page it is led to.

    phone: by default one that has not been at this table.
    """
    phone = phone or Phone(table.app)
    page = phone.go(f"/j/{table.code}")
    (button,) = (one for one in page.forms[-1].buttons if "Carla" in one.text)
    return phone, phone.press(page, button.value)


def frees(table: Table, seat: int) -> None:
    """Let the banker free a seat."""
    page = table.banker.go(f"/t/{table.code}/invite")
    form = next(one for one in page.forms if one.action.endswith(f"/seats/{seat}"))
    assert table.banker.submit(form, "Free this seat").status_code == 303


def test_a_seat_that_nobody_plays_is_taken_by_one_tap(app: Flask) -> None:
    table = seated(app, *LED, phones=2)

    phone, page = taps_carla(table)

    assert table.now.actor(phone.device).seat == CARLA
    assert "Carla has joined on a phone." in page.text
    assert "Carla has joined on a phone." in table.banker.go(table.page).text


def test_above_the_buttons_stands_the_game_and_not_who_joined(app: Flask) -> None:
    table = seated(app, *LED, {"kind": "roll", "seat": 0, "value": 3}, phones=2)

    _, page = taps_carla(table)

    assert page.text.index("Turn 1: Anna rolls a 3.") < page.text.index(
        "Carla has joined on a phone."
    )


def test_a_banker_who_takes_a_seat_reads_you(app: Flask) -> None:
    """Each sentence on a device says "you" to its player."""
    table = seated(app, *LED, phones=2)

    _, page = taps_carla(table, table.banker)

    assert "You now play on the banker’s device." in page.text


def test_before_the_game_seat_changes_are_news_only_in_the_lobby(app: Flask) -> None:
    table, lobby = seated(app, phones=4), "Seats, clockwise"
    told = "Dario has joined on a phone."

    assert told in table.banker.go(f"{table.page}invite").text.partition(lobby)[2]
    for page in (table.banker.go(table.page), table.phones[0].go(table.page)):
        assert told not in page.text.partition("Everyone rolls")[0]

    table.do(*LED)

    assert '<p class="told"' not in table.banker.go(table.page).html


def test_the_lobby_says_which_phones_are_gone(app: Flask) -> None:
    table = seated(app, phones=2)

    with table.phones[0].stream(table) as events:
        next(events)
        page = table.banker.go(f"{table.page}invite").text

    assert "Anna on a phone" in page
    assert "Bruno phone disconnected" in page


def test_taking_a_seat_played_by_the_banker_needs_a_request(app: Flask) -> None:
    table = played_for_carla(app)
    scanned = Phone(app).go(f"/j/{table.code}")
    assert "Carla no phone, the banker plays" in scanned.text

    phone, page = taps_carla(table)

    assert table.now.actor(phone.device).role == "onlooker"
    assert "The banker plays Carla. Wait for the banker’s answer." in page.text
    assert phone.tap(table, {"kind": "borrow", "seat": CARLA}).status_code == 403


def test_a_seat_request_reaches_the_banker_at_once(app: Flask) -> None:
    table = played_for_carla(app)
    with table.banker.stream(table) as asked:
        assert ASKS not in next(asked)
        phone, _ = taps_carla(table)
        assert ASKS in next(asked)

    with phone.stream(table) as events:
        next(events)
        page = table.banker.press(table.banker.go(table.page), "Give them the seat")
        assert "event: role" in next(events)

    assert table.banker.at == table.page
    assert ASKS not in page.text and "Carla has joined on a phone." in page.text
    assert phone.tap(table, {"kind": "borrow", "seat": CARLA}).status_code == 303


def test_the_banker_can_decline_a_seat_request(app: Flask) -> None:
    table = played_for_carla(app)
    phone, _ = taps_carla(table)
    invite = f"/t/{table.code}/invite"
    with phone.stream(table) as events:
        next(events)
        page = table.banker.press(table.banker.go(invite), "No")
        assert "The banker said no. This phone is only watching." in next(events)

    assert table.banker.at == invite
    assert ASKS not in page.text
    assert "A phone asked for Carla’s seat. The banker said no" in page.text


def test_a_phone_cannot_retake_a_seat_that_was_freed_and_locked(app: Flask) -> None:
    table = seated(app)
    path, phone = f"{table.page}seats/1", table.phones[1]
    assert "Free and lock" in table.banker.go(f"{table.page}invite").text

    table.banker.post(path, {"lock": "yes"})
    assert "Bruno locked, ask the banker" in phone.go(f"/j/{table.code}").text
    phone.post(f"{table.page}sit", {"seat": "1"})

    assert "Bruno’s seat is locked. Wait for the banker’s answer." in phone.go(table.page).text
    assert "locked, phones have to ask" in table.banker.go(f"{table.page}invite").text
    assert phone.post(path, {"lock": "no"}).status_code == 403
    table.banker.press(table.banker.go(table.page), "Give them the seat")
    assert table.now.actor(phone.device).seat == 1
    history = table.banker.go(f"{table.page}history").text
    assert "The banker has locked Bruno’s seat" in history


def test_only_a_banker_sees_and_answers_seat_requests(app: Flask) -> None:
    table = played_for_carla(app)
    phone, _ = taps_carla(table)
    path = f"/t/{table.code}/seats/{CARLA}"

    for other in (*table.phones, table.onlooker, phone):
        for place in (table.page, f"/t/{table.code}/invite"):
            assert ASKS not in other.go(place).text
        for field in ({"answer": "yes"}, {"uncover": "1"}):
            answer = other.post(path, field)
            assert answer.status_code == 403
    assert table.now.actor(phone.device).role == "onlooker"


def test_the_big_screen_shows_no_seat_request(app: Flask) -> None:
    table = played_for_carla(app)
    taps_carla(table)

    assert ASKS not in table.banker.go(f"{table.page}?screen=table").text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The banker has freed Bruno’s seat. This phone is only watching."),
        ("it", "La banca ha liberato il posto di Bruno. Questo telefono ora guarda soltanto."),
        (
            "fr",
            "La banque a libéré la place occupée par Bruno. "
            "Ce téléphone ne fait plus que regarder.",
        ),
    ],
)
def test_a_phone_that_loses_its_seat_is_notified(app: Flask, language: str, said: str) -> None:
    table = seated(app, *BIDDING, languages=("en", language, "en", "en"))
    bruno = table.phones[BRUNO]
    with bruno.stream(table) as events:
        next(events)
        frees(table, BRUNO)
        assert "event: role" in next(events)

    assert said in bruno.go(table.page).text
    sits_again = bruno.go(f"/j/{table.code}")
    bruno.press(sits_again, str(BRUNO))
    assert said not in bruno.go(table.page).text


def test_phone_and_banker_are_notified_of_a_handed_over_seat(app: Flask) -> None:
    table = seated(app, *BIDDING)
    link = link_on(table.banker.go(f"/t/{table.code}/seats/{BRUNO}"))
    new = Phone(app)

    with table.banker.stream(table) as events:
        next(events)
        assert new.submit(new.go(link).forms[-1]).status_code == 303
        assert "Bruno now plays on another phone." in next(events)

    lost = table.phones[BRUNO].go(table.page).text
    assert "Another phone now plays Bruno. This phone is only watching." in lost


def test_leaving_a_seat_notifies_only_the_banker(app: Flask) -> None:
    table = seated(app, *BIDDING)
    phone = table.phones[BRUNO]
    phone.press(phone.go(f"/t/{table.code}/invite"), "Leave the seat")

    assert "only watching" not in phone.go(table.page).text
    assert "Bruno’s phone has left the seat." in table.banker.go(table.page).text


def test_seat_news_is_shown_for_three_steps(app: Flask) -> None:
    table = seated(app, *BIDDING)
    frees(table, BRUNO)
    said = "The banker has freed Bruno’s seat."
    for seat in (1, 2):
        table.do({"kind": "pass", "seat": seat})
        page = table.banker.go(table.page)
        assert page.html.count(said) == 2, "above, and among the last lines"

    table.do({"kind": "borrow", "seat": 3})

    assert said not in table.banker.go(table.page).text


def test_the_history_lists_seat_changes_between_steps(app: Flask) -> None:
    table = seated(app, *LED, phones=1)
    frees(table, 0)
    table.do({"kind": "roll", "seat": 0, "value": 3})
    page = table.onlooker.go(f"/t/{table.code}/history")

    said = [
        "Turn 1: Anna rolls a 3.",
        "The banker has freed Anna’s seat.",
        "Anna has joined on a phone.",
    ]
    places = [page.text.index(one) for one in (*said, "Anna begins the first turn.")]
    assert places == sorted(places)
    assert not [form for form in page.forms if any("undo" in one.value for one in form.buttons)]


def test_the_paged_history_is_complete(app: Flask) -> None:
    moved = {"kind": "correct", "source": "bank", "target": "seat 1", "amount": 1}
    table = seated(app, *LED, *[moved] * 250, phones=1)
    frees(table, 0)
    newest = table.banker.go(f"/t/{table.code}/history")
    oldest = table.banker.go(table.banker.where(newest.link("Earlier steps")))

    freed, sat = "The banker has freed Anna’s seat.", "Anna has joined on a phone."
    assert freed in newest.text and sat in newest.text
    assert freed not in oldest.text and sat not in oldest.text


def freed_of_bruno(app: Flask) -> Table:
    """Return a table with hidden money whose banker freed the seat of Bruno."""
    table = secretive(app, SECRET, *BIDDING)
    frees(table, BRUNO)
    return table


def test_freeing_a_seat_does_not_reveal_its_hidden_purse(app: Flask) -> None:
    table = freed_of_bruno(app)

    for place, body in received_bodies(table, table.banker).items():
        assert str(SECRET) not in body, place
    page = table.banker.go(f"{table.page}?for={BRUNO}")
    assert COVERED in page.text and "b-bid" not in page.html


def test_uncovering_a_purse_is_announced_and_in_the_history(app: Flask) -> None:
    table = freed_of_bruno(app)
    anna = table.phones[0]
    with anna.stream(table) as events:
        assert UNCOVERED not in next(events)

        page = table.banker.go(f"{table.page}?for={BRUNO}")
        page = table.banker.press(page, "Uncover the money")

        assert UNCOVERED in next(events)
    assert str(SECRET) in page.html
    for phone in (*table.phones, table.onlooker):
        assert UNCOVERED in phone.go(f"/t/{table.code}/history").text


def test_handing_a_seat_over_and_back_is_in_the_history(app: Flask) -> None:
    table = freed_of_bruno(app)
    bruno = table.phones[BRUNO]
    bruno.press(bruno.go(f"/j/{table.code}"), str(BRUNO))

    told = bruno.go(f"/t/{table.code}/history").text
    assert "The banker has freed Bruno’s seat." in told and UNCOVERED not in told


def test_the_banker_cannot_sit_down_to_see_a_sealed_bid(app: Flask) -> None:
    sealed = {"kind": "put_up", "what": "Mill", "how": "sealed"}
    table = at_the_bank(app, sealed)
    bid = {"kind": "seal_bid", "seat": BRUNO, "auction": 1, "amount": 77}
    assert table.phones[BRUNO].tap(table, bid).status_code == 303
    frees(table, BRUNO)

    data = {"seat": str(BRUNO)}
    refused = table.banker.post(f"/t/{table.code}/sit", data)

    assert refused.status_code == 403 and "covered" in refused.text
    # Not as a part of the table's code.
    assert not re.search(r"\b77\b", table.banker.go(f"{table.page}?for={BRUNO}").text)


def test_with_open_money_the_banker_can_play_a_freed_seat_at_once(app: Flask) -> None:
    table = seated(app, *BIDDING)
    frees(table, BRUNO)

    page = table.banker.go(table.page)

    assert "covered" not in page.text
    table.banker.press(page, "b-pass")
    assert BRUNO in table.now.state.auction.passed

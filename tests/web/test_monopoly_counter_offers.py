"""A deal is answered by Yes, No or a counter-offer, with prices and balances beside it."""

from __future__ import annotations

from flask import Flask

from tests.web.phones import Table
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, BRUNO, CARLA, at_the_board, deed

GIVEN = {"gives": [5], "takes": [12], "asks": 40}
OFFER = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, **GIVEN}


def offered(app: Flask) -> Table:
    """Return a table where Anna offers Bruno a station, and wants a utility and 40."""
    return at_the_board(app, BEGUN, deed(5, ANNA), deed(12, BRUNO), OFFER)


def test_an_offer_shows_the_printed_prices_and_what_each_has_afterwards(app: Flask) -> None:
    table = offered(app)

    page = table.phones[BRUNO].go(table.page)

    assert "King's Cross Station 200 and wants from you Electric Company 150 + 40" in page.text
    assert "Afterwards you have 1460, and Anna has 1540." in page.text
    assert "Afterwards you have 1540, and Bruno has 1460." in table.phones[ANNA].go(table.page).text


def test_a_counter_offer_opens_the_same_form_filled_in_and_answers_the_offer(app: Flask) -> None:
    table = offered(app)
    anna, bruno = table.phones[ANNA], table.phones[BRUNO]

    page = bruno.go(bruno.where(bruno.go(table.page).link("Counter-offer")))
    form = page.form("b-propose")
    fields = "gives.12", "takes.5", "pays", "asks"
    filled = {field: form.fields.get(field, "") for field in fields}
    assert filled == {"gives.12": "on", "takes.5": "on", "pays": "40", "asks": ""}
    bruno.press(page, "b-propose", pays="10")

    (deal,) = table.now.state.deals.values()
    assert (deal.seat, deal.other, deal.pays, deal.asks) == (BRUNO, ANNA, 10, 0)
    history = anna.go(f"{table.page}history").text
    assert "Bruno answers Anna with a counter-offer." in history
    anna.press(anna.go(table.page), "Accept")
    assert table.balance("seat 0") == 1510 and table.now.state.owner(5) == BRUNO


def test_a_counter_offer_to_a_withdrawn_offer_is_a_new_offer(app: Flask) -> None:
    table = offered(app)
    bruno = table.phones[BRUNO]
    page = bruno.go(bruno.where(bruno.go(table.page).link("Counter-offer")))
    table.phones[ANNA].tap(table, {"kind": "withdraw_deal", "seat": ANNA, "deal": 1})

    bruno.press(page, "b-propose", pays="10")

    (deal,) = table.now.state.deals.values()
    assert deal.seat == BRUNO


def test_only_the_receiver_of_an_offer_can_make_a_counter_offer(app: Flask) -> None:
    table = offered(app)
    counter = {"kind": "propose_deal", "seat": CARLA, "other": ANNA, "takes": [5], "answers": 1}

    answer = table.phones[CARLA].tap(table, counter)

    assert answer.status_code == 422 and "Bruno answers this offer" in answer.text


def opened_by(table: Table, seat: int, link: str) -> str:
    """Return where a link of a seat's screen leads."""
    phone = table.phones[seat]
    return phone.where(phone.go(table.page).link(link)).partition("#")[0]


def test_a_deal_that_was_sent_does_not_open_again_when_it_is_answered(app: Flask) -> None:
    keys = {"kind": "set_keys", "seat": ANNA, "keys": 1, "reason": "found"}
    table = at_the_board(app, BEGUN, keys)
    anna = table.phones[ANNA]
    at = opened_by(table, ANNA, "Bruno")
    assert 'id="deal"' in anna.go(at).html

    # A key leaves the properties as they are.
    for answer in "decline_deal", "accept_deal":
        table.do({"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "keys_given": 1, "asks": 9})
        assert 'id="deal"' not in anna.go(at).html
        deal = table.now.state.deals_opened
        table.do({"kind": answer, "seat": BRUNO, "deal": deal})
        assert 'id="deal"' not in anna.go(at).html


def test_a_correction_of_the_token_closes_when_the_turn_of_its_player_comes(app: Flask) -> None:
    table = at_the_board(app, BEGUN, {"kind": "set_space", "seat": BRUNO, "space": 10})
    bruno = table.phones[BRUNO]
    at = opened_by(table, BRUNO, "Jail/Just Visiting")
    assert "Where is your token really?" in bruno.go(at).text

    table.do({"kind": "roll", "seat": ANNA, "dice": [4, 6]})

    page = bruno.go(at)
    assert "Where is your token really?" not in page.text and 'id="die-4"' in page.html

"""What falls due in Monopoly Travel, without script: property for debts, lines, rents, bids."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from tests.web.phones import Table
from tests.web.test_monopoly_by_hand import ANNA, BEGUN, BRUNO, CARLA, LANGUAGES, at_the_board, deed

POOR = {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1400}
ON_CHANCE = {"kind": "roll", "seat": ANNA, "dice": [3, 4]}
FIFTEEN = {"kind": "roll_list", "seat": ANNA, "dice": [5, 5, 5]}


def owing(app: Flask, *actions: dict[str, Any], language: str = "en") -> Table:
    """Return a table where Anna, with 100 and two deeds, owes Bruno 600 for Mayfair."""
    deeds = (deed(37, BRUNO), deed(39, BRUNO), deed(5, ANNA), deed(12, ANNA, mortgaged=True))
    built = {"kind": "set_buildings", "group": "dark_blue", "levels": {"37": 2, "39": 2}}
    landed = (
        {"kind": "set_space", "seat": ANNA, "space": 36},
        {"kind": "roll", "seat": ANNA, "dice": [1, 2]},
        {"kind": "ask_rent", "seat": BRUNO, "position": 39},
    )
    return at_the_board(app, BEGUN, *deeds, built, POOR, *landed, *actions, language=language)


@pytest.mark.parametrize(
    ("language", "open_it", "offered", "agree"),
    [
        ("en", "Pay with property", "Anna offers you King's Cross Station 200 + 50", "Accept"),
        ("it", "Paga con proprietà", "Anna ti offre Stazione Sud 200 + 50", "Accetta"),
        (
            "fr",
            "Payer avec des propriétés",
            "Anna vous propose Gare Montparnasse 200 + 50",
            "Accepter",
        ),
    ],
)
def test_a_creditor_accepts_property_and_money_for_a_debt(
    app: Flask, language: str, open_it: str, offered: str, agree: str
) -> None:
    table = owing(app, language=language)
    anna, bruno = table.phones[ANNA], table.phones[BRUNO]

    page = anna.go(anna.where(anna.go(table.page).link(open_it)))
    assert sorted(page.form("b-pay-all").choices) == ["gives.12", "gives.5"]
    anna.press(page, "b-pay-all", **{"gives.5": "on", "pays": "50"})
    page = bruno.go(table.page)
    assert offered in page.text and "600" in page.text
    bruno.press(page, agree)

    state = table.now.state
    assert (state.owner(5), state.debts) == (BRUNO, ())
    assert (table.balance("seat 0"), table.balance("seat 1")) == (50, 1550)


def test_a_debt_can_be_paid_in_part(app: Flask) -> None:
    table = owing(app)
    anna, bruno = table.phones[ANNA], table.phones[BRUNO]

    page = anna.go(anna.where(anna.go(table.page).linked("id", "in-kind")))
    anna.press(page, "b-pay-some", **{"gives.5": "on", "covers": "450"})
    bruno.press(bruno.go(table.page), "agree 1")

    assert "You owe Bruno 150" in anna.go(table.page).text


def test_a_creditor_can_unmortgage_a_deed_taken_for_a_debt(app: Flask) -> None:
    offer = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "gives": [12], "covers": 600}
    table = owing(app, offer)
    bruno = table.phones[BRUNO]

    bruno.press(bruno.go(table.page), "b-agree-1", **{"accept_deal.lifts.12": "on"})

    assert table.balance("seat 1") == 1500 - 83 and not table.now.state.deeds[12].mortgaged


OFFER = {"kind": "propose_deal", "seat": ANNA, "other": BRUNO, "gives": [5], "covers": 600}


@pytest.mark.parametrize(("seat", "button"), [(BRUNO, "no 1"), (ANNA, "b-withdraw")])
def test_an_offer_for_a_debt_is_declined_or_withdrawn_with_one_button(
    app: Flask, seat: int, button: str
) -> None:
    table = owing(app, OFFER)
    phone = table.phones[seat]

    phone.press(phone.go(table.page), button)

    assert table.now.state.deals == {} and table.now.state.debts[0].amount == 600


@pytest.mark.parametrize(
    ("screen", "language", "told"),
    [
        ("", "en", "Anna offers Bruno: King's Cross Station for 600 off the debt."),
        ("", "it", "Offerta di Anna per Bruno: Stazione Sud"),
        ("", "fr", "Anna propose à Bruno : Gare Montparnasse"),
        ("?screen=table", "en", "King's Cross Station"),
        ("?screen=table", "it", "Stazione Sud"),
        ("?screen=table", "fr", "Gare Montparnasse"),
    ],
)
def test_everybody_sees_what_is_offered_for_a_debt(
    app: Flask, screen: str, language: str, told: str
) -> None:
    table = owing(app, OFFER, language=language)
    carla = table.phones[CARLA]

    page = carla.go(table.page + screen).html
    (claim,) = re.findall(r'<p class="claim">(.*?)</p>', page, re.DOTALL)
    assert told in unescape(claim).replace("\N{NO-BREAK SPACE}", " ")


def test_the_banker_alone_offers_for_one_seat_and_agrees_for_the_other(app: Flask) -> None:
    table = owing(app)
    for phone in table.phones:
        phone.post(f"{table.page}sit", {"leave": "1"})
    banker = table.banker

    page = banker.go(banker.where(banker.go(table.page).linked("id", "in-kind")))
    banker.press(page, "b-pay-all", **{"gives.5": "on", "gives.12": "on"})
    page = banker.go(table.page)
    assert "Anna offers Bruno King's Cross Station" in page.text and "wants from Bruno" in page.text
    banker.press(page, "b-agree-1")

    assert table.now.state.debts == () and table.now.state.owner(12) == BRUNO


def test_the_bank_is_offered_no_property(app: Flask) -> None:
    tax = {"kind": "roll", "seat": ANNA, "dice": [1, 3]}
    table = at_the_board(app, BEGUN, deed(5, ANNA), POOR, tax)
    anna = table.phones[ANNA]

    page = anna.go(table.page)

    assert "You owe the bank 200" in page.text
    assert "in-kind" not in [link.attributes.get("id") for link in page.links]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_banker_corrects_a_known_card_line(app: Flask, language: str) -> None:
    table = at_the_board(app, BEGUN, ON_CHANCE, FIFTEEN, language=language)
    anna, banker = table.phones[ANNA], table.banker
    assert "line-other" not in [link.attributes.get("id") for link in anna.go(table.page).links]
    for draft in ("", "?draft=line", "?draft=line.pay"):
        assert "b-follow" in anna.go(table.page + draft).html
    anna.post(f"{table.page}sit", {"leave": "1"})

    page = banker.go(banker.where(banker.go(table.page).linked("id", "line-other")))
    page = banker.press(page, "line 50", **{"set_line.effect": "pay"})
    assert table.balance("seat 0") == 1500
    banker.press(page, "b-follow")

    assert table.balance("seat 0") == 1450 and table.now.state.jail[ANNA] is None


def test_the_banker_corrects_a_card_line_at_any_time_on_the_bank_page(app: Flask) -> None:
    table = at_the_board(app, BEGUN)
    banker = table.banker
    form = banker.go(f"{table.page}bank").form("Fix the line")

    said = {"list_name": "community_chest", "total": "9", "reason": "read wrong"}
    paid = banker.submit(form, "Fix the line", **said, effect="pay", amount="15")
    assert paid.status_code == 303
    assert "Correction, Community Chest 9: Pay 15. (read wrong)" in banker.go(table.page).text
    form = banker.go(f"{table.page}bank").form("Go to a space, no salary")
    sent = banker.submit(form, "Go to a space, no salary", **said, amount="11")

    assert sent.status_code == 303
    assert table.now.state.board.outcome("community_chest", 9).amount == 11


def test_two_rents_of_one_property_are_collected_one_after_the_other(app: Flask) -> None:
    landings = (
        {"kind": "set_space", "seat": ANNA, "space": 12},
        {"kind": "roll", "seat": ANNA, "dice": [3, 3]},
        {"kind": "roll", "seat": ANNA, "dice": [2, 2]},
        {"kind": "roll_list", "seat": ANNA, "dice": [1, 1, 2]},
        {"kind": "follow_line", "seat": ANNA, "effect": "back", "amount": 4},
    )
    table = at_the_board(app, BEGUN, deed(18, BRUNO), *landings)
    bruno = table.phones[BRUNO]
    assert bruno.go(table.page).html.count('id="b-rent-18"') == 1

    page = bruno.press(bruno.go(table.page), "b-rent-18")
    page = bruno.press(page, "b-rent-18")

    assert table.balance("seat 1") == 1528 and "b-rent-18" not in page.html


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The next bid is 161, and you can raise 160 at most: pass."),
        ("it", "Ora si offre almeno 161 e tu puoi arrivare solo a 160: passa."),
        ("fr", "Il faut offrir 161, et vous pouvez réunir 160 au plus : passez."),
    ],
)
def test_a_bidder_who_cannot_reach_the_next_bid_is_told_to_pass(
    app: Flask, language: str, said: str
) -> None:
    up = (
        {"kind": "correct", "source": "seat 0", "target": "bank", "amount": 1440},
        {"kind": "roll", "seat": ANNA, "dice": [1, 2]},
        {"kind": "decline", "seat": ANNA},
        {"kind": "bid", "seat": BRUNO, "amount": 90},
    )
    table = at_the_board(app, BEGUN, deed(5, ANNA), *up, language=language)
    anna = table.phones[ANNA]
    chips = [b.value for form in anna.go(table.page).forms for b in form.buttons]
    assert "bid 140" in chips and "bid 190" not in chips

    table.do({"kind": "bid", "seat": CARLA, "amount": 160})

    page = anna.go(table.page)
    assert said in page.text.replace("\N{NO-BREAK SPACE}", " ")
    assert "b-bid" not in page.html and "b-pass" in page.html
    assert said not in table.phones[BRUNO].go(table.page).text.replace("\N{NO-BREAK SPACE}", " ")


ROLLED = {"kind": "roll", "seat": ANNA, "dice": [4, 6], "at": 1000}
GIVEN = {"kind": "propose_deal", "seat": CARLA, "other": ANNA, "gives": [15]}


@pytest.mark.parametrize(("minutes", "is_over"), [(None, False), (10, True)])
def test_after_the_time_limit_phones_offer_only_legal_moves(
    app: Flask, minutes: int | None, is_over: bool
) -> None:
    """A clock of ten minutes that began at second 1000 has run out long ago."""
    actions = (BEGUN, deed(5, ANNA), deed(15, CARLA), ROLLED, GIVEN)
    table = at_the_board(app, *actions, options={"minutes": minutes} if minutes else {})
    anna = table.phones[ANNA]

    page = anna.go(f"{table.page}?draft=group.stations")

    assert ("Mortgage +100" in page.text) != is_over and ("Accept" in page.text) != is_over
    assert ("nothing more can change hands" in page.text) == is_over
    for phone in table.phones:
        phone.post(f"{table.page}sit", {"leave": "1"})
    assert ("Accept Carla’s offer" in table.banker.go(table.page).text) != is_over


def test_a_step_before_the_time_limit_is_fixed_with_moves_legal_then(app: Flask) -> None:
    """Anna mortgaged the wrong station of hers, and the time is over by now."""
    mortgaged = {"kind": "mortgage", "seat": ANNA, "position": 5}
    stations = (deed(5, ANNA), deed(15, ANNA))
    table = at_the_board(app, BEGUN, *stations, ROLLED, mortgaged, options={"minutes": 10})

    page = table.banker.go(f"{table.page}history?step={table.sequence}")

    assert "Mortgage +100" in page.text


def test_a_mortgage_button_names_its_deed_if_no_heading_does(app: Flask) -> None:
    stations = (deed(place, ANNA) for place in (5, 15, 25))
    mortgaged = {"kind": "mortgage", "seat": ANNA, "position": 25}
    table = at_the_board(app, BEGUN, *stations, mortgaged)

    correction_page = table.banker.go(f"{table.page}history?step={table.sequence}")
    group_page = table.phones[ANNA].go(f"{table.page}?draft=group.stations")

    names = [table.now.state.board[place].name for place in (5, 15)]
    assert [f"{name}: Mortgage +100" in correction_page.text for name in names] == [True, True]
    assert [f"{name}: Mortgage" in group_page.text for name in names] == [False, False]
    assert "Mortgage +100" in group_page.text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You owe Bruno 600 (rent, Mayfair) 500 short. You can raise only 100 more."),
        ("it", "Devi 600 a Bruno (affitto, Parco della Vittoria)"),
        ("fr", "Vous devez 600 à Bruno (loyer, Rue de la Paix)"),
    ],
)
def test_a_debtors_screen_shows_what_is_missing_and_could_be_raised(
    app: Flask, language: str, told: str
) -> None:
    table = owing(app, language=language)

    assert told in table.phones[ANNA].go(table.page).text


def test_a_debtor_is_linked_to_the_first_group_that_raises_money(app: Flask) -> None:
    table = owing(app, {"kind": "correct", "source": "bank", "target": "seat 0", "amount": 450})
    anna = table.phones[ANNA]

    page = anna.go(anna.where(anna.go(table.page).link("Sell or mortgage")))

    assert 'id="b-mortgage-5"' in page.html


def test_dice_are_large_for_their_roller_and_small_for_the_next(app: Flask) -> None:
    thrown = {"kind": "roll", "seat": ANNA, "dice": [1, 2]}
    table = at_the_board(app, BEGUN, deed(3, BRUNO), thrown)

    his, next_one = (table.phones[seat].go(table.page).html for seat in (ANNA, BRUNO))

    assert 'class="dies"' in his
    assert 'class="dies"' not in next_one
    assert re.search(r"⚁</i>\s*</b>\s*<span[^>]*>Anna is on", next_one)


def test_dice_that_lead_to_an_unowned_property_are_above_its_deed(app: Flask) -> None:
    table = at_the_board(app, BEGUN, {"kind": "roll", "seat": ANNA, "dice": [1, 2]})

    html = table.phones[ANNA].go(table.page).html

    assert 0 < html.find('class="dies"') < html.find('class="deed')


def test_a_tick_keeps_a_card_line_from_being_remembered(shared_app: Flask) -> None:
    table = at_the_board(shared_app, BEGUN, ON_CHANCE, FIFTEEN | {"dice": [1, 1, 2]})
    anna = table.phones[ANNA]

    anna.press(anna.go(table.page), "b-line-station-2", once="on")

    assert table.now.state.spaces[ANNA] == 15
    assert table.now.state.board.outcome("chance", 4) is None

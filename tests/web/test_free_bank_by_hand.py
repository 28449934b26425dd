"""The free bank on devices without script: set up by typed texts, paid by links and buttons."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.testing.households import NAMES, a_record
from tests.games.free_bank.free_bank_player import Household, a_setup
from tests.games.records import read_record
from tests.web.pages import Page
from tests.web.phones import Phone, Table, seated
from tests.web.test_fragment_sizes import MOST, sizes

TYPED = {"currency": "Ducats", "unit": "D", "start": "1 500", "accounts": "Tax office"}


def set_up(app: Flask, **typed: str) -> tuple[Phone, Any]:
    """Return a device that set up a table of two, and what it was answered."""
    phone = Phone(app)
    form = phone.go("/new/free_bank?players=2").form("name_0")
    return phone, phone.submit(form, name_0="Anna", name_1="Bruno", **{**TYPED, **typed})


def at_the_bank(app: Flask, *actions: dict[str, Any], players: int = 3, **options: Any) -> Table:
    """Return a free bank, a phone at each of at most four seats."""
    seats = [{"name": name} for name in NAMES[:players]]
    given = {"start": 100, **options}
    return seated(app, *actions, game="free_bank", options=given, copy={}, seats=seats)


def test_a_table_is_made_with_typed_texts(app: Flask) -> None:
    phone, answer = set_up(app)
    page = phone.go(answer.headers["Location"].removesuffix("invite"))

    assert "Anna 1500" in page.text and "Tax office" in page.text
    screen = phone.go(phone.at + "?screen=table")
    assert "Free bank Round 1 · Ducats" in screen.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"accounts": "Tax, tax"}, "“tax” already exists. Choose another name."),
        ({"start": "1.5"}, "Enter a whole number"),
        ({"unit": "sesterces"}, "“unit” may have at most 6 characters."),
    ],
)
def test_impossible_settings_are_refused_and_kept_in_the_form(
    app: Flask, typed: dict[str, str], said: str
) -> None:
    _, answer = set_up(app, **typed)

    assert answer.status_code >= 400
    assert said in answer.text and 'value="Ducats"' in answer.text


def test_new_game_starts_with_the_usual_number_of_seats(app: Flask) -> None:
    form = Phone(app).go("/new/free_bank").form("name_0")

    assert [f"name_{place}" in form.fields for place in (3, 4)] == [True, False]


def follow(phone: Phone, *words: str) -> Any:
    """Follow links of a page one after the other, whatever sign of a colour is before a name."""
    page = phone.go(phone.at)
    for word in words:
        link = next(link for link in page.links if word in (link.text.strip(), link.text[2:]))
        page = phone.go(phone.where(link.href))
    return page


def test_a_payment_is_composed_without_script(app: Flask) -> None:
    table = at_the_bank(app)
    anna = table.phones[0]
    anna.go(table.page)

    page = follow(anna, "Carla", "10", "10", "5")
    assert "Pay 25" in page.text
    paid = anna.press(page, "Pay 25")

    assert [table.balance(f"seat {seat}") for seat in range(3)] == [75, 100, 125]
    assert "Anna pays Carla 25." in paid.text


def test_another_amount_is_typed_and_nonsense_is_refused_by_its_rule(app: Flask) -> None:
    table = at_the_bank(app)
    anna = table.phones[0]
    anna.go(table.page)
    page = follow(anna, "The pot")

    refused = anna.submit(page.form("Pay"), "Pay", **{"paid.typed": "2,5"})
    assert "Enter a whole amount such as 12, not “2,5”." in refused.text
    assert "/rules/free_bank#FB-M1" in refused.text

    anna.press(page, "Pay", **{"paid.typed": "33"})
    assert table.balance("pot") == 33


def test_a_refused_payment_offers_as_much_as_possible(app: Flask) -> None:
    table = at_the_bank(app)
    anna = table.phones[0]
    anna.go(table.page)

    refused = anna.submit(follow(anna, "The pot").form("Pay"), "Pay", **{"paid.typed": "120"})
    assert "You can pay at most 100." in refused.text
    anna.press(Page(refused.text), "As much as possible")

    assert (table.balance("seat 0"), table.balance("pot")) == (0, 100)


def test_the_banker_shares_the_pot_among_those_who_are_ticked(app: Flask) -> None:
    table = at_the_bank(app)
    table.do({"kind": "move", "source": "bank", "target": "pot", "amount": 25})

    page = table.banker.go(f"{table.page}bank")
    table.banker.press(page, "Share it", **{"seats.1": "on", "seats.2": "on"})

    assert [table.balance(name) for name in ("seat 0", "seat 1", "pot")] == [100, 112, 1]


def test_a_payment_is_asked_for_and_accepted_on_the_phones(app: Flask) -> None:
    table = at_the_bank(app)
    anna, bruno, _ = table.phones

    page = anna.go(f"{table.page}bank")
    anna.press(page, "b-ask", payer="1", typed="2*10")
    assert "You ask Bruno for 20." in anna.go(table.page).text
    assert "Anna asks you for 20." in bruno.go(table.page).text
    page = bruno.go(table.page)
    assert page.text.index("Anna asks for 20.") < page.text.index("You pay To")
    bruno.press(page, "b-accept-1")

    assert [table.balance(f"seat {seat}") for seat in (0, 1)] == [120, 80]
    assert anna.tap(table, {"kind": "accept_payment", "seat": 1, "number": 1}).status_code == 403


PAY = {"kind": "pay", "seat": 0, "target": "seat 1", "amount": 1}
TAKE = {"kind": "take", "seat": 0, "amount": 1}
SALARY = {"kind": "salary", "seat": 0}
SCORE = {"kind": "score", "seat": 0, "amount": 1}
PUT_UP = {"kind": "put_up"}
MOVE = {"kind": "move", "source": "seat 0", "target": "bank", "amount": 1}


@pytest.mark.parametrize(
    ("movers", "allowed", "refused"),
    [
        ("pay", [PAY, SCORE, PUT_UP], [TAKE, SALARY, MOVE]),
        ("pay_and_take", [PAY, TAKE, SALARY, SCORE, PUT_UP], [MOVE]),
        ("banker", [], [PAY, TAKE, SALARY, SCORE, PUT_UP, MOVE]),
    ],
)
def test_players_move_only_allowed_money_and_the_banker_any(
    app: Flask, movers: str, allowed: list[dict[str, Any]], refused: list[dict[str, Any]]
) -> None:
    table = at_the_bank(app, movers=movers, salary=5)
    anna = table.phones[0]

    assert [anna.tap(table, action).status_code for action in allowed] == [303] * len(allowed)
    assert [anna.tap(table, action).status_code for action in refused] == [403] * len(refused)
    if PUT_UP in allowed:
        table.do({"kind": "call_off"})
    for action in (*allowed, *refused):
        assert table.banker.tap(table, action).status_code == 303, action
    assert anna.tap(table, {**PAY, "seat": 1, "target": "seat 0"}).status_code == 403


def test_a_player_is_offered_only_allowed_payments(app: Flask) -> None:
    shown = {}
    for movers in ("pay", "pay_and_take", "banker"):
        table = at_the_bank(app, movers=movers, salary=5)
        shown[movers] = table.phones[0].go(table.page).html

    assert ["<small>To</small>" in html for html in shown.values()] == [True, True, False]
    assert ["<small>From</small>" in html for html in shown.values()] == [False, True, False]
    assert ["Salary +5" in text for text in shown.values()] == [False, True, False]
    assert not any("Someone else pays" in text for text in shown.values())


def test_a_payment_starts_with_the_payer_and_lists_players_first(app: Flask) -> None:
    table = at_the_bank(app, movers="pay_and_take")

    html = table.phones[0].go(table.page).html

    payer, rest = html.split('id="payer"')[1].split("</details>")
    assert "You pay" in payer and "The bank" in payer
    targets = rest.split("targets")[1].split("</p>")[0]
    assert targets.count('class="player"') == 2
    assert targets.index("Carla") < targets.index("<i></i>") < targets.index("The bank")


ROLL = {"kind": "roll", "seat": 0, "which": "2d6"}
FELL = {"kind": "roll", "seat": 0, "dice": 2, "values": [3, 4]}


def test_features_left_out_at_the_start_are_hidden_and_refused(app: Flask) -> None:
    table = at_the_bank(app, dice="none", auctions=False)

    for phone in (table.phones[0], table.banker):
        own, bank = phone.go(table.page).html, phone.go(table.page + "bank").text
        assert "Roll" not in own and "dice" not in bank and "auction" not in bank
        assert "Auction" not in own and "Countdown and more" in own and "Begin round 2" in own
        for action in (ROLL, PUT_UP):
            refused = phone.tap(table, action)
            assert refused.status_code == 422 and "/rules/free_bank#FB-S4" in refused.text


@pytest.mark.parametrize(
    ("dice", "offered"),
    [
        ("1d6 2d6", ["Roll a die", "Roll two dice"]),
        ("1d6", ["Roll a die"]),
        ("2d6", ["Roll two dice"]),
        ("1d20", ["Roll 1d20"]),
    ],
)
def test_one_tap_rolls_the_chosen_dice(app: Flask, dice: str, offered: list[str]) -> None:
    table = at_the_bank(app, dice=dice)
    anna = table.phones[0]
    page = anna.go(table.page)

    labels = [" ".join(button.text.split()) for form in page.forms for button in form.buttons]
    assert [label for label in labels if label.startswith("Roll")] == offered
    rolled = anna.press(page, offered[-1])
    assert f"Anna rolls {dice.split()[-1]}: " in rolled.text


def test_only_seats_that_can_pay_more_are_asked_to_bid(app: Flask) -> None:
    """Nobody has a phone; after Anna's bid the banker asks only players who can pay more."""
    steps: list[dict[str, Any]] = [
        {"kind": "put_up", "what": "Mill"},
        {"kind": "pay", "seat": 1, "target": "bank", "amount": 97},
        {"kind": "bid", "seat": 0, "amount": 60},
    ]
    table = at_the_bank(app, *steps, players=4)
    for phone in table.phones:
        phone.post(table.page + "sit", {"leave": "1"})

    page = table.banker.go(table.page + "?for=0")

    assert page.text.partition("Bid 61")[2].split()[:3] == ["Carla", "Dario", "Pass…"]
    assert page.text.partition("Pass… ")[2].split()[:3] == ["Bruno", "Carla", "Dario"]


def test_no_post_can_choose_when_a_countdown_began(app: Flask) -> None:
    table = at_the_bank(app)

    table.phones[0].tap(table, {"kind": "start_clock", "seconds": 60, "at": 5})

    assert table.now.state.timer.ends_at > 1_000_000_000


@pytest.mark.parametrize(
    ("language", "button"),
    [("en", "Sell to Anna"), ("it", "Aggiudica ad Anna"), ("fr", "Adjuger à Anna")],
)
def test_the_buttons_of_a_tie_name_their_winner(app: Flask, language: str, button: str) -> None:
    bids = [{"kind": "seal_bid", "seat": seat, "amount": 5} for seat in range(3)]
    table = at_the_bank(app, {"kind": "put_up", "how": "sealed"}, *bids)
    table.banker.language = language

    table.banker.press(table.banker.go(table.page), button)

    assert table.now.state.auction is None
    assert table.balance("seat 0") == 95


def is_asked(phone: Phone, table: Table) -> bool:
    """Return whether a device's screen is coloured because its player must act."""
    return "my-turn" in phone.get(table.page).text


def test_only_a_screen_with_a_question_is_highlighted(app: Flask) -> None:
    table = at_the_bank(app)
    screens = [table.banker, *table.phones]
    marked = {"playing": [is_asked(phone, table) for phone in screens]}
    table.do({"kind": "put_up", "how": "sealed"}, {"kind": "seal_bid", "seat": 0, "amount": 5})
    marked["sealed"] = [is_asked(phone, table) for phone in screens]
    table.do(*({"kind": "seal_bid", "seat": seat, "amount": 5} for seat in (1, 2)))
    marked["tied"] = [is_asked(phone, table) for phone in screens]

    assert marked == {
        "playing": [False] * 4,
        "sealed": [False, False, True, True],
        "tied": [True, False, False, False],
    }


@pytest.mark.parametrize(
    ("language", "turn"), [("en", "your turn"), ("it", "tocca a te"), ("fr", "à vous de jouer")]
)
def test_the_free_bank_mentions_no_turns(app: Flask, language: str, turn: str) -> None:
    table = at_the_bank(app)

    for phone in table.everybody:
        phone.language = language
        assert turn not in phone.go(table.page).text.casefold()


def test_a_players_money_page_names_the_other_side_of_each_payment(app: Flask) -> None:
    table = at_the_bank(
        app,
        {"kind": "pay", "seat": 0, "target": "seat 1", "amount": 7},
        {"kind": "pay", "seat": 1, "target": "pot", "amount": 2},
    )

    text = table.phones[1].go(f"{table.page}purse/1").text

    assert "payment · Anna +7 107" in text and "payment · The pot −2 105" in text


def test_the_chart_of_a_long_game_stays_small_and_ends_now(app: Flask) -> None:
    there = {"kind": "pay", "seat": 0, "target": "seat 1", "amount": 1}
    back = {"kind": "pay", "seat": 1, "target": "seat 0", "amount": 1}
    table = at_the_bank(app, *[*[there] * 50, *[back] * 50] * 5, there)

    page = table.onlooker.go(f"{table.page}account")

    lines = [given["points"] for tag, given in page.elements if tag == "polyline"]
    points = [len(line.split()) for line in lines]
    # Of what never changes only the ends are drawn.
    assert 100 < max(points) <= 161 and min(points) == 2
    assert "step 501" in page.text and "101" in page.text


def test_the_free_bank_is_called_by_its_name_in_every_language(app: Flask) -> None:
    for language, title in (("en", "Free bank"), ("it", "Banca libera"), ("fr", "Banque libre")):
        assert title in Phone(app, language).go("/").text


@pytest.mark.parametrize("language", ["en", "it", "fr"])
@pytest.mark.parametrize("name", ["most-money", "sealed"])
def test_a_fragment_is_at_most_four_kilobytes(app: Flask, name: str, language: str) -> None:
    record = read_record("free_bank", name)

    largest = sorted(sizes(app, record, [language]))[-3:]

    assert largest[-1][0] <= MOST["free_bank"], largest


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_fragments_of_ten_players_with_everything_fit(app: Flask, language: str) -> None:
    options = {"unit": "Lire", "start": 2_000_000, "salary": 5000, "accounts": "Tax office, Port"}
    record = a_record(Household(Random(4), 30), a_setup(10, movers="pay_and_take", **options))

    largest = sorted(sizes(app, record, [language]))[-3:]

    assert largest[-1][0] <= MOST["free_bank"], largest


def test_real_dice_must_be_entered_before_they_are_sent(app: Flask) -> None:
    table = at_the_bank(app)
    page = table.banker.go(f"{table.page}bank")

    assert page.form("b-fell") is not page.form("b-roll")
    needed = [
        at["placeholder"]
        for tag, at in page.elements
        if tag == "input" and "required" in at and at.get("placeholder")
    ]
    assert "3 5" in needed
    table.banker.press(page, "b-fell", which="2d6", typed="3 5")
    assert table.now.state.fallen == (0, 6, (3, 5))


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        ("most_money", "Money ■ Anna 100"),
        ("most_points", "Money and points Money Points ■ Anna 100 0"),
    ],
)
def test_final_scores_mention_points_only_if_they_count(
    app: Flask, standing: str, said: str
) -> None:
    table = at_the_bank(app, standing=standing)

    page = table.banker.go(f"{table.page}account")

    assert said in " ".join(page.text.split())


def pads(phone: Phone, path: str, *names: str) -> list[str]:
    """Return the keyboards that a page asks a phone for, for the fields with these names."""
    inputs = [given for tag, given in phone.go(path).elements if tag == "input"]
    return [given.get("inputmode", "") for given in inputs if given.get("name") in names]


@pytest.mark.parametrize(("debt", "keyboard"), [(0, "numeric"), (50, "")])
def test_a_counted_debt_can_be_typed_with_a_minus(app: Flask, debt: int, keyboard: str) -> None:
    table = at_the_bank(app, debt=debt)
    bank = f"{table.page}bank"

    assert pads(table.banker, bank, "amounts.seat 0", "amounts.pot") == [keyboard, "numeric"]
    form = table.banker.go(bank).form("amounts.seat 0")
    answer = table.banker.submit(form, "Fix the money", **{"amounts.seat 0": "−20"})
    assert (answer.status_code, table.balance("seat 0")) == ((303, -20) if debt else (422, 100))
    quiz = table.phones[1].go(table.page).html.split('id="count"')[1].split("</section>")[0]
    assert ('inputmode="numeric"' in quiz) == (debt == 0)


def test_negative_points_are_corrected_with_a_minus(app: Flask) -> None:
    table = at_the_bank(app, {"kind": "score", "seat": 1, "amount": 8}, PAY)
    history = f"{table.page}history?step="

    assert pads(table.banker, f"{history}1", "score.amount") == [""]
    assert pads(table.banker, f"{history}2", "pay.amount") == ["numeric"]
    form = table.banker.go(f"{history}1").form("amend")
    table.banker.submit(form, "b-score-typed", **{"score.amount": "-3"})
    assert table.now.state.points(1) == -3


def read_by_the_quiz(app: Flask, typed: str) -> Any:
    """Return the answer to an entry in the quiz of a phone."""
    table = at_the_bank(app)
    return table.phones[0].get(f"/t/{table.code}/amount?{urlencode({'typed': typed})}").get_json()


@pytest.mark.parametrize(
    "typed", ["1500", "1 500", "1,500", "1.500", "1300+200", "2*750", "$1,500"]
)
def test_the_quiz_reads_answers_like_amounts(app: Flask, typed: str) -> None:
    assert read_by_the_quiz(app, typed) == {"amount": 1500}


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("−20", {"amount": -20}),
        ("-20", {"amount": -20}),
        ("", {"refusal": "Enter an amount first."}),
        ("1.5", {"refusal": "Enter a whole amount such as 12, not “1.5”."}),
    ],
)
def test_the_quiz_reads_a_minus_and_ignores_an_empty_answer(
    app: Flask, typed: str, answer: object
) -> None:
    assert read_by_the_quiz(app, typed) == answer


def test_the_header_has_its_amounts_in_data_attributes(app: Flask) -> None:
    table = at_the_bank(app, {"kind": "score", "seat": 0, "amount": -3}, start=15000)

    page = table.phones[0].get(f"/t/{table.code}/").text

    assert re.findall(r'<li data-step="(\d+)"(?: data-at="\d+")?>', page)
    assert 'data-money="15000"' in page and 'data-points="-3"' in page
    assert page.count("Your points: −3.") == 1, "in the words of the player, and not twice"


def block(html: str, start: str, end: str) -> str:
    """Return the part of a page between two marks, without tags."""
    part = html.split(start, 1)[1].split(end, 1)[0].partition(">")[2]
    return " ".join(re.sub("<[^>]*>", " ", part).split())


@pytest.mark.parametrize(
    ("standing", "head", "row"),
    [
        ("most_points", "■ Anna Money: 100 8 points", "Money: 100 8"),
        ("most_money", "■ Anna Points: 8 100", "8 points 100"),
    ],
)
def test_the_deciding_number_is_the_large_one(
    app: Flask, standing: str, head: str, row: str
) -> None:
    table = at_the_bank(app, {**SCORE, "amount": 8}, standing=standing)
    phone, big = table.phones[0].go(table.page), table.onlooker.go(f"{table.page}?screen=table")

    assert block(phone.html, 'class="mine', "</section>") == head
    for page in (phone, big):
        assert block(page.html, 'class="has"', "</span>") == row
        large = page.html.split('class="has"')[1].split("</span>")[0].split("<b>")[1]
        assert large.startswith("8" if standing == "most_points" else "100")


def test_taking_money_has_its_own_title_and_goes_to_the_player(app: Flask) -> None:
    table = at_the_bank(app, movers="pay_and_take")
    anna = table.phones[0]
    paying = anna.go(table.page)
    link = next(one for one in paying.links if '"take"' in one.attributes.get("data-put", ""))

    taking = anna.go(anna.where(link.href))

    for page, shown, hidden in ((paying, "pay", "take"), (taking, "take", "pay")):
        of = [given for _, given in page.elements if "data-for" in given]
        assert {given["data-for"] for given in of if "hidden" not in given} == {shown}
        assert {given["data-for"] for given in of if "hidden" in given} == {hidden}
    assert block(taking.html, '<p class="names" data-for="take"', "</p>") == "To ■ Me"


def test_a_composed_payment_is_shown_below_with_its_total(app: Flask) -> None:
    table = at_the_bank(app, unit="fl")
    anna = table.phones[0]
    anna.go(table.page)

    hands = follow(anna, "Carla", "10").html.split('class="hands"')[1]

    assert block(hands, '<button id="b-pay"', "</button>").endswith("Pay 10 fl")


@pytest.mark.parametrize("how", ["open", "sealed"])
def test_the_lot_is_everyones_headline_and_replaces_old_dice(app: Flask, how: str) -> None:
    steps: tuple[dict[str, Any], ...] = (FELL, {**PUT_UP, "what": "Building site", "how": how})
    table = at_the_bank(app, *steps)
    if how == "open":
        table.do({"kind": "bid", "seat": 1, "amount": 5})

    for phone, path in (
        *((one, table.page) for one in table.phones[:2]),
        (table.banker, table.page),
        (table.onlooker, f"{table.page}?screen=table"),
    ):
        html = phone.go(path).html
        assert '<h2 class="up">Building site</h2>' in html
        assert 'class="dice"' not in html


def test_after_undoing_the_opening_sealed_bids_can_be_changed(app: Flask) -> None:
    """Everyone has seen them: the history does not pretend that they were secret again."""
    bids = [{"kind": "seal_bid", "seat": seat, "amount": 10 + seat} for seat in range(3)]
    table = at_the_bank(app, {**PUT_UP, "how": "sealed"}, *bids)
    table.do({"kind": "undo", "entry": 4})

    history = table.phones[0].go(f"{table.page}history").text
    table.do({**bids[0], "amount": 30}, bids[2])

    assert "The bids: Carla 12, Bruno 11, Anna 10." in history
    assert table.balance("seat 0") == 70

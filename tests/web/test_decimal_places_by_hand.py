"""A free bank whose money has decimal places: every page reads and writes them."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from companion.games import game_named
from companion.mechanics.actions.refusal import not_none
from companion.web.live.chart import turn_ends, wealth_chart
from tests.games.free_bank.free_bank_tables import seated as bank
from tests.web.pages import Page
from tests.web.phones import Phone, Table, seated
from tests.web.test_free_bank_by_hand import at_the_bank, follow, set_up
from tests.web.test_scenes import drawn

UNWRITTEN = re.compile(r"(?<![\d.,:#-])(?!20\d\d)\d{4,}(?![\d.,])|(?<![\d.])\d+\.\d\d(?![\d.])")
"""Matches an amount in cents, which has four digits or more in these tests, or in English."""
START: dict[str, Any] = {
    "start": 123400,
    "places": 2,
    "unit": "€",
    "salary": 3150,
    "accounts": "Port",
}
PAID: list[dict[str, Any]] = [
    {"kind": "pay", "seat": 0, "target": "pot", "amount": 10_001},
    {"kind": "salary", "seat": 1},
    {"kind": "share", "source": "pot", "seats": [0, 1, 2]},
    {"kind": "move", "source": "pot", "target": "seat 0", "amount": 2, "reason": "rest"},
]
ASKED = {"kind": "ask_payment", "seat": 0, "payer": 1, "amount": 1575}
BIDS: list[dict[str, Any]] = [
    {"kind": "put_up", "what": "Mill", "amount": 1050},
    {"kind": "bid", "seat": 0, "amount": 1050},
    {"kind": "bid", "seat": 1, "amount": 2099},
]
SEALED: list[dict[str, Any]] = [
    {"kind": "put_up", "what": "Port", "how": "sealed", "amount": 1050},
    {"kind": "seal_bid", "seat": 0, "amount": 1275},
    {"kind": "seal_bid", "seat": 1, "amount": 1280},
]
MENDED: list[dict[str, Any]] = [
    {"kind": "correct", "source": "bank", "target": "seat 2", "amount": 1005},
    {"kind": "count_cash", "amounts": {"seat 0": 120_010}},
    {"kind": "set_salary", "amount": 3175},
    {"kind": "set_option", "option": "debt", "value": "10,5"},
]
END = {"kind": "end"}
PAGES = ("", "?screen=table", "bank", "history", "purse/0", "purse/1", "account", "account.txt")
MOMENTS: dict[str, tuple[list[dict[str, Any]], tuple[str, ...]]] = {
    "paid": (PAID, (*PAGES, "history?step=1", "history?step=2", "?draft=0.3.1234")),
    "asked": ([*PAID, ASKED], ("", "?for=1", "?screen=table")),
    "bids": ([*PAID, *BIDS], (*PAGES, "sold?to=0", "history?step=7")),
    "sealed": ([*PAID, *SEALED], ("", "?screen=table", "bank")),
    "opened": ([*PAID, *SEALED, {"kind": "hammer"}], PAGES),
    "mended": ([*PAID, *MENDED], (*PAGES, "history?step=5")),
    "over": ([*PAID, END], (*PAGES, "replay/2", "result.svg")),
}


def german(app: Flask, *actions: dict[str, Any], **options: Any) -> Table:
    seats = [{"name": name} for name in ("Anna", "Bruno", "Carla")]
    given, languages = {**START, **options}, ("de",) * 4
    table = seated(
        app,
        *actions,
        game="free_bank",
        options=given,
        copy={},
        seats=seats,
        languages=languages,
    )
    table.banker.language = table.onlooker.language = "de"
    return table


def text_at(phone: Phone, path: str) -> str:
    """Return the text of a page, with what its inputs hold and its labels say."""
    html = phone.get(path).text
    inputs = [one for one in re.findall("<input[^>]*>", html) if "hidden" not in one]
    held = re.findall(r'(?:placeholder|value)="([^"{]*)"', " ".join(inputs))
    named = re.findall(r'(?:aria-label|data-label)="([^"{]*)"', html)
    return " ".join([Page(html).text, *held, *named]).replace("\xa0", " ")


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_page_shows_an_amount_in_cents_or_in_english(app: Flask, moment: str) -> None:
    """An amount of four digits has a comma, or somebody forgot to write it."""
    actions, pages = MOMENTS[moment]
    table = german(app, *actions)

    for path in pages:
        for phone in (table.banker, table.phones[1], table.onlooker):
            text = text_at(phone, table.page + path)
            for code in (table.code, f"{table.code[:4]}-{table.code[4:]}"):
                text = text.replace(code, "")
            assert not UNWRITTEN.findall(text), (path, text)


PRINTED = [
    ("paid", 0, "", "Anna 1167,34", "the seats"),
    ("paid", 0, "purse/0", "−100,01 1133,99", "a statement"),
    ("paid", 0, "purse/0", "+33,33", "a gain"),
    ("paid", 0, "purse/0", "1167,34 €", "the balance"),
    ("paid", None, "purse/0", "+0,05", "a chip of a correction"),
    ("paid", 0, "history", "33,33 €", "a share"),
    ("paid", 0, "history", "0,02 €", "a rest"),
    ("paid", None, "bank", "Anna: 1167,34", "a balance beside a name"),
    ("paid", None, "bank", "1167,34 1298,83 1267,33", "the balances to count"),
    ("paid", 0, "bank", "0,01", "the lowest bid"),
    ("paid", None, "bank", "31,50", "the salary in its field"),
    ("paid", 0, "?draft=0.3.1234", "Zahlen 12,34 €", "a composed payment"),
    ("paid", 0, "", "Alle 1 5 10 20 50 100 500 Zurück", "chips"),
    ("paid", 0, "account", "Anna 1167,34", "the scores so far"),
    ("bids", None, "history?step=7", "21,01", "other amounts for a step"),
    ("asked", 1, "", "Anna verlangt 15,75 €.", "a request"),
    ("bids", 0, "", "≥ 21,00", "a lowest bid"),
    ("bids", None, "sold?to=0", "21,00", "the prices of a spoken auction"),
    ("bids", 2, "?screen=table", "20,99 €", "the highest bid"),
    ("sealed", 2, "", "≥ 10,50", "the lowest sealed bid"),
    ("opened", 0, "history", "Bruno 12,80 €", "opened bids"),
    ("mended", 0, "history", "10,05 €", "a correction"),
    ("mended", 0, "history", "1200,10 €", "counted cash"),
    ("mended", None, "bank", "10,50", "a changed setting in its field"),
    ("mended", 0, "history", "31,75 €", "a salary"),
    ("over", 0, "account.txt", "Anna: 1167,34", "the outcome as text"),
    ("over", 0, "account", "−66,66", "a term"),
    ("over", 0, "", "Bruno 1298,83", "a place"),
    ("over", 0, "", "1167,34", "the own result"),
    ("over", 0, "?screen=table", "64,83", "a term on the big screen"),
    ("over", 0, "result.svg", "1298,83", "the picture of the result"),
]
"""A moment, a seat or None for the banker, a page, and what it shows there."""


@pytest.mark.parametrize(("moment", "seat", "path", "words", "what"), PRINTED)
def test_each_place_writes_the_decimals_of_its_language(
    app: Flask, moment: str, seat: int | None, path: str, words: str, what: str
) -> None:
    table = german(app, *MOMENTS[moment][0])
    phone = table.banker if seat is None else table.phones[seat]

    text = text_at(phone, table.page + path)

    assert words in text, (what, text)


@pytest.mark.parametrize(
    ("moment", "seat", "path", "field"),
    [
        ("paid", 0, "", "paid.typed"),
        ("paid", None, "bank", "amount"),
        ("paid", None, "bank", "amounts.seat 0"),
        ("paid", None, "bank", "debt.value"),
        ("paid", 0, "bank", "typed"),
        ("sealed", 2, "", "seal_bid.typed"),
        ("bids", 0, "", "bid.typed"),
        ("bids", None, "sold?to=0", "amount"),
        ("bids", None, "history?step=7", "bid.amount"),
    ],
)
def test_a_phone_shows_a_keypad_with_a_decimal_key(
    app: Flask, moment: str, seat: int | None, path: str, field: str
) -> None:
    table = german(app, *MOMENTS[moment][0])
    phone = table.banker if seat is None else table.phones[seat]

    inputs = re.findall("<input[^>]*>", phone.get(table.page + path).text)

    (first, *_) = (one for one in inputs if f'name="{field}"' in one)
    assert 'inputmode="decimal"' in first


SCENES = [
    ([*BIDS[:2]], BIDS[2], "10,50 ■ Anna 20,99 ★ Bruno Bruno überbietet Anna mit 20,99."),
    (SEALED, {"kind": "hammer"}, "■ Anna 12,75 € ★ Bruno 12,80 €"),
    (BIDS, {"kind": "hammer"}, "20,99 € ★ Bruno"),
    (PAID, END, "★ Bruno 1298,83"),
]


@pytest.mark.parametrize(("before", "action", "words"), SCENES)
def test_a_scene_writes_the_decimals(
    app: Flask, before: list[dict[str, Any]], action: dict[str, Any], words: str
) -> None:
    table = german(app, *before)
    table.do(action)

    with app.app_context():
        text = Page(drawn(app, table.now, "de")).text.replace("\xa0", " ")

    assert words in text


def test_the_gold_on_a_phone_writes_the_price_with_decimals(app: Flask) -> None:
    table = german(app, *BIDS)

    with table.phones[1].stream(table) as events:
        next(events)
        table.do({"kind": "hammer"})
        gold = next(events).partition(' class="gold once"')[2].partition("</div>")[0]

    assert '<p class="figure">20,99\xa0€</p>' in gold


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("0,50", 50),
        ("1.5", 150),
        ("12 €", 1200),
        ("1.000", 100_000),
        ("2*15", 3000),
        ("1,005.25", 100_525),
        ("1k", 100_000),
    ],
)
def test_an_amount_is_typed_as_people_write_it(app: Flask, typed: str, amount: int) -> None:
    """Three digits after a separator are thousands."""
    table = at_the_bank(app, **START)
    anna = table.phones[0]
    anna.go(table.page)

    anna.press(follow(anna, "The pot"), "Pay", **{"paid.typed": typed})

    assert table.balance("pot") == amount


@pytest.mark.parametrize(
    ("language", "places", "typed", "words"),
    [
        ("en", 2, "1.2345", "such as 12.50, with at most 2 decimal places, not “1.2345”."),
        ("en", 1, "0.25", "such as 12.5, with at most 1 decimal place, not “0.25”."),
        ("de", 2, "0.505", "wie 12,50 ein, mit höchstens 2 Nachkommastellen, nicht „0.505“."),
        ("fr", 2, "0", "0,01"),
        ("it", 2, "2*", "2*"),
        ("es", 2, "10000000001", "10\u202f000\u202f000\u202f000,00"),
    ],
)
def test_an_amount_that_cannot_be_is_refused_in_the_money_of_the_table(
    app: Flask, language: str, places: int, typed: str, words: str
) -> None:
    table = at_the_bank(app, start=1000, places=places)
    anna = table.phones[0]
    anna.language = language
    page = anna.go(f"{table.page}?draft=0.4")

    refused = anna.submit(page.form("b-pay"), "b-pay", **{"paid.typed": typed})

    assert words in refused.text and table.balance("pot") == 0


def test_the_banker_corrects_and_counts_money_with_decimals(app: Flask) -> None:
    table = at_the_bank(app, **START)
    page = table.banker.go(f"{table.page}bank")

    table.banker.press(page, "Move the money", source="bank", target="seat 0", amount="0,05")
    counted = {"amounts.seat 1": "1000.5", "amounts.seat 2": ""}
    table.banker.press(page, "Fix the money", **counted)
    table.banker.press(page, "b-set-debt", **{"debt.value": "7,50"})

    assert (table.balance("seat 0"), table.balance("seat 1")) == (123_405, 100_050)
    assert table.now.state.ledger.floors["seat 0"] == -750


def test_a_spoken_price_and_a_step_are_corrected_with_decimals(app: Flask) -> None:
    table = at_the_bank(app, *BIDS, **START)
    table.banker.press(table.banker.go(f"{table.page}sold?to=0"), "b-sold-typed", amount="21,5")
    assert table.balance("seat 0") == 123_400 - 2150

    table.do({"kind": "pay", "seat": 1, "target": "pot", "amount": 250})
    page = table.banker.go(f"{table.page}history?step={table.sequence}")
    form = page.form("amend")
    (field,) = (name for name in form.fields if name.endswith(".amount") and "pay" in name)
    table.banker.press(page, f"b-{field.removesuffix('.amount')}-typed", **{field: "2,75"})
    assert table.balance("pot") == 275


def test_points_have_no_decimals(app: Flask) -> None:
    table = at_the_bank(app, {"kind": "pay", "seat": 0, "target": "pot", "amount": 5}, **START)

    page = table.phones[0].go(f"{table.page}bank")
    table.phones[0].press(page, "Give the points", typed="12")

    assert table.now.state.points(0) == 12
    assert "12 points" in table.phones[0].go(table.page).text


@pytest.mark.parametrize(
    ("standing", "typed", "amount", "keypad"),
    [
        ("most_money", "12,5", 1250, "decimal"),
        ("most_points", "12", 12, "numeric"),
        ("most_points", "12,5", None, "numeric"),
    ],
)
def test_the_quiz_reads_money_with_decimals_and_points_without(
    app: Flask, standing: str, typed: str, amount: int | None, keypad: str
) -> None:
    table = at_the_bank(app, **START, standing=standing)
    anna = table.phones[0]

    answer = anna.client.get(f"{table.page}amount", query_string={"typed": typed}).get_json()

    assert answer.get("amount") == amount
    panel = anna.go(table.page).html.split('id="count"')[1]
    assert re.findall('inputmode="([a-z]+)"', panel)[0] == keypad


def test_the_settings_before_the_game_are_typed_with_decimals(app: Flask) -> None:
    phone, answer = set_up(app, places="2", start="20,50", salary="1.5", debt="")
    table = phone.go(answer.headers["Location"].removesuffix("invite"))
    assert "Anna 20.50" in table.text

    _, refused = set_up(app, places="1", start="20,55")
    assert "at most 1 decimal place, not “20,55”" in refused.text
    assert 'value="20,55"' in refused.text
    again = phone.go("/new/free_bank")
    assert again.form("start").fields["start"] == "20.50"
    (start,) = re.findall('<input[^>]*name="start"[^>]*>', again.html)
    assert 'inputmode="decimal"' in start


def test_a_preset_keeps_its_decimals_and_shares_them(app: Flask) -> None:
    phone = Phone(app, "it")
    form = phone.go("/new/free_bank").form("box_name")
    typed = {**form.fields, "places": "2", "start": "20,50", "salary": "1", "box_name": "Poker"}

    saved = phone.post("/set-ups/free_bank", typed).headers["Location"]
    number = saved.partition("box=")[2]
    shared = phone.go(f"/set-ups/{number}/share").html
    file = json.loads(phone.get(f"/set-ups/{number}/file").text)

    assert phone.go(saved).form("start").fields["start"] == "20,50"
    assert "start=20%2C50" in shared and "places=2" in shared
    assert file["options"]["start"] == 2050 and file["options"]["salary"] == 100


def test_a_whole_game_ends_with_the_same_decimals_everywhere(app: Flask) -> None:
    table = german(app)
    table.do(*PAID, *BIDS, {"kind": "hammer"}, *MENDED, ASKED)
    table.do({"kind": "accept_payment", "seat": 1, "number": 1}, END)
    totals = {"Carla": "1277,38", "Bruno": "1262,09", "Anna": "1215,85"}
    page = table.banker.go(f"{table.page}account")

    text = text_at(table.banker, f"{table.page}account.txt")
    assert all(f"{name}: {total}" in text for name, total in totals.items()), text
    (link,) = re.findall(r'https://app.bgstatsapp.com/createPlay.html\?data=([^"]*)"', page.html)
    players = json.loads(unquote(link))["players"]
    assert {one["name"]: one["score"] for one in players} == {
        name: float(total.replace(",", ".")) for name, total in totals.items()
    }
    rows = list(csv.reader(io.StringIO(table.banker.get("/evenings.csv").text), delimiter=";"))
    assert {row[4]: row[5] for row in rows[1:]} == totals
    assert "Bruno 1262,09" in table.banker.go("/evenings").text
    with app.app_context():
        chart = wealth_chart(table.now)
        assert chart and [str(chart.denomination.figure(line.last)) for line in chart.lines] == [
            total.replace(",", ".") for total in (totals["Anna"], totals["Bruno"], totals["Carla"])
        ]
    record = json.loads(table.banker.get(f"{table.page}record.json").text)
    assert record["options"]["places"] == 2
    checked = table.banker.upload("/records/check", "record", json.dumps(record).encode())
    assert "1262,09" in Page(checked.text).text


def test_the_chart_counts_all_turns_by_what_wins_now(app: Flask) -> None:
    table = german(app, standing="most_points")
    table.do(
        {"kind": "score", "seat": 0, "amount": 7},
        {"kind": "next_round"},
        {"kind": "set_option", "option": "standing", "value": "most_money"},
    )

    with app.app_context():
        ends, _ = turn_ends(table.now, not_none(table.now.game.chart))

    assert set(ends.values()) == {(START["start"],) * 3}


@pytest.mark.parametrize(
    ("path", "field", "button"),
    [("/new/free_bank?players=2", "debt", "QR-Code zeigen"), ("bank", "debt.value", "b-set-debt")],
)
def test_a_setting_below_zero_is_refused_in_the_money_of_the_table(
    app: Flask, path: str, field: str, button: str
) -> None:
    table = german(app)
    page = table.banker.go(path if path.startswith("/") else table.page + path)

    refused = table.banker.submit(page.form(field), button, **{field: "-0,50", "places": "2"})

    assert refused.status_code == 422
    assert "Beträge sind nie negativ. Gib 0,00 oder mehr ein." in Page(refused.text).text


def test_a_table_without_decimals_says_nothing_of_them() -> None:
    game = game_named("free_bank")
    held = game.final.holdings(bank(places=0))

    assert "places" not in held

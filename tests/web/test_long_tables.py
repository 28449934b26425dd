"""A table of thousands of steps: its record is read again, its pages are as small as others'."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.games import game_named
from companion.mechanics.game import SeatSetup, Setup
from companion.mechanics.history.log import Entry
from companion.mechanics.money.corrections import MoneyCorrected
from companion.tables.storage.store import CopyLink
from companion.tables.tables import prepared, store_table
from companion.web.history.statement import STEPS
from tests.web.phones import Phone

LONG = 5_000
LINE = re.compile(
    r'<td class="rule">\s*(\d+)\s*</td>.*?'
    r'<td class="amount[^"]*">([+−]\d+)</td>\s*<td class="amount">(−?\d+)<',
    re.DOTALL,
)
OPENING = re.compile(r"<td></td>\s*<td>([^<]*)</td>\s*<td[^>]*></td>\s*<td[^>]*>(−?\d+)<")


def entry(sequence: int) -> Entry:
    """Return a correction: 3 to Anna, then 2 from her, over and over; every third is Bruno's."""
    seat = 1 if sequence % 3 == 0 else 0
    ends = ("bank", f"seat {seat}") if sequence % 2 else (f"seat {seat}", "bank")
    moved = {"source": ends[0], "target": ends[1], "amount": 3 if sequence % 2 else 2}
    why = {"reason": "a coin that lay under the board all evening"}
    event = MoneyCorrected(*ends, 3 if sequence % 2 else 2, **why)
    return Entry(sequence, {"kind": "correct", **moved, **why}, (event,), key=f"long {sequence}")


@pytest.fixture
def onlooker(app: Flask) -> Phone:
    """Somebody who looks on at a long table, at its page."""
    game, seats = game_named("free_bank"), (SeatSetup("Anna"), SeatSetup("Bruno"))
    setup = prepared(game, Setup({"start": 100}, seats, {}))
    with app.app_context():
        table = store_table(game, setup, CopyLink(), "laptop", map(entry, range(1, LONG + 1)))
    phone = Phone(app)
    phone.go(f"/t/{table.code}/")
    return phone


def test_a_long_table_can_be_exported_and_imported(onlooker: Phone) -> None:
    record = onlooker.get(f"{onlooker.at}record.json").data

    answer = onlooker.upload("/records", "record", record)

    assert len(record) > 1_500_000
    assert answer.status_code == 303
    assert onlooker.get(f"{answer.headers['Location']}record.json").data == record


def number(read: str) -> int:
    """Return a whole number that is written with a real minus sign."""
    return int(read.replace("−", "-"))


def test_a_long_money_history_has_pages(onlooker: Phone) -> None:
    page = onlooker.go(f"{onlooker.at}purse/0")
    steps, carried = list[int](), None

    while True:
        assert len(page.html) < 100_000
        lines = [tuple(map(number, line)) for line in LINE.findall(page.html)][::-1]
        ((words, begun),) = OPENING.findall(page.html)
        opening = number(begun)
        assert carried is None or lines[-1][2] == carried, "what the later page begins with"
        for step, amount, balance in lines:
            opening += amount
            assert opening == balance
            assert step % 3
        steps = [step for step, _, _ in lines] + steps
        carried = lines[0][2] - lines[0][1]
        if "Earlier steps" not in page.text:
            break
        assert (words, len(lines)) == ("Carried over", STEPS)
        page = onlooker.go(onlooker.where(page.link("Earlier steps")))

    assert (words, carried) == ("At the start", 100)
    assert steps == [step for step in range(1, LONG + 1) if step % 3]


def test_an_impossible_page_number_shows_the_newest_page(onlooker: Phone) -> None:
    purse = f"{onlooker.at}purse/0"
    newest = LINE.findall(onlooker.go(purse).html)

    for before in ("x", "-1", "9" * 9, "²"):
        assert LINE.findall(onlooker.go(f"{purse}?before={before}").html) == newest
    assert LINE.findall(onlooker.go(f"{purse}?before=0").html) == []

"""What phones say after an award and after a roll in The Big Cheese."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from companion.testing.tables import ANNA, BRUNO, CARLA
from tests.web.phones import Table, seated

OPTIONS = {
    "game": "big_cheese",
    "seats": [{"name": name} for name in ("Anna", "Bruno", "Carla")],
    "options": {
        "scoring": "one_die",
        "target": 200,
        "specials": True,
        "exactly_30": False,
        "direction": "counter_clockwise",
    },
}


def award(card: str, seat: int, workers: int, *others: int) -> list[dict[str, Any]]:
    """Return the steps in which a seat bids on a card and the others pass, the opener first."""
    bid = {"kind": "bid", "seat": seat, "workers": workers}
    passes = [{"kind": "pass", "seat": other} for other in others]
    return [{"kind": "offer", "card": card}, bid, *passes]


OPEN: list[dict[str, Any]] = [{"kind": "open", "seat": ANNA}]
TWO = [*OPEN, *award("8", ANNA, 2, CARLA, BRUNO), *award("10", ANNA, 3, CARLA, BRUNO)]
VETO = [*OPEN, *award("veto", ANNA, 1, CARLA, BRUNO), *award("10", ANNA, 3, CARLA, BRUNO)]


def at_the_cards(app: Flask, *actions: dict[str, Any]) -> Table:
    """Return a table after these steps, the last of which is newer than the phones."""
    table = seated(app, *actions[:-1], phones=3, **OPTIONS)
    table.do(actions[-1])
    return table


def headline(table: Table, seat: int) -> str:
    """Return the line in large type on a phone."""
    page = table.phones[seat].go(table.page)
    found = re.search(r'<p class="just[^>]*>(.*?)</p>', page.html, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]+>", "", found[1]).strip()


def test_after_an_award_the_headline_names_the_winner(app: Flask) -> None:
    table = at_the_cards(app, *TWO)

    assert headline(table, ANNA) == "You win the 10 with 3."
    assert headline(table, BRUNO) == "Anna wins the 10 with 3 workers."
    page = table.phones[BRUNO].go(table.page)
    # The award names who got workers back; the lines below do not repeat it.
    assert "1 worker back from each project: Anna 1" in page.text
    assert "Workers back:" not in page.text
    assert "Workers back: Anna 1." in table.phones[BRUNO].go(table.page + "history").text


def test_the_owner_of_a_veto_sees_what_it_does(app: Flask) -> None:
    table = at_the_cards(app, *VETO)

    assert headline(table, ANNA).startswith("You now have a Veto. Instead of bidding,")
    assert headline(table, BRUNO) == "Anna wins the 10 with 3 workers."
    assert "0 of 200 · Veto" in table.phones[ANNA].go(table.page).text


def test_a_veto_is_a_large_button(app: Flask) -> None:
    table = at_the_cards(app, *VETO, {"kind": "offer", "card": "20"})

    page = table.phones[ANNA].go(table.page)

    assert re.search(r'id="b-veto"[^>]*class="second', page.html)


def test_every_phone_shows_the_die_after_a_roll(app: Flask) -> None:
    finished = [*OPEN, *award("8", ANNA, 1, CARLA, BRUNO), *award("10", ANNA, 3, CARLA, BRUNO)]
    table = at_the_cards(app, *finished, {"kind": "roll", "seat": ANNA, "project": 1, "value": 5})

    assert headline(table, ANNA) == "You roll 5 for the 8: 40."
    assert "⚄ You rolled" in table.phones[ANNA].go(table.page).text
    assert "⚄ Anna rolled" in table.phones[BRUNO].go(table.page).text


def test_a_roll_with_a_big_cheese_says_so_and_its_choices_name_the_price(app: Flask) -> None:
    rolled = [
        *OPEN,
        *award("big_cheese", ANNA, 1, CARLA, BRUNO),
        *award("8", ANNA, 1, CARLA, BRUNO),
        *award("10", ANNA, 3, CARLA, BRUNO),
        {"kind": "roll", "seat": ANNA, "project": 2, "value": 1},
    ]
    table = at_the_cards(app, *rolled)
    page = table.phones[ANNA].go(table.page)
    assert "Big Cheese: roll again instead of 8" in page.text
    assert "Big Cheese: roll a real die instead of 8" in page.text

    table.do({"kind": "reroll", "seat": ANNA, "project": 2, "value": 1})

    assert headline(table, ANNA) == "You play a Big Cheese and roll 1 for the 8: 8."

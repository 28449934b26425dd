"""What a guest reads on the big screen: the game, the way in, and how things stand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.tables.live.cache import Actor
from companion.tables.records.import_export import import_record
from companion.web.live.screens import Screens, Viewer
from tests.browser.scenes import SCENES, record_of, recorded
from tests.web.phones import Phone


def big_screen_of(app: Flask, record: dict[str, Any]) -> str:
    """Return the HTML of the big screen's fragments."""
    with app.app_context():
        table = import_record(record, "banker")
        viewer = Viewer(Actor("television", "onlooker"), "table", "en")
        return "".join(Screens(app).fragments(table, viewer, frozenset()).values())


@pytest.mark.parametrize("game", SCENES)
def test_the_name_of_the_game_is_the_headline(app: Flask, game: str) -> None:
    _, record, _ = next(iter(SCENES[game]()))

    drawn = big_screen_of(app, record)

    assert re.findall(r"<h1>([^<]*)</h1>", drawn) == [all_games()[game].title]


def test_before_the_first_move_only_the_seats_stand_beside_the_code(app: Flask) -> None:
    record = recorded("big_shot", "four-italian")

    before = big_screen_of(app, {**record, "actions": []})
    after = big_screen_of(app, {**record, "actions": record["actions"][:1]})

    assert 'class="for-all opening"' in before
    assert 'class="tiles bars"' not in before
    assert all(seat["name"] in before for seat in record["seats"])
    assert "opening" not in after
    assert 'class="tiles bars"' in after


def test_the_free_bank_draws_each_share_of_the_most_and_says_the_latest_payment_above(
    app: Flask,
) -> None:
    standings = big_screen_of(app, record_of("free_bank", "fb-pay")).replace("\xa0", " ")
    bidding = big_screen_of(app, record_of("free_bank", "fb-auction"))

    bars = re.findall(r'<progress aria-hidden="true" max="(\d+)" value="(\d+)">', standings)
    assert bars == [("1666", "1666"), ("1666", "1574"), ("1666", "1500"), ("1666", "1500")]
    assert '<p class="just">The bank pays Bruno 100 D.</p>' in standings
    assert "The bank pays Bruno" not in standings.split('id="part-lines"')[1]
    assert "<progress" not in bidding and 'class="just"' not in bidding


def test_a_payment_that_somebody_asks_for_is_told_once(app: Flask) -> None:
    record = record_of("free_bank", "fb-asked")
    asked = big_screen_of(app, {**record, "actions": record["actions"][:-1]})

    assert asked.count("Anna asks Bruno for 3") == 1


def test_money_that_moves_sounds_like_a_coin_and_a_bid_like_a_knock(app: Flask) -> None:
    paid = big_screen_of(app, record_of("free_bank", "fb-pay"))
    bidding = big_screen_of(app, record_of("free_bank", "fb-auction"))
    duel = big_screen_of(app, record_of("big_deal", "bd-duel"))

    assert re.findall(r'<i data-sound="coin" data-of="\d+" hidden>', paid)
    assert 'data-sound="coin"' not in bidding and 'data-sound="knock">120' in bidding
    assert 'data-sound="knock" data-of="300">300' in duel


def test_who_joined_stands_below_what_happened_in_the_game(app: Flask) -> None:
    with app.app_context():
        code = import_record(record_of("free_bank", "fb-pay"), "banker").code
    Phone(app).post(f"/t/{code}/sit", {"seat": "0"})

    shown = Phone(app).go(f"/j/{code}?screen=table").html

    assert '<p class="just">The bank pays Bruno' in shown
    assert "Anna has joined on a phone." in shown.split('id="part-lines"')[1]


def test_the_free_bank_draws_no_bar_for_hidden_money(app: Flask) -> None:
    record = record_of("free_bank", "fb-pay")
    hidden = {**record, "options": {**record["options"], "hidden_money": True}}

    assert "<progress" not in big_screen_of(app, hidden)


def test_the_free_bank_ranks_the_seats_unless_there_is_an_auction(app: Flask) -> None:
    money = r'class="has">.*?<b>([\d,]+)</b>'

    ranked = re.findall(money, big_screen_of(app, record_of("free_bank", "fb-pay")), re.DOTALL)
    bidding = big_screen_of(app, record_of("free_bank", "fb-auction"))

    assert len(ranked) > 2
    amounts = [int(amount.replace(",", "")) for amount in ranked]
    assert amounts == sorted(amounts, reverse=True)
    assert re.findall(r'id="part-seat-(\d)"', bidding) == ["0", "1", "2", "3"]


def test_the_code_on_the_big_screen_says_what_it_is_for(app: Flask) -> None:
    with app.app_context():
        code = import_record(record_of("big_shot", "auction"), "banker").code

    text = Phone(app).go(f"/j/{code}?screen=table").text

    assert f"Scan to join {code[:4]}" in " ".join(text.split())

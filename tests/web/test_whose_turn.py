"""Screens say whether it is one seat's turn alone, or others may answer as well."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.tables.live.cache import Actor
from companion.tables.records.import_export import import_record
from companion.web.live.screens import Screens, Viewer
from tests.browser.scenes import record_of
from tests.web.pages import Page


@pytest.mark.parametrize(
    ("game", "scene", "seat", "said"),
    [
        ("big_shot", "auction", 2, "Your turn"),
        ("free_bank", "fb-auction", 0, "Your turn too"),
        ("monopoly", "mo-auction", 2, "Your turn too"),
        ("big_cheese", "cheese-roll", 1, "Your turn too"),
    ],
)
def test_a_player_asked_together_with_others_does_not_read_your_turn(
    app: Flask, game: str, scene: str, seat: int, said: str
) -> None:
    drawn = screen_of(app, record_of(game, scene), seat)

    assert re.findall(r'class="waiting my-turn[^>]*>\s*<small>([^<]*)', drawn) == [said]


@pytest.mark.parametrize(
    ("game", "scene", "gold"),
    [
        ("big_shot", "auction", ["seat-2"]),
        ("big_cheese", "cheese-auction", ["seat-3"]),
        ("big_cheese", "cheese-several", ["seat-1", "seat-2"]),
        ("big_deal", "bd-actions", ["seat-3"]),
        ("big_deal", "bd-hands", ["seat-0", "seat-1", "seat-2", "seat-3"]),
        ("monopoly", "mo-auction", []),
        ("free_bank", "fb-auction", []),
        ("free_bank", "fb-sealed", ["seat-0"]),
    ],
)
def test_only_rows_of_awaited_seats_are_gold(
    app: Flask, game: str, scene: str, gold: list[str]
) -> None:
    drawn = screen_of(app, record_of(game, scene), 0)

    assert re.findall(r'id="part-([^"]*)" class="[^"]*\bnext\b', drawn) == gold


def test_the_last_possible_bidder_is_the_only_awaited_seat(app: Flask) -> None:
    record = record_of("free_bank", "fb-auction")
    passes = [{"kind": "pass", "seat": seat} for seat in (0, 1)]

    drawn = screen_of(app, {**record, "actions": [*record["actions"], *passes]}, 0)

    assert re.findall(r'id="part-([^"]*)" class="[^"]*\bnext\b', drawn) == ["seat-2"]


@pytest.mark.parametrize(
    ("game", "scene", "out"), [("monopoly", "mo-out", 3), ("score_pad", "sp-out", 2)]
)
def test_a_player_who_is_out_gets_the_big_screen_and_the_chart(
    app: Flask, game: str, scene: str, out: int
) -> None:
    links = r'<a class="button" href="/t/\w+/(\?screen=table|account)">'

    for seat in (0, out):
        found = re.findall(links, screen_of(app, record_of(game, scene), seat))
        assert found == (["?screen=table", "account"] if seat == out else [])


def test_the_round_number_of_big_deal_has_no_full_stop(app: Flask) -> None:
    drawn = screen_of(app, record_of("big_deal", "bd-actions"), 0)

    (line,) = re.findall(r'<p class="turn">(.*?)</p>', drawn)
    assert Page(line).text.split() == ["Round", "1", "Game", "Over", "●●", "○○○○○", "2/7"]


def screen_of(app: Flask, record: dict[str, Any], seat: int) -> str:
    """Return the text of a player's phone."""
    with app.app_context():
        table = import_record(record, "banker")
        viewer = Viewer(Actor("phone", "player", seat), "seat", "en")
        return "".join(Screens(app).fragments(table, viewer, frozenset()).values())

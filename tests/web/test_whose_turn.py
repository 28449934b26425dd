"""A phone says whether it is its owner's turn alone, or others may answer as well."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.tables.live.cache import Actor
from companion.tables.records.import_export import import_record
from companion.web.live.screens import Screens, Viewer
from tests.browser.scenes import record_of


@pytest.mark.parametrize(
    ("game", "scene", "seat", "said"),
    [
        ("big_shot", "auction", 2, "Your turn"),
        ("free_bank", "fb-auction", 0, "You too"),
        ("monopoly", "mo-auction", 2, "You too"),
        ("big_cheese", "cheese-roll", 1, "You too"),
    ],
)
def test_whoever_is_asked_beside_others_is_not_told_that_it_is_his_turn(
    app: Flask, game: str, scene: str, seat: int, said: str
) -> None:
    with app.app_context():
        table = import_record(record_of(game, scene), "banker")
        viewer = Viewer(Actor("phone", "player", seat), "seat", "en", "")
        drawn = "".join(map(str, Screens(app).parts(table, viewer, frozenset())))

    assert re.findall(r'class="waiting my-turn">\s*<small>([^<]*)', drawn) == [said]

"""What axe and the sweep look at has a button of every kind that a person can do."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from companion.mechanics.clocks.time_limit import MarkTime
from companion.mechanics.play.seat_order import MoveSeat
from companion.mechanics.play.stopping import Stop
from tests.browser.scenes import SCENES, menus
from tests.web.phones import Phone


def looked_at(game: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each record that is looked at, and each of its pages."""
    for _, record, pages in SCENES[game]():
        for page in pages:
            yield record, page
    yield from menus(game)


@pytest.mark.parametrize("game", SCENES)
def test_every_kind_of_action_is_on_a_checked_page(app: Flask, game: str) -> None:
    phone, drawn = Phone(app), set()
    for record, page in looked_at(game):
        text = html.unescape(phone.get(phone.bring_back(record) + page).text)
        drawn |= set(re.findall(r'"kind":"(\w+)"', text))
        # A form of the page of the seats makes this action.
        drawn |= {MoveSeat.kind} if 'name="move"' in text else set()

    # A pad's banker ends the game at any time, so that no page offers to stop it early.
    unneeded = {Stop.kind} if game == "score_pad" else set()
    assert set(all_games()[game].action_kinds) - drawn - {MarkTime.kind} == unneeded

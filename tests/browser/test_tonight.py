"""Tonight's standings, with long names: on the phone at the end, on their page and as a picture."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.browser.conftest import Page, brought_back, posted
from tests.browser.scenes import recorded
from tests.browser.test_sweep import NARROW, PHONE, READABLE, WIDER, Asked, wrong
from tests.servers import Server

NAMES = ("Featherstonehaugh-Bartholomew", "Alessandra-Maria", "Цецилия", "יוסי")


def played(page: Page, server: Server, game: str, record: str) -> str:
    """Play the last step of a recorded game; return the table's URL."""
    game_so_far = recorded(game, record)
    for seat, name in zip(game_so_far["seats"], NAMES, strict=False):
        seat["name"] = name
    last = game_so_far["actions"].pop()
    table = brought_back(page, server, game_so_far)
    path = table.removeprefix(server.url) + "act"
    seen = str(len(game_so_far["actions"]))
    posted(page, server, path, action=json.dumps(last), seen=seen, key="last")
    return table


def test_tonights_standings_fit_their_page_the_end_page_and_the_picture(
    server: Server, device: Callable[..., Page]
) -> None:
    page = device()
    for _ in range(2):
        table = played(page, server, "big_shot", "four-italian")
    asked: Asked = {size: list((WIDER | READABLE).items()) for size in (NARROW, PHONE)}
    picture: Asked = {PHONE: [("textsOutOfPicture", 720)]}

    found = [
        *wrong(page, table, asked),
        *wrong(page, f"{table}tonight", asked),
        *wrong(page, f"{table}tonight.svg", picture),
    ]

    assert not found, "\n".join(found)

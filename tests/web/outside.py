"""The pages outside the tables, and a device that has something on each of them."""

from __future__ import annotations

from itertools import count
from urllib.parse import urlencode

from flask import Flask

from companion.games import all_games
from tests.browser.scenes import SCORES
from tests.web.moments import EVERY
from tests.web.phones import Phone
from tests.web.test_set_ups import kept_by
from tests.web.test_sheets import FARM, FIGURES, as_file
from tests.web.visits import begun

SHEET = urlencode({"players": 2, "name_0": "Anna", "name_1": "Bruno", **FIGURES})
OUTSIDE = (
    "/",
    "/join?code=x",
    "/t/ZZZZZZZZ/",
    "/nowhere",
    "/pass/x",
    "/evenings",
    "/evenings?person=Anna&game=big_cheese",
    "/evenings?person=nobody",
    "/evenings?person=Anna&game=big_shot",
    "/evenings.csv",
    "/health",
    "/sheets/",
    "/sheets/new/lines",
    "/sheets/1",
    f"/sheets/1?{SHEET}",
    "/sheets/1?players=1&line_1_0=x&line_4_0=1.5",
    "/sheets/1/lines",
    "/sheets/1/share",
    "/set-ups/free_bank/share",
    *(f"/new/{name}" for name in (*all_games(), "nothing")),
    *(f"/new/{name}?players={game.players[-1]}" for name, game in all_games().items()),
    *(f"/rules/{name}" for name in all_games()),
    *(f"/score/{page}" for page in SCORES),
    "/score/big_deal?players=2&cash_0=520",
    "/score/big_shot?players=2&cash_0=5&colour_0_0=white&colour_1_0=nothing",
    "/score/big_shot/text?players=3&cash_0=5&cash_1=9&cash_2=1",
    "/score/nothing",
    "/score/free_bank",
    "/score/big_cheese?players=2&die_0=x&total_1=-1",
)
_households = count()


def household(app: Flask) -> Phone:
    """Return a device that played a game to its end, and has a table, a sheet and a preset."""
    phone, device = Phone(app), f"household {next(_households)}"
    with phone.client.session_transaction() as session:
        session["device"] = device
    for name in ("cheese-over", "stuck"):
        begun(app, EVERY[name], banker=device)
    phone.upload("/sheets/file", "sheet", as_file(FARM))
    kept_by(phone)
    return phone

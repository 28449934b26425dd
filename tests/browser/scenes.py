"""Telling moments of each game, as records that a picture is taken of.

A scene is a recorded game cut where something worth seeing stands on the screens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.browser.big_deal_scenes import moments as big_deal_moments
from tests.browser.monopoly_scenes import moments as monopoly_moments

GAMES = Path(__file__).parent.parent / "games"
EVERY_PAGE = ("", "history", "account", "copy", "bank", "invite", "purse/0", "seats/1")
LIVE_PAGE = ("", "account")


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment: its name, the record up to it, and the pages of the table to look at."""

    name: str
    record: dict[str, Any]
    pages: tuple[str, ...] = LIVE_PAGE


def recorded(game: str, name: str) -> dict[str, Any]:
    """Return a recorded game as actions alone."""
    record: dict[str, Any] = json.loads((GAMES / game / "recorded" / f"{name}.json").read_text())
    record.pop("outcome", None)
    return record


def until(record: dict[str, Any], kind: str, time: int) -> dict[str, Any]:
    """Return a record up to before the action of this kind that comes so many times later."""
    kinds = [action["kind"] for action in record["actions"]]
    end = [place for place, found in enumerate(kinds) if found == kind][time]
    return {**record, "actions": record["actions"][:end]}


def then(record: dict[str, Any], *actions: dict[str, Any]) -> dict[str, Any]:
    """Return a record with more actions behind its own."""
    return {**record, "actions": [*record["actions"], *actions]}


def big_shot() -> Iterator[Scene]:
    """An auction, cubes to place, where play stands still, the end."""
    record = recorded("big_shot", "four-italian")
    yield Scene("auction", until(record, "bid", 13), EVERY_PAGE)
    yield Scene("place", until(record, "place", 9))
    place = until(record, "place", 0)
    yield Scene("names", {**place, "copy": {}})
    reds = ({"kind": "set_lot", "lot": lot, "counts": {"red": 6}} for lot in ("9", "10", "11"))
    sold = {"kind": "set_lot", "lot": "16", "counts": {"black": 4, "white": 3}}
    yield Scene("stuck", then(place, *reds, sold), ("", "bank"))
    light = recorded("big_shot", "light-italian")
    yield Scene("unsettled", until(light, "settle", -1), ("", "copy", "bank"))
    yield Scene("over", record)


def big_cheese() -> Iterator[Scene]:
    """An auction among six, a die to roll, several at once, a card that cannot be, the end."""
    record = recorded("big_cheese", "six-clockwise")
    yield Scene("cheese-auction", until(record, "bid", 8), ("", "history", "bank"))
    yield Scene("cheese-roll", until(record, "roll", 2))
    several = until(recorded("big_cheese", "nobody-can-outbid"), "roll", 2)
    yield Scene("cheese-several", several, ("", "history"))
    twenties = until(recorded("big_cheese", "nobody-can-outbid"), "offer", 3)
    fourth = {"kind": "set_project", "project": 3, "card": "20"}
    fifth = {"kind": "offer", "card": "20"}
    bids = ({"kind": "pass", "seat": seat} for seat in (1, 0))
    last = {"kind": "bid", "seat": 2, "workers": 1}
    yield Scene("cheese-fifth", then(twenties, fourth, fifth, *bids, last), ("", "bank"))
    yield Scene("cheese-over", record)


def monopoly() -> Iterator[Scene]:
    """Each thing that a seat can be asked, among four with many deeds."""
    for name, record, pages in monopoly_moments():
        yield Scene(name, record, pages)


def big_deal() -> Iterator[Scene]:
    """Each step that is put together by taps, a takeover in all its stages, the end."""
    for name, record, pages in big_deal_moments():
        yield Scene(name, record, pages)


def free_bank() -> Iterator[Scene]:
    """Payments with dice and rounds, an open auction, one by sealed bids, points, the end."""
    record = recorded("free_bank", "most-money")
    yield Scene("fb-pay", until(record, "pay", 2), ("", "history", "bank", "purse/0"))
    yield Scene("fb-auction", until(record, "bid", 2))
    yield Scene("fb-sealed", until(recorded("free_bank", "sealed"), "seal_bid", 2))
    yield Scene("fb-points", until(recorded("free_bank", "most-points-shared"), "pay", 0))
    yield Scene("fb-over", record)


SCENES = {
    "big_shot": big_shot,
    "big_cheese": big_cheese,
    "big_deal": big_deal,
    "monopoly": monopoly,
    "free_bank": free_bank,
}
"""By game, in the order in which the pictures are taken."""

SCORES = (
    "",
    "big_shot",
    "big_shot?change=by+cubes",
    "big_shot?players=3&cash_0=5&cash_1=9&cash_2=1&value_1=9&value_3=10"
    "&lot_1=0&lot_3=0&lot_a=0&touches_a_1=on",
    "big_shot?players=3&cash_0=-5",
    "big_shot/majority?red=3&white=3&black=1",
    "big_cheese?players=3&scoring=dice_set&card_0=20&die_0=17&card_0=12&die_0=11&card_1=2&die_1=8",
    "big_deal",
    "big_deal?players=3&cash_0=500&open_0=5&hand_0=1&resources_0=2&cash_1=1650&cash_2=900&open_2=3",
    "big_deal?players=3&cash_0=500&cash_1=1650&cash_2=900&hand_2=6",
)
"""Addresses of the score calculator: blank, added up, and refused."""

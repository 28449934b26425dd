"""Telling moments of each game, as records that a picture is taken of.

A scene is a recorded game cut where something worth seeing stands on the screens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def big_shot() -> Iterator[Scene]:
    """An auction, cubes to place, the end."""
    record = recorded("big_shot", "four-italian")
    yield Scene("auction", until(record, "bid", 13), EVERY_PAGE)
    yield Scene("place", until(record, "place", 9))
    yield Scene("over", record)


def big_cheese() -> Iterator[Scene]:
    """An auction among six, a die to roll, the end."""
    record = recorded("big_cheese", "six-clockwise")
    yield Scene("cheese-auction", until(record, "bid", 8), ("", "history", "bank"))
    yield Scene("cheese-roll", until(record, "roll", 2))
    yield Scene("cheese-over", record)


def monopoly() -> Iterator[Scene]:
    """Each thing that a seat can be asked, among four with many deeds."""
    for name, record, pages in monopoly_moments():
        yield Scene(name, record, pages)


SCENES = {"big_shot": big_shot, "big_cheese": big_cheese, "monopoly": monopoly}
"""By game, in the order in which the pictures are taken."""

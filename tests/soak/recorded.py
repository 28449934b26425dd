"""Recorded games as people with phones: a table of each, and the taps that play it for ever."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Flask

from companion.games import all_games
from companion.mechanics.game import Sitting
from companion.mechanics.log import Redo, Undo
from companion.tables.seats import claim_seat
from companion.tables.tables import create_table
from tests.bench.sittings import Phone, phone_of
from tests.sources import ROOT

Action = Mapping[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A whole game as its record holds it."""

    name: str
    game: str
    options: Mapping[str, object]
    copy: Mapping[str, object] | None
    seats: tuple[Sitting, ...]
    actions: tuple[Action, ...]


@cache
def recorded_games() -> tuple[Recorded, ...]:
    """Return every recorded game of every game there is, found by scan.

    Those that went by the clock are left out: the app says what time it is, not who taps.
    """
    files = sorted(ROOT.glob("tests/games/*/recorded/*.json"))
    found = (_recorded(path.stem, json.loads(path.read_text("utf-8"))) for path in files)
    return tuple(one for one in found if one.game in all_games() and _is_timeless(one))


def _is_timeless(one: Recorded) -> bool:
    return bool(one.actions) and all(action.get("at") is None for action in one.actions)


def _recorded(name: str, data: dict[str, Any]) -> Recorded:
    actions = data.get("actions") or [entry["action"] for entry in data.get("entries") or ()]
    seats = tuple(Sitting(seat["name"], tuple(seat.get("colours", ()))) for seat in data["seats"])
    options, copy = data.get("options") or {}, data.get("copy")
    return Recorded(name, data.get("game", ""), options, copy, seats, tuple(actions))


def some_of_each(count: int, chance: random.Random) -> list[Recorded]:
    """Return so many recorded games, every game among them if there is room."""
    by_game: dict[str, list[Recorded]] = {}
    for one in recorded_games():
        by_game.setdefault(one.game, []).append(one)
    for games in by_game.values():
        chance.shuffle(games)
    columns = list(by_game.values())
    rows = max(map(len, columns))
    mixed = [column[row] for row in range(rows) for column in columns if row < len(column)]
    return [mixed[place % len(mixed)] for place in range(count)]


@dataclass(frozen=True)
class Party:
    """A table of a recorded game: a phone for each seat, the banker's and an onlooker's device."""

    recorded: Recorded
    code: str
    phones: tuple[Phone, ...]
    banker: Phone
    onlooker: Phone

    @property
    def everybody(self) -> tuple[Phone, ...]:
        """All devices."""
        return (*self.phones, self.banker, self.onlooker)

    def phone_for(self, action: Action) -> Phone:
        """Return the device by which people take such an action."""
        kinds = all_games()[self.recorded.game].action_kinds
        if action["kind"] in (Undo.kind, Redo.kind) or kinds[action["kind"]].by == "banker":
            return self.banker
        return self.phones[action.get("seat", 0)]


def sat_down(app: Flask, recorded: Recorded, copy_name: str | None = None) -> Party:
    """Make a table of a recorded game, within the app's context, and let everybody sit down."""
    devices = [secrets.token_urlsafe(16) for _ in range(len(recorded.seats) + 2)]
    phones = tuple(phone_of(app, device, "en") for device in devices)
    table = create_table(
        recorded.game,
        recorded.options,
        recorded.seats,
        recorded.copy,
        copy_name,
        devices[-2],
    )
    for number in range(len(recorded.seats)):
        claim_seat(table.code, number, devices[number])
    return Party(recorded, table.code, phones[:-2], phones[-2], phones[-1])


class Script:
    """A party's taps: the recorded game, then the banker takes all of it back, again and again."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.refused = 0
        self._first = 1
        self._step = 0

    def next(self, newest: int) -> tuple[Phone, Action]:
        """Return the next tap. newest: the sequence of the log's last entry."""
        actions = self.party.recorded.actions
        if self._step < len(actions):
            action = self._moved(actions[self._step])
        else:
            action = {"kind": Undo.kind, "entry": self._first}
        return self.party.phone_for(action), action

    def _moved(self, action: Action) -> Action:
        """Return an undo or redo naming the entry that its own in the record has here."""
        if action["kind"] not in (Undo.kind, Redo.kind):
            return action
        return {**action, "entry": action["entry"] + self._first - 1}

    def taken(self, sequence: int) -> None:
        """Go on: the tap led to this entry."""
        if self._step < len(self.party.recorded.actions):
            self._step += 1
        else:
            self._step, self._first = 0, sequence + 1

    def begin_anew(self) -> None:
        """Let the banker take everything back: the table is not where the record thinks it is."""
        self.refused += 1
        assert self._step, f"{self.party.recorded.name} cannot even be begun"
        self._step = len(self.party.recorded.actions)


def actions_by_kind(game: str) -> dict[str, list[Action]]:
    """Return every action of a game that its records hold, by its kind."""
    kinds: dict[str, list[Action]] = {}
    for one in recorded_games():
        if one.game == game:
            for action in one.actions:
                kinds.setdefault(action["kind"], []).append(action)
    return kinds

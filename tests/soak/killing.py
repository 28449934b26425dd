"""The real server under real taps, killed at random moments and started again."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

from flask import Flask

from tests.patience import eventually
from tests.soak.logs import assert_as_told, assert_purses, assert_sound, is_quiet, rows_of
from tests.soak.recorded import Party, Script, sat_down, some_of_each
from tests.soak.server import Server, Site
from tests.soak.tapping import Tap, Told, Wire, new_key

MOST_ANSWERS = 80
"""The server is killed at a random moment, after so many answers at most."""
IN_MID_START = 0.1
"""How often it is killed before it has answered anything."""


class Player:
    """Taps at one table as fast as answers come, and remembers what it was told."""

    def __init__(self, party: Party, port: int, chance: random.Random) -> None:
        self.party = party
        self.script = Script(party)
        self.told: list[tuple[Tap, Told | None]] = []
        self.newest = 0
        self._wire = Wire(port)
        self._chance = chance
        self._unanswered: Tap | None = None

    def play(self) -> None:
        """Tap until an answer stays out."""
        while self._tap():
            pass
        self._wire.close()

    def _tap(self) -> bool:
        tap = self._unanswered or self._next()
        self._unanswered = tap
        way = self._chance.random()
        if way < 0.05:
            self._wire.hang_up(tap, half=way < 0.025)
            self.told.append((tap, None))
        answers = self._wire.tap_twice(tap) if way > 0.8 else [self._wire.tap(tap)]
        self.told.extend((tap, answer) for answer in answers)
        answer = next((one for one in answers if one is not None), None)
        if answer is None:
            return False
        self._unanswered = None
        if answer.sequence is None:
            self.script.begin_anew()
        else:
            self.newest = answer.sequence
            self.script.taken(answer.sequence)
        return True

    def _next(self) -> Tap:
        phone, action = self.script.next(self.newest)
        return Tap(self.party.code, phone, action, self.newest, new_key())

    def wake(self, newest: int, logged: int | None) -> None:
        """Look at the table after a restart; half of the phones send an unanswered tap again.

        logged: the sequence of the entry that the unanswered tap led to, if it did.
        """
        if self._unanswered is None or self._chance.random() < 0.5:
            return
        if logged is not None:
            self.script.taken(logged)
        self._unanswered, self.newest = None, newest

    @property
    def unanswered(self) -> str | None:
        """The key of the tap that nobody answered."""
        return None if self._unanswered is None else self._unanswered.key


def soak(
    site: Site,
    kills: int,
    tables: int,
    seed: int,
    progress: Callable[[str], None] = lambda text: None,
) -> Counter[str]:
    """Kill a server so many times; raises AssertionError at the first thing that is lost or wrong.

    Returns what was done: kills, taps answered, unanswered, and of these logged after all.
    """
    chance = random.Random(seed)
    server = site.server()
    found: Counter[str] = Counter(kills=kills)
    with site.opened() as app:
        parties = [
            sat_down(app, one, f"kept {one.game}"[:60] if one.copy else None)
            for one in some_of_each(tables, chance)
        ]
        players = [Player(party, server.port, chance) for party in parties]
        try:
            for number in range(1, kills + 1):
                _one_life(server, players, chance)
                _look(app, players, found)
                if number % 10 == 0 or number == kills:
                    _look_closely(app, server, parties)
                    progress(f"{number} of {kills} kills, {_summary(players)}")
        finally:
            server.kill()
    if not site.database:
        assert_sound(site.folder)
    assert server.said() == "", "the server complained of nothing"
    answers = [answer for player in players for _, answer in player.told]
    found["answered"] = sum(1 for one in answers if one is not None and one.sequence is not None)
    found["unanswered"] = sum(1 for one in answers if one is None)
    found["refused"] = sum(player.script.refused for player in players)
    return found


def _one_life(server: Server, players: list[Player], chance: random.Random) -> None:
    """Start the server, let everybody tap, and kill it at a random moment."""
    if chance.random() < IN_MID_START:
        server.start(wait=False)
        time.sleep(chance.random())
        server.kill()
        return
    server.start()
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    enough = sum(len(player.told) for player in players) + chance.randrange(MOST_ANSWERS)
    while sum(len(player.told) for player in players) < enough:
        time.sleep(0.002)
    time.sleep(chance.random() * 0.02)
    server.kill()
    for thread in threads:
        thread.join()


def _look(app: Flask, players: list[Player], found: Counter[str]) -> None:
    """Compare the log with what everybody was told; the phones look as well."""
    eventually(lambda: is_quiet(app))
    logs = rows_of(app)
    for player in players:
        rows = logs.get(player.party.code, [])
        assert_as_told(rows, player.told)
        logged = next((row.sequence for row in rows if row.key == player.unanswered), None)
        found["unanswered but logged"] += logged is not None
        player.wake(len(rows), logged)


def _look_closely(app: Flask, server: Server, parties: list[Party]) -> None:
    """Compare the purses that the restarted server shows with the fold of the log."""
    server.start()
    for party in parties:
        assert_purses(app, party, Wire(server.port))
    server.stop()


def _summary(players: list[Player]) -> str:
    return f"{sum(player.newest for player in players):,} entries"

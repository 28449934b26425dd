"""A real server under load, killed at random moments and restarted.

After each kill the log is compared with the answers that the phones received.
"""

from __future__ import annotations

import random
import re
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from flask import Flask

from companion.tables.live.cache import open_tables
from companion.tables.records.import_export import export_record, verify_record
from companion.tables.records.reading import FROM_THIS_MACHINE
from tests.database_servers import spare_port
from tests.extent import choose
from tests.parties import Party, Script, Tap, sat_down, some_of_each
from tests.patience import SOAK_SEED, eventually, rounds
from tests.servers import GEVENT, WAITRESS, Server, Site, command_of
from tests.soak.logs import assert_matches_replies, assert_sound, rows_of
from tests.soak.wire import Reply, Wire

KILLS, TABLES = choose(check=1, test=1, full=4), choose(check=2, test=2, full=4)
DEATHS, TABLES_OF_BATCHES = choose(check=1, test=1, full=4), choose(check=4, test=4, full=8)
ONE_PROCESS = (GEVENT, pytest.param(WAITRESS, marks=pytest.mark.full))
MOST_ANSWERS = 80
"""The server is killed after at most so many answers."""
IN_MID_START = 0.1
"""The share of kills before the server has answered anything, except for the first kill."""
BUSY = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND state <> 'idle'"
)
AMOUNT = re.compile(r'class="balance">\s*<b class="figure">([-−]?\d+)')


class Player:
    """Taps at one table as fast as answers come, and remembers the answers."""

    def __init__(self, party: Party, port: int, chance: random.Random) -> None:
        self.party = party
        self.script = Script(party)
        self.replies: list[tuple[Tap, Reply | None]] = []
        self._wire = Wire(port)
        self._chance = chance
        self._unanswered: Tap | None = None

    def play(self) -> None:
        """Tap until an answer is missing."""
        while self._tap():
            pass
        self._wire.close()

    def _tap(self) -> bool:
        tap = self._unanswered or self.script.next()
        self._unanswered = tap
        way = self._chance.random()
        if way < 0.05:
            self._wire.hang_up(tap, half=way < 0.025)
            self.replies.append((tap, None))
        answers = self._wire.tap_twice(tap) if way > 0.8 else [self._wire.tap(tap)]
        self.replies.extend((tap, answer) for answer in answers)
        answer = next((one for one in answers if one is not None), None)
        if answer is None or answer.sequence is None:
            return False
        self._unanswered = None
        self.script.taken(answer.sequence)
        return True

    def wake(self, logged: int | None) -> None:
        """Continue after a restart; half of the phones send an unanswered tap again.

        logged: the sequence of the entry that the unanswered tap led to, or None.
        """
        if self._unanswered is None or self._chance.random() < 0.5:
            return
        if logged is not None:
            self.script.taken(logged)
        self._unanswered = None

    def doubt_bare_errors(self) -> None:
        """Regard errors without a sentence as no answers, as the script of a page does.

        A server that stops sends them for requests that take too long.
        """
        self.replies = [
            (tap, None if reply == Reply(500, None) else reply) for tap, reply in self.replies
        ]

    @property
    def unanswered(self) -> str | None:
        """The key of the tap without an answer."""
        return None if self._unanswered is None else self._unanswered.key


@pytest.mark.soak
@pytest.mark.parametrize("kind", ONE_PROCESS)
def test_a_server_killed_in_a_group_commit_keeps_all_answered_moves(
    kind: str, tmp_path: Path
) -> None:
    chance = random.Random(SOAK_SEED)
    site = Site(kind, tmp_path / "data")
    with site.opened() as app:
        parties = [sat_down(app, one) for one in some_of_each(TABLES_OF_BATCHES, chance)]
        server = _server_that_dies(site, chance)
        players = [Player(party, server.port, chance) for party in parties]
        for _ in rounds(DEATHS):
            server = _server_that_dies(site, chance, server)
            _play_until_dead(server, players)
            _look(app, players)
        assert_sound(site.folder)
        _look_closely(app, Server(site.folder, kind), parties)

    deaths = Counter(server.said().split("\n")[:-1])
    print(f"{deaths.total()} deaths: {deaths}")
    assert deaths.total() >= DEATHS
    assert all(re.fullmatch(r"\d+ (before|during|after)", one) for one in deaths), "no complaint"
    answers = [answer for player in players for _, answer in player.replies if answer is not None]
    assert answers and all(answer.sequence for answer in answers)


def _server_that_dies(site: Site, chance: random.Random, before: Server | None = None) -> Server:
    """Return a server that is going to die in a batch, on the port of the one before it."""
    port = before.port if before else spare_port()
    program = [sys.executable, "-m", "tests.soak.dies_in_batches", str(chance.random())]
    return Server(site.folder, port=port, command=[*program, *command_of(site.kind, port)[1:]])


def _play_until_dead(server: Server, players: list[Player]) -> None:
    """Let everybody tap until the server has died and no answer comes."""
    server.start()
    for thread in _playing(players):
        thread.join()
    server.kill()


def _playing(players: list[Player]) -> list[threading.Thread]:
    """Let everybody tap, each in a thread."""
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.soak
@pytest.mark.parametrize("kind", ONE_PROCESS)
def test_a_stopped_server_commits_waiting_moves_and_closes_the_file(
    kind: str, tmp_path: Path
) -> None:
    chance = random.Random(SOAK_SEED)
    site = Site(kind, tmp_path / "data")
    server = site.server()
    with site.opened() as app:
        parties = [sat_down(app, one) for one in some_of_each(TABLES_OF_BATCHES, chance)]
        players = [Player(party, server.port, chance) for party in parties]
        for _ in rounds(1):
            app.extensions["open_tables"].store.engine.dispose()
            enough = sum(len(player.replies) for player in players) + chance.randrange(MOST_ANSWERS)
            server.start()
            threads = _playing(players)
            eventually(lambda least=enough: sum(len(one.replies) for one in players) >= least)  # type: ignore[misc]
            assert server.stop(signal.SIGTERM) == 0
            for thread in threads:
                thread.join()
            assert not list(site.folder.glob("*-wal"))
            for player in players:
                player.doubt_bare_errors()
            _look(app, players)
    assert server.said() == ""


@pytest.mark.soak
def test_a_server_killed_at_random_moments_loses_no_tap_and_takes_none_twice(site: Site) -> None:
    chance = random.Random(SOAK_SEED)
    server = site.server()
    with site.opened() as app:
        parties = [
            sat_down(app, one, f"kept {one.game}"[:60] if one.copy else None)
            for one in some_of_each(TABLES, chance)
        ]
        players = [Player(party, server.port, chance) for party in parties]
        try:
            for number in rounds(KILLS):
                _one_life(server, players, chance, IN_MID_START if number else 0)
                _look(app, players)
                if number % 10 == 9:
                    _look_closely(app, server, parties)
            _look_closely(app, server, parties)
        finally:
            server.kill()

    if not site.database:
        assert_sound(site.folder)
    assert server.said() == "", "the server complained of nothing"
    counts = Counter(
        "unanswered" if answer is None else "refused" if answer.sequence is None else "taken"
        for player in players
        for _, answer in player.replies
    )
    print(f"{number + 1} kills: {counts}")
    sentences = {
        answer.sentence
        for player in players
        for _, answer in player.replies
        if answer is not None and answer.sequence is None
    }
    assert counts["taken"] and not counts["refused"], sentences


def _one_life(
    server: Server, players: list[Player], chance: random.Random, in_mid_start: float
) -> None:
    """Start the server, let everybody tap, and kill it at a random moment.

    in_mid_start: the probability of a kill before the server has answered anything.
    """
    if chance.random() < in_mid_start:
        server.start(wait=False)
        time.sleep(chance.random())
        server.kill()
        return
    server.start()
    threads = _playing(players)
    enough = sum(len(player.replies) for player in players) + chance.randrange(MOST_ANSWERS)
    while sum(len(player.replies) for player in players) < enough and any(
        thread.is_alive() for thread in threads
    ):
        time.sleep(0.002)
    time.sleep(chance.random() * 0.02)
    server.kill()
    for thread in threads:
        thread.join()


def _look(app: Flask, players: list[Player]) -> None:
    """Compare the log with all answers, and let the phones continue from it."""
    eventually(lambda: _is_quiet(app))
    logs = rows_of(app)
    for player in players:
        rows = logs.get(player.party.code, [])
        assert_matches_replies(rows, player.replies)
        logged = next((row.sequence for row in rows if row.key == player.unanswered), None)
        player.wake(logged)


def _look_closely(app: Flask, server: Server, parties: list[Party]) -> None:
    """Compare the balances that the restarted server shows with the replayed log."""
    server.start()
    for party in parties:
        _assert_purses(app, party, server)
    server.stop()


def _is_quiet(app: Flask) -> bool:
    """Return whether the database has finished the statements of killed processes."""
    engine = app.extensions["open_tables"].store.engine
    if engine.dialect.name == "sqlite":
        return True
    with engine.connect() as connection:
        return bool(connection.exec_driver_sql(BUSY).scalar() == 0)


def _assert_purses(app: Flask, party: Party, server: Server) -> None:
    """Assert that shown balances, the replayed state, and the sums of all payments are equal."""
    with app.app_context():
        table = open_tables().find(party.code)
        record = export_record(table, None)
    ledger = table.state.ledger
    # An account that was added during the game started at 0.
    begun = table.game.rules.begin(table.setup).ledger.balances
    summed = {**dict.fromkeys(ledger.balances, 0), **begun}
    for entry in table.timeline.standing.entries:
        for event in entry.events:
            for move in event.transfers():
                summed[move.source] -= move.amount
                summed[move.target] += move.amount
    assert summed == dict(ledger.balances)
    verdict = verify_record(record, FROM_THIS_MACHINE)
    assert verdict.refusal is None, (party.recorded.name, str(verdict.refusal))
    assert verdict.as_json("")["balances"] == summed
    for number, phone in enumerate(party.phones):
        page = server.get(f"/t/{party.code}/purse/{number}", Cookie=f"session={phone.cookie}")
        shown = [int(amount.replace("−", "-")) for amount in AMOUNT.findall(page[1])]
        accounts = [name for name in ledger.balances if name.split()[:2] == ["seat", str(number)]]
        assert shown == [summed[name] for name in accounts], party.recorded.name

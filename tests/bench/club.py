"""``make bench-club``: forty tables of all games with six devices each, at once on one machine.

One process on SQLite and four on PostgreSQL serve them, of this version and of an older one. At the
end the server is killed in the middle of moves, and started again: no answered move may be missing.
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import json
import random
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from companion.games import game_named
from tests import database_servers
from tests.bench.__main__ import scratch
from tests.bench.beside import party_of, python_of
from tests.bench.figures import percentile, progress, shown
from tests.bench.load import Load
from tests.database_servers import OwnPostgresql, spare_port
from tests.parties import Party, Recorded, recorded_games
from tests.servers import GEVENT, GUNICORN, Server, busy, children, command_of, memory
from tests.sources import ROOT

GAMES = ("big_shot", "big_cheese", "big_deal", "monopoly", "free_bank")
DEVICES, WORKERS = 6, 4
MADE = """
import dataclasses, json, sys
from pathlib import Path
from companion.mechanics.game import SeatSetup
from tests.parties import PROTOCOL, Recorded, opened, sat_down
folder, address, devices = sys.argv[1:]
parties = []
with opened(Path(folder), **({"SQLALCHEMY_DATABASE_URI": address} if address else {})) as app:
    for number, one in enumerate(json.load(sys.stdin)):
        seats = tuple(SeatSetup(seat["name"], tuple(seat["colours"])) for seat in one["seats"])
        game = Recorded(**{**one, "seats": seats, "actions": tuple(one["actions"])})
        more = max(1, int(devices) - len(seats) - 1)
        parties.append(sat_down(app, game, None, ("it", "fr", "en")[number % 3], more))
print(PROTOCOL)
print(json.dumps([dataclasses.asdict(party) for party in parties], default=dict))
"""
"""A program of each version that makes the tables, and prints its protocol and the tables."""
SEQUENCE = re.compile(r'data-sequence="(\d+)"')


def options() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=40)
    add("--rate", type=float, default=40.0, help="moves per second of all tables together")
    add("--seconds", type=float, default=20.0)
    add("--moves", type=int, default=20, help="at each table, to measure the processor time")
    add("--beside", type=Path, help="a checkout of an older version")
    return parser.parse_args()


def chosen(tables: int, beside: Path | None) -> list[Recorded]:
    """Return recorded games, each game in turn; with an older version only those it has, too."""
    found = {game: list[Recorded]() for game in GAMES}
    for one in recorded_games():
        place = Path("tests/games") / one.game / "recorded" / f"{one.name}.json"
        if one.game in found and (beside is None or (beside / place).exists()):
            found[one.game].append(one)
    chance = random.Random(1)
    for games in found.values():
        chance.shuffle(games)
    columns = list(found.values())
    return [columns[n % 5][n // 5 % len(columns[n % 5])] for n in range(tables)]


def made_by(checkout: Path, folder: Path, address: str, games: Sequence[Recorded]) -> list[Party]:
    """Let a version make the tables in a folder or a database, and return them."""
    program = [python_of(checkout), "-c", MADE, str(folder), address, str(DEVICES)]
    given = json.dumps([dataclasses.asdict(one) for one in games], default=dict)
    made = subprocess.run(
        program, cwd=checkout, check=True, input=given.encode(), capture_output=True
    )
    protocol, tables = made.stdout.decode().splitlines()
    return [party_of(one, protocol) for one in json.loads(tables)]


@contextmanager
def running(checkout: Path, folder: Path, address: str) -> Iterator[Server]:
    """Provide the running server of a version: one process, or several with a database."""
    kind, port = (GUNICORN if address else GEVENT), spare_port()
    words = [str(WORKERS) if word == "2" else word for word in command_of(kind, port)]
    command = [python_of(checkout), "-m", *words]
    server = Server(folder, port=port, command=command, DATABASE_URL=address)
    server.checkout = checkout
    try:
        server.start()
        yield server
    finally:
        server.kill()


def lost_after_a_kill(server: Server, load: Load) -> int:
    """Kill the server while all tables move; return how many answered moves are missing then."""
    for table in load.tables:
        table.tap(time.perf_counter())
    load.turn(0.05)
    server.kill()
    server.start()
    lost = 0
    for table in load.tables:
        cookie = f"session={table.party.banker.cookie}"
        _, page = server.get(f"/t/{table.party.code}/", Cookie=cookie)
        found = SEQUENCE.search(page)
        lost += max(0, table.answered - int(found[1] if found else 0))
    return lost


def line(
    checkout: Path, folder: Path, address: str, games: Sequence[Recorded], asked: argparse.Namespace
) -> tuple[str, ...]:
    """Return the line of one version with one kind of database."""
    parties = made_by(checkout, folder, address, games)
    with running(checkout, folder, address) as server:
        load = Load([server.port], parties, DEVICES)
        with load.connected():
            steady = load.steady(asked.rate, asked.seconds)
            costs = [cost(server, load, game, asked.moves) for game in GAMES]
            family = (server.pid, *children(server.pid))
            held = sum(memory(pid) or 0.0 for pid in family)
            lost = lost_after_a_kill(server, load)
    times = (percentile(steady.taps, share) for share in (0.5, 0.99))
    return (
        "this" if checkout == ROOT else "older",
        f"PostgreSQL, {WORKERS} workers" if address else "SQLite, 1 process",
        *(shown(value, "") for value in times),
        str(steady.refused + steady.missed), str(lost), shown(held, ""),
        *(shown(value, "") for value in costs),
    )  # fmt: skip


def cost(server: Server, load: Load, game: str, moves: int) -> float:
    """Return the milliseconds of processor time of a move of one game."""
    part = copy.copy(load)
    tables = [table for table in load.tables if table.party.recorded.game == game]
    # A table whose move was refused or missed stands still.
    part.tables = [table for table in tables if not table.unfinished]
    before, count = busy(server.pid), moves * len(part.tables)
    part.burst(len(part.tables), count)
    return (busy(server.pid) - before) / count * 1e3


def lines(asked: argparse.Namespace, folder: Path, own: OwnPostgresql) -> Iterator[tuple[str, ...]]:
    """Yield all lines of the report."""
    games = chosen(asked.tables, asked.beside)
    checkouts = [asked.beside.resolve(), ROOT] if asked.beside else [ROOT]
    for number, checkout in enumerate(checkouts):
        for name in ("", f"club_{number}"):
            progress(f"{checkout}: {name or 'SQLite'}")
            place = folder / f"{number} {name}"
            with ExitStack() as stack:
                if name:
                    stack.callback(partial(own.drop, name))
                yield line(checkout, place, own.made(name) if name else "", games, asked)


def main() -> None:
    """Measure, and print a table line by line."""
    asked = options()
    titles = [game_named(game).title for game in GAMES]
    head = ("version", "kept in", "p50 ms", "p99 ms", "refused", "lost", "MB", *titles)
    print(f"{asked.tables} tables, {DEVICES} devices each, {asked.rate:g} moves a second")
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    with scratch() as folder, ExitStack() as stack:
        folder.chmod(0o711)
        postgresql = stack.enter_context(database_servers.postgresql((), folder))
        for row in lines(asked, folder, postgresql):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()

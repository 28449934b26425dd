"""This version beside an older one, in lockstep: ``make bench ARGS="--beside ../older"``.

Both versions serve the same tables at the same time, the older one from its own checkout. They take
the same moves in short bursts, one version after the other, and the order changes every round.
Whatever else runs on the machine disturbs both, so the median of the ratios of the rounds says more
than two runs after each other.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, Protocol
from urllib.parse import urlencode

from companion.games import game_named
from companion.mechanics.game import SeatSetup
from companion.web.live.streams import PROTOCOL
from tests.bench.figures import progress, shown
from tests.bench.load import Load
from tests.database_servers import spare_port
from tests.parties import Party, Phone, Recorded
from tests.servers import GEVENT, Server, busy, command_of, memory
from tests.sources import ROOT

SLOW_COMMITS = Path(__file__).with_name("slow_commits.py")
EACH = 2
"""Moves of each table in a burst."""
HEAD = ("", "older", "this", "median ratio", "quartiles", "rounds")
MADE = """
import dataclasses, json, sys
from pathlib import Path
from tests.parties import PROTOCOL, made_ready
folder, tables, devices, game = sys.argv[1:]
parties = made_ready(Path(folder), int(tables), int(devices), game)
print(PROTOCOL)
print(json.dumps([dataclasses.asdict(party) for party in parties], default=dict))
"""
"""A program of the older version that makes tables, and prints its protocol and the tables."""
MOVES_A_SECOND, PROCESSOR, PUSHED = "moves per second", "processor ms per move", "bytes per push"


class Asked(Protocol):
    """The options of the command line that this comparison uses."""

    beside: Path
    tables: int
    phones: int
    outstanding: int
    rounds: int
    commit_ms: float


@dataclass(frozen=True, slots=True)
class OlderPhone(Phone):
    """A device of an older version, whose forms need a token."""

    token: str = ""

    def post(self, path: str, body: str) -> bytes:
        """Return a POST request with the token before the other fields."""
        return Phone.post(self, path, f"{urlencode({'csrf_token': self.token})}&{body}")


@dataclass(slots=True)
class Version:
    """A version that runs, with the connections of all its devices."""

    server: Server
    load: Load

    def burst(self, outstanding: int, moves: int) -> Mapping[str, float]:
        """Take so many moves as fast as possible, and return the figures by name."""
        before = busy(self.server.pid)
        done = self.load.burst(outstanding, moves)
        used = busy(self.server.pid) - before
        if done.refused or done.missed:
            raise RuntimeError(f"{done.refused} moves refused, {done.missed} missed")
        milliseconds = used / moves * 1e3
        return {MOVES_A_SECOND: done.rate, PROCESSOR: milliseconds, PUSHED: mean(done.bytes)}


def report(
    asked: Asked, folder: Path, games: Sequence[str], pin: Callable[[], None] | None
) -> None:
    """Compare both versions in each game, and print one table.

    pin: a function that pins a server to its core, or None.
    """
    delay = f", each commit {asked.commit_ms:g} ms later" if asked.commit_ms else ""
    print(f"{asked.tables} tables with {asked.phones} phones{delay}: this beside {asked.beside}")
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for game in games:
        for line in lines(asked, folder / game, game, pin):
            print(f"| {' | '.join(line)} |", flush=True)


def lines(
    asked: Asked, folder: Path, game: str, pin: Callable[[], None] | None
) -> Iterator[tuple[str, ...]]:
    """Yield the lines of one game."""
    title = game_named(game).title
    with both(asked, folder, game, pin) as (older, this):
        yield held(f"{title}: MB with all streams", older, this)
        rounds = [one_round(asked, older, this, number) for number in range(-1, asked.rounds)][1:]
        for name in (MOVES_A_SECOND, PROCESSOR, PUSHED):
            yield compared(f"{title}: {name}", [(one[name], two[name]) for one, two in rounds])
        yield held(f"{title}: MB after the moves", older, this)


@contextmanager
def both(
    asked: Asked, folder: Path, game: str, pin: Callable[[], None] | None
) -> Iterator[tuple[Version, Version]]:
    """Provide the older and this version, each with a copy of the same tables."""
    progress(f"{asked.tables} tables of {game} with {asked.phones} phones made ready")
    old = made_by(asked.beside, folder / "ready", asked.tables, asked.phones, game)
    new = [replace(party, protocol=PROTOCOL) for party in old]
    with ExitStack() as stack:
        versions = []
        for name, checkout, parties in (("older", asked.beside, old), ("this", ROOT, new)):
            data = folder / name
            shutil.copytree(folder / "ready", data)
            server = version_of(checkout, data, asked.commit_ms)
            stack.callback(server.kill)
            server.start(limits=pin)
            progress(f"{name}: {asked.tables * asked.phones} streams")
            load = Load([server.port], parties, asked.phones)
            stack.enter_context(load.connected())
            versions.append(Version(server, load))
        yield versions[0], versions[1]


def one_round(
    asked: Asked, older: Version, this: Version, number: int
) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """Take the same moves with both versions, and return the figures of each.

    number: the number of the round, which decides the order.
    """
    progress(f"round {number + 1} of {asked.rounds}")
    moves = asked.tables * EACH
    order = (older, this) if number % 2 else (this, older)
    figures = {id(one): one.burst(asked.outstanding, moves) for one in order}
    return figures[id(older)], figures[id(this)]


def compared(name: str, pairs: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    """Return the line of one figure: the median of each version, and of the ratios by pair."""
    ratios = [two / one for one, two in pairs]
    low, middle, high = quantiles(ratios, method="inclusive")
    medians = [quantiles(values, method="inclusive")[1] for values in zip(*pairs, strict=True)]
    figures = [shown(value, "") for value in medians]
    return name, *figures, f"{middle:.3f}", f"{low:.3f} to {high:.3f}", str(len(pairs))


def held(name: str, older: Version, this: Version) -> tuple[str, ...]:
    """Return the line of the memory that each version takes now."""
    one, two = (memory(version.server.pid) or 0.0 for version in (older, this))
    return name, shown(one, ""), shown(two, ""), f"{two / (one or 1):.3f}", "", ""


def made_by(checkout: Path, folder: Path, tables: int, devices: int, game: str) -> list[Party]:
    """Let a checkout make tables in a folder, as ``made_ready`` does; return them."""
    program = [python_of(checkout), "-c", MADE, str(folder), str(tables), str(devices), game]
    made = subprocess.run(program, cwd=checkout, check=True, stdout=subprocess.PIPE)
    protocol, tables_made = made.stdout.decode().splitlines()
    return [party_of(one, protocol) for one in json.loads(tables_made)]


def party_of(made: Mapping[str, Any], protocol: str) -> Party:
    """Return a table that another version has made and printed."""
    recorded = made["recorded"]
    seats = tuple(SeatSetup(one["name"], tuple(one["colours"])) for one in recorded["seats"])
    options, actions = recorded["options"], tuple(recorded["actions"])
    game = Recorded("load", recorded["game"], options, recorded["copy"], seats, actions)
    devices = made["everybody"]
    phones = [
        OlderPhone(one["device"], one["cookie"], token=one.get("csrf", "")) for one in devices
    ]
    return Party(game, made["code"], tuple(phones), protocol)


def version_of(checkout: Path, folder: Path, commit_ms: float) -> Server:
    """Return the server of a checkout, not started yet.

    commit_ms: how much longer each commit takes, in ms.
    """
    port = spare_port()
    program = [python_of(checkout), str(SLOW_COMMITS), f"{commit_ms:g}"]
    command = [*program, *command_of(GEVENT, port)[1:]]
    return Server(folder, port=port, command=command, PYTHONPATH=str(checkout))


def python_of(checkout: Path) -> str:
    """Return the Python of a checkout's own environment, or else that of this program."""
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable

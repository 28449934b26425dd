"""``python -m tests.soak``: minutes of kills, crowds, cuts and nonsense, and what came of them."""

from __future__ import annotations

import argparse
import logging
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion import create_app
from tests.browser.conftest import launched
from tests.database_servers import FORGETFUL, postgresql
from tests.kept import NAME
from tests.soak.crowd import HasEnough, fire
from tests.soak.cutting import cut_phone, cut_plain_forms
from tests.soak.explained import assert_explained
from tests.soak.fuzzing import fuzz
from tests.soak.killing import soak
from tests.soak.recorded import sat_down, some_of_each
from tests.soak.server import GEVENT, GUNICORN, SERVERS, Site

FUZZ_AT_ONCE = 10_000
"""Requests on one data folder, for what they make piles up there."""


def main() -> None:
    """Run what was asked for; the first thing that is wrong ends it with its traceback."""
    parser = argparse.ArgumentParser(prog="make soak ARGS=", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--crowd", type=float, default=240.0, metavar="SECONDS")
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--requests", type=int, default=300_000)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--server", choices=[*SERVERS, GUNICORN], default=GEVENT)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    for part in (_killed, _crowded, _cut_off, _fuzzed):
        begun = time.monotonic()
        for name, count in sorted(part(asked).items(), key=str):
            print(f"  {name}: {count:,}")
        print(f"{part.__name__.strip('_')}: nothing wrong, {time.monotonic() - begun:.0f} s")


def _progress(name: str) -> Callable[[str], None]:
    begun = time.monotonic()
    return lambda text: print(f"{name} {time.monotonic() - begun:5.0f} s  {text}", flush=True)


def _killed(asked: argparse.Namespace) -> Counter[str]:
    with _site(asked) as site:
        return soak(site, asked.kills, asked.tables, asked.seed, _progress("kills"))


@contextmanager
def _site(asked: argparse.Namespace) -> Iterator[Site]:
    """Give the kind of server that was asked for, on PostgreSQL if it is several processes."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database = ""
        if asked.server == GUNICORN:
            database = stack.enter_context(postgresql(FORGETFUL)).made(NAME)
        yield Site(asked.server, folder, database)


def _crowded(asked: argparse.Namespace) -> Counter[str]:
    """Let a crowd at one table after another, at one server and at two on the same database."""
    progress, counted = _progress("crowd"), Counter[str]()
    chosen = some_of_each(2 * asked.tables, random.Random(asked.seed))
    with (
        _site(asked) as site,
        site.opened() as app,
        site.serving() as server,
        site.serving() as other,
    ):
        parties = [sat_down(app, one) for one in chosen]
        for place, party in enumerate(parties):
            ports = [server.port, other.port][: 1 + place % 2]
            until = time.monotonic() + asked.crowd / len(parties)
            shots = fire(app, party, ports, _later_than(until), asked.seed + 100 * place)
            counted += assert_explained(app, party, shots)
            progress(f"{party.recorded.name}: {len(shots):,} taps at {len(ports)} servers")
    return counted


def _later_than(moment: float) -> HasEnough:
    return lambda shooter: time.monotonic() > moment


def _cut_off(asked: argparse.Namespace) -> Counter[str]:
    """Cut the line to PostgreSQL around COMMITs, for plain forms and for a phone with script."""
    progress, counted = _progress("cuts"), Counter[str]()
    # Each doubt is a line on a terminal.
    logging.getLogger("companion").addHandler(logging.NullHandler())
    with ExitStack() as stack:
        database = stack.enter_context(postgresql(FORGETFUL))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        made = create_app({"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": database.made(NAME)})
        made.extensions["open_tables"].store.engine.dispose()
        counted += cut_plain_forms(database, folder, asked.cuts, asked.seed, progress)
        with launched() as browser:
            context = browser.new_context(locale="en")
            counted += cut_phone(context, database, folder, asked.cuts, asked.seed, progress)
    return counted


def _fuzzed(asked: argparse.Namespace) -> Counter[int]:
    progress, statuses = _progress("fuzz"), Counter[int]()
    for done in range(0, asked.requests, FUZZ_AT_ONCE):
        with tempfile.TemporaryDirectory() as folder:
            few = min(FUZZ_AT_ONCE, asked.requests - done)
            statuses += fuzz(Path(folder), few, 8, asked.seed + done)
        progress(f"{done + few:,} of {asked.requests:,} requests")
    return statuses


if __name__ == "__main__":
    main()

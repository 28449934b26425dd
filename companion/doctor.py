"""What phones need to reach this machine, and what the tables need on it, looked at one by one.

Nothing is changed, and nothing is sent anywhere.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from companion import paths
from companion.addresses import Address, is_shared, machine_addresses, outgoing_ip, ranked, url_of
from companion.mechanics.words import Sentence, SentenceError, say
from companion.serving import bound_socket

LEAST_FREE_MEGABYTES = 200
"""Enough for years of tables, and for the system to go on."""
FIREWALLS = {
    "Windows": say(
        "If phones cannot connect: Windows Security, Firewall, Allow an app; let Python through "
        "in private networks."
    ),
    "Darwin": say(
        "If phones cannot connect: System Settings, Network, Firewall; let Python take incoming "
        "connections."
    ),
    "Android": say("If phones cannot connect, let them join this phone’s hotspot."),
}
"""What usually keeps phones out, by system, and the way past it."""


GOOD, DOUBTFUL, WRONG = "+", "?", "!"
"""How a line begins; with the last an evening would fail."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at."""

    sentence: Sentence
    mark: str = GOOD


def findings(port: int) -> Iterator[Finding]:
    """Yield all that was found, what phones need first; port: where Companion is to be served."""
    outgoing = outgoing_ip()
    yield from ways_in(ranked(machine_addresses(), outgoing), port, outgoing)
    yield port_found(port)
    yield Finding(firewall(system(), port), DOUBTFUL)
    yield from _folder()
    yield _versions()


def ways_in(addresses: list[Address], port: int, outgoing: str | None) -> Iterator[Finding]:
    """Yield at which addresses phones may find this machine, and what may keep them out."""
    shared = [address for address in addresses if is_shared(address)]
    for address in shared:
        url, adapter = url_of(address.ip, port), address.adapter or "?"
        yield Finding(say("Phones open {url} ({adapter})", url=url, adapter=adapter))
    if not shared:
        words = say("No network that phones share: join a Wi-Fi, or let a phone be the hotspot.")
        yield Finding(words, WRONG)
    elif outgoing is not None and outgoing not in {address.ip for address in shared}:
        words = say("A VPN seems to be on; if phones cannot connect, switch it off.")
        yield Finding(words, DOUBTFUL)


def port_found(port: int) -> Finding:
    """Return whether Companion can be served there, or already is."""
    try:
        with closing(bound_socket("0.0.0.0", port)):
            return Finding(say("Port {port} is free.", port=port))
    except SentenceError as error:
        if _answers(port):
            return Finding(say("Companion is running on port {port}.", port=port))
        return Finding(error.sentence, WRONG)


def _answers(port: int) -> bool:
    """Tell whether it is a Companion that holds the port."""
    from urllib.error import URLError
    from urllib.request import urlopen

    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def system() -> str:
    """Return "Windows", "Darwin", "Linux" or "Android"."""
    return "Android" if hasattr(sys, "getandroidapilevel") else platform.system()


def firewall(system: str, port: int) -> Sentence:
    """Return what usually keeps phones out on such a system, and the way past it."""
    if system in FIREWALLS:
        return FIREWALLS[system]
    return say("If phones cannot connect: sudo ufw allow {port}/tcp", port=port)


def _folder() -> Iterator[Finding]:
    """Yield what is found of the folder that the tables are kept in, of its disk and the clock."""
    try:
        folder = paths.data_folder({})
        yield Finding(say("The tables are kept in {folder}", folder=str(folder)))
        yield free_space(shutil.disk_usage(folder).free)
        yield from database(folder)
    except SentenceError as error:
        yield Finding(error.sentence, WRONG)


def free_space(left: int) -> Finding:
    """Return whether enough bytes are left on the disk."""
    megabytes = left // 2**20
    words = say("{count} MB are free on the disk.", count=megabytes)
    return Finding(words, DOUBTFUL if megabytes < LEAST_FREE_MEGABYTES else GOOD)


def database(folder: Path) -> Iterator[Finding]:
    """Yield whether the tables can be read, and whether the clock is later than the last tap."""
    from companion.tables.storage.backup import require_sound

    file = paths.file_in(paths.database_address({}, folder))
    if file is None:
        yield Finding(say("The database is kept by a server: DATABASE_URL is set."))
    elif not file.exists():
        yield Finding(say("No table yet; the first start makes the database."))
    else:
        is_damaged = say("{file} is damaged.", file=str(file))
        require_sound(file, file, is_damaged)
        yield Finding(say("The database is whole."))
        yield the_clock(file.stat().st_mtime, time.time())


def the_clock(last_tap: float, now: float) -> Finding:
    """Return what time it is by this machine; wrong where something was kept later than that."""
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < last_tap:
        words = say("The clock says {time}, before the last tap: set it right.", time=shown)
        return Finding(words, WRONG)
    return Finding(say("The clock says {time}.", time=shown))


def _versions() -> Finding:
    server = "gevent" if find_spec("gevent") else "waitress"
    return Finding(
        say(
            "Companion {companion}, Python {python}, SQLite {sqlite}, {server} {served}",
            companion=version("companion"),
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            server=server,
            served=version(server),
        )
    )

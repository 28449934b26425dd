"""The checks of ``companion doctor``: the network, the port, the disk, the database, the clock.

The checks change nothing and send nothing to other machines.
"""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from companion import __version__, paths
from companion.mechanics.language.words import Sentence, SentenceError, say, say_many
from companion.serving.addresses import NO_NETWORK, Kind, Reach, url_of
from companion.serving.start import PORTS_TRIED, answers, bound_socket, running_port

LEAST_FREE_MEGABYTES = 200
"""The free disk space below which a warning is given: enough for years of tables."""
FIREWALLS = {
    "Windows": say(
        "If phones can’t connect, open Windows Security, Firewall, Allow an app, and allow Python "
        "on private networks."
    ),
    "Darwin": say(
        "If phones can’t connect, open System Settings, Network, Firewall, and allow incoming "
        "connections for Python."
    ),
    "Android": say("If phones can’t connect, let them join this phone’s hotspot."),
}
"""Advice on letting phones through the firewall, by operating system."""
UFW = Path("/etc/ufw/ufw.conf")
"""The settings of ufw, which contain "ENABLED=yes" if this firewall is on."""
CONTAINER_FILES = ("/.dockerenv", "/run/.containerenv")
CHROME_OS = "/dev/.cros_milestone"
"""A file that exists only in the Linux environment of ChromeOS."""
GOOD, DOUBTFUL, WRONG = "[ok]", "[warn]", "[fail]"
"""The marks at the start of a finding. ``WRONG`` means that phones cannot play."""
LEGEND = say("[ok] works, [warn] may cause a problem, [fail] must be fixed")
PHONES = say("phones can’t reach this machine")
PORT = say("the port is in use")
TABLES = say("tables can’t be saved")
CLOCK = say("the clock is wrong")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    sentence: Sentence
    mark: str = GOOD
    """``GOOD``, ``DOUBTFUL`` or ``WRONG``."""
    problem: Sentence | None = None
    """The problem in a few words, for the summary, if the mark is ``WRONG``."""


def failed(sentence: Sentence, problem: Sentence) -> Finding:
    """Return a finding marked ``WRONG``.

    problem: the problem in a few words.
    """
    return Finding(sentence, WRONG, problem)


def problems(found: Iterable[Finding]) -> tuple[Sentence, ...]:
    """Return the problems among the findings, each once."""
    named = [finding.problem for finding in found if finding.problem is not None]
    return tuple(dict.fromkeys(named))


def summary(found: Sequence[Finding]) -> Sentence:
    """Return the last line of the output, with the number of problems and a list of them."""
    wrong = problems(found)
    if not wrong and any(finding.mark == DOUBTFUL for finding in found):
        return say("No problem found. If phones can’t connect, see the lines marked [warn].")
    if not wrong:
        return say("No problem found.")
    return say_many(
        "{count} problem found: {problems}",
        "{count} problems found: {problems}",
        count=len(wrong),
        problems=wrong,
    )


def findings(port: int, is_default: bool) -> Iterator[Finding]:
    """Yield all findings, those about the network first.

    port: the port on which Companion will be served.
    is_default: whether the user named no port, so that the running server's port, or the next free
    one, is meant.
    """
    if is_default:
        port = running_port() or next(filter(is_usable, range(port, port + PORTS_TRIED)), port)
    found = port_found(port)
    # Phones cannot open a port that another program holds.
    if found.problem is None:
        yield from ways_in(Reach(port))
    yield from confined(port)
    yield found
    if (advice := firewall(system(), port)) is not None:
        yield Finding(advice, DOUBTFUL)
    yield from _folder_findings()
    yield _versions_finding()


def ways_in(reach: Reach) -> Iterator[Finding]:
    """Yield a finding on each address that the QR code would offer, or on a missing network."""
    if not reach.offered_addresses:
        yield failed(NO_NETWORK, PHONES)
    for address in reach.offered_addresses:
        url, adapter = url_of(address.ip, reach.port), address.adapter or "?"
        if address.kind < Kind.MADE_UP:
            yield Finding(say("Phones can open {url} ({adapter})", url=url, adapter=adapter))
        else:
            words = say(
                "Phones may not reach {url} ({adapter}): it looks like a VPN or a virtual machine.",
                url=url,
                adapter=adapter,
            )
            yield Finding(words, DOUBTFUL)


def confined(port: int) -> Iterator[Finding]:
    """Yield a finding if this system runs inside another one, such as WSL or a container."""
    if "microsoft" in platform.release().lower():
        words = say(
            "This is Linux inside Windows (WSL), which phones can’t reach. "
            "Start Companion on Windows itself."
        )
        yield failed(words, PHONES)
    elif any(Path(file).exists() for file in CONTAINER_FILES):
        words = say(
            "This is a container. Phones can reach it only if port {port} is published.", port=port
        )
        yield Finding(words, DOUBTFUL)
    elif Path(CHROME_OS).exists():
        words = say(
            "This is Linux on ChromeOS. Forward port {port} to it: Settings, Linux, "
            "Port forwarding.",
            port=port,
        )
        yield Finding(words, DOUBTFUL)


def is_usable(port: int) -> bool:
    """Return whether Companion can be served on a port or is already running there."""
    return port_found(port).problem is None


def port_found(port: int) -> Finding:
    """Return a finding on whether Companion can be served on a port or is already running there."""
    try:
        with closing(bound_socket("0.0.0.0", port)):
            return Finding(say("Port {port} is free.", port=port))
    except SentenceError as error:
        if answers(port):
            return Finding(say("Companion is running on port {port}.", port=port))
        return failed(error.sentence, PORT)


def system() -> str:
    """Return the name of the system, such as "Windows", "Darwin", "Linux" or "Android"."""
    return "Android" if hasattr(sys, "getandroidapilevel") else platform.system()


def firewall(system: str, port: int) -> Sentence | None:
    """Return advice on letting phones through the firewall, or None if no firewall was found.

    system: the name of the system, as returned by ``system()``.
    """
    if system in FIREWALLS:
        return FIREWALLS[system]
    for is_there, command in (
        (_has_ufw(), f"sudo ufw allow {port}/tcp"),
        (shutil.which("firewall-cmd"), f"sudo firewall-cmd --add-port={port}/tcp"),
    ):
        if is_there:
            return say("If phones can’t connect, open the firewall: {command}", command=command)
    return None


def _has_ufw() -> bool:
    with suppress(OSError):
        return "ENABLED=yes" in UFW.read_text("utf-8")
    return False


def _folder_findings() -> Iterator[Finding]:
    """Yield findings on the data folder, its disk, the database and the clock."""
    try:
        folder = paths.data_folder({})
        yield Finding(say("Tables are saved in {folder}", folder=str(folder)))
        yield free_space(shutil.disk_usage(folder).free)
        yield from database(folder)
    except SentenceError as error:
        yield failed(error.sentence, TABLES)


def free_space(left: int) -> Finding:
    """Return a finding on the free space of the disk.

    left: the number of free bytes.
    """
    megabytes = left // 2**20
    words = say("Free disk space: {count} MB", count=megabytes)
    return Finding(words, DOUBTFUL if megabytes < LEAST_FREE_MEGABYTES else GOOD)


def database(folder: Path) -> Iterator[Finding]:
    """Yield findings on the database file and on the clock.

    Raises BackupError if the file is damaged or belongs to another program.
    """
    from companion.tables.storage.backup import require_sound

    file = paths.file_in(paths.database_address({}, folder))
    if file is None:
        yield Finding(say("Tables are saved on a database server (DATABASE_URL is set)."))
    elif not file.exists():
        yield Finding(say("There are no tables yet. The first start creates the database."))
    else:
        is_damaged = say("{file} is damaged.", file=str(file))
        require_sound(file, file, is_damaged)
        yield Finding(say("The database is intact."))
        yield the_clock(file.stat().st_mtime, time.time())


def the_clock(last_tap: float, now: float) -> Finding:
    """Return a finding on this machine's clock, which is wrong if it precedes the last move.

    last_tap: the time of the last move, in seconds since 1970.
    now: the current time, in seconds since 1970.
    """
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < last_tap:
        words = say("The clock shows {time}, which is before the last move. Set it.", time=shown)
        return failed(words, CLOCK)
    return Finding(say("The clock shows {time}.", time=shown))


def _versions_finding() -> Finding:
    server = "gevent" if find_spec("gevent") else "waitress"
    return Finding(
        say(
            "Companion {companion}, Python {python}, SQLite {sqlite}, {server} {served}",
            companion=__version__,
            python=platform.python_version(),
            sqlite=sqlite3.sqlite_version,
            server=server,
            served=version(server),
        )
    )

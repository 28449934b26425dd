"""Automatic backups: at startup, every hour, after each game, and every night."""

from __future__ import annotations

import filecmp
import logging
import re
import shlex
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask, current_app

from companion.mechanics.game import AnyGame
from companion.mechanics.language.words import Sentence, say
from companion.paths import CannotStart
from companion.tables.storage.backup import (
    PARTIAL,
    BackupError,
    back_up,
    checkpoint,
    holds_tables,
    number_of,
    require_sound,
    revision_in,
)
from companion.tables.storage.database import HEAD, file_of
from companion.tables.storage.database_errors import BACKUPS, backups_beside, damaged
from companion.tables.storage.own_file import identity

log = logging.getLogger(__name__)

NEWEST_KEPT = 5
"""The number of newest backups to keep."""
DAYS_KEPT = 7
"""The number of days for which to keep the last backup of the day.

Days without backups do not count.
"""
WAY_BACK_DAYS = 90
"""The number of days for which to keep the last backup made before each upgrade of the database.

It is the only way back to the older version of the app.
"""
NIGHT_HOUR = 4
"""The hour of the nightly backup, in local time.

A laptop that was asleep at this hour makes the backup when it wakes up.
"""
CHECK_SECONDS = 600.0
"""The interval in seconds at which the thread checks whether a backup is due."""
CHECKS_PER_BACKUP = 6
"""The number of checks between two regular backups. This results in one backup per hour."""
PARTIAL_SECONDS = 3600.0
"""The age in seconds at which a partial backup file is assumed to be from a killed server."""
NAME = re.compile(r"companion-(\d+)-(\d{4}-\d\d-\d\d)\.sqlite")
"""The name of a backup file, with its number and day."""


class BackupThread:
    """The background thread that makes the automatic backups of a database file."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._identity = identity(database)
        self._wanted = threading.Event()
        self._is_over = False
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Start the thread, which makes a first backup at once."""
        self._wanted.set()
        self._thread.start()

    def want(self) -> None:
        """Request a backup.

        Several requests in quick succession lead to only one backup.
        """
        self._wanted.set()

    def stop(self) -> None:
        """End the thread, after it has finished any backup in progress."""
        self._is_over = True
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        night, checks = _last_backup_day(), 0
        while not self._is_over:
            is_wanted = self._wanted.wait(CHECK_SECONDS)
            self._wanted.clear()
            checks += 1
            if is_wanted or night != _last_backup_day() or checks == CHECKS_PER_BACKUP:
                night, checks = _last_backup_day(), 0
                self._back_up()
            checkpoint(self._database, self._identity)

    def _back_up(self) -> None:
        try:
            make_backup(self._database)
        except (BackupError, OSError) as trouble:
            # A failed backup must not interrupt the game, so it is only logged.
            log.error("no backup was made: %s", trouble)


def make_backup(database: Path) -> Path | None:
    """Make a backup in the folder beside the database, and delete backups that are too old.

    Returns the backup file, or None if the newest existing backup is identical. Backups of another
    database in the same folder are never deleted.

    Raises BackupError or OSError.
    """
    folder = database.parent / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    before = backups_beside(database)
    # Backups are numbered, because the clock may be set back.
    number = 1 + max((_number_and_day(file)[0] for file in before), default=0)
    target = folder / f"companion-{number:06}-{time.strftime('%Y-%m-%d')}.sqlite"
    back_up(database, target)
    own = [file for file in before if number_of(file) == number_of(target)]
    if own and filecmp.cmp(own[-1], target, shallow=False):
        target.unlink()
        return None
    surplus = set(backups_to_delete([*own, target])) - backups_before_upgrades(own)
    for file in [*surplus, *_stale_partials(folder)]:
        file.unlink(missing_ok=True)
    return target


def lost_tables_hint(app: Flask) -> Sentence | None:
    """Return a hint if the database is empty but there are backups of a different database.

    The hint contains the command that restores the newest of these backups. Returns None if no hint
    is needed.
    """
    database = file_of(app)
    if database is None or holds_tables(database):
        return None
    others = (
        file
        for file in reversed(backups_beside(database))
        if number_of(file) != number_of(database) and holds_tables(file)
    )
    newest = next(others, None)
    if newest is None:
        return None
    return say(
        "The database {file} is empty, but there are backups of another one. To restore "
        "the newest: companion restore {newest}",
        file=str(database),
        newest=shlex.quote(str(newest)),
    )


def backups_to_delete(backups: list[Path]) -> list[Path]:
    """Return the backups to delete.

    The ``NEWEST_KEPT`` newest backups are kept. For each of the ``DAYS_KEPT`` most recent days with
    backups, the last backup of the day is kept too.

    backups: all backups of the database, oldest first.
    """
    kept = set(backups[-NEWEST_KEPT:])
    last_of_day = {_number_and_day(file)[1]: file for file in backups}
    kept.update(list(last_of_day.values())[-DAYS_KEPT:])
    return [file for file in backups if file not in kept]


def backups_before_upgrades(backups: list[Path]) -> set[Path]:
    """Return the last backup of each older version of the database, for ``WAY_BACK_DAYS`` days.

    backups: existing backups of the database, oldest first.
    """
    last_of_version = {revision_in(file): file for file in backups}
    long_ago = time.time() - WAY_BACK_DAYS * 86_400
    return {
        file
        for version, file in last_of_version.items()
        if version != HEAD and file.stat().st_mtime > long_ago
    }


def _stale_partials(folder: Path) -> list[Path]:
    """Return the partial backup files in a folder that are too old to be still in use."""
    long_ago = time.time() - PARTIAL_SECONDS
    return [partial for partial in folder.glob(f"*{PARTIAL}") if partial.stat().st_mtime < long_ago]


def _number_and_day(file: Path) -> tuple[int, str]:
    """Return the number and the day in the name of a backup file.

    For any other name the number is 0, so that the file counts as the oldest.
    """
    found = NAME.fullmatch(file.name)
    return (int(found[1]), found[2]) if found else (0, "")


def _last_backup_day() -> str:
    """Return the day on which a nightly backup was last due, as YYYY-MM-DD."""
    return time.strftime("%Y-%m-%d", time.localtime(time.time() - NIGHT_HOUR * 3600))


@contextmanager
def automatic_backups(app: Flask) -> Iterator[None]:
    """Make automatic backups of the app's database while the block runs.

    Raises CannotStart if the database is damaged. In this case, neither the database nor its
    backups are changed.
    """
    database = file_of(app)
    if database is None:
        # Database servers have their own backup tools.
        yield
        return
    try:
        require_sound(database, database, damaged(database))
    except BackupError as trouble:
        raise CannotStart(trouble.sentence) from trouble
    keeper = app.extensions["keeper"] = BackupThread(database)
    keeper.start()
    try:
        yield
    finally:
        keeper.stop()


def back_up_if_over(game: AnyGame, state: Any) -> None:
    """Request a backup if a game is over and automatic backups are enabled."""
    keeper = current_app.extensions.get("keeper")
    if keeper is not None and game.final.outcome(state) is not None:
        keeper.want()

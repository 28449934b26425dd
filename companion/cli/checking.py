"""Verification of a database file by replaying each table.

The commands ``companion verify`` and ``companion restore`` use it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from flask import Flask

from companion import create_app
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many
from companion.paths import CannotStart, address_of
from companion.tables.codes import shown_code
from companion.tables.live.cache import open_tables
from companion.tables.records.import_export import Verdict, export_record, verify_record
from companion.tables.records.reading import FROM_THIS_MACHINE
from companion.tables.roles import holds_secrets
from companion.tables.storage.backup import BackupError, copy_database, require_sound
from companion.tables.storage.database_errors import DatabaseError
from companion.tables.tables import every_table

SQLITE = b"SQLite format 3\0"


def is_database(file: Path) -> bool:
    """Return whether a file begins like an SQLite database."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def checked_tables(
    file: Path, *, shown: Path | None = None, with_secrets: bool = False
) -> Iterator[tuple[str, Verdict]]:
    """Yield the displayed code of each table and the verdict on its log, newest table first.

    The check runs on a migrated copy of the file.

    shown: the file name to use in messages.
    with_secrets: whether verdicts may reveal hidden information.

    Raises BackupError if the file is damaged or belongs to another program.
    """
    shown = shown or file
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / "companion.sqlite"
        is_damaged = say("{file} is damaged.", file=str(shown))
        copy_database(file, copy, is_damaged)
        require_sound(copy, shown, is_damaged)
        settings = {"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": address_of(copy)}
        try:
            yield from _table_verdicts(create_app(settings), with_secrets)
        except (CannotStart, DatabaseError) as error:
            raise BackupError(is_damaged) from error


def _table_verdicts(app: Flask, with_secrets: bool) -> Iterator[tuple[str, Verdict]]:
    try:
        with app.app_context():
            for card in every_table():
                yield shown_code(card.code), _table_verdict(card.code, with_secrets)
    finally:
        app.extensions["open_tables"].store.engine.dispose()


def all_there(file: Path, verdicts: Iterable[Verdict]) -> Sentence | None:
    """Return the message that all tables can be continued, or None if any cannot.

    file: the file to name in the message.
    """
    found = list(verdicts)
    if not all(verdict.is_playable for verdict in found):
        return None
    return say_many(
        "{file}: the table is complete and can be continued",
        "{file}: all {count} tables are complete and can be continued",
        count=len(found),
        file=str(file),
    )


def _table_verdict(code: str, with_secrets: bool) -> Verdict:
    try:
        table = open_tables().find(code)
        verdict = verify_record(export_record(table, None), FROM_THIS_MACHINE)
    except Refusal as refusal:
        return Verdict(refusal=refusal)
    return replace(verdict, tells_secrets=with_secrets or not holds_secrets(table))

"""A whole database checked as ``companion verify`` checks a record: every table played anew."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion import create_app
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.codes import shown_code
from companion.tables.live.cache import open_tables
from companion.tables.records.import_export import (
    Verdict,
    export_record,
    is_kept_back,
    verify_record,
)
from companion.tables.records.reading import FROM_THIS_MACHINE
from companion.tables.storage.backup import copy_database, require_sound
from companion.tables.tables import every_table

SQLITE = b"SQLite format 3\0"


def is_database(file: Path) -> bool:
    """Tell whether a file says that it is a database."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(SQLITE)) == SQLITE
    except OSError:
        return False


def checked_tables(file: Path, *, with_secrets: bool = False) -> Iterator[tuple[str, Verdict]]:
    """Yield each table's code, as people read it, with the verdict on its log, newest first.

    The file is not touched: a copy of it is opened, and brought to today's form. with_secrets: the
    verdicts may tell what is still hidden. Raises BackupTrouble for a file that is damaged or none
    of Companion's.
    """
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / "companion.sqlite"
        is_damaged = say("{file} is damaged.", file=str(file))
        copy_database(file, copy, is_damaged)
        require_sound(copy, file, is_damaged)
        app = create_app({"DATA_DIR": folder, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{copy}"})
        try:
            with app.app_context():
                for card in every_table():
                    yield shown_code(card.code), _verdict(card.code, with_secrets)
        finally:
            app.extensions["open_tables"].store.engine.dispose()


def _verdict(code: str, with_secrets: bool) -> Verdict:
    try:
        table = open_tables().find(code)
        verdict = verify_record(export_record(table, None), FROM_THIS_MACHINE)
    except Refusal as refusal:
        return Verdict(refusal=refusal)
    return replace(verdict, tells_secrets=with_secrets or not is_kept_back(table))

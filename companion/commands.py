"""Administration commands (server and database), and ``new-game``."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import click

from companion.command_group import Failure, main, make_app, reason
from companion.mechanics.words import Sentence, SentenceError, say
from companion.terminal import localized

FILE = click.Path(path_type=Path, dir_okay=False)
DAY_SECONDS = 86_400


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def doctor(port: int) -> None:
    """Check what phones need to reach this machine.

    The exit status is 1 if phones cannot play.
    """
    from companion.doctor import WRONG, findings

    marks = set()
    for finding in findings(port):
        click.echo(f"{finding.mark} {localized(finding.sentence)}")
        marks.add(finding.mark)
    if WRONG in marks:
        raise SystemExit(1)


@main.command()
@click.argument("code")
@click.argument("file", default="-", type=click.Path(path_type=Path))
@click.option("--with-secrets", is_flag=True, help="Write what is still hidden at the table too.")
def export(code: str, file: Path, with_secrets: bool) -> None:
    """Write the table CODE as a saved game to FILE, or to the terminal.

    Only you can read the file.
    """
    from companion.paths import opened_private

    with make_app().app_context():
        record = _record_of(code, with_secrets)
    text = (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    try:
        with os.fdopen(opened_private(file), "wb") as opened:
            opened.write(text)
    except OSError as error:
        sentence = say("{file} cannot be written: {reason}.", file=str(file), reason=reason(error))
        raise SentenceError(sentence) from error


def _record_of(code: str, with_secrets: bool) -> dict[str, Any]:
    """Return a table as a saved game.

    Raises SentenceError if it might reveal hidden information and ``with_secrets`` is False.
    """
    from companion.mechanics.refusal import Refusal
    from companion.tables.live.cache import open_tables
    from companion.tables.records.import_export import export_record, holds_secrets, unread_record

    try:
        table = open_tables().find(code)
    except Refusal as refusal:
        # The refusal's sentence names the command to use.
        is_kept = refusal.name == "table_damaged" and not with_secrets
        if refusal.name not in ("not_installed", "table_damaged") or is_kept:
            raise
        if not with_secrets:
            raise SentenceError(_perhaps_hidden(code)) from refusal
        return unread_record(code)
    if holds_secrets(table) and not with_secrets:
        raise SentenceError(_still_hidden(table.shown_code))
    return export_record(table, None)


def _perhaps_hidden(code: str) -> Sentence:
    return say(
        "The game of the table {code} is not installed, so nobody can tell whether something is "
        "still hidden there. To write it all the same: companion export {code} FILE --with-secrets",
        code=code,
    )


def _still_hidden(code: str) -> Sentence:
    return say(
        "Something is still hidden at the table {code}, money or a bid. To "
        "write it all the same: companion export {code} FILE --with-secrets",
        code=code,
    )


@main.command()
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Write all tables to FILE, including hidden information. Companion may be running."""
    from companion.tables.storage.backup import back_up

    back_up(_database(), file)
    click.echo(localized(say("{file}: every table as it was a moment ago", file=str(file))))


@main.command()
@click.argument("file", type=FILE)
def restore(file: Path) -> None:
    """Replace the database with the backup FILE, and keep the old database beside it."""
    from companion.checking import all_there, checked_tables
    from companion.tables.storage import backup

    database = _database()
    if not file.is_file():
        raise SentenceError(say("{file} is not there.", file=str(file)))
    waiting = database.with_name(f"{database.name}.restoring")
    try:
        with backup.exclusive_access(database.parent):
            is_damaged = say("{file} is damaged.", file=str(file))
            backup.copy_database(file, waiting, is_damaged)
            found = dict(checked_tables(waiting, shown=file))
            aside = _aside(database)
            backup.put_in_place(waiting, database, aside)
    except backup.BackupError as trouble:
        raise Failure(localized(trouble.sentence)) from trouble
    finally:
        waiting.unlink(missing_ok=True)
    click.echo(localized(_restored(database, file, aside)))
    if are_there := all_there(file, found.values()):
        click.echo(localized(are_there))
    for code, verdict in found.items():
        if not verdict.ok:
            click.echo(f"{code}: {localized(verdict.in_words)}", err=True)


def _restored(database: Path, file: Path, aside: Path) -> Sentence:
    """Return the sentence that names the restored database and the place of the old one."""
    if not aside.exists():
        return say(
            "{database} holds the tables of {file} now", database=str(database), file=str(file)
        )
    return say(
        "{database} holds the tables of {file} now; what was there is {aside}",
        database=str(database),
        file=str(file),
        aside=str(aside),
    )


def _database() -> Path:
    """Return the database file, even if it cannot be opened.

    Raises SentenceError if the database is on a database server.
    """
    from companion import paths

    file = paths.file_in(paths.database_address({}, paths.data_folder({})))
    if file is None:
        raise SentenceError(
            say("This database is kept by a server; back it up by the server’s own tools.")
        )
    return file


def _aside(database: Path) -> Path:
    """Return the path for a copy of the replaced database, with the current time in its name."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return database.with_name(f"{database.stem}-before-restore-{stamp}{database.suffix}")


@main.command()
@click.argument("code")
def banker(code: str) -> None:
    """Print a link that makes the first device that opens it a banker of the table CODE."""
    from companion.tables.live.cache import open_tables
    from companion.web.access.signed_links import banker_pass

    app = make_app()
    with app.test_request_context():
        table = open_tables().find(code)
        link = app.url_for("join.offered", token=banker_pass(table.code, table.banker_pass))
    click.echo(
        localized(
            say(
                "{code}: open this at Companion’s address: {link}",
                code=table.shown_code,
                link=link,
            )
        )
    )


@main.command()
@click.option("--older-than", "days", type=click.IntRange(1), required=True, metavar="DAYS")
@click.option("--dry-run", is_flag=True, help="Only list what would be deleted.")
def forget(days: int, dry_run: bool) -> None:
    """Delete tables with no moves in the last DAYS days, and list their codes."""
    from companion.tables.storage.forgetting import forget_tables, idle_tables

    before = time.time() - days * DAY_SECONDS
    with make_app().app_context():
        codes = (code for _, code in idle_tables(before)) if dry_run else forget_tables(before)
        for code in codes:
            click.echo(code)


@main.command("new-game")
@click.argument("name")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def new_game(name: str, folder: Path | None) -> None:
    """Create the package of a new game that can be played at once.

    NAME consists of small letters, digits and underscores, like harvest_market.
    """
    from companion import new_game

    where = folder or Path(name)
    try:
        new_game.make(name, where)
    except OSError as error:
        sentence = say("{file} cannot be written: {reason}.", file=str(where), reason=reason(error))
        raise SentenceError(sentence) from error
    # Environments made by uv have no pip.
    has_pip = importlib.util.find_spec("pip") is not None
    pip = f"{sys.executable} -m pip install" if has_pip else f"uv pip install -p {sys.executable}"
    click.echo(localized(_made(where, f"{pip} -e {shlex.quote(str(where))}")))


def _made(folder: Path, install: str) -> Sentence:
    return say(
        "{folder} holds a game that can be played; change it as you like. "
        "To bring it to Companion: {command}",
        folder=str(folder),
        command=install,
    )

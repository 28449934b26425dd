"""Administration commands (server and database), and ``new-game``."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.command_group import Failure, is_default, main, make_app, reason
from companion.cli.command_help import help_text
from companion.mechanics.language.words import Sentence, SentenceError, say, say_many
from companion.serving.terminal import localized

if TYPE_CHECKING:
    from companion.tables.live.open_table import OpenTable

FILE = click.Path(path_type=Path, dir_okay=False)
DAY_SECONDS = 86_400


@main.command(
    short_help=help_text(say("Check that phones can connect")),
    help=help_text(
        say("Check that phones can connect and that tables can be saved."),
        say(
            "Each line begins with [ok], [warn] (may cause a problem) or [fail] (must be fixed). "
            "The exit status is 1 if a check fails."
        ),
    ),
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    help=help_text(say("Port to check (default: that of the running server, or 8000).")),
)
def doctor(port: int) -> None:
    """Print the result of each check, a legend and a summary."""
    from companion.cli.doctor import LEGEND, findings, problems, summary

    found = []
    for finding in findings(port, is_default("port")):
        click.echo(f"{finding.mark:<6} {localized(finding.sentence)}")
        found.append(finding)
    click.echo(f"\n{localized(LEGEND)}\n{localized(summary(found))}")
    if problems(found):
        raise SystemExit(1)


@main.command(
    short_help=help_text(say("Save one table to a file")),
    help=help_text(
        say("Save the table CODE to FILE, or print it to the terminal."),
        say("Only your user account can read the file."),
    ),
)
@click.argument("code")
@click.argument("file", default="-", type=click.Path(path_type=Path))
@click.option(
    "--with-secrets", is_flag=True, help=help_text(say("Include information that is still hidden."))
)
def export(code: str, file: Path, with_secrets: bool) -> None:
    """Write a table as a saved game."""
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
    from companion.mechanics.actions.refusal import Refusal
    from companion.tables.records.import_export import export_record, raw_record
    from companion.tables.roles import holds_secrets

    try:
        table = _table_with_code(code)
    except Refusal as refusal:
        # The refusal's sentence names the command to use.
        is_kept = refusal.name == "table_damaged" and not with_secrets
        if refusal.name not in ("not_installed", "table_damaged") or is_kept:
            raise
        if not with_secrets:
            raise SentenceError(_perhaps_hidden(code)) from refusal
        return raw_record(code)
    if holds_secrets(table) and not with_secrets:
        raise SentenceError(_still_hidden(table.shown_code))
    return export_record(table, None)


def _table_with_code(code: str) -> OpenTable:
    """Return the table with the given code.

    Raises SentenceError for an unknown code, and a refusal if the table cannot be opened.
    """
    from companion.mechanics.actions.refusal import Refusal
    from companion.tables.live.cache import open_tables

    try:
        return open_tables().find(code)
    except Refusal as refusal:
        if refusal.name != "unknown_code":
            raise
        sentence = say(
            "No table has the code “{code}”. List all codes: companion tables", code=code
        )
        raise SentenceError(sentence) from refusal


def _perhaps_hidden(code: str) -> Sentence:
    return say(
        "The game of table {code} is not installed, so Companion can’t tell whether anything is "
        "hidden there. To save it anyway: companion export {code} FILE --with-secrets",
        code=code,
    )


def _still_hidden(code: str) -> Sentence:
    return say(
        "Table {code} has information that is still hidden, such as money or a bid. To save it "
        "anyway: companion export {code} FILE --with-secrets",
        code=code,
    )


@main.command(
    short_help=help_text(say("Back up all tables to a file")),
    help=help_text(
        say("Back up all tables to FILE, including hidden information."),
        say("The server may be running."),
    ),
)
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Write a copy of the database."""
    from companion.tables.storage.backup import back_up

    back_up(_database_file(), file)
    click.echo(localized(say("All tables are backed up in {file}", file=str(file))))


@main.command(
    short_help=help_text(say("Restore all tables from a backup")),
    help=help_text(
        say("Replace the database with the backup FILE, and keep the old one next to it."),
        say("Stop the server first."),
        say("The exit status is 1 if a table of the backup is damaged."),
    ),
)
@click.argument("file", type=FILE)
def restore(file: Path) -> None:
    """Replace the database with a backup."""
    from companion.cli.checking import all_there, checked_tables
    from companion.tables.storage import backup

    database = _database_file()
    if not file.is_file():
        raise SentenceError(say("{file} does not exist.", file=str(file)))
    waiting = database.with_name(f"{database.name}.restoring")
    try:
        with backup.exclusive_access(database.parent):
            is_damaged = say("{file} is damaged.", file=str(file))
            backup.copy_database(file, waiting, is_damaged)
            found = dict(checked_tables(waiting, shown=file))
            aside = _path_aside(database)
            backup.put_in_place(waiting, database, aside)
    except backup.BackupError as trouble:
        raise Failure(localized(trouble.sentence)) from trouble
    finally:
        waiting.unlink(missing_ok=True)
    click.echo(localized(_restored_sentence(database, file, aside)))
    if are_there := all_there(file, found.values()):
        click.echo(localized(are_there))
    for code, verdict in found.items():
        if not verdict.ok:
            click.echo(f"{code}: {localized(verdict.in_words)}", err=True)
    if any(verdict.is_damaged for verdict in found.values()):
        raise SystemExit(1)


def _restored_sentence(database: Path, file: Path, aside: Path) -> Sentence:
    """Return the sentence that names the restored database and the place of the old one."""
    if not aside.exists():
        return say(
            "{database} now holds the tables of {file}", database=str(database), file=str(file)
        )
    return say(
        "{database} now holds the tables of {file}. The old database is {aside}",
        database=str(database),
        file=str(file),
        aside=str(aside),
    )


def _database_file() -> Path:
    """Return the database file, even if it cannot be opened.

    Raises SentenceError if the database is on a database server.
    """
    from companion import paths

    file = paths.file_in(paths.database_address({}, paths.data_folder({})))
    if file is None:
        raise SentenceError(
            say("The tables are on a database server. Back them up with the server’s own tools.")
        )
    return file


def _path_aside(database: Path) -> Path:
    """Return a path for keeping the replaced database, with the current time in its name."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    return database.with_name(f"{database.stem}-before-restore-{stamp}{database.suffix}")


@main.command(
    short_help=help_text(say("Print a link that makes a device a banker")),
    help=help_text(
        say("Print a link that makes a device a banker of the table CODE."),
        say("It works for the first device that opens it."),
    ),
)
@click.argument("code")
def banker(code: str) -> None:
    """Print a banker link."""
    from companion.serving.start import link_text
    from companion.web.access.signed_links import banker_pass

    app = make_app()
    with app.test_request_context():
        table = _table_with_code(code)
        link = app.url_for("join.offered", token=banker_pass(table.code, table.banker_pass))
        how = say(
            "{code}: the first device that opens this link becomes a banker.", code=table.shown_code
        )
        click.echo(f"{localized(how)}\n{link_text(app, link)}")


@main.command(
    short_help=help_text(say("Delete inactive tables")),
    help=help_text(
        say("Delete the tables without a move in the last DAYS days, and list their codes."),
        say("0 deletes all tables, except those that are open on a device now."),
    ),
)
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(0),
    required=True,
    metavar="DAYS",
    help=help_text(say("Days since the last move.")),
)
@click.option(
    "--dry-run", is_flag=True, help=help_text(say("Only list the tables, without deleting them."))
)
@click.option("--yes", is_flag=True, help=help_text(say("Delete all tables without asking.")))
def forget(days: int, dry_run: bool, yes: bool) -> None:
    """Delete inactive tables."""
    from companion.tables.forgetting import forget_tables, idle_tables

    before = time.time() - days * DAY_SECONDS
    with make_app().app_context():
        in_use = set() if days else _tables_in_use()
        found = [code for table_id, code in idle_tables(before) if table_id not in in_use]
        if found and not (days or dry_run or yes):
            question = say_many("Delete {count} table?", "Delete {count} tables?", count=len(found))
            click.confirm(localized(question), abort=True)
        for code in found if dry_run else forget_tables(before, in_use):
            click.echo(code)


def _tables_in_use() -> set[int]:
    """Return the ids of the tables that are open on a device, according to the running server."""
    from urllib.request import urlopen

    from companion.serving.start import running_port
    from companion.web.access.signed_links import command_token

    port = running_port()
    if port is None:
        return set()
    with urlopen(f"http://127.0.0.1:{port}/in-use?token={command_token()}", timeout=5) as answer:
        return set(map(int, answer.read().split()))


@main.command(
    "new-game",
    short_help=help_text(say("Create a new game package")),
    help=help_text(
        say("Create a package with a game that can be played at once, and then changed."),
        say("NAME consists of lower-case letters, digits and underscores, like harvest_market."),
    ),
)
@click.argument("name")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--example",
    type=click.Choice(["turns", "auction", "dice"]),
    default="turns",
    help=help_text(say("The game to start from (default: turns).")),
)
@click.option(
    "--languages",
    metavar="LIST",
    default="",
    help=help_text(say("Languages to translate the game into, such as it,fr (default: none).")),
)
def new_game(name: str, folder: Path | None, example: str, languages: str) -> None:
    """Create the package of a new game."""
    from companion.cli import new_game

    where = folder or Path(name)
    try:
        new_game.make(name, where, example, _translated_languages(languages))
    except OSError as error:
        sentence = say("{file} cannot be written: {reason}.", file=str(where), reason=reason(error))
        raise SentenceError(sentence) from error
    click.echo(localized(say("{folder} contains a game. To play it:", folder=str(where))))
    click.echo(f"\n  cd {shlex.quote(str(where))}\n  {_installer()} -e .\n  {_command()}\n")


def _translated_languages(text: str) -> list[str]:
    """Return the language codes in a list separated by commas.

    Raises SentenceError for a language that Companion does not support.
    """
    from companion.web.requests.language import LANGUAGES

    wanted = [part.strip() for part in text.split(",") if part.strip()]
    known = [language for language in LANGUAGES if language != "en"]
    for language in wanted:
        if language not in known:
            raise SentenceError(
                say(
                    "“{language}” is not one of the languages {known}.",
                    language=language,
                    known=tuple(known),
                )
            )
    return wanted


def _is_active() -> bool:
    """Return whether the shell's ``companion`` command belongs to the running Python."""
    found = shutil.which("companion")
    return found is not None and Path(found).parent == Path(sys.executable).parent


def _installer() -> str:
    # Environments made by uv have no pip.
    if importlib.util.find_spec("pip") is None:
        return f"uv pip install -p {shlex.quote(sys.executable)}"
    return f"{'python' if _is_active() else shlex.quote(sys.executable)} -m pip install"


def _command() -> str:
    return "companion" if _is_active() else f"{shlex.quote(sys.executable)} -m companion"

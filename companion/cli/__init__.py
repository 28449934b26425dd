"""The ``companion`` command: serve, verify, import, tables and actions.

The other commands are in ``companion.cli.commands``. Slow modules are imported inside the
commands that need them, so that help appears at once. Foreseeable errors print one sentence on
stderr and exit with status 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli import commands
from companion.cli.command_group import Failure, is_default, main, make_app, reason
from companion.cli.command_help import help_text
from companion.mechanics.language.words import Sentence, SentenceError, say
from companion.serving.terminal import localized

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables.records.verdict import Verdict

__all__ = ["commands", "main"]

MANY_FILES = 5
"""The number of files above which ``verify`` counts them on a terminal."""


@main.command(
    short_help=help_text(say("Start the server (default)")),
    help=help_text(
        say("Start the server, and print the address to open on phones."),
        say("This is the default command."),
    ),
)
@click.option(
    "--host",
    default="0.0.0.0",
    help=help_text(say("Address to listen on (default: all addresses).")),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help=help_text(say("Port to listen on (default: 8000, or the next free one).")),
)
@click.option(
    "--public-url",
    metavar="URL",
    help=help_text(say("Public URL to show in QR codes (default: detected).")),
)
@click.option(
    "--server",
    type=click.Choice(["gevent", "waitress"]),
    help=help_text(say("Web server to use (default: gevent if installed).")),
)
@click.option(
    "--proxy",
    metavar="ADDRESS",
    help=help_text(say("IP address of a trusted reverse proxy (X-Forwarded-* headers).")),
)
@click.option(
    "--metrics",
    metavar="HOST:PORT",
    help=help_text(say("Expose Prometheus metrics on HOST:PORT.")),
)
@click.option(
    "--log-requests", is_flag=True, help=help_text(say("Log one line per request to stderr."))
)
@click.option("--demo", is_flag=True, help=help_text(say("Start with a demo game.")))
def serve(
    host: str,
    port: int,
    public_url: str | None,
    server: str | None,
    proxy: str | None,
    metrics: str | None,
    log_requests: bool,
    demo: bool,
) -> None:
    """Serve the tables on this machine's networks."""
    from companion.serving.servers import choose_server

    believed = _checked_proxy(proxy)
    # gevent patches the standard library here, before modules that wait or lock are imported.
    chosen_server = choose_server(server)
    from companion.serving import start
    from companion.serving.database_lock import AlreadyServed
    from companion.tables.storage.automatic_backup import automatic_backups

    if metrics:
        start.expose_metrics(metrics)
    settings = {
        "TRUSTED_PROXY": believed,
        "LOG_REQUESTS": log_requests,
        "COUNT_REQUESTS": bool(metrics),
        "MOST_STREAMS": chosen_server.most_streams,
    }
    has_usual_port = is_default("port")
    try:
        with start.claimed_port(host, port, has_usual_port, public_url) as listening:
            app = make_app(settings)
            with automatic_backups(app):
                path = _demo_path(app) if demo else ""
                start.serve(app, chosen_server, host, listening, public_url, path)
    except AlreadyServed as served:
        if served.port is None or not (has_usual_port or served.port == port):
            raise
        click.echo(start.running_already(served.port, host))


def _demo_path(app: Flask) -> str:
    """Start a demo game and return the path of its big screen."""
    from companion.tables.records.demo import open_demo

    with app.test_request_context():
        return app.url_for("table.show", code=open_demo().code, screen="table")


def _checked_proxy(proxy: str | None) -> str | None:
    """Return the value of ``--proxy``: None, "*", or an IP address in canonical form.

    Raises SentenceError for any other value.
    """
    from ipaddress import ip_address

    if proxy in (None, "*"):
        return proxy
    try:
        return str(ip_address(proxy))
    except ValueError as error:
        raise SentenceError(
            say("--proxy takes an address like 127.0.0.1, or *, not “{text}”.", text=proxy)
        ) from error


@main.command(
    short_help=help_text(say("Replay saved games against today’s rules")),
    help=help_text(
        say("Replay saved games, or all tables of a backup, against today’s rules."),
        say("The exit status is 1 if anything differs."),
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help=help_text(say("Print one JSON object per file, or per table of a backup.")),
)
@click.option(
    "--with-secrets",
    is_flag=True,
    help=help_text(say("Include hidden information of the tables in a backup.")),
)
@click.option(
    "--progress/--no-progress", default=None, help=help_text(say("Count the files on stderr."))
)
def verify(
    files: tuple[Path, ...], as_json: bool, with_secrets: bool, progress: bool | None
) -> None:
    """Print the verdict on each file, or on each table of a backup."""
    all_are_ok = True
    for path in _with_progress(files, progress):
        found = list(_verdicts(path, with_secrets))
        if not as_json:
            _say_all_there(path, [verdict for _, verdict in found])
        for name, verdict in found:
            if as_json:
                click.echo(json.dumps(verdict.as_json(name)))
                if not verdict.tells_secrets:
                    click.echo(localized(_left_out_sentence(name)), err=True)
            else:
                click.echo(f"{name}: {localized(verdict.in_words)}", err=not verdict.ok)
            all_are_ok = all_are_ok and verdict.ok
    if not all_are_ok:
        raise SystemExit(1)


def _say_all_there(path: Path, verdicts: list[Verdict]) -> None:
    """Print a message if all tables of a backup can be continued although some differ."""
    from companion.cli.checking import all_there, is_database

    if all(verdict.ok for verdict in verdicts) or not is_database(path):
        return
    if are_there := all_there(path, verdicts):
        click.echo(localized(are_there))


def _left_out_sentence(name: str) -> Sentence:
    return say(
        "{name}: hidden information was left out. Use --with-secrets to include it.",
        name=name,
    )


def _verdicts(path: Path, with_secrets: bool) -> Iterator[tuple[str, Verdict]]:
    """Yield the name and the verdict of a saved game, or of each table in a backup."""
    from companion.cli.checking import checked_tables, is_database
    from companion.mechanics.actions.refusal import Refusal
    from companion.tables.records.reading import FROM_THIS_MACHINE
    from companion.tables.records.verdict import Verdict, verify_text

    try:
        if is_database(path):
            for code, verdict in checked_tables(path, with_secrets=with_secrets):
                yield f"{path}: {code}", verdict
        else:
            yield str(path), verify_text(_file_content(path), FROM_THIS_MACHINE)
    except Refusal as refusal:
        yield str(path), Verdict(refusal=refusal)


@main.command(
    "import",
    short_help=help_text(say("Import saved games as new tables")),
    help=help_text(
        say("Import saved games as new tables, and print a banker link for each."),
    ),
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def import_(files: tuple[Path, ...]) -> None:
    """Create a table from each file."""
    import secrets

    from companion.mechanics.actions.refusal import Refusal
    from companion.serving.addresses import url_of
    from companion.serving.start import USUAL_PORT, server_urls
    from companion.tables.records.import_export import import_record, read_json
    from companion.tables.records.reading import FROM_THIS_MACHINE
    from companion.web.access.signed_links import banker_pass

    app = make_app()
    address = next(iter(server_urls(app)), url_of("127.0.0.1", USUAL_PORT))
    with app.test_request_context():
        for path in files:
            try:
                data = read_json(_file_content(path), FROM_THIS_MACHINE)
                # The banker is a random device: the link makes its first visitor a banker.
                table = import_record(data, secrets.token_urlsafe(16), FROM_THIS_MACHINE)
            except Refusal as refusal:
                raise Failure(f"{path}: {localized(refusal.sentence)}") from refusal
            link = app.url_for("join.offered", token=banker_pass(table.code, table.banker_pass))
            how = say(
                "{code}; to become its banker, open {link}",
                code=table.shown_code,
                link=address + link,
            )
            click.echo(f"{path}: {localized(how)}")


@main.command(
    short_help=help_text(say("List all tables")),
    help=help_text(say("List all tables, newest first: code, game, date and names.")),
)
def tables() -> None:
    """List all tables."""
    from datetime import datetime

    from companion.tables.codes import shown_code
    from companion.tables.storage.database import file_of
    from companion.tables.tables import every_table

    app = make_app()
    with app.app_context():
        cards = every_table()
        if not cards:
            # Name the folder: if there are no tables, it may be the wrong one.
            place = app.config["DATA_DIR"] if file_of(app) else "DATABASE_URL"
            click.echo(
                localized(say("There are no tables yet in {place}", place=str(place))), err=True
            )
        for card in cards:
            day = datetime.fromtimestamp(card.created_at).date().isoformat()
            click.echo(f"{shown_code(card.code)}  {card.game}  {day}  {', '.join(card.names)}")


@main.command(
    short_help=help_text(say("List the actions of a game")),
    help=help_text(say("List the actions of GAME and their fields, as stored in saved games.")),
)
@click.argument("game")
def actions(game: str) -> None:
    """List the actions of a game."""
    from companion.games import game_named
    from companion.mechanics.game import Action
    from companion.mechanics.history.log import LOG_STEPS, Amend, TakeOut
    from companion.mechanics.values.codec import Kind, described

    kinds: dict[str, type[Kind]] = {**game_named(game).action_kinds, **LOG_STEPS}
    for kind, cls in kinds.items():
        who = WHO[cls.by] if issubclass(cls, Action) else "the player who did it last, or a banker"
        who = WHO["banker"] if issubclass(cls, (TakeOut, Amend)) else who
        first_line = (cls.__doc__ or "").strip().partition("\n")[0]
        click.echo(f"{kind} ({who}): {first_line}")
        for name, type_in_words, required in described(cls):
            click.echo(f"    {name}: {type_in_words}{'' if required else ', optional'}")


WHO = {
    "seat": "the seat it names, or a banker",
    "player": "any player, or a banker",
    "banker": "a banker",
}


def _file_content(path: Path) -> bytes:
    """Return the bytes of a file."""
    from companion.mechanics.actions.refusal import Refusal

    try:
        return path.read_bytes()
    except OSError as error:
        sentence = say("The file cannot be read: {reason}.", reason=reason(error))
        raise Refusal("unreadable_file", "", sentence) from error


def _with_progress(files: tuple[Path, ...], progress: bool | None) -> Iterator[Path]:
    """Yield the files, and count them on stderr.

    progress: whether to count. None means yes for more than MANY_FILES files on a terminal.
    """
    if progress is None:
        progress = len(files) > MANY_FILES and sys.stderr.isatty()
    for number, path in enumerate(files, 1):
        if progress:
            counted = localized(say("{number} of {all}", number=number, all=len(files)))
            click.echo(f"\r{counted}", nl=number == len(files), err=True)
        yield path

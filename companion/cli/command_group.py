"""The ``companion`` command group, and helpers that its commands share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from companion import __version__
from companion.cli.command_help import Command, HelpContext, help_text
from companion.mechanics.language.words import Sentence, SentenceError, say
from companion.serving.terminal import localized

if TYPE_CHECKING:
    from flask import Flask


class Failure(click.ClickException):
    """An error that prints one sentence on stderr and exits with status 1."""

    def show(self, file: Any = None) -> None:
        """Print the sentence without click's prefix "Error:"."""
        click.echo(self.format_message(), err=True, file=file)


class Companion(click.Group):
    """A command group that runs ``serve`` by default.

    Foreseeable errors print one sentence instead of a traceback.
    """

    command_class = Command
    context_class = HelpContext

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert ``serve`` if the arguments name no command."""
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, and convert refusals and database errors to ``Failure``."""
        from companion.mechanics.actions.refusal import Refusal

        try:
            return super().invoke(ctx)
        except (SentenceError, Refusal) as error:
            raise Failure(localized(error.sentence)) from error
        except Exception as error:
            sentence = _database_trouble(error)
            if sentence is None:
                raise
            raise Failure(localized(sentence)) from error


def _database_trouble(error: Exception) -> Sentence | None:
    """Return the sentence that explains a database error, or None for other errors."""
    from companion import paths
    from companion.tables.storage.database_errors import DatabaseError, why_unusable

    if not isinstance(error, DatabaseError):
        return None
    address = paths.database_address({}, paths.data_folder({}))
    return why_unusable(paths.file_in(address), error)


@click.group(
    "companion",
    cls=Companion,
    help=help_text(
        say("Bank, auctioneer and scorekeeper for board games played at a real table."),
        say("Without a command, the server starts."),
    ),
)
@click.version_option(__version__)
def main() -> None:
    """Run a command."""


def make_app(settings: Mapping[str, object] | None = None) -> Flask:
    """Return the app for the current data folder.

    If the database is empty but there are backups beside it, print how to restore them.
    """
    from companion import create_app
    from companion.tables.storage.automatic_backup import lost_tables_hint

    app = create_app(settings)
    if (how_to_find := lost_tables_hint(app)) is not None:
        click.echo(localized(how_to_find), err=True)
    return app


def is_default(option: str) -> bool:
    """Return whether an option of the current command was omitted."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.DEFAULT


def reason(error: OSError) -> str:
    """Return the system's error message, beginning with a lower-case letter."""
    words = error.strerror or type(error).__name__
    return words[:1].lower() + words[1:]

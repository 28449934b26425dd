"""Help texts of the ``companion`` command, displayed in the language of this machine."""

from __future__ import annotations

from collections.abc import Iterable

import click

from companion.mechanics.language.words import Sentence, say
from companion.serving.terminal import localized

USAGE = say("Usage:")
CLICK_TEXTS = (
    say("Options"),
    say("Commands"),
    say("Show this message and exit."),
    say("Show the version and exit."),
)
"""Texts that click itself adds, listed here so that they get translated."""
EXTRAS = "  ["
"""The separator between an option's help text and the details that click adds to it."""


def help_text(*paragraphs: Sentence) -> str:
    """Return a help text for click, in English. It is translated when it is displayed."""
    return "\n\n".join(map(str, paragraphs))


class HelpFormatter(click.HelpFormatter):
    """Formats help pages in the language of this machine."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, f"{localized(USAGE)} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the heading of a list."""
        super().write_heading(_translated(heading))

    def write_text(self, text: str) -> None:
        """Write the help text of a command."""
        super().write_text("\n\n".join(map(_translated, text.split("\n\n"))))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of options or commands."""
        split = [(first, *second.partition(EXTRAS)) for first, second in rows]
        translated = [(first, _translated(text) + gap + more) for first, text, gap, more in split]
        super().write_dl(translated, col_max, col_spacing)


def _translated(text: str) -> str:
    return localized(Sentence(text)) if text else text


class HelpContext(click.Context):
    """A context whose help pages are translated."""

    formatter_class = HelpFormatter


class Command(click.Command):
    """A command whose help page is translated."""

    context_class = HelpContext

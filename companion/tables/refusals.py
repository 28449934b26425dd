"""Refusals that have nothing to do with a game: no such table, or a screen that is late."""

from __future__ import annotations

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.tables.codes import shown_code


def moved_on() -> Refusal:
    """Return the refusal for a screen that shows an older moment of the table."""
    return Refusal("stale", "", say("Something happened meanwhile; look again, then tap."))


def not_installed(game: str) -> Refusal:
    """Return the refusal for a table whose game's package is gone."""
    return Refusal(
        "not_installed",
        "",
        say(
            "The game of this table, “{game}”, is not installed on this machine. The table is kept "
            "as it is: install its package again, start Companion anew and play on.",
            game=game,
        ),
    )


def damaged_table(code: str) -> Refusal:
    """Return the refusal for a table whose data is not as it was written."""
    return Refusal(
        "table_damaged",
        "",
        say(
            "The data of this table was damaged on the disk, so it cannot be played on. Bring "
            "back a backup with “companion restore”, or save what is left: companion export "
            "{code} FILE --with-secrets",
            code=shown_code(code),
        ),
    )


def unknown_code() -> Refusal:
    """Return the refusal for a code that is no table's."""
    return Refusal(
        "unknown_code",
        "",
        say("No table has this code; read it again from the banker’s screen."),
    )

"""Refusals about tables rather than games, such as an unknown code or a stale screen."""

from __future__ import annotations

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.tables.codes import shown_code


def moved_on() -> Refusal:
    """Return the refusal ``stale``, for a command from a screen that is out of date."""
    return Refusal(
        "stale", "", say("Something changed while you were choosing. Check, then tap again.")
    )


def not_installed(game: str) -> Refusal:
    """Return the refusal ``not_installed``, for a table whose game is not installed."""
    return Refusal(
        "not_installed",
        "",
        say(
            "The game of this table, “{game}”, is not installed on this machine. The table "
            "is safe: install the plugin again, restart Companion and play on.",
            game=game,
        ),
    )


def damaged_table(code: str) -> Refusal:
    """Return the refusal ``table_damaged``, for a table whose stored data fails its checksums."""
    return Refusal(
        "table_damaged",
        "",
        say(
            "The data of this table is damaged, so the game cannot go on. Restore a backup "
            "with “companion restore”, or save what is left: companion export {code} FILE "
            "--with-secrets",
            code=shown_code(code),
        ),
    )


def table_deleted() -> Refusal:
    """Return the refusal ``table_deleted``, for the code of a table that its banker deleted."""
    return Refusal("table_deleted", "", say("The banker has deleted this table."))


def unknown_code() -> Refusal:
    """Return the refusal ``unknown_code``, for a code that belongs to no table."""
    return Refusal(
        "unknown_code",
        "",
        say("No table has this code. Check it on the banker’s screen."),
    )

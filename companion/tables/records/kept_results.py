"""Results of score sheets that were filled in on one device, kept as finished tables."""

from __future__ import annotations

import time
from collections.abc import Sequence

from companion.games import all_games
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.game import AnyGame, SeatSetup
from companion.mechanics.scoring.score_form import Typed
from companion.mechanics.scoring.sheet import ScoreSheet, packed
from companion.mechanics.values.codec import to_json
from companion.tables.live.cache import OpenTable, open_tables
from companion.tables.play import submit
from companion.tables.tables import TWICE_SECONDS, create_table, tables_of

Actions = Sequence[dict[str, object]]
"""Actions as JSON objects."""


def sheet_game() -> AnyGame:
    """Return the game whose tables are score sheets."""
    return next(game for game in all_games().values() if game.by_sheet)


def keep_as_table(sheet: ScoreSheet, typed: Typed, device: str) -> OpenTable:
    """Store the result of a sheet as a finished table with a device as its banker, and return it.

    If the device has just kept the same result, for example because a form was posted twice, that
    table is returned instead.

    Raises the refusals of ``create_table``.
    """
    game = sheet_game()
    by_sheet = not_none(game.by_sheet)
    options = {by_sheet.option: packed(sheet)}
    actions = [to_json(action) for action in by_sheet.filled(sheet, typed)]
    seats = tuple(map(SeatSetup, typed.names))
    if (kept := _just_kept(game, options, typed.names, actions, device)) is not None:
        return kept
    begun = create_table(
        game.name, options, seats, None, None, device, title=sheet.name, is_once=True
    )
    for number, action in enumerate(actions):
        submit(begun.code, device, action, seen=None, key=f"result {number}")
    return open_tables().find(begun.code)


def _just_kept(
    game: AnyGame, options: object, names: Sequence[str], actions: Actions, device: str
) -> OpenTable | None:
    """Return the table at which the device has kept this result a short time ago, or None."""
    for card in tables_of(device):
        if card.game != game.name or card.created_at < time.time() - TWICE_SECONDS:
            continue
        table = open_tables().find(card.code)
        done = [entry.action for entry in table.timeline.standing.entries]
        if (table.setup.options, table.names, done) == (options, tuple(names), actions):
            return table
    return None

"""Exporting a table as a JSON object, and importing such an object as a new table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, Setup
from companion.mechanics.history.log import (
    Entry,
    LogStep,
    Redo,
    Standing,
    require_redoable,
    require_undoable,
)
from companion.mechanics.history.timeline import Timeline, begun_with
from companion.mechanics.language.words import say
from companion.mechanics.values.codec import to_json
from companion.tables.codes import typed_code
from companion.tables.decide import read_action
from companion.tables.live.cache import Actor, OpenTable, open_tables
from companion.tables.play import entries_of
from companion.tables.records.reading import (
    FORMAT,
    FROM_ANYBODY,
    VERSION,
    Limits,
    SavedGame,
    parsed_record,
    read_json,
    record_too_large,
)
from companion.tables.records.verdict import (
    IllegalAction,
    Verdict,
    outcome_as_json,
    played,
    verify_record,
    verify_text,
)
from companion.tables.refusals import unknown_code
from companion.tables.roles import holds_secrets
from companion.tables.storage.giving_way import giving_way
from companion.tables.storage.store import CopyLink, plain
from companion.tables.tables import store_table

__all__ = [
    "Verdict",
    "export_record",
    "import_record",
    "read_json",
    "verify_record",
    "verify_text",
]


def export_record(table: OpenTable, actor: Actor | None) -> dict[str, Any]:
    """Return a table as a saved game: a JSON object without device ids and idempotency keys.

    actor: the device that requests the saved game, or None for the command line. Only the command
    line may export hidden information.

    Raises ``hidden_until_over`` if a device requests the saved game while it would reveal hidden
    information.
    """
    if actor is not None and holds_secrets(table):
        raise Refusal(
            "hidden_until_over",
            "",
            say(
                "Something is still hidden at this table. You can save the game once everything "
                "is revealed."
            ),
        )
    outcome = table.game.final.outcome(table.state)
    entries = [_entry_as_json(entry) for entry in giving_way(entries_of(table))]
    result = None if outcome is None else outcome_as_json(outcome)
    return _record_json(table.game.name, table.own_title, table.setup, entries, result)


def raw_record(code: str) -> dict[str, Any]:
    """Return the saved game of a table whose game is not installed or whose data is damaged.

    The saved game contains the log up to the first damaged entry, including hidden information. It
    contains no outcome.

    Raises ``unknown_code`` or ``table_damaged``.
    """
    store = open_tables().store
    glance = store.glance(typed_code(code))
    if glance is None:
        raise unknown_code()
    header = store.unchecked_header(glance.table_id)
    entries = store.log(glance.table_id)
    log: list[Any] = entries
    actions = [Entry(number, entry["action"]) for number, entry in enumerate(log, 1)]
    setup = begun_with(header.setup, actions)
    return _record_json(header.game, header.title, setup, entries, None)


def _record_json(
    game: str,
    title: str | None,
    setup: Setup,
    entries: list[dict[str, object]],
    outcome: Mapping[str, object] | None,
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        **({"title": title} if title else {}),
        "options": plain(setup.options),
        "copy": plain(setup.copy),
        "seats": [{"name": seat.name, "colours": list(seat.colours)} for seat in setup.all_seats],
        **({"late": len(setup.late)} if setup.late else {}),
        "entries": entries,
        "outcome": outcome,
    }


def _entry_as_json(entry: Entry) -> dict[str, object]:
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "actor": entry.actor,
        "seat": entry.seat,
        "action": dict(entry.action),
        "facts": [to_json(event) for event in entry.events],
    }


def import_record(
    data: Mapping[str, object], device: str, limits: Limits = FROM_ANYBODY
) -> OpenTable:
    """Create a table that continues a saved game, with a device as its banker.

    If the saved game contains a log, the events in the log are kept as they are. If the current
    rules decide a step differently, the history shows a message. If the saved game contains
    only actions, the actions are decided with the current rules.

    Raises ``record_does_not_fold``, ``record_too_large``, the refusals of ``parsed_record``, or the
    refusal of the first illegal action. Nothing is stored in these cases.
    """
    record = parsed_record(data, limits)
    entries = _entries_of(record)
    setup = _setup_at_end(record, entries)
    differs = _first_difference(record)
    link, title = CopyLink(), record.title
    return store_table(record.game, setup, link, device, entries, differs, title)


def _first_difference(record: SavedGame) -> int | None:
    """Return the index of the first step that the current rules decide differently, or None.

    Only the beginning of a log that exceeds ``Limits.replayed`` is checked, and nothing of one with
    more than ``Limits.played`` entries.
    """
    if record.entries is None:
        return None
    try:
        played(record)
    except IllegalAction as differing:
        is_too_large = differing.refusal.name == record_too_large().name
        return None if is_too_large else differing.action
    except Refusal:
        return None
    return None


def _entries_of(record: SavedGame) -> tuple[Entry, ...]:
    if record.entries is not None:
        try:
            return tuple(step.parsed(record.game) for step in giving_way(record.entries))
        except Refusal as error:
            raise _does_not_replay() from error
    try:
        entries, _ = played(record, at=time.time())
    except IllegalAction as illegal:
        refusal = illegal.refusal
        sentence = say(
            "Action {number} of the saved game: {refusal}",
            number=illegal.action + 1,
            refusal=refusal.sentence,
        )
        raise Refusal(refusal.name, refusal.rule, sentence) from illegal
    return tuple(entries)


def _setup_at_end(record: SavedGame, entries: tuple[Entry, ...]) -> Setup:
    """Return the setup of a table with this log, and the seats that it has after the log.

    Raises ``record_does_not_fold`` unless the log can be replayed, shown and continued. Any
    exception counts as a failure. Events from a file can be wrong in unforeseen ways, and a single
    wrong event in the log would make the table permanently unusable.
    """
    try:
        standing = _standing_after(record.game, entries)
        beginning = Timeline.begun(record.game, record.setup)
        state = _try_out(replace(beginning, standing=standing))
        setup = replace(record.setup, seats=state.setup.seats, late=())
    except Exception as error:
        raise _does_not_replay() from error
    if begun_with(setup, entries).seats != record.setup.seats:
        # The seats are read by the actions of the log, and the state has them by its events.
        raise _does_not_replay()
    return setup


def _standing_after(game: AnyGame, entries: Iterable[Entry]) -> Standing:
    """Return the entries in force after the whole log.

    Raises ``nothing_to_undo`` or ``nothing_to_redo`` for an invalid undo, redo or correction.
    """
    standing = Standing()
    for entry in giving_way(entries):
        command = read_action(game, entry.action)
        if isinstance(command, Redo):
            require_redoable(standing, command.entry)
        elif isinstance(command, LogStep):
            require_undoable(standing, command.entry)
        standing = standing.after(entry)
    return standing


def _does_not_replay() -> Refusal:
    return Refusal(
        "record_does_not_fold",
        "",
        say(
            "This saved game contains moves that are impossible in this game. Check it with "
            "“companion verify”."
        ),
    )


def _try_out(beginning: Timeline[Any]) -> Any:
    """Replay a log and call all functions that the screens call, so that any failure occurs now.

    Return the last state.

    beginning: a timeline with all entries in force, but with the state before the first step.
    """
    game, state = beginning.game, beginning.state
    for _, state in giving_way(beginning.states()):
        if game.chart:
            game.chart.wealth(state)
    game.final.outcome(state)
    game.final.holdings(state)
    game.rules.waiting(state)
    everybody = (None, *state.seats)
    for seat in everybody:
        game.screen.view(state, seat)
        game.legal_actions(state, seat)
    for entry in giving_way(beginning.standing.entries):
        for event in entry.events:
            for seat in everybody:
                event.tell(state, seat)
    return state

"""Parsing saved games, which are untrusted input, with checks of their size and form."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from companion.games import game_named
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import AnyGame, SeatSetup, Setup
from companion.mechanics.history.log import Entry, key_in_record
from companion.mechanics.language.texts import tidied
from companion.mechanics.language.words import say
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.scoring.sheet import LONGEST_TITLE
from companion.mechanics.values.codec import LARGEST, from_json
from companion.tables.household.tidy_names import tidy_name
from companion.tables.storage.giving_way import giving_way
from companion.tables.tables import prepared

FORMAT = "companion record"
VERSION = 1
MOST_SEATS = 40
DEEPEST = 12
"""The number of levels to which JSON objects and arrays may be nested."""
LATEST = 253402300799.0
"""The latest time that a date can show: the last second of the year 9999."""

ACTOR = re.compile(r"app|banker|onlooker|player \d{1,2}")
"""The permitted values of an entry's ``actor``; see ``Actor.label``."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on the size of a saved game, and on the work of checking it."""

    size: float = math.inf
    """The maximum size of the file in bytes."""
    values: float = math.inf
    """The maximum number of JSON values, estimated from the punctuation before parsing."""
    entries: float = math.inf
    """The maximum number of log entries, or of actions in a file without a log."""
    played: float = math.inf
    """The maximum number of log entries or actions that are decided with the current rules."""
    replayed: float = math.inf
    """The maximum total cost of undo, redo and corrections, in replayed steps."""


FROM_ANYBODY = Limits(4_000_000, 400_000, 5_000, 3_000, 50_000)
"""The limits for uploads. The log of a long game has about 2,000 entries of 400 bytes each."""
FROM_THIS_MACHINE = Limits()
"""The limits for files on the banker's own machine: there are none."""


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """A log entry from a file, with events that have not been parsed yet."""

    entry: Entry
    """The entry without its events."""
    events: tuple[Mapping[str, object], ...] = ()
    """The events as JSON objects."""

    def parsed(self, game: AnyGame) -> Entry:
        """Return the entry with its parsed events.

        Raises ``malformed`` or ``unknown_kind``.
        """
        events = tuple(from_json(event, game.event_kinds) for event in self.events)
        return replace(self.entry, events=events)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game that is well-formed but may still contain illegal moves."""

    game: AnyGame
    setup: Setup
    entries: tuple[RecordedEntry, ...] | None
    """The log with its events, or None if the file contains only actions."""
    actions: tuple[object, ...]
    """The actions as JSON objects, if the file contains no log."""
    outcome: Mapping[str, object] | None
    """The outcome stated in the file, or None if it states none."""
    title: str | None
    """The name that people gave to what they play, if the file states one."""
    limits: Limits
    """The limits on deciding the game again with the current rules."""


def read_json(text: bytes | str, limits: Limits = FROM_ANYBODY) -> dict[str, Any]:
    """Parse the contents of an untrusted file as a JSON object.

    Raises ``record_too_large`` or ``record_malformed``. Deeply nested data, huge numbers and
    characters that cannot be stored count as malformed.
    """
    if len(text) > limits.size:
        raise record_too_large()
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        # Parsed values need many times the memory of their text, so they are counted first.
        if sum(map(decoded.count, "[{,")) > limits.values:
            raise record_too_large()
        data = json.loads(decoded, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise malformed_record("JSON") from error
    if not isinstance(data, dict):
        raise malformed_record("{…}")
    _require_safe(data)
    return data


def parsed_record(data: Mapping[str, object], limits: Limits = FROM_ANYBODY) -> SavedGame:
    """Parse a JSON object as a saved game.

    Raises ``record_too_large``, ``record_malformed``, ``record_newer``, ``unknown_game``, the
    refusals for the players' names, and those of the game's ``prepare``.
    """
    _require_format(data)
    if not isinstance(data.get("game"), str):
        raise Refusal("unknown_game", "", malformed_record("“game”: “…”").sentence)
    actions: tuple[object, ...] = ()
    if data.get("entries") is None:
        # A file of actions may be handwritten, so its texts are cleaned up like new input.
        given = giving_way(_list_in(data, "actions", limits.entries))
        actions = tuple(tidied(action) for action in given)
        data = tidied({name: part for name, part in data.items() if name != "actions"})
    game = game_named(data.get("game"))
    seats = tuple(_seat_setup(seat) for seat in _list_in(data, "seats", MOST_SEATS))
    copy = _object_in(data, "copy") or game.blank_copy()
    setup = prepared(game, Setup(_object_in(data, "options") or {}, seats, copy))
    first = len(seats) - _late_in(data, game, len(seats))
    setup = replace(setup, seats=setup.seats[:first], late=setup.seats[first:])
    outcome, title = _object_in(data, "outcome"), _title_in(data)
    if data.get("entries") is None:
        return SavedGame(game, setup, None, actions, outcome, title, limits)
    listed = _list_in(data, "entries", limits.entries)
    numbered = giving_way(enumerate(listed, 1))
    # Players whose joining was undone have moved, too.
    most = MOST_SEATS if JoinLate.kind in game.action_kinds else len(seats)
    entries = tuple(_recorded_entry(item, place, most) for place, item in numbered)
    return SavedGame(game, setup, entries, (), outcome, title, limits)


def _late_in(data: Mapping[str, object], game: AnyGame, seats: int) -> int:
    """Return the number of players who joined during the game; they have the last seats."""
    late = data.get("late", 0)
    most = seats - 1 if JoinLate.kind in game.action_kinds else 0
    if type(late) is not int or not 0 <= late <= most:
        raise malformed_record(f"“late”: 0–{most}")
    return late


def _title_in(data: Mapping[str, object]) -> str | None:
    """Return the name that people gave to what they play; raise the refusals of ``tidy_name``."""
    title = data.get("title")
    if title is None:
        return None
    if not isinstance(title, str):
        raise malformed_record("“title”: “…”")
    return tidy_name(title, LONGEST_TITLE)


def malformed_record(wanted: str) -> Refusal:
    """Return the refusal ``record_malformed``, for a file that is not a saved game.

    wanted: the expected content, as it would appear in the file.
    """
    return Refusal(
        "record_malformed",
        "",
        say("This file is not a game saved by Companion. Expected: {wanted}.", wanted=wanted),
    )


def record_too_large() -> Refusal:
    """Return the refusal ``record_too_large``, for a saved game that exceeds the limits."""
    return Refusal(
        "record_too_large",
        "",
        say(
            "This file is too large. The limit is {megabytes} MB and {entries} steps, or "
            "{played} if they have to be replayed. On a computer with Companion, “companion "
            "import” and “companion verify” accept larger files.",
            megabytes=FROM_ANYBODY.size // 1_000_000,
            entries=FROM_ANYBODY.entries,
            played=FROM_ANYBODY.played,
        ),
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _require_safe(data: object) -> None:
    """Raise ``record_malformed`` for deeply nested data, huge numbers and invalid characters."""
    level = [data]
    for _ in range(DEEPEST):
        following: list[object] = []
        for item in giving_way(level):
            if isinstance(item, Mapping):
                following.extend(item.keys())
                following.extend(item.values())
            elif isinstance(item, (list, tuple)):
                following.extend(item)
            else:
                _require_safe_value(item)
        level = following
    if level:
        raise malformed_record(f"[[…]] ≤ {DEEPEST}")


def _require_safe_value(item: object) -> None:
    if isinstance(item, str):
        # No database can store a lone surrogate or a NUL.
        if "\0" in item or any("\ud800" <= sign <= "\udfff" for sign in item):
            raise malformed_record("Unicode")
    elif isinstance(item, (int, float)) and not abs(item) <= LARGEST:
        raise malformed_record("≤ 10^12")


def _require_format(data: Mapping[str, object]) -> None:
    if data.get("format", FORMAT) != FORMAT:
        raise malformed_record(f"“format”: “{FORMAT}”")
    version = data.get("version", VERSION)
    if type(version) is not int or version < 1:
        raise malformed_record(f"“version”: {VERSION}")
    if version > VERSION:
        raise Refusal(
            "record_newer",
            "",
            say("This game was saved by a newer version of Companion; update this one."),
        )


def _object_in(data: Mapping[str, object], name: str) -> Mapping[str, object] | None:
    value = data.get(name)
    if value is not None and not isinstance(value, Mapping):
        raise malformed_record(f"“{name}”: {{…}}")
    return value


def _list_in(data: Mapping[str, object], name: str, most: float) -> list[object]:
    value = data.get(name)
    if not isinstance(value, (list, tuple)):
        raise malformed_record(f"“{name}”: […]")
    if len(value) > most:
        raise record_too_large()
    return list(value)


def _seat_setup(data: object) -> SeatSetup:
    if not isinstance(data, Mapping) or not isinstance(data.get("name"), str):
        raise malformed_record("“seats”: [{“name”: …}, …]")
    colours = data.get("colours", ())
    if not isinstance(colours, (list, tuple)) or not all(isinstance(c, str) for c in colours):
        raise malformed_record("“colours”: […]")
    return SeatSetup(data["name"], tuple(colours))


def _recorded_entry(data: object, sequence: int, seats: int) -> RecordedEntry:
    """Parse a log entry, and derive its idempotency key from its sequence number.

    sequence: the expected sequence number.
    seats: the number of seats at the table.
    """
    where = f"“entries” {sequence}"
    if not isinstance(data, Mapping) or data.get("sequence", sequence) != sequence:
        raise malformed_record(f"{where}: “sequence”: {sequence}")
    action, events = data.get("action"), data.get("facts", ())
    if not isinstance(action, Mapping):
        raise malformed_record(f"{where}: “action”: {{…}}")
    if not isinstance(events, (list, tuple)) or not all(isinstance(f, Mapping) for f in events):
        raise malformed_record(f"{where}: “facts”: [{{…}}, …]")
    at, actor, seat = data.get("at", 0.0), data.get("actor", "banker"), data.get("seat")
    if type(at) not in (int, float) or not (math.isfinite(at) and 0 <= at <= LATEST):
        raise malformed_record(f"{where}: “at”")
    if not isinstance(actor, str) or not ACTOR.fullmatch(actor):
        raise malformed_record(f"{where}: “actor”")
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise malformed_record(f"{where}: “seat”")
    key = key_in_record(sequence)
    return RecordedEntry(Entry(sequence, action, (), float(at), actor, seat, key), tuple(events))

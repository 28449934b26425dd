"""Deciding commands: checking a command and producing its log entry.

Live play, import and verification share this code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, AnyGame, Event, apply_events
from companion.mechanics.history.log import (
    APP,
    LOG_STEPS,
    Amend,
    Entry,
    LogStep,
    Redo,
    TakeOut,
    require_redoable,
    require_undoable,
)
from companion.mechanics.history.timeline import Timeline
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.stopping import resuming
from companion.mechanics.values.codec import Kind, from_json, to_json
from companion.tables.storage.giving_way import giving_way

Command = Action | LogStep
"""Anything that adds an entry to the log: a game's action, an undo, a redo or a correction."""


def read_action(game: AnyGame, data: object) -> Command:
    """Parse a JSON object as a command.

    Raises ``malformed`` or ``unknown_kind``.
    """
    if isinstance(data, Mapping) and data.get("kind") == Amend.kind:
        # The nested action has its own kind, so it is parsed separately.
        instead = from_json(data.get("action"), game.action_kinds)
        without = {name: value for name, value in data.items() if name != "action"}
        about = from_json({**without, "kind": TakeOut.kind}, LOG_STEPS)
        return Amend(about.entry, instead)
    kinds: dict[str, type[Kind]] = {**game.action_kinds, **LOG_STEPS}
    command = from_json(data, kinds)
    assert isinstance(command, Command)
    return command


def is_late(timeline: Timeline[Any], command: Command, seat: int | None, seen: int | None) -> bool:
    """Return whether a command must be refused because the sender's screen is out of date.

    An action whose class sets ``turn_bound`` to False is never late. Any other action is late if
    one of these entries was added after the screen was drawn:

    - an undo, redo or correction,
    - an action of the same seat, but not one of the app itself,
    - any other action, unless its class sets ``keeps_turn``.

    An undo, redo or correction is late after any new entry.

    seat: the sender's seat, if any.
    seen: the sequence number that the sender's screen showed. If it is None or higher than that of
    the newest entry, the screen counts as out of date.
    """
    if isinstance(command, Action) and not command.turn_bound:
        return False
    if seen == timeline.sequence:
        return False
    if seen is None or seen > timeline.sequence or not isinstance(command, Action):
        return True
    newest_first = reversed(timeline.standing.entries)
    since = list(takewhile(lambda entry: entry.sequence > seen, newest_first))
    if len(since) < timeline.sequence - seen:
        return True
    kinds, mine = timeline.game.action_kinds, getattr(command, "seat", seat)
    return any(
        (entry.seat == mine and entry.actor != APP)
        or not kinds[str(entry.action["kind"])].keeps_turn
        for entry in since
    )


def decided(
    timeline: Timeline[Any],
    command: Command,
    dice: Dice,
    *,
    actor: str,
    actor_seat: int | None = None,
    at: float,
    key: str,
) -> Entry:
    """Decide a command and return its log entry, which is not written yet.

    The entry has the next sequence number. Its action includes the time and the random results.

    actor: the sender's name in the log.
    actor_seat: the sender's seat, logged if the command itself names no seat.
    at: the time of the command, in seconds since 1970.
    key: the idempotency key.

    Raises the game's refusals, ``malformed``, ``nothing_to_undo``, ``nothing_to_redo`` and
    ``others_follow``.
    """
    events: tuple[Event, ...] = ()
    if isinstance(command, Action):
        command = _with_chance(command, timeline.state, dice, at)
        events = _decide(command, timeline.state, at)
    elif isinstance(command, Redo):
        require_redoable(timeline.standing, command.entry)
    else:
        require_undoable(timeline.standing, command.entry)
        if isinstance(command, TakeOut):
            require_alone(timeline, command.entry)
        elif isinstance(command, Amend):
            command, events = _correction_and_events(timeline, command, dice)
    return Entry(
        sequence=timeline.sequence + 1,
        action=to_json(command),
        events=events,
        at=at,
        actor=actor,
        seat=getattr(command, "seat", actor_seat),
        key=key,
    )


def require_alone(timeline: Timeline[Any], sequence: int) -> None:
    """Raise ``others_follow`` if undoing this step alone would change the events of later steps."""
    kept, _, later = timeline.standing.around(sequence)
    _require_same_after(timeline, timeline.cut(len(kept), giving_way).state, later)


def may_stand_instead(
    timeline: Timeline[Any], state: Any, entry: Entry, later: Iterable[Entry], action: Action
) -> bool:
    """Return whether an action could replace an entry's action without changing later events.

    The action must be legal in its new place. If it rolls dice, every die is assumed to show 1.

    state: the game's state before the entry.
    later: the entries in force after the entry.
    """
    try:
        timed = _with_chance(action.tidied(), state, _always_one, entry.at)
        events = _decide(timed, state, entry.at)
        _require_same_after(timeline, apply_events(timeline.game, state, events), later)
    except Refusal:
        return False
    return True


def _decide(action: Action, state: Any, at: float) -> tuple[Event, ...]:
    """Return the events of an action; during a pause, the first one ends the pause.

    at: the time of the action, in seconds since 1970.
    """
    resumed = resuming(state, at)
    if resumed is None:
        return action.decide(state)
    return (resumed, *action.decide(resumed.apply(state)))


def _always_one(sides: int) -> int:
    return 1


def _with_chance(action: Action, state: Any, dice: Dice, at: float) -> Action:
    """Return an action with its time and random results filled in."""
    action.require_values(state)
    if getattr(action, "at", 0) is None:
        action = action.timed(state, int(at))
    return action.with_chance(state, dice)


def _correction_and_events(
    timeline: Timeline[Any], command: Amend, dice: Dice
) -> tuple[Amend, tuple[Event, ...]]:
    """Return a correction and the events that replace those of the corrected entry.

    The returned correction includes the random results of its action. The action is decided in the
    state before the corrected entry, with that entry's time.

    Raises the game's refusals, and ``others_follow`` if the events of later entries would change.
    """
    kept, (entry,), later = timeline.standing.around(command.entry)
    state = timeline.cut(len(kept), giving_way).state
    assert isinstance(command.action, Action)
    action = _with_chance(command.action.tidied(), state, dice, entry.at)
    events = _decide(action, state, entry.at)
    _require_same_after(timeline, apply_events(timeline.game, state, events), later)
    return replace(command, action=action), events


def _require_same_after(timeline: Timeline[Any], state: Any, later: Iterable[Entry]) -> None:
    """Raise ``others_follow`` if later entries, decided again, would produce different events.

    state: the corrected state, from which the later entries are decided.
    """
    for entry in giving_way(later):
        command = read_action(timeline.game, entry.action)
        assert isinstance(command, Action)
        try:
            events = _decide(command, state, entry.at)
        except Refusal:
            events = ()
        if events != entry.events:
            raise Refusal(
                "others_follow",
                "",
                say(
                    "Step {step} depends on this one ({line}). Undo everything after it as well.",
                    step=entry.sequence,
                    line=_line_of(entry, timeline.state),
                ),
            )
        state = apply_events(timeline.game, state, events)


def _line_of(entry: Entry, state: Any) -> Sentence | str:
    """Return the first history line of an entry that everyone may see, without its full stop.

    Returns "…" if there is no public line.
    """
    lines = (event.tell(state, None) for event in entry.events)
    line = next((line for line in lines if line is not None), None)
    return "…" if line is None else line.bare()

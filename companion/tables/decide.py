"""From an action to the line it would write: the same for a tap, an import and a check."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.mechanics.codec import Kind, from_json, to_json
from companion.mechanics.dice import Dice
from companion.mechanics.game import Action, AnyGame, Fact, TimedAction
from companion.mechanics.log import Entry, Redo, Undo, require_redoable, require_undoable
from companion.mechanics.timeline import Timeline

Asked = Action | Undo | Redo


def read_action(game: AnyGame, data: object) -> Asked:
    """Return the action an object describes; raises ``malformed`` or ``unknown_kind``."""
    kinds: dict[str, type[Kind]] = {**game.action_kinds, Undo.kind: Undo, Redo.kind: Redo}
    asked = from_json(data, kinds)
    assert isinstance(asked, Asked)
    return asked


def is_late(timeline: Timeline[Any], asked: Asked, seat: int | None, seen: int | None) -> bool:
    """Tell whether the table has moved on since the screen that asks was drawn.

    It has not by what other seats did beside the turn. By all else it has: whatever was taken back
    or brought back, and what the seat itself has done. Undo and redo name a step, and go by the
    newest screen alone. seat: of whoever asks. seen: the sequence his screen showed.
    """
    if isinstance(asked, Action) and not asked.turn_bound:
        return False
    if seen == timeline.sequence:
        return False
    if seen is None or seen > timeline.sequence or not isinstance(asked, Action):
        return True
    newest_first = reversed(timeline.standing.entries)
    since = list(takewhile(lambda entry: entry.sequence > seen, newest_first))
    if len(since) < timeline.sequence - seen:
        return True
    kinds, mine = timeline.game.action_kinds, getattr(asked, "seat", seat)
    return any(
        entry.seat == mine or not kinds[str(entry.action["kind"])].is_aside for entry in since
    )


def decided(
    timeline: Timeline[Any],
    asked: Asked,
    dice: Dice,
    *,
    actor: str,
    actor_seat: int | None = None,
    at: float,
    key: str,
) -> Entry:
    """Return the entry that the action leads to, next in sequence.

    The moment and what chance decides are filled into the logged action. Raises the game's
    refusals, ``nothing_to_undo``, ``nothing_to_redo``.
    """
    facts: tuple[Fact, ...] = ()
    if isinstance(asked, Undo):
        require_undoable(timeline.standing, asked.entry)
    elif isinstance(asked, Redo):
        require_redoable(timeline.standing, asked.entry)
    else:
        if isinstance(asked, TimedAction) and asked.at is None:
            asked = replace(asked, at=int(at))
        asked = asked.filled_in(timeline.state, dice)
        facts = asked.decide(timeline.state)
    return Entry(
        sequence=timeline.sequence + 1,
        action=to_json(asked),
        facts=facts,
        at=at,
        actor=actor,
        seat=getattr(asked, "seat", actor_seat),
        key=key,
    )

"""From an action to the line it would write: the same for a tap, an import and a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.mechanics.codec import Kind, from_json, to_json
from companion.mechanics.dice import Dice
from companion.mechanics.game import Action, AnyGame, TimedAction
from companion.mechanics.log import Entry, Redo, Undo, require_redoable, require_undoable
from companion.mechanics.timeline import Timeline

Asked = Action | Undo | Redo


def read_action(game: AnyGame, data: object) -> Asked:
    """Return the action an object describes; raises ``malformed`` or ``unknown_kind``."""
    kinds: dict[str, type[Kind]] = {**game.action_kinds, Undo.kind: Undo, Redo.kind: Redo}
    asked = from_json(data, kinds)
    assert isinstance(asked, Asked)
    return asked


def is_turn_bound(asked: Asked) -> bool:
    """Tell whether an older screen must not ask for it; undo and redo are always bound."""
    return asked.turn_bound if isinstance(asked, Action) else True


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
    facts: tuple[Mapping[str, object], ...] = ()
    if isinstance(asked, Undo):
        require_undoable(timeline.standing, asked.entry)
    elif isinstance(asked, Redo):
        require_redoable(timeline.standing, asked.entry)
    else:
        if isinstance(asked, TimedAction) and asked.at is None:
            asked = replace(asked, at=int(at))
        asked = timeline.game.resolve(timeline.state, asked, dice)
        facts = tuple(map(to_json, timeline.game.decide(timeline.state, asked)))
    return Entry(
        sequence=timeline.sequence + 1,
        action=to_json(asked),
        facts=facts,
        at=at,
        actor=actor,
        seat=getattr(asked, "seat", actor_seat),
        key=key,
    )

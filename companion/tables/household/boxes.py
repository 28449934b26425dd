"""Saved items: the score sheets and free bank presets that each device has saved.

A device can access only its own items, because strangers may share a server. In these functions, a
``device`` of None stands for the owner of the machine, who can access all items.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select, true
from sqlalchemy.orm import Session

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.tables.live.cache import open_tables
from companion.tables.storage.models import Box
from companion.tables.storage.store import plain

MOST_BOXES = 40
"""The maximum number of items that a device may save."""


@dataclass(frozen=True, slots=True)
class KeptBox:
    """A saved item: a score sheet or a preset."""

    number: int
    """The id of the item."""
    kind: str
    """The string "sheet" for a score sheet, or the name of the game for a preset."""
    name: str
    content: Mapping[str, object]
    """The score sheet or preset, as a JSON object."""


def boxes_of(device: str | None) -> list[KeptBox]:
    """Return a device's saved items, most recently changed first."""
    newest = select(Box).where(_is_of(device)).order_by(Box.updated_at.desc(), Box.id.desc())
    with Session(open_tables().store.engine) as session:
        return [_item_from_row(row) for row in session.scalars(newest)]


def box_of(device: str | None, number: int, *kinds: str) -> KeptBox:
    """Return a device's saved item with this id.

    kinds: the kinds that the item may have.

    Raises ``unknown_box`` if there is no such item.
    """
    with Session(open_tables().store.engine) as session:
        return _item_from_row(_stored_row(session, device, number, *kinds))


def keep_box(device: str, kind: str, name: str, content: Mapping[str, object]) -> KeptBox:
    """Save a new item and return it, or return the existing one if it is identical.

    Raises ``too_many_boxes``.
    """
    events = plain(content)
    with open_tables().store.writing() as session:
        mine = select(Box).where(Box.device == device, Box.kind == kind, Box.name == name)
        for same in session.scalars(mine):
            if same.content == events:
                return _item_from_row(same)
        count = session.scalar(select(func.count()).where(Box.device == device))
        if (count or 0) >= MOST_BOXES:
            words = say("You can save at most {most}. Delete one first.", most=MOST_BOXES)
            raise Refusal("too_many_boxes", "", words)
        row = Box(device=device, kind=kind, name=name, content=events, updated_at=time.time())
        session.add(row)
        session.flush()
        return _item_from_row(row)


def change_box(
    device: str | None, number: int, kind: str, name: str, content: Mapping[str, object]
) -> KeptBox:
    """Replace the name and content of a device's saved item.

    Raises ``unknown_box`` if there is no such item.
    """
    with open_tables().store.writing() as session:
        row = _stored_row(session, device, number, kind)
        row.name, row.content, row.updated_at = name, plain(content), time.time()
        return _item_from_row(row)


def forget_box(device: str | None, number: int) -> None:
    """Delete a device's saved item, if it exists."""
    with open_tables().store.writing() as session:
        session.execute(delete(Box).where(Box.id == number, _is_of(device)))


def _is_of(device: str | None) -> ColumnElement[bool]:
    return true() if device is None else Box.device == device


def _stored_row(session: Session, device: str | None, number: int, *kinds: str) -> Box:
    wanted = select(Box).where(Box.id == number, Box.kind.in_(kinds), _is_of(device))
    row: Box | None = session.scalar(wanted)
    if row is None:
        words = say("This is no longer saved here. Go back to the home page.")
        raise Refusal("unknown_box", "", words)
    return row


def _item_from_row(row: Box) -> KeptBox:
    return KeptBox(row.id, row.kind, row.name, row.content)

"""What a seat has opened on its own screen: a group of deeds, a deal, dice half typed.

The text is a word and what belongs to it, separated by dots, and comes from outside:
"roll.3" or "roll.3.4": faces tapped so far. "group.orange": that group to build on or mortgage.
"line" or "line.pay": what a list says, its kind chosen. "deal.2.MARK": a deal with that seat;
"space.MARK": where the token really stands, "space.MARK.24" once that space is chosen and waits to
be confirmed; these close by themselves once the mark, which the link was drawn with, is overtaken.
Anything else opens nothing.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.monopoly.board import GROUPS, SPACES
from companion.games.monopoly.box import DICE, LIST_DICE, SIDES
from companion.games.monopoly.effects import KINDS
from companion.games.monopoly.state import MonopolyState

Panel = Literal["", "roll", "group", "deal", "line", "space"]


@dataclass(frozen=True, slots=True)
class MonopolyDraft:
    """The part of a screen that a seat has opened. panel: which, "" for none.

    words: the text that opens it again. tail: what every link must carry along. keep: the same
    until dice or a line half done are overtaken; deal_mark, space_mark: until the seat makes an
    offer or its deeds change, until a token moves. faces: of the dice tapped so far, of ``dice``
    in all. group: of the deeds. partner: seat of the deal. kind: of the effect, "" before. space:
    chosen to correct a token's, None before.
    """

    panel: Panel
    words: str
    tail: str
    keep: str
    deal_mark: str
    space_mark: str
    dice: int
    faces: tuple[int, ...] = ()
    group: str = ""
    partner: int | None = None
    kind: str = ""
    space: int | None = None


def draft(state: MonopolyState, seat: int, words: str) -> MonopolyDraft:
    """Return what the seat has opened; a text that fits nothing opens nothing."""
    offers = [deal.number for deal in state.deals.values() if deal.seat == seat]
    deeds = [position for position, deed in state.deeds.items() if deed.owner == seat]
    closed = MonopolyDraft(
        panel="",
        words=words,
        tail=f"&for={seat}",
        keep=_mark(seat, state.stage, state.turn, state.doubles, state.jail, state.line),
        deal_mark=_mark(seat, offers, sorted(deeds), state.active),
        space_mark=_mark(seat, state.spaces, state.turn),
        dice=LIST_DICE if state.stage == "list" else DICE,
    )
    panel, _, rest = words.partition(".")
    if panel == "roll":
        return _rolling(closed, rest.split("."))
    if panel == "group" and rest in GROUPS:
        return replace(closed, panel="group", group=rest)
    if panel == "line" and state.stage == "line" and rest in ("", *KINDS):
        return replace(closed, panel="line", kind=rest)
    if panel == "space":
        return _correcting(closed, *rest.split(".", 1))
    for other in state.active:
        if other != seat and words == f"deal.{other}.{closed.deal_mark}":
            return replace(closed, panel="deal", partner=other)
    return closed


def _rolling(closed: MonopolyDraft, faces: list[str]) -> MonopolyDraft:
    if len(faces) >= closed.dice or not all(face in _FACES for face in faces):
        return closed
    return replace(closed, panel="roll", faces=tuple(map(int, faces)))


def _correcting(closed: MonopolyDraft, mark: str, space: str = "") -> MonopolyDraft:
    if mark != closed.space_mark or (space and space not in _SPACES):
        return closed
    return replace(closed, panel="space", space=int(space) if space else None)


_SPACES = frozenset(map(str, range(SPACES)))
_FACES = frozenset(map(str, range(1, SIDES + 1)))


def _mark(*parts: object) -> str:
    """Return a short text that is another one as soon as a part is."""
    return f"{zlib.crc32(repr(parts).encode()):x}"

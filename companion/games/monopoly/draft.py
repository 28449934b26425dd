"""What a seat has opened on its own screen: a group of deeds, a deal, dice half typed.

The text is a word and what belongs to it, separated by dots, and comes from outside:
"roll.3" or "roll.3.4": faces tapped so far. "group.orange": that group to build on or mortgage.
"deal.2": a deal with that seat. "line" or "line.pay": what a list says, its kind chosen. "space":
where the token really stands. Anything else opens nothing.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.monopoly.board import GROUPS
from companion.games.monopoly.box import DICE, LIST_DICE, SIDES
from companion.games.monopoly.effects import KINDS
from companion.games.monopoly.state import MonopolyState

Panel = Literal["", "roll", "group", "deal", "line", "space"]


@dataclass(frozen=True, slots=True)
class MonopolyDraft:
    """The part of a screen that a seat has opened. panel: which, "" for none.

    words: the text that opens it again. tail: what every link must carry along. keep, keep_deal,
    keep_space: the same as long as what is half done in that part is not overtaken. faces: of the
    dice tapped so far, of ``dice`` in all. group: of the deeds. partner: seat of the deal. kind:
    of the effect chosen, "" before.
    """

    panel: Panel
    words: str
    tail: str
    keep: str
    keep_deal: str
    keep_space: str
    dice: int
    faces: tuple[int, ...] = ()
    group: str = ""
    partner: int | None = None
    kind: str = ""


def draft(state: MonopolyState, seat: int, words: str) -> MonopolyDraft:
    """Return what the seat has opened; a text that fits nothing opens nothing."""
    offers = [deal.number for deal in state.deals.values() if deal.seat == seat]
    closed = MonopolyDraft(
        panel="",
        words=words,
        tail=f"&for={seat}",
        keep=_mark(seat, state.stage, state.turn, state.doubles, state.jail, state.line),
        keep_deal=_mark(seat, offers, state.active),
        keep_space=_mark(seat, state.spaces, state.turn),
        dice=LIST_DICE if state.stage == "list" else DICE,
    )
    panel, _, rest = words.partition(".")
    if panel == "roll":
        return _rolling(closed, rest.split("."))
    if panel == "group" and rest in GROUPS:
        return replace(closed, panel="group", group=rest)
    if panel == "deal" and rest in {str(other) for other in state.active if other != seat}:
        return replace(closed, panel="deal", partner=int(rest))
    if panel == "line" and state.stage == "line" and rest in ("", *KINDS):
        return replace(closed, panel="line", kind=rest)
    return replace(closed, panel="space") if words == "space" else closed


def _rolling(closed: MonopolyDraft, faces: list[str]) -> MonopolyDraft:
    if len(faces) >= closed.dice or not all(face in _FACES for face in faces):
        return closed
    return replace(closed, panel="roll", faces=tuple(map(int, faces)))


_FACES = frozenset(map(str, range(1, SIDES + 1)))


def _mark(*parts: object) -> str:
    """Return a short text that is another one as soon as a part is."""
    return f"{zlib.crc32(repr(parts).encode()):x}"

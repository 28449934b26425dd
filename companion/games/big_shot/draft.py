"""Placing by taps: a colour, a lot, four times; what was tapped so far is a short text.

The text is cubes separated by dots, each "colour-lot" by their places in the table's lists, and
perhaps a colour alone at the end: "0-3.2-12.1". It comes from outside and is never trusted.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from companion.games.big_shot.actions import Place
from companion.games.big_shot.box import CUBES_A_TURN
from companion.games.big_shot.cubes import (
    MOST_OF_A_COLOUR,
    decide_place,
    place_in_turn,
    require_placing,
)
from companion.games.big_shot.facts import CubePlaced
from companion.games.big_shot.judging import pile_words
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.tell import owner_words, tell
from companion.mechanics.codec import to_json
from companion.mechanics.game import Fact
from companion.mechanics.majority import majority
from companion.mechanics.refusal import Refusal, allows
from companion.mechanics.words import Sentence, say

Cubes = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PlacedView:
    """A cube placed so far."""

    colour: str
    words: Sentence | str


@dataclass(frozen=True, slots=True)
class ColourPick:
    """A colour that can be tapped next, and the text after it."""

    colour: str
    chosen: bool
    href: str


@dataclass(frozen=True, slots=True)
class LotPick:
    """A lot that can be tapped next, how many cubes it still takes, and the text after it."""

    name: str
    label: str
    words: Sentence | str
    room: int
    href: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """The winner's cubes, half placed. keep: the same as long as the table has not moved on.

    back: the text one tap earlier, None at the start. tail: what every link must carry along.
    lines: what placing them does. action: the whole step as a JSON object, once it is legal.
    """

    placed: tuple[PlacedView, ...]
    keep: str
    back: str | None
    tail: str
    refusal: Refusal | None
    lines: tuple[Sentence, ...]
    action: dict[str, object] | None
    colours: tuple[ColourPick, ...]
    lots: tuple[LotPick, ...]


def draft(state: BigShotState, seat: int, words: str) -> DraftView | None:
    """Return the placing so far, None unless the seat has cubes to place."""
    if not allows(require_placing, state, seat):
        return None
    cubes, colour = _read(state, words)
    refusal = None
    try:
        facts, after = place_in_turn(state, seat, cubes)
    except Refusal as refused:
        # A text that the rules refuse is begun anew; it was typed or is from an older screen.
        cubes, colour, refusal, facts, after = (), None, refused, [], state
    action = Place(seat, cubes)
    if len(cubes) == CUBES_A_TURN:
        try:
            decide_place(state, action)
        except Refusal as refused:
            refusal = refused
    is_ready = len(cubes) == CUBES_A_TURN and refusal is None
    picks = _colour_picks(after, cubes, colour) if len(cubes) < CUBES_A_TURN else ()
    chosen = next((pick.colour for pick in picks if pick.chosen), None)
    return DraftView(
        placed=tuple(PlacedView(colour, state.copy.words(lot)) for colour, lot in cubes),
        keep=f"{seat}-{state.turn}-{zlib.crc32(repr((state.counts, state.copy)).encode()):x}",
        back=_written(state, cubes[:-1]) if cubes else None,
        tail=f"&for={seat}",
        refusal=refusal,
        lines=_effects(after, facts),
        action=to_json(action) if is_ready else None,
        colours=picks,
        lots=_lot_picks(after, cubes, chosen) if chosen is not None else (),
    )


def _read(state: BigShotState, words: str) -> tuple[Cubes, str | None]:
    """Return the cubes and the colour that a text says; nothing for a text that says none."""
    lots = tuple(state.copy.lots)
    cubes: list[tuple[str, str]] = []
    colour = None
    try:
        for part in words.split(".") if words else ():
            first, _, second = part.partition("-")
            colour = _listed(state.colours, first)
            if second:
                cubes.append((colour, _listed(lots, second)))
    except ValueError:
        return (), None
    return tuple(cubes[:CUBES_A_TURN]), colour


def _listed(items: tuple[str, ...], place: str) -> str:
    """Return the item at a place written in digits; raises ValueError for anything else."""
    if not (place.isascii() and place.isdigit()) or int(place) >= len(items):
        raise ValueError(place)
    return items[int(place)]


def _written(state: BigShotState, cubes: Cubes, colour: str | None = None) -> str:
    lots = tuple(state.copy.lots)
    parts = [f"{state.colours.index(tint)}-{lots.index(lot)}" for tint, lot in cubes]
    if colour is not None:
        parts.append(str(state.colours.index(colour)))
    return ".".join(parts)


def _colour_picks(after: BigShotState, cubes: Cubes, chosen: str | None) -> tuple[ColourPick, ...]:
    taken = [colour for colour, _ in cubes]
    left = after.cubes_left()
    return tuple(
        ColourPick(colour, colour == chosen, _written(after, cubes, colour))
        for colour in after.colours
        if left[colour] and taken.count(colour) < MOST_OF_A_COLOUR
    )


def _lot_picks(after: BigShotState, cubes: Cubes, colour: str) -> tuple[LotPick, ...]:
    return tuple(
        LotPick(
            lot.name,
            lot.label,
            after.copy.words(lot.name),
            after.room(lot.name),
            _written(after, (*cubes, (colour, lot.name))),
        )
        for lot in after.copy.lots.values()
        if lot.name not in after.sold
    )


def preview(state: BigShotState, action: Place) -> tuple[Sentence, ...]:
    """Return what placing these cubes does, lot by lot; raises what ``decide_place`` raises."""
    decide_place(state, action)
    facts, after = place_in_turn(state, action.seat, action.cubes)
    return _effects(after, facts)


def _effects(after: BigShotState, facts: list[Fact]) -> tuple[Sentence, ...]:
    """Return the sales among the facts, and how the other touched lots lie."""
    touched = dict.fromkeys(fact.lot for fact in facts if isinstance(fact, CubePlaced))
    sales = [tell(after, fact, None) for fact in facts if not isinstance(fact, CubePlaced)]
    open_lots = [_lying(after, lot) for lot in touched if lot not in after.sold]
    return (*(line for line in sales if line is not None), *open_lots)


def _lying(state: BigShotState, lot: str) -> Sentence:
    counts = state.counts[lot]
    judged = majority(counts)
    if judged.owner is None:
        return say(
            "{lot}: {counts} — nobody is ahead.",
            lot=state.copy.titled(lot),
            counts=pile_words(counts),
        )
    return say(
        "{lot}: {counts} — {owner} is ahead.",
        lot=state.copy.titled(lot),
        counts=pile_words(counts),
        owner=owner_words(state, judged.owner),
    )

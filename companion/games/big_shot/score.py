"""The form of the score calculator, and the conversion of its entries into holdings.

The fields for printed values have the same names as in ``board.copy_from_form``.

The four colours are numbered 0 to 3 in seat order; such a number is called a stake here. Each
player has one colour, or two in a two-player game. In a three-player game, the last colour is the
dummy's (BS-3).

Field names must never change, because they are part of shared links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.big_shot.board import (
    CERTIFICATES,
    COLOUR_WORDS,
    COLOURS,
    CUBES_IN_A_LOT,
    HIGHEST_VALUE,
    LETTERS,
    PARK_TITLES,
    PLACES,
    copy_from_form,
    copy_from_record,
)
from companion.games.big_shot.final_scores import EDITION
from companion.games.big_shot.seating import colours_each
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.score_form import Field, ScoreForm, Typed

OWNERS, CUBES = "owners", "cubes"
"""The two ways to enter the owner of a lot: choose the owner, or enter the cubes on the lot."""

LOTS = (*map(str, PLACES), "a", "b")
"""The identifiers of the thirteen lots and parks, as used in field names."""


def score_form(players: int) -> ScoreForm:
    """Return the calculator's form for this number of players."""
    way = Field("by", say("The lots"), choices=(OWNERS, CUBES), default=OWNERS)
    board = (*_stake_fields(players), *_value_fields(), *_touch_fields(), *_lot_fields(players))
    return ScoreForm(players, EDITION, (way, *board))


def _stake_fields(players: int) -> Iterator[Field]:
    each = colours_each(players)
    for stake in range(players * each):
        seat = stake // each
        first = stake % each == 0
        colour, cash, loans = _stake_words(each, is_first=first)
        yield Field(
            f"colour_{stake}", colour, seat, choices=tuple(COLOUR_WORDS), default=COLOURS[stake]
        )
        yield Field(f"cash_{stake}", cash, seat, is_needed=True)
        yield Field(f"loans_{stake}", loans, seat, highest=CERTIFICATES.in_all, default=0)


def _stake_words(each: int, *, is_first: bool) -> tuple[Sentence, Sentence, Sentence]:
    if each == 1:
        return say("colour"), say("cash"), say("loans")
    if is_first:
        return say("first colour"), say("cash, first colour"), say("loans, first colour")
    return say("second colour"), say("cash, second colour"), say("loans, second colour")


def _value_fields() -> Iterator[Field]:
    for place in PLACES:
        label = say("Value of lot {name}", name=LETTERS[place - 1])
        yield Field(f"value_{place}", label, lowest=1, highest=HIGHEST_VALUE)


def _touch_fields() -> Iterator[Field]:
    for letter in "ab":
        label = _lot_words(letter)
        for place in PLACES:
            yield Field(f"touches_{letter}_{place}", label, choices=("on",))


def _lot_fields(players: int) -> Iterator[Field]:
    owners = tuple(map(str, range(players * colours_each(players))))
    for lot in LOTS:
        label = _lot_words(lot)
        yield Field(f"lot_{lot}", label, choices=owners)
        for stake in range(len(COLOURS)):
            yield Field(f"cubes_{lot}_{stake}", label, highest=CUBES_IN_A_LOT)


def _lot_words(lot: str) -> Sentence:
    if lot.isdigit():
        return say("Lot\u00a0{lot}", lot=LETTERS[int(lot) - 1])
    return PARK_TITLES[f"park {lot}"]


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings entered in the form, as a JSON object for ``read_holdings``.

    Raises the refusals of ``copy_from_form``.
    """
    stakes = _colours_in_order(typed)
    record = copy_from_form(_copy_fields(typed, stakes))
    names = list(copy_from_record(record).lots)
    lots = {name: _lot_object(typed, lot, stakes) for name, lot in zip(names, LOTS, strict=True)}
    each = colours_each(len(typed.names))
    seats = [
        {
            "name": name,
            "colours": {
                stakes[stake]: {
                    "cash": typed.whole(f"cash_{stake}"),
                    "loans": typed.whole(f"loans_{stake}"),
                }
                for stake in range(seat * each, (seat + 1) * each)
            },
        }
        for seat, name in enumerate(typed.names)
    ]
    return {**typed.options, "copy": record, "lots": lots, "seats": seats}


def _colours_in_order(typed: Typed) -> tuple[str, ...]:
    """Return the four colours in seat order.

    In a three-player game, the dummy gets the first usual colour that nobody plays.
    """
    played = [str(value) for name, value in typed.values.items() if name.startswith("colour_")]
    free = (colour for colour in COLOURS if colour not in played)
    return (*played, *free)[: len(COLOURS)]


def _copy_fields(typed: Typed, stakes: Sequence[str]) -> dict[str, str]:
    """Convert the entries to the fields of ``copy_from_form``, with letters as the lots' names.

    Colours are included only if they are not the usual ones.
    """
    printed = {
        name: str(value)
        for name, value in typed.values.items()
        if value is not None and name.startswith(("value_", "touches_"))
    }
    printed |= {f"name_{place}": LETTERS[place - 1] for place in PLACES}
    if set(stakes) == set(COLOURS):
        return printed
    return printed | {f"colour_{place}": colour for place, colour in enumerate(stakes, 1)}


def _lot_object(typed: Typed, lot: str, stakes: Sequence[str]) -> dict[str, object]:
    """Return the JSON object for a lot: its owner, or the cubes on it.

    lot: one of ``LOTS``.
    """
    if typed.values["by"] == CUBES:
        cubes = {colour: typed.whole(f"cubes_{lot}_{stake}") for stake, colour in enumerate(stakes)}
        return {"counts": cubes}
    stake = typed.values[f"lot_{lot}"]
    return {"owner": None if stake is None else stakes[int(stake)]}


def copy_entries(copy: Mapping[str, object]) -> dict[str, str]:
    """Return the form entries that a household's copy provides, by field name.

    They are the values of the lots, the lots that the parks touch, and the colours.
    """
    printed = copy_from_record(copy)
    lots = [lot for lot in printed.lots.values() if not lot.is_park]
    values = {
        f"value_{place}": str(lot.value)
        for place, lot in enumerate(lots, 1)
        if lot.value is not None
    }
    touches = {
        f"touches_{letter}_{place}": "on"
        for letter, park in zip("ab", printed.parks, strict=True)
        for place, lot in enumerate(lots, 1)
        if lot.name in park.touches
    }
    colours = {f"colour_{stake}": colour for stake, colour in enumerate(printed.colours)}
    return values | touches | colours

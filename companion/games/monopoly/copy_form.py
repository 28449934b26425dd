"""The copy as the fields of its form say it, there and back: forty spaces, and the two lists.

A field's name begins with the part of the form it stands in: a group of properties, "other", or
one of the lists. p is a position from 0 to 39: GROUP.p.name, GROUP.p.price, GROUP.p.mortgage; of
a street also GROUP.p.house and GROUP.p.rent.0 … 5; stations.rent.0 … 3, utilities.factor.0 and 1;
other.p.name, other.p.tax, other.salary, other.bail. n is a total from 3 to 18: LIST.n.kind ("" for
a line nobody read out yet), LIST.n.amount, LIST.n.hotel, LIST.n.space (a position); of these the
kind says which are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from companion.games.monopoly.board import (
    LISTS,
    OUTCOMES,
    SPACES,
    STATION_RENTS,
    UTILITY_FACTORS,
    ListName,
    layout,
)
from companion.games.monopoly.box import LIST_WORDS
from companion.games.monopoly.copy import Board, Space, board_from_record
from companion.games.monopoly.copy_check import RENTS, STATIONS, UTILITIES, check_copy, out_of_range
from companion.games.monopoly.effects import MONEY, MOVES
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

MOST_DIGITS = 6
LISTS_WORDS = say("The lists")
WITH_AMOUNT = (*MONEY, "back")
"""Kinds of lines with a figure that is no space."""


def copy_fields(copy: Mapping[str, object]) -> dict[str, str]:
    """Return what the fields of the form hold for a canonical copy."""
    board = board_from_record(copy)
    fields = {"other.salary": board.salary, "other.bail": board.bail}
    for place, rent in enumerate(board.station_rents):
        fields[f"stations.rent.{place}"] = rent
    for place, factor in enumerate(board.utility_factors):
        fields[f"utilities.factor.{place}"] = factor
    spaces = chain.from_iterable(_space_fields(space) for space in board.spaces)
    lines = chain.from_iterable(_list_fields(board, which) for which in LISTS)
    return {name: str(value) for name, value in chain(fields.items(), spaces, lines)}


def _space_fields(space: Space) -> list[tuple[str, str | int]]:
    part = f"{space.group or 'other'}.{space.position}"
    fields: list[tuple[str, str | int]] = [(f"{part}.name", space.name)]
    if space.is_property:
        fields += [(f"{part}.price", space.price), (f"{part}.mortgage", space.mortgage)]
    if space.is_street:
        fields.append((f"{part}.house", space.house_price))
        fields += [(f"{part}.rent.{houses}", rent) for houses, rent in enumerate(space.rents)]
    if space.kind == "tax":
        fields.append((f"{part}.tax", space.tax))
    return fields


def _list_fields(board: Board, which: ListName) -> list[tuple[str, str | int]]:
    fields: list[tuple[str, str | int]] = []
    for total in OUTCOMES:
        line = board.outcome(which, total)
        fields.append((f"{which}.{total}.kind", line.kind if line else ""))
        sends = line is not None and line.kind in MOVES
        fields.append((f"{which}.{total}.space", line.amount if line and sends else ""))
        fields.append((f"{which}.{total}.amount", line.amount or "" if line and not sends else ""))
        fields.append((f"{which}.{total}.hotel", line.hotel or "" if line else ""))
    return fields


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical copy that a form describes.

    Raises ``unknown_space`` for a line that sends to a space and says none, and what
    ``check_copy`` raises.
    """
    spaces = [_space(form, position) for position in range(SPACES)]
    return check_copy(
        {
            "spaces": spaces,
            "salary": _figure(form, "other.salary", say("The salary")),
            "bail": _figure(form, "other.bail", say("The bail")),
            "station_rents": _row(form, "stations.rent", len(STATION_RENTS), STATIONS),
            "utility_factors": _row(form, "utilities.factor", len(UTILITY_FACTORS), UTILITIES),
            "lists": {which: _lines(form, which) for which in LISTS},
        }
    )


def _space(form: Mapping[str, str], position: int) -> dict[str, object]:
    kind, group = layout()[position]
    part = f"{group or 'other'}.{position}"
    name = " ".join(form.get(f"{part}.name", "").split())
    space: dict[str, object] = {"kind": kind, "name": name}
    if group is not None:
        space["price"] = _figure(form, f"{part}.price", name)
        space["mortgage"] = _figure(form, f"{part}.mortgage", name)
    if kind == "street":
        space["group"] = group
        space["house_price"] = _figure(form, f"{part}.house", name)
        space["rents"] = _row(form, f"{part}.rent", RENTS, name)
    if kind == "tax":
        space["tax"] = _figure(form, f"{part}.tax", name)
    return space


def _row(form: Mapping[str, str], field: str, count: int, where: Sentence | str) -> list[int]:
    return [_figure(form, f"{field}.{place}", where) for place in range(count)]


def _figure(form: Mapping[str, str], field: str, where: Sentence | str) -> int:
    """Return a typed figure; a point or a space between thousands is the writer's."""
    typed = form.get(field, "").strip()
    digits = typed.replace(".", "").replace("\N{NARROW NO-BREAK SPACE}", "").replace(" ", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > MOST_DIGITS:
        raise out_of_range(where, 1, typed)
    return int(digits)


def _lines(form: Mapping[str, str], which: ListName) -> dict[str, object]:
    return {
        str(total): _line(form, which, total)
        for total in OUTCOMES
        if form.get(f"{which}.{total}.kind")
    }


def _line(form: Mapping[str, str], which: ListName, total: int) -> dict[str, object]:
    part = f"{which}.{total}"
    kind = form[f"{part}.kind"]
    line: dict[str, object] = {"kind": kind}
    if kind in MOVES:
        line["amount"] = _position(form, which, total)
    for figure, kinds in (("amount", WITH_AMOUNT), ("hotel", ("repairs",))):
        if kind in kinds and form.get(f"{part}.{figure}", "").strip():
            line[figure] = _figure(form, f"{part}.{figure}", LISTS_WORDS)
    return line


def _position(form: Mapping[str, str], which: ListName, total: int) -> int:
    """Return the position of the space that was chosen for a line."""
    chosen = form.get(f"{which}.{total}.space", "")
    if chosen not in _POSITIONS:
        raise Refusal(
            "unknown_space",
            "MO-T6",
            say(
                "{list}, line {number}: choose the space it sends to.",
                list=LIST_WORDS[which],
                number=total,
            ),
        )
    return int(chosen)


_POSITIONS = frozenset(map(str, range(SPACES)))

"""The copy as the fields of its form say it, there and back: forty spaces, and the two lists.

A field's name begins with the part of the form it stands in: a group of properties, "other", or
one of the lists. p is a position from 0 to 39: GROUP.p.name, GROUP.p.price, GROUP.p.mortgage; of
a street also GROUP.p.house and GROUP.p.rent.0 … 5; stations.rent.0 … 3, utilities.factor.0 and 1;
other.p.name, other.p.tax, other.salary, other.bail. n is a total from 3 to 18: LIST.n.kind ("" for
a line nobody read out yet), LIST.n.what (an amount, or the name of a space), LIST.n.hotel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from companion.games.monopoly.copy import Board, Space, board_from_record
from companion.games.monopoly.copy_check import RENTS, STATIONS, UTILITIES, check_copy, out_of_range
from companion.games.monopoly.effects import MOVES, Effect
from companion.mechanics.codec import shown
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

MOST_DIGITS = 6
LISTS_WORDS = say("The lists")


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
        fields.append((f"{which}.{total}.what", _what(board, line) if line else ""))
        fields.append((f"{which}.{total}.hotel", line.hotel or "" if line else ""))
    return fields


def _what(board: Board, line: Effect) -> str | int:
    return board[line.amount].name if line.kind in MOVES else line.amount or ""


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical copy that a form describes.

    Raises ``unknown_space`` for a line that sends to no space of this board, and what
    ``check_copy`` raises.
    """
    spaces = [_space(form, position) for position in range(SPACES)]
    names = [str(space["name"]) for space in spaces]
    return check_copy(
        {
            "spaces": spaces,
            "salary": _figure(form, "other.salary", say("The salary")),
            "bail": _figure(form, "other.bail", say("The bail")),
            "station_rents": _row(form, "stations.rent", len(STATION_RENTS), STATIONS),
            "utility_factors": _row(form, "utilities.factor", len(UTILITY_FACTORS), UTILITIES),
            "lists": {which: _lines(form, which, names) for which in LISTS},
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


def _lines(form: Mapping[str, str], which: ListName, names: Sequence[str]) -> dict[str, object]:
    parts = {str(total): f"{which}.{total}" for total in OUTCOMES}
    return {
        total: _line(form, part, names) for total, part in parts.items() if form.get(f"{part}.kind")
    }


def _line(form: Mapping[str, str], part: str, names: Sequence[str]) -> dict[str, object]:
    kind, what = form[f"{part}.kind"], form.get(f"{part}.what", "").strip()
    line: dict[str, object] = {"kind": kind}
    if kind in MOVES:
        line["amount"] = _position(what, names)
    elif what:
        line["amount"] = _figure(form, f"{part}.what", LISTS_WORDS)
    if form.get(f"{part}.hotel", "").strip():
        line["hotel"] = _figure(form, f"{part}.hotel", LISTS_WORDS)
    return line


def _position(what: str, names: Sequence[str]) -> int:
    """Return the position of the first space of that name."""
    for position, name in enumerate(names):
        if name.casefold() == " ".join(what.split()).casefold():
            return position
    raise Refusal(
        "unknown_space",
        "MO-T6",
        say("A line of the lists sends to “{name}”: no space has this name.", name=shown(what)),
    )

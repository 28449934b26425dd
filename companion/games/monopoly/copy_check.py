"""A copy of Monopoly Travel read from outside, checked and brought into its canonical form.

Decided where nothing is printed: every copy has the layout of the classic board (which kind of
space lies where, which streets are a group); a box that lies otherwise is another game.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from companion.games.monopoly.board import (
    LISTS,
    OUTCOMES,
    SPACES,
    STATION_RENTS,
    TITLE,
    UTILITY_FACTORS,
    layout,
)
from companion.games.monopoly.effects import effect_from_record, effect_record
from companion.mechanics.codec import malformed, shown
from companion.mechanics.copies import require_copy_head
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

PRINTED = "What is printed"
"""Cited where a refusal rests on what lies in the box and not on a numbered rule."""

HIGHEST_FIGURE = 999_999
LONGEST_SPACE_NAME = 40  # what ``shown`` leaves of a text
RENTS = 6
STATIONS, UTILITIES = say("Stations"), say("Utilities")


def check_copy(data: object) -> dict[str, object]:
    """Return the canonical record of a copy read from outside; the head of a file may be there.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``wrong_number_of_spaces``,
    ``other_layout``, ``bad_space_name``, ``property_named_twice``, ``figure_out_of_range``,
    ``rents_fall``, ``mortgage_above_price``, ``effect_out_of_range``.
    """
    if not isinstance(data, Mapping):
        raise malformed("{spaces, lists}")
    require_copy_head(data, "monopoly", TITLE)
    spaces = data.get("spaces")
    if not isinstance(spaces, (list, tuple)) or not all(isinstance(s, Mapping) for s in spaces):
        raise malformed("spaces: [{…}]")
    if len(spaces) != SPACES:
        raise Refusal(
            "wrong_number_of_spaces", PRINTED, say("The board has {count} spaces.", count=SPACES)
        )
    checked = [_checked_space(place, space) for place, space in enumerate(spaces)]
    _require_distinct([str(space["name"]) for space in checked if "price" in space])
    return {
        "spaces": checked,
        "salary": _figure(data.get("salary"), say("The salary")),
        "bail": _figure(data.get("bail"), say("The bail")),
        "station_rents": _figures(data, "station_rents", len(STATION_RENTS), STATIONS),
        "utility_factors": _figures(data, "utility_factors", len(UTILITY_FACTORS), UTILITIES),
        "lists": _lists(data.get("lists")),
    }


def _checked_space(position: int, data: Mapping[str, object]) -> dict[str, object]:
    kind, group = layout()[position]
    name = _name(data.get("name"))
    if data.get("kind") != kind or (kind == "street" and data.get("group") != group):
        raise Refusal(
            "other_layout",
            PRINTED,
            say("“{name}” is another kind of space than the classic board has there.", name=name),
        )
    space: dict[str, object] = {"kind": kind, "name": name}
    if kind == "street":
        space["group"] = group
    if group is not None:
        space |= _deed(name, data)
    if kind == "street":
        space["house_price"] = _figure(data.get("house_price"), name)
        space["rents"] = _figures(data, "rents", RENTS, name)
    if kind == "tax":
        space["tax"] = _figure(data.get("tax"), name, lowest=0)
    return space


def _deed(name: str, data: Mapping[str, object]) -> dict[str, object]:
    price, mortgage = _figure(data.get("price"), name), _figure(data.get("mortgage"), name)
    if mortgage > price:
        raise Refusal(
            "mortgage_above_price",
            PRINTED,
            say(
                "{name} cannot be mortgaged for {mortgage}: it costs {price}.",
                name=name,
                mortgage=mortgage,
                price=price,
            ),
        )
    return {"price": price, "mortgage": mortgage}


def _name(name: object) -> str:
    clean = shown(name).strip() if isinstance(name, str) else ""
    if not clean or clean != name:
        raise Refusal(
            "bad_space_name",
            "",
            say("A space needs a name of 1 to {most} letters.", most=LONGEST_SPACE_NAME),
        )
    return clean


def _require_distinct(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise Refusal(
                "property_named_twice",
                "",
                say("Two properties are named “{name}”; name one anew.", name=name),
            )


def _figure(figure: object, where: Sentence | str, lowest: int = 1) -> int:
    if type(figure) is not int or not lowest <= figure <= HIGHEST_FIGURE:
        raise out_of_range(where, lowest, figure)
    return figure


def out_of_range(where: Sentence | str, lowest: int, figure: object) -> Refusal:
    """Return the refusal for what cannot be a printed figure."""
    return Refusal(
        "figure_out_of_range",
        PRINTED,
        say(
            "{where}: a whole number from {low} to {high}, not “{figure}”.",
            where=where,
            low=lowest,
            high=HIGHEST_FIGURE,
            figure="" if figure is None else shown(figure),
        ),
    )


def _figures(data: Mapping[str, object], key: str, count: int, where: Sentence | str) -> list[int]:
    """Return a row of rents, each above the one before."""
    listed = data.get(key)
    if not isinstance(listed, (list, tuple)) or len(listed) != count:
        raise malformed(f"{key}: [{count}]")
    figures = [_figure(figure, where) for figure in listed]
    for low, high in pairwise(figures):
        if high <= low:
            raise Refusal(
                "rents_fall",
                PRINTED,
                say(
                    "{where}: {high} comes after {low}; every further rent is higher.",
                    where=where,
                    high=high,
                    low=low,
                ),
            )
    return figures


def _lists(data: object) -> dict[str, object]:
    if not isinstance(data, Mapping) or set(data) - set(LISTS):
        raise malformed("lists: {" + ", ".join(LISTS) + "}")
    return {name: _lines(data.get(name, {})) for name in LISTS}


def _lines(data: object) -> dict[str, object]:
    """Return the lines of a list by the total of three dice, in order."""
    numbers = {str(total): total for total in OUTCOMES}
    if not isinstance(data, Mapping) or set(data) - set(numbers):
        raise malformed("3 … 18: {kind}")
    return {
        number: effect_record(effect_from_record(data[number]))
        for number in numbers
        if number in data
    }

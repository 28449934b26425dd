"""The household's copy: the figures on its board and deeds, and what its two lists say.

A space is known by its position, so names and figures may be corrected while a table plays. Every
copy has the layout of the classic board (which kind of space lies where, which streets are a
group); a box that lies otherwise is another game. The lists of outcomes 3 to 18 are not in the rule
book: a line is learnt the first time it comes up and is a part of the copy from then on
(``with_lesson``). A line that the copy has is followed as it stands; only the banker says that it
reads otherwise. A lesson of the log never overrules a figure that the household mended since.

The canonical record (JSON):

    {"spaces": [40 x {"kind", "name", ...}], "salary": 200, "bail": 50,
     "station_rents": [25, 50, 100, 200], "utility_factors": [4, 10],
     "lists": {"chance": {"15": {"kind": "jail"}}, "community_chest": {}}}

A street has also "group", "price", "mortgage", "house_price" and "rents" (bare, 1 to 4 houses,
hotel); a station and a utility "price" and "mortgage"; a tax "tax". An outcome is written as
``effects.effect_record`` does. Figures are whole M.

The form's fields: a name begins with the part of the form it stands in, a group of properties,
"other", or one of the lists. p is a position from 0 to 39: GROUP.p.name, GROUP.p.price,
GROUP.p.mortgage; of a street also GROUP.p.house and GROUP.p.rent.0 … 5; stations.rent.0 … 3,
utilities.factor.0 and 1; other.p.name, other.p.tax, other.salary, other.bail. n is a total from 3
to 18: LIST.n.kind ("" for a line nobody read out yet), LIST.n.amount, LIST.n.hotel, LIST.n.space (a
position); of these the kind says which are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import cast

from companion.games.monopoly.board import (
    FIGURES,
    GROUP_WORDS,
    LIST_WORDS,
    LISTS,
    OUTCOMES,
    SPACES,
    STATION_RENTS,
    TITLE,
    UTILITY_FACTORS,
    ListName,
    SpaceKind,
    layout,
)
from companion.games.monopoly.effects import MONEY, MOVES, Effect, effect_from_record, effect_record
from companion.mechanics.codec import malformed, shown
from companion.mechanics.copies import copy_in, named_twice
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import PRINTED
from companion.mechanics.words import Sentence, say

HIGHEST_FIGURE = 999_999
LONGEST_SPACE_NAME = 40  # what ``shown`` leaves of a text
RENTS = 6
MOST_DIGITS = 6
LISTS_WORDS = say("The lists")
SINGLE: Mapping[str, Sentence] = {"salary": say("The salary"), "bail": say("The bail")}
"""The figures of the board that stand alone, and what they are called."""
ROWS = {
    "station_rents": ("stations.rent", len(STATION_RENTS), GROUP_WORDS["stations"]),
    "utility_factors": ("utilities.factor", len(UTILITY_FACTORS), GROUP_WORDS["utilities"]),
}
"""Its rows of figures: their fields of the form, how many there are, what they are called."""
TYPED_AS = {"house_price": "house"}
"""The figures of a space whose field of the form is not called like them."""
WITH_AMOUNT = (*MONEY, "back")
"""Kinds of lines with a figure that is no space."""

_POSITIONS = frozenset(map(str, range(SPACES)))


@dataclass(frozen=True, slots=True)
class Space:
    """One space of the board; figures it has none of are 0 or empty.

    position: 0 to 39, clockwise from Go. group: a colour, "stations", "utilities", or None for
    what nobody can own. rents: of a street, by houses from 0 to 4, the hotel last. house_price:
    of a house, and of a hotel beside the houses given for it. tax: what landing here costs.
    """

    position: int
    kind: SpaceKind
    name: str
    group: str | None = None
    price: int = 0
    mortgage: int = 0
    house_price: int = 0
    rents: tuple[int, ...] = ()
    tax: int = 0

    @property
    def is_property(self) -> bool:
        """Whether it has a deed: a street, a station or a utility."""
        return self.group is not None

    @property
    def is_street(self) -> bool:
        """Whether houses can stand on it."""
        return self.kind == "street"


@dataclass(frozen=True, slots=True)
class Board:
    """A copy as the rules read it. Two boards with the same figures, names and lists are equal.

    spaces: by position. station_rents: by stations owned, from one. utility_factors: times the
    dice, with one utility owned and with both. lists: the outcomes known so far, by the total of
    three dice.
    """

    spaces: tuple[Space, ...]
    salary: int
    bail: int
    station_rents: tuple[int, ...]
    utility_factors: tuple[int, ...]
    lists: Mapping[str, Mapping[int, Effect]]

    def __getitem__(self, position: int) -> Space:
        """Return the space at a position, 0 to 39."""
        return self.spaces[position]

    @property
    def names(self) -> tuple[str, ...]:
        """What the spaces are called, by position."""
        return tuple(space.name for space in self.spaces)

    @property
    def properties(self) -> tuple[Space, ...]:
        """The 28 spaces with a deed, by position."""
        return tuple(space for space in self.spaces if space.is_property)

    def outcome(self, list_name: ListName, total: int) -> Effect | None:
        """Return what a list says for the total of three dice, None if nobody read it out yet."""
        return self.lists[list_name].get(total)

    def with_line(self, list_name: ListName, total: int, effect: Effect) -> Board:
        """Return the board on which a list says that for a total."""
        lines = {**self.lists[list_name], total: effect}
        return replace(self, lists={**self.lists, list_name: lines})


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a table said that a line reads.

    instead: what the copy had said by mistake, None where it did not know the line. A copy that
    says anything else by now was mended, and knows better.
    """

    list_name: ListName
    total: int
    effect: Effect
    instead: Effect | None = None


def board_from_record(record: Mapping[str, object]) -> Board:
    """Return the board that a canonical record (see ``check_copy``) describes."""
    spaces = cast("list[Mapping[str, object]]", record["spaces"])
    lists = cast("Mapping[str, Mapping[str, Mapping[str, object]]]", record["lists"])
    return Board(
        spaces=tuple(_space(position, space) for position, space in enumerate(spaces)),
        salary=cast("int", record["salary"]),
        bail=cast("int", record["bail"]),
        station_rents=tuple(cast("list[int]", record["station_rents"])),
        utility_factors=tuple(cast("list[int]", record["utility_factors"])),
        lists={
            name: {int(total): effect_from_record(line) for total, line in lists[name].items()}
            for name in LISTS
        },
    )


def _space(position: int, record: Mapping[str, object]) -> Space:
    kind, group = layout()[position]
    figures = {figure: cast("int", record[figure]) for figure in FIGURES.get(kind, ())}
    rents = tuple(cast("list[int]", record.get("rents", ())))
    return Space(position, kind, str(record["name"]), group, rents=rents, **figures)


def with_lesson(
    record: Mapping[str, object], list_name: ListName, total: int, effect: Effect
) -> dict[str, object]:
    """Return the record with a line of a list as it was just read out, over an older reading."""
    lists = cast("Mapping[str, Mapping[str, object]]", record["lists"])
    lines = {**lists[list_name], str(total): effect_record(effect)}
    in_order = {number: lines[number] for number in sorted(lines, key=int)}
    return {**record, "lists": {**lists, list_name: in_order}}


def check_copy(data: object) -> dict[str, object]:
    """Return the canonical record of a copy read from outside; the head of a file may be there.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``wrong_number_of_spaces``,
    ``other_layout``, ``bad_space_name``, ``property_named_twice``, ``figure_out_of_range``,
    ``rents_fall``, ``mortgage_above_price``, ``effect_out_of_range``.
    """
    data = copy_in(data, "{spaces, lists}", "monopoly", TITLE)
    spaces = data.get("spaces")
    if not isinstance(spaces, (list, tuple)) or not all(isinstance(s, Mapping) for s in spaces):
        raise malformed("spaces: [{…}]")
    if len(spaces) != SPACES:
        sentence = say("The board has {count} spaces.", count=SPACES)
        raise Refusal("wrong_number_of_spaces", PRINTED, sentence)
    checked = [_checked_space(place, space) for place, space in enumerate(spaces)]
    properties = [str(space["name"]) for space in checked if "price" in space]
    if name := named_twice(properties):
        twice = say("Two properties are named “{name}”; rename one.", name=name)
        raise Refusal("property_named_twice", "", twice)
    return {
        "spaces": checked,
        **{name: _figure(data.get(name), words) for name, words in SINGLE.items()},
        **{name: _figures(data, name, count, words) for name, (_, count, words) in ROWS.items()},
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
    lowest = 0 if kind == "tax" else 1
    figures = {figure: _figure(data.get(figure), name, lowest) for figure in FIGURES.get(kind, ())}
    if figures.get("mortgage", 0) > figures.get("price", 0):
        sentence = say(
            "{name} cannot be mortgaged for {mortgage}: it costs {price}.", name=name, **figures
        )
        raise Refusal("mortgage_above_price", PRINTED, sentence)
    space |= figures
    if kind == "street":
        space["rents"] = _figures(data, "rents", RENTS, name)
    return space


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


def _name(name: object) -> str:
    clean = shown(name).strip() if isinstance(name, str) else ""
    if not clean or clean != name:
        sentence = say("A space needs a name of 1 to {most} letters.", most=LONGEST_SPACE_NAME)
        raise Refusal("bad_space_name", "", sentence)
    return clean


def _figures(data: Mapping[str, object], key: str, count: int, where: Sentence | str) -> list[int]:
    """Return a row of rents, each above the one before."""
    listed = data.get(key)
    if not isinstance(listed, (list, tuple)) or len(listed) != count:
        raise malformed(f"{key}: [{count}]")
    figures = [_figure(figure, where) for figure in listed]
    for low, high in pairwise(figures):
        if high <= low:
            sentence = say(
                "{where}: {high} comes after {low}; every further rent is higher.",
                where=where,
                high=high,
                low=low,
            )
            raise Refusal("rents_fall", PRINTED, sentence)
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


def copy_fields(copy: Mapping[str, object]) -> dict[str, str]:
    """Return what the fields of the form hold for a canonical copy."""
    board = board_from_record(copy)
    fields = {f"other.{name}": getattr(board, name) for name in SINGLE}
    for name, (part, _, _) in ROWS.items():
        fields |= {f"{part}.{place}": figure for place, figure in enumerate(getattr(board, name))}
    spaces = chain.from_iterable(_space_fields(space) for space in board.spaces)
    lines = chain.from_iterable(_list_fields(board, which) for which in LISTS)
    return {name: str(value) for name, value in chain(fields.items(), spaces, lines)}


def _space_fields(space: Space) -> Iterator[tuple[str, str | int]]:
    part = f"{space.group or 'other'}.{space.position}"
    yield f"{part}.name", space.name
    for figure in FIGURES.get(space.kind, ()):
        yield f"{part}.{TYPED_AS.get(figure, figure)}", getattr(space, figure)
    for houses, rent in enumerate(space.rents):
        yield f"{part}.rent.{houses}", rent


def _list_fields(board: Board, which: ListName) -> Iterator[tuple[str, str | int]]:
    for total in OUTCOMES:
        line = board.outcome(which, total)
        sends = line is not None and line.kind in MOVES
        yield f"{which}.{total}.kind", line.kind if line else ""
        yield f"{which}.{total}.space", line.amount if line and sends else ""
        yield f"{which}.{total}.amount", line.amount or "" if line and not sends else ""
        yield f"{which}.{total}.hotel", line.hotel or "" if line else ""


def copy_from_form(form: Mapping[str, str]) -> dict[str, object]:
    """Return the canonical copy that a form describes.

    Raises ``unknown_space`` for a line that sends to a space and says none, and what
    ``check_copy`` raises.
    """
    return check_copy(
        {
            "spaces": [_typed_space(form, position) for position in range(SPACES)],
            **{name: _typed_figure(form, f"other.{name}", SINGLE[name]) for name in SINGLE},
            **{name: _typed_row(form, *row) for name, row in ROWS.items()},
            "lists": {which: _typed_lines(form, which) for which in LISTS},
        }
    )


def _typed_space(form: Mapping[str, str], position: int) -> dict[str, object]:
    kind, group = layout()[position]
    part = f"{group or 'other'}.{position}"
    name = " ".join(form.get(f"{part}.name", "").split())
    space: dict[str, object] = {"kind": kind, "name": name}
    for figure in FIGURES.get(kind, ()):
        space[figure] = _typed_figure(form, f"{part}.{TYPED_AS.get(figure, figure)}", name)
    if kind == "street":
        space |= {"group": group, "rents": _typed_row(form, f"{part}.rent", RENTS, name)}
    return space


def _typed_row(form: Mapping[str, str], field: str, count: int, where: Sentence | str) -> list[int]:
    return [_typed_figure(form, f"{field}.{place}", where) for place in range(count)]


def _typed_figure(form: Mapping[str, str], field: str, where: Sentence | str) -> int:
    """Return a typed figure; a point or a space between thousands is the writer's."""
    typed = form.get(field, "").strip()
    digits = typed.replace(".", "").replace("\N{NARROW NO-BREAK SPACE}", "").replace(" ", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > MOST_DIGITS:
        raise out_of_range(where, 1, typed)
    return int(digits)


def _typed_lines(form: Mapping[str, str], which: ListName) -> dict[str, object]:
    return {
        str(total): _typed_line(form, which, total)
        for total in OUTCOMES
        if form.get(f"{which}.{total}.kind")
    }


def _typed_line(form: Mapping[str, str], which: ListName, total: int) -> dict[str, object]:
    part = f"{which}.{total}"
    kind = form[f"{part}.kind"]
    line: dict[str, object] = {"kind": kind}
    if kind in MOVES:
        line["amount"] = _typed_position(form, which, total)
    for figure, kinds in (("amount", WITH_AMOUNT), ("hotel", ("repairs",))):
        if kind in kinds and form.get(f"{part}.{figure}", "").strip():
            line[figure] = _typed_figure(form, f"{part}.{figure}", LISTS_WORDS)
    return line


def _typed_position(form: Mapping[str, str], which: ListName, total: int) -> int:
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

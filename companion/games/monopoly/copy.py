"""The household's copy: the numbers on its board and title deeds, and its two printed lists.

Spaces are identified by position, so names and numbers may be corrected while a table plays. Every
copy has the layout of the classic board: the same kinds of spaces and groups of streets. The lists
of outcomes 3 to 18 are not in the rule book: a line is learnt the first time it comes up, and is a
part of the copy from then on (``Board.with_line``). Only the banker may correct a known line. A
lesson in the log never overrules a number that the household has corrected since.

The canonical record (JSON):

    {"spaces": [40 x {"kind", "name", ...}], "salary": 200, "bail": 50, "start": 1500,
     "station_rents": [25, 50, 100, 200], "utility_factors": [4, 10],
     "lists": {"chance": {"15": {"kind": "jail"}}, "community_chest": {}}}

A street also has "group", "price", "mortgage", "house_price" and "rents" (bare, 1 to 4 houses,
hotel); a station and a utility have "price" and "mortgage"; a tax has "tax". For an outcome see
``effects.effect_record``. Numbers are whole M. "start" is the money with which everybody begins; it
is left out if it is the classic 1500, as in older copies.

The names of the form's fields begin with a group of properties, "other", or one of the lists. The
numbers of a space are GROUP.p.price and the like, with its position p from 0 to 39. The lines of a
list are LIST.n.kind ("" for an unknown line), LIST.n.amount, LIST.n.hotel and LIST.n.space (a
position), with a total n from 3 to 18; the kind decides which of them are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise, product
from typing import Annotated

from companion.games.monopoly.board import (
    FIGURES,
    GROUP_WORDS,
    LIST_WORDS,
    LISTS,
    OUTCOMES,
    SPACES,
    START,
    STATION_RENTS,
    TITLE,
    UTILITY_FACTORS,
    ListName,
    SpaceKind,
    layout,
)
from companion.games.monopoly.effects import (
    MONEY,
    MOVES,
    NEXT,
    Effect,
    effect_from_record,
    effect_record,
)
from companion.mechanics.copies import copy_in, named_twice
from companion.mechanics.refusal import Refusal
from companion.mechanics.schema import (
    FieldType,
    Figure,
    Form,
    PrintedName,
    Row,
    Schema,
    Words,
    malformed,
)
from companion.mechanics.table import PRINTED
from companion.mechanics.words import say

HIGHEST_FIGURE = 999_999
LONGEST_SPACE_NAME = 40  # ``shown`` cuts texts to this length
RENTS = 6
LISTS_WORDS = say("The lists")
WITH_AMOUNT = (*MONEY, "back", *NEXT)
"""The kinds of lines with an amount that is no position."""

SPACES_SHAPE = "spaces: [{…}]"
_POSITIONS = frozenset(map(str, range(SPACES)))


def _out_of_range(figure: str, where: Words, lowest: int = 1) -> Refusal:
    """Return the refusal for an impossible printed number."""
    sentence = say(
        "{where}: a whole number from {low} to {high}, not “{figure}”.",
        where=where,
        low=lowest,
        high=HIGHEST_FIGURE,
        figure=figure,
    )
    return Refusal("figure_out_of_range", PRINTED, sentence)


def _bad_name() -> Refusal:
    sentence = say("A space needs a name of 1 to {most} letters.", most=LONGEST_SPACE_NAME)
    return Refusal("bad_space_name", "", sentence)


def _require_rising(rents: tuple[int, ...], where: Words) -> None:
    for low, high in pairwise(rents):
        if high <= low:
            sentence = say(
                "{where}: {high} comes after {low}; every further rent is higher.",
                where=where,
                high=high,
                low=low,
            )
            raise Refusal("rents_fall", PRINTED, sentence)


class StartingMoney(Figure):
    """The money at the start: the classic sum if a copy or a form leaves it out."""

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> int:
        return START if data is None else Figure.read(self, data, where)

    def from_form(self, form: Form, field: str, where: Words = "") -> int:
        return Figure.from_form(self, form, field, where) if field in form else START


def _rents(name: str, count: int) -> Row[int]:
    """Return a row of rents, each above the one before."""
    shape = f"{name}: [{count}]"
    wrong = partial(malformed, shape)
    return Row((FIGURE,) * count, wrong, _require_rising, shape=shape, first=0)


FIGURE = Figure(1, HIGHEST_FIGURE, _out_of_range)
BEGINNING = StartingMoney(1, HIGHEST_FIGURE, _out_of_range)
TAX = Figure(0, HIGHEST_FIGURE, partial(_out_of_range, lowest=0))
NAME = PrintedName(LONGEST_SPACE_NAME, _bad_name)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board; a number that it does not have is 0 or empty."""

    position: int
    """0 to 39, clockwise from Go."""
    kind: SpaceKind
    name: Annotated[str, NAME]
    group: str | None = None
    """A colour, "stations", "utilities", or None if nobody can own the space."""
    price: Annotated[int, FIGURE] = 0
    mortgage: Annotated[int, FIGURE] = 0
    house_price: Annotated[int, FIGURE, "house"] = 0
    """The price of a house, and of a hotel in addition to its houses."""
    rents: Annotated[tuple[int, ...], _rents("rents", RENTS), "rent"] = ()
    """The rents of a street with 0 to 4 houses, then with a hotel."""
    tax: Annotated[int, TAX] = 0

    @property
    def is_property(self) -> bool:
        """Whether it has a title deed: a street, a station or a utility."""
        return self.group is not None

    @property
    def is_street(self) -> bool:
        """Whether houses can stand on it."""
        return self.kind == "street"


SHEETS = {
    kind: Schema(Space, ("name", *FIGURES.get(kind, ()), *(("rents",) if kind == "street" else ())))
    for kind, _ in layout()
}
"""The printed fields of a space, by its kind."""


@dataclass(frozen=True, slots=True)
class SpaceType(FieldType[Space]):
    """The space at a position, of the same kind and group as on the classic board."""

    position: int

    def read(self, data: object, where: Words = "") -> Space:
        if not isinstance(data, Mapping):
            raise malformed(SPACES_SHAPE)
        kind, group = layout()[self.position]
        name = NAME.read(data.get("name"))
        if data.get("kind") != kind or (kind == "street" and data.get("group") != group):
            sentence = say(
                "“{name}” is another kind of space than the classic board has there.", name=name
            )
            raise Refusal("other_layout", PRINTED, sentence)
        figures = SHEETS[kind].values(data, name)
        if figures.get("mortgage", 0) > figures.get("price", 0):
            sentence = say(
                "{name} cannot be mortgaged for {mortgage}: it costs {price}.", **figures
            )
            raise Refusal("mortgage_above_price", PRINTED, sentence)
        return Space(self.position, kind, group=group, **figures)

    def record(self, value: Space) -> object:
        group = {"group": value.group} if value.is_street else {}
        sheet = SHEETS[value.kind].record(value)
        return {"kind": value.kind, "name": value.name, **group, **sheet}

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        kind, group = layout()[self.position]
        way, sheet = self._way(group), SHEETS[kind]
        name = NAME.from_form(form, f"{way}.name")
        return {"kind": kind, "group": group, **sheet.from_form(form, way, name)}

    def to_form(self, value: Space, field: str) -> Iterator[tuple[str, str]]:
        return SHEETS[value.kind].to_form(value, self._way(value.group))

    def _way(self, group: str | None) -> str:
        return f"{group or 'other'}.{self.position}"


def _wrong_spaces() -> Refusal:
    sentence = say("The board has {count} spaces.", count=SPACES)
    return Refusal("wrong_number_of_spaces", PRINTED, sentence)


def _require_names(spaces: tuple[Space, ...], _: Words) -> None:
    if name := named_twice(space.name for space in spaces if space.is_property):
        twice = say("Two properties are named “{name}”; rename one.", name=name)
        raise Refusal("property_named_twice", "", twice)


@dataclass(frozen=True, slots=True)
class Lists(FieldType[Mapping[str, Mapping[int, Effect]]]):
    """The known lines of both lists, by the total of three dice."""

    def read(self, data: object, where: Words = "") -> dict[str, dict[int, Effect]]:
        if not isinstance(data, Mapping) or set(data) - set(LISTS):
            raise malformed("lists: {" + ", ".join(LISTS) + "}")
        return {name: _lines(data.get(name, {})) for name in LISTS}

    def record(self, value: Mapping[str, Mapping[int, Effect]]) -> object:
        return {
            name: {str(total): effect_record(line) for total, line in sorted(lines.items())}
            for name, lines in value.items()
        }

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        return {
            which: {
                str(total): _typed_line(form, which, total)
                for total in OUTCOMES
                if form.get(f"{which}.{total}.kind")
            }
            for which in LISTS
        }

    def to_form(
        self, value: Mapping[str, Mapping[int, Effect]], field: str
    ) -> Iterator[tuple[str, str]]:
        for which, total in product(LISTS, OUTCOMES):
            line, part = value[which].get(total), f"{which}.{total}"
            sends = line is not None and line.kind in MOVES
            yield f"{part}.kind", line.kind if line else ""
            yield f"{part}.space", str(line.amount) if line and sends else ""
            yield f"{part}.amount", str(line.amount or "") if line and not sends else ""
            yield f"{part}.hotel", str(line.hotel or "") if line else ""


def _lines(data: object) -> dict[int, Effect]:
    if not isinstance(data, Mapping) or set(data) - set(map(str, OUTCOMES)):
        raise malformed("3 … 18: {kind}")
    lines = {total: data[str(total)] for total in OUTCOMES if str(total) in data}
    return {total: effect_from_record(line) for total, line in lines.items()}


def _typed_line(form: Form, which: ListName, total: int) -> dict[str, object]:
    part = f"{which}.{total}"
    kind = form[f"{part}.kind"]
    line: dict[str, object] = {"kind": kind}
    if kind in MOVES:
        line["amount"] = _typed_position(form, which, total)
    for figure, kinds in (("amount", WITH_AMOUNT), ("hotel", ("repairs",))):
        if kind in kinds and form.get(f"{part}.{figure}", "").strip():
            line[figure] = FIGURE.from_form(form, f"{part}.{figure}", LISTS_WORDS)
    return line


def _typed_position(form: Form, which: ListName, total: int) -> int:
    """Return the position of the space chosen for a line; raises ``unknown_space``."""
    chosen = form.get(f"{which}.{total}.space", "")
    if chosen not in _POSITIONS:
        sentence = say(
            "{list}, line {number}: choose the space it sends to.",
            list=LIST_WORDS[which],
            number=total,
        )
        raise Refusal("unknown_space", "MO-T6", sentence)
    return int(chosen)


PLACES = Row(
    tuple(map(SpaceType, range(SPACES))), _wrong_spaces, _require_names, shape=SPACES_SHAPE
)
STATIONS = _rents("station_rents", len(STATION_RENTS))
FACTORS = _rents("utility_factors", len(UTILITY_FACTORS))


@dataclass(frozen=True, slots=True)
class Board:
    """A copy as the rules read it."""

    spaces: Annotated[tuple[Space, ...], PLACES]
    """By position."""
    salary: Annotated[int, FIGURE, "other.salary", say("The salary")]
    bail: Annotated[int, FIGURE, "other.bail", say("The bail")]
    station_rents: Annotated[tuple[int, ...], STATIONS, "stations.rent", GROUP_WORDS["stations"]]
    """By the number of stations owned, from one."""
    utility_factors: Annotated[
        tuple[int, ...], FACTORS, "utilities.factor", GROUP_WORDS["utilities"]
    ]
    """The dice count so many times, with one utility owned and with both."""
    lists: Annotated[Mapping[str, Mapping[int, Effect]], Lists()]
    """The outcomes known so far, by the total of three dice."""
    start: Annotated[int, BEGINNING, "other.start", say("The starting money")] = START

    def __getitem__(self, position: int) -> Space:
        """Return the space at a position, 0 to 39."""
        return self.spaces[position]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the spaces, by position."""
        return tuple(space.name for space in self.spaces)

    @property
    def properties(self) -> tuple[Space, ...]:
        """The 28 spaces with a title deed, by position."""
        return tuple(space for space in self.spaces if space.is_property)

    def list_name(self, which: ListName) -> str:
        """Return the name of a list on this board: that of the spaces that lead to it."""
        return next(space.name for space in self.spaces if space.kind == which)

    def outcome(self, list_name: ListName, total: int) -> Effect | None:
        """Return a list's outcome for the total of three dice, None if it is not known yet."""
        return self.lists[list_name].get(total)

    def with_line(self, list_name: ListName, total: int, effect: Effect) -> Board:
        """Return the board with this outcome of a list for a total."""
        lines = {**self.lists[list_name], total: effect}
        return replace(self, lists={**self.lists, list_name: lines})


@dataclass(frozen=True, slots=True)
class Lesson:
    """A line of a list as a table entered it."""

    list_name: ListName
    total: int
    effect: Effect
    instead: Effect | None = None
    """The wrong line that the copy had, None if it had none.

    If the copy has a third line by now, the household has corrected it, and that line stands.
    """


@dataclass(frozen=True, slots=True)
class BoardSchema(Schema[Board]):
    """The fields of a board; the classic starting money is left out, as in older records."""

    def record(self, value: Board) -> dict[str, object]:
        record = Schema.record(self, value)
        return {name: one for name, one in record.items() if (name, one) != ("start", START)}


BOARD = BoardSchema(Board)
board_from_record: Callable[[object], Board] = BOARD.read
"""Return the board in a canonical record (see ``check_copy``)."""


def check_copy(data: object) -> dict[str, object]:
    """Return the canonical record of a copy from outside, with or without a file's header.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``wrong_number_of_spaces``,
    ``other_layout``, ``bad_space_name``, ``property_named_twice``, ``figure_out_of_range``,
    ``rents_fall``, ``mortgage_above_price``, ``effect_out_of_range``.
    """
    return BOARD.record(BOARD.read(copy_in(data, "{spaces, lists}", "monopoly", TITLE)))


def copy_fields(copy: Mapping[str, object]) -> dict[str, str]:
    """Return the content of the form's fields for a canonical record."""
    return dict(BOARD.to_form(board_from_record(copy)))


def copy_from_form(form: Form) -> dict[str, object]:
    """Return the canonical record of a form.

    Raises ``unknown_space`` for a line that moves the token to no space, and the refusals of
    ``check_copy``.
    """
    return check_copy(BOARD.from_form(form))

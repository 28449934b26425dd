"""The household's copy: the numbers on its board and title deeds, and its two printed lists.

Spaces are identified by position, so names and numbers may be corrected during a game. Every copy
has the layout of the classic board: the same kinds of spaces and the same groups of streets. The
lines 3 to 18 of the two lists are not in the rule book. Players enter a line the first time it
comes up, and the copy then contains it (``Board.with_line``). Only the banker may correct a known
line. A line in the log never overrules a line that the household has corrected since.

The canonical record (JSON):

    {"spaces": [40 x {"kind", "name", ...}], "salary": 200, "bail": 50, "start": 1500,
     "station_rents": [25, 50, 100, 200], "utility_factors": [4, 10],
     "lists": {"chance": {"15": {"kind": "jail"}}, "community_chest": {}}}

- A street also has "group", "price", "mortgage", "house_price" and "rents". The rents come
  in this order: without houses, with 1 to 4 houses, with a hotel.
- A station and a utility also have "price" and "mortgage".
- A tax space also has "tax".
- "start" is each player's starting money. It is left out if it is the classic 1500, as in older
  copies.
- "language" is "reader" if the classic names of properties are shown in the language of each phone.
  It is left out otherwise. The names of the other spaces always are. A name that somebody entered
  is shown to all as it is.
- For the lines of the lists see ``effects.effect_record``.

Amounts of money are in whole M.

The name of a form field begins with a group of properties, "other", or the name of a list:

- other.names: see ``Language``.
- GROUP.p.price, GROUP.p.mortgage and so on: the numbers of the space at position p (0 to 39).
- LIST.n.kind: the kind of effect of the line with the total n (3 to 18), "" for an unknown line.
- LIST.n.amount, LIST.n.hotel and LIST.n.space (a position): the numbers of the effect. The kind
  decides which of them are read.
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
    LANGUAGES,
    LIST_WORDS,
    LISTS,
    OUTCOMES,
    READERS,
    SPACES,
    START,
    STATION_RENTS,
    TITLE,
    UTILITY_FACTORS,
    ListName,
    SpaceKind,
    layout,
    name_in_any_language,
    printed_names,
)
from companion.games.monopoly.effects import (
    MONEY,
    MOVES,
    NEXT,
    Effect,
    effect_from_record,
    effect_record,
)
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.texts import single_spaced
from companion.mechanics.language.words import say
from companion.mechanics.play.table import PRINTED
from companion.mechanics.values.copies import copy_in, named_twice
from companion.mechanics.values.schema import (
    FieldType,
    Figure,
    Form,
    PrintedName,
    Row,
    Schema,
    Words,
    malformed,
)

HIGHEST_FIGURE = 999_999
"""The highest printed number that a copy may have."""
LONGEST_SPACE_NAME = 40  # ``shown`` cuts texts to this length
RENTS = 6
"""The number of rents on the title deed of a street."""
NAMES_FIELD, ENTERED = "other.names", "entered"
"""The form field for the language of the names, and its value for names that somebody entered."""
LISTS_WORDS = say("The lists")
WITH_AMOUNT = (*MONEY, "back", *NEXT)
"""The kinds of effects with an ``amount`` that is not a position."""

SPACES_SHAPE = "spaces: [{…}]"
_POSITIONS = frozenset(map(str, range(SPACES)))


def _figure_out_of_range(figure: str, where: Words, lowest: int = 1) -> Refusal:
    """Return the refusal ``figure_out_of_range`` for a printed number that is not allowed."""
    sentence = say(
        "{where}: enter a whole number from {low} to {high}, not “{figure}”.",
        where=where,
        low=lowest,
        high=HIGHEST_FIGURE,
        figure=figure,
    )
    return Refusal("figure_out_of_range", PRINTED, sentence)


def _bad_space_name() -> Refusal:
    sentence = say("Give each space a name of 1 to {most} characters.", most=LONGEST_SPACE_NAME)
    return Refusal("bad_space_name", "", sentence)


def _require_rising(rents: tuple[int, ...], where: Words) -> None:
    for low, high in pairwise(rents):
        if high <= low:
            sentence = say(
                "{where}: {high} comes after {low}, but each rent must be higher "
                "than the one before.",
                where=where,
                high=high,
                low=low,
            )
            raise Refusal("rents_fall", PRINTED, sentence)


class StartingMoney(Figure):
    """The schema of the starting money.

    If a copy or a form leaves it out, the classic amount is used.
    """

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> int:
        return START if data is None else Figure.read(self, data, where)

    def from_form(self, form: Form, field: str, where: Words = "") -> int:
        return Figure.from_form(self, form, field, where) if field in form else START


def _rising_numbers(name: str, count: int) -> Row[int]:
    """Return the schema of a list of ``count`` numbers, each higher than the one before."""
    shape = f"{name}: [{count}]"
    wrong = partial(malformed, shape)
    return Row((FIGURE,) * count, wrong, _require_rising, shape=shape, first=0)


FIGURE = Figure(1, HIGHEST_FIGURE, _figure_out_of_range)
BEGINNING = StartingMoney(1, HIGHEST_FIGURE, _figure_out_of_range)
TAX = Figure(0, HIGHEST_FIGURE, partial(_figure_out_of_range, lowest=0))
NAME = PrintedName(LONGEST_SPACE_NAME, _bad_space_name)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board.

    Numbers that this kind of space does not have are 0 or ().
    """

    position: int
    """0 to 39, clockwise from Go."""
    kind: SpaceKind
    name: Annotated[str, NAME]
    group: str | None = None
    """A colour, "stations" or "utilities"; None if the space cannot be owned."""
    price: Annotated[int, FIGURE] = 0
    mortgage: Annotated[int, FIGURE] = 0
    house_price: Annotated[int, FIGURE, "house"] = 0
    """The price of a house; a hotel costs the same, plus the houses that it replaces."""
    rents: Annotated[tuple[int, ...], _rising_numbers("rents", RENTS), "rent"] = ()
    """The rents of a street with 0 to 4 houses and with a hotel, in this order."""
    tax: Annotated[int, TAX] = 0
    follows: bool = False
    """Whether a classic name of a property is shown in the reader's language."""

    @property
    def words(self) -> Words:
        """The name as it is shown: in the reader's language, or as the household entered it."""
        may_follow = self.follows or not self.is_property
        if may_follow and self.name in printed_names(self.position).values():
            return name_in_any_language(self.position)
        return self.name

    @property
    def is_property(self) -> bool:
        """Whether the space has a title deed: a street, a station or a utility."""
        return self.group is not None

    @property
    def is_street(self) -> bool:
        """Whether houses and hotels can be built on the space."""
        return self.kind == "street"


SHEETS = {
    kind: Schema(Space, ("name", *FIGURES.get(kind, ()), *(("rents",) if kind == "street" else ())))
    for kind, _ in layout()
}
"""The schema of the printed fields of a space, by kind of space."""


@dataclass(frozen=True, slots=True)
class SpaceType(FieldType[Space]):
    """The schema of the space at a position.

    The kind and the group of the space must be those of the classic board.
    """

    position: int

    def read(self, data: object, where: Words = "") -> Space:
        if not isinstance(data, Mapping):
            raise malformed(SPACES_SHAPE)
        kind, group = layout()[self.position]
        name = NAME.read(data.get("name"))
        if data.get("kind") != kind or (kind == "street" and data.get("group") != group):
            sentence = say(
                "“{name}” must be the same kind of space as on the classic board.", name=name
            )
            raise Refusal("other_layout", PRINTED, sentence)
        figures = SHEETS[kind].values(data, name)
        if figures.get("mortgage", 0) > figures.get("price", 0):
            sentence = say(
                "{name} costs {price}, so its mortgage value cannot be {mortgage}.", **figures
            )
            raise Refusal("mortgage_above_price", PRINTED, sentence)
        return Space(self.position, kind, group=group, **figures)

    def record(self, value: Space) -> object:
        group = {"group": value.group} if value.is_street else {}
        sheet = SHEETS[value.kind].record(value)
        return {"kind": value.kind, "name": value.name, **group, **sheet}

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        kind, group = layout()[self.position]
        way, sheet = self._field_prefix(group), SHEETS[kind]
        name = NAME.from_form(form, f"{way}.name")
        return {"kind": kind, "group": group, **sheet.from_form(form, way, name)}

    def to_form(self, value: Space, field: str) -> Iterator[tuple[str, str]]:
        return SHEETS[value.kind].to_form(value, self._field_prefix(value.group))

    def _field_prefix(self, group: str | None) -> str:
        return f"{group or 'other'}.{self.position}"


def _wrong_space_count() -> Refusal:
    sentence = say("The board has {count} spaces.", count=SPACES)
    return Refusal("wrong_number_of_spaces", PRINTED, sentence)


def _require_names(spaces: tuple[Space, ...], _: Words) -> None:
    if name := named_twice(space.name for space in spaces if space.is_property):
        twice = say("Two properties are called “{name}”. Rename one.", name=name)
        raise Refusal("property_named_twice", "", twice)


@dataclass(frozen=True, slots=True)
class Lists(FieldType[Mapping[str, Mapping[int, Effect]]]):
    """The schema of the known lines, by list and by the total of three dice."""

    def read(self, data: object, where: Words = "") -> dict[str, dict[int, Effect]]:
        if not isinstance(data, Mapping) or set(data) - set(LISTS):
            raise malformed("lists: {" + ", ".join(LISTS) + "}")
        return {name: _lines_from_record(data.get(name, {})) for name in LISTS}

    def record(self, value: Mapping[str, Mapping[int, Effect]]) -> object:
        return {
            name: {str(total): effect_record(line) for total, line in sorted(lines.items())}
            for name, lines in value.items()
        }

    def from_form(self, form: Form, field: str, where: Words = "") -> object:
        return {
            which: {
                str(total): _line_from_form(form, which, total)
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


def _lines_from_record(data: object) -> dict[int, Effect]:
    if not isinstance(data, Mapping) or set(data) - set(map(str, OUTCOMES)):
        raise malformed("3 … 18: {kind}")
    lines = {total: data[str(total)] for total in OUTCOMES if str(total) in data}
    return {total: effect_from_record(line) for total, line in lines.items()}


def _line_from_form(form: Form, which: ListName, total: int) -> dict[str, object]:
    part = f"{which}.{total}"
    kind = form[f"{part}.kind"]
    line: dict[str, object] = {"kind": kind}
    if kind in MOVES:
        line["amount"] = _position_from_form(form, which, total)
    for figure, kinds in (("amount", WITH_AMOUNT), ("hotel", ("repairs",))):
        if kind in kinds and form.get(f"{part}.{figure}", "").strip():
            line[figure] = FIGURE.from_form(form, f"{part}.{figure}", LISTS_WORDS)
    return line


def _position_from_form(form: Form, which: ListName, total: int) -> int:
    """Return the position of the space chosen for a line, or raise ``unknown_space``."""
    chosen = form.get(f"{which}.{total}.space", "")
    if chosen not in _POSITIONS:
        sentence = say(
            "{list}, line {number}: choose the space it sends players to.",
            list=LIST_WORDS[which],
            number=total,
        )
        raise Refusal("unknown_space", "MO-T6", sentence)
    return int(chosen)


class Language(FieldType[str]):
    """The schema of ``Board.language``.

    In a form, a language such as "it" asks for the names of that ready-made board.
    """

    __slots__ = ()

    def read(self, data: object, where: Words = "") -> str:
        if data not in ("", READERS):
            raise malformed(f"language: {READERS}")
        return str(data)

    def from_form(self, form: Form, field: str, where: Words = "") -> str:
        return READERS if form.get(field) == READERS else ""

    def to_form(self, value: str, field: str) -> Iterator[tuple[str, str]]:
        yield field, value or ENTERED


PLACES = Row(
    tuple(map(SpaceType, range(SPACES))), _wrong_space_count, _require_names, shape=SPACES_SHAPE
)
STATIONS = _rising_numbers("station_rents", len(STATION_RENTS))
FACTORS = _rising_numbers("utility_factors", len(UTILITY_FACTORS))


@dataclass(frozen=True, slots=True)
class Board:
    """A household's copy: the spaces with their printed numbers, and the two lists."""

    spaces: Annotated[tuple[Space, ...], PLACES]
    """The spaces, by position."""
    salary: Annotated[int, FIGURE, "other.salary", say("The salary")]
    bail: Annotated[int, FIGURE, "other.bail", say("The bail")]
    station_rents: Annotated[tuple[int, ...], STATIONS, "stations.rent", GROUP_WORDS["stations"]]
    """The rents of a station, for an owner of one, two, three and four stations."""
    utility_factors: Annotated[
        tuple[int, ...], FACTORS, "utilities.factor", GROUP_WORDS["utilities"]
    ]
    """The factors that multiply the dice for a utility's rent: owning one utility, owning both."""
    lists: Annotated[Mapping[str, Mapping[int, Effect]], Lists()]
    """The known lines of each list, by the total of three dice."""
    start: Annotated[int, BEGINNING, "other.start", say("The starting money")] = START
    language: Annotated[str, Language(), NAMES_FIELD] = ""
    """``READERS`` if classic names of properties follow the reader's language, otherwise ""."""

    def __getitem__(self, position: int) -> Space:
        """Return the space at a position, 0 to 39."""
        return self.spaces[position]

    @property
    def names(self) -> tuple[Words, ...]:
        """The names of all spaces, in board order."""
        return tuple(space.words for space in self.spaces)

    @property
    def properties(self) -> tuple[Space, ...]:
        """The 28 spaces with a title deed, in board order."""
        return tuple(space for space in self.spaces if space.is_property)

    def list_name(self, which: ListName) -> Words:
        """Return the name that this board prints on the spaces of a list."""
        return next(space.words for space in self.spaces if space.kind == which)

    def outcome(self, list_name: ListName, total: int) -> Effect | None:
        """Return the effect of a list line, or None if the line is not known yet.

        total: the total of three dice, 3 to 18.
        """
        return self.lists[list_name].get(total)

    def with_line(self, list_name: ListName, total: int, effect: Effect) -> Board:
        """Return the board with a new effect for one line of a list."""
        lines = {**self.lists[list_name], total: effect}
        return replace(self, lists={**self.lists, list_name: lines})


@dataclass(frozen=True, slots=True)
class Lesson:
    """A line of a printed list that was entered or corrected at a table."""

    list_name: ListName
    total: int
    """The number of the line: a total of three dice."""
    effect: Effect
    instead: Effect | None = None
    """The wrong effect that this line replaces, or None if the line was unknown.

    If the copy has yet another effect, the household has corrected the line since. The household's
    effect is then kept.
    """


@dataclass(frozen=True, slots=True)
class BoardSchema(Schema[Board]):
    """The schema of a board.

    A record leaves out the starting money if it is the classic amount, as older records do, and
    the language if names do not follow the reader's. In a form, names that follow it are blank.
    """

    def read(self, data: object, where: Words = "") -> Board:
        board = Schema.read(self, data, where)
        if not board.language:
            return board
        return replace(board, spaces=tuple(replace(one, follows=True) for one in board.spaces))

    def record(self, value: Board) -> dict[str, object]:
        left_out = (("start", START), ("language", ""))
        record = Schema.record(self, value)
        return {name: one for name, one in record.items() if (name, one) not in left_out}

    def from_form(self, form: Form, field: str = "", where: Words = "") -> dict[str, object]:
        named = form.get(NAMES_FIELD, ENTERED)
        language = LANGUAGES[0] if named == READERS else named
        if language in LANGUAGES:
            form = {**form, **_classic_names(form, language)}
        return Schema.from_form(self, form, field, where)

    def to_form(self, value: Board, field: str = "") -> Iterator[tuple[str, str]]:
        for name, text in Schema.to_form(self, value, field):
            follows = value.language and name.endswith(".name")
            yield name, "" if follows and value[_position_in(name)].words != text else text


def _classic_names(form: Form, language: str) -> dict[str, str]:
    """Return the missing names of a form: those of spaces, or that of a ready-made board."""
    fields = {position: name_field(position) for position in range(SPACES)}
    typed = {position: single_spaced(form.get(field, "")) for position, field in fields.items()}
    return {
        fields[position]: printed_names(position)[language]
        for position, name in typed.items()
        if not name or name in printed_names(position).values()
    }


def name_field(position: int) -> str:
    """Return the name of the form field in which the name of a space is entered."""
    return f"{layout()[position][1] or 'other'}.{position}.name"


def _position_in(field: str) -> int:
    """Return the position in the name of a form field, such as "brown.1.name"."""
    return int(field.split(".")[1])


BOARD = BoardSchema(Board)
board_from_record: Callable[[object], Board] = BOARD.read
"""Return the board that a canonical record describes (see ``check_copy``)."""


def check_copy(data: object) -> dict[str, object]:
    """Validate a copy from outside, with or without a file header, and return its canonical record.

    Raises ``malformed``, ``copy_newer``, ``copy_of_another_game``, ``wrong_number_of_spaces``,
    ``other_layout``, ``bad_space_name``, ``property_named_twice``, ``figure_out_of_range``,
    ``rents_fall``, ``mortgage_above_price`` or ``effect_out_of_range``.
    """
    return BOARD.record(BOARD.read(copy_in(data, "{spaces, lists}", "monopoly", TITLE)))


def copy_fields(copy: Mapping[str, object]) -> dict[str, str]:
    """Return the form's values for a canonical record, by name of the form field."""
    return dict(BOARD.to_form(board_from_record(copy)))


def copy_from_form(form: Form) -> dict[str, object]:
    """Return the canonical record of a submitted form.

    Raises ``unknown_space`` if a line that moves the token names no space, or the refusals of
    ``check_copy``.
    """
    return check_copy(BOARD.from_form(form))

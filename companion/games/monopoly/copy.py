"""The household's copy: the figures on its board and deeds, and what its two lists say.

A space is known by its position, so names and figures may be corrected while a table plays. The
lists of outcomes 3 to 18 are not in the rule book: a line is learnt the first time it comes up
and is a part of the copy from then on (``with_lesson``). A line that the copy has is never learnt
anew: a household that mended it knows better.

The canonical record (JSON):

    {"spaces": [40 x {"kind", "name", ...}], "salary": 200, "bail": 50,
     "station_rents": [25, 50, 100, 200], "utility_factors": [4, 10],
     "lists": {"chance": {"15": {"kind": "jail"}}, "community_chest": {}}}

A street has also "group", "price", "mortgage", "house_price" and "rents" (bare, 1 to 4 houses,
hotel); a station and a utility "price" and "mortgage"; a tax "tax". An outcome is written as
``effects.effect_record`` does. Figures are whole M.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from companion.games.monopoly.board import GROUP_OF_KIND, GROUPS, LISTS, ListName, SpaceKind
from companion.games.monopoly.copy_check import check_copy
from companion.games.monopoly.effects import Effect, effect_from_record, effect_record

__all__ = ["Board", "Space", "board_from_record", "check_copy", "with_lesson"]


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

    def __len__(self) -> int:
        """Return how many spaces lie round the board."""
        return len(self.spaces)

    @property
    def properties(self) -> tuple[Space, ...]:
        """The 28 spaces with a deed, by position."""
        return tuple(space for space in self.spaces if space.is_property)

    def group(self, name: str) -> tuple[Space, ...]:
        """Return the properties of a group, by position."""
        return tuple(space for space in self.spaces if space.group == name)

    @property
    def groups(self) -> Mapping[str, tuple[Space, ...]]:
        """The ten groups by name, in the order of the board: streets, stations, utilities."""
        return {name: self.group(name) for name in GROUPS}

    def outcome(self, list_name: ListName, total: int) -> Effect | None:
        """Return what a list says for the total of three dice, None if nobody read it out yet."""
        return self.lists[list_name].get(total)


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
    kind = cast("SpaceKind", record["kind"])
    return Space(
        position=position,
        kind=kind,
        name=str(record["name"]),
        group=cast("str | None", record.get("group", GROUP_OF_KIND.get(kind))),
        price=cast("int", record.get("price", 0)),
        mortgage=cast("int", record.get("mortgage", 0)),
        house_price=cast("int", record.get("house_price", 0)),
        rents=tuple(cast("list[int]", record.get("rents", []))),
        tax=cast("int", record.get("tax", 0)),
    )


def with_lesson(
    record: Mapping[str, object], list_name: ListName, total: int, effect: Effect
) -> dict[str, object]:
    """Return the record with a line of a list as it was just read out, over an older reading."""
    lists = cast("Mapping[str, Mapping[str, object]]", record["lists"])
    lines = {**lists[list_name], str(total): effect_record(effect)}
    in_order = {number: lines[number] for number in sorted(lines, key=int)}
    return {**record, "lists": {**lists, list_name: in_order}}

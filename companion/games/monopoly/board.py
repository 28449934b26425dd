"""The classic board: forty spaces with their printed numbers, and their names.

The numbers of the spaces come from the two tables in ``printed``. Amounts of money are in whole M.
A household with different title deeds corrects its own copy (see ``copy``), never this board.
Positions count clockwise from 0 (Go). The jail and Just Visiting are one space.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.copies import ReadyCopy

SpaceKind = Literal[
    "go",
    "street",
    "station",
    "utility",
    "tax",
    "chance",
    "community_chest",
    "jail",
    "free_parking",
    "go_to_jail",
]
ListName = Literal["chance", "community_chest"]

TITLE = "Monopoly Travel"
SPACES = 40
GO = 0
JAIL = 10
LISTS: tuple[ListName, ListName] = ("chance", "community_chest")
OUTCOMES = range(3, 19)
"""The totals of three dice, which number the lines of both printed lists."""

START = 1500
"""Each player's starting money on the classic board."""
HOUSES = 32
"""The number of houses in the game."""
HOTELS = 12
"""The number of hotels in the game."""
KEYS = 6
"""The number of get-out-of-jail keys in the game."""
SIDES = 6
"""The number of sides of a die."""
DICE = 2
"""The number of dice rolled for a move."""
LIST_DICE = 3
"""The number of dice rolled for a printed list."""
HOUSES_FOR_A_HOTEL: Mapping[str, int] = {"normal": 4, "fast": 3}
"""The number of houses that a hotel replaces, by variant (MO-B2, MO-F2)."""
DEEDS_DEALT = 2
"""The number of deeds dealt to each player in the fast game (MO-F1)."""
DOUBLES_TO_JAIL = 3
"""The number of doubles in one turn that sends a player to jail (MO-T2)."""
TURNS_IN_JAIL = 3
"""The number of rolls without a double after which the bail must be paid (MO-J3)."""
INTEREST = 10
"""The interest in per cent when a mortgage is lifted or taken over (MO-M2, MO-M3)."""

LIST_WORDS: Mapping[str, Sentence] = {
    "chance": say("Chance"),
    "community_chest": say("Community Chest"),
}

READERS = "reader"
"""The language of a board whose names are shown in the language of each phone."""
SALARY = 200
"""The money for passing or reaching Go."""
BAIL = 50
STATION_RENTS = (25, 50, 100, 200)
"""The rents of a station, for an owner of one, two, three and four stations."""
UTILITY_FACTORS = (4, 10)
"""The factors that multiply the dice for a utility's rent: owning one utility, owning both."""
TAXES = {4: 200, 38: 100}
"""The taxes by position."""

GROUPS = (
    "brown",
    "light_blue",
    "pink",
    "orange",
    "red",
    "yellow",
    "green",
    "dark_blue",
    "stations",
    "utilities",
)
"""The eight colour groups in board order, then the two groups without buildings."""

GROUP_WORDS: Mapping[str, Sentence] = {
    "brown": say("Brown"),
    "light_blue": say("Light blue"),
    "pink": say("Pink"),
    "orange": say("Orange"),
    "red": say("Red"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "dark_blue": say("Dark blue"),
    "stations": say("Stations"),
    "utilities": say("Utilities"),
}

_NAMES: tuple[Sentence, ...] = (
    say("Go"),
    say("Old Kent Road"),
    say("Community Chest"),
    say("Whitechapel Road"),
    say("Income Tax"),
    say("King’s Cross Station"),
    say("The Angel Islington"),
    say("Chance"),
    say("Euston Road"),
    say("Pentonville Road"),
    say("Jail/Just Visiting"),
    say("Pall Mall"),
    say("Electric Company"),
    say("Whitehall"),
    say("Northumberland Avenue"),
    say("Marylebone Station"),
    say("Bow Street"),
    say("Marlborough Street"),
    say("Vine Street"),
    say("Free Parking"),
    say("Strand"),
    say("Fleet Street"),
    say("Trafalgar Square"),
    say("Fenchurch St. Station"),
    say("Leicester Square"),
    say("Coventry Street"),
    say("Water Works"),
    say("Piccadilly"),
    say("Go To Jail"),
    say("Regent Street"),
    say("Oxford Street"),
    say("Bond Street"),
    say("Liverpool St. Station"),
    say("Park Lane"),
    say("Super Tax"),
    say("Mayfair"),
)
"""The names of all spaces, which the catalogues translate."""
_WORDS = {name.template.replace("’", "'"): name for name in _NAMES}

_COLUMNS = {"en": "en_uk", "it": "it", "fr": "fr", "de": "de"}
LANGUAGES = tuple(_COLUMNS)
"""The languages of printed boards."""
GROUP_OF_KIND = {"station": "stations", "utility": "utilities"}
FIGURES: Mapping[str, tuple[str, ...]] = {
    "street": ("price", "mortgage", "house_price"),
    "station": ("price", "mortgage"),
    "utility": ("price", "mortgage"),
    "tax": ("tax",),
}
"""The names of the numbers printed on each kind of space. A street also has ``rents``."""
_RENT_COLUMNS = ("rent0", "rent1", "rent2", "rent3", "rent4", "rent5_hotel")


@cache
def _printed_rows() -> tuple[Mapping[str, str], ...]:
    """Return the rows of both CSV tables in ``printed``, sorted by position."""
    folder = files("companion.games.monopoly") / "printed"
    rows: list[Mapping[str, str]] = []
    for name in ("streets.csv", "other-spaces.csv"):
        rows.extend(csv.DictReader((folder / name).read_text("utf-8").splitlines()))
    return tuple(sorted(rows, key=lambda row: int(row["position"])))


@cache
def layout() -> tuple[tuple[SpaceKind, str | None], ...]:
    """Return the kind and the group of each space, in board order.

    The group is None if the space cannot be owned.
    """
    kinds = (cast("SpaceKind", row["type"]) for row in _printed_rows())
    return tuple(
        (kind, row.get("group") or GROUP_OF_KIND.get(kind))
        for kind, row in zip(kinds, _printed_rows(), strict=True)
    )


@cache
def printed_names(position: int) -> Mapping[str, str]:
    """Return the names of a space on the ready-made boards, by language."""
    return {language: _printed_rows()[position][column] for language, column in _COLUMNS.items()}


@cache
def name_in_any_language(position: int) -> Sentence:
    """Return the name of a space, to be shown in the reader's language."""
    return _WORDS[printed_names(position)["en"]]


def classic_board(language: str) -> dict[str, object]:
    """Return the canonical record of the classic board (see ``copy``).

    language: the language of the names, one of ``LANGUAGES``.
    The record contains the only list line that the rule book prints: 15 on Chance leads to jail.
    """
    return {
        "spaces": [_space_record(row, language) for row in _printed_rows()],
        "salary": SALARY,
        "bail": BAIL,
        "station_rents": list(STATION_RENTS),
        "utility_factors": list(UTILITY_FACTORS),
        "lists": {"chance": {"15": {"kind": "jail"}}, "community_chest": {}},
    }


def _space_record(row: Mapping[str, str], language: str) -> dict[str, object]:
    kind = row["type"]
    space: dict[str, object] = {"kind": kind, "name": row[_COLUMNS[language]]}
    if kind == "street":
        space["group"] = row["group"]
    printed = {**row, "house_price": row.get("house_cost"), "tax": TAXES.get(int(row["position"]))}
    space |= {figure: int(printed[figure] or 0) for figure in FIGURES.get(kind, ())}
    if kind == "street":
        space["rents"] = [int(row[column]) for column in _RENT_COLUMNS]
    return space


def interest(mortgage: int) -> int:
    """Return the interest on a mortgage value, rounded up to a whole M (MO-M2)."""
    return -(-mortgage * INTEREST // 100)


READY_COPIES = (
    ReadyCopy(
        say("Classic board"),
        "",
        {**classic_board("en"), "language": READERS},
        say("Names in the app’s language"),
    ),
    ReadyCopy(say("Classic board, English names"), "en", classic_board("en")),
    ReadyCopy(say("Classic board, Italian names"), "it", classic_board("it")),
    ReadyCopy(say("Classic board, French names"), "fr", classic_board("fr")),
    ReadyCopy(say("Classic board, German names"), "de", classic_board("de")),
)
"""The ready-made copies. A saved game that contains no copy uses the first one, which is also
suggested first: the names on the other ones are those that somebody chose."""

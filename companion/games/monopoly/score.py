"""The score calculator's form: cash, who owns what, what stands there; and the holdings it says.

p is a position from 0 to 39: owner_p, on_p (mortgaged, houses or a hotel), price_p, house_p; what
goes without saying is the classic board. The names of fields stand in shared links and are never
changed.

Decided: the spaces are called as one of the ready copies calls them, for names do not count; what
no table can hold, buildings on a group that is not whole or more of them than lie in the box, is
taken for a slip and refused. Uneven buildings are a slip of the table and count as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.monopoly.board import GROUP_WORDS, READY_COPIES, TITLE
from companion.games.monopoly.box import HOTELS, HOUSES, HOUSES_FOR_A_HOTEL
from companion.games.monopoly.copy import Board, Space, board_from_record
from companion.games.monopoly.copy_check import HIGHEST_FIGURE
from companion.games.monopoly.seating import OPTIONS
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import Field, ScoreForm, Typed
from companion.mechanics.seating import chosen_options
from companion.mechanics.words import say

VARIANT = tuple(option for option in OPTIONS if option.name == "variant")
MORTGAGED, HOTEL = "mortgaged", "hotel"
LANGUAGES = tuple(copy.language for copy in READY_COPIES)
CLASSIC = board_from_record(READY_COPIES[0].facts)


@dataclass(frozen=True, slots=True)
class Owned:
    """A property with its owner's seat and what is typed to be on it, "" for nothing."""

    space: Space
    owner: int
    on: str

    @property
    def has_buildings(self) -> bool:
        """Whether houses or a hotel stand on it."""
        return self.on not in ("", MORTGAGED)

    @property
    def houses(self) -> int:
        """How many houses stand on it; beside a hotel 0."""
        return int(self.on) if self.on.isdigit() else 0


def score_form(players: int) -> ScoreForm:
    """Return what the calculator asks for."""
    board = Field("board", say("The board"), choices=LANGUAGES)
    return ScoreForm(players, VARIANT, (board, *_seats(players), *_properties(players)))


def _seats(players: int) -> Iterator[Field]:
    places = tuple(str(place) for place in range(1, players + 1))
    for seat in range(players):
        yield Field(f"cash_{seat}", say("cash"), seat)
        yield Field(f"bankrupt_{seat}", say("bankrupt"), seat, choices=places)


def _properties(players: int) -> Iterator[Field]:
    owners = tuple(str(seat) for seat in range(players))
    buildings = (*map(str, range(1, max(HOUSES_FOR_A_HOTEL.values()) + 1)), HOTEL)
    for space in CLASSIC.properties:
        assert space.group is not None
        place, words = space.position, GROUP_WORDS[space.group]
        on = (MORTGAGED, *buildings) if space.is_street else (MORTGAGED,)
        yield Field(f"owner_{place}", words, choices=owners)
        yield Field(f"on_{place}", words, choices=on)
        yield _figure(f"price_{place}", space, space.price)
        if space.is_street:
            yield _figure(f"house_{place}", space, space.house_price)


def _figure(name: str, space: Space, printed: int) -> Field:
    assert space.group is not None
    label = say("{group}, price", group=GROUP_WORDS[space.group])
    return Field(name, label, lowest=1, highest=HIGHEST_FIGURE, default=printed)


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings that the form describes.

    Raises ``unknown_choice``, ``empty_amount``, ``owner_missing``, ``seat_bankrupt``,
    ``group_not_whole``, ``level_out_of_range``, ``no_houses_left``, ``no_hotels_left``.
    """
    variant = str(chosen_options(TITLE, VARIANT, typed.options)["variant"])
    board = _board(typed)
    owned = tuple(_owned(typed, board))
    _require_standing(owned, HOUSES_FOR_A_HOTEL[variant])
    seats = [_seat(typed, seat, owned) for seat in range(len(typed.names))]
    return {"variant": variant, "seats": seats}


def _board(typed: Typed) -> Board:
    """Return the ready copy by whose names the form was drawn."""
    language = typed.values["board"] or LANGUAGES[0]
    (record,) = (copy.facts for copy in READY_COPIES if copy.language == language)
    return board_from_record(record)


def _owned(typed: Typed, board: Board) -> Iterator[Owned]:
    for space in board.properties:
        owner = typed.values[f"owner_{space.position}"]
        on = str(typed.values[f"on_{space.position}"] or "")
        if owner is None and on:
            raise Refusal(
                "owner_missing", "MO-F4", say("{name}: tap who owns it.", name=space.name)
            )
        if owner is None:
            continue
        if typed.values[f"bankrupt_{owner}"] is not None:
            name = typed.names[int(owner)]
            raise Refusal(
                "seat_bankrupt",
                "MO-X2",
                say("{name} is bankrupt and cannot own {deed}.", name=name, deed=space.name),
            )
        yield Owned(space, int(owner), on)


def _require_standing(owned: tuple[Owned, ...], most_houses: int) -> None:
    """Raise a refusal unless such buildings can stand on the board (MO-B1, MO-B2, MO-F2)."""
    for one in owned:
        if one.has_buildings and not _is_whole(owned, one):
            raise Refusal(
                "group_not_whole",
                "MO-B1",
                say(
                    "{name} has buildings, but its group does not belong to one player.",
                    name=one.space.name,
                ),
            )
        if one.houses > most_houses:
            raise Refusal(
                "level_out_of_range",
                "MO-F2",
                say(
                    "{name}: at most {most} houses before the hotel.",
                    name=one.space.name,
                    most=most_houses,
                ),
            )
    if sum(one.houses for one in owned) > HOUSES:
        raise Refusal(
            "no_houses_left", "MO-B3", say("There are only {count} houses.", count=HOUSES)
        )
    if sum(one.on == HOTEL for one in owned) > HOTELS:
        raise Refusal(
            "no_hotels_left", "MO-B3", say("There are only {count} hotels.", count=HOTELS)
        )


def _is_whole(owned: tuple[Owned, ...], one: Owned) -> bool:
    mates = [other for other in owned if other.space.group == one.space.group]
    whole = len(CLASSIC.group(one.space.group or ""))
    return len(mates) == whole and all(other.owner == one.owner for other in mates)


def _seat(typed: Typed, seat: int, owned: tuple[Owned, ...]) -> dict[str, object]:
    name, bankrupt = typed.names[seat], typed.values[f"bankrupt_{seat}"]
    if bankrupt is None and typed.values[f"cash_{seat}"] is None:
        whose = say("{name}, {field}", name=name, field=say("cash"))
        raise Refusal(
            "empty_amount",
            "MO-F4",
            say("{field} is empty: type a whole number, 0 or more.", field=whose),
        )
    return {
        "name": name,
        "cash": typed.whole(f"cash_{seat}"),
        "bankrupt": int(bankrupt or 0),
        "properties": [_property(typed, one) for one in owned if one.owner == seat],
    }


def _property(typed: Typed, one: Owned) -> dict[str, object]:
    place = one.space.position
    return {
        "position": place,
        "name": one.space.name,
        "price": typed.whole(f"price_{place}"),
        "mortgaged": one.on == MORTGAGED,
        "houses": one.houses,
        "hotels": int(one.on == HOTEL),
        "house_price": typed.whole(f"house_{place}") if one.space.is_street else 0,
    }


def copy_entries(copy: Mapping[str, object]) -> dict[str, str]:
    """Return the fields that a household's copy fills in: its figures, and whose names it has."""
    board = board_from_record(copy)
    prices = {f"price_{space.position}": str(space.price) for space in board.properties}
    houses = {
        f"house_{space.position}": str(space.house_price)
        for space in board.properties
        if space.is_street
    }
    return {**prices, **houses, **_names_like(board)}


def _names_like(board: Board) -> dict[str, str]:
    """Return the ready copy that most spaces are named after; none where no name is known."""
    names = [space.name for space in board.spaces]
    known = {
        ready.language: sum(
            name == space.name
            for name, space in zip(names, board_from_record(ready.facts).spaces, strict=True)
        )
        for ready in READY_COPIES
    }
    best = max(known, key=lambda language: known[language])
    return {"board": best} if known[best] else {}

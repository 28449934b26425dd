"""What the final account is made from, and how it is read from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.monopoly.box import HOUSES_FOR_A_HOTEL
from companion.mechanics.codec import LARGEST, malformed
from companion.mechanics.refusal import Refusal
from companion.mechanics.seating import LONGEST_NAME
from companion.mechanics.words import say

REASONS = ("last_one_standing", "second_bankruptcy", "time")
MOST_SEATS, MOST_PROPERTIES = 6, 28


@dataclass(frozen=True, slots=True)
class Holding:
    """One property. price, house_price: as printed. houses: beside a hotel 0."""

    price: int
    mortgaged: bool = False
    houses: int = 0
    hotels: int = 0
    house_price: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """A seat. bankrupt: 0, or its place among those who went out, the first 1."""

    name: str
    cash: int
    properties: tuple[Holding, ...] = ()
    bankrupt: int = 0


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything the account is made from; reason: why the game ended."""

    players: tuple[Player, ...]
    variant: str
    reason: str


def read_holdings(data: Mapping[str, object]) -> Holdings:
    """Return holdings read from outside; raises ``malformed`` or ``figure_out_of_range``."""
    seats, variant = data.get("seats"), data.get("variant", "normal")
    if not isinstance(seats, (list, tuple)) or not 0 < len(seats) <= MOST_SEATS:
        raise malformed("seats: [1 … 6]")
    if variant not in HOUSES_FOR_A_HOTEL:
        raise malformed("variant: " + " | ".join(HOUSES_FOR_A_HOTEL))
    players = tuple(_player(seat, str(variant)) for seat in seats)
    reason = data.get("reason") or _reason(players, str(variant))
    if reason not in REASONS:
        raise malformed("reason: " + " | ".join(REASONS))
    return Holdings(players, str(variant), str(reason))


def _reason(players: tuple[Player, ...], variant: str) -> str:
    out = sum(player.bankrupt > 0 for player in players)
    if out == len(players) - 1:
        return "last_one_standing"
    return "second_bankruptcy" if variant == "fast" and out > 1 else "time"


def _player(data: object, variant: str) -> Player:
    if not isinstance(data, Mapping):
        raise malformed("seats: [{name, cash, properties}]")
    name, held = data.get("name"), data.get("properties", [])
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        raise malformed("name")
    if not isinstance(held, (list, tuple)) or len(held) > MOST_PROPERTIES:
        raise malformed("properties: [… 28]")
    properties = tuple(_holding(item, variant) for item in held)
    return Player(name, _figure(data, "cash"), properties, _figure(data, "bankrupt", MOST_SEATS))


def _holding(data: object, variant: str) -> Holding:
    if not isinstance(data, Mapping):
        raise malformed("properties: [{price, mortgaged, houses, hotels, house_price}]")
    mortgaged = data.get("mortgaged", False)
    if not isinstance(mortgaged, bool):
        raise malformed("mortgaged: true | false")
    holding = Holding(
        _figure(data, "price"),
        mortgaged,
        _figure(data, "houses", HOUSES_FOR_A_HOTEL[variant]),
        _figure(data, "hotels", 1),
        _figure(data, "house_price"),
    )
    if mortgaged and (holding.houses or holding.hotels):
        raise Refusal("buildings_on_it", "MO-M1", say("Nothing stands on a mortgaged property."))
    if holding.houses and holding.hotels:
        raise Refusal(
            "hotel_stands", "MO-B2", say("The houses of a hotel are with the bank again.")
        )
    return holding


def _figure(data: Mapping[str, object], key: str, highest: int = LARGEST) -> int:
    figure = data.get(key, 0)
    if type(figure) is not int or not 0 <= figure <= highest:
        raise malformed(f"{key}: 0 … {highest}")
    return figure

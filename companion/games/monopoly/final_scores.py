"""The final scores, computed from each player's wealth at a table or in the calculator.

The rules are MO-X3, MO-F3, MO-F4 and MO-C1.

The final scores do not need a table. They are computed from holdings, the JSON object that
``holdings`` returns and that the calculator builds from its form:

    {"variant": "normal" or "fast",
     "reason": "last_one_standing", "second_bankruptcy", "time" or "wealth",
     "seats": [{"name", "cash", "owed", "owes", "keys",
                "bankrupt": 0, or 1 for the first seat that went bankrupt, 2 for the second, …,
                "left": whether the seat is out because its player left,
                "properties": [{"position", "name", "price", "mortgaged", "houses", "hotels",
                                "house_price"}]}]}

Only "seats" and the "name" of each seat are required. A missing reason is derived from the
holdings. It is "last_one_standing" if only one seat is left, "second_bankruptcy" if two seats are
bankrupt in the fast game, and "wealth" otherwise.

Decided where the book is silent: half of an odd price is rounded down. Seats that tie for the
greatest wealth share the win. Of two bankrupt seats with equal wealth, the one that went bankrupt
later is ranked higher. An open debt counts for the creditor and against the debtor. A debt for a
winning bid does not count, because the bidder does not have the property yet.

The calculator's form has the fields board, cash_s and bankrupt_s for each seat s, and owner_p, on_p
(mortgaged, houses or a hotel), price_p and house_p for each property at position p. The classic
prices are the defaults. There is no field for debts, because they are paid before players add up
their wealth by hand. The names of the fields never change, because shared links contain them.
Spaces have the names of one of the ready-made copies, because names do not affect the scores.
Buildings on an incomplete group are refused, and so are more buildings than the game has. Unevenly
spread buildings are accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from companion.games.monopoly.board import (
    GROUP_WORDS,
    HOTELS,
    HOUSES,
    HOUSES_FOR_A_HOTEL,
    LANGUAGES,
    READY_COPIES,
    SPACES,
    TITLE,
)
from companion.games.monopoly.copy import HIGHEST_FIGURE, Board, Space, board_from_record
from companion.games.monopoly.seating import OPTIONS
from companion.games.monopoly.state import MonopolyState, group_places
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.game import Outcome, Place, Term
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.play.seating import LONGEST_NAME, chosen_options
from companion.mechanics.scoring.outcome import win_words
from companion.mechanics.scoring.score_form import Field, ScoreForm, Seats, Typed
from companion.mechanics.values.identity_cache import IdentityKey
from companion.mechanics.values.schema import Figure, Literals, Maybe, Rows, Schema, Text, malformed

RULES: Mapping[str, str] = {
    "last_one_standing": "MO-X3",
    "second_bankruptcy": "MO-F3",
    "time": "MO-C1",
    "wealth": "MO-F4",
}
"""The rule that decides the winner, by the reason why the game ended."""

MOST_SEATS = 6
MOST_PROPERTIES = 28
VARIANT = tuple(option for option in OPTIONS if option.name == "variant")
"""The only setting on which the final scores depend."""
MORTGAGED = "mortgaged"
HOTEL = "hotel"
CLASSIC = board_from_record(READY_COPIES[0].numbers)
"""The classic board, which provides the default prices of the calculator."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A property that a player owns, with its printed prices in whole M."""

    position: Annotated[int, Figure(0, SPACES - 1)] = 0
    name: str = ""
    price: int = 0
    mortgaged: bool = False
    houses: Annotated[int, Figure(0, max(HOUSES_FOR_A_HOTEL.values()))] = 0
    """The number of houses; 0 with a hotel."""
    hotels: Annotated[int, Figure(0, 1)] = 0
    house_price: int = 0
    """The price of one house."""

    @property
    def land(self) -> int:
        """The value of the property without its buildings (MO-F4).

        This is the printed price, or half of it while the property is mortgaged.
        """
        return self.price // 2 if self.mortgaged else self.price

    def built(self, variant: str) -> int:
        """Return the cost of the buildings (MO-F4).

        The cost of a hotel includes the houses that it replaced.
        """
        count = self.houses + self.hotels * (1 + HOUSES_FOR_A_HOTEL[variant])
        return count * self.house_price


@dataclass(frozen=True, slots=True)
class Player:
    """The holdings of one player."""

    name: Annotated[str, Text(LONGEST_NAME, 1)]
    cash: int = 0
    owed: int = 0
    """The total of the debts that others owe to the player."""
    owes: int = 0
    """The total of the debts that the player owes."""
    keys: int = 0
    """The number of get-out-of-jail keys."""
    bankrupt: Annotated[int, Figure(0, MOST_SEATS)] = 0
    """1 for the first player who went bankrupt, 2 for the second, and so on; 0 if not bankrupt."""
    left: bool = False
    """Whether the player is out because they left the table."""
    properties: Annotated[tuple[Holding, ...], Rows(Schema(Holding), MOST_PROPERTIES)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """All the data from which the final scores are computed."""

    variant: Annotated[str, Literals(tuple(HOUSES_FOR_A_HOTEL))] = "normal"
    reason: Annotated[str | None, Maybe(Literals(tuple(RULES)))] = None
    """Why the game ended; None to derive the reason from the holdings."""
    seats: Annotated[tuple[Player, ...], Seats(Schema(Player), MOST_SEATS)]


HELD = Schema(Holdings)
"""The schema of the holdings as a JSON object."""


def wealth_terms(player: Player, variant: str) -> tuple[Term, ...]:
    """Return the terms that add up to a player's wealth (MO-F4).

    Terms of 0 are left out, except for cash.
    """
    held = player.properties
    counted = (
        (say("owed by others"), player.owed),
        (say("still to pay"), -player.owes),
        (say("properties at printed price"), sum(one.land for one in held if not one.mortgaged)),
        (say("mortgaged properties at half price"), sum(one.land for one in held if one.mortgaged)),
        (_houses_words(held), sum(one.built(variant) for one in held if one.houses)),
        (_hotels_words(held, variant), sum(one.built(variant) for one in held if one.hotels)),
    )
    terms = tuple(Term(label, amount, "MO-F4") for label, amount in counted if amount)
    return (Term(say("cash"), player.cash, "MO-F4"), *terms)


def _houses_words(held: tuple[Holding, ...]) -> Sentence:
    count = sum(item.houses for item in held)
    return say_many("{count} house at cost", "{count} houses at cost", count=count)


def _hotels_words(held: tuple[Holding, ...], variant: str) -> Sentence:
    return say_many(
        "{count} hotel at cost, with its {houses} houses",
        "{count} hotels at cost, each with its {houses} houses",
        count=sum(item.hotels for item in held),
        houses=HOUSES_FOR_A_HOTEL[variant],
    )


def outcome_of(holdings: Holdings) -> Outcome:
    """Return the final scores for the given holdings."""
    places = [_place_of(holdings, seat) for seat in range(len(holdings.seats))]
    standing = [place for place in places if place.qualified]
    best = max((place.total for place in standing), default=0)
    winners = tuple(place.seat for place in standing if place.total == best)
    places.sort(key=lambda place: _rank_key(place, winners))
    names = tuple(holdings.seats[seat].name for seat in winners)
    reason = holdings.reason or _reason_of(holdings)
    return Outcome(reason, _sentence(reason, names, best), RULES[reason], tuple(places), winners)


def _place_of(holdings: Holdings, seat: int) -> Place:
    player = holdings.seats[seat]
    terms = wealth_terms(player, holdings.variant)
    total = sum(term.amount for term in terms)
    note = (say("left") if player.left else say("bankrupt")) if player.bankrupt else None
    order = -total, -player.bankrupt
    return Place(seat, player.name, total, terms, not player.bankrupt, note, order)


def _rank_key(place: Place, winners: tuple[int, ...]) -> tuple[int, ...]:
    """Return a key that sorts the best player first.

    Winners come first, then the other players who are not bankrupt, by wealth. Bankrupt players
    come last, also by wealth. If two of them have equal wealth, the one who went bankrupt later
    comes first.
    """
    return (place.seat not in winners, not place.qualified, *place.order, place.seat)


def _sentence(reason: str, names: tuple[str, ...], total: int) -> Sentence:
    if len(names) > 1:
        return win_words(names, total)
    if not names:
        return say("Nobody is left, so nobody wins.")
    name = names[0]
    if reason == "last_one_standing":
        left = say("{name} is the last one left and wins.", name=name)
        return left.to_you("You are the last one left and win.")
    if reason == "second_bankruptcy":
        return say(
            "Two players are bankrupt. {name} is the richest with {total} and wins.",
            name=name,
            total=total,
        ).to_you("Two players are bankrupt. You are the richest with {total} and win.")
    if reason == "wealth":
        richest = say("{name} is the richest with {total} and wins.", name=name, total=total)
        return richest.to_you("You are the richest with {total} and win.")
    late = say("Time is up. {name} is the richest with {total} and wins.", name=name, total=total)
    return late.to_you("Time is up. You are the richest with {total} and win.")


def read_holdings(data: Mapping[str, object]) -> Holdings:
    """Parse and validate the holdings in a JSON object from outside.

    Raises ``malformed``, ``no_players``, ``buildings_on_it`` or ``hotel_stands``.
    """
    held = HELD.read(data)
    for player in held.seats:
        for holding in player.properties:
            _require_possible(holding, HOUSES_FOR_A_HOTEL[held.variant])
    return held


def _require_possible(holding: Holding, most_houses: int) -> None:
    if holding.houses > most_houses:
        raise malformed(f"houses: 0 … {most_houses}")
    if holding.mortgaged and (holding.houses or holding.hotels):
        raise Refusal(
            "buildings_on_it", "MO-M1", say("A mortgaged property cannot have buildings.")
        )
    if holding.houses and holding.hotels:
        raise Refusal("hotel_stands", "MO-B2", say("Enter either houses or a hotel for a street."))


def _reason_of(holdings: Holdings) -> str:
    out = sum(player.bankrupt > 0 for player in holdings.seats)
    if out == len(holdings.seats) - 1:
        return "last_one_standing"
    return "second_bankruptcy" if holdings.variant == "fast" and out > 1 else "wealth"


def score_form(players: int) -> ScoreForm:
    """Return the calculator's form for a number of players."""
    board = Field("board", say("The board"), choices=LANGUAGES)
    return ScoreForm(players, VARIANT, (board, *_seat_fields(players), *_property_fields(players)))


def _seat_fields(players: int) -> Iterator[Field]:
    places = tuple(str(place) for place in range(1, players + 1))
    for seat in range(players):
        yield Field(f"cash_{seat}", say("cash"), seat)
        yield Field(f"bankrupt_{seat}", say("bankrupt"), seat, choices=places)


def _property_fields(players: int) -> Iterator[Field]:
    owners = tuple(str(seat) for seat in range(players))
    buildings = (*map(str, range(1, max(HOUSES_FOR_A_HOTEL.values()) + 1)), HOTEL)
    for space in CLASSIC.properties:
        place, words = space.position, GROUP_WORDS[not_none(space.group)]
        on = (MORTGAGED, *buildings) if space.is_street else (MORTGAGED,)
        yield Field(f"owner_{place}", words, choices=owners)
        yield Field(f"on_{place}", words, choices=on)
        yield _figure_field(f"price_{place}", space, space.price)
        if space.is_street:
            yield _figure_field(f"house_{place}", space, space.house_price)


def _figure_field(name: str, space: Space, printed: int) -> Field:
    label = say("{group}, price", group=GROUP_WORDS[not_none(space.group)])
    return Field(name, label, lowest=1, highest=HIGHEST_FIGURE, default=printed)


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings entered in the calculator's form, as a JSON object.

    Raises ``unknown_choice``, ``empty_amount``, ``owner_missing``, ``seat_bankrupt``,
    ``group_not_whole``, ``level_out_of_range``, ``no_houses_left`` or ``no_hotels_left``.
    """
    variant = str(chosen_options(TITLE, VARIANT, typed.options)["variant"])
    board = _ready_made_board(typed)
    owners = dict(_entered_owners(typed, board))
    held = {place: _entered_holding(typed, board[place]) for place in owners}
    _require_possible_buildings(owners, held, HOUSES_FOR_A_HOTEL[variant])
    players = tuple(
        _entered_player(typed, seat, tuple(held[place] for place in held if owners[place] == seat))
        for seat in range(len(typed.names))
    )
    return HELD.record(Holdings(variant=variant, seats=players))


def _ready_made_board(typed: Typed) -> Board:
    """Return the ready-made board whose names the form shows."""
    language = typed.values["board"] or LANGUAGES[0]
    (record,) = (copy.numbers for copy in READY_COPIES if copy.language == language)
    return board_from_record(record)


def _entered_owners(typed: Typed, board: Board) -> Iterator[tuple[int, int]]:
    """Yield the position and the owner's seat of each owned property."""
    for space in board.properties:
        owner = typed.values[f"owner_{space.position}"]
        if owner is None and typed.values[f"on_{space.position}"]:
            sentence = say("{name}: tap who owns it.", name=space.name)
            raise Refusal("owner_missing", "MO-F4", sentence)
        if owner is None:
            continue
        if typed.values[f"bankrupt_{owner}"] is not None:
            name = typed.names[int(owner)]
            sentence = say("{name} is bankrupt and cannot own {deed}.", name=name, deed=space.name)
            raise Refusal("seat_bankrupt", "MO-X2", sentence)
        yield space.position, int(owner)


def _entered_holding(typed: Typed, space: Space) -> Holding:
    place = space.position
    on = str(typed.values[f"on_{place}"] or "")
    return Holding(
        place,
        space.name,
        price=typed.whole(f"price_{place}"),
        mortgaged=on == MORTGAGED,
        houses=int(on) if on.isdigit() else 0,
        hotels=int(on == HOTEL),
        house_price=typed.whole(f"house_{place}"),
    )


def _require_possible_buildings(
    owners: Mapping[int, int], held: Mapping[int, Holding], most_houses: int
) -> None:
    """Raise a refusal unless the buildings are possible (MO-B1, MO-B2, MO-B3, MO-F2)."""
    for place, one in held.items():
        whose = {owners.get(mate) for mate in group_places(place)}
        if (one.houses or one.hotels) and len(whose) > 1:
            sentence = say(
                "{name} has buildings, but its group does not belong to one player.", name=one.name
            )
            raise Refusal("group_not_whole", "MO-B1", sentence)
        if one.houses > most_houses:
            sentence = say(
                "{name}: at most {most} houses before the hotel.", name=one.name, most=most_houses
            )
            raise Refusal("level_out_of_range", "MO-F2", sentence)
    if sum(one.houses for one in held.values()) > HOUSES:
        sentence = say("There are only {count} houses.", count=HOUSES)
        raise Refusal("no_houses_left", "MO-B3", sentence)
    if sum(one.hotels for one in held.values()) > HOTELS:
        sentence = say("There are only {count} hotels.", count=HOTELS)
        raise Refusal("no_hotels_left", "MO-B3", sentence)


def _entered_player(typed: Typed, seat: int, properties: tuple[Holding, ...]) -> Player:
    name, bankrupt = typed.names[seat], typed.values[f"bankrupt_{seat}"]
    if bankrupt is None and typed.values[f"cash_{seat}"] is None:
        whose = say("{name}, {field}", name=name, field=say("cash"))
        sentence = say("{field} is empty. Enter a whole number, 0 or more.", field=whose)
        raise Refusal("empty_amount", "MO-F4", sentence)
    cash = typed.whole(f"cash_{seat}")
    return Player(name, cash, bankrupt=int(bankrupt or 0), properties=properties)


def copy_entries(copy: Mapping[str, object]) -> dict[str, str]:
    """Return the values that a household's copy provides for the calculator's fields, by name.

    These are the prices, and the language of the ready-made board with the most similar names.
    """
    board = board_from_record(copy)
    prices = {f"price_{space.position}": str(space.price) for space in board.properties}
    houses = {
        f"house_{space.position}": str(space.house_price)
        for space in board.properties
        if space.is_street
    }
    return {**prices, **houses, **_closest_board_field(board)}


def _closest_board_field(board: Board) -> dict[str, str]:
    """Return the field "board" with the language of the ready-made copy whose names match best.

    Return {} if no ready-made copy has a name in common with the board.
    """
    if board.language:
        return {}
    names = [space.name for space in board.spaces]
    known = {
        ready.language: sum(
            name == space.name
            for name, space in zip(names, board_from_record(ready.numbers).spaces, strict=True)
        )
        for ready in READY_COPIES
        if ready.language
    }
    best = max(known, key=lambda language: known[language])
    return {"board": best} if known[best] else {}


def player_of(state: MonopolyState, seat: int) -> Player:
    """Return the current holdings of a seat."""
    debts = [debt for debt in state.debts if debt.reason != "auction"]
    return Player(
        name=state.name(seat),
        cash=state.money(seat),
        owed=sum(debt.amount for debt in debts if debt.creditor == seat),
        owes=sum(debt.amount for debt in debts if debt.debtor == seat),
        keys=state.keys[seat],
        bankrupt=state.bankrupt.index(seat) + 1 if seat in state.bankrupt else 0,
        left=seat in state.gone,
        properties=tuple(holding_of(state, space) for space in state.owned(seat)),
    )


def holding_of(state: MonopolyState, space: Space) -> Holding:
    """Return an owned property as an entry in the holdings of its owner."""
    deed = state.deeds[space.position]
    return Holding(
        position=space.position,
        name=space.name,
        price=space.price,
        mortgaged=deed.mortgaged,
        houses=deed.houses,
        hotels=int(deed.hotel),
        house_price=space.house_price,
    )


def terms(state: MonopolyState, seat: int) -> tuple[Term, ...]:
    """Return the terms that add up to a seat's current wealth (MO-F4)."""
    return _cached_terms(IdentityKey(state), seat)


@lru_cache(maxsize=512)
def _cached_terms(moment: IdentityKey[MonopolyState], seat: int) -> tuple[Term, ...]:
    return wealth_terms(player_of(moment.state, seat), moment.state.variant)


def wealth(state: MonopolyState) -> tuple[int, ...]:
    """Return the current wealth of each seat (MO-F4)."""
    return tuple(sum(term.amount for term in terms(state, seat)) for seat in state.seats)


def outcome(state: MonopolyState) -> Outcome | None:
    """Return the final scores, or None while the game goes on."""
    return None if state.end is None else outcome_of(holdings_of(state))


def holdings_of(state: MonopolyState) -> Holdings:
    """Return the current holdings of all seats."""
    players = tuple(player_of(state, seat) for seat in state.seats)
    return Holdings(variant=state.variant, reason=state.end, seats=players)


def holdings(state: MonopolyState) -> dict[str, object]:
    """Return the current holdings as a JSON object (see the module docstring for the format)."""
    return HELD.record(holdings_of(state))

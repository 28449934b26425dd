"""A table of Monopoly Travel as it stands, and the plain questions one can ask it.

What screens read is ``view_types``; what may be asked for is ``actions``.

Three things lie over the turn and hold it up until they are settled: debts, an auction, and the
question who wants the last buildings. ``stage`` says what the turn itself waits for under them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from companion.games.monopoly.board import ListName, layout
from companion.games.monopoly.box import DEEDS_DEALT, HOTELS, HOUSES, HOUSES_FOR_A_HOTEL, KEYS
from companion.games.monopoly.copy import Board, Space
from companion.mechanics.game import Setup
from companion.mechanics.ledger import Ledger, purse
from companion.mechanics.open_auction import OpenAuction

Stage = Literal["deal", "start", "roll", "space", "buy", "list", "line", "over"]
"""deal: deeds of the fast game. start: who begins. roll: ``turn_seat`` rolls. space: the table
says where the token of ``mover`` stands. buy: he buys or has it auctioned. list: he rolls three
dice. line: the table says what the list tells him."""

Building = Literal["house", "hotel"]
Reason = Literal["rent", "tax", "line", "auction", "bail", "interest", "deed"]
"""What somebody owes money for."""


@cache
def groups() -> Mapping[str, tuple[int, ...]]:
    """Return the positions of each group, in the order of the board; every copy has the same."""
    names = dict.fromkeys(group for _, group in layout() if group is not None)
    return {
        name: tuple(place for place, (_, group) in enumerate(layout()) if group == name)
        for name in names
    }


@cache
def group_places(position: int) -> tuple[int, ...]:
    """Return the positions of the group a property belongs to; KeyError for what has none."""
    return groups()[layout()[position][1] or ""]


@dataclass(frozen=True, slots=True)
class Deed:
    """A property somebody owns. houses: on it, 0 beside a hotel."""

    owner: int
    mortgaged: bool = False
    houses: int = 0
    hotel: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Rent that an owner may ask for until the next player rolls (MO-T4)."""

    owner: int
    debtor: int
    position: int
    amount: int


@dataclass(frozen=True, slots=True)
class Debt:
    """Money a seat owes and could not pay at once. creditor: a seat, None for the bank.

    position: the property it is about; where the reason is "auction" it is handed over once paid.
    """

    number: int
    debtor: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Sale:
    """An auction under way: of the deed at ``position``, or of one building from the bank."""

    auction: OpenAuction
    position: int | None = None
    building: Building | None = None


@dataclass(frozen=True, slots=True)
class Wants:
    """Who wants the last houses or hotels (MO-B3). said: streets by seat, in order of building.

    asked: the seats that could build and have not said yet.
    """

    building: Building
    said: Mapping[int, tuple[int, ...]]
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a seat offers another: properties, keys and money, in both directions (MO-D1).

    gives, pays, keys_given: from ``seat`` to ``other``; takes, asks, keys_taken: back to him.
    lifts: mortgaged properties among those taken that the proposer would lift at once (MO-M3).
    """

    number: int
    seat: int
    other: int
    gives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    pays: int = 0
    asks: int = 0
    keys_given: int = 0
    keys_taken: int = 0
    lifts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MonopolyState:
    """A table of Monopoly Travel.

    deeds: owned properties by position. spaces: where each token stands. jail: by seat the rolls
    that failed to bring it out, None if free. bankrupt: seats in the order they went out.
    mover: the seat that rolled last, whose landing is settled; turn_seat: whose turn it is.
    doubles: thrown in this turn so far. moving: the mover is not done; again: he rolls once more
    when he is.
    dice: rolled last. line: the list he stands on, and the total rolled for it, 0 before.
    claims: rents that may be asked for; late: those nobody asked for in time.
    estate: deeds of bankrupts that the bank has still to auction.
    ends_at: when the agreed time runs out, in seconds since the epoch, None before it runs.
    learnt: the copy with the lines read out at this table, None while there are none.
    """

    setup: Setup
    board: Board
    ledger: Ledger
    following: bool
    stage: Stage
    deeds: Mapping[int, Deed]
    keys: tuple[int, ...]
    spaces: tuple[int, ...]
    jail: tuple[int | None, ...]
    bankrupt: tuple[int, ...] = ()
    turn: int = 0
    turn_seat: int | None = None
    mover: int | None = None
    dice: tuple[int, ...] = ()
    doubles: int = 0
    again: bool = False
    moving: bool = False
    line: tuple[ListName, int] | None = None
    claims: tuple[Claim, ...] = ()
    late: tuple[Claim, ...] = ()
    debts: tuple[Debt, ...] = ()
    debts_opened: int = 0
    sale: Sale | None = None
    estate: tuple[int, ...] = ()
    wants: Wants | None = None
    deals: Mapping[int, Deal] = field(default_factory=dict)
    deals_opened: int = 0
    ends_at: int | None = None
    end: str | None = None
    learnt: Mapping[str, object] | None = None

    @property
    def variant(self) -> str:
        """What is played: "normal" or "fast" (MO-F)."""
        return str(self.setup.options["variant"])

    @property
    def minutes(self) -> int | None:
        """The minutes agreed on, None without a clock (MO-C1)."""
        minutes = self.setup.options["minutes"]
        return minutes if isinstance(minutes, int) else None

    @property
    def is_rent_automatic(self) -> bool:
        """Whether the app asks for every rent by itself."""
        return self.setup.options["rent"] == "automatic"

    @property
    def most_houses(self) -> int:
        """How many houses stand on a street before its hotel."""
        return HOUSES_FOR_A_HOTEL[self.variant]

    @property
    def seats(self) -> range:
        """All seats, clockwise."""
        return range(len(self.setup.seats))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that are not bankrupt, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.bankrupt)

    @property
    def is_between_turns(self) -> bool:
        """Whether a new turn would begin with the next roll, and nothing is left of the last."""
        return self.stage == "roll" and not (self.doubles or self.moving or self.is_held_up)

    @property
    def is_held_up(self) -> bool:
        """Whether the turn has to wait for a debt, an auction or who wants what."""
        return bool(self.debts) or self.sale is not None or self.wants is not None

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def cash(self, seat: int) -> int:
        """Return what a seat holds in money."""
        return self.ledger.balances[purse(seat)]

    def after(self, seat: int) -> int:
        """Return the next seat clockwise that is not bankrupt."""
        count = len(self.setup.seats)
        return next(
            other
            for other in ((seat + step) % count for step in range(1, count + 1))
            if other not in self.bankrupt
        )

    def owner(self, position: int) -> int | None:
        """Return who owns a property, None for the bank."""
        deed = self.deeds.get(position)
        return None if deed is None else deed.owner

    def level(self, position: int) -> int:
        """Return how much is built: 0 to ``most_houses``, one more for a hotel."""
        deed = self.deeds.get(position)
        if deed is None:
            return 0
        return self.most_houses + 1 if deed.hotel else deed.houses

    def owned(self, seat: int) -> tuple[Space, ...]:
        """Return a seat's properties by position."""
        return tuple(
            self.board[position]
            for position in sorted(self.deeds)
            if self.deeds[position].owner == seat
        )

    def owns_group(self, seat: int, position: int) -> bool:
        """Tell whether a seat has all properties of that group."""
        return all(self.owner(place) == seat for place in group_places(position))

    def has_buildings(self, position: int) -> bool:
        """Tell whether anything is built in the group of a property."""
        return any(self.level(place) for place in group_places(position))

    @property
    def undealt_seats(self) -> tuple[int, ...]:
        """The seats that have not got the deeds of the fast game yet (MO-F1)."""
        dealt = [deed.owner for deed in self.deeds.values()]
        return tuple(seat for seat in self.active if dealt.count(seat) < DEEDS_DEALT)

    @property
    def houses_left(self) -> int:
        """How many houses the bank has."""
        return HOUSES - sum(deed.houses for deed in self.deeds.values())

    @property
    def hotels_left(self) -> int:
        """How many hotels the bank has."""
        return HOTELS - sum(deed.hotel for deed in self.deeds.values())

    @property
    def keys_left(self) -> int:
        """How many keys lie beside the board."""
        return KEYS - sum(self.keys)

    def left(self, building: Building) -> int:
        """Return how many of a kind of building the bank has."""
        return self.houses_left if building == "house" else self.hotels_left

    def debts_of(self, seat: int) -> tuple[Debt, ...]:
        """Return what a seat owes, the first to be paid first."""
        return tuple(debt for debt in self.debts if debt.debtor == seat)

    def names(self, positions: Iterable[int]) -> tuple[str, ...]:
        """Return the names of spaces."""
        return tuple(self.board[position].name for position in positions)

"""What a table of Monopoly Travel shows, as its templates read it; nothing in it is secret.

Money is in whole M. Whatever is None may not be done now, or is not there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.monopoly.board import ListName
from companion.games.monopoly.copy import Space
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.state import Building, Stage
from companion.mechanics.game import Term
from companion.mechanics.words import Sentence


@dataclass(frozen=True, slots=True)
class DeedView:
    """One deed somebody owns.

    earns: its rent now; factor: for a utility, times the dice (earns is None then); both None
    when it is mortgaged. level: houses, one more than the most of them for the hotel.
    build, sell, mortgage, lift: what doing that now costs or pays (``sell``: one building; a
    hotel is swapped for its houses). lift_price: what lifting costs, whether or not it is
    possible now.
    """

    position: int
    name: str
    price: int
    mortgaged: bool
    houses: int
    hotel: bool
    level: int
    earns: int | None
    factor: int | None
    build: int | None
    sell: int | None
    mortgage: int | None
    lift: int | None
    lift_price: int


@dataclass(frozen=True, slots=True)
class GroupView:
    """The deeds one seat has of a group. is_whole: all of them. has_buildings: on any of them.

    build_up: cost of one more on every lowest street, and the level it leads to. sell_all: what
    selling everything on the group pays.
    """

    group: str
    words: Sentence
    is_whole: bool
    has_buildings: bool
    deeds: tuple[DeedView, ...]
    build_up: tuple[int, int] | None
    sell_all: int | None


@dataclass(frozen=True, slots=True)
class UnsoldView:
    """The deeds of a group that are still the bank's; what they can have on them, they have not."""

    group: str
    deeds: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. space: where its token stands. jail: rolls so far, None if free.

    wealth: by MO-F4, with its terms. bids: "in", "passed" or "high" in an auction, else "".
    wants: the streets it wants the last buildings on, None if it has not been asked or not said.
    """

    number: int
    name: str
    cash: int
    space: int
    space_name: str
    jail: int | None
    keys: int
    is_bankrupt: bool
    is_next: bool
    is_turn: bool
    wealth: int
    terms: tuple[Term, ...]
    groups: tuple[GroupView, ...]
    bids: str
    wants: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space somebody may buy, or an auctioned deed: what its card says in short.

    rents: of a street by buildings, of a station by stations owned. factors: of a utility, times
    the dice, with one owned and with both. Empty where there are none.
    """

    position: int
    name: str
    group: Sentence
    price: int
    rents: tuple[int, ...]
    factors: tuple[int, ...]
    house_price: int
    mortgaged_for: int


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A rent that may be asked for. owner, debtor: seats."""

    owner: int
    debtor: int
    debtor_name: str
    position: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class DebtView:
    """What a seat owes. creditor_name: None for the bank. missing: beyond the cash.

    raising: what can still be raised, term by term, cash first; could_raise: their sum.
    can_pay: now. is_lost: even all of it does not cover the amount. is_first: of this debtor.
    """

    number: int
    debtor: int
    debtor_name: str
    creditor: int | None
    creditor_name: str | None
    amount: int
    reason: Sentence
    name: str | None
    missing: int
    raising: tuple[Term, ...]
    could_raise: int
    can_pay: bool
    is_lost: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The auction under way, of a deed or of one building. left: buildings of that kind.

    highest: by seat the most it may bid; too_dear: by seat why it can only pass, None if it can
    bid or has no word.
    """

    number: int
    space: SpaceView | None
    building: Building | None
    left: int
    standing_seat: int | None
    standing_name: str | None
    standing_amount: int | None
    lowest: int
    bidding: tuple[int, ...]
    highest: tuple[int, ...]
    too_dear: tuple[Sentence | None, ...]


@dataclass(frozen=True, slots=True)
class WantsView:
    """Who wants the last buildings. choices: by asked seat its streets, as often as it could."""

    building: Building
    left: int
    asked: tuple[int, ...]
    choices: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class DealPartView:
    """A property in a deal. keep: the tenth its new owner pays; lift: what lifting at once costs.

    Both are 0 where it is not mortgaged. is_lifted: the proposer will lift it.
    """

    position: int
    name: str
    mortgaged: bool
    keep: int
    lift: int
    is_lifted: bool


@dataclass(frozen=True, slots=True)
class DealView:
    """An offer. covers: how much it takes off a debt of ``seat`` to ``other``.

    why_not: what stands in its way now, None if it can be agreed to.
    """

    number: int
    seat: int
    name: str
    other: int
    other_name: str
    gives: tuple[DealPartView, ...]
    takes: tuple[DealPartView, ...]
    pays: int
    asks: int
    keys_given: int
    keys_taken: int
    covers: int | None
    why_not: Sentence | None


@dataclass(frozen=True, slots=True)
class LineView:
    """A printed list. total: of three dice, None before. effect, words: as known, None if not."""

    list_name: ListName
    words: Sentence
    total: int | None
    effect: Effect | None
    says: Sentence | None


@dataclass(frozen=True, slots=True)
class MonopolyView:
    """A table of Monopoly Travel. me: the seat that looks, None for an onlooker.

    spaces: names of all spaces by position. tradable: positions by seat that a deal may hold.
    unsold: what is still the bank's. buying: what ``mover`` may buy.
    held_up: what the turn waits for: "debt", "auction", "wants" or "". may_call_time: no turn is
    running, so the game ends once the clock has run out.
    """

    stage: Stage
    variant: str
    following: bool
    rent_is_automatic: bool
    me: int | None
    turn: int
    turn_seat: int | None
    mover: int | None
    dice: tuple[int, ...]
    doubles: int
    bail: int
    most_houses: int
    houses_left: int
    hotels_left: int
    keys_left: int
    held_up: str
    seats: tuple[SeatView, ...]
    spaces: tuple[str, ...]
    unsold: tuple[UnsoldView, ...]
    buying: SpaceView | None
    claims: tuple[ClaimView, ...]
    debts: tuple[DebtView, ...]
    auction: AuctionView | None
    wants: WantsView | None
    deals: tuple[DealView, ...]
    line: LineView | None
    undealt: tuple[tuple[int, str], ...]
    tradable: tuple[tuple[int, ...], ...]
    may_call_time: bool

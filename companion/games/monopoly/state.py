"""A table of Monopoly Travel as it stands, what it waits for, and what several rules ask of it.

Three things lie over the turn and hold it up until they are settled: debts, an auction, and the
question who wants the last buildings. ``stage`` says what the turn itself waits for under them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from companion.games.monopoly.board import (
    DEEDS_DEALT,
    HOTELS,
    HOUSES,
    HOUSES_FOR_A_HOTEL,
    KEYS,
    SPACES,
    ListName,
    layout,
)
from companion.games.monopoly.copy import Board, Lesson, Space
from companion.games.monopoly.effects import effect_words
from companion.mechanics import table
from companion.mechanics.auction import speaking_order
from companion.mechanics.event_sourcing import Event
from companion.mechanics.ledger import Ledger
from companion.mechanics.open_auction import OpenAuction, waiting_for_bids
from companion.mechanics.pending_events import PendingEvents
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.table import (
    PRINTED,
    PendingDecision,
    Setup,
    TableState,
    option,
    require_running,
)
from companion.mechanics.words import FillsTemplates, Sentence, say, together

POT = "pot"
"""The account of what lies on Free Parking (MO-P1)."""
POT_WORDS = say("Free Parking")

PENDING = ("space", "buy", "list", "line")
"""Stages in which the mover's landing is not settled."""

Stage = Literal["deal", "start", "roll", "space", "buy", "list", "line", "over"]
"""deal: deeds of the fast game. start: who begins. roll: ``turn_seat`` rolls. space: the table
says where the token of ``mover`` stands. buy: he buys or has it auctioned. list: he rolls three
dice. line: the table says what the list tells him."""

Building = Literal["house", "hotel"]
Reason = Literal["rent", "tax", "line", "auction", "bail", "interest", "deed"]
"""What somebody owes money for."""


class FillsNames(FillsTemplates):
    """Something whose seats and spaces are told by name. space: of its ``position``."""

    __slots__ = ()

    def display_value(self, state: MonopolyState, name: str) -> object:
        mine: Any = self
        if name == "space":
            return state.board[mine.position].name
        said = getattr(mine, name)
        return state.name(said) if name in ("owner", "creditor", "other") else said


@dataclass(frozen=True, slots=True)
class MonopolyEvent(FillsNames, Event):
    """What happened at the board."""

    @property
    def places(self) -> tuple[int, ...]:
        """The positions of the properties it is about."""
        place = getattr(self, "position", None)
        return () if place is None else (place,)

    def because(self, state: MonopolyState, reason: Sentence) -> Sentence:
        names = state.names(self.places)
        return say("{reason}, {space}", reason=reason, space=names) if names else reason


@dataclass(frozen=True, slots=True)
class SeatEvent(MonopolyEvent):
    """What a seat did, or what happened to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class PropertyEvent(SeatEvent):
    """What a seat did with the property at a position."""

    position: int


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
class Debt(FillsNames):
    """Money a seat owes and could not pay at once. creditor: a seat, None for the bank.

    position: the property it is about; where the reason is "auction" it is handed over once paid.
    """

    ends_with_reason = False
    number: int
    debtor: int
    creditor: int | None
    amount: int
    reason: Reason
    position: int | None = None

    @property
    def seat(self) -> int:
        """Whose debt it is."""
        return self.debtor


@dataclass(frozen=True, slots=True)
class Sale:
    """An auction under way: of the deed at ``position``, or of one building from the bank.

    number: 1 for the first at this table, so that a late bid is known from one in the next.
    """

    auction: OpenAuction
    position: int | None = None
    building: Building | None = None
    number: int = 0

    @property
    def rule(self) -> str:
        """The rule it rests on."""
        return "MO-A1" if self.building is None else "MO-B3"


@dataclass(frozen=True, slots=True)
class Wants:
    """Who wants the last houses or hotels (MO-B3). said: streets by seat, in order of building.

    asked: the seats that could build and have not said yet.
    """

    building: Building
    said: Mapping[int, tuple[int, ...]]
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal(FillsNames):
    """What a seat offers another: properties, keys and money, in both directions (MO-D1).

    gives, pays, keys_given: from ``seat`` to ``other``; takes, asks, keys_taken: back to him.
    lifts: mortgaged properties among those taken that the proposer would lift at once (MO-M3).
    covers: how much it takes off what ``seat`` owes ``other`` (MO-D3).
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
    covers: int | None = None


@dataclass(frozen=True, slots=True)
class MonopolyState(TableState):
    """A table of Monopoly Travel.

    deeds: owned properties by position. spaces: where each token stands. jail: by seat the rolls
    that failed to bring it out, None if free. bankrupt: seats in the order they went out.
    mover: the seat that rolled last, whose landing is settled; turn_seat: whose turn it is.
    doubles: thrown in this turn so far. moving: the mover is not done; again: he rolls once more
    when he is.
    dice: rolled last. line: the list he stands on, and the total rolled for it, 0 before.
    claims: rents that may be asked for; late: those nobody asked for in time,
    and that were not collected since.
    estate: deeds of bankrupts that the bank has still to auction.
    ends_at: when the agreed time runs out, in seconds since the epoch, None before it runs.
    lessons: what was said of lines at this table; learnt: the copy with them, None without any.
    rent_automatic: whether rents are paid by themselves, None where only the set-up has said it.
    dealt: the seats that were dealt a deed of the fast game, once for each deed; whose the deeds
    are by now says nothing about it.
    """

    end_rule = "MO-X3"
    called_off = {
        "stage": "over",
        "end": "wealth",  # the greatest wins, as against the clock (MO-C1, MO-F4)
        "line": None,
        "claims": (),
        "sale": None,
        "estate": (),
        "wants": None,
        "deals": {},
    }
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
    sales_opened: int = 0
    estate: tuple[int, ...] = ()
    wants: Wants | None = None
    deals: Mapping[int, Deal] = field(default_factory=dict)
    deals_opened: int = 0
    ends_at: int | None = None
    end: str | None = None
    lessons: tuple[Lesson, ...] = ()
    learnt: Mapping[str, object] | None = None
    dealt: tuple[int, ...] = ()
    rent_automatic: bool | None = None

    variant = option[str]("variant")
    """What is played: "normal" or "fast" (MO-F)."""
    minutes = option[int | None]("minutes")
    """The minutes agreed on, None without a clock (MO-C1)."""
    has_pot = option[bool]("pot", before=False)
    """Whether taxes and fines lie on Free Parking (MO-P1)."""

    @property
    def is_rent_automatic(self) -> bool:
        """Whether the app asks for every rent by itself."""
        said = self.rent_automatic
        return self.setup.options["rent"] == "automatic" if said is None else said

    @property
    def most_houses(self) -> int:
        """How many houses stand on a street before its hotel."""
        return HOUSES_FOR_A_HOTEL[self.variant]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that are not bankrupt, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.bankrupt)

    @property
    def here(self) -> tuple[int, ...]:
        """The same: who leaves is out as a bankrupt is."""
        return self.active

    @property
    def is_between_turns(self) -> bool:
        """Whether a new turn would begin with the next roll, and nothing is left of the last."""
        return self.stage == "roll" and not (self.doubles or self.moving or self.is_held_up)

    @property
    def is_held_up(self) -> bool:
        """Whether the turn has to wait for a debt, an auction or who wants what."""
        return bool(self.debts) or self.sale is not None or self.wants is not None

    def asked_at(self, stage: Stage) -> int | None:
        """Return whom the turn waits for at a stage, None while it waits for something else."""
        if self.stage != stage or self.is_held_up:
            return None
        return self.turn_seat if stage == "roll" else self.mover

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats that are not bankrupt, clockwise from a seat."""
        order = speaking_order(len(self.seats), seat)
        return tuple(other for other in order[1:] if other not in self.bankrupt)

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
        return tuple(self.board[position] for position in self.deeds_of(seat))

    def deeds_of(self, seat: int) -> Mapping[int, Deed]:
        """Return a seat's deeds by position, in the order of the board."""
        return {
            position: self.deeds[position]
            for position in sorted(self.deeds)
            if self.deeds[position].owner == seat
        }

    def owns_group(self, seat: int, position: int) -> bool:
        """Tell whether a seat has all properties of that group."""
        return all(self.owner(place) == seat for place in group_places(position))

    def has_buildings(self, position: int) -> bool:
        """Tell whether anything is built in the group of a property."""
        return any(self.level(place) for place in group_places(position))

    @property
    def unsold(self) -> tuple[Space, ...]:
        """The properties that nobody owns, by position."""
        return tuple(space for space in self.board.properties if space.position not in self.deeds)

    @property
    def undealt_seats(self) -> tuple[int, ...]:
        """The seats that have not got the deeds of the fast game yet (MO-F1)."""
        return tuple(seat for seat in self.active if self.dealt.count(seat) < DEEDS_DEALT)

    @property
    def houses_left(self) -> int:
        """How many houses the bank has."""
        return HOUSES - sum(deed.houses for deed in self.deeds.values())

    @property
    def hotels_left(self) -> int:
        """How many hotels the bank has."""
        return HOTELS - sum(deed.hotel for deed in self.deeds.values())

    @property
    def pot(self) -> int:
        """How much lies on Free Parking."""
        return self.ledger.balances.get(POT, 0)

    def account_names(self) -> Mapping[str, Sentence]:
        pots = {POT: POT_WORDS} if self.has_pot else {}
        return {**TableState.account_names(self), **pots}

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


Pending = PendingEvents[MonopolyState]


def require_seat(state: MonopolyState, seat: int | None) -> int:
    """Return the seat; raises ``unknown_seat`` or ``seat_bankrupt`` unless it plays."""
    sitting = table.require_seat(state, seat, "MO-S2")
    if sitting in state.bankrupt:
        told = say("{name} is bankrupt and out.").to_you("You are bankrupt and out.")
        raise table.refusal_about(state, sitting, "seat_bankrupt", "MO-X1", told)
    return sitting


def require_player(state: MonopolyState, seat: int) -> None:
    """Raise ``unknown_seat``, ``seat_bankrupt`` or ``game_over`` unless the seat still plays."""
    require_seat(state, seat)
    require_running(state)


def not_now(state: MonopolyState, rule: str) -> Refusal:
    """Return the refusal that says what the table waits for instead."""
    return table.not_now(rule, waiting(state))


def waiting(state: MonopolyState) -> PendingDecision:
    """Return what the table waits for, or that the game is over; no seats: the banker."""
    if state.stage == "over":
        return PendingDecision(say("The game is over."))
    if state.debts:
        return _for_debts(state)
    if state.sale is not None:
        return _for_bids(state, state.sale)
    if state.wants is not None:
        return _for_wants(state, state.wants)
    if state.stage == "deal":
        return PendingDecision(say("Now deal two deeds to each player."), state.undealt_seats)
    if state.stage == "start":
        return PendingDecision(say("Everyone rolls two dice; the highest begins."))
    seat = not_none(state.turn_seat if state.stage == "roll" else state.mover)
    return PendingDecision(_for_seat(state, seat), (seat,))


def _for_debts(state: MonopolyState) -> PendingDecision:
    debt = state.debts[0]
    debtors = tuple(dict.fromkeys(other.debtor for other in state.debts))
    for deal in state.deals.values():
        if deal.covers is not None:
            return _for_answer(state, deal, debtors)
    if debt.creditor is None:
        told = say("{name} owes the bank {amount}.").to_you("You owe the bank {amount}.")
    else:
        told = say("{name} owes {creditor} {amount}.").to_you("You owe {creditor} {amount}.")
    return PendingDecision(debt.fill(state, told), debtors)


def _for_answer(state: MonopolyState, deal: Deal, debtors: tuple[int, ...]) -> PendingDecision:
    """Return that whoever is owed answers an offer of property; the debtors may still pay."""
    offered = say("{name} offers {other} property for {amount} of debt.", amount=deal.covers)
    sentence = deal.fill(state, offered)
    return PendingDecision(
        sentence, (deal.other, *(seat for seat in debtors if seat != deal.other))
    )


def _for_bids(state: MonopolyState, sale: Sale) -> PendingDecision:
    lowest = sale.auction.lowest_bid
    if sale.position is not None:
        name = state.board[sale.position].name
        told = say("{space} is up for auction: bid {lowest} or more.", space=name, lowest=lowest)
    elif sale.building == "house":
        told = say("A house is up for auction: bid {lowest} or more.", lowest=lowest)
    else:
        told = say("A hotel is up for auction: bid {lowest} or more.", lowest=lowest)
    return waiting_for_bids(sale.auction, told)


def _for_wants(state: MonopolyState, wants: Wants) -> PendingDecision:
    names = together(map(state.name, wants.asked))
    if wants.building == "house":
        told = say("{names}: who wants the last houses?", names=names)
        return PendingDecision(told.to_you("The last houses: do you want one?"), wants.asked)
    told = say("{names}: who wants the last hotels?", names=names)
    return PendingDecision(told.to_you("The last hotels: do you want one?"), wants.asked)


def _for_seat(state: MonopolyState, seat: int) -> Sentence:
    name, space = state.name(seat), state.board[state.spaces[seat]].name
    if state.stage == "space":
        told = say("Where does {name}’s token stand?", name=name)
        return told.to_you("Where does your token stand?")
    if state.stage == "buy":
        told = say("{name} buys {space}, or it is auctioned.", name=name, space=space)
        return told.to_you("Buy {space}, or it is auctioned.")
    if state.stage == "list":
        told = say("{name} rolls three dice for {space}.", name=name, space=space)
        return told.to_you("Roll three dice for {space}.")
    if state.stage == "line":
        list_name, total = not_none(state.line)
        known = state.board.outcome(list_name, total)
        if known is None:
            return say("What does line {total} of {space} say?", space=space, total=total)
        effect = effect_words(known, state.board.names)
        return say("{list} {total}: {effect}", list=space, total=total, effect=effect)
    if state.jail[seat] is not None:
        told = say("{name} is in jail and gets out by a double, a key or the bail.", name=name)
        return told.to_you("You are in jail: get out by a double, a key or the bail.")
    if state.doubles:
        told = say("{name} rolls again after the double.", name=name)
        return told.to_you("A double: roll again.")
    return say("{name} rolls two dice.", name=name).to_you("Roll two dice.")


def require_no_debt(state: MonopolyState, seat: int | None = None) -> None:
    """Raise ``debt_open`` while anybody owes money; seat: while that one does."""
    debts = state.debts
    told = say("First {name} pays {amount}.").to_you("First pay {amount}.")
    if seat is not None:
        told = say("First pay {amount}; until then you can only raise money.")
        debts = state.debts_of(seat)
    if debts:
        raise Refusal("debt_open", "MO-X1", debts[0].fill(state, told), (debts[0].debtor,))


def require_free(state: MonopolyState, rule: str, seat: int | None = None) -> None:
    """Raise ``game_over``, ``debt_open`` or ``not_now`` while anything holds the turn up.

    seat: whose debts alone do, for what he does beside the turn.
    """
    require_running(state)
    require_no_debt(state, seat)
    if state.sale is not None or state.wants is not None:
        raise not_now(state, rule)


def require_stage(state: MonopolyState, seat: int, stage: Stage, rule: str) -> None:
    """Raise a refusal unless the turn waits for that, from that seat.

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``debt_open``, ``not_now``,
    ``not_your_turn``.
    """
    require_seat(state, seat)
    require_free(state, rule)
    if state.stage != stage:
        raise not_now(state, rule)
    whose = state.turn_seat if stage == "roll" else state.mover
    if seat != whose:
        told = say("It is {name}’s turn.").to_you("It is your turn.")
        raise table.refusal_about(state, not_none(whose), "not_your_turn", rule, told)


def require_money(state: MonopolyState, seat: int, amount: int, rule: str) -> None:
    """Raise ``not_enough_money`` unless the seat holds that much."""
    cash = state.money(seat)
    if cash < amount:
        sentence = say(
            "That costs {amount} and you have {cash}; raise money first.", amount=amount, cash=cash
        )
        raise Refusal("not_enough_money", rule, sentence)


def require_space(space: int) -> None:
    """Raise ``unknown_space`` unless the board has it."""
    if not 0 <= space < SPACES:
        raise Refusal(
            "unknown_space",
            PRINTED,
            say("There is no space {space}; they count from 0 to {last}.", space=space, last=39),
        )


def require_property(state: MonopolyState, position: int) -> Space:
    """Return the property there; raises ``unknown_space`` or ``not_a_property``."""
    require_space(position)
    space = state.board[position]
    if not space.is_property:
        raise Refusal("not_a_property", PRINTED, say("{name} cannot be owned.", name=space.name))
    return space


def require_own(state: MonopolyState, seat: int, position: int, rule: str) -> Deed:
    """Return the deed; raises also ``not_your_property`` unless the seat owns it."""
    space = require_property(state, position)
    deed = state.deeds.get(position)
    if deed is None or deed.owner != seat:
        told = say("{name} does not own {space}.", space=space.name)
        told = told.to_you("You do not own {space}.")
        raise table.refusal_about(state, seat, "not_your_property", rule, told)
    return deed


def require_group(state: MonopolyState, group: str) -> tuple[int, ...]:
    """Return the positions of a group of streets; raises ``unknown_group``."""
    positions = groups().get(group, ())
    if not positions or not state.board[positions[0]].is_street:
        raise Refusal("unknown_group", PRINTED, say("There is no such group of streets."))
    return positions


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


def with_deed(state: MonopolyState, position: int, deed: Deed) -> MonopolyState:
    """Return the state with that deed of a property, in its owner's hands."""
    return replace(state, deeds={**state.deeds, position: deed})


def with_space(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    """Return the state with a token on another space."""
    return replace(state, spaces=(*state.spaces[:seat], space, *state.spaces[seat + 1 :]))

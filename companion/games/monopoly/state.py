"""The state of a table of Monopoly Travel, its pending decision, and guards that rules share.

Debts, an auction, and the question who wants the last buildings interrupt the turn until they are
settled. ``stage`` is the decision that the turn itself waits for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, Self

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
"""The account of the money on Free Parking (MO-P1)."""
POT_WORDS = say("Free Parking")

PENDING = ("space", "buy", "list", "line")
"""Stages in which the mover's landing is not settled."""

Stage = Literal["deal", "start", "roll", "space", "buy", "list", "line", "over"]
"""The decision that the turn waits for:

- deal: the deeds of the fast game.
- start: the first player.
- roll: ``turn_seat`` rolls.
- space: the space of the token of ``mover`` is entered.
- buy: ``mover`` buys the property or has it auctioned.
- list: ``mover`` rolls three dice.
- line: the effect of the line is entered or confirmed.
"""

Building = Literal["house", "hotel"]
Reason = Literal["rent", "tax", "line", "auction", "bail", "interest", "deed"]
"""The reason of a payment or debt."""

End = Literal["last_one_standing", "second_bankruptcy", "time"]
"""The reason of the end of a game."""


class FillsNames(FillsTemplates):
    """Fills templates with the names of seats, and of the space at its ``position``."""

    __slots__ = ()

    def display_value(self, state: MonopolyState, name: str) -> object:
        mine: Any = self
        if name == "space":
            return state.board[mine.position].name
        value = getattr(mine, name)
        return state.name(value) if name in ("owner", "creditor", "other") else value


@dataclass(frozen=True, slots=True)
class MonopolyEvent(FillsNames, Event):
    """An event whose money is explained with the names of its properties."""

    @property
    def places(self) -> tuple[int, ...]:
        """The positions of its properties."""
        place = getattr(self, "position", None)
        return () if place is None else (place,)

    def because(self, state: MonopolyState, reason: Sentence) -> Sentence:
        names = state.names(self.places)
        return say("{reason}, {space}", reason=reason, space=names) if names else reason


@dataclass(frozen=True, slots=True)
class SeatEvent(MonopolyEvent):
    """An event about one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class PropertyEvent(SeatEvent):
    """An event about one seat and the property at a position."""

    position: int


@dataclass(frozen=True, slots=True)
class Deed:
    """An owned property."""

    owner: int
    mortgaged: bool = False
    houses: int = 0
    """0 with a hotel."""
    hotel: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Rent that an owner may ask for until the next player rolls (MO-T4)."""

    owner: int
    debtor: int
    position: int
    amount: int

    @classmethod
    def of(cls, claim: Claim) -> Self:
        """Return a claim, or an event or action about it, with the fields of a claim."""
        return cls(
            owner=claim.owner, debtor=claim.debtor, position=claim.position, amount=claim.amount
        )


@dataclass(frozen=True, slots=True)
class Debt(FillsNames):
    """Money that a seat owes because it could not pay at once."""

    ends_with_reason = False
    number: int
    seat: int
    creditor: int | None
    """A seat; None: the bank."""
    amount: int
    reason: Reason
    position: int | None = None
    """The property it is for; after an auction, the seat gets the deed once it has paid."""

    @property
    def debtor(self) -> int:
        """The seat that owes it."""
        return self.seat

    @classmethod
    def of(cls, debt: Debt) -> Self:
        """Return a debt, or an event about it, with the fields of a debt."""
        return cls(
            number=debt.number,
            seat=debt.seat,
            creditor=debt.creditor,
            amount=debt.amount,
            reason=debt.reason,
            position=debt.position,
        )

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the payment of all debts, or the answer to an offer of property for one."""
        debtors = tuple(dict.fromkeys(debt.seat for debt in state.debts))
        for deal in state.deals.values():
            if deal.covers is not None:
                return deal.decision(state, debtors)
        if self.creditor is None:
            line = say("{name} owes the bank {amount}.").to_you("You owe the bank {amount}.")
        else:
            line = say("{name} owes {creditor} {amount}.").to_you("You owe {creditor} {amount}.")
        return PendingDecision(self.fill(state, line), debtors)


@dataclass(frozen=True, slots=True)
class Sale:
    """An auction under way: of the deed at ``position``, or of one building from the bank."""

    auction: OpenAuction
    position: int | None = None
    building: Building | None = None
    number: int = 0
    """1 for the first auction of the table; a bid names it, so late bids are recognized."""

    @property
    def rule(self) -> str:
        """The rule id of the auction."""
        return "MO-A1" if self.building is None else "MO-B3"

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the next bid."""
        bid = self.auction.lowest_bid
        if self.position is not None:
            name = state.board[self.position].name
            line = say("{space} is up for auction: bid {lowest} or more.", space=name, lowest=bid)
        elif self.building == "house":
            line = say("A house is up for auction: bid {lowest} or more.", lowest=bid)
        else:
            line = say("A hotel is up for auction: bid {lowest} or more.", lowest=bid)
        return waiting_for_bids(self.auction, line)


@dataclass(frozen=True, slots=True)
class Wants:
    """The question who wants the last houses or hotels (MO-B3)."""

    building: Building
    said: Mapping[int, tuple[int, ...]]
    """The answers by seat: streets in order of building."""
    asked: tuple[int, ...]
    """Seats that could build and have not answered."""

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the answers that are missing."""
        names = together(map(state.name, self.asked))
        if self.building == "house":
            sentence = say("{names}: who wants the last houses?", names=names)
            return PendingDecision(sentence.to_you("The last houses: do you want one?"), self.asked)
        sentence = say("{names}: who wants the last hotels?", names=names)
        return PendingDecision(sentence.to_you("The last hotels: do you want one?"), self.asked)


@dataclass(frozen=True, slots=True)
class Deal(FillsNames):
    """An offer of ``seat`` to ``other``: properties, keys and money, in both directions (MO-D1).

    ``seat`` gives ``gives``, ``pays`` and ``keys_given``; it gets ``takes``, ``asks`` and
    ``keys_taken``.
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
    """Mortgaged properties among ``takes`` that ``seat`` would lift at once (MO-M3)."""
    covers: int | None = None
    """The amount it takes off the debt of ``seat`` to ``other`` (MO-D3)."""

    def decision(self, state: MonopolyState, debtors: tuple[int, ...]) -> PendingDecision:
        """Return the answer of a creditor to an offer of property; the debtors may still pay."""
        line = say("{name} offers {other} property for {amount} of debt.", amount=self.covers)
        seats = dict.fromkeys((self.other, *debtors))
        return PendingDecision(self.fill(state, line), tuple(seats))


@dataclass(frozen=True, slots=True)
class MonopolyState(TableState):
    """A table of Monopoly Travel."""

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
    """The app moves the tokens by the dice."""
    stage: Stage
    deeds: Mapping[int, Deed]
    """Owned properties by position."""
    keys: tuple[int, ...]
    spaces: tuple[int, ...]
    """Positions of the tokens by seat."""
    jail: tuple[int | None, ...]
    """By seat the rolls that failed to bring it out; None: not in jail."""
    bankrupt: tuple[int, ...] = ()
    """In the order of their bankruptcies."""
    turn: int = 0
    turn_seat: int | None = None
    mover: int | None = None
    """The seat that rolled last and whose landing is settled."""
    dice: tuple[int, ...] = ()
    """The latest roll."""
    doubles: int = 0
    """Doubles rolled in this turn."""
    again: bool = False
    """``mover`` rolls again after this move."""
    moving: bool = False
    """``mover`` has not finished its move."""
    line: tuple[ListName, int] | None = None
    """The list on which ``mover`` stands, and the total rolled for it (0 before the roll)."""
    claims: tuple[Claim, ...] = ()
    """Rents that may be asked for."""
    late: tuple[Claim, ...] = ()
    """Rents that were not asked for in time, nor collected since."""
    debts: tuple[Debt, ...] = ()
    debts_opened: int = 0
    sale: Sale | None = None
    sales_opened: int = 0
    estate: tuple[int, ...] = ()
    """Deeds of bankrupt seats that the bank still has to auction."""
    wants: Wants | None = None
    deals: Mapping[int, Deal] = field(default_factory=dict)
    """Open offers by number."""
    deals_opened: int = 0
    ends_at: int | None = None
    """The end of the agreed time in seconds since the epoch; None before the clock runs."""
    end: End | Literal["wealth"] | None = None
    lessons: tuple[Lesson, ...] = ()
    """Lines that were entered or corrected at this table."""
    learnt: Mapping[str, object] | None = None
    """The copy with these lessons; None without any."""
    dealt: tuple[int, ...] = ()
    """The seats that were dealt deeds of the fast game, once per deed, whoever owns them now."""
    rent_automatic: bool | None = None
    """Rents are automatic; None: as the options say."""

    variant = option[Literal["normal", "fast"]]("variant")
    """See MO-F1 to MO-F3 for the fast game."""
    minutes = option[int | None]("minutes")
    """The agreed minutes; None: no clock (MO-C1)."""
    has_pot = option[bool]("pot", before=False)
    """Whether taxes and fines lie on Free Parking (MO-P1)."""

    @property
    def is_rent_automatic(self) -> bool:
        """Whether the app collects all rents automatically."""
        if self.rent_automatic is None:
            return self.setup.options["rent"] == "automatic"
        return self.rent_automatic

    @property
    def most_houses(self) -> int:
        """The number of houses on a street before its hotel."""
        return HOUSES_FOR_A_HOTEL[self.variant]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that are not bankrupt, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.bankrupt)

    @property
    def here(self) -> tuple[int, ...]:
        """The active seats: a seat that leaves is out as if bankrupt."""
        return self.active

    @property
    def interruption(self) -> Debt | Sale | Wants | None:
        """The obligation that interrupts the turn; of several, the one that is settled first."""
        return next(iter(self.debts), None) or self.sale or self.wants

    @property
    def is_between_turns(self) -> bool:
        """Whether the last turn is finished and the next roll begins a new one."""
        is_running = self.doubles or self.moving or self.interruption
        return self.stage == "roll" and not is_running

    def asked_at(self, stage: Stage) -> int | None:
        """Return the seat that the turn waits for at a stage; None: it waits for another."""
        if self.stage != stage or self.interruption:
            return None
        return self.turn_seat if stage == "roll" else self.mover

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats that are not bankrupt, clockwise from a seat."""
        order = speaking_order(len(self.seats), seat)
        return tuple(other for other in order[1:] if other not in self.bankrupt)

    def owner(self, position: int) -> int | None:
        """Return the seat that owns a property; None: the bank."""
        deed = self.deeds.get(position)
        return None if deed is None else deed.owner

    def level(self, position: int) -> int:
        """Return the number of houses, 0 to ``most_houses``; one more for a hotel."""
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
        """Return whether a seat owns the whole group of a property."""
        return all(self.owner(place) == seat for place in group_places(position))

    def has_buildings(self, position: int) -> bool:
        """Return whether anything is built in the group of a property."""
        return any(self.level(place) for place in group_places(position))

    @property
    def unsold(self) -> tuple[Space, ...]:
        """The properties that nobody owns, by position."""
        return tuple(space for space in self.board.properties if space.position not in self.deeds)

    @property
    def undealt_seats(self) -> tuple[int, ...]:
        """The seats without the deeds of the fast game (MO-F1)."""
        return tuple(seat for seat in self.active if self.dealt.count(seat) < DEEDS_DEALT)

    @property
    def houses_left(self) -> int:
        """The number of houses in the bank."""
        return HOUSES - sum(deed.houses for deed in self.deeds.values())

    @property
    def hotels_left(self) -> int:
        """The number of hotels in the bank."""
        return HOTELS - sum(deed.hotel for deed in self.deeds.values())

    @property
    def pot(self) -> int:
        """The money on Free Parking."""
        return self.ledger.balances.get(POT, 0)

    def account_names(self) -> Mapping[str, Sentence]:
        pots = {POT: POT_WORDS} if self.has_pot else {}
        return {**TableState.account_names(self), **pots}

    @property
    def keys_left(self) -> int:
        """The number of keys that no seat holds."""
        return KEYS - sum(self.keys)

    def left(self, building: Building) -> int:
        """Return the number of houses or hotels in the bank."""
        return self.houses_left if building == "house" else self.hotels_left

    def debts_of(self, seat: int) -> tuple[Debt, ...]:
        """Return the debts of a seat in the order in which it pays them."""
        return tuple(debt for debt in self.debts if debt.debtor == seat)

    def names(self, positions: Iterable[int]) -> tuple[str, ...]:
        """Return the names of spaces."""
        return tuple(self.board[position].name for position in positions)


Pending = PendingEvents[MonopolyState]


def require_seat(state: MonopolyState, seat: int | None) -> int:
    """Return the seat; raises ``unknown_seat`` or ``seat_bankrupt`` unless it still plays."""
    sitting = table.require_seat(state, seat, "MO-S2")
    if sitting in state.bankrupt:
        sentence = say("{name} is bankrupt and out.").to_you("You are bankrupt and out.")
        raise table.refusal_about(state, sitting, "seat_bankrupt", "MO-X1", sentence)
    return sitting


def require_player(state: MonopolyState, seat: int) -> None:
    """Raise ``unknown_seat``, ``seat_bankrupt`` or ``game_over`` unless the seat still plays."""
    require_seat(state, seat)
    require_running(state)


def not_now(state: MonopolyState, rule: str) -> Refusal:
    """Return the refusal that names the decision the table waits for."""
    return table.not_now(rule, waiting(state))


def waiting(state: MonopolyState) -> PendingDecision:
    """Return the pending decision; without seats, it is the banker's."""
    if state.stage == "over":
        return PendingDecision(say("The game is over."))
    if state.interruption is not None:
        return state.interruption.decision(state)
    if state.stage == "deal":
        return PendingDecision(say("Now deal two deeds to each player."), state.undealt_seats)
    if state.stage == "start":
        return PendingDecision(say("Everyone rolls two dice; the highest begins."))
    seat = not_none(state.turn_seat if state.stage == "roll" else state.mover)
    return PendingDecision(_for_seat(state, seat), (seat,))


def _for_seat(state: MonopolyState, seat: int) -> Sentence:
    name, space = state.name(seat), state.board[state.spaces[seat]].name
    if state.stage == "space":
        sentence = say("Where does {name}’s token stand?", name=name)
        return sentence.to_you("Where does your token stand?")
    if state.stage == "buy":
        sentence = say("{name} buys {space}, or it is auctioned.", name=name, space=space)
        return sentence.to_you("Buy {space}, or it is auctioned.")
    if state.stage == "list":
        sentence = say("{name} rolls three dice for {space}.", name=name, space=space)
        return sentence.to_you("Roll three dice for {space}.")
    if state.stage == "line":
        list_name, total = not_none(state.line)
        known = state.board.outcome(list_name, total)
        if known is None:
            return say("What does line {total} of {space} say?", space=space, total=total)
        effect = effect_words(known, state.board.names)
        return say("{list} {total}: {effect}", list=space, total=total, effect=effect)
    if state.jail[seat] is not None:
        sentence = say("{name} is in jail and gets out by a double, a key or the bail.", name=name)
        return sentence.to_you("You are in jail: get out by a double, a key or the bail.")
    if state.doubles:
        sentence = say("{name} rolls again after the double.", name=name)
        return sentence.to_you("A double: roll again.")
    return say("{name} rolls two dice.", name=name).to_you("Roll two dice.")


def require_no_debt(state: MonopolyState, seat: int | None = None) -> None:
    """Raise ``debt_open`` while any seat owes money; seat: only while that seat does."""
    debts = state.debts
    sentence = say("First {name} pays {amount}.").to_you("First pay {amount}.")
    if seat is not None:
        sentence = say("First pay {amount}; until then you can only raise money.")
        debts = state.debts_of(seat)
    if debts:
        raise Refusal("debt_open", "MO-X1", debts[0].fill(state, sentence), (debts[0].debtor,))


def require_free(state: MonopolyState, rule: str, seat: int | None = None) -> None:
    """Raise ``game_over``, ``debt_open`` or ``not_now`` while the turn is interrupted.

    seat: count only the debts of this seat, for actions outside the turn.
    """
    require_running(state)
    require_no_debt(state, seat)
    if state.sale is not None or state.wants is not None:
        raise not_now(state, rule)


def require_stage(state: MonopolyState, seat: int, stage: Stage, rule: str) -> None:
    """Raise a refusal unless the turn waits for the seat at this stage.

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``debt_open``, ``not_now``,
    ``not_your_turn``.
    """
    require_seat(state, seat)
    require_free(state, rule)
    if state.stage != stage:
        raise not_now(state, rule)
    whose = state.turn_seat if stage == "roll" else state.mover
    if seat != whose:
        sentence = say("It is {name}’s turn.").to_you("It is your turn.")
        raise table.refusal_about(state, not_none(whose), "not_your_turn", rule, sentence)


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
    """Return the deed; raises ``not_your_property`` unless the seat owns it.

    Raises also ``unknown_space`` and ``not_a_property``.
    """
    space = require_property(state, position)
    deed = state.deeds.get(position)
    if deed is None or deed.owner != seat:
        sentence = say("{name} does not own {space}.", space=space.name)
        sentence = sentence.to_you("You do not own {space}.")
        raise table.refusal_about(state, seat, "not_your_property", rule, sentence)
    return deed


def require_group(state: MonopolyState, group: str) -> tuple[int, ...]:
    """Return the positions of a group of streets; raises ``unknown_group``."""
    positions = groups().get(group, ())
    if not positions or not state.board[positions[0]].is_street:
        raise Refusal("unknown_group", PRINTED, say("There is no such group of streets."))
    return positions


@cache
def groups() -> Mapping[str, tuple[int, ...]]:
    """Return the positions of each group in board order; they are the same in every copy."""
    names = dict.fromkeys(group for _, group in layout() if group is not None)
    return {
        name: tuple(place for place, (_, group) in enumerate(layout()) if group == name)
        for name in names
    }


@cache
def group_places(position: int) -> tuple[int, ...]:
    """Return the positions of the group of a property; raises KeyError for other spaces."""
    return groups()[layout()[position][1] or ""]


def with_deed(state: MonopolyState, position: int, deed: Deed) -> MonopolyState:
    """Return the state with another deed of a property."""
    return replace(state, deeds={**state.deeds, position: deed})


def with_space(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    """Return the state with the token of a seat on another space."""
    return replace(state, spaces=(*state.spaces[:seat], space, *state.spaces[seat + 1 :]))

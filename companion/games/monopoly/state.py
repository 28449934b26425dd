"""The state of a Monopoly Travel table, its pending decision, and guards that many rules use.

An open debt, an auction or the question of who wants the last buildings interrupts the turn until
it is settled. ``stage`` names the decision for which the turn itself waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, ClassVar, Literal, Self

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
from companion.mechanics.actions.base import Event, SeatAction
from companion.mechanics.actions.pending_events import PendingEvents
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.auctions.open_auction import OpenAuction, waiting_for_bids
from companion.mechanics.language.words import FillsTemplates, Sentence, say, together
from companion.mechanics.money.ledger import Ledger
from companion.mechanics.play import table
from companion.mechanics.play.table import (
    PRINTED,
    PendingDecision,
    Setup,
    TableState,
    option,
    require_running,
)
from companion.mechanics.values.identity_cache import IdentityKey
from companion.mechanics.values.schema import Words

POT = "pot"
"""The name of the account that holds the money on Free Parking (MO-P1)."""
POT_WORDS = say("Free Parking")
"""The label of the account ``POT`` on the screens."""
COUNT = say("Count the wealth")
"""The button that ends a game whose time is up."""

PENDING = ("space", "buy", "list", "line")
"""The stages in which the effect of the mover's landing is not settled yet."""

Stage = Literal["deal", "start", "roll", "space", "buy", "list", "line", "over"]
"""The decision for which the turn waits:

- deal: record the deeds dealt in the fast game.
- start: choose the first player.
- roll: ``turn_seat`` rolls two dice.
- space: enter the space on which the token of ``mover`` stands.
- buy: ``mover`` buys the property or leaves it to an auction.
- list: ``mover`` rolls three dice for a printed list.
- line: enter or confirm the effect of the rolled line.
- over: none, because the game has ended.
"""

Building = Literal["house", "hotel"]
Reason = Literal["rent", "tax", "line", "auction", "bail", "interest", "deed"]
"""Why a payment or debt fell due:

- rent: the rent of a property.
- tax: a tax space.
- line: a line of a printed list.
- auction: the winning bid for a deed.
- bail: getting out of jail.
- interest: 10 % of the mortgage on a property that the seat received (MO-M3).
- deed: the price of a deed dealt in the fast game.
"""

End = Literal["last_one_standing", "second_bankruptcy", "time"]
"""Why a game ended."""


class FillsNames(FillsTemplates):
    """Base class that fills the placeholders of its sentences with names.

    ``{space}`` becomes the name of the space at ``position``. ``{owner}``, ``{creditor}`` and
    ``{other}`` become the names of players.
    """

    __slots__ = ()

    def display_value(self, state: MonopolyState, name: str) -> object:
        mine: Any = self
        if name == "space":
            return state.board[mine.position].words
        value = getattr(mine, name)
        return state.name(value) if name in ("owner", "creditor", "other") else value


@dataclass(frozen=True, slots=True)
class MonopolyEvent(FillsNames, Event):
    """Base class for most Monopoly events.

    It adds the names of the event's properties to the reason for a payment.
    """

    @property
    def places(self) -> tuple[int, ...]:
        """The positions of the properties that the event concerns."""
        place = getattr(self, "position", None)
        return () if place is None else (place,)

    def because(self, state: MonopolyState, reason: Sentence) -> Sentence:
        names = state.names(self.places)
        return say("{reason}, {space}", reason=reason, space=names) if names else reason


@dataclass(frozen=True, slots=True)
class SeatEvent(MonopolyEvent):
    """Base class for events about one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class PropertyEvent(SeatEvent):
    """Base class for events about one seat and the property at one position."""

    position: int


@dataclass(frozen=True, slots=True)
class Deed:
    """An owned property: its owner, its mortgage and its buildings."""

    owner: int
    mortgaged: bool = False
    houses: int = 0
    """The number of houses; 0 if the street has a hotel."""
    hotel: bool = False

    @property
    def is_built(self) -> bool:
        """Whether the street has buildings."""
        return self.hotel or self.houses > 0


@dataclass(frozen=True, slots=True)
class Claim:
    """The rent for one landing, for which the owner may ask until the next player rolls (MO-T4)."""

    owner: int
    """The seat that may ask for the rent."""
    debtor: int
    """The seat that landed on the property."""
    position: int
    amount: int

    @classmethod
    def of(cls, claim: Claim) -> Self:
        """Convert a claim, or an event or action about a claim, to this class."""
        return cls(
            owner=claim.owner, debtor=claim.debtor, position=claim.position, amount=claim.amount
        )


@dataclass(frozen=True, slots=True)
class Debt(FillsNames):
    """An amount that a seat could not pay at once and still owes."""

    ends_with_reason = False
    number: int
    """The number of the debt, counted from 1 at each table."""
    seat: int
    """The seat that owes the money."""
    creditor: int | None
    """The seat to which the money is owed, or None for the bank."""
    amount: int
    reason: Reason
    position: int | None = None
    """The position of the property that the debt is for, or None.

    After an auction, the seat gets the deed once it has paid the debt.
    """

    @property
    def debtor(self) -> int:
        """The seat that owes the money (the same as ``seat``)."""
        return self.seat

    @classmethod
    def of(cls, debt: Debt) -> Self:
        """Convert a debt, or an event about a debt, to this class."""
        return cls(
            number=debt.number,
            seat=debt.seat,
            creditor=debt.creditor,
            amount=debt.amount,
            reason=debt.reason,
            position=debt.position,
        )

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the pending decision while this is the oldest debt.

        All debtors must pay. If a creditor has been offered property for a debt, that offer must be
        answered first.
        """
        debtors = tuple(dict.fromkeys(debt.seat for debt in state.debts))
        for deal in state.deals.values():
            if deal.covers is not None:
                return deal.decision(state, debtors)
        if self.creditor is None:
            line = say("{name} owes the bank {amount}.").to_you("Pay the bank {amount}.")
        else:
            line = say("{name} owes {creditor} {amount}.").to_you("Pay {creditor} {amount}.")
        return PendingDecision(self.fill(state, line), debtors)


@dataclass(frozen=True, slots=True)
class Sale:
    """A running auction for one deed or for one building from the bank."""

    auction: OpenAuction
    position: int | None = None
    """The position of the deed for sale, or None if a building is for sale."""
    building: Building | None = None
    """The kind of building for sale, or None if a deed is for sale."""
    number: int = 0
    """The number of the auction, counted from 1 at each table.

    Bids contain this number, so that a late bid is never counted in the next auction.
    """

    @property
    def rule(self) -> str:
        """The id of the rule that governs the auction."""
        return "MO-A1" if self.building is None else "MO-B3"

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the pending decision, which is to bid or pass."""
        bid = self.auction.lowest_bid
        if self.position is not None:
            name = state.board[self.position].words
            line = say(
                "{space} is up for auction. Who bids {lowest} or more?", space=name, lowest=bid
            ).to_you("{space} is up for auction. Bid {lowest} or more, or pass.")
        elif self.building == "house":
            line = say("A house is up for auction. Who bids {lowest} or more?", lowest=bid)
            line = line.to_you("A house is up for auction. Bid {lowest} or more, or pass.")
        else:
            line = say("A hotel is up for auction. Who bids {lowest} or more?", lowest=bid)
            line = line.to_you("A hotel is up for auction. Bid {lowest} or more, or pass.")
        return waiting_for_bids(self.auction, line)


@dataclass(frozen=True, slots=True)
class Wants:
    """The question to all seats whether they want one of the last buildings (MO-B3)."""

    building: Building
    said: Mapping[int, tuple[int, ...]]
    """The answers by seat: the position of the street for each wanted building, in order."""
    asked: tuple[int, ...]
    """The seats that could build and have not answered yet."""

    def decision(self, state: MonopolyState) -> PendingDecision:
        """Return the pending decision of the seats that have not answered yet."""
        names = together(map(state.name, self.asked))
        if self.building == "house":
            sentence = say("{names}: who wants the last houses?", names=names)
            return PendingDecision(sentence.to_you("The last houses: do you want one?"), self.asked)
        sentence = say("{names}: who wants the last hotels?", names=names)
        return PendingDecision(sentence.to_you("The last hotels: do you want one?"), self.asked)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a deal: the properties, keys and money that two players exchange (MO-D1)."""

    seat: int
    """The seat that makes the offer."""
    other: int
    """The seat that accepts or declines the offer."""
    gives: tuple[int, ...] = ()
    """Positions of the properties that ``seat`` gives."""
    takes: tuple[int, ...] = ()
    """Positions of the properties that ``seat`` gets."""
    pays: int = 0
    """Money that ``seat`` gives."""
    asks: int = 0
    """Money that ``seat`` gets."""
    keys_given: int = 0
    """The number of keys that ``seat`` gives."""
    keys_taken: int = 0
    """The number of keys that ``seat`` gets."""
    covers: int | None = None
    """The amount by which the deal reduces the debt of ``seat`` to ``other`` (MO-D3).

    None if the offer is not a payment in property.
    """

    @property
    def terms(self) -> dict[str, Any]:
        """The terms by field name."""
        return {part.name: getattr(self, part.name) for part in fields(Terms)}


@dataclass(frozen=True, slots=True)
class Deal(Terms, FillsNames):
    """An open offer to another player."""

    lifts: tuple[int, ...] = ()
    """Mortgaged properties among ``takes`` whose mortgages ``seat`` lifts at once (MO-M3)."""
    number: int = field(kw_only=True)
    """The number of the offer, counted from 1 at each table."""

    def decision(self, state: MonopolyState, debtors: tuple[int, ...]) -> PendingDecision:
        """Return the pending decision while this offer of property for a debt is open.

        The creditor must answer the offer. Meanwhile, ``debtors`` may still pay in money.
        """
        line = say("{name} offers {other} property for {amount} of debt.", amount=self.covers)
        seats = dict.fromkeys((self.other, *debtors))
        return PendingDecision(self.fill(state, line), tuple(seats))


@dataclass(frozen=True, slots=True)
class MonopolyState(TableState):
    """The state of a Monopoly Travel table."""

    end_rule, order_rule, time_rule = "MO-X3", "MO-S2", "MO-C1"
    called_off = {
        "stage": "over",
        "end": "wealth",  # The greatest wealth wins, as in a timed game (MO-C1, MO-F4).
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
    """Whether the app moves the tokens by the dice."""
    stage: Stage
    deeds: Mapping[int, Deed]
    """The owned properties by position."""
    keys: tuple[int, ...]
    """The number of get-out-of-jail keys by seat."""
    spaces: tuple[int, ...]
    """The positions of the tokens by seat."""
    jail: tuple[int | None, ...]
    """By seat, the number of rolls in jail without a double; None if the seat is not in jail."""
    bankrupt: tuple[int, ...] = ()
    """The bankrupt seats, in the order in which they went bankrupt."""
    auctioneer: int | None = None
    """The bankrupt seat that closes the auctions; None if no player does."""
    turn: int = 0
    """The number of the current turn, counted from 1; 0 before the first turn."""
    turn_seat: int | None = None
    """The seat whose turn it is; None before the first turn."""
    mover: int | None = None
    """The seat that rolled last. The effects of its landing may not be settled yet."""
    dice: tuple[int, ...] = ()
    """The latest roll."""
    doubles: int = 0
    """The number of doubles rolled in this turn."""
    again: bool = False
    """Whether ``mover`` rolls again after this move."""
    moving: bool = False
    """Whether the move of ``mover`` is unfinished."""
    line: tuple[ListName, int] | None = None
    """The printed list that ``mover`` follows, and the total rolled for it (0 before the roll)."""
    claims: tuple[Claim, ...] = ()
    """The rents for which owners may still ask."""
    late: tuple[Claim, ...] = ()
    """The rents that were not asked for in time and have not been collected since."""
    debts: tuple[Debt, ...] = ()
    """The open debts, in the order in which they fell due."""
    debts_opened: int = 0
    """The number of debts opened so far, including those that are settled."""
    sale: Sale | None = None
    sales_opened: int = 0
    """The number of auctions opened so far."""
    estate: tuple[int, ...] = ()
    """The positions of the deeds that the bank still has to auction after bankruptcies."""
    wants: Wants | None = None
    deals: Mapping[int, Deal] = field(default_factory=dict)
    """The open offers by number."""
    deals_opened: int = 0
    """The number of offers made so far."""
    last_deals: Mapping[int, int] = field(default_factory=dict)
    """The number of the latest offer of each seat that has made one."""
    end: End | Literal["wealth"] | None = None
    """Why the game ended; "wealth" if the table was stopped early, None during the game."""
    lessons: tuple[Lesson, ...] = ()
    """The lines of the printed lists that were entered or corrected at this table."""
    learnt: Mapping[str, object] | None = None
    """The copy with the lines entered or corrected at this table, as a record; None without any."""
    dealt: tuple[int, ...] = ()
    """The seats that were dealt deeds in the fast game, once for each deed."""
    rent_automatic: bool | None = None
    """Whether rents are collected automatically; None if the table's settings decide."""
    app_collects: tuple[int, ...] = ()
    """The seats without a phone, whose rents the app collects if the settings say so."""

    variant = option[Literal["normal", "fast"]]("variant")
    """The variant of the rules; for the fast game see MO-F1 to MO-F3."""
    minutes = option[int | None]("minutes")
    """The agreed playing time in minutes; None for a game without a clock (MO-C1)."""
    has_pot = option[bool]("pot", before=False)
    """Whether taxes and fines are collected on Free Parking (MO-P1)."""

    @property
    def is_rent_automatic(self) -> bool:
        """Whether the app collects all rents automatically."""
        if self.rent_automatic is None:
            return self.setup.options["rent"] == "automatic"
        return self.rent_automatic

    @property
    def most_houses(self) -> int:
        """The number of houses that a street needs before a hotel can be built."""
        return HOUSES_FOR_A_HOTEL[self.variant]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that are not bankrupt, clockwise."""
        return tuple(seat for seat in self.seats if seat not in self.bankrupt)

    @property
    def here(self) -> tuple[int, ...]:
        """The seats that are not bankrupt. A player who left the table counts as bankrupt."""
        return self.active

    @property
    def interruption(self) -> Debt | Sale | Wants | None:
        """The debt, auction or question that interrupts the turn, or None.

        If there are several, this is the one that must be settled first.
        """
        return next(iter(self.debts), None) or self.sale or self.wants

    @property
    def is_between_turns(self) -> bool:
        """Whether the previous turn is finished, so that the next roll begins a new one."""
        is_running = self.doubles or self.moving or self.interruption
        return self.stage == "roll" and not is_running

    @property
    def awaits_count(self) -> bool:
        """Whether the app has marked the end of the time, and the last turn is over (MO-C1)."""
        return self.timer is not None and self.timer.is_up and self.is_between_turns

    def asked_at(self, stage: Stage) -> int | None:
        """Return the seat that must act now if the turn is at the given stage.

        Return None if the turn is at another stage or is interrupted.
        """
        if self.stage != stage or self.interruption or self.awaits_count:
            return None
        return self.turn_seat if stage == "roll" else self.mover

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats that are not bankrupt, clockwise from a seat."""
        return tuple(other for other in self.clockwise_from(seat)[1:] if other not in self.bankrupt)

    def owner(self, position: int) -> int | None:
        """Return the seat that owns a property, or None if the bank owns it."""
        deed = self.deeds.get(position)
        return None if deed is None else deed.owner

    def level(self, position: int) -> int:
        """Return the number of houses on a property, or ``most_houses + 1`` for a hotel."""
        deed = self.deeds.get(position)
        if deed is None:
            return 0
        return self.most_houses + 1 if deed.hotel else deed.houses

    def owned(self, seat: int) -> tuple[Space, ...]:
        """Return the properties of a seat, in board order."""
        return tuple(self.board[position] for position in self.deeds_of(seat))

    def deeds_of(self, seat: int) -> Mapping[int, Deed]:
        """Return a seat's deeds by position, in board order."""
        return _deeds_by_owner(IdentityKey(self.deeds)).get(seat, {})

    def owns_group(self, seat: int, position: int) -> bool:
        """Return whether a seat owns the whole group to which a property belongs."""
        return self.deeds_of(seat).keys() >= set(group_places(position))

    def has_buildings(self, position: int) -> bool:
        """Return whether any street in a property's group has buildings."""
        return any(self.level(place) for place in group_places(position))

    @property
    def unsold(self) -> tuple[Space, ...]:
        """The properties that nobody owns, in board order."""
        return tuple(space for space in self.board.properties if space.position not in self.deeds)

    @property
    def undealt_seats(self) -> tuple[int, ...]:
        """The seats that still have to be dealt deeds in the fast game (MO-F1)."""
        return tuple(seat for seat in self.active if self.dealt.count(seat) < DEEDS_DEALT)

    @property
    def houses_left(self) -> int:
        return HOUSES - sum(deed.houses for deed in self.deeds.values())

    @property
    def hotels_left(self) -> int:
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
        """Return the number of houses or hotels left in the bank."""
        return self.houses_left if building == "house" else self.hotels_left

    def debts_of(self, seat: int) -> tuple[Debt, ...]:
        """Return the debts of a seat, in the order in which it must pay them."""
        return tuple(debt for debt in self.debts if debt.debtor == seat)

    def names(self, positions: Iterable[int]) -> tuple[Words, ...]:
        """Return the names of the spaces at the given positions."""
        return tuple(self.board[position].words for position in positions)


@lru_cache(maxsize=128)
def _deeds_by_owner(key: IdentityKey[Mapping[int, Deed]]) -> Mapping[int, Mapping[int, Deed]]:
    """Return each owner's deeds by position, in board order.

    The result is cached, because few steps change the deeds.
    """
    found: dict[int, dict[int, Deed]] = {}
    for position, deed in sorted(key.state.items(), key=itemgetter(0)):
        found.setdefault(deed.owner, {})[position] = deed
    return found


Pending = PendingEvents[MonopolyState]


@dataclass(frozen=True, slots=True)
class TurnAction(SeatAction[MonopolyState]):
    """Base class for actions that are legal only for the seat that must act at ``stage``."""

    stage: ClassVar[Stage]

    @classmethod
    def may_be_legal(cls, state: MonopolyState, seat: int | None) -> bool:
        return seat == state.asked_at(cls.stage)


def require_seat(state: MonopolyState, seat: int | None) -> int:
    """Return the seat if it still plays; otherwise raise ``unknown_seat`` or ``seat_bankrupt``."""
    sitting = table.require_seat(state, seat, "MO-S2")
    if sitting in state.bankrupt:
        sentence = say("{name} is bankrupt and out.").to_you("You are bankrupt and out.")
        raise table.refusal_about(state, sitting, "seat_bankrupt", "MO-X1", sentence)
    return sitting


def require_player(state: MonopolyState, seat: int) -> None:
    """Raise a refusal unless the seat still plays and the game is running.

    Raises ``unknown_seat``, ``seat_bankrupt`` or ``game_over``.
    """
    require_seat(state, seat)
    require_running(state)


def not_now(state: MonopolyState, rule: str) -> Refusal:
    """Return the refusal ``not_now``, which contains the prompt of the pending decision."""
    return table.not_now(rule, waiting(state))


def waiting(state: MonopolyState) -> PendingDecision:
    """Return the pending decision.

    A decision without seats is made by the banker. After the end, there is nothing to decide.
    """
    if state.stage == "over":
        return PendingDecision(say("The game is over."))
    if state.interruption is not None:
        return state.interruption.decision(state)
    if state.awaits_count:
        return PendingDecision(to_count(state))
    if state.stage == "deal":
        return PendingDecision(say("Deal two properties to each player."), state.undealt_seats)
    if state.stage == "start":
        return PendingDecision(say("Everyone rolls two dice. The highest total begins."))
    seat = not_none(state.turn_seat if state.stage == "roll" else state.mover)
    return PendingDecision(_turn_prompt(state, seat), (seat,))


def to_count(state: MonopolyState) -> Sentence:
    """Return the prompt after the last turn: open rents first, then the count of the wealth."""
    if state.claims:
        return say("Time is up. Open rent still counts: collect it first.")
    return say("Time is up. The banker taps “{button}”.", button=COUNT)


def _turn_prompt(state: MonopolyState, seat: int) -> Sentence:
    name, space = state.name(seat), state.board[state.spaces[seat]].words
    if state.stage == "space":
        sentence = say("Where is {name}’s token?", name=name)
        return sentence.to_you("Where is your token?")
    if state.stage == "buy":
        sentence = say("{name} buys {space} or auctions it.", name=name, space=space)
        return sentence.to_you("Buy {space} or auction it.")
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
    if state.jail[seat] is not None and not state.keys[seat]:
        sentence = say("{name} is in jail and rolls for a double or pays the bail.", name=name)
        return sentence.to_you("You are in jail: roll for a double or pay the bail.")
    if state.jail[seat] is not None:
        sentence = say(
            "{name} is in jail and rolls for a double, uses a key or pays the bail.", name=name
        )
        return sentence.to_you("You are in jail: roll for a double, use a key or pay the bail.")
    if state.doubles:
        sentence = say("{name} rolls again after the double.", name=name)
        return sentence.to_you("A double: roll again.")
    return say("{name} rolls two dice.", name=name).to_you("Roll two dice.")


def require_no_debt(state: MonopolyState, seat: int | None = None) -> None:
    """Raise ``debt_open`` while any seat owes money.

    seat: if given, only the debts of this seat count.
    """
    debts = state.debts
    sentence = say("{name} must pay {amount} first.").to_you("Pay {amount} first.")
    if seat is not None:
        sentence = say("Pay {amount} first. Until then, you can only raise money.")
        debts = state.debts_of(seat)
    if debts:
        raise Refusal("debt_open", "MO-X1", debts[0].fill(state, sentence), (debts[0].debtor,))


def require_free(state: MonopolyState, rule: str, seat: int | None = None) -> None:
    """Raise a refusal if the game is over or the turn is interrupted.

    seat: if given, only the debts of this seat count, as for actions outside the turn.
    Raises ``game_over``, ``debt_open`` or ``not_now``.
    """
    require_running(state)
    require_no_debt(state, seat)
    if state.sale is not None or state.wants is not None:
        raise not_now(state, rule)


def require_stage(state: MonopolyState, seat: int, stage: Stage, rule: str) -> None:
    """Raise a refusal unless it is the seat's turn and the turn is at this stage.

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``debt_open``, ``not_now``,
    ``time_over`` or ``not_your_turn``.
    """
    require_seat(state, seat)
    require_free(state, rule)
    if state.stage != stage:
        raise not_now(state, rule)
    if stage == "roll" and state.awaits_count:
        raise Refusal("time_over", "MO-C1", to_count(state))
    whose = state.turn_seat if stage == "roll" else state.mover
    if seat != whose:
        sentence = say("It is {name}’s turn.").to_you("It is your turn.")
        raise table.refusal_about(state, not_none(whose), "not_your_turn", rule, sentence)


def require_money(state: MonopolyState, seat: int, amount: int, rule: str) -> None:
    """Raise ``not_enough_money`` if the seat has less cash than the amount."""
    cash = state.money(seat)
    if cash < amount:
        sentence = say(
            "That costs {amount}, and you have {cash}. Raise money first.", amount=amount, cash=cash
        )
        raise Refusal("not_enough_money", rule, sentence)


def require_space(space: int) -> None:
    """Raise ``unknown_space`` unless the position is on the board, from 0 to 39."""
    if not 0 <= space < SPACES:
        raise Refusal(
            "unknown_space",
            PRINTED,
            say(
                "There is no space {space}. Spaces are numbered 0 to {last}.", space=space, last=39
            ),
        )


def require_property(state: MonopolyState, position: int) -> Space:
    """Return the property at a position, or raise ``unknown_space`` or ``not_a_property``."""
    require_space(position)
    space = state.board[position]
    if not space.is_property:
        raise Refusal("not_a_property", PRINTED, say("{name} cannot be owned.", name=space.words))
    return space


def require_own(state: MonopolyState, seat: int, position: int, rule: str) -> Deed:
    """Return the deed at a position, or raise ``not_your_property`` unless the seat owns it.

    Also raises ``unknown_space`` and ``not_a_property``.
    """
    space = require_property(state, position)
    deed = state.deeds.get(position)
    if deed is None or deed.owner != seat:
        sentence = say("{name} does not own {space}.", space=space.words)
        sentence = sentence.to_you("You do not own {space}.")
        raise table.refusal_about(state, seat, "not_your_property", rule, sentence)
    return deed


def require_group(state: MonopolyState, group: str) -> tuple[int, ...]:
    """Return the positions of the streets in a colour group, or raise ``unknown_group``."""
    positions = groups().get(group, ())
    if not positions or not state.board[positions[0]].is_street:
        raise Refusal("unknown_group", PRINTED, say("There is no such colour group."))
    return positions


@cache
def groups() -> Mapping[str, tuple[int, ...]]:
    """Return the positions of the properties in each group, by name of the group.

    Groups and positions are in board order. Every copy has the same groups.
    """
    names = dict.fromkeys(group for _, group in layout() if group is not None)
    return {
        name: tuple(place for place, (_, group) in enumerate(layout()) if group == name)
        for name in names
    }


@cache
def group_places(position: int) -> tuple[int, ...]:
    """Return the positions of all properties in a property's group, including the property.

    Raises KeyError if the space is not a property.
    """
    return groups()[layout()[position][1] or ""]


def with_deed(state: MonopolyState, position: int, deed: Deed) -> MonopolyState:
    return replace(state, deeds={**state.deeds, position: deed})


def with_space(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    return replace(state, spaces=(*state.spaces[:seat], space, *state.spaces[seat + 1 :]))

"""The state of a table of Big Shot, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from companion.games.big_shot.board import (
    CERTIFICATES,
    CUBES_IN_A_LOT,
    CUBES_OF_A_COLOUR,
    TURNS,
    BigShotCopy,
    colour_words,
    copy_from_record,
    pile_words,
    require_same_lots,
)
from companion.mechanics.auction import Auction
from companion.mechanics.corrections import Correct, CountCash
from companion.mechanics.event_sourcing import Action, Event
from companion.mechanics.ledger import BANK, Ledger
from companion.mechanics.table import Setup, TableState, option
from companion.mechanics.words import Sentence, say

Stage = Literal["lead", "roll", "auction", "pay", "place", "settle", "over"]
Edition = Literal["it", "fr"]


@dataclass(frozen=True, slots=True)
class Sold:
    """A lot that was sold or settled, with the cubes that decided it."""

    owner: str | None
    """The colour that owns it; None: nobody."""
    counts: Mapping[str, int]
    cancelled: tuple[int, ...] = ()
    """The tied counts above the owner's."""
    is_by_hand: bool = False
    """Whether the banker named the owner."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Money that a seat had to show after a bid it could not pay (BS-V3)."""

    seat: int
    purses: Mapping[str, int]
    """By colour."""


@dataclass(frozen=True, slots=True)
class BigShotState(TableState):
    """The state of a table of Big Shot."""

    end_rule = "BS-F2"
    called_off = {"stage": "over", "auction": None, "winner": None, "price": 0}
    certificates = CERTIFICATES
    setup: Setup
    copy: BigShotCopy
    colours: tuple[str, ...]
    ledger: Ledger
    tracking: str
    """"full" where the app follows every cube, "light" where only the table does."""
    loans: Mapping[str, int]
    """The number of certificates by purse account."""
    purses: tuple[tuple[tuple[str, str], ...], ...]
    """By seat, its pairs of colour and account."""
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The cubes on unsold lots; where cubes are not followed, only what was last known."""
    sold: Mapping[str, Sold] = field(default_factory=dict)
    stage: Stage = "lead"
    turn: int = 0
    """The turn under way, from 1; 0 before somebody leads."""
    leader: int | None = None
    die: int | None = None
    auction: Auction | None = None
    borrowed: frozenset[str] = frozenset()
    """The purses that borrowed this turn."""
    asked: frozenset[int] = frozenset()
    """The seats that borrowed since the auction began."""
    winner: int | None = None
    price: int = 0
    """What the winner has still to pay."""
    open_purses: frozenset[int] = frozenset()
    """The seats whose hidden money stays open (BS-V3, it)."""
    shown: Shown | None = None
    """The last hidden money that was shown."""

    edition = option[Edition]("edition")
    """The edition of the rule book that the table plays by."""
    is_hidden = option[bool]("hidden_money")
    """Whether the table plays with hidden money (BS-V1)."""

    @property
    def has_two_purses(self) -> bool:
        """Whether each seat keeps a purse for each of two colours (BS-2a)."""
        return len(self.setup.seats) == 2

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and nothing is missing for the final scores.

        A game that was stopped before any lot had an owner needs no printed values.
        """
        if self.stage != "over":
            return False
        return self.copy.is_complete or (self.is_stopped and not self.is_any_lot_owned)

    @property
    def is_any_lot_owned(self) -> bool:
        """Whether any lot belongs to a colour."""
        return any(sold.owner is not None for sold in self.sold.values())

    @property
    def has_unknown_cubes(self) -> bool:
        """Whether the banker gave a lot to somebody by hand, with cubes that were not counted."""
        return any(sold.is_by_hand for sold in self.sold.values())

    @property
    def is_settled(self) -> bool:
        """Whether every lot is settled that needs it, where cubes are not followed.

        Then all cubes are on settled lots; where some cubes are unknown, every lot is settled.
        """
        is_complete = self.has_unknown_cubes and len(self.sold) == len(self.copy.lots)
        return is_complete or not any(self.cubes_left().values())

    @property
    def lacks_names(self) -> bool:
        """Whether the app needs the lots' printed values before it can follow the first cube.

        A table that has cubes on lots without values goes on with their letters.
        """
        if self.tracking != "full" or self.copy.is_named:
            return False
        return not any(self.cubes_used().values())

    @property
    def dummy(self) -> str | None:
        """The colour that nobody plays, with three players (BS-3)."""
        if len(self.setup.seats) != 3:
            return None
        played = {colour for seat in self.setup.seats for colour in seat.colours}
        return next((colour for colour in self.colours if colour not in played), None)

    @property
    def turns_finished(self) -> int:
        """The number of turns that are over."""
        is_played = self.stage in ("settle", "over") and not self.is_stopped
        return TURNS if is_played else max(self.turn - 1, 0)

    @property
    def squares_emptied(self) -> int:
        """The number of squares whose cubes were taken, those being placed included."""
        return self.turns_finished + (self.stage == "place")

    def account(self, seat: int, colour: str) -> str:
        """Return the account of a seat's colour."""
        return dict(self.purses[seat])[colour]

    def money(self, seat: int) -> int:
        """Return the most that one purse of a seat can pay (BS-A4, BS-2c)."""
        most = 0
        for _, account in self.purses[seat]:
            most = max(most, self.ledger.balances[account])
        return most

    def highest_bid(self, seat: int) -> int | None:
        """Return the most that a seat may bid, None where hidden money sets no limit (BS-V3)."""
        if self.is_hidden and seat not in self.open_purses:
            return None
        return self.money(seat)

    def seat_with(self, colour: str | None) -> int | None:
        """Return the seat that plays a colour, None if nobody does."""
        for number, seat in enumerate(self.setup.seats):
            if colour in seat.colours:
                return number
        return None

    def lot_counts(self, lot: str) -> Mapping[str, int]:
        """Return the known cubes on a lot; of a sold lot, those at its sale."""
        return self.sold[lot].counts if lot in self.sold else self.counts.get(lot, {})

    def cubes_used(self) -> dict[str, int]:
        """Return the number of cubes of each colour that are known to be on lots."""
        used = dict.fromkeys(self.colours, 0)
        piles = [sold.counts for sold in self.sold.values()]
        if self.tracking == "full":
            piles.extend(self.counts.values())
        for pile in piles:
            for colour, count in pile.items():
                used[colour] += count
        return used

    def cubes_left(self) -> dict[str, int]:
        """Return the number of cubes of each colour that are not on lots yet."""
        return {colour: CUBES_OF_A_COLOUR - used for colour, used in self.cubes_used().items()}

    def room(self, lot: str) -> int:
        """Return the number of cubes a lot can still take; where they are not followed, at most."""
        if lot in self.sold:
            return 0
        known = sum(self.counts.get(lot, {}).values()) if self.tracking == "full" else 0
        return CUBES_IN_A_LOT - known

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat may not learn (BS-V1); None: a viewer.

        The bank's balance is hidden too: with two players it would reveal the other's money.
        """
        if not self.is_hidden or self.is_over:
            return frozenset()
        others = [other for other in self.seats if other not in self.open_purses | {seat}]
        accounts = {account for other in others for _, account in self.purses[other]}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the account that must keep the amount of a bid that rests on it.

        With two players it is enough that either purse of the seat still covers the bid (BS-2c).
        With hidden money nothing is kept, because that would reveal the balance.
        """
        seat, amount = self._owing()
        if seat is None or not amount or self.is_hidden:
            return {}
        accounts = [account for _, account in self.purses[seat]]
        covering = [account for account in accounts if self.ledger.can_pay(account, amount)]
        left = {account: self._left_in(account, correction) for account in accounts}
        if not covering or max(left.values()) >= amount:
            return {}
        return {max(covering, key=left.__getitem__): amount}

    def _owing(self) -> tuple[int | None, int]:
        """Return the winner or the seat whose bid stands, and the amount."""
        if self.stage != "auction":
            return self.winner, self.price
        assert self.auction is not None
        standing = self.auction.standing
        return (None, 0) if standing is None else (standing.seat, standing.amount)

    def _left_in(self, account: str, correction: Action) -> int:
        """Return the balance of an account after a correction."""
        balance = self.ledger.balances[account]
        if isinstance(correction, CountCash):
            return correction.amounts.get(account, balance)
        assert isinstance(correction, Correct)
        if account == correction.source:
            return balance - correction.amount
        return balance + correction.amount if account == correction.target else balance

    def account_names(self) -> Mapping[str, Sentence]:
        """Return the names of all accounts; with two purses each has its colour's name."""
        if not self.has_two_purses:
            return TableState.account_names(self)
        purses = {
            account: say("{name}, {colour}", name=self.name(seat), colour=colour_words(colour))
            for seat in self.seats
            for colour, account in self.purses[seat]
        }
        return {BANK: say("the bank"), **purses}


def owner_words(state: BigShotState, colour: str) -> Sentence | str:
    """Return a colour with the name of its player or, with three players, "the dummy" (BS-3)."""
    seat = state.seat_with(colour)
    if seat is None:
        return say("{colour} (the dummy)", colour=colour_words(colour))
    return say("{name} ({colour})", colour=colour_words(colour), name=state.name(seat))


@dataclass(frozen=True, slots=True)
class CubeEvent(Event[BigShotState]):
    """An event about cubes and lots, whose line names them as people do."""

    begins_with_lot: ClassVar[bool] = True
    """Whether its line begins with the lot, rather than naming it within the sentence."""

    def display_value(self, state: BigShotState, name: str) -> object:
        value: Any = Event.display_value(self, state, name)
        if name == "lot":
            return state.copy.titled(value) if self.begins_with_lot else state.copy.named(value)
        if name == "counts":
            return pile_words(value) or say("empty")
        if name == "owner":
            return owner_words(state, value)
        return colour_words(value) if name == "colour" else value


def put_right(state: BigShotState, record: Mapping[str, object]) -> BigShotState:
    """Return the state with corrected printed numbers; raises ``lots_renamed``."""
    corrected = copy_from_record(record)
    require_same_lots(state.copy, corrected)
    return replace(state, copy=corrected, setup=replace(state.setup, copy=record))

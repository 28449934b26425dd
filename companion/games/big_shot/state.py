"""A table of Big Shot as it stands, and the plain questions one can ask it."""

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


@dataclass(frozen=True, slots=True)
class Sold:
    """A lot that has its owner (None: nobody), with the cubes that decided it.

    cancelled: the tied counts above the owner's. is_by_hand: the banker said so.
    """

    owner: str | None
    counts: Mapping[str, int]
    cancelled: tuple[int, ...] = ()
    is_by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Money that a seat had to show after a bid it could not pay (BS-V3), by colour."""

    seat: int
    purses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BigShotState(TableState):
    """A table of Big Shot.

    turn: the turn under way, 0 before somebody leads. counts: cubes on unsold lots; where cubes
    are not followed, only what was last known. loans: certificates by purse account. purses: by
    seat, its pairs of colour and account.
    borrowed: purses that borrowed this turn. asked: seats that borrowed since the auction began.
    price: what the winner owes. open_purses: seats whose hidden money stays open (BS-V3, it).
    shown: the last such money.
    """

    end_rule = "BS-F2"
    called_off = {"stage": "over", "auction": None, "winner": None, "price": 0}
    certificates = CERTIFICATES
    setup: Setup
    copy: BigShotCopy
    colours: tuple[str, ...]
    ledger: Ledger
    tracking: str
    loans: Mapping[str, int]
    purses: tuple[tuple[tuple[str, str], ...], ...]
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    sold: Mapping[str, Sold] = field(default_factory=dict)
    stage: Stage = "lead"
    turn: int = 0
    leader: int | None = None
    die: int | None = None
    auction: Auction | None = None
    borrowed: frozenset[str] = frozenset()
    asked: frozenset[int] = frozenset()
    winner: int | None = None
    price: int = 0
    open_purses: frozenset[int] = frozenset()
    shown: Shown | None = None

    edition = option[str]("edition")
    """The rule book the table plays by: "it" or "fr"."""
    is_hidden = option[bool]("hidden_money")
    """Whether the table plays with hidden money (BS-V1)."""

    @property
    def has_two_purses(self) -> bool:
        """Whether each seat keeps a purse for each of two colours (BS-2a)."""
        return len(self.setup.seats) == 2

    @property
    def is_over(self) -> bool:
        """Whether the final account can be made: the game has ended and the copy is complete.

        Of a game that was stopped before anybody had a lot the printed values tell nothing.
        """
        if self.stage != "over":
            return False
        return self.copy.is_complete or (self.is_stopped and not self.is_any_lot_owned)

    @property
    def is_any_lot_owned(self) -> bool:
        """Whether somebody's colour has a lot."""
        return any(sold.owner is not None for sold in self.sold.values())

    @property
    def has_unknown_cubes(self) -> bool:
        """Whether the banker gave a lot to somebody by hand, with cubes that nobody counted."""
        return any(sold.is_by_hand for sold in self.sold.values())

    @property
    def is_settled(self) -> bool:
        """Whether no lot is left to be settled where cubes are not followed.

        All cubes are on settled lots; or, where some are unknown, every lot is settled.
        """
        is_complete = self.has_unknown_cubes and len(self.sold) == len(self.copy.lots)
        return is_complete or not any(self.cubes_left().values())

    @property
    def lacks_names(self) -> bool:
        """Whether lots must be told by their values before the app can follow the first cube.

        A table that has cubes on lots without values goes on with their letters.
        """
        if self.tracking != "full" or self.copy.is_named:
            return False
        return not any(self.cubes_used().values())

    @property
    def dummy(self) -> str | None:
        """The colour nobody has, with three players (BS-3)."""
        if len(self.setup.seats) != 3:
            return None
        played = {colour for seat in self.setup.seats for colour in seat.colours}
        return next((colour for colour in self.colours if colour not in played), None)

    @property
    def turns_finished(self) -> int:
        """How many turns are over."""
        is_played = self.stage in ("settle", "over") and not self.is_stopped
        return TURNS if is_played else max(self.turn - 1, 0)

    @property
    def squares_emptied(self) -> int:
        """How many squares' cubes were taken, the winner's who is placing them included."""
        return self.turns_finished + (self.stage == "place")

    def account(self, seat: int, colour: str) -> str:
        """Return the account that pays for a seat's colour."""
        return dict(self.purses[seat])[colour]

    def money(self, seat: int) -> int:
        """Return the most that one purse of a seat can pay (BS-A4, BS-2c)."""
        most = 0
        for _, account in self.purses[seat]:
            most = max(most, self.ledger.balances[account])
        return most

    def highest_bid(self, seat: int) -> int | None:
        """Return the most a seat may bid, None where the app does not stop it (BS-V3)."""
        if self.is_hidden and seat not in self.open_purses:
            return None
        return self.money(seat)

    def seat_with(self, colour: str | None) -> int | None:
        """Return the seat that plays a colour; None for the dummy's and for nobody."""
        for number, seat in enumerate(self.setup.seats):
            if colour in seat.colours:
                return number
        return None

    def lot_counts(self, lot: str) -> Mapping[str, int]:
        """Return the cubes known to lie, or to have lain at the sale, on a lot."""
        return self.sold[lot].counts if lot in self.sold else self.counts.get(lot, {})

    def cubes_used(self) -> dict[str, int]:
        """Return how many cubes of each colour are known to be out of the squares."""
        used = dict.fromkeys(self.colours, 0)
        piles = [sold.counts for sold in self.sold.values()]
        if self.tracking == "full":
            piles.extend(self.counts.values())
        for pile in piles:
            for colour, count in pile.items():
                used[colour] += count
        return used

    def cubes_left(self) -> dict[str, int]:
        """Return how many cubes of each colour can still be met."""
        return {colour: CUBES_OF_A_COLOUR - used for colour, used in self.cubes_used().items()}

    def room(self, lot: str) -> int:
        """Return how many cubes a lot can still take; where they are not followed, at most."""
        if lot in self.sold:
            return 0
        known = sum(self.counts.get(lot, {}).values()) if self.tracking == "full" else 0
        return CUBES_IN_A_LOT - known

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat may not learn (BS-V1); None: an onlooker.

        The bank's balance is hidden too: with two players it would tell the other's purse.
        """
        if not self.is_hidden or self.is_over:
            return frozenset()
        others = [other for other in self.seats if other not in self.open_purses | {seat}]
        accounts = {account for other in others for _, account in self.purses[other]}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the account that must keep what is bid, where no purse of the seat would cover it.

        With two players one of a seat's two purses must still cover its bid, whichever (BS-2c).
        With hidden money nothing is kept, because that would tell the purse.
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
        """Return the seat whose bid stands or who won, and what it bid."""
        if self.stage != "auction":
            return self.winner, self.price
        assert self.auction is not None
        standing = self.auction.standing
        return (None, 0) if standing is None else (standing.seat, standing.amount)

    def _left_in(self, account: str, correction: Action) -> int:
        held = self.ledger.balances[account]
        if isinstance(correction, CountCash):
            return correction.amounts.get(account, held)
        assert isinstance(correction, Correct)
        if account == correction.source:
            return held - correction.amount
        return held + correction.amount if account == correction.target else held

    def account_names(self) -> Mapping[str, Sentence]:
        """Return what every account is called; with two purses each has its colour's name."""
        if not self.has_two_purses:
            return TableState.account_names(self)
        purses = {
            account: say("{name}, {colour}", name=self.name(seat), colour=colour_words(colour))
            for seat in self.seats
            for colour, account in self.purses[seat]
        }
        return {BANK: say("the bank"), **purses}


def owner_words(state: BigShotState, colour: str) -> Sentence | str:
    """Return a colour with the name of its player, or that it is the dummy's (BS-3)."""
    seat = state.seat_with(colour)
    if seat is None:
        return say("{colour} (the dummy)", colour=colour_words(colour))
    return say("{name} ({colour})", colour=colour_words(colour), name=state.name(seat))


@dataclass(frozen=True, slots=True)
class CubeEvent(Event):
    """What happened with cubes and lots, told as people call them.

    begins_with_lot: whether its line begins with the lot; else that stands inside the sentence.
    """

    begins_with_lot: ClassVar[bool] = True

    def display_value(self, state: BigShotState, name: str) -> object:
        said: Any = Event.display_value(self, state, name)
        if name == "lot":
            return state.copy.titled(said) if self.begins_with_lot else state.copy.named(said)
        if name == "counts":
            return pile_words(said) or say("empty")
        if name == "owner":
            return owner_words(state, said)
        return colour_words(said) if name == "colour" else said


def put_right(state: BigShotState, record: Mapping[str, object]) -> BigShotState:
    """Return the state on a copy with other figures; raises ``lots_renamed``."""
    corrected = copy_from_record(record)
    require_same_lots(state.copy, corrected)
    return replace(state, copy=corrected, setup=replace(state.setup, copy=record))

"""The state of a Big Shot table, and values derived from it."""

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
from companion.mechanics.actions.base import Action, Event
from companion.mechanics.auctions.auction import Auction
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.corrections import Correct, CountCash
from companion.mechanics.money.ledger import BANK, Ledger
from companion.mechanics.play.table import Setup, TableState, option

Stage = Literal["lead", "roll", "auction", "pay", "place", "settle", "over"]
Edition = Literal["it", "fr"]


@dataclass(frozen=True, slots=True)
class Sold:
    """A lot that was sold or settled, with the cubes that decided it."""

    owner: str | None
    """The colour that owns the lot; None if nobody does."""
    counts: Mapping[str, int]
    """The number of cubes of each colour on the lot."""
    cancelled: tuple[int, ...] = ()
    """The tied counts above the owner's, which cancel each other out."""
    is_by_hand: bool = False
    """Whether the banker assigned the owner in a correction."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The money that a seat had to show because it could not pay its winning bid (BS-V3)."""

    seat: int
    purses: Mapping[str, int]
    """The amount in millions, by colour."""


@dataclass(frozen=True, slots=True)
class BigShotState(TableState):
    """The state of a Big Shot table."""

    end_rule, order_rule = "BS-F2", "BS-S2"
    called_off = {"stage": "over", "auction": None, "winner": None, "price": 0}
    certificates = CERTIFICATES
    setup: Setup
    copy: BigShotCopy
    colours: tuple[str, ...]
    """The four colours of the cubes."""
    ledger: Ledger
    tracking: str
    """"full" if the app tracks every cube, "light" if the cubes are only on the real board."""
    loans: Mapping[str, int]
    """The number of loan certificates of each purse, by account."""
    purses: tuple[tuple[tuple[str, str], ...], ...]
    """Each seat's pairs of colour and account."""
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The cubes on each unsold lot, by colour; possibly outdated with "light" tracking."""
    sold: Mapping[str, Sold] = field(default_factory=dict)
    """The lots that are sold or settled, by name."""
    stage: Stage = "lead"
    turn: int = 0
    """The current turn, counted from 1; 0 before the first leader is chosen."""
    leader: int | None = None
    """The seat that leads the current turn."""
    die: int | None = None
    """The leader's roll in the current turn; None before the roll."""
    auction: Auction | None = None
    borrowed: frozenset[str] = frozenset()
    """The accounts that have borrowed this turn."""
    asked: frozenset[int] = frozenset()
    """The seats that have borrowed since the auction last started."""
    winner: int | None = None
    """The seat that won this turn's cubes."""
    price: int = 0
    """The amount that the winner still has to pay."""
    open_purses: frozenset[int] = frozenset()
    """The seats whose money is no longer hidden (BS-V3, edition "it")."""
    shown: Shown | None = None
    """The money that a seat had to show this turn (BS-V3); None if no seat had to."""

    edition = option[Edition]("edition")
    """The edition of the rule book in use: "it" or "fr"."""
    is_hidden = option[bool]("hidden_money")
    """Whether the table plays with hidden money (BS-V1)."""

    @property
    def has_two_purses(self) -> bool:
        """Whether each seat has two purses, one per colour (BS-2a)."""
        return len(self.setup.seats) == 2

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and the final scores can be computed.

        The scores need the printed numbers, unless the game was stopped before any lot was owned.
        """
        if self.stage != "over":
            return False
        return self.copy.is_complete or (self.is_stopped and not self.is_any_lot_owned)

    @property
    def is_any_lot_owned(self) -> bool:
        return any(sold.owner is not None for sold in self.sold.values())

    @property
    def has_unknown_cubes(self) -> bool:
        """Whether the banker assigned the owner of any lot, whose cubes may then be unknown."""
        return any(sold.is_by_hand for sold in self.sold.values())

    @property
    def is_settled(self) -> bool:
        """Whether enough lots are settled to end the game with "light" tracking.

        Either all cubes are on settled lots or, if some cubes are unknown, all lots are settled.
        """
        is_complete = self.has_unknown_cubes and len(self.sold) == len(self.copy.lots)
        return is_complete or not any(self.cubes_left().values())

    @property
    def lacks_names(self) -> bool:
        """Whether lots need their printed values before they can take cubes.

        This applies only with "full" tracking, until the first cube is on the board. From then on,
        lots without a value are identified by their letters.
        """
        if self.tracking != "full" or self.copy.is_named:
            return False
        return not any(self.cubes_used().values())

    @property
    def dummy(self) -> str | None:
        """The colour that nobody plays in a three-player game, otherwise None (BS-3)."""
        if len(self.setup.seats) != 3:
            return None
        played = {colour for seat in self.setup.seats for colour in seat.colours}
        return next((colour for colour in self.colours if colour not in played), None)

    @property
    def turns_finished(self) -> int:
        """The number of finished turns."""
        is_played = self.stage in ("settle", "over") and not self.is_stopped
        return TURNS if is_played else max(self.turn - 1, 0)

    @property
    def squares_emptied(self) -> int:
        """The number of squares emptied so far, including the one whose cubes are being placed."""
        return self.turns_finished + (self.stage == "place")

    def account(self, seat: int, colour: str) -> str:
        """Return the account in which a seat keeps the money of one of its colours."""
        return dict(self.purses[seat])[colour]

    def money(self, seat: int) -> int:
        """Return the balance of a seat's fullest purse (BS-A4, BS-2c)."""
        most = 0
        for _, account in self.purses[seat]:
            most = max(most, self.ledger.balances[account])
        return most

    def highest_bid(self, seat: int) -> int | None:
        """Return the seat's highest allowed bid.

        Returns None if the seat's money is hidden, because there is no limit then (BS-V3).
        """
        if self.is_hidden and seat not in self.open_purses:
            return None
        return self.money(seat)

    def seat_with(self, colour: str | None) -> int | None:
        """Return the seat that plays a colour, or None if nobody does."""
        for number, seat in enumerate(self.setup.seats):
            if colour in seat.colours:
                return number
        return None

    def lot_counts(self, lot: str) -> Mapping[str, int]:
        """Return the known cubes on a lot, by colour.

        For a sold lot, these are the cubes at the time of sale.
        """
        return self.sold[lot].counts if lot in self.sold else self.counts.get(lot, {})

    def cubes_used(self) -> dict[str, int]:
        """Return the number of cubes of each colour known to be on lots."""
        used = dict.fromkeys(self.colours, 0)
        piles = [sold.counts for sold in self.sold.values()]
        if self.tracking == "full":
            piles.extend(self.counts.values())
        for pile in piles:
            for colour, count in pile.items():
                used[colour] += count
        return used

    def cubes_left(self) -> dict[str, int]:
        """Return the number of cubes of each colour not known to be on lots."""
        return {colour: CUBES_OF_A_COLOUR - used for colour, used in self.cubes_used().items()}

    def room(self, lot: str) -> int:
        """Return the number of cubes that a lot can still take.

        With "light" tracking, this is seven for every unsold lot.
        """
        if lot in self.sold:
            return 0
        known = sum(self.counts.get(lot, {}).values()) if self.tracking == "full" else 0
        return CUBES_IN_A_LOT - known

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance is hidden from a seat (BS-V1).

        seat: None for a viewer.

        The bank's balance is hidden too, because in a two-player game it would reveal the other
        player's money.
        """
        if not self.is_hidden or self.is_over:
            return frozenset()
        others = [other for other in self.seats if other not in self.open_purses | {seat}]
        accounts = {account for other in others for _, account in self.purses[other]}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

    def kept_for_bids(self, correction: Action) -> Mapping[str, int]:
        """Return the balance that an account must keep after a correction to cover a bid.

        The result maps at most one account to an amount. It is empty if the correction leaves
        enough. In a two-player game, it is enough that one of the seat's two purses covers the bid
        (BS-2c). Hidden money is not protected, because the refusal would reveal the balance.
        """
        seat, amount = self._payer_and_amount()
        if seat is None or not amount or self.is_hidden:
            return {}
        accounts = [account for _, account in self.purses[seat]]
        covering = [account for account in accounts if self.ledger.can_pay(account, amount)]
        left = {account: self._balance_after(account, correction) for account in accounts}
        if not covering or max(left.values()) >= amount:
            return {}
        return {max(covering, key=left.__getitem__): amount}

    def _payer_and_amount(self) -> tuple[int | None, int]:
        """Return the seat that must be able to pay, and the amount.

        During the auction, these are the highest bidder and the bid. After the auction, they are
        the winner and the price still to be paid. The seat is None if nobody has bid or won.
        """
        if self.stage != "auction":
            return self.winner, self.price
        assert self.auction is not None
        standing = self.auction.standing
        return (None, 0) if standing is None else (standing.seat, standing.amount)

    def _balance_after(self, account: str, correction: Action) -> int:
        """Return the balance of an account after a correction."""
        balance = self.ledger.balances[account]
        if isinstance(correction, CountCash):
            return correction.amounts.get(account, balance)
        assert isinstance(correction, Correct)
        if account == correction.source:
            return balance - correction.amount
        return balance + correction.amount if account == correction.target else balance

    def account_names(self) -> Mapping[str, Sentence]:
        """Return the display names of all accounts.

        In a two-player game, the name of a purse includes its colour.
        """
        if not self.has_two_purses:
            return TableState.account_names(self)
        purses = {
            account: say("{name}, {colour}", name=self.name(seat), colour=colour_words(colour))
            for seat in self.seats
            for colour, account in self.purses[seat]
        }
        return {BANK: say("the bank"), **purses}


def owner_words(state: BigShotState, colour: str) -> Sentence | str:
    """Return the owner's name and colour, or the colour and "the dummy" (BS-3)."""
    seat = state.seat_with(colour)
    if seat is None:
        return say("{colour} (the dummy)", colour=colour_words(colour))
    return say("{name} ({colour})", colour=colour_words(colour), name=state.name(seat))


@dataclass(frozen=True, slots=True)
class CubeEvent(Event[BigShotState]):
    """Base class for events that display lots, cubes, colours or owners in words."""

    begins_with_lot: ClassVar[bool] = True
    """Whether the event's sentence begins with the lot: "Lot 9" instead of "lot 9"."""

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
    """Return the state with the printed numbers replaced.

    Raises ``lots_renamed``.
    """
    corrected = copy_from_record(record)
    require_same_lots(state.copy, corrected)
    return replace(state, copy=corrected, setup=replace(state.setup, copy=record))

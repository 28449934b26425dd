"""A table of Big Shot as it stands, and the plain questions one can ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.big_shot.box import CUBES_IN_A_LOT, CUBES_OF_A_COLOUR, DEBT, TURNS
from companion.games.big_shot.copy import Copy
from companion.mechanics.auction import Auction
from companion.mechanics.game import Setup
from companion.mechanics.ledger import BANK, Ledger, purse

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
class BigShotState:
    """A table of Big Shot.

    turn: the turn under way, 0 before somebody leads. counts: cubes on unsold lots; where cubes
    are not followed, only what was last known. loans: certificates by purse account.
    borrowed: purses that borrowed this turn. asked: seats that borrowed since the auction began.
    price: what the winner owes. open_purses: seats whose hidden money stays open (BS-V3, it).
    """

    setup: Setup
    copy: Copy
    colours: tuple[str, ...]
    ledger: Ledger
    tracking: str
    loans: Mapping[str, int]
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

    @property
    def edition(self) -> str:
        """The rule book the table plays by: "it" or "fr"."""
        return str(self.setup.options["edition"])

    @property
    def is_hidden(self) -> bool:
        """Whether the table plays with hidden money (BS-V1)."""
        return self.setup.options["hidden_money"] is True

    @property
    def has_two_purses(self) -> bool:
        """Whether each seat keeps a purse for each of two colours (BS-2a)."""
        return len(self.setup.seats) == 2

    @property
    def is_over(self) -> bool:
        """Whether the final account can be made: the game has ended and the copy is complete."""
        return self.stage == "over" and self.copy.is_complete

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
        return TURNS if self.stage in ("settle", "over") else max(self.turn - 1, 0)

    @property
    def squares_emptied(self) -> int:
        """How many squares' cubes were taken, the winner's who is placing them included."""
        return self.turns_finished + (self.stage == "place")

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def account(self, seat: int, colour: str) -> str:
        """Return the account that pays for a seat's colour."""
        return purse(seat, colour) if self.has_two_purses else purse(seat)

    def purses(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Return a seat's purses as pairs of colour and account."""
        colours = self.setup.seats[seat].colours
        return tuple((colour, self.account(seat, colour)) for colour in colours)

    def money(self, seat: int) -> int:
        """Return the most that one purse of a seat can pay (BS-A4, BS-2c)."""
        return max(self.ledger.balances[account] for _, account in self.purses(seat))

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

    def next_payout(self, account: str) -> int:
        """Return what the next loan of a purse pays out, 0 or less when none does (BS-L1)."""
        return DEBT - (self.loans[account] + 1)

    def hidden_accounts(self, seat: int | None) -> frozenset[str]:
        """Return the accounts whose balance a seat may not learn (BS-V1); None: an onlooker.

        The bank's balance is hidden too: with two players it would tell the other's purse.
        """
        if not self.is_hidden or self.is_over:
            return frozenset()
        others = [
            number
            for number in range(len(self.setup.seats))
            if number != seat and number not in self.open_purses
        ]
        accounts = {account for number in others for _, account in self.purses(number)}
        return frozenset(accounts | {BANK}) if accounts else frozenset()

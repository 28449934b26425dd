"""What happened to properties: buildings, mortgages, deals, and what the banker put right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.monopoly.state import Building
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.words import say


@dataclass(frozen=True, slots=True)
class Built(Fact):
    """A seat built one house, or the hotel, on a street (MO-B1, MO-B2)."""

    kind: ClassVar[str] = "built"
    seat: int
    position: int
    building: Building
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the price."""
        return (Transfer(purse(self.seat), BANK, self.price, say("building")),)


@dataclass(frozen=True, slots=True)
class BuildingsSold(Fact):
    """A seat sold buildings of a street to the bank: from one level down to another (MO-B4)."""

    kind: ClassVar[str] = "buildings_sold"
    seat: int
    position: int
    before: int
    after: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the half of their price."""
        if not self.amount:
            return ()
        return (Transfer(BANK, purse(self.seat), self.amount, say("buildings sold")),)


@dataclass(frozen=True, slots=True)
class WantsOpened(Fact):
    """Several could want the last buildings; these seats say which they want (MO-B3)."""

    kind: ClassVar[str] = "wants_opened"
    building: Building
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wanted(Fact):
    """A seat said on which streets it wants one; none: it wants none."""

    kind: ClassVar[str] = "wanted"
    seat: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WantsClosed(Fact):
    """Nobody wants more of the buildings, or there are none left."""

    kind: ClassVar[str] = "wants_closed"


@dataclass(frozen=True, slots=True)
class Mortgaged(Fact):
    """A seat mortgaged a property (MO-M1)."""

    kind: ClassVar[str] = "mortgaged"
    seat: int
    position: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the mortgage."""
        return (Transfer(BANK, purse(self.seat), self.amount, say("mortgage")),)


@dataclass(frozen=True, slots=True)
class Lifted(Fact):
    """A seat lifted a mortgage; amount: with the tenth (MO-M2)."""

    kind: ClassVar[str] = "lifted"
    seat: int
    position: int
    amount: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return mortgage and interest."""
        return (Transfer(purse(self.seat), BANK, self.amount, say("mortgage lifted")),)


@dataclass(frozen=True, slots=True)
class DealProposed(Fact):
    """A seat offered another a deal; fields as in ``state.Deal``."""

    kind: ClassVar[str] = "deal_proposed"
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
class DealDeclined(Fact):
    """The other side turned an offer down."""

    kind: ClassVar[str] = "deal_declined"
    number: int
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class DealWithdrawn(Fact):
    """The proposer took an offer back."""

    kind: ClassVar[str] = "deal_withdrawn"
    number: int
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class DealMade(Fact):
    """Both sides agreed: properties, keys and money changed hands (MO-D2)."""

    kind: ClassVar[str] = "deal_made"
    number: int
    seat: int
    other: int
    gives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    pays: int = 0
    asks: int = 0
    keys_given: int = 0
    keys_taken: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """Return what is left to pay when both directions are set off."""
        ends = purse(self.seat), purse(self.other)
        paid = self.pays - self.asks
        if not paid:
            return ()
        source, target = ends if paid > 0 else ends[::-1]
        return (Transfer(source, target, abs(paid), say("deal")),)


@dataclass(frozen=True, slots=True)
class SpaceSet(Fact):
    """The table said where a token really stands."""

    kind: ClassVar[str] = "space_set"
    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class FollowingSet(Fact):
    """From here on the app follows the tokens, or the table says where they stand."""

    kind: ClassVar[str] = "following_set"
    following: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeedSet(Fact):
    """The banker said who has a deed, and which side is up."""

    kind: ClassVar[str] = "deed_set"
    position: int
    owner: int | None
    mortgaged: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BuildingsSet(Fact):
    """The banker said what stands on a group: levels by position."""

    kind: ClassVar[str] = "buildings_set"
    group: str
    levels: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KeysSet(Fact):
    """The banker said how many keys a seat has."""

    kind: ClassVar[str] = "keys_set"
    seat: int
    keys: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class JailSet(Fact):
    """The banker said whether a seat is in jail; rolls: without a double, None if it is free."""

    kind: ClassVar[str] = "jail_set"
    seat: int
    rolls: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TurnSet(Fact):
    """The banker said whose turn it is."""

    kind: ClassVar[str] = "turn_set"
    seat: int
    reason: str = ""


FACTS: tuple[type[Fact], ...] = (
    Built,
    BuildingsSold,
    WantsOpened,
    Wanted,
    WantsClosed,
    Mortgaged,
    Lifted,
    DealProposed,
    DealDeclined,
    DealWithdrawn,
    DealMade,
    SpaceSet,
    FollowingSet,
    DeedSet,
    BuildingsSet,
    KeysSet,
    JailSet,
    TurnSet,
)

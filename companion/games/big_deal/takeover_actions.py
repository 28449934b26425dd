"""What can be asked for in a takeover of Big Deal, from the first price to the won shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.game import Action


@dataclass(frozen=True, slots=True)
class TakeOver(Action):
    """Attack another's open company with laid cards and a price per share (BD-K1)."""

    kind: ClassVar[str] = "take_over"
    seat: int
    group: int
    shares: int
    price: int
    cash_cards: int = 0


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Answer in a takeover with a higher price per share (BD-K2)."""

    kind: ClassVar[str] = "raise"
    seat: int
    price: int


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Leave a takeover to the other (BD-K2)."""

    kind: ClassVar[str] = "give_up"
    seat: int


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Say where the defender puts the laid shares he has won (BD-K4).

    into_hand: how many of them, the rest goes into his company. hand: the cards he held before,
    needed only where some go into the hand.
    """

    kind: ClassVar[str] = "claim"
    seat: int
    into_hand: int = 0
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay for a takeover one has won; sell: won shares sold to the bank for it (BD-K6)."""

    kind: ClassVar[str] = "pay"
    seat: int
    sell: int = 0


@dataclass(frozen=True, slots=True)
class Fail(Action):
    """Say that the takeover cannot be paid (BD-K6)."""

    kind: ClassVar[str] = "fail"
    seat: int


@dataclass(frozen=True, slots=True)
class SellWon(Action):
    """Sell won shares to the bank at once (BD-K7)."""

    kind: ClassVar[str] = "sell_won"
    seat: int
    shares: int


@dataclass(frozen=True, slots=True)
class OpenWon(Action):
    """Open the company one has won: won shares, then laid ones, then from the hand (BD-K7)."""

    kind: ClassVar[str] = "open_won"
    seat: int
    shares: int


@dataclass(frozen=True, slots=True)
class KeepWon(Action):
    """Take what was won and is neither sold nor opened into the hand (BD-K7)."""

    kind: ClassVar[str] = "keep_won"
    seat: int

"""What can be asked for at a table of Big Deal; seats are numbered clockwise from 0.

company: a key of ``box.COMPANIES``. resource: one of ``box.RESOURCES``. group: the number of an
open company, which no other ever has at this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.big_deal.adjustment_actions import (
    SetCashCards,
    SetGroup,
    SetOvers,
    SetShares,
    SetTokens,
)
from companion.games.big_deal.takeover_actions import (
    Claim,
    Fail,
    GiveUp,
    KeepWon,
    OpenWon,
    Pay,
    Raise,
    SellWon,
    TakeOver,
)
from companion.mechanics.corrections import CORRECTION_ACTIONS
from companion.mechanics.game import Action, By


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Say who begins, and how many Game Over cards came in the deal (BD-S1, BD-S2)."""

    kind: ClassVar[str] = "deal"
    by: ClassVar[By] = "player"
    first: int = 0
    overs: int = 0


@dataclass(frozen=True, slots=True)
class LearnCompany(Action):
    """Type what is printed on a company's shares: it first matters now, and is remembered.

    white, green: in millions, multiples of 50. needs: tokens by resource. amid: the step in whose
    middle it was asked, as its taps; it goes on there.
    """

    kind: ClassVar[str] = "learn_company"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False
    company: str
    white: int
    green: int
    needs: Mapping[str, int]
    amid: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw the top card; overs: Game Over cards that showed on the deck (BD-T1, BD-G1)."""

    kind: ClassVar[str] = "draw"
    seat: int
    overs: int = 0


@dataclass(frozen=True, slots=True)
class Income(Action):
    """Take the income, where a figure was missing when the card was drawn (BD-T2, BD-I1)."""

    kind: ClassVar[str] = "income"
    seat: int


@dataclass(frozen=True, slots=True)
class BuyResource(Action):
    """Buy a token; price: what its slot prints, where nobody has typed that yet (BD-R1)."""

    kind: ClassVar[str] = "buy_resource"
    seat: int
    resource: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class SellResource(Action):
    """Sell a token that no company needs; price: as above, of the slot it fills (BD-R1)."""

    kind: ClassVar[str] = "sell_resource"
    seat: int
    resource: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class BuyShares(Action):
    """Buy shares from the pool into the hand at the white value (BD-H1)."""

    kind: ClassVar[str] = "buy_shares"
    seat: int
    company: str
    shares: int = 1


@dataclass(frozen=True, slots=True)
class SellShares(Action):
    """Sell shares to the pool at the white value, from the hand or from a group (BD-H1)."""

    kind: ClassVar[str] = "sell_shares"
    seat: int
    company: str
    shares: int = 1
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Open(Action):
    """Open a company with shares from the hand and one set of its resources (BD-C1)."""

    kind: ClassVar[str] = "open"
    seat: int
    company: str
    shares: int


@dataclass(frozen=True, slots=True)
class Add(Action):
    """Add shares from the hand to one's open company (BD-C2)."""

    kind: ClassVar[str] = "add"
    seat: int
    group: int
    shares: int = 1


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Take shares of one's open company back into the hand (BD-C2)."""

    kind: ClassVar[str] = "take_back"
    seat: int
    group: int
    shares: int = 1


@dataclass(frozen=True, slots=True)
class SellCompany(Action):
    """Sell a whole open company to the bank (BD-C3)."""

    kind: ClassVar[str] = "sell_company"
    seat: int
    group: int


@dataclass(frozen=True, slots=True)
class Split(Action):
    """Split an open company; shares: how many make the new part (BD-C4)."""

    kind: ClassVar[str] = "split"
    seat: int
    group: int
    shares: int


@dataclass(frozen=True, slots=True)
class Collect(Action):
    """Play a Cash card to collect from one or two opponents (BD-Q2)."""

    kind: ClassVar[str] = "collect"
    seat: int
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CountHand(Action):
    """Say how many shares one holds in hand: for a collection (BD-Q2) or the end (BD-E1)."""

    kind: ClassVar[str] = "count_hand"
    turn_bound: ClassVar[bool] = False
    seat: int
    shares: int


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """End one's turn with at most five cards in hand (BD-T4)."""

    kind: ClassVar[str] = "end_turn"
    seat: int


ACTIONS: tuple[type[Action], ...] = (
    Deal,
    LearnCompany,
    Draw,
    Income,
    BuyResource,
    SellResource,
    BuyShares,
    SellShares,
    Open,
    Add,
    TakeBack,
    SellCompany,
    Split,
    TakeOver,
    Raise,
    GiveUp,
    Claim,
    Pay,
    Fail,
    SellWon,
    OpenWon,
    KeepWon,
    Collect,
    CountHand,
    EndTurn,
    SetTokens,
    SetGroup,
    SetShares,
    SetOvers,
    SetCashCards,
    *CORRECTION_ACTIONS,
)

"""The parts of what a seat may see of a table of Big Deal, as templates read them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.big_deal.box import Packing
from companion.mechanics.words import Sentence

Pile = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company in play. white, green, needs: as printed, None where nobody typed it.

    pool: shares face up at the bank.
    """

    key: str
    title: str
    white: int | None
    green: int | None
    needs: Pile | None
    pool: int


@dataclass(frozen=True, slots=True)
class GroupView:
    """An open company. special: it brings special income at the end of this turn (BD-K7)."""

    number: int
    seat: int
    company: str
    title: str
    shares: int
    green: int | None
    special: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. money: in millions, None where it is hidden. free: tokens no company needs.

    hand: shares counted at the end, None before.
    """

    number: int
    name: str
    money: int | None
    tokens: Pile
    free: Pile
    groups: tuple[GroupView, ...]
    hand: int | None


@dataclass(frozen=True, slots=True)
class WheelView:
    """A wheel: tokens left, and what the slot prints that a purchase empties.

    buy: None where nobody typed it; buys: whether there is a token to buy at all.
    """

    resource: str
    words: Sentence
    colour: str
    left: int
    buy: int | None
    buys: bool


@dataclass(frozen=True, slots=True)
class DuelView:
    """A takeover. cards: laid by the attacker; shares and cash_cards: which.

    in_group: shares of the attacked company. price: per share, and bidder who bid it. turn:
    whose word it is, None once one gave up. lowest: the least price of an answer. highest: the
    most that the viewer may answer, None where nothing stops him. attacker_pays, defender_pays:
    in all at this price.
    """

    attacker: int
    defender: int
    group: int
    company: str
    title: str
    white: int | None
    in_group: int
    shares: int
    cash_cards: int
    cards: int
    price: int
    bidder: int
    turn: int | None
    lowest: int
    highest: int | None
    attacker_pays: int
    defender_pays: int


@dataclass(frozen=True, slots=True)
class SpoilsView:
    """What a paid takeover laid before the active seat: won shares and his own laid (BD-K7)."""

    title: str
    won: int
    laid: int


@dataclass(frozen=True, slots=True)
class CollectionView:
    """A Cash card played: who collects, who still counts his hand, and for how much each."""

    collector: int
    waiting: tuple[int, ...]
    rate: int


@dataclass(frozen=True, slots=True)
class BigDealView:
    """A table as one seat (None: an onlooker) may see it.

    stage, round: as in the state. income: what the active seat was paid this turn, by company.
    starts: the first money by seat if the first seat begins. highest_count: the most shares that
    a hand can be counted with.
    """

    stage: str
    round: int
    active: int
    shark: bool
    overs: int
    all_overs: int
    rate: int
    cash_cards_left: int
    packing: Packing
    starts: tuple[int, ...]
    seats: tuple[SeatView, ...]
    wheels: tuple[WheelView, ...]
    companies: tuple[CompanyView, ...]
    income: Pile
    duel: DuelView | None
    spoils: SpoilsView | None
    collection: CollectionView | None
    highest_count: int
    titles: dict[str, str]
    resources: dict[str, Sentence]
    resource_colours: dict[str, str]
    left_of_active: str

"""The parts of what a seat may see of a table of Big Deal, as templates read them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.big_deal.box import Packing
from companion.mechanics.words import Sentence

Pile = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company in play. white, green, needs: as printed, None where nobody typed it.

    pool: shares face up at the bank. unseen: shares that can still come from hands or the deck.
    missing: tokens that ``me`` lacks to open it, or one part more of it.
    """

    key: str
    title: str
    white: int | None
    green: int | None
    needs: Pile | None
    pool: int
    unseen: int
    missing: Pile = ()

    @property
    def is_known(self) -> bool:
        """Whether all its figures were typed."""
        return self.white is not None and self.green is not None and self.needs is not None


@dataclass(frozen=True, slots=True)
class GroupView:
    """An open company. special: it brings special income at the end of this turn (BD-K7).

    sale: what the bank pays for the whole of it, None where its white value is unknown.
    """

    number: int
    seat: int
    company: str
    title: str
    shares: int
    green: int | None
    sale: int | None
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
    is_active: bool
    is_next: bool
    hand: int | None


@dataclass(frozen=True, slots=True)
class WheelView:
    """A wheel: tokens left, and the prices of the slots that a purchase empties, a sale fills.

    A price is None where nobody typed it; buys and sells tell whether the wheel allows it.
    """

    resource: str
    words: Sentence
    colour: str
    left: int
    buy: int | None
    sell: int | None
    buys: bool
    sells: bool


@dataclass(frozen=True, slots=True)
class DuelView:
    """A takeover. cards: laid by the attacker; shares and cash_cards: which.

    in_group: shares of the attacked company. price: per share, and bidder who bid it. turn:
    whose word it is, None once one gave up. lowest: the least price of an answer. highest: the
    most that ``me`` may answer, None where nothing stops him. attacker_pays, defender_pays: in
    all at this price. winner: who won and still has to pay or to claim. short: what ``me`` still
    lacks to pay, None for everybody else.
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
    winner: int | None
    short: int | None


@dataclass(frozen=True, slots=True)
class SpoilsView:
    """What a paid takeover laid before the active seat (BD-K7). price: the bank's, per share."""

    company: str
    title: str
    won: int
    laid: int
    price: int | None
    needs: Pile | None
    missing: Pile


@dataclass(frozen=True, slots=True)
class CollectionView:
    """A Cash card played: who collects, who still counts his hand, and for how much each."""

    collector: int
    waiting: tuple[int, ...]
    rate: int


@dataclass(frozen=True, slots=True)
class BigDealView:
    """A table as one seat (``me``; None: an onlooker) may see it.

    stage: as in the state. income: what the active seat was paid this turn, by company.
    unknown: companies whose figures must be typed before the active seat can go on.
    starts: the first money by seat if the first seat begins.
    """

    stage: str
    turn: int
    me: int | None
    first: int
    active: int
    shark: bool
    overs: int
    all_overs: int
    bonus: int
    rate: int
    cash_cards_left: int
    buys_left: int
    sales_left: int
    packing: Packing
    starts: tuple[int, ...]
    seats: tuple[SeatView, ...]
    wheels: tuple[WheelView, ...]
    companies: tuple[CompanyView, ...]
    income: Pile
    unknown: tuple[str, ...]
    duel: DuelView | None
    spoils: SpoilsView | None
    collection: CollectionView | None
    titles: dict[str, str]
    resources: dict[str, Sentence]
    resource_colours: dict[str, str]
    left_of_active: str

"""What one seat may see of a table, ready for templates (BD-V1: no other's hidden purse)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.big_deal.box import (
    COMPANIES,
    OVERS,
    RAISE_BY_SEAT,
    RESOURCE_COLOURS,
    RESOURCES,
    STEP,
    Packing,
    resource_words,
    title,
)
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeover import highest_price
from companion.games.big_deal.waiting import next_seats
from companion.mechanics.ledger import purse
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


def view(state: BigDealState, seat: int | None) -> BigDealView:
    """Return what a seat may see; seat None: what everybody may."""
    packing = state.packing
    following = (state.active + 1) % len(state.setup.seats)
    return BigDealView(
        stage=state.stage,
        turn=state.turn,
        me=seat,
        first=state.first,
        active=state.active,
        shark=state.is_shark,
        overs=state.overs,
        all_overs=OVERS,
        bonus=state.bonus,
        rate=state.rate,
        cash_cards_left=state.cash_cards_left,
        buys_left=state.buys_left,
        sales_left=state.sales_left,
        packing=packing,
        starts=tuple(packing.start + RAISE_BY_SEAT * number for number in state.seats),
        seats=tuple(_seat(state, number, seat) for number in state.seats),
        wheels=tuple(_wheel(state, resource) for resource in RESOURCES),
        companies=tuple(_company(state, name, seat) for name in packing.companies),
        income=state.income,
        unknown=unknown_figures(state),
        duel=_duel(state, seat),
        spoils=_spoils(state),
        collection=_collection(state),
        titles=COMPANIES,
        resources={resource: resource_words(resource) for resource in RESOURCES},
        resource_colours=RESOURCE_COLOURS,
        left_of_active=state.name(following),
    )


def unknown_figures(state: BigDealState) -> tuple[str, ...]:
    """Return the companies whose figures keep the active seat from going on."""
    groups = state.groups_of(state.active)
    if state.step == "actions":
        groups = tuple(group for group in groups if group.special)
    elif state.step != "income":
        return ()
    missing = (g.company for g in groups if state.company(g.company).green is None)
    return tuple(dict.fromkeys(missing))


def _pile(tokens: dict[str, int]) -> Pile:
    return tuple((name, tokens[name]) for name in RESOURCES if tokens.get(name))


def _company(state: BigDealState, name: str, seat: int | None) -> CompanyView:
    printed = state.company(name)
    return CompanyView(
        key=name,
        title=title(name),
        white=printed.white,
        green=printed.green,
        needs=None if printed.needs is None else _pile(dict(printed.needs)),
        pool=state.pool.get(name, 0),
        unseen=state.unseen_shares(name),
        missing=() if seat is None else _pile(state.missing_tokens(seat, name)),
    )


def _seat(state: BigDealState, number: int, viewer: int | None) -> SeatView:
    account = purse(number)
    hidden = account in state.hidden_accounts(viewer)
    return SeatView(
        number=number,
        name=state.name(number),
        money=None if hidden else state.ledger.balances[account],
        tokens=_pile(dict(state.tokens[number])),
        free=_pile(state.free_tokens(number)),
        groups=tuple(_group(state, group) for group in state.groups_of(number)),
        is_active=state.turn > 0 and number == state.active,
        is_next=number in next_seats(state),
        hand=state.hands.get(number),
    )


def _group(state: BigDealState, group: Group) -> GroupView:
    printed = state.company(group.company)
    sale = None if printed.white is None else group.shares * (printed.white + state.bonus)
    return GroupView(
        number=group.number,
        seat=group.seat,
        company=group.company,
        title=title(group.company),
        shares=group.shares,
        green=printed.green,
        sale=sale,
        special=group.special,
    )


def _wheel(state: BigDealState, resource: str) -> WheelView:
    ladder = state.copy.ladders[resource]
    emptied, filled = state.buying_slot(resource), state.selling_slot(resource)
    return WheelView(
        resource=resource,
        words=resource_words(resource),
        colour=RESOURCE_COLOURS[resource],
        left=state.in_wheel(resource),
        buy=None if emptied is None else ladder[emptied],
        sell=None if filled is None else ladder[filled],
        buys=emptied is not None,
        sells=filled is not None,
    )


def _duel(state: BigDealState, seat: int | None) -> DuelView | None:
    duel = state.duel
    if duel is None:
        return None
    shares = state.groups[duel.group].shares
    owed = duel.price * shares
    is_raising = state.stage == "raise" and seat == duel.attacker
    return DuelView(
        attacker=duel.attacker,
        defender=duel.defender,
        group=duel.group,
        company=duel.company,
        title=title(duel.company),
        white=state.company(duel.company).white,
        in_group=shares,
        shares=duel.shares,
        cash_cards=duel.cash_cards,
        cards=duel.cards,
        price=duel.price,
        bidder=duel.bidder,
        turn=duel.answering if duel.winner is None else None,
        lowest=duel.price + STEP,
        highest=highest_price(state, seat),
        attacker_pays=owed,
        defender_pays=duel.price * duel.cards,
        winner=duel.winner,
        short=max(owed - state.cash(duel.attacker), 0) if is_raising else None,
    )


def _spoils(state: BigDealState) -> SpoilsView | None:
    spoils = state.spoils
    if spoils is None:
        return None
    printed = state.company(spoils.company)
    return SpoilsView(
        company=spoils.company,
        title=title(spoils.company),
        won=spoils.won,
        laid=spoils.laid,
        price=None if printed.white is None else printed.white + state.bonus,
        needs=None if printed.needs is None else _pile(dict(printed.needs)),
        missing=_pile(state.missing_tokens(state.active, spoils.company)),
    )


def _collection(state: BigDealState) -> CollectionView | None:
    collection = state.collection
    if collection is None:
        return None
    return CollectionView(collection.collector, collection.waiting, state.rate)

"""What one seat may see of a table, ready for templates (BD-V1: no other's hidden purse)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.big_deal.box import (
    COMPANIES,
    OVERS,
    RESOURCE_COLOURS,
    RESOURCES,
    Packing,
    resource_words,
    title,
)
from companion.games.big_deal.cash_cards import highest_count
from companion.games.big_deal.game_over import most_overs
from companion.games.big_deal.state import BigDealState, Collection, Group, Spoils
from companion.games.big_deal.takeovers import highest_price
from companion.mechanics.ledger import purse
from companion.mechanics.words import Sentence

Pile = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company in play. white: as printed, None where nobody typed it. pool: at the bank."""

    key: str
    title: str
    white: int | None
    pool: int


@dataclass(frozen=True, slots=True)
class GroupView:
    """An open company. special: it brings special income at the end of this turn (BD-K7)."""

    number: int
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
    """A takeover. cards: laid by the attacker, cash_cards: those of them that are no shares.

    in_group: shares of the attacked company. price: per share, and bidder who bid it. turn:
    whose word it is, None once one gave up. lowest: the least price of an answer. highest: the
    most that the viewer may answer, None where nothing stops him. attacker_pays, defender_pays:
    in all at this price.
    """

    attacker: int
    defender: int
    title: str
    white: int | None
    in_group: int
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
class BigDealView:
    """A table as one seat (None: an onlooker) may see it.

    stage, round, spoils, collection: as in the state. most_overs: Game Over cards that can show at
    this draw. income: what the active seat was paid this turn, by company. highest_count: the most
    shares that a hand can be counted with.
    """

    stage: str
    round: int
    active: int
    shark: bool
    overs: int
    all_overs: int
    most_overs: int
    rate: int
    cash_cards_left: int
    packing: Packing
    seats: tuple[SeatView, ...]
    wheels: tuple[WheelView, ...]
    companies: tuple[CompanyView, ...]
    income: Pile
    duel: DuelView | None
    spoils: Spoils | None
    collection: Collection | None
    highest_count: int
    titles: dict[str, str]
    resources: dict[str, Sentence]
    resource_colours: dict[str, str]
    left_of_active: str


def view(state: BigDealState, seat: int | None) -> BigDealView:
    """Return what a seat may see; seat None: what everybody may."""
    following = (state.active + 1) % len(state.seats)
    return BigDealView(
        stage=state.stage,
        round=state.round,
        active=state.active,
        shark=state.is_shark,
        overs=state.overs,
        all_overs=OVERS,
        most_overs=most_overs(state),
        rate=state.rate,
        cash_cards_left=state.cash_cards_left,
        packing=state.packing,
        seats=tuple(_seat(state, number, seat) for number in state.seats),
        wheels=tuple(_wheel(state, resource) for resource in RESOURCES),
        companies=tuple(_company(state, name) for name in state.packing.companies),
        income=state.income,
        duel=_duel(state, seat),
        spoils=state.spoils,
        collection=state.collection,
        highest_count=highest_count(state),
        titles=COMPANIES,
        resources={resource: resource_words(resource) for resource in RESOURCES},
        resource_colours=RESOURCE_COLOURS,
        left_of_active=state.name(following),
    )


def _company(state: BigDealState, name: str) -> CompanyView:
    pool = state.pool.get(name, 0)
    return CompanyView(key=name, title=title(name), white=state.company(name).white, pool=pool)


def _pile(tokens: Mapping[str, int]) -> Pile:
    return tuple((name, tokens[name]) for name in RESOURCES if tokens.get(name))


def _seat(state: BigDealState, number: int, viewer: int | None) -> SeatView:
    account = purse(number)
    hidden = account in state.hidden_accounts(viewer)
    return SeatView(
        number=number,
        name=state.name(number),
        money=None if hidden else state.ledger.balances[account],
        tokens=_pile(state.tokens[number]),
        free=_pile(state.free_tokens(number)),
        groups=tuple(_group(state, group) for group in state.groups_of(number)),
        hand=state.hands.get(number),
    )


def _group(state: BigDealState, group: Group) -> GroupView:
    return GroupView(
        number=group.number,
        company=group.company,
        title=group.title,
        shares=group.shares,
        green=state.company(group.company).green,
        special=group in state.special_groups,
    )


def _wheel(state: BigDealState, resource: str) -> WheelView:
    ladder = state.copy.ladders[resource]
    emptied = state.buying_slot(resource)
    return WheelView(
        resource=resource,
        words=resource_words(resource),
        colour=RESOURCE_COLOURS[resource],
        left=state.in_wheel(resource),
        buy=None if emptied is None else ladder[emptied],
        buys=emptied is not None,
    )


def _duel(state: BigDealState, seat: int | None) -> DuelView | None:
    duel = state.duel
    if duel is None:
        return None
    shares = state.groups[duel.group].shares
    return DuelView(
        attacker=duel.attacker,
        defender=duel.defender,
        title=duel.title,
        white=state.company(duel.company).white,
        in_group=shares,
        cash_cards=duel.cash_cards,
        cards=duel.cards,
        price=duel.price,
        bidder=duel.bidder,
        turn=duel.answering if duel.winner is None else None,
        lowest=duel.lowest,
        highest=highest_price(state, seat),
        attacker_pays=duel.price * shares,
        defender_pays=duel.price * duel.cards,
    )

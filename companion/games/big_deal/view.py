"""What one seat may see of a table, ready for templates (BD-V1: no other's hidden purse)."""

from __future__ import annotations

from companion.games.big_deal.box import (
    COMPANIES,
    OVERS,
    RAISE_BY_SEAT,
    RESOURCE_COLOURS,
    RESOURCES,
    STEP,
    resource_words,
    title,
)
from companion.games.big_deal.collecting import highest_count
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeover import highest_price
from companion.games.big_deal.view_shapes import (
    BigDealView,
    CollectionView,
    CompanyView,
    DuelView,
    GroupView,
    Pile,
    SeatView,
    SpoilsView,
    WheelView,
)
from companion.mechanics.ledger import purse


def view(state: BigDealState, seat: int | None) -> BigDealView:
    """Return what a seat may see; seat None: what everybody may."""
    packing = state.packing
    following = (state.active + 1) % len(state.setup.seats)
    return BigDealView(
        stage=state.stage,
        round=state.round,
        active=state.active,
        shark=state.is_shark,
        overs=state.overs,
        all_overs=OVERS,
        rate=state.rate,
        cash_cards_left=state.cash_cards_left,
        packing=packing,
        starts=tuple(packing.start + RAISE_BY_SEAT * number for number in state.seats),
        seats=tuple(_seat(state, number, seat) for number in state.seats),
        wheels=tuple(_wheel(state, resource) for resource in RESOURCES),
        companies=tuple(_company(state, name) for name in packing.companies),
        income=state.income,
        duel=_duel(state, seat),
        spoils=_spoils(state),
        collection=_collection(state),
        highest_count=highest_count(state),
        titles=COMPANIES,
        resources={resource: resource_words(resource) for resource in RESOURCES},
        resource_colours=RESOURCE_COLOURS,
        left_of_active=state.name(following),
    )


def _pile(tokens: dict[str, int]) -> Pile:
    return tuple((name, tokens[name]) for name in RESOURCES if tokens.get(name))


def _company(state: BigDealState, name: str) -> CompanyView:
    printed = state.company(name)
    return CompanyView(
        key=name,
        title=title(name),
        white=printed.white,
        green=printed.green,
        needs=None if printed.needs is None else _pile(dict(printed.needs)),
        pool=state.pool.get(name, 0),
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
        hand=state.hands.get(number),
    )


def _group(state: BigDealState, group: Group) -> GroupView:
    return GroupView(
        number=group.number,
        seat=group.seat,
        company=group.company,
        title=title(group.company),
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
        attacker_pays=duel.price * shares,
        defender_pays=duel.price * duel.cards,
    )


def _spoils(state: BigDealState) -> SpoilsView | None:
    spoils = state.spoils
    if spoils is None:
        return None
    return SpoilsView(title(spoils.company), spoils.won, spoils.laid)


def _collection(state: BigDealState) -> CollectionView | None:
    collection = state.collection
    if collection is None:
        return None
    return CollectionView(collection.collector, collection.waiting, state.rate)

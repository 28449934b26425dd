"""What screens show of deeds, groups, deals and the last buildings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games.monopoly.board import GROUP_WORDS, GROUPS
from companion.games.monopoly.box import interest
from companion.games.monopoly.building import require_build, require_sell
from companion.games.monopoly.copy import Space
from companion.games.monopoly.deals import require_deal, require_tradable
from companion.games.monopoly.mortgages import lift_price, require_lift, require_mortgage
from companion.games.monopoly.raising import half_price
from companion.games.monopoly.rents import factor, rent
from companion.games.monopoly.shortage import require_row, sites
from companion.games.monopoly.state import Deal, MonopolyState, Wants
from companion.games.monopoly.view_types import (
    DealPartView,
    DealView,
    DeedView,
    GroupView,
    UnsoldView,
    WantsView,
)
from companion.mechanics.refusal import Refusal, allows
from companion.mechanics.words import Sentence


def group_views(state: MonopolyState, seat: int) -> tuple[GroupView, ...]:
    """Return a seat's deeds by group, in the order of the board."""
    owned = _by_group(state.owned(seat))
    return tuple(_group(state, seat, name, owned[name]) for name in GROUPS if name in owned)


def unsold_views(state: MonopolyState) -> tuple[UnsoldView, ...]:
    """Return the deeds that nobody owns by group, in the order of the board."""
    unsold = _by_group(s for s in state.board.properties if s.position not in state.deeds)
    return tuple(UnsoldView(name, tuple(unsold[name])) for name in GROUPS if name in unsold)


def _by_group(spaces: Iterable[Space]) -> dict[str, list[Space]]:
    groups: dict[str, list[Space]] = {}
    for space in spaces:
        groups.setdefault(space.group or "", []).append(space)
    return groups


def _group(state: MonopolyState, seat: int, name: str, held: list[Space]) -> GroupView:
    deeds = tuple(_deed(state, seat, space) for space in held)
    levels = sum(deed.level for deed in deeds)
    return GroupView(
        group=name,
        words=GROUP_WORDS[name],
        is_whole=state.owns_group(seat, held[0].position),
        has_buildings=levels > 0,
        deeds=deeds,
        build_up=_build_up(state, deeds),
        sell_all=levels * half_price(state, held[0].position) if levels else None,
    )


def _build_up(state: MonopolyState, deeds: tuple[DeedView, ...]) -> tuple[int, int] | None:
    """Return what one more on each lowest street costs and where it leads, if any may be built."""
    level = min(deed.level for deed in deeds) + 1
    prices = [deed.build for deed in deeds if deed.build is not None]
    lowest = [deed for deed in deeds if deed.level < level]
    return (sum(prices), level) if prices and len(prices) == len(lowest) else None


def _deed(state: MonopolyState, seat: int, space: Space) -> DeedView:
    place = space.position
    deed = state.deeds[place]
    is_utility = space.kind == "utility"

    level = state.level(place)
    can_grow = space.is_street and not state.is_held_up and state.owns_group(seat, place)

    def now(
        likely: bool, guard: Callable[[MonopolyState, int, int], object], amount: int
    ) -> int | None:
        # Most deeds fail at once, and a screen of all 28 is made out at every tap.
        return amount if likely and allows(guard, state, seat, place) else None

    return DeedView(
        position=place,
        name=space.name,
        price=space.price,
        mortgaged=deed.mortgaged,
        houses=deed.houses,
        hotel=deed.hotel,
        level=level,
        earns=None if deed.mortgaged or is_utility else rent(state, place, 0),
        factor=factor(state, place) if is_utility and not deed.mortgaged else None,
        build=now(can_grow, require_build, space.house_price),
        sell=now(level > 0, require_sell, half_price(state, place)),
        mortgage=now(not deed.mortgaged, require_mortgage, space.mortgage),
        lift=now(deed.mortgaged, require_lift, lift_price(state, place)),
        lift_price=lift_price(state, place),
    )


def deal_views(state: MonopolyState) -> tuple[DealView, ...]:
    """Return the offers that stand."""
    return tuple(_deal(state, deal) for deal in state.deals.values())


def _deal(state: MonopolyState, deal: Deal) -> DealView:
    return DealView(
        number=deal.number,
        seat=deal.seat,
        name=state.name(deal.seat),
        other=deal.other,
        other_name=state.name(deal.other),
        gives=tuple(_part(state, place, deal) for place in deal.gives),
        takes=tuple(_part(state, place, deal) for place in deal.takes),
        pays=deal.pays,
        asks=deal.asks,
        keys_given=deal.keys_given,
        keys_taken=deal.keys_taken,
        why_not=_why_not(state, deal),
    )


def _part(state: MonopolyState, place: int, deal: Deal) -> DealPartView:
    deed, space = state.deeds.get(place), state.board[place]
    is_mortgaged = deed is not None and deed.mortgaged
    return DealPartView(
        position=place,
        name=space.name,
        mortgaged=is_mortgaged,
        keep=interest(space.mortgage) if is_mortgaged else 0,
        lift=lift_price(state, place) if is_mortgaged else 0,
        is_lifted=place in deal.lifts,
    )


def _why_not(state: MonopolyState, deal: Deal) -> Sentence | None:
    try:
        require_deal(state, deal, ())
    except Refusal as refusal:
        return refusal.sentence
    return None


def tradable(state: MonopolyState, seat: int) -> tuple[int, ...]:
    """Return the positions of what a seat may put into a deal."""
    return tuple(
        space.position
        for space in state.owned(seat)
        if allows(require_tradable, state, seat, space.position)
    )


def wants_view(state: MonopolyState) -> WantsView | None:
    """Return who wants the last buildings, with the streets each could name."""
    wants = state.wants
    if wants is None:
        return None
    return WantsView(
        building=wants.building,
        left=state.left(wants.building),
        asked=wants.asked,
        choices=tuple((seat, _choices(state, seat, wants)) for seat in wants.asked),
    )


def _choices(state: MonopolyState, seat: int, wants: Wants) -> tuple[tuple[int, str], ...]:
    """Return the streets on which a seat could build, in an order in which it could."""
    row: tuple[int, ...] = ()
    streets = sites(state, seat, wants.building)
    while len(row) < state.left(wants.building):
        following = next(
            (
                place
                for place in sorted(streets, key=row.count)
                if allows(require_row, state, seat, wants.building, (*row, place))
            ),
            None,
        )
        if following is None:
            break
        row = (*row, following)
    return tuple((place, state.board[place].name) for place in row)

"""From a table to what its screens show, and what a seat has opened on its own.

What is opened is a word and what belongs to it, separated by dots, and comes from outside:
"roll.3" or "roll.3.4": faces tapped so far. "group.orange": that group to build on or mortgage.
"line" or "line.pay": what a list says, its kind chosen. "deal.2.MARK": a deal with that seat;
"pay.MARK": property for a debt. "space.MARK": where the token really stands, "space.MARK.24" once
that space is chosen and waits to be confirmed. What has a mark closes by itself once the mark,
which the link was drawn with, is overtaken. Anything else opens nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion.games.monopoly.account import terms
from companion.games.monopoly.auctions import highest_bid, require_word, too_dear
from companion.games.monopoly.board import (
    DICE,
    GROUP_WORDS,
    GROUPS,
    LIST_DICE,
    LIST_WORDS,
    SIDES,
    SPACES,
    interest,
)
from companion.games.monopoly.buildings import (
    half_price,
    payable_row,
    require_build,
    require_sell,
    sites,
)
from companion.games.monopoly.copy import Space
from companion.games.monopoly.course import REASON_WORDS
from companion.games.monopoly.deals import require_deal, require_tradable
from companion.games.monopoly.debts import require_payment
from companion.games.monopoly.effects import KINDS, effect_words
from companion.games.monopoly.mortgages import lift_price, raising, require_lift, require_mortgage
from companion.games.monopoly.rents import factor, rent
from companion.games.monopoly.seating import undealt
from companion.games.monopoly.state import Deal, Debt, MonopolyState, Sale, Wants, waiting
from companion.games.monopoly.view_types import (
    AuctionView,
    ClaimView,
    DealPartView,
    DealView,
    DebtView,
    DeedView,
    GroupView,
    LineView,
    MonopolyView,
    SeatView,
    SpaceView,
    UnsoldView,
    WantsView,
)
from companion.mechanics.auction import bidding_status
from companion.mechanics.moment import Moment
from companion.mechanics.refusal import Refusal, allows
from companion.mechanics.words import Sentence

Panel = Literal["", "roll", "group", "deal", "pay", "line", "space"]
_SPACES = frozenset(map(str, range(SPACES)))
_FACES = frozenset(map(str, range(1, SIDES + 1)))


@dataclass(frozen=True, slots=True)
class MonopolyDraft:
    """The part of a screen that a seat has opened. panel: which, "" for none.

    words: the text that opens it again. tail: what every link must carry along. keep: the same
    until dice or a line half done are overtaken; deal_mark, space_mark: until the seat makes an
    offer or its deeds change, until a token moves. faces: of the dice tapped so far, of ``dice``
    in all. group: of the deeds. partner: seat of the deal, or that is owed. kind: of the effect, ""
    before. space: chosen to correct a token's, None before.
    """

    panel: Panel
    words: str
    tail: str
    keep: str
    deal_mark: str
    space_mark: str
    dice: int
    faces: tuple[int, ...] = ()
    group: str = ""
    partner: int | None = None
    kind: str = ""
    space: int | None = None


def draft(state: MonopolyState, seat: int | None, words: str) -> MonopolyDraft | None:
    """Return what the seat has opened; a text that fits nothing opens nothing."""
    if seat is None:
        return None
    offers = [deal.number for deal in state.deals.values() if deal.seat == seat]
    deeds = [position for position, deed in state.deeds.items() if deed.owner == seat]
    known = state.line and state.board.outcome(*state.line)
    closed = MonopolyDraft(
        panel="",
        words=words,
        tail=f"&for={seat}",
        keep=_mark(seat, state.stage, state.turn, state.doubles, state.jail, state.line, known),
        deal_mark=_mark(seat, offers, sorted(deeds), state.active),
        space_mark=_mark(seat, state.spaces, state.turn),
        dice=LIST_DICE if state.stage == "list" else DICE,
    )
    panel, _, rest = words.partition(".")
    if panel == "roll":
        return _rolling(closed, rest.split("."))
    if panel == "group" and rest in GROUPS:
        return replace(closed, panel="group", group=rest)
    if panel == "line" and state.stage == "line" and rest in ("", *KINDS):
        return replace(closed, panel="line", kind=rest)
    if panel == "space":
        return _correcting(closed, *rest.split(".", 1))
    owed = state.debts_of(seat)
    if words == f"pay.{closed.deal_mark}" and owed and owed[0].creditor is not None:
        return replace(closed, panel="pay", partner=owed[0].creditor)
    for other in state.active:
        if other != seat and words == f"deal.{other}.{closed.deal_mark}":
            return replace(closed, panel="deal", partner=other)
    return closed


def _rolling(closed: MonopolyDraft, faces: list[str]) -> MonopolyDraft:
    if len(faces) >= closed.dice or not all(face in _FACES for face in faces):
        return closed
    return replace(closed, panel="roll", faces=tuple(map(int, faces)))


def _correcting(closed: MonopolyDraft, mark: str, space: str = "") -> MonopolyDraft:
    if mark != closed.space_mark or (space and space not in _SPACES):
        return closed
    return replace(closed, panel="space", space=int(space) if space else None)


def _mark(*parts: object) -> str:
    """Return a short text that is another one as soon as a part is."""
    return f"{zlib.crc32(repr(parts).encode()):x}"


def _space_view(state: MonopolyState, position: int) -> SpaceView:
    """Return the card of a property in short."""
    space = state.board[position]
    return SpaceView(
        position=position,
        name=space.name,
        group=GROUP_WORDS[space.group or ""],
        price=space.price,
        rents=state.board.station_rents if space.kind == "station" else space.rents,
        factors=state.board.utility_factors if space.kind == "utility" else (),
        house_price=space.house_price,
        mortgaged_for=space.mortgage,
    )


def _claim_views(state: MonopolyState) -> tuple[ClaimView, ...]:
    """Return the rents that may be asked for."""
    return tuple(
        ClaimView(
            claim.owner,
            claim.debtor,
            state.name(claim.debtor),
            claim.position,
            state.board[claim.position].name,
            claim.amount,
        )
        for claim in state.claims
    )


def _debt_view(state: MonopolyState, debt: Debt) -> DebtView:
    terms = raising(state, debt.debtor)
    could_raise = sum(term.amount for term in terms)
    is_first = state.debts_of(debt.debtor)[0] == debt
    return DebtView(
        number=debt.number,
        debtor=debt.debtor,
        debtor_name=state.name(debt.debtor),
        creditor=debt.creditor,
        creditor_name=None if debt.creditor is None else state.name(debt.creditor),
        amount=debt.amount,
        reason=REASON_WORDS[debt.reason],
        name=None if debt.position is None else state.board[debt.position].name,
        missing=max(debt.amount - state.cash(debt.debtor), 0),
        raising=terms,
        could_raise=could_raise,
        can_pay=is_first and allows(require_payment, state, debt.debtor),
        is_lost=is_first and could_raise < debt.amount,
        is_first=is_first,
    )


def _auction_view(state: MonopolyState) -> AuctionView | None:
    """Return the auction under way."""
    sale = state.sale
    if sale is None:
        return None
    standing = sale.auction.standing
    return AuctionView(
        number=sale.number,
        space=None if sale.position is None else _space_view(state, sale.position),
        building=sale.building,
        left=0 if sale.building is None else state.left(sale.building),
        standing_seat=None if standing is None else standing.seat,
        standing_name=None if standing is None else state.name(standing.seat),
        standing_amount=None if standing is None else standing.amount,
        lowest=sale.auction.lowest_bid,
        bidding=sale.auction.active,
        highest=tuple(highest_bid(state, sale, seat) for seat in state.seats),
        too_dear=tuple(_too_dear(state, sale, seat) for seat in state.seats),
    )


def _too_dear(state: MonopolyState, sale: Sale, seat: int) -> Sentence | None:
    """Return why a seat that may speak cannot bid any more, None if it can."""
    if not allows(require_word, state, seat):
        return None
    refusal = too_dear(state, sale, seat, sale.auction.lowest_bid)
    return None if refusal is None else refusal.sentence


def _bidding_status(state: MonopolyState, seat: int) -> str:
    """Return how a seat stands in the auction: "in", "passed", "high", or "" outside one."""
    if state.sale is None or seat not in state.sale.auction.seats:
        return ""
    return bidding_status(state.sale.auction, seat)


def _group_views(state: MonopolyState, seat: int) -> tuple[GroupView, ...]:
    """Return a seat's deeds by group, in the order of the board."""
    owned = _by_group(state.owned(seat))
    return tuple(_group_view(state, seat, name, owned[name]) for name in GROUPS if name in owned)


def _by_group(spaces: Iterable[Space]) -> dict[str, list[Space]]:
    groups: dict[str, list[Space]] = {}
    for space in spaces:
        groups.setdefault(space.group or "", []).append(space)
    return groups


def _group_view(state: MonopolyState, seat: int, name: str, held: list[Space]) -> GroupView:
    deeds = tuple(_deed_view(state, seat, space) for space in held)
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


def _deed_view(state: MonopolyState, seat: int, space: Space) -> DeedView:
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


def _unsold_views(state: MonopolyState) -> tuple[UnsoldView, ...]:
    """Return the deeds that nobody owns by group, in the order of the board."""
    unsold = _by_group(s for s in state.board.properties if s.position not in state.deeds)
    return tuple(UnsoldView(name, tuple(unsold[name])) for name in GROUPS if name in unsold)


def _deal_view(state: MonopolyState, deal: Deal) -> DealView:
    return DealView(
        number=deal.number,
        seat=deal.seat,
        name=state.name(deal.seat),
        other=deal.other,
        other_name=state.name(deal.other),
        gives=tuple(_part_view(state, place, deal) for place in deal.gives),
        takes=tuple(_part_view(state, place, deal) for place in deal.takes),
        pays=deal.pays,
        asks=deal.asks,
        keys_given=deal.keys_given,
        keys_taken=deal.keys_taken,
        covers=deal.covers,
        why_not=_why_not(state, deal),
    )


def _part_view(state: MonopolyState, place: int, deal: Deal) -> DealPartView:
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


def _tradable(state: MonopolyState, seat: int) -> tuple[int, ...]:
    """Return the positions of what a seat may put into a deal."""
    return tuple(
        space.position
        for space in state.owned(seat)
        if allows(require_tradable, state, seat, space.position)
    )


def _wants_view(state: MonopolyState) -> WantsView | None:
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
                if payable_row(state, seat, wants.building, (*row, place)) == (*row, place)
            ),
            None,
        )
        if following is None:
            break
        row = (*row, following)
    return tuple((place, state.board[place].name) for place in row)


def view(state: MonopolyState, seat: int | None) -> MonopolyView:
    """Return what a seat may see; seat None: an onlooker, who sees as much."""
    return replace(_table_view(Moment(state)), me=seat)


@lru_cache(maxsize=128)
def _table_view(moment: Moment[MonopolyState]) -> MonopolyView:
    """Return what everybody sees, made out once a step."""
    state = moment.state
    following = waiting(state).seats
    buyer = state.mover if state.stage == "buy" else None
    return MonopolyView(
        stage=state.stage,
        variant=state.variant,
        following=state.following,
        rent_is_automatic=state.is_rent_automatic,
        me=None,
        turn=state.turn,
        turn_seat=state.turn_seat,
        mover=state.mover,
        dice=state.dice,
        doubles=state.doubles,
        bail=state.board.bail,
        most_houses=state.most_houses,
        houses_left=state.houses_left,
        hotels_left=state.hotels_left,
        keys_left=state.keys_left,
        held_up=_held_up(state),
        seats=tuple(_seat_view(state, number, following) for number in state.seats),
        spaces=state.board.names,
        unsold=_unsold_views(state),
        buying=None if buyer is None else _space_view(state, state.spaces[buyer]),
        claims=_claim_views(state),
        debts=tuple(_debt_view(state, debt) for debt in state.debts),
        auction=_auction_view(state),
        wants=_wants_view(state),
        deals=tuple(_deal_view(state, deal) for deal in state.deals.values()),
        line=_line_view(state),
        undealt=_undealt_view(state),
        tradable=tuple(_tradable(state, number) for number in state.seats),
        may_call_time=state.ends_at is not None and state.is_between_turns,
    )


def _held_up(state: MonopolyState) -> str:
    if state.debts:
        return "debt"
    if state.sale is not None:
        return "auction"
    return "wants" if state.wants is not None else ""


def _seat_view(state: MonopolyState, number: int, following: tuple[int, ...]) -> SeatView:
    worth = terms(state, number)
    wanted = None if state.wants is None else state.wants.said.get(number)
    return SeatView(
        number=number,
        name=state.name(number),
        cash=state.cash(number),
        space=state.spaces[number],
        space_name=state.board[state.spaces[number]].name,
        jail=state.jail[number],
        keys=state.keys[number],
        is_bankrupt=number in state.bankrupt,
        is_next=number in following,
        is_turn=number == state.turn_seat and state.stage != "over",
        wealth=sum(term.amount for term in worth),
        terms=worth,
        groups=_group_views(state, number),
        bids=_bidding_status(state, number),
        wants=None if wanted is None else state.names(wanted),
    )


def _undealt_view(state: MonopolyState) -> tuple[tuple[int, str], ...]:
    if state.stage != "deal":
        return ()
    return tuple((place, state.board[place].name) for place in undealt(state))


def _line_view(state: MonopolyState) -> LineView | None:
    if state.line is None:
        return None
    list_name, total = state.line
    effect = state.board.outcome(list_name, total) if total else None
    return LineView(
        list_name=list_name,
        words=LIST_WORDS[list_name],
        total=total or None,
        effect=effect,
        says=None if effect is None else effect_words(effect, state.board.names),
    )

"""From a table to what its screens show, and what a seat has opened on its own.

What is opened is a word and what belongs to it, separated by dots, and comes from outside:
"roll.3" or "roll.3.4": faces tapped so far. "group.orange": that group to build on or mortgage.
"line" or "line.pay": what a list says, its kind chosen. "deal.2.MARK": a deal with that seat;
"pay.MARK": property for a debt. "space.MARK": where the token really stands. What has a mark closes
by itself once the mark, which the link was drawn with, is overtaken. Anything else opens nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion.games.monopoly.auctions import BUILDING_WORDS, Bid, Pass
from companion.games.monopoly.board import (
    DICE,
    GROUP_WORDS,
    GROUPS,
    LIST_DICE,
    SIDES,
    ListName,
    interest,
)
from companion.games.monopoly.buildings import payable_row, sites
from companion.games.monopoly.copy import Space
from companion.games.monopoly.deals import AcceptDeal, offered
from companion.games.monopoly.effects import KINDS, Effect
from companion.games.monopoly.final_scores import holding_of, terms
from companion.games.monopoly.liquidity import half_price, raising
from companion.games.monopoly.mortgages import lift_price
from companion.games.monopoly.obligations import REASON_WORDS
from companion.games.monopoly.rents import RentClaimable, factor, rent
from companion.games.monopoly.state import Deal, Debt, MonopolyState, Wants, groups
from companion.mechanics.auction import bidding_status
from companion.mechanics.identity_cache import IdentityKey
from companion.mechanics.menu import dry_run
from companion.mechanics.outcome import Term
from companion.mechanics.refusal import not_none
from companion.mechanics.words import Sentence, say, say_many

Panel = Literal["", "roll", "group", "deal", "pay", "line", "space"]
_FACES = frozenset(map(str, range(1, SIDES + 1)))


@dataclass(frozen=True, slots=True)
class MonopolyDraft:
    """The part of a screen that a seat has opened. panel: which, "" for none.

    words: the text that opens it again. tail: what every link must carry along. keep: the same
    until dice or a line half done are overtaken; deal_mark, space_mark: until the seat makes an
    offer or its deeds change, until a token moves. faces: of the dice tapped so far, of ``dice``
    in all. group: of the deeds. partner: seat of the deal, or that is owed. kind: of the effect, ""
    before.
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


def draft(state: MonopolyState, seat: int | None, words: str) -> MonopolyDraft | None:
    """Return what the seat has opened; a text that fits nothing opens nothing."""
    if seat is None:
        return None
    closed = _closed(state, seat, words)
    panel, _, rest = words.partition(".")
    if panel == "roll":
        return _rolling(closed, rest.split("."))
    if panel == "group" and rest in GROUPS:
        return replace(closed, panel="group", group=rest)
    if panel == "line" and state.stage == "line" and rest in ("", *KINDS):
        return replace(closed, panel="line", kind=rest)
    if words == f"space.{closed.space_mark}":
        return replace(closed, panel="space")
    owed = state.debts_of(seat)
    if words == f"pay.{closed.deal_mark}" and owed and owed[0].creditor is not None:
        return replace(closed, panel="pay", partner=owed[0].creditor)
    for other in state.active:
        if other != seat and words == f"deal.{other}.{closed.deal_mark}":
            return replace(closed, panel="deal", partner=other)
    return closed


def _closed(state: MonopolyState, seat: int, words: str) -> MonopolyDraft:
    offers = [deal.number for deal in state.deals.values() if deal.seat == seat]
    known = state.line and state.board.outcome(*state.line)
    return MonopolyDraft(
        panel="",
        words=words,
        tail=f"&for={seat}",
        keep=_mark(seat, state.stage, state.turn, state.doubles, state.jail, state.line, known),
        deal_mark=_mark(seat, offers, list(state.deeds_of(seat)), state.active),
        space_mark=_mark(seat, state.spaces, state.turn),
        dice=LIST_DICE if state.stage == "list" else DICE,
    )


def _rolling(closed: MonopolyDraft, faces: list[str]) -> MonopolyDraft:
    if len(faces) >= closed.dice or not all(face in _FACES for face in faces):
        return closed
    return replace(closed, panel="roll", faces=tuple(map(int, faces)))


def _mark(*parts: object) -> str:
    """Return a short text that is another one as soon as a part is."""
    return f"{zlib.crc32(repr(parts).encode()):x}"


_HOTEL = say("hotel")


@dataclass(frozen=True, slots=True)
class DeedView:
    """One deed somebody owns, money in whole M.

    earns: its rent now; factor: for a utility, times the dice (earns is None then); both None
    when it is mortgaged. level: houses, one more than the most of them for the hotel.
    mortgage, lift: what doing that pays or costs; whether it may be done now the menu says.
    keep: the tenth that whoever receives it mortgaged pays. land, buildings: what each counts for
    in the account (MO-F4).
    """

    position: int
    name: str
    mortgaged: bool
    houses: int
    hotel: bool
    level: int
    earns: int | None
    factor: int | None
    mortgage: int
    lift: int
    keep: int
    land: int
    buildings: int

    @property
    def built(self) -> Sentence | str:
        """What stands on it, a sign a house; "" for nothing."""
        return _HOTEL if self.hotel else "⌂" * self.houses

    @property
    def pays(self) -> str:
        """What landing on it costs now, as a figure: times the dice for a utility."""
        if self.mortgaged:
            return "–"
        return f"×{self.factor}" if self.factor else str(self.earns)


@dataclass(frozen=True, slots=True)
class GroupView:
    """What one seat has of a group.

    is_whole: all of it. is_tradable: a deal may hold it. sell_all: what selling everything that
    stands on it pays.
    """

    group: str
    words: Sentence
    deeds: tuple[DeedView, ...]
    is_whole: bool
    is_tradable: bool
    sell_all: int

    @property
    def is_even(self) -> bool:
        """Whether as much stands on each."""
        return len({deed.level for deed in self.deeds}) == 1

    def raises(self, mortgageable: Collection[int]) -> int:
        """Return what all of it brings, sold and mortgaged as far as it may be."""
        able = (deed.mortgage for deed in self.deeds if deed.position in mortgageable)
        return sum(able) + self.sell_all


@dataclass(frozen=True, slots=True)
class HolderView:
    """What somebody has of a group, as all may see it. name: short, None for the bank.

    share: how many of how many. is_whole: all of it.
    """

    name: str | None
    share: Sentence
    is_whole: bool
    deeds: tuple[DeedView | Space, ...]


@dataclass(frozen=True, slots=True)
class ShelfView:
    """One group and who has it: who has more comes later, the bank last."""

    group: str
    words: Sentence
    holders: tuple[HolderView, ...]


@dataclass(frozen=True, slots=True)
class LotView:
    """What may be bought or is up for auction. group: "" for a building, which has no deed.

    rents: of a street, each with what must stand there; terms: the rents of any other deed. own:
    what the seat that looks has of the group. rest: who has what of it besides, whoever has more
    later. left: the cash that buying would leave, None where it is not bought now.
    """

    name: Sentence | str
    group: str = ""
    price: int = 0
    house_price: int = 0
    rents: tuple[tuple[int, Sentence | str], ...] = ()
    terms: Sentence | None = None
    own: Sentence | None = None
    rest: tuple[Sentence, ...] = ()
    left: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. jail: rolls so far, None if free. wealth: by MO-F4, with its terms.

    space_name: "" while the table is asked where its token stands: where it was is not where it is.

    status: how it stands, in a word or two, or None. owes: all its debts together; owed: what
    others owe it, a part of its wealth.
    """

    number: int
    name: str
    cash: int
    space_name: str
    jail: int | None
    keys: int
    is_bankrupt: bool
    wealth: int
    terms: tuple[Term, ...]
    groups: tuple[GroupView, ...]
    status: Sentence | None
    owes: int
    owed: int

    @property
    def stands_on(self) -> str:
        """Where its token stands; "" in jail, which is said already, and once it is out."""
        return "" if self.is_bankrupt or self.jail is not None else self.space_name

    @property
    def trades(self) -> bool:
        """Whether a deal may hold any of its deeds."""
        return any(group.is_tradable for group in self.groups)

    def first_to_raise(self, mortgageable: Collection[int]) -> str:
        """Return the first group that still brings money, "" where none does."""
        return next((one.group for one in self.groups if one.raises(mortgageable)), "")


@dataclass(frozen=True, slots=True)
class DebtView:
    """What a seat owes. creditor_name: None for the bank. name: of the property it is about.

    raising: what can still be raised, cash first and all mortgages in one; could_raise: their sum;
    could_add: the same without the cash. missing: beyond the cash. is_first: of this debtor.
    """

    debtor: int
    creditor: int | None
    creditor_name: str | None
    amount: int
    reason: Sentence
    name: str | None
    missing: int
    raising: tuple[tuple[Sentence, int], ...]
    could_raise: int
    could_add: int
    is_first: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """A printed list. total: of three dice, None before. effect: as known, None if not."""

    list_name: ListName
    words: str
    total: int | None
    effect: Effect | None


@dataclass(frozen=True, slots=True)
class MonopolyView:
    """A table as it stands, and what its templates need made out; nothing of it is secret.

    deeds: by position, those that somebody owns. shelf: who has what of each group. why_not: by
    number of an offer what stands in its way now. wants: by asked seat the streets it could name,
    each as often as it could. lot: what is bought or auctioned. can_only_pass: why the seat that
    looks can bid no more.
    """

    state: MonopolyState
    seats: tuple[SeatView, ...]
    deeds: Mapping[int, DeedView]
    shelf: tuple[ShelfView, ...]
    debts: tuple[DebtView, ...]
    why_not: Mapping[int, Sentence]
    wants: Mapping[int, tuple[Space, ...]]
    line: LineView | None
    lot: LotView | None = None
    can_only_pass: Sentence | None = None

    @property
    def stock(self) -> tuple[Sentence, ...]:
        """What the bank still has to sell and to give."""
        state = self.state
        return (
            say_many("{count} house", "{count} houses", count=state.houses_left),
            say_many("{count} hotel", "{count} hotels", count=state.hotels_left),
            say_many("{count} key", "{count} keys", count=state.keys_left),
            *((say("{amount} on Free Parking", amount=state.pot),) if state.has_pot else ()),
        )

    @property
    def turn(self) -> Sentence | None:
        """Whose turn it is; what of the landing before it is still open comes first."""
        state = self.state
        if state.turn_seat is None:
            return None
        name = state.name(state.turn_seat)
        if state.sale is not None and self.is_passed:
            return say("Auction first, then {name}", name=name)
        if state.debts and self.is_passed:
            return say("Debt first, then {name}", name=name)
        if state.claims and self.is_passed:
            return say("Rent still open, then {name}", name=name)
        return say("It is {name}’s turn", name=name)

    @property
    def is_passed(self) -> bool:
        """Whether it is another's turn than that of whoever threw last."""
        return self.state.stage == "roll" and self.state.turn_seat != self.state.mover

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the last move, but where a list is what is said."""
        return () if self.state.stage in ("list", "line") else self.state.dice

    @property
    def waiting_offers(self) -> Iterator[tuple[Sentence, Sentence]]:
        """Who offers what to whom, and who has to answer; what is offered for a debt is asked."""
        for deal in self.state.deals.values():
            if not deal.covers:
                answer = say("{name} answers this offer.", name=self.state.name(deal.other))
                yield offered(self.state, deal), answer

    @property
    def debt_offers(self) -> Iterator[tuple[Deal, Sentence]]:
        """What is offered for a debt, and how that is said."""
        for deal in self.state.deals.values():
            if deal.covers:
                yield deal, offered(self.state, deal)

    @property
    def comes_first(self) -> Sentence | None:
        """The rent that may still be asked before the next one rolls; it is lost then."""
        state = self.state
        if not state.claims or state.debts or state.sale is not None or not self.is_passed:
            return None
        claim = state.claims[0]
        event = RentClaimable(claim.owner, claim.debtor, claim.position, claim.amount)
        return event.tell(state, None)

    @property
    def told(self) -> tuple[Sentence, ...]:
        """What the screen for all says in the hero, beside what the table waits for."""
        offers = tuple(offered(self.state, deal) for deal in self.state.deals.values())
        return offers if self.comes_first is None else (self.comes_first, *offers)

    def offers_to(self, seat: int) -> tuple[Deal, ...]:
        """Return the deals that wait for a seat's word."""
        return tuple(deal for deal in self.state.deals.values() if deal.other == seat)

    def offers_of(self, seat: int) -> tuple[Deal, ...]:
        """Return the deals that a seat proposed."""
        return tuple(deal for deal in self.state.deals.values() if deal.seat == seat)

    def mortgaged(self, deal: Deal) -> tuple[DeedView, ...]:
        """Return what of the deeds given in a deal is mortgaged."""
        given = (self.deeds[place] for place in sorted(deal.gives) if place in self.deeds)
        return tuple(deed for deed in given if deed.mortgaged)


def view(state: MonopolyState, seat: int | None) -> MonopolyView:
    """Return what a seat may see; seat None: an onlooker, who sees as much."""
    return replace(
        _table_view(IdentityKey(state)),
        lot=_lot(state, seat),
        can_only_pass=_can_only_pass(state, seat),
    )


@lru_cache(maxsize=128)
def _table_view(moment: IdentityKey[MonopolyState]) -> MonopolyView:
    """Return what everybody sees, made out once a step."""
    state = moment.state
    owned = _owned(IdentityKey(state, state.setup, state.board, state.deeds))
    return MonopolyView(
        state=state,
        seats=tuple(_seat_view(state, number, owned) for number in state.seats),
        deeds=owned.deeds,
        shelf=owned.shelf,
        debts=tuple(_debt_view(state, debt) for debt in state.debts),
        why_not=_why_not(state),
        wants={} if state.wants is None else _wants_view(state, state.wants),
        line=_line_view(state),
    )


@dataclass(frozen=True, slots=True)
class _Owned:
    """Who owns what: the deeds by position, each seat's by group, and the same for everybody."""

    deeds: dict[int, DeedView]
    groups: tuple[tuple[GroupView, ...], ...]
    shelf: tuple[ShelfView, ...]


@lru_cache(maxsize=512)
def _owned(deeds_of: IdentityKey[MonopolyState]) -> _Owned:
    state = deeds_of.state
    deeds = {place: _deed_view(state, place) for place in sorted(state.deeds)}
    return _Owned(
        deeds,
        tuple(tuple(_group_views(state, seat, deeds)) for seat in state.seats),
        tuple(_shelf_view(state, name, deeds) for name in GROUPS),
    )


def _deed_view(state: MonopolyState, place: int) -> DeedView:
    deed, space = state.deeds[place], state.board[place]
    is_utility, held = space.kind == "utility", holding_of(state, space)
    return DeedView(
        position=place,
        name=space.name,
        mortgaged=deed.mortgaged,
        houses=deed.houses,
        hotel=deed.hotel,
        level=state.level(place),
        earns=None if deed.mortgaged or is_utility else rent(state, place, 0),
        factor=factor(state, place) if is_utility and not deed.mortgaged else None,
        mortgage=space.mortgage,
        lift=lift_price(state, place),
        keep=interest(space.mortgage),
        land=held.land,
        buildings=held.built(state.variant),
    )


def _seat_view(state: MonopolyState, number: int, owned: _Owned) -> SeatView:
    worth = terms(state, number)
    is_asked_where = state.stage == "space" and number == state.mover
    return SeatView(
        number=number,
        name=state.name(number),
        cash=state.money(number),
        space_name="" if is_asked_where else state.board[state.spaces[number]].name,
        jail=state.jail[number],
        keys=state.keys[number],
        is_bankrupt=number in state.bankrupt,
        wealth=sum(term.amount for term in worth),
        terms=worth,
        groups=owned.groups[number],
        status=_status(state, number),
        owes=sum(debt.amount for debt in state.debts_of(number)),
        owed=sum(debt.amount for debt in state.debts if debt.creditor == number),
    )


_BIDDING = {"passed": say("is out"), "high": say("highest bid")}


def _status(state: MonopolyState, seat: int) -> Sentence | None:
    """Return how a seat stands, in a word or two, None where nothing is to be said."""
    if seat in state.bankrupt:
        return say("left") if seat in state.gone else say("bankrupt")
    if state.sale is not None and seat in state.sale.auction.seats:
        bids = _BIDDING.get(bidding_status(state.sale.auction, seat))
        if bids is not None:
            return bids
    return None if state.jail[seat] is None else say("in jail")


def _group_views(
    state: MonopolyState, seat: int, deeds: Mapping[int, DeedView]
) -> Iterator[GroupView]:
    """Yield a seat's deeds by group."""
    for name in GROUPS:
        places = groups()[name]
        held = tuple(deeds[place] for place in places if state.owner(place) == seat)
        if held:
            yield GroupView(
                name,
                GROUP_WORDS[name],
                held,
                is_whole=len(held) == len(places),
                is_tradable=not state.has_buildings(places[0]),
                sell_all=sum(deed.level * half_price(state, deed.position) for deed in held),
            )


def _shelf_view(state: MonopolyState, group: str, deeds: Mapping[int, DeedView]) -> ShelfView:
    """Return a group and who has what of it."""
    places = groups()[group]
    held: dict[int | None, list[DeedView | Space]] = {}
    for place in places:
        held.setdefault(state.owner(place), []).append(deeds.get(place, state.board[place]))
    return ShelfView(
        group,
        GROUP_WORDS[group],
        tuple(
            HolderView(
                None if seat is None else _short_name(state, seat),
                say("{number} of {all}", number=len(held[seat]), all=len(places)),
                is_whole=seat is not None and len(held[seat]) == len(places),
                deeds=tuple(held[seat]),
            )
            for seat in sorted(held, key=lambda seat: (seat is None, len(held[seat]), seat))
        ),
    )


def _short_name(state: MonopolyState, seat: int) -> str:
    """Return a name as a small tile holds it: what tells it from the others, if it is long."""
    name = state.name(seat)
    short = name[:_SHORT]
    is_alike = any(state.name(other)[:_SHORT] == short for other in state.seats if other != seat)
    return name if is_alike or len(name) <= _SHORT + 1 else f"{short}…"


_SHORT = 6


def _lot(state: MonopolyState, seat: int | None) -> LotView | None:
    """Return what is up for auction, or what the mover may buy, as a seat sees it."""
    if state.sale is not None:
        if state.sale.building is not None:
            return LotView(BUILDING_WORDS[state.sale.building])
        return _deed_lot(state, seat, state.board[not_none(state.sale.position)])
    if state.stage != "buy" or state.mover is None:
        return None
    space = state.board[state.spaces[state.mover]]
    after = state.money(state.mover) - space.price
    left = say("After buying you have {amount}.", amount=after)
    return replace(
        _deed_lot(state, seat, space), left=left if seat == state.mover and after >= 0 else None
    )


_STANDING = (say("alone"), "1 ⌂", "2 ⌂", "3 ⌂", "4 ⌂", _HOTEL)


def _deed_lot(state: MonopolyState, seat: int | None, space: Space) -> LotView:
    assert space.group is not None
    places = groups()[space.group]
    owners = [state.owner(place) for place in places]
    own = None if seat is None else owners.count(seat)
    return LotView(
        space.name,
        space.group,
        space.price,
        space.house_price,
        tuple(zip(space.rents, _STANDING, strict=False)),
        _terms(state, space),
        say("you own {count} of {all}", count=own, all=len(places)) if own else None,
        tuple(
            say(
                "{name} owns {count} of {all}",
                name=state.name(other),
                count=owners.count(other),
                all=len(places),
            )
            for other in sorted(state.seats, key=owners.count)
            if other != seat and other in owners
        ),
    )


def _terms(state: MonopolyState, space: Space) -> Sentence | None:
    """Return what a station or a utility earns, None for a street, whose card has figures."""
    if space.kind == "utility":
        one, both = state.board.utility_factors
        return say("Rent {one} × the dice, {both} × with both", one=one, both=both)
    if space.is_street:
        return None
    rents = " · ".join(map(str, state.board.station_rents))
    return say("Rent {rents} with 1, 2, 3, 4 stations", rents=rents)


def _debt_view(state: MonopolyState, debt: Debt) -> DebtView:
    terms = raising(state, debt.debtor)
    could_raise = sum(term.amount for term in terms)
    return DebtView(
        debtor=debt.debtor,
        creditor=debt.creditor,
        creditor_name=None if debt.creditor is None else state.name(debt.creditor),
        amount=debt.amount,
        reason=REASON_WORDS[debt.reason],
        name=None if debt.position is None else state.board[debt.position].name,
        missing=max(debt.amount - state.money(debt.debtor), 0),
        raising=tuple(_gathered(terms)),
        could_raise=could_raise,
        could_add=could_raise - state.money(debt.debtor),
        is_first=state.debts_of(debt.debtor)[0] == debt,
    )


def _gathered(terms: tuple[Term, ...]) -> Iterator[tuple[Sentence, int]]:
    """Yield what can be raised, all mortgages together."""
    mortgages = [term.amount for term in terms if term.rule == "MO-M1"]
    yield from ((term.label, term.amount) for term in terms if term.rule != "MO-M1")
    if mortgages:
        count = len(mortgages)
        yield say_many("{count} mortgage", "{count} mortgages", count=count), sum(mortgages)


def _why_not(state: MonopolyState) -> dict[int, Sentence]:
    """Return by number of an offer why it cannot be agreed to as things stand."""
    refusal_of = {
        number: dry_run(AcceptDeal(deal.other, number, at=0), state).refusal
        for number, deal in state.deals.items()
    }
    return {number: refusal.sentence for number, refusal in refusal_of.items() if refusal}


def _wants_view(state: MonopolyState, wants: Wants) -> dict[int, tuple[Space, ...]]:
    """Return by asked seat the streets on which it could build, in an order in which it could."""
    return {seat: _choices(state, seat, wants) for seat in wants.asked}


def _choices(state: MonopolyState, seat: int, wants: Wants) -> tuple[Space, ...]:
    row: tuple[int, ...] = ()
    streets = sites(state, seat, wants.building)
    while len(row) < state.left(wants.building):
        longer = [(*row, place) for place in sorted(streets, key=row.count)]
        payable = (
            more for more in longer if more == payable_row(state, seat, wants.building, more)
        )
        row, before = next(payable, row), row
        if row == before:
            break
    return tuple(state.board[place] for place in row)


def _line_view(state: MonopolyState) -> LineView | None:
    if state.line is None:
        return None
    list_name, total = state.line
    effect = state.board.outcome(list_name, total) if total else None
    return LineView(list_name, state.board.list_name(list_name), total or None, effect)


def _can_only_pass(state: MonopolyState, seat: int | None) -> Sentence | None:
    """Return why a seat that may speak in the auction cannot bid any more, None if it can."""
    if seat is None or state.sale is None or dry_run(Pass(seat), state).refusal:
        return None
    refusal = dry_run(Bid(seat, state.sale.auction.lowest_bid), state).refusal
    return None if refusal is None else refusal.sentence

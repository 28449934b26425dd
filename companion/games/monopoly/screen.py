"""The view of a table for its screens, and the panel that a seat has opened.

The URL names the open panel and its details, separated by dots:

- "roll.3" or "roll.3.4": enter a roll; the numbers are the faces tapped so far.
- "group.orange": build on the properties of a group, or mortgage them.
- "line" or "line.pay": enter a line of a printed list, with the kind of effect chosen so far.
- "deal.2.MARK": offer a deal to a seat.
- "counter.7.MARK": make a counter-offer to offer number 7.
- "pay.MARK": offer property to pay a debt.
- "space.MARK": correct the space of the token.

MARK is a checksum that changes when the panel becomes outdated. Links with an old mark, and any
other text, open no panel.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace

from companion.games.monopoly.auctions import BUILDING_WORDS, Bid, Pass
from companion.games.monopoly.board import DICE, GROUP_WORDS, GROUPS, LIST_DICE, SIDES, interest
from companion.games.monopoly.buildings import payable_row, sites
from companion.games.monopoly.copy import Space
from companion.games.monopoly.deals import AcceptDeal, mortgage_dues, offered
from companion.games.monopoly.effects import KINDS
from companion.games.monopoly.final_scores import holding_of, terms
from companion.games.monopoly.liquidity import half_price, raising
from companion.games.monopoly.mortgages import lift_price
from companion.games.monopoly.obligations import REASON_WORDS
from companion.games.monopoly.rents import RentClaimable, rent, utility_factor
from companion.games.monopoly.state import Building, Deal, Debt, MonopolyState, Wants, groups
from companion.mechanics.actions.menu import dry_run
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.auctions.auction import bidding_status
from companion.mechanics.language.words import Sentence, say, say_many
from companion.mechanics.scoring.outcome import Term
from companion.mechanics.values.identity_cache import IdentityKey
from companion.mechanics.values.schema import Words

_FACES = frozenset(map(str, range(1, SIDES + 1)))


def draft(state: MonopolyState, seat: int | None, words: str) -> SimpleNamespace | None:
    """Return the state of a seat's wizard: its open panel, and the values that its links need.

    Return None for a screen without a seat. ``panel`` is "" if the URL opens no panel.

    words: the text from the URL (see the module docstring).
    """
    if seat is None:
        return None
    known = state.line and state.board.outcome(*state.line)
    shown = SimpleNamespace(
        panel="",
        words=words,
        # The query parameters that every link on the page must contain.
        tail=f"&for={seat}",
        # Changes when the dice or the line being entered become outdated.
        keep=_mark(seat, state.stage, state.turn, state.doubles, state.jail, state.line, known),
        # Changes for good with each offer of the seat, so that what was sent does not open again.
        deal_mark=_mark(seat, state.last_deals.get(seat), list(state.deeds_of(seat)), state.active),
        # The same as long as others move, so that this seat's part of the screen stays as it is.
        space_mark=_mark(seat, state.spaces[seat], seat == state.mover, seat == state.turn_seat),
        dice=LIST_DICE if state.stage == "list" else DICE,
        # The details of the open panel; each panel uses only some of them.
        faces=(),
        group="",
        partner=None,
        counters=None,
        kind="",
    )
    vars(shown).update(_open_panel(state, seat, shown))
    return shown


def _open_panel(state: MonopolyState, seat: int, closed: SimpleNamespace) -> dict[str, object]:
    """Return the attributes of the panel that the URL opens, or {} if it opens none.

    closed: the result of ``draft`` as it is without an open panel.
    """
    words: str = closed.words
    panel, _, rest = words.partition(".")
    if panel == "roll":
        faces = rest.split(".")
        if len(faces) >= closed.dice or not _FACES.issuperset(faces):
            return {}
        return {"panel": "roll", "faces": tuple(map(int, faces))}
    if panel == "group" and rest in GROUPS:
        return {"panel": "group", "group": rest}
    if panel == "line" and state.stage == "line" and rest in ("", *KINDS):
        return {"panel": "line", "kind": rest}
    if words == f"space.{closed.space_mark}":
        return {"panel": "space"}
    owed = state.debts_of(seat)
    if words == f"pay.{closed.deal_mark}" and owed and owed[0].creditor is not None:
        return {"panel": "pay", "partner": owed[0].creditor}
    return _open_deal_panel(state, seat, closed)


def _open_deal_panel(state: MonopolyState, seat: int, closed: SimpleNamespace) -> dict[str, object]:
    """Return the attributes of the panel for a deal or counter-offer, or {} if none is open."""
    for other in state.others(seat):
        if closed.words == f"deal.{other}.{closed.deal_mark}":
            return {"panel": "deal", "partner": other}
    for deal in state.deals.values():
        is_answered = deal.other == seat and deal.covers is None
        if is_answered and closed.words == f"counter.{deal.number}.{closed.deal_mark}":
            return {"panel": "deal", "partner": deal.seat, "counters": deal}
    return {}


def _mark(*parts: object) -> str:
    """Return a short checksum that changes when any of the parts changes."""
    return f"{zlib.crc32(repr(parts).encode()):x}"


_HOTEL = say("hotel")


@dataclass(frozen=True, slots=True)
class DeedView:
    """An owned deed as the screens show it, with amounts in whole M."""

    position: int
    words: Words
    """The name of the property."""
    mortgaged: bool
    houses: int
    hotel: bool
    level: int
    """The number of houses; ``most_houses + 1`` for a hotel."""
    earns: int | None
    """The current rent; None for a utility or a mortgaged property."""
    factor: int | None
    """The number that multiplies the dice for a utility's rent.

    None for other properties, and while the utility is mortgaged.
    """
    mortgage: int
    """The mortgage value."""
    lift: int
    """The price of lifting the mortgage."""
    keep: int
    """The 10 % interest that a new owner pays while keeping the mortgage."""
    land: int
    """The amount that the property adds to the owner's wealth without its buildings (MO-F4)."""
    buildings: int
    """The amount that the buildings add to the owner's wealth (MO-F4)."""

    @property
    def built(self) -> Sentence | str:
        """The buildings in short: "hotel", one symbol per house, or "" without buildings."""
        return _HOTEL if self.hotel else "⌂" * self.houses

    @property
    def pays(self) -> str:
        """The rent as a short text: an amount, "–" while mortgaged, or "×4" for a utility."""
        if self.mortgaged:
            return "–"
        return f"×{self.factor}" if self.factor else str(self.earns)


@dataclass(frozen=True, slots=True)
class GroupView:
    """The deeds that one seat owns in a group, as the screens show them."""

    group: str
    words: Sentence
    """The name of the group."""
    deeds: tuple[DeedView, ...]
    is_whole: bool
    """Whether the seat owns the whole group."""
    is_tradable: bool
    """Whether deals may include the deeds, because the group has no buildings."""
    sell_all: int
    """The money for selling all buildings of the group to the bank."""

    @property
    def is_even(self) -> bool:
        """Whether all deeds of the seat in the group have the same building level."""
        return len({deed.level for deed in self.deeds}) == 1

    def raises(self, mortgageable: Collection[int]) -> int:
        """Return the money from selling all buildings and mortgaging the mortgageable deeds.

        mortgageable: the positions of the deeds that can be mortgaged now.
        """
        able = (deed.mortgage for deed in self.deeds if deed.position in mortgageable)
        return sum(able) + self.sell_all


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat as the screens show it, without anything secret."""

    number: int
    name: str
    cash: int
    space_name: Words
    """The name of the token's space; "" until the new space is entered."""
    jail: int | None
    """The number of rolls in jail without a double; None if the seat is not in jail."""
    keys: int
    is_bankrupt: bool
    wealth: int
    terms: tuple[Term, ...]
    """The terms that add up to the wealth (MO-F4)."""
    groups: tuple[GroupView, ...]
    status: Sentence | None
    """A short status such as "in jail", or None."""
    owes: int
    """The total of the seat's debts."""
    owed: int
    """The total of the debts owed to the seat; it counts towards the seat's wealth."""

    @property
    def stands_on(self) -> Words:
        """The name of the token's space; "" for a bankrupt seat or in jail (see ``status``)."""
        return "" if self.is_bankrupt or self.jail is not None else self.space_name

    @property
    def trades(self) -> bool:
        """Whether deals may include any of the seat's deeds."""
        return any(group.is_tradable for group in self.groups)

    def first_to_raise(self, mortgageable: Collection[int]) -> str:
        """Return the first group from which the seat can raise money, or "" if there is none.

        mortgageable: the positions of the deeds that can be mortgaged now.
        """
        return next((one.group for one in self.groups if one.raises(mortgageable)), "")


@dataclass(frozen=True, slots=True)
class MonopolyView:
    """A table as its templates show it, without anything secret."""

    state: MonopolyState
    seats: tuple[SeatView, ...]
    deeds: Mapping[int, DeedView]
    """The owned deeds by position."""
    shelf: tuple[SimpleNamespace, ...]
    """The owners of the deeds of each group (see ``_shelf_view``)."""
    debts: tuple[SimpleNamespace, ...]
    """The open debts, with what the debtors could raise (see ``_debt_view``)."""
    why_not: Mapping[int, Sentence]
    """The reason for each offer that cannot be accepted now, by number of the offer."""
    wants: Mapping[int, tuple[Space, ...]]
    """For each seat that has not answered yet, the streets where the last buildings could go.

    A street occurs once for each building that the seat could put on it.
    """
    line: SimpleNamespace | None
    """The printed list and the line that the mover follows (see ``_line_view``)."""
    lot: SimpleNamespace | None = None
    """The deed or building that is up for sale or auction (see ``_lot_view``)."""
    can_only_pass: Sentence | None = None
    """The reason why the viewing seat cannot bid any more, or None."""

    @property
    def stock(self) -> tuple[Sentence, ...]:
        """The houses, hotels and keys left in the bank, and the money on Free Parking."""
        state = self.state
        return (
            say_many("{count} house", "{count} houses", count=state.houses_left),
            say_many("{count} hotel", "{count} hotels", count=state.hotels_left),
            say_many("{count} key", "{count} keys", count=state.keys_left),
            *((say("{amount} on Free Parking", amount=state.pot),) if state.has_pot else ()),
        )

    @property
    def turn(self) -> Sentence | None:
        """The sentence that names the player whose turn it is and anything to be settled first."""
        state = self.state
        if state.turn_seat is None or state.awaits_count:
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
        """Whether the turn has passed to another seat since the latest roll."""
        return self.state.stage == "roll" and self.state.turn_seat != self.state.mover

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice of the latest move; () while the mover follows a printed list."""
        return () if self.state.stage in ("list", "line") else self.state.dice

    @property
    def waiting_offers(self) -> Iterator[tuple[Sentence, Sentence]]:
        """The open offers that do not pay a debt, as pairs of a description and a prompt."""
        for deal in self.state.deals.values():
            if not deal.covers:
                answer = say("{name} answers this offer.", name=self.state.name(deal.other))
                yield offered(self.state, deal), answer

    @property
    def debt_offers(self) -> Iterator[tuple[Deal, Sentence]]:
        """The open offers of property for a debt, as pairs of an offer and its description."""
        for deal in self.state.deals.values():
            if deal.covers:
                yield deal, offered(self.state, deal)

    @property
    def comes_first(self) -> Sentence | None:
        """The reminder of a rent that must be collected before the next roll, or None."""
        state = self.state
        if not state.claims or state.debts or state.sale is not None or not self.is_passed:
            return None
        claim = state.claims[0]
        return RentClaimable.of(claim).tell(state, None)

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """The sentences that the big screen shows beside the prompt."""
        offers = tuple(offered(self.state, deal) for deal in self.state.deals.values())
        return offers if self.comes_first is None else (self.comes_first, *offers)

    def debts_of(self, seat: int | None) -> tuple[SimpleNamespace, ...]:
        return tuple(debt for debt in self.debts if debt.debtor == seat)

    def offers_to(self, seat: int) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.state.deals.values() if deal.other == seat)

    def offers_of(self, seat: int) -> tuple[Deal, ...]:
        return tuple(deal for deal in self.state.deals.values() if deal.seat == seat)

    def cash_after(self, deal: Deal) -> tuple[int, int]:
        """Return the cash of the offering player and of the other player after a deal.

        The other player is assumed to pay only the interest on mortgages, not to lift them.
        """
        state, gained = self.state, deal.asks - deal.pays
        owed = (
            mortgage_dues(state, deal.seat, deal.takes, deal.lifts),
            mortgage_dues(state, deal.other, deal.gives, ()),
        )
        paid = [sum(due.amount for due in part) for part in owed]
        return (
            state.money(deal.seat) + gained - paid[0],
            state.money(deal.other) - gained - paid[1],
        )

    def mortgaged(self, deal: Deal) -> tuple[DeedView, ...]:
        """Return the mortgaged deeds that the player who made an offer would give."""
        given = (self.deeds[place] for place in sorted(deal.gives) if place in self.deeds)
        return tuple(deed for deed in given if deed.mortgaged)


def view(state: MonopolyState, seat: int | None) -> MonopolyView:
    """Return a seat's view of the table, or a viewer's if ``seat`` is None.

    Everyone sees the same, except for the hints about a seat's own purchase or bid.
    """
    table_view, lot = _table_view(IdentityKey(state)), _lot_view(state, seat)
    if lot is None:
        return table_view
    return replace(table_view, lot=lot, can_only_pass=_can_only_pass(state, seat))


@lru_cache(maxsize=128)
def _table_view(moment: IdentityKey[MonopolyState]) -> MonopolyView:
    """Return the part of the view that is the same on all devices.

    The result is cached, so each step computes it only once.
    """
    state = moment.state
    owned = _owned_deeds(IdentityKey(state, state.setup, state.board, state.deeds))
    return MonopolyView(
        state=state,
        seats=tuple(_seat_view(state, number, owned) for number in state.seats),
        deeds=owned.deeds,
        shelf=owned.shelf,
        debts=tuple(_debt_view(state, debt) for debt in state.debts),
        why_not=_why_not_acceptable(state),
        wants={} if state.wants is None else _wants_view(state, state.wants),
        line=_line_view(state),
    )


@dataclass(frozen=True, slots=True)
class _Owned:
    """The parts of the view that change only when deeds change."""

    deeds: dict[int, DeedView]
    """The owned deeds by position."""
    groups: tuple[tuple[GroupView, ...], ...]
    """The groups in which each seat owns deeds, by seat."""
    shelf: tuple[SimpleNamespace, ...]
    """The owners of the deeds of each group (see ``_shelf_view``)."""


@lru_cache(maxsize=512)
def _owned_deeds(deeds_of: IdentityKey[MonopolyState]) -> _Owned:
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
        words=space.words,
        mortgaged=deed.mortgaged,
        houses=deed.houses,
        hotel=deed.hotel,
        level=state.level(place),
        earns=None if deed.mortgaged or is_utility else rent(state, place, 0),
        factor=utility_factor(state, place) if is_utility and not deed.mortgaged else None,
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
        space_name="" if is_asked_where else state.board[state.spaces[number]].words,
        jail=state.jail[number],
        keys=state.keys[number],
        is_bankrupt=number in state.bankrupt,
        wealth=sum(term.amount for term in worth),
        terms=worth,
        groups=owned.groups[number],
        status=_seat_status(state, number),
        owes=sum(debt.amount for debt in state.debts_of(number)),
        owed=sum(debt.amount for debt in state.debts if debt.creditor == number),
    )


_BIDDING = {"passed": say("passed"), "high": say("highest bid")}


def _seat_status(state: MonopolyState, seat: int) -> Sentence | None:
    """Return a short status of a seat such as "in jail", or None."""
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
    """Yield the view of each group in which a seat owns deeds."""
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


def _shelf_view(state: MonopolyState, group: str, deeds: Mapping[int, DeedView]) -> SimpleNamespace:
    """Return a group with the owners of its deeds.

    The seats with the fewest deeds come first, and the bank comes last.
    """
    places = groups()[group]
    held: dict[int | None, list[DeedView | Space]] = {}
    for place in places:
        held.setdefault(state.owner(place), []).append(deeds.get(place, state.board[place]))
    return SimpleNamespace(
        group=group,
        words=GROUP_WORDS[group],
        holders=tuple(
            SimpleNamespace(
                seat=seat,
                name=None if seat is None else state.name(seat),
                share=say("{number} of {all}", number=len(held[seat]), all=len(places)),
                is_whole=seat is not None and len(held[seat]) == len(places),
                deeds=tuple(held[seat]),
            )
            for seat in sorted(held, key=lambda seat: (seat is None, len(held[seat]), seat))
        ),
    )


def _lot_view(state: MonopolyState, seat: int | None) -> SimpleNamespace | None:
    """Return the auctioned lot, or the deed that the mover may buy, as a seat sees it.

    Return None if nothing is for sale.
    """
    if state.sale is not None:
        if state.sale.building is not None:
            return _building_lot(state.sale.building)
        return _deed_lot(state, seat, state.board[not_none(state.sale.position)])
    if state.stage != "buy" or state.mover is None:
        return None
    space = state.board[state.spaces[state.mover]]
    after = state.money(state.mover) - space.price
    if seat != state.mover or after < 0:
        return _deed_lot(state, seat, space)
    return _deed_lot(state, seat, space, left=say("You will have {amount} left.", amount=after))


def _building_lot(building: Building) -> SimpleNamespace:
    """Return the view of an auctioned building, with the same attributes as ``_deed_lot``."""
    return SimpleNamespace(
        name=BUILDING_WORDS[building],
        group="",
        price=0,
        house_price=0,
        rents=(),
        terms=None,
        own=None,
        rest=(),
        left=None,
    )


_STANDING = (say("no houses"), "1 ⌂", "2 ⌂", "3 ⌂", "4 ⌂", _HOTEL)


def _deed_lot(
    state: MonopolyState, seat: int | None, space: Space, left: Sentence | None = None
) -> SimpleNamespace:
    """Return the view of a deed for sale, as a seat sees it.

    left: the sentence about the money that the viewing seat would have after buying the deed.
    """
    assert space.group is not None
    places = groups()[space.group]
    owners = [state.owner(place) for place in places]
    own = None if seat is None else owners.count(seat)
    return SimpleNamespace(
        name=space.words,
        group=space.group,
        price=space.price,
        house_price=space.house_price,
        rents=tuple(zip(space.rents, _STANDING, strict=False)),
        terms=_rents_sentence(state, space),
        own=say("you own {count} of {all}", count=own, all=len(places)) if own else None,
        rest=tuple(
            say(
                "{name} owns {count} of {all}",
                name=state.name(other),
                count=owners.count(other),
                all=len(places),
            )
            for other in sorted(state.seats, key=owners.count)
            if other != seat and other in owners
        ),
        left=left,
    )


def _rents_sentence(state: MonopolyState, space: Space) -> Sentence | None:
    """Return a sentence with the rents of a station or utility, or None for a street."""
    if space.kind == "utility":
        one, both = state.board.utility_factors
        return say("Rent {one} × the dice, {both} × with both", one=one, both=both)
    if space.is_street:
        return None
    rents = " · ".join(map(str, state.board.station_rents))
    return say("Rent {rents} with 1, 2, 3, 4 stations", rents=rents)


def _debt_view(state: MonopolyState, debt: Debt) -> SimpleNamespace:
    terms = raising(state, debt.debtor)
    could_raise = sum(term.amount for term in terms)
    return SimpleNamespace(
        debtor=debt.debtor,
        creditor=debt.creditor,
        creditor_name=None if debt.creditor is None else state.name(debt.creditor),
        amount=debt.amount,
        reason=REASON_WORDS[debt.reason],
        name=None if debt.position is None else state.board[debt.position].words,
        missing=max(debt.amount - state.money(debt.debtor), 0),
        raising=tuple(_sources_of_money(terms)),
        could_raise=could_raise,
        could_add=could_raise - state.money(debt.debtor),
        is_first=state.debts_of(debt.debtor)[0] == debt,
    )


def _sources_of_money(terms: tuple[Term, ...]) -> Iterator[tuple[Sentence, int]]:
    """Yield the label and the amount of each source of money, with all mortgages added up."""
    mortgages = [term.amount for term in terms if term.rule == "MO-M1"]
    yield from ((term.label, term.amount) for term in terms if term.rule != "MO-M1")
    if mortgages:
        count = len(mortgages)
        yield say_many("{count} mortgage", "{count} mortgages", count=count), sum(mortgages)


def _why_not_acceptable(state: MonopolyState) -> dict[int, Sentence]:
    """Return the refusal of each offer that cannot be accepted now, by number of the offer."""
    refusal_of = {
        number: dry_run(AcceptDeal(deal.other, number, at=0), state).refusal
        for number, deal in state.deals.items()
    }
    return {number: refusal.sentence for number, refusal in refusal_of.items() if refusal}


def _wants_view(state: MonopolyState, wants: Wants) -> dict[int, tuple[Space, ...]]:
    """Return the streets on which each asked seat could build, in a legal order of building."""
    return {seat: _buildable_streets(state, seat, wants) for seat in wants.asked}


def _buildable_streets(state: MonopolyState, seat: int, wants: Wants) -> tuple[Space, ...]:
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


def _line_view(state: MonopolyState) -> SimpleNamespace | None:
    """Return the printed list (such as Chance) that a token landed on, and the rolled line.

    ``total``, the number of the line, is None until the dice are rolled. ``effect`` may be None.
    Return None if no token has landed on a list.
    """
    if state.line is None:
        return None
    list_name, total = state.line
    effect = state.board.outcome(list_name, total) if total else None
    return SimpleNamespace(
        list_name=list_name,
        words=state.board.list_name(list_name),
        total=total or None,
        effect=effect,
    )


def _can_only_pass(state: MonopolyState, seat: int | None) -> Sentence | None:
    """Return the reason why a seat in the auction can only pass, or None if it can bid."""
    if seat is None or state.sale is None or dry_run(Pass(seat), state).refusal:
        return None
    refusal = dry_run(Bid(seat, state.sale.auction.lowest_bid), state).refusal
    return None if refusal is None else refusal.sentence

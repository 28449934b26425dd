"""Houses and hotels: building, selling, and shortages in the bank (MO-B1 to MO-B4).

The level of a street is its number of houses. A hotel counts as one level more than the houses that
it replaced.

Decided where the book is silent: the rule to build evenly includes hotels. A single hotel is
swapped for its houses, if the bank has enough of them. To sell a hotel outright, the player sells
the whole group down to a number of houses per street that the bank can supply. Half of an odd price
is rounded down.

Decided where the book is silent about shortages: when a seat builds, the app counts one building
for each street on which the other seats could build and pay. If the bank could not supply all of
them in addition to the seat's building, there is a shortage. The app then asks all these seats for
the streets on which they want a building, in order. If the stock is sufficient for all answers, or
only one seat wants to build, the buildings are built at the printed price. Otherwise they are
auctioned one by one among the seats that want them. The winner builds on the first street of its
answer that can take the building. Without a bid, the building stays with the bank. Streets are
dropped from an answer if the seat can no longer build there, or cannot pay the printed prices in
the order of its answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.monopoly.endings import require_time_left
from companion.games.monopoly.liquidity import could_raise, half_price
from companion.games.monopoly.obligations import AuctionOpened
from companion.games.monopoly.state import (
    Building,
    Deed,
    MonopolyEvent,
    MonopolyState,
    Pending,
    PropertyEvent,
    SeatEvent,
    Wants,
    group_places,
    groups,
    not_now,
    require_free,
    require_group,
    require_money,
    require_no_debt,
    require_own,
    require_player,
    require_property,
    require_seat,
    with_deed,
)
from companion.mechanics.actions.base import Event, SeatAction, TimedAction, action, event
from companion.mechanics.actions.menu import Candidate, OneOf, Range
from companion.mechanics.actions.refusal import Refusal, is_legal, not_none
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.play.table import refusal_about

Levels = Mapping[int, int]
"""Assumed building levels by position. For other streets, the level in the state applies."""


@dataclass(frozen=True, slots=True)
class DeedAction(TimedAction[MonopolyState]):
    """Base class for actions on one of the seat's own deeds."""

    seat: int
    position: int

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.stage != "over":
            deeds = state.deeds_of(seat)
            places = tuple(place for place in deeds if cls.is_candidate(deeds, place))
            if places:
                yield Candidate(cls(seat, 0, at=0), "at", position=OneOf(places))

    @classmethod
    def is_candidate(cls, deeds: Mapping[int, Deed], position: int) -> bool:
        """Return whether the action may be legal for one of the seat's own deeds.

        This is a fast filter for the menu. ``decide`` makes the full check.
        """
        return True

    def label(self, state: MonopolyState) -> Sentence:
        return say(
            "{space}: {done}", space=state.board[self.position].words, done=self.beside(state)
        )

    def beside(self, state: MonopolyState) -> Sentence:
        """Return the label for the button beside the name of the deed."""
        raise NotImplementedError


@action("build", turn_bound=False, keeps_turn=True)
class Build(DeedAction):
    """Build the next house, or the hotel, on a street (MO-B1, MO-B2)."""

    @classmethod
    def is_candidate(cls, deeds: Mapping[int, Deed], position: int) -> bool:
        return deeds.keys() >= set(group_places(position))

    def beside(self, state: MonopolyState) -> Sentence:
        price = state.board[self.position].house_price
        is_hotel = state.level(self.position) == state.most_houses
        return say("Hotel {price}", price=price) if is_hotel else say("House {price}", price=price)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event of building, or those that ask who wants the last buildings (MO-B3)."""
        built = require_build(state, self.seat, self.position)
        require_time_left(state, self.at, self.seat)
        if not is_contested(state, self.seat, built.building):
            return (built,)
        rivals_too = (self.seat, *rivals(state, self.seat, built.building))
        return (WantsOpened(built.building, rivals_too), Wanted(self.seat, (self.position,)))


def require_build(state: MonopolyState, seat: int, position: int) -> Built:
    """Return the event of building on a street; raise a refusal if the seat may not build."""
    require_seat(state, seat)
    require_free(state, "MO-B1", seat)
    require_site(state, seat, position, {})
    price = state.board[position].house_price
    built = Built(seat, position, next_building(state, position, {}), price)
    require_stock(state, built.building)
    require_money(state, seat, built.price, "MO-B1")
    return built


def next_building(state: MonopolyState, position: int, levels: Levels) -> Building:
    """Return the kind of building that comes next on a street."""
    level = levels.get(position, state.level(position))
    return "hotel" if level == state.most_houses else "house"


def require_site(state: MonopolyState, seat: int, position: int, levels: Levels) -> None:
    """Raise a refusal unless the seat could build on a street (MO-B1, MO-B2).

    The bank's stock and the price are not checked.
    """
    space = require_property(state, position)
    if not space.is_street:
        raise Refusal(
            "not_a_street",
            "MO-B1",
            say("You can build only on streets, not on {name}.", name=space.words),
        )
    require_own(state, seat, position, "MO-B1")
    group = group_places(position)
    if not state.owns_group(seat, position):
        raise Refusal("group_not_whole", "MO-B1", say("One player must own the whole group first."))
    for name in state.names(place for place in group if state.deeds[place].mortgaged):
        sentence = say("Lift the mortgage on {name} first.", name=name)
        raise Refusal("group_mortgaged", "MO-B1", sentence)
    built = {place: levels.get(place, state.level(place)) for place in group}
    if built[position] > state.most_houses:
        sentence = say(
            "{name} already has a hotel, and each street can have one.", name=space.words
        )
        raise Refusal("hotel_stands", "MO-B2", sentence)
    lower = state.names(place for place in group if built[place] < built[position])
    if lower:
        sentence = say("Build evenly: start with {names}.", names=together(lower))
        raise Refusal("uneven_building", "MO-B1", sentence)


def require_stock(state: MonopolyState, building: Building) -> None:
    """Raise ``no_houses_left`` or ``no_hotels_left`` if the bank has none left (MO-B3)."""
    if state.left(building):
        return
    if building == "house":
        sentence = say("The bank has no houses left. Wait until someone sells one.")
        raise Refusal("no_houses_left", "MO-B3", sentence)
    sentence = say("The bank has no hotels left. Wait until someone sells one.")
    raise Refusal("no_hotels_left", "MO-B3", sentence)


@event("built")
class Built(PropertyEvent):
    """A seat built a house or a hotel on a street (MO-B1, MO-B2)."""

    costs = "price", say("building")
    building: Building
    price: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_level(state, self.position, state.level(self.position) + 1)
        if state.wants is None:
            return state
        left = list(state.wants.said.get(self.seat, ()))
        if self.position in left:
            left.remove(self.position)
        said = {**state.wants.said, self.seat: tuple(left)}
        return replace(state, wants=replace(state.wants, said=said))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.building == "hotel":
            return say("{name} builds a hotel on {space} for {price}.").to_you(
                "You build a hotel on {space} for {price}."
            )
        return say("{name} builds a house on {space} for {price}.").to_you(
            "You build a house on {space} for {price}."
        )

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        space = state.board[self.position]
        shows = {
            "seat": self.seat,
            "space": space.words,
            "group": space.group,
            "is_hotel": self.building == "hotel",
            "houses": state.deeds[self.position].houses,
        }
        return (self.scene(state, "built", shows),)


def with_level(state: MonopolyState, position: int, level: int) -> MonopolyState:
    """Return the state with a new building level of a street.

    level: the number of houses; ``most_houses + 1`` for a hotel.
    """
    hotel = level > state.most_houses
    deed = replace(state.deeds[position], houses=0 if hotel else level, hotel=hotel)
    return with_deed(state, position, deed)


def is_contested(state: MonopolyState, seat: int, building: Building) -> bool:
    """Return whether other seats compete with a seat for the bank's last buildings (MO-B3).

    This is the case if the bank has too few buildings to supply one to the seat and meet the full
    demand of the other seats.
    """
    others = sum(demand(state, other, building) for other in rivals(state, seat, building))
    return bool(others) and 1 + others > state.left(building)


def demand(state: MonopolyState, seat: int, building: Building) -> int:
    """Return the number of buildings that a seat could build now and pay for in cash.

    Only one building per street counts.
    """
    cash, count = state.money(seat), 0
    for price in sorted(state.board[place].house_price for place in sites(state, seat, building)):
        if price > cash:
            break
        cash, count = cash - price, count + 1
    return count


def sites(state: MonopolyState, seat: int, building: Building) -> tuple[int, ...]:
    """Return the positions of the streets where a seat could build this kind of building next."""
    return tuple(
        place
        for group in groups().values()
        if state.owner(group[0]) == seat
        for place in group
        if is_legal(require_site, state, seat, place, {})
        and next_building(state, place, {}) == building
    )


def rivals(state: MonopolyState, seat: int, building: Building) -> tuple[int, ...]:
    """Return the other seats that could build and pay for this kind of building.

    Seats with debts are left out.
    """
    return tuple(
        other
        for other in state.active
        if other != seat and not state.debts_of(other) and demand(state, other, building)
    )


@event("wants_opened")
class WantsOpened(MonopolyEvent):
    """Several seats were asked where they want the last buildings (MO-B3)."""

    building: Building
    asked: tuple[int, ...]
    """The seats that were asked."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, wants=Wants(self.building, {}, self.asked))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        names = together(map(state.name, self.asked))
        if self.building == "house":
            return say("The last houses: {names} choose where to build.", names=names)
        return say("The last hotels: {names} choose where to build.", names=names)


@event("wanted")
class Wanted(SeatEvent):
    """A seat's answer about the last buildings was recorded, or shortened by the app (MO-B3)."""

    positions: tuple[int, ...] = ()
    """The position of the street for each wanted building, in order; () for no building."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        wants = not_none(state.wants)
        asked = tuple(seat for seat in wants.asked if seat != self.seat)
        said: Mapping[int, tuple[int, ...]] = {**wants.said, self.seat: self.positions}
        return replace(state, wants=replace(wants, said=said, asked=asked))

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if not self.positions:
            return say("{name} wants none.").to_you("You want none.")
        spaces = together(state.names(self.positions))
        return say("{name} wants to build on {spaces}.", spaces=spaces).to_you(
            "You want to build on {spaces}."
        )


@action("build_up", turn_bound=False, keeps_turn=True)
class BuildUp(TimedAction[MonopolyState]):
    """Build on a colour group until every street has reached a given level."""

    seat: int
    group: str
    level: int
    """The number of houses to reach on each street; ``most_houses + 1`` for hotels."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        deeds = {} if seat is None else state.deeds_of(seat)
        for group, places in groups().items():
            if seat is not None and deeds.keys() >= set(places):
                levels = Range(min(map(state.level, places)) + 1, state.most_houses + 1)
                yield Candidate(cls(seat, group, levels.lowest, at=0), "at", level=levels)

    def label(self, state: MonopolyState) -> Sentence:
        missing = {place: self.level - state.level(place) for place in groups()[self.group]}
        price = sum(state.board[place].house_price * max(missing[place], 0) for place in missing)
        if self.level > state.most_houses:
            return say("A hotel on every street: {price}", price=price)
        return say_many(
            "{count} house on every street: {price}",
            "{count} houses on every street: {price}",
            count=self.level,
            price=price,
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return one event per building; each goes on the street with the lowest level."""
        seat = self.seat
        require_seat(state, seat)
        require_free(state, "MO-B1", seat)
        require_time_left(state, self.at, seat)
        positions = require_group(state, self.group)
        require_level(self.level, 1, state.most_houses + 1)
        pending = Pending(state)
        while pending.state.level(lowest := min(positions, key=pending.state.level)) < self.level:
            built = require_build(pending.state, seat, lowest)
            if is_contested(pending.state, seat, built.building):
                sentence = say(
                    "The bank has only {left} left, and others may want them. Build one at a time.",
                    left=pending.state.left(built.building),
                )
                raise Refusal("several_want", "MO-B3", sentence)
            pending.emit(built)
        if not pending.events:
            raise Refusal("nothing_to_build", "MO-B1", say("Every street already has that many."))
        return pending.events


def require_level(level: int, lowest: int, highest: int) -> None:
    """Raise ``level_out_of_range`` unless ``lowest <= level <= highest``."""
    if not lowest <= level <= highest:
        raise level_out_of_range(lowest, highest)


def level_out_of_range(lowest: int, highest: int) -> Refusal:
    """Return the refusal of a level that is not between ``lowest`` and ``highest``."""
    sentence = say(
        "Enter a whole number from {lowest} to {highest}.", lowest=lowest, highest=highest
    )
    return Refusal("level_out_of_range", "MO-B2", sentence)


@action("want", turn_bound=False)
class Want(SeatAction[MonopolyState]):
    """Choose the streets on which to build the last houses or hotels (MO-B3)."""

    needs = "wants"
    positions: tuple[int, ...] = ()
    """The position of the street for each wanted building, in order; () for no building."""

    def label(self, state: MonopolyState) -> Sentence:
        count = len(self.positions)
        return say("As many as I can: {count}", count=count) if count else say("None for me")

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event of the answer and, after the last one, of its consequences (MO-B3).

        The consequences are the buildings, or an auction if the bank has too few of them.
        """
        require_player(state, self.seat)
        require_no_debt(state)
        wants = state.interruption
        if not isinstance(wants, Wants):
            raise not_now(state, "MO-B3")
        if self.seat not in (*wants.asked, *wants.said):
            raise no_site(state, self.seat)
        require_row(state, self.seat, wants.building, self.positions)
        pending = Pending(state, Wanted(self.seat, self.positions))
        if wants.asked in ((), (self.seat,)):
            resume_wants(pending)
        return pending.events


def no_site(state: MonopolyState, seat: int) -> Refusal:
    """Return the refusal ``not_asked`` for a seat that has no street to build on."""
    sentence = say("{name} cannot build one now.").to_you("You cannot build one now.")
    return refusal_about(state, seat, "not_asked", "MO-B3", sentence)


def require_row(
    state: MonopolyState, seat: int, building: Building, positions: tuple[int, ...]
) -> None:
    """Raise a refusal unless the seat could build this kind of building at the positions in order.

    A position may occur more than once. The bank's stock and the prices are not checked.
    """
    levels: dict[int, int] = {}
    for position in positions:
        require_site(state, seat, position, levels)
        if next_building(state, position, levels) != building:
            name = state.board[position].words
            sentence = say("The next building on {name} would be of the other kind.", name=name)
            raise Refusal("other_building", "MO-B3", sentence)
        levels[position] = levels.get(position, state.level(position)) + 1


def resume_wants(pending: Pending) -> None:
    """Build the wanted buildings and close the question, or auction one if the bank has too few."""
    state, wants = pending.state, not_none(pending.state.wants)
    rows = {
        seat: payable_row(state, seat, wants.building, places)
        for seat, places in wants.said.items()
    }
    wanting = tuple(seat for seat, row in rows.items() if row)
    left = state.left(wants.building)
    if len(wanting) > 1 and sum(map(len, rows.values())) > left > 0:
        for seat, row in rows.items():
            if row != wants.said[seat]:
                pending.emit(Wanted(seat, row))
        floor = min(state.board[place].house_price for row in rows.values() for place in row)
        pending.emit(AuctionOpened(tuple(sorted(wanting)), floor=floor, building=wants.building))
        return
    for seat in wanting:
        for place in rows[seat][:left]:
            price = state.board[place].house_price
            pending.emit(Built(seat, position=place, building=wants.building, price=price))
    pending.emit(WantsClosed())


@event("wants_closed")
class WantsClosed(MonopolyEvent):
    """The question of who wants the last buildings was closed."""

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, wants=None)


def payable_row(
    state: MonopolyState, seat: int, building: Building, places: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the positions in ``places`` where a seat can build and pay, in the given order."""
    cash = state.money(seat)
    row: tuple[int, ...] = ()
    for place in places:
        price = state.board[place].house_price
        if price <= cash and is_legal(require_row, state, seat, building, (*row, place)):
            cash, row = cash - price, (*row, place)
    return row


@action("sell", turn_bound=False, keeps_turn=True)
class Sell(DeedAction):
    """Sell a house at half price, or swap a hotel for its houses and half its price (MO-B4)."""

    @classmethod
    def is_candidate(cls, deeds: Mapping[int, Deed], position: int) -> bool:
        return deeds[position].is_built

    def beside(self, state: MonopolyState) -> Sentence:
        price = half_price(state, self.position)
        if state.deeds[self.position].hotel:
            return say("Back to {count} houses +{price}", count=state.most_houses, price=price)
        return say("Sell +{price}", price=price)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event that sells one building at half price."""
        seat, position = self.seat, self.position
        require_player(state, seat)
        deed = require_own(state, seat, position, "MO-B4")
        name, level = state.board[position].words, state.level(position)
        if not level:
            raise Refusal("nothing_built", "MO-B4", say("{name} has no buildings.", name=name))
        if level < max(map(state.level, group_places(position))):
            sentence = say(
                "Sell evenly: start with the streets that have more than {name}.", name=name
            )
            raise Refusal("uneven_selling", "MO-B4", sentence)
        if deed.hotel:
            _require_houses_for_swap(state)
        sold = building_sold(state, seat, position, level - 1)
        require_bid_kept(state, (sold,))
        require_time_left(state, self.at, seat)
        return (sold,)


def _require_houses_for_swap(state: MonopolyState) -> None:
    if state.houses_left < state.most_houses:
        raise Refusal(
            "no_houses_for_swap",
            "MO-B4",
            say(
                "A hotel is swapped for {most} houses, and the bank has {left}. Sell the buildings "
                "of the whole group instead.",
                left=state.houses_left,
                most=state.most_houses,
            ),
        )


@event("buildings_sold")
class BuildingsSold(PropertyEvent):
    """A seat sold one or more buildings of a street to the bank (MO-B4)."""

    earns = "amount", say("buildings sold")
    before: int
    """The level of the street before the sale."""
    after: int
    """The level of the street after the sale."""
    amount: int

    def apply(self, state: MonopolyState) -> MonopolyState:
        return with_level(state, self.position, self.after)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        if self.before > state.most_houses and self.after == state.most_houses:
            return say("{name} swaps the hotel on {space} for houses and {amount}.").to_you(
                "You swap the hotel on {space} for houses and {amount}."
            )
        return say("{name} sells buildings on {space} for {amount}.").to_you(
            "You sell buildings on {space} for {amount}."
        )


def building_sold(state: MonopolyState, seat: int, position: int, after: int) -> BuildingsSold:
    """Return the event of selling a street's buildings at half price (MO-B4).

    after: the level of the street after the sale.
    """
    before = state.level(position)
    return BuildingsSold(
        seat=seat,
        position=position,
        before=before,
        after=after,
        amount=(before - after) * half_price(state, position),
    )


def require_bid_kept(state: MonopolyState, events: tuple[Event, ...]) -> None:
    """Raise ``bid_stands`` if the events would leave the highest bidder unable to honour the bid.

    Until the auction is over, the highest bidder for a deed must be able to raise the amount
    (MO-A1). The highest bidder for a building must keep the cash and a street to build on, and must
    not take the last houses in exchange for a hotel (MO-B3). A bidder with debts is not checked,
    because debts are paid first.
    """
    sale = state.sale
    if sale is None or sale.auction.standing is None:
        return
    seat, amount = sale.auction.standing.seat, sale.auction.standing.amount
    who = {getattr(event, name, None) for event in events for name in ("seat", "other")}
    if seat not in who or state.debts_of(seat) or not _can_honour_bid(state, seat, amount):
        return
    later, building = Pending(state, *events).state, sale.building
    takes_last = building and state.left(building) and not later.left(building)
    if not takes_last and _can_honour_bid(later, seat, amount):
        return
    kept = say(
        "{name}’s bid of {amount} is the highest. Until the auction ends, they must be able "
        "to pay it and to place a building they win.",
        amount=amount,
    ).to_you(
        "Your bid of {amount} is the highest. Until the auction ends, you must be able to pay "
        "it and to place a building you win."
    )
    raise refusal_about(state, seat, "bid_stands", sale.rule, kept)


def _can_honour_bid(state: MonopolyState, seat: int, amount: int) -> bool:
    if not_none(state.sale).building is None:
        return could_raise(state, seat) >= amount
    return state.money(seat) >= amount and site_for(state, seat) is not None


def site_for(state: MonopolyState, seat: int) -> int | None:
    """Return the first position in a seat's answer where the auctioned building fits, or None."""
    wants = not_none(state.wants)
    for place in wants.said.get(seat, ()):
        if is_legal(require_row, state, seat, wants.building, (place,)):
            return place
    return None


@action("sell_down", turn_bound=False, keeps_turn=True)
class SellDown(TimedAction[MonopolyState]):
    """Sell the houses and hotels of a whole group down to a given level (MO-B4)."""

    seat: int
    group: str
    level: int = 0
    """The number of houses to keep on each street."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        built = {} if seat is None else state.deeds_of(seat)
        places = [place for place in built if built[place].is_built]
        if seat is not None and places and state.stage != "over":
            names = dict.fromkeys(state.board[place].group or "" for place in places)
            yield Candidate(cls(seat, "", at=0), "at", group=OneOf(tuple(names)))

    def label(self, state: MonopolyState) -> Sentence:
        sold = {place: state.level(place) - self.level for place in groups()[self.group]}
        price = sum(half_price(state, place) * max(sold[place], 0) for place in sold)
        return say("Sell all: +{price}", price=price)

    def loss(self, state: MonopolyState) -> Sentence:
        """Return the confirmation question, with the buildings' cost and the sale price."""
        sold = self.decide(state)
        cost = sum(
            (event.before - event.after) * state.board[event.position].house_price for event in sold
        )
        paid = sum(event.amount for event in sold)
        return say("Sure? These buildings cost {cost} and sell for {price}.", cost=cost, price=paid)

    def decide(self, state: MonopolyState) -> tuple[BuildingsSold, ...]:
        """Return one sale event per street."""
        require_player(state, self.seat)
        positions = require_group(state, self.group)
        require_level(self.level, 0, state.most_houses)
        for position in positions:
            require_own(state, self.seat, position, "MO-B4")
        sold = tuple(
            building_sold(state, self.seat, place, self.level)
            for place in positions
            if state.level(place) > self.level
        )
        if not sold:
            raise Refusal("nothing_built", "MO-B4", say("There is nothing left to sell there."))
        given_back = sum(part.before for part in sold if part.before <= state.most_houses)
        if state.houses_left + given_back < self.level * len(sold):
            sentence = say("The bank does not have enough houses for that. Sell more.")
            raise Refusal("no_houses_for_swap", "MO-B4", sentence)
        require_bid_kept(state, sold)
        require_time_left(state, self.at, self.seat)
        return sold


def hand_over(pending: Pending, seat: int, amount: int) -> None:
    """Build an auctioned building on the first street of the winner's answer that can take it.

    If the winner no longer has such a street or the cash, or the bank no longer has the building,
    the winner's answer is withdrawn instead. The bank can run out if a hotel was swapped for houses
    during the auction.
    """
    state, wants = pending.state, not_none(pending.state.wants)
    place = site_for(state, seat)
    if state.money(seat) < amount or place is None or not state.left(wants.building):
        pending.emit(Wanted(seat))
    else:
        pending.emit(Built(seat, position=place, building=wants.building, price=amount))

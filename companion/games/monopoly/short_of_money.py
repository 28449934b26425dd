"""Ways to raise missing money with several sales and mortgages in one move (MO-B4, MO-M1).

They are offered to a seat whose cash is less than its first debt, or than the price of the property
that it may buy. Mortgages come before sales because they cost less: lifting one costs 10 % extra,
whereas a building is sold for half its price.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.monopoly.buildings import Sell
from companion.games.monopoly.liquidity import half_price
from companion.games.monopoly.mortgages import Mortgage
from companion.games.monopoly.state import MonopolyState, Pending, groups, require_player
from companion.mechanics.actions.base import Event, TimedAction, action
from companion.mechanics.actions.menu import Candidate
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, say_many


@action("raise_money", turn_bound=False, keeps_turn=True)
class RaiseMoney(TimedAction[MonopolyState]):
    """Sell buildings and mortgage properties in one move."""

    seat: int
    mortgages: tuple[int, ...] = ()
    """The positions of the properties to mortgage."""
    sales: tuple[int, ...] = ()
    """The position of the street for each building to sell. Sales come before mortgages."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and (missing := shortfall(state, seat)) > 0:
            for mortgages, sales in ways(state, seat, missing):
                yield Candidate(cls(seat, mortgages, sales, at=0), "at")

    def label(self, state: MonopolyState) -> Sentence:
        amount = sum(state.board[place].mortgage for place in self.mortgages)
        amount += sum(half_price(state, place) for place in self.sales)
        if not self.sales:
            return say_many(
                "Mortgage {count} property: +{amount}",
                "Mortgage {count} properties: +{amount}",
                count=len(self.mortgages),
                amount=amount,
            )
        if not self.mortgages:
            return say_many(
                "Sell {count} building: +{amount}",
                "Sell {count} buildings: +{amount}",
                count=len(self.sales),
                amount=amount,
            )
        return say("Sell buildings and mortgage: +{amount}", amount=amount)

    def named(self, state: MonopolyState) -> tuple[Sentence, ...]:
        """Return one text per property, with the money that its buildings or mortgage bring."""
        sold = dict.fromkeys(self.sales)
        return (
            *(
                say(
                    "{name} +{amount}",
                    name=state.board[place].words,
                    amount=self.sales.count(place) * half_price(state, place),
                )
                for place in sold
            ),
            *(
                say(
                    "{name} +{amount}",
                    name=state.board[place].words,
                    amount=state.board[place].mortgage,
                )
                for place in self.mortgages
            ),
        )

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of the sales, followed by those of the mortgages."""
        require_player(state, self.seat)
        if not (self.sales or self.mortgages):
            sentence = say("Choose something to sell or mortgage.")
            raise Refusal("nothing_to_raise", "MO-X1", sentence)
        pending = Pending(state)
        for place in self.sales:
            pending.emit(*Sell(self.seat, place, at=self.at).decide(pending.state))
        for place in self.mortgages:
            pending.emit(*Mortgage(self.seat, place, at=self.at).decide(pending.state))
        return pending.events


def shortfall(state: MonopolyState, seat: int) -> int:
    """Return the amount that a seat is short of its first debt, or else of a purchase.

    Return 0 or less if the seat has enough cash, or nothing to pay.
    """
    if debts := state.debts_of(seat):
        return debts[0].amount - state.money(seat)
    if state.stage == "buy" and seat == state.mover and state.sale is None:
        return state.board[state.spaces[seat]].price - state.money(seat)
    return 0


MOST = 2
"""The maximum number of ways that are offered."""
Way = tuple[tuple[int, ...], tuple[int, ...]]
"""The positions of the properties to mortgage, and of the street for each building to sell."""


def ways(state: MonopolyState, seat: int, missing: int) -> list[Way]:
    """Return up to ``MOST`` ways for a seat to raise the missing money, cheapest first.

    The first way sells buildings only if mortgages are not enough. Every further way sells
    buildings of a single group and mortgages nothing.
    """
    free = {
        space.position: space.mortgage
        for space in state.owned(seat)
        if not (state.deeds[space.position].mortgaged or state.level(space.position))
    }
    found: list[Way] = []
    if sum(free.values()) >= missing:
        found.append((cheapest(free, missing), ()))
    else:
        found.extend(_with_sales(state, seat, free, missing))
    for group in _built_groups(state, seat):
        sales, raised = list[int](), 0
        for place in _sold_evenly(state, group):
            if raised >= missing:
                break
            sales.append(place)
            raised += half_price(state, place)
        if raised >= missing and ((), tuple(sales)) not in found:
            found.append(((), tuple(sales)))
    return found[:MOST]


def cheapest(values: dict[int, int], missing: int) -> tuple[int, ...]:
    """Return the keys whose values add up to at least ``missing``, and exceed it by the least.

    Among equal sums, the smallest number of keys is preferred. All values together must reach
    ``missing``.
    """
    best: dict[int, tuple[int, ...]] = {0: ()}
    for key, value in values.items():
        for total, keys in list(best.items()):
            # A sum that is already enough needs no further key.
            if total < missing:
                known = best.get(total + value)
                if known is None or len(keys) + 1 < len(known):
                    best[total + value] = (*keys, key)
    return best[min(total for total in best if total >= missing)]


def _with_sales(
    state: MonopolyState, seat: int, free: dict[int, int], missing: int
) -> Iterator[Way]:
    """Yield one way that sells buildings until mortgages can raise the rest.

    The groups with the cheapest buildings are sold first. Yield nothing if all buildings and
    mortgages together are not enough.
    """
    values, sales, raised = dict(free), list[int](), 0
    for group in _built_groups(state, seat):
        for place in _sold_evenly(state, group):
            sales.append(place)
            raised += half_price(state, place)
            if raised + sum(values.values()) >= missing:
                yield cheapest(values, missing - raised), tuple(sales)
                return
        # After the sale of its buildings, the streets of the group can be mortgaged too.
        streets = [place for place in groups()[group] if not state.deeds[place].mortgaged]
        values |= {place: state.board[place].mortgage for place in streets}
        if raised + sum(values.values()) >= missing:
            yield cheapest(values, missing - raised), tuple(sales)
            return


def _built_groups(state: MonopolyState, seat: int) -> list[str]:
    """Return the groups in which a seat has buildings, cheapest house price first."""
    built = [space for space in state.owned(seat) if state.level(space.position)]
    built.sort(key=lambda space: space.house_price)
    return list(dict.fromkeys(space.group for space in built if space.group is not None))


def _sold_evenly(state: MonopolyState, group: str) -> Iterable[int]:
    """Yield the position of the street for each sale, until the group has no buildings (MO-B4)."""
    levels = {place: state.level(place) for place in groups()[group]}
    while any(levels.values()):
        place = max(levels, key=levels.__getitem__)
        levels[place] -= 1
        yield place

"""The panels of buying and selling: resources by the wheels' prices, shares by the pool's."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.big_deal.actions import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.bench import Bench, shares_words
from companion.games.big_deal.box import (
    RESOURCE_COLOURS,
    RESOURCES,
    STEP,
    TRADES,
    resource_words,
    title,
)
from companion.games.big_deal.copy import HIGHEST, Ladder
from companion.games.big_deal.taps import Button, Choice, Field, Panel, Words
from companion.mechanics.codec import to_json
from companion.mechanics.words import say

GUESSES = 8
"""How many prices stand to be tapped where nobody has typed the slot's yet."""

Trade = BuyResource | SellResource


def resources(bench: Bench) -> Panel:
    """Return purchases and sales of a token, each with its price (BD-R1)."""
    state, choices, buttons = bench.state, [], []
    trades: dict[str, tuple[Trade, int]] = {}
    for word, trade, slot in _trades(bench):
        price = state.copy.ladders[trade.resource][slot]
        name, colour = resource_words(trade.resource), RESOURCE_COLOURS[trade.resource]
        if price is None:
            trades[word] = (trade, slot)
            choices.append(Choice(word, _verb(trade), name, colour))
        else:
            buttons.append(Button(word, to_json(trade), _priced(trade, price), name, colour))
    done = say(
        "Bought {bought} and sold {sold} of {most} each this turn.",
        bought=state.bought,
        sold=state.sold,
        most=TRADES,
    )
    panel = Panel(say("Which resource?"), tuple(choices), tuple(buttons), lines=(done,))
    return _price_of(bench, *trades[bench.taps.choose(panel)])


def _verb(trade: Trade) -> Words:
    return say("Buy") if isinstance(trade, BuyResource) else say("Sell")


def _priced(trade: Trade, price: int) -> Words:
    if isinstance(trade, BuyResource):
        return say("Buy for {amount}", amount=price)
    return say("Sell for {amount}", amount=price)


def _trades(bench: Bench) -> Iterator[tuple[str, Trade, int]]:
    """Yield a word, the trade and its slot for each token that can be bought or sold now."""
    state, seat = bench.state, bench.seat
    for name in RESOURCES:
        slot, filled = state.buying_slot(name), state.selling_slot(name)
        if slot is not None and bench.leads_on(BuyResource(seat, name)):
            yield f"buy-{name}", BuyResource(seat, name), slot
        if filled is not None and bench.leads_on(SellResource(seat, name)):
            yield f"sell-{name}", SellResource(seat, name), filled


def _price_of(bench: Bench, trade: Trade, slot: int) -> Panel:
    """Return prices to tap, and a field, for a slot whose price nobody has typed yet."""
    lowest, highest = _between(bench.state.copy.ladders[trade.resource], slot)
    prices = range(lowest, min(highest, lowest + (GUESSES - 1) * STEP) + 1, STEP)
    offers = (
        (f"price-{price}", type(trade)(bench.seat, trade.resource, price), str(price), None)
        for price in prices
    )
    typed = to_json(trade) | {"price": "$price"}
    return Panel(
        say("Which price does the wheel show at this slot?"),
        buttons=bench.buttons(offers),
        lines=(
            say("The wheel: {resource}", resource=resource_words(trade.resource)),
            say("It is asked once and kept for the next game."),
        ),
        fields=(Field("price", say("Another price")),),
        typed=Button("price-typed", typed, _verb(trade)),
    )


def _between(ladder: Ladder, slot: int) -> tuple[int, int]:
    """Return the lowest and highest price a slot can print beside those that are known."""
    before = [price for price in ladder[:slot] if price is not None]
    behind = [price for price in ladder[slot + 1 :] if price is not None]
    return max(before, default=STEP), min(behind, default=HIGHEST)


def buy_shares(bench: Bench) -> Panel:
    """Return purchases out of the pool (BD-H1)."""
    state, seat = bench.state, bench.seat
    company = bench.choose(
        say("Which company?"),
        [
            Choice(name, title(name), shares_words(state.pool[name]))
            for name in state.packing.companies
            if state.pool.get(name) and bench.leads_on(BuyShares(seat, name))
        ],
    )
    white = bench.white(company)
    return Panel(
        say("How many?"),
        buttons=bench.buttons(
            (
                f"buy-{count}",
                BuyShares(seat, company, count),
                shares_words(count),
                _cost(count, white),
            )
            for count in range(1, state.pool[company] + 1)
        ),
    )


def _cost(count: int, price: int) -> Words:
    return say("{amount} in all", amount=count * price)


def sell_shares(bench: Bench) -> Panel:
    """Return sales into the pool, from the hand or from one's own open companies (BD-H1)."""
    state, seat = bench.state, bench.seat
    sources = {f"group{group.number}": group for group in state.groups_of(seat)}
    open_ones = [
        Choice(word, title(group.company), say("open: {count}", count=group.shares))
        for word, group in sources.items()
        if bench.leads_on(SellShares(seat, group.company, 1, group.number))
    ]
    in_hand = [
        Choice(name, title(name), say("from the hand"))
        for name in state.packing.companies
        if bench.leads_on(SellShares(seat, name))
    ]
    chosen = bench.choose(say("Shares of which company?"), (*open_ones, *in_hand))
    group = sources.get(chosen)
    company = chosen if group is None else group.company
    white = bench.white(company)
    most = state.unseen_shares(company) if group is None else group.shares
    number = None if group is None else group.number
    return Panel(
        say("How many?"),
        buttons=bench.buttons(
            (
                f"sell-{count}",
                SellShares(seat, company, count, number),
                shares_words(count),
                _cost(count, white),
            )
            for count in range(1, most + 1)
        ),
    )

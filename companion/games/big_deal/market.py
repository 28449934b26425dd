"""Resources and shares, bought from and sold to the bank (BD-R1, BD-H1).

Decided where the book is silent: tokens that an open company needs are not sold; close it first.
"""

from __future__ import annotations

from companion.games.big_deal.actions import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.box import RESOURCE_WORDS, SLOTS, TRADES, title
from companion.games.big_deal.copy import require_printed_amount, require_resource, require_rising
from companion.games.big_deal.facts import PriceLearnt
from companion.games.big_deal.guards import (
    require_cash,
    require_company,
    require_count,
    require_in_group,
    require_own_group,
    require_turn,
    require_unseen,
    white_value,
)
from companion.games.big_deal.market_facts import (
    ResourceBought,
    ResourceSold,
    SharesBought,
    SharesSold,
)
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say, say_many


def require_buying(state: BigDealState, seat: int, resource: str) -> int:
    """Return the slot that a purchase empties.

    Raises ``three_bought``, ``wheel_empty`` and those of the turn (BD-R1).
    """
    require_turn(state, seat, "BD-R1", "actions")
    require_resource(resource)
    if state.buys_left <= 0:
        raise Refusal(
            "three_bought",
            "BD-R1",
            say("{count} resources are bought in a turn at most, all colours together.",
                count=TRADES),
        )  # fmt: skip
    slot = state.buying_slot(resource)
    if slot is None:
        raise Refusal(
            "wheel_empty",
            "BD-R1",
            say(
                "All {count} tokens are out: {resource}.",
                count=SLOTS,
                resource=RESOURCE_WORDS[resource],
            ),
        )
    return slot


def decide_buy_resource(state: BigDealState, action: BuyResource) -> tuple[Fact, ...]:
    """Return the purchase, and what the slot prints where it was typed just now."""
    slot = require_buying(state, action.seat, action.resource)
    price, learnt = _price(state, action, slot)
    require_cash(state, action.seat, price, "BD-R1")
    return (*learnt, ResourceBought(action.seat, action.resource, price))


def require_selling(state: BigDealState, seat: int, resource: str) -> int:
    """Return the slot that a sale fills.

    Raises ``three_sold``, ``no_token``, ``token_in_use`` and those of the turn (BD-R1).
    """
    require_turn(state, seat, "BD-R1", "actions", "raise")
    require_resource(resource)
    if state.sales_left <= 0:
        raise Refusal(
            "three_sold",
            "BD-R1",
            say("{count} resources are sold in a turn at most, all colours together.",
                count=TRADES),
        )  # fmt: skip
    words = RESOURCE_WORDS[resource]
    if not state.tokens[seat].get(resource):
        name = state.name(seat)
        raise Refusal(
            "no_token", "BD-R1", say("{name} has no {resource}.", name=name, resource=words)
        )
    if not state.free_tokens(seat)[resource]:
        raise Refusal(
            "token_in_use",
            "BD-C1",
            say("An open company needs this: {resource}; close it first.", resource=words),
        )
    slot = state.selling_slot(resource)
    assert slot is not None
    return slot


def decide_sell_resource(state: BigDealState, action: SellResource) -> tuple[Fact, ...]:
    """Return the sale, and what the slot prints where it was typed just now."""
    slot = require_selling(state, action.seat, action.resource)
    price, learnt = _price(state, action, slot)
    return (*learnt, ResourceSold(action.seat, action.resource, price))


def _price(
    state: BigDealState, action: BuyResource | SellResource, slot: int
) -> tuple[int, tuple[Fact, ...]]:
    """Return what a slot costs, and what was learnt by it.

    Raises ``price_needed``, ``price_differs``, ``figure_out_of_range``, ``prices_must_rise``.
    """
    resource, typed = action.resource, action.price
    printed = state.copy.ladders[resource][slot]
    if printed is None:
        if typed is None:
            raise Refusal(
                "price_needed", "BD-R1", say("Type the price that the slot on the board prints.")
            )
        require_printed_amount(typed)
        require_rising(state.copy.with_price(resource, slot, typed).ladders[resource])
        return typed, (PriceLearnt(resource, slot, typed),)
    if typed not in (None, printed):
        raise Refusal(
            "price_differs",
            "BD-R1",
            say("This slot costs {price}; mend the copy if the board says otherwise.",
                price=printed),
        )  # fmt: skip
    return printed, ()


def require_pool(state: BigDealState, seat: int, company: str, shares: int) -> int:
    """Return a company's white value; raises unless so many shares can be bought (BD-H1).

    Raises ``not_in_pool``, ``figures_needed``, ``purse_too_small`` and those of the turn.
    """
    require_turn(state, seat, "BD-H1", "actions")
    require_company(state, company)
    require_count(shares, "BD-H1")
    held = state.pool.get(company, 0)
    if shares > held:
        raise Refusal(
            "not_in_pool",
            "BD-H1",
            say_many(
                "The bank shows {count} share of {company}.",
                "The bank shows {count} shares of {company}.",
                count=held,
                company=title(company),
            ),
        )
    white = white_value(state, company, "BD-H1")
    require_cash(state, seat, shares * white, "BD-H1")
    return white


def decide_buy_shares(state: BigDealState, action: BuyShares) -> tuple[Fact, ...]:
    """Return the purchase out of the pool into the hand."""
    white = require_pool(state, action.seat, action.company, action.shares)
    return (SharesBought(action.seat, action.company, action.shares, white),)


def decide_sell_shares(state: BigDealState, action: SellShares) -> tuple[Fact, ...]:
    """Return the sale into the pool, from the hand or from a group."""
    seat, company, shares = action.seat, action.company, action.shares
    require_turn(state, seat, "BD-H1", "actions", "raise")
    require_company(state, company)
    require_count(shares, "BD-H1")
    if action.group is None:
        require_unseen(state, company, shares)
    else:
        group = require_own_group(state, seat, action.group, "BD-H1")
        if group.company != company:
            raise Refusal(
                "another_company",
                "BD-H1",
                say("These are shares of {company}.", company=title(group.company)),
            )
        require_in_group(group, shares, "BD-H1")
    white = white_value(state, company, "BD-H1")
    return (SharesSold(seat, company, shares, white, action.group),)

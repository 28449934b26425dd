"""Resources and shares, bought from and sold to the bank (BD-R1, BD-H1).

Decided where the book is silent: tokens that an open company needs are not sold; close it first.
Prices are per share or token, in millions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.big_deal.box import (
    RESOURCE_WORDS,
    RESOURCES,
    SLOTS,
    TRADES,
    resource_words,
    title,
)
from companion.games.big_deal.copy import (
    printable,
    require_printed_amount,
    require_resource,
    require_rising,
)
from companion.games.big_deal.learning import PriceLearnt
from companion.games.big_deal.state import (
    BigDealState,
    changed,
    require_acting,
    require_cash,
    require_company,
    require_count,
    require_in_group,
    require_own_group,
    require_unseen,
    resized,
    white_value,
    with_token,
)
from companion.mechanics.ledger import BANK, Transfer, purse
from companion.mechanics.menu import Candidate, OneOf, Whole
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import Action, Fact, action, fact
from companion.mechanics.words import Sentence, say, say_many


@action("buy_resource")
class BuyResource(Action):
    """Buy a token; price: what its slot prints, where nobody has typed that yet (BD-R1)."""

    seat: int
    resource: str
    price: int | None = None

    @classmethod
    def choices(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            slots = {name: state.buying_slot(name) for name in RESOURCES}
            yield from _at_their_slots(cls, state, seat, slots)

    def decide(self, state: BigDealState) -> tuple[Fact, ...]:
        """Return the purchase, and what the slot prints where it was typed just now."""
        slot = require_buying(state, self.seat, self.resource)
        price, learnt = _price(state, self, slot)
        require_cash(state, self.seat, price, "BD-R1")
        return (*learnt, ResourceBought(self.seat, self.resource, price))


def _at_their_slots(
    kind: type[BuyResource | SellResource],
    state: BigDealState,
    seat: int,
    slots: Mapping[str, int | None],
) -> Iterator[Candidate]:
    """Yield a trade of a token at each of these slots; its price is a choice until it is known."""
    known = []
    for resource, slot in slots.items():
        if slot is None:
            continue
        ladder = state.copy.ladders[resource]
        if ladder[slot] is None:
            yield Candidate(kind(seat, resource), price=Whole(*printable(ladder, slot)))
        else:
            known.append(resource)
    yield Candidate(kind(seat, ""), resource=OneOf(tuple(known)))


def require_buying(state: BigDealState, seat: int, resource: str) -> int:
    """Return the slot that a purchase empties.

    Raises ``three_bought``, ``wheel_empty`` and those of the turn (BD-R1).
    """
    require_acting(state, seat, "BD-R1")
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


@fact("resource_bought")
class ResourceBought(Fact):
    """A seat bought a token out of its wheel."""

    seat: int
    resource: str
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(purse(self.seat), BANK, self.price, resource_words(self.resource)),)

    def apply(self, state: BigDealState) -> BigDealState:
        state = with_token(state, self.seat, self.resource, 1)
        return replace(state, bought=state.bought + 1)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say(
            "{name} buys for {price}: {resource}.",
            name=state.name(self.seat),
            price=self.price,
            resource=resource_words(self.resource),
        )


@action("sell_resource")
class SellResource(Action):
    """Sell a token that no company needs; price: as above, of the slot it fills (BD-R1)."""

    seat: int
    resource: str
    price: int | None = None

    @classmethod
    def choices(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            held = (name for name in RESOURCES if name in state.tokens[seat])
            slots = {name: state.selling_slot(name) for name in held}
            yield from _at_their_slots(cls, state, seat, slots)

    def decide(self, state: BigDealState) -> tuple[Fact, ...]:
        """Return the sale, and what the slot prints where it was typed just now."""
        slot = require_selling(state, self.seat, self.resource)
        price, learnt = _price(state, self, slot)
        return (*learnt, ResourceSold(self.seat, self.resource, price))


def require_selling(state: BigDealState, seat: int, resource: str) -> int:
    """Return the slot that a sale fills.

    Raises ``three_sold``, ``no_token``, ``token_in_use`` and those of the turn (BD-R1).
    """
    require_acting(state, seat, "BD-R1")
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


@fact("resource_sold")
class ResourceSold(Fact):
    """A seat sold a token back into its wheel."""

    seat: int
    resource: str
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, purse(self.seat), self.price, resource_words(self.resource)),)

    def apply(self, state: BigDealState) -> BigDealState:
        state = with_token(state, self.seat, self.resource, -1)
        return replace(state, sold=state.sold + 1)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say(
            "{name} sells for {price}: {resource}.",
            name=state.name(self.seat),
            price=self.price,
            resource=resource_words(self.resource),
        )


@action("buy_shares")
class BuyShares(Action):
    """Buy shares from the pool into the hand at the white value (BD-H1)."""

    seat: int
    company: str
    shares: int = 1

    @classmethod
    def choices(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            yield Candidate(cls(seat, ""), company=OneOf(tuple(state.pool)))

    def decide(self, state: BigDealState) -> tuple[Fact, ...]:
        seat, company, shares = self.seat, self.company, self.shares
        require_acting(state, seat, "BD-H1")
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
        return (SharesBought(seat, company, shares, white),)


@fact("shares_bought")
class SharesBought(Fact):
    """A seat bought shares out of the pool into the hand."""

    seat: int
    company: str
    shares: int
    price: int

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("shares: {company}", company=title(self.company))
        return (Transfer(purse(self.seat), BANK, self.shares * self.price, why),)

    def apply(self, state: BigDealState) -> BigDealState:
        return replace(state, pool=changed(state.pool, self.company, -self.shares))

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        return say(
            "{name} buys {shares} × {company} for {amount}.",
            name=state.name(self.seat),
            shares=self.shares,
            company=title(self.company),
            amount=self.shares * self.price,
        )


@action("sell_shares")
class SellShares(Action):
    """Sell shares to the pool at the white value, from the hand or from a group (BD-H1)."""

    seat: int
    company: str
    shares: int = 1
    group: int | None = None

    @classmethod
    def choices(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and state.acts(seat):
            companies = state.packing.companies
            priced = tuple(name for name in companies if state.company(name).white is not None)
            yield Candidate(cls(seat, ""), company=OneOf(priced))
            for group in state.groups_of(seat):
                yield Candidate(cls(seat, group.company, 1, group.number))

    def decide(self, state: BigDealState) -> tuple[Fact, ...]:
        seat, company, shares = self.seat, self.company, self.shares
        require_acting(state, seat, "BD-H1")
        require_company(state, company)
        require_count(shares, "BD-H1")
        if self.group is None:
            require_unseen(state, company, shares)
        else:
            group = require_own_group(state, seat, self.group, "BD-H1")
            if group.company != company:
                raise Refusal(
                    "another_company",
                    "BD-H1",
                    say("These are shares of {company}.", company=title(group.company)),
                )
            require_in_group(group, shares, "BD-H1")
        white = white_value(state, company, "BD-H1")
        return (SharesSold(seat, company, shares, white, self.group),)


@fact("shares_sold")
class SharesSold(Fact):
    """A seat sold shares into the pool, from a group or (None) from the hand."""

    seat: int
    company: str
    shares: int
    price: int
    group: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        why = say("shares: {company}", company=title(self.company))
        return (Transfer(BANK, purse(self.seat), self.shares * self.price, why),)

    def apply(self, state: BigDealState) -> BigDealState:
        state = replace(state, pool=changed(state.pool, self.company, self.shares))
        if self.group is None:
            return state
        return resized(state, self.group, -self.shares)

    def tell(self, state: BigDealState, seat: int | None) -> Sentence | None:
        values = {
            "name": state.name(self.seat),
            "shares": self.shares,
            "company": title(self.company),
            "amount": self.shares * self.price,
        }
        if self.group is None:
            return say("{name} sells {shares} × {company} from the hand for {amount}.", **values)
        return say("{name} sells {shares} × {company} from the table for {amount}.", **values)

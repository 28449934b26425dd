"""The history of a takeover: each fact as one short sentence, with what was paid for what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.big_deal import takeover_facts as facts
from companion.games.big_deal.box import title
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say, say_many


def _begun(state: BigDealState, fact: facts.TakeoverBegun) -> Sentence:
    values = {
        "name": state.name(fact.seat),
        "owner": state.name(fact.defender),
        "company": title(fact.company),
        "price": fact.price,
    }
    if not fact.cash_cards:
        return say_many(
            "{name} attacks {company} of {owner} with {count} share: {price} a share.",
            "{name} attacks {company} of {owner} with {count} shares: {price} a share.",
            count=fact.shares,
            **values,
        )
    return _begun_with_cash(fact, values)


def _begun_with_cash(fact: facts.TakeoverBegun, values: Mapping[str, object]) -> Sentence:
    """Return the line of an attack with Cash cards; each of the two counts has its plural."""
    if fact.shares == 0:
        return say_many(
            "{name} attacks {company} of {owner} with {count} Cash card: {price} a share.",
            "{name} attacks {company} of {owner} with {count} Cash cards: {price} a share.",
            count=fact.cash_cards,
            **values,
        )
    if fact.shares == 1:
        return say_many(
            "{name} attacks {company} of {owner} with 1 share and {count} Cash card: "
            "{price} a share.",
            "{name} attacks {company} of {owner} with 1 share and {count} Cash cards: "
            "{price} a share.",
            count=fact.cash_cards,
            **values,
        )
    return say_many(
        "{name} attacks {company} of {owner} with {shares} shares and {count} Cash card: "
        "{price} a share.",
        "{name} attacks {company} of {owner} with {shares} shares and {count} Cash cards: "
        "{price} a share.",
        count=fact.cash_cards,
        shares=fact.shares,
        **values,
    )


def _raised(state: BigDealState, fact: facts.PriceRaised) -> Sentence:
    return say("{name} bids {price} a share.", name=state.name(fact.seat), price=fact.price)


def _gave_up(state: BigDealState, fact: facts.GaveUp) -> Sentence:
    return say("{name} gives up.", name=state.name(fact.seat))


def _defended(state: BigDealState, fact: facts.TakeoverDefended) -> Sentence:
    cards = fact.shares + fact.cash_cards
    values = {
        "name": state.name(fact.seat),
        "attacker": state.name(fact.attacker),
        "company": title(fact.company),
        "cards": cards,
        "price": fact.price,
        "amount": cards * fact.price,
        "given": fact.cash_cards * fact.white,
    }
    if not fact.cash_cards:
        return say(
            "{name} keeps {company} and pays {attacker} {cards} × {price} = {amount} (BD-K4).",
            **values,
        )
    return say_many(
        "{name} keeps {company} and pays {attacker} {cards} × {price} = {amount}; "
        "the bank gives {given} for the Cash card (BD-K4).",
        "{name} keeps {company} and pays {attacker} {cards} × {price} = {amount}; "
        "the bank gives {given} for the {count} Cash cards (BD-K4).",
        count=fact.cash_cards,
        **values,
    )


def _claimed(state: BigDealState, fact: facts.SharesClaimed) -> Sentence:
    values = {
        "name": state.name(fact.seat),
        "company": title(fact.company),
        "into_company": fact.into_company,
        "into_hand": fact.into_hand,
    }
    if not fact.into_hand:
        return say_many(
            "{name} adds the laid share to {company}.",
            "{name} adds the {count} laid shares to {company}.",
            count=fact.into_company,
            **values,
        )
    return say(
        "{name} adds {into_company} of the laid shares to {company} and takes {into_hand} "
        "into the hand.",
        **values,
    )


def _won(state: BigDealState, fact: facts.TakeoverWon) -> Sentence:
    return say("{name} wins and has to raise the money (BD-K6).", name=state.name(fact.seat))


def _paid(state: BigDealState, fact: facts.TakeoverPaid) -> Sentence:
    values = {
        "name": state.name(fact.seat),
        "owner": state.name(fact.defender),
        "company": title(fact.company),
        "shares": fact.shares,
        "price": fact.price,
        "amount": fact.shares * fact.price,
        "sold": fact.sold,
        "got": fact.sold * fact.sale_price,
    }
    if not fact.sold:
        return say(
            "{name} takes over {company} and pays {owner} {shares} × {price} = {amount} (BD-K5).",
            **values,
        )
    return say(
        "{name} takes over {company}, sells {sold} of its shares for {got} and pays {owner} "
        "{shares} × {price} = {amount} (BD-K6).",
        **values,
    )


def told_failure(state: BigDealState, fact: facts.TakeoverFailed, is_told: bool) -> Sentence:
    """Return the line of a takeover nobody could pay; is_told: with what was in the purse."""
    values = {
        "name": state.name(fact.seat),
        "owner": state.name(fact.defender),
        "company": title(fact.company),
    }
    if not is_told:
        return say_many(
            "{name} cannot pay for {company}: loses {count} laid share, and the cash to {owner} "
            "(BD-K6).",
            "{name} cannot pay for {company}: loses {count} laid shares, and the cash to {owner} "
            "(BD-K6).",
            count=fact.shares,
            **values,
        )
    return say_many(
        "{name} cannot pay for {company}: loses {count} laid share, and {paid} to {owner} (BD-K6).",
        "{name} cannot pay for {company}: loses {count} laid shares, and {paid} to {owner} "
        "(BD-K6).",
        count=fact.shares,
        paid=fact.paid,
        **values,
    )


def _won_sold(state: BigDealState, fact: facts.WonSold) -> Sentence:
    return say(
        "{name} sells won shares of {company}: {shares} × {price} = {amount} (BD-K7).",
        name=state.name(fact.seat),
        company=title(fact.company),
        shares=fact.shares,
        price=fact.price,
        amount=fact.shares * fact.price,
    )


def _won_opened(state: BigDealState, fact: facts.WonOpened) -> Sentence:
    return say(
        "{name} opens the won company {company} with {shares} shares.",
        name=state.name(fact.seat),
        company=title(fact.company),
        shares=fact.shares,
    )


def _won_kept(state: BigDealState, fact: facts.WonKept) -> Sentence:
    return say(
        "{name} takes {shares} × {company} into the hand.",
        name=state.name(fact.seat),
        company=title(fact.company),
        shares=fact.shares,
    )


TAKEOVER_LINES: dict[type[Fact], Callable[[BigDealState, Any], Sentence | None]] = {
    facts.TakeoverBegun: _begun,
    facts.PriceRaised: _raised,
    facts.GaveUp: _gave_up,
    facts.TakeoverDefended: _defended,
    facts.SharesClaimed: _claimed,
    facts.TakeoverWon: _won,
    facts.TakeoverPaid: _paid,
    facts.WonSold: _won_sold,
    facts.WonOpened: _won_opened,
    facts.WonKept: _won_kept,
}

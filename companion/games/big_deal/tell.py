"""The history: each fact as one short sentence, for one seat's eyes (BD-V1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.big_deal import facts, market_facts
from companion.games.big_deal.box import OVERS, RESOURCES, resource_words, title
from companion.games.big_deal.guards import pile_words
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeover_facts import TakeoverFailed
from companion.games.big_deal.tell_adjustments import ADJUSTMENT_LINES
from companion.games.big_deal.tell_takeover import TAKEOVER_LINES, told_failure
from companion.mechanics.corrections import CashCounted, MoneyCorrected, tell_correction
from companion.mechanics.game import Fact
from companion.mechanics.ledger import BANK, purse
from companion.mechanics.words import Sentence, say, say_many


def tell(state: BigDealState, fact: Fact, seat: int | None) -> Sentence | None:
    """Return the fact as a line of the history for a seat, None if it says nothing."""
    if isinstance(fact, (MoneyCorrected, CashCounted)):
        return _money(state, fact, seat)
    if isinstance(fact, facts.Collected):
        return _collected(state, fact, is_told=_is_told(state, seat, fact.seat, fact.collector))
    if isinstance(fact, TakeoverFailed):
        return told_failure(state, fact, _is_told(state, seat, fact.seat, fact.defender))
    return _LINES[type(fact)](state, fact)


def _is_told(state: BigDealState, seat: int | None, *parties: int) -> bool:
    """Tell whether a seat may learn what somebody who could not pay in full had (BD-V1)."""
    return seat in parties or not state.hidden_accounts(seat)


def _money(state: BigDealState, fact: MoneyCorrected | CashCounted, seat: int | None) -> Sentence:
    names: dict[str, Sentence] = {BANK: say("the bank")}
    for number in state.seats:
        names[purse(number)] = say("{name}", name=state.name(number))
    touched = (
        {fact.source, fact.target} if isinstance(fact, MoneyCorrected) else {fact.account}
    ) - {BANK}
    return tell_correction(fact, names, hidden=bool(touched & state.hidden_accounts(seat)))


def _begun(state: BigDealState, fact: facts.GameBegun) -> Sentence:
    name, money = state.name(fact.first), fact.purses[fact.first]
    if not fact.overs:
        return say("{name} begins, with {money}.", name=name, money=money)
    return say_many(
        "{name} begins, with {money}; {count} Game Over card came in the deal.",
        "{name} begins, with {money}; {count} Game Over cards came in the deal.",
        count=fact.overs,
        name=name,
        money=money,
    )


def _company_learnt(state: BigDealState, fact: facts.CompanyLearnt) -> Sentence:
    return say(
        "{company}: white {white}, green {green}, needs {needs}.",
        company=title(fact.company),
        white=fact.white,
        green=fact.green,
        needs=pile_words({name: fact.needs.get(name, 0) for name in RESOURCES}),
    )


def _price_learnt(state: BigDealState, fact: facts.PriceLearnt) -> None:
    return None


def _drawn(state: BigDealState, fact: facts.CardDrawn) -> Sentence:
    name = state.name(fact.seat)
    if not fact.overs:
        return say("{name} draws a card.", name=name)
    return say_many(
        "{name} draws a card; {count} Game Over card shows.",
        "{name} draws a card; {count} Game Over cards show.",
        count=fact.overs,
        name=name,
    )


def _income(state: BigDealState, fact: facts.IncomeTaken) -> Sentence | None:
    if not fact.terms:
        return None
    return say(
        "{name} gets {amount}: {terms} (BD-I1).",
        name=state.name(fact.seat),
        amount=sum(green for _, green in fact.terms),
        terms=_terms(fact.terms),
    )


def _terms(terms: tuple[tuple[str, int], ...]) -> tuple[Sentence, ...]:
    return tuple(
        say("{company} {amount}", company=title(company), amount=amount)
        for company, amount in terms
    )


def _bought(state: BigDealState, fact: market_facts.ResourceBought) -> Sentence:
    return say(
        "{name} buys for {price}: {resource}.",
        name=state.name(fact.seat),
        price=fact.price,
        resource=resource_words(fact.resource),
    )


def _sold(state: BigDealState, fact: market_facts.ResourceSold) -> Sentence:
    return say(
        "{name} sells for {price}: {resource}.",
        name=state.name(fact.seat),
        price=fact.price,
        resource=resource_words(fact.resource),
    )


def _shares_bought(state: BigDealState, fact: market_facts.SharesBought) -> Sentence:
    return say(
        "{name} buys {shares} × {company} for {amount}.",
        name=state.name(fact.seat),
        shares=fact.shares,
        company=title(fact.company),
        amount=fact.shares * fact.price,
    )


def _shares_sold(state: BigDealState, fact: market_facts.SharesSold) -> Sentence:
    values = {
        "name": state.name(fact.seat),
        "shares": fact.shares,
        "company": title(fact.company),
        "amount": fact.shares * fact.price,
    }
    if fact.group is None:
        return say("{name} sells {shares} × {company} from the hand for {amount}.", **values)
    return say("{name} sells {shares} × {company} from the table for {amount}.", **values)


def _opened(state: BigDealState, fact: market_facts.CompanyOpened) -> Sentence:
    return say("{name} opens {company} with {shares} shares.", **_of(state, fact))


def _of(state: BigDealState, fact: Any) -> dict[str, object]:
    """Return name, company and shares of a fact that has all three."""
    return {
        "name": state.name(fact.seat),
        "company": title(fact.company),
        "shares": fact.shares,
    }


def _added(state: BigDealState, fact: market_facts.SharesAdded) -> Sentence:
    return say("{name} adds {shares} × {company}.", **_of(state, fact))


def _taken_back(state: BigDealState, fact: market_facts.SharesTakenBack) -> Sentence:
    return say("{name} takes {shares} × {company} back into the hand.", **_of(state, fact))


def _company_sold(state: BigDealState, fact: market_facts.CompanySold) -> Sentence:
    return say(
        "{name} sells {company} to the bank: {shares} × {price} = {amount} (BD-C3).",
        price=fact.price,
        amount=fact.shares * fact.price,
        **_of(state, fact),
    )


def _split(state: BigDealState, fact: market_facts.CompanySplit) -> Sentence:
    return say("{name} splits {company}: {shares} shares make a new part.", **_of(state, fact))


def _card_played(state: BigDealState, fact: facts.CashCardPlayed) -> Sentence:
    return say(
        "{name} plays a Cash card and collects from: {names}.",
        name=state.name(fact.seat),
        names=tuple(map(state.name, fact.opponents)),
    )


def _collected(state: BigDealState, fact: facts.Collected, *, is_told: bool) -> Sentence:
    values = {
        "name": state.name(fact.seat),
        "collector": state.name(fact.collector),
        "shares": fact.shares,
        "tokens": fact.tokens,
        "rate": fact.rate,
        "due": fact.due,
    }
    if not is_told:
        return say("{name} owes {collector} ({shares} + {tokens}) × {rate} = {due}.", **values)
    if fact.paid == fact.due:
        return say("{name} pays {collector} ({shares} + {tokens}) × {rate} = {due}.", **values)
    return say(
        "{name} pays {collector} {paid} of ({shares} + {tokens}) × {rate} = {due}; "
        "the rest is forgotten.",
        paid=fact.paid,
        **values,
    )


def _turn_ended(state: BigDealState, fact: facts.TurnEnded) -> Sentence:
    name = state.name(fact.seat)
    line = say("{name} ends the turn.", name=name)
    if fact.specials:
        terms = _terms(fact.specials)
        line = say("{name} gets special income: {terms} (BD-K7).", name=name, terms=terms)
    return say("{line} A new round begins.", line=line) if fact.following == state.first else line


def _last_over(state: BigDealState, fact: facts.LastOverShown) -> Sentence:
    return say("The Game Over card number {count} ends the game at once.", count=OVERS)


def _hand_shown(state: BigDealState, fact: facts.HandShown) -> Sentence:
    return say_many(
        "{name} shows {count} share in hand.",
        "{name} shows {count} shares in hand.",
        count=fact.shares,
        name=state.name(fact.seat),
    )


def _game_ended(state: BigDealState, fact: facts.GameEnded) -> Sentence:
    return say("Everything is sold to the bank; the game is over.")


_LINES: dict[type[Fact], Callable[[BigDealState, Any], Sentence | None]] = {
    facts.GameBegun: _begun,
    facts.CompanyLearnt: _company_learnt,
    facts.PriceLearnt: _price_learnt,
    facts.CardDrawn: _drawn,
    facts.IncomeTaken: _income,
    market_facts.ResourceBought: _bought,
    market_facts.ResourceSold: _sold,
    market_facts.SharesBought: _shares_bought,
    market_facts.SharesSold: _shares_sold,
    market_facts.CompanyOpened: _opened,
    market_facts.SharesAdded: _added,
    market_facts.SharesTakenBack: _taken_back,
    market_facts.CompanySold: _company_sold,
    market_facts.CompanySplit: _split,
    facts.CashCardPlayed: _card_played,
    facts.TurnEnded: _turn_ended,
    facts.LastOverShown: _last_over,
    facts.HandShown: _hand_shown,
    facts.GameEnded: _game_ended,
    **ADJUSTMENT_LINES,
    **TAKEOVER_LINES,
}

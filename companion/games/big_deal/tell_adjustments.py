"""The history of the banker's adjustments: each as one short sentence, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.big_deal import adjustment_facts as facts
from companion.games.big_deal.box import resource_words, title
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say, say_many


def _tokens_set(state: BigDealState, fact: facts.TokensSet) -> Sentence:
    line = say(
        "{name}, {resource}: set to {count}.",
        name=state.name(fact.seat),
        resource=resource_words(fact.resource),
        count=fact.count,
    )
    return _with_reason(line, fact.reason)


def _group_set(state: BigDealState, fact: facts.GroupSet) -> Sentence:
    line = say_many(
        "{name}, {company}: set to {count} open share.",
        "{name}, {company}: set to {count} open shares.",
        count=fact.shares,
        name=state.name(fact.seat),
        company=title(fact.company),
    )
    return _with_reason(line, fact.reason)


def _shares_set(state: BigDealState, fact: facts.SharesSet) -> Sentence:
    company = title(fact.company)
    if fact.place == "pool":
        line = say_many(
            "{company}: {count} share in the pool, says the banker.",
            "{company}: {count} shares in the pool, says the banker.",
            count=fact.count,
            company=company,
        )
    else:
        line = say_many(
            "{company}: {count} share discarded, says the banker.",
            "{company}: {count} shares discarded, says the banker.",
            count=fact.count,
            company=company,
        )
    return _with_reason(line, fact.reason)


def _overs_set(state: BigDealState, fact: facts.OversSet) -> Sentence:
    return _with_reason(say("Game Over cards set to {count}.", count=fact.count), fact.reason)


def _cash_cards_set(state: BigDealState, fact: facts.CashCardsSet) -> Sentence:
    return _with_reason(say("Played Cash cards set to {count}.", count=fact.count), fact.reason)


def _with_reason(line: Sentence, reason: str) -> Sentence:
    return say("{line} ({reason})", line=line, reason=reason) if reason else line


ADJUSTMENT_LINES: dict[type[Fact], Callable[[BigDealState, Any], Sentence]] = {
    facts.TokensSet: _tokens_set,
    facts.GroupSet: _group_set,
    facts.SharesSet: _shares_set,
    facts.OversSet: _overs_set,
    facts.CashCardsSet: _cash_cards_set,
}

"""The banker's last word: money, tokens, shares, Game Over cards put right outside the rules.

A takeover in which a defender's price stands keeps his purse as high as that price. With hidden
money it is not touched at all before the takeover is over, because a limit would tell it.
"""

from __future__ import annotations

from companion.games.big_deal.adjustment_actions import (
    SetCashCards,
    SetGroup,
    SetOvers,
    SetShares,
    SetTokens,
)
from companion.games.big_deal.adjustment_facts import (
    CashCardsSet,
    GroupSet,
    OversSet,
    SharesSet,
    TokensSet,
)
from companion.games.big_deal.box import OVERS, PRINTED, SLOTS, title
from companion.games.big_deal.copy import require_resource
from companion.games.big_deal.facts import LastOverShown
from companion.games.big_deal.guards import (
    require_company,
    require_count,
    require_own_group,
    require_seat,
    require_unseen,
)
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.turns import require_overs
from companion.games.big_deal.waiting import waiting
from companion.mechanics.corrections import Correct, CountCash, decide_correction
from companion.mechanics.game import Fact
from companion.mechanics.ledger import purse
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def decide_money(state: BigDealState, action: Correct | CountCash) -> tuple[Fact, ...]:
    """Return a correction of money; raises ``duel_under_way`` beside those of corrections."""
    duel = state.duel
    bids = duel is not None and state.stage == "duel" and duel.bidder == duel.defender
    if duel is None or not bids:
        return decide_correction(state.ledger, action, {}, state.hidden_accounts(None))
    account = purse(duel.defender)
    if state.is_shark and account in _touched(action):
        raise _under_way()
    committed = {} if state.is_shark else {account: duel.price * duel.cards}
    return decide_correction(state.ledger, action, committed, state.hidden_accounts(None))


def _touched(action: Correct | CountCash) -> set[str]:
    if isinstance(action, Correct):
        return {action.source, action.target}
    return set(action.amounts)


def _under_way() -> Refusal:
    return Refusal(
        "duel_under_way",
        "BD-K2",
        say("A takeover is under way; put this right when it is over, or take it back first."),
    )


def decide_set_tokens(state: BigDealState, action: SetTokens) -> tuple[Fact, ...]:
    """Return how many tokens a seat has; 14 of a colour with the wheel (``too_many_tokens``)."""
    require_seat(state, action.seat)
    require_resource(action.resource)
    require_count(action.count, PRINTED, least=0)
    held = state.tokens[action.seat].get(action.resource, 0)
    most = held + state.in_wheel(action.resource)
    if action.count > most:
        raise Refusal(
            "too_many_tokens",
            "BD-R1",
            say(
                "There are {all} tokens of a colour; at most {most} can lie here.",
                all=SLOTS,
                most=most,
            ),
        )
    return (TokensSet(action.seat, action.resource, action.count, action.reason),)


def decide_set_group(state: BigDealState, action: SetGroup) -> tuple[Fact, ...]:
    """Return how many shares an open company has, a new one where it names none."""
    require_seat(state, action.seat)
    require_company(state, action.company)
    number, shares = action.group, action.shares
    if number is None:
        require_count(shares, "BD-C1")
        require_unseen(state, action.company, shares)
        number = state.groups_opened + 1
    else:
        group = require_own_group(state, action.seat, number, "BD-C1")
        if group.company != action.company:
            raise Refusal(
                "another_company",
                "BD-C1",
                say("These are shares of {company}.", company=title(group.company)),
            )
        if state.duel is not None and state.duel.group == number:
            raise _under_way()
        require_count(shares, "BD-C1", least=0)
        require_unseen(state, action.company, shares - group.shares)
    return (GroupSet(action.seat, action.company, number, shares, action.reason),)


def decide_set_shares(state: BigDealState, action: SetShares) -> tuple[Fact, ...]:
    """Return how many shares of a company lie in the pool, or are discarded."""
    require_company(state, action.company)
    require_count(action.count, "BD-H1", least=0)
    piles = state.pool if action.place == "pool" else state.discarded
    require_unseen(state, action.company, action.count - piles.get(action.company, 0))
    return (SharesSet(action.company, action.place, action.count, action.reason),)


def decide_set_overs(state: BigDealState, action: SetOvers) -> tuple[Fact, ...]:
    """Return how many Game Over cards lie on the board; the seventh ends the game (BD-G1)."""
    if state.step in ("deal", "hands", "over"):
        raise Refusal(
            "not_now", "BD-G1", say("Not now: {waiting}", waiting=waiting(state).sentence)
        )
    require_overs(action.count, OVERS, "BD-G1")
    said = OversSet(action.count, action.reason)
    return (said, LastOverShown()) if action.count == OVERS else (said,)


def decide_set_cash_cards(state: BigDealState, action: SetCashCards) -> tuple[Fact, ...]:
    """Return how many Cash cards have been played; raises ``no_cash_cards_left``."""
    require_count(action.count, "BD-Q1", least=0)
    if action.count > state.packing.cash_cards:
        raise Refusal(
            "no_cash_cards_left",
            "BD-Q1",
            say("There are {all} Cash cards in this deck.", all=state.packing.cash_cards),
        )
    return (CashCardsSet(action.count, action.reason),)

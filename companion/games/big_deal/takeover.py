"""A takeover as a duel of prices (BD-K1 to BD-K3); what follows it is in ``settlement``.

Decided where the book is silent: Cash cards alone are enough to attack; what was won is sold,
opened or kept before the next takeover begins. While a defender's price stands, his purse is not
put right below it; with hidden money it is not put right at all, because that would tell it.
"""

from __future__ import annotations

from companion.games.big_deal.box import STEP, title
from companion.games.big_deal.guards import (
    require_cash_cards,
    require_count,
    require_fifties,
    require_group,
    require_seat,
    require_stage,
    require_turn,
    require_unseen,
    white_value,
)
from companion.games.big_deal.settlement import defended, won
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeover_actions import GiveUp, Raise, TakeOver
from companion.games.big_deal.takeover_facts import GaveUp, PriceRaised, TakeoverBegun
from companion.mechanics.game import Fact
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_attack(state: BigDealState, seat: int, number: int) -> Group:
    """Return the group that a seat may attack (BD-K1).

    Raises ``own_company``, ``won_shares_first``, ``unknown_group`` and those of the turn.
    """
    require_turn(state, seat, "BD-K1", "actions")
    group = require_group(state, number, "BD-K1")
    if group.seat == seat:
        raise Refusal("own_company", "BD-K1", say("This is your own company."))
    if state.spoils is not None:
        raise Refusal(
            "won_shares_first",
            "BD-K7",
            say("First sell, open or keep what was won: {company}.",
                company=title(state.spoils.company)),
        )  # fmt: skip
    return group


def decide_take_over(state: BigDealState, action: TakeOver) -> tuple[Fact, ...]:
    """Return the attack with its first price."""
    seat, price = action.seat, action.price
    group = require_attack(state, seat, action.group)
    require_count(action.shares, "BD-K1", least=0)
    require_count(action.cash_cards, "BD-K1", least=0)
    if not action.shares + action.cash_cards:
        raise Refusal(
            "nothing_laid", "BD-K1", say("Lay one share of the company or one Cash card at least.")
        )
    require_unseen(state, group.company, action.shares)
    require_cash_cards(state, action.cash_cards, "BD-K1")
    white = white_value(state, group.company, "BD-K1")
    require_fifties(price, "BD-K1")
    if price < white:
        raise Refusal(
            "price_below_white",
            "BD-K1",
            say("Bid the white value at least: {white} a share.", white=white),
        )
    begun = TakeoverBegun(
        seat,
        group.seat,
        group.number,
        group.company,
        action.shares,
        action.cash_cards,
        price,
    )
    return (begun,)


def require_word(state: BigDealState, seat: int) -> None:
    """Raise ``not_now`` or ``not_your_word`` unless the seat answers in the takeover (BD-K2)."""
    require_seat(state, seat)
    require_stage(state, "BD-K2", "duel")
    assert state.duel is not None
    if seat != state.duel.answering:
        raise Refusal(
            "not_your_word",
            "BD-K2",
            say("It is for {name} to answer.", name=state.name(state.duel.answering)),
        )


def highest_price(state: BigDealState, seat: int | None) -> int | None:
    """Return the most a seat may answer: a defender what his cash covers (BD-K3), else None."""
    duel = state.duel
    if duel is None or seat != duel.defender:
        return None
    return state.cash(seat) // duel.cards // STEP * STEP


def require_price(state: BigDealState, seat: int, price: int) -> None:
    """Raise ``price_too_low``, ``price_off_the_fifties`` or ``beyond_cash`` (BD-K2, BD-K3)."""
    require_word(state, seat)
    assert state.duel is not None
    lowest = state.duel.price + STEP
    if price < lowest:
        raise Refusal(
            "price_too_low",
            "BD-K2",
            say("Bid {lowest} a share or more, or give up.", lowest=lowest),
        )
    require_fifties(price, "BD-K2")
    highest = highest_price(state, seat)
    if highest is not None and price > highest:
        raise Refusal(
            "beyond_cash",
            "BD-K3",
            say(
                "For the cards laid ({cards}) the cash covers {highest} a share; bid no more, or "
                "give up.",
                highest=highest,
                cards=state.duel.cards,
            ),
        )


def decide_raise(state: BigDealState, action: Raise) -> tuple[Fact, ...]:
    """Return the higher price; the word goes to the other."""
    require_price(state, action.seat, action.price)
    return (PriceRaised(action.seat, action.price),)


def decide_give_up(state: BigDealState, action: GiveUp) -> tuple[Fact, ...]:
    """Return who won, with the settlement where nothing is left to be said."""
    require_word(state, action.seat)
    duel = state.duel
    assert duel is not None
    gave_up = GaveUp(action.seat)
    if action.seat == duel.attacker:
        return (gave_up, defended(state, duel))
    return (gave_up, won(state, duel))

"""Moments of a game at which something may not be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.corrections import SetShares
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise
from companion.games.big_deal.turn import Draw
from companion.mechanics.game import Action
from tests.games.big_deal.big_deal_tables import (
    ANNA,
    BRUNO,
    TELCOM_SET,
    acting,
    after,
    attacked,
    drawing,
    short_of_money,
    with_group,
    with_tokens,
)

Moment = Callable[[], BigDealState]
Case = tuple[str, str, Moment, Action]


def without_green() -> BigDealState:
    """Anna has TelCom open, nobody typed its figures, and she has drawn her card."""
    return after(with_group(drawing(known=False), ANNA, 2), Draw(ANNA))


def blank() -> BigDealState:
    return acting(known=False)


def three_bought() -> BigDealState:
    return after(acting(), *(BuyResource(ANNA, "human") for _ in "abc"))


def three_sold() -> BigDealState:
    state = with_tokens(acting(), ANNA, {"human": 4})
    return after(state, *(SellResource(ANNA, "human") for _ in "abc"))


def ended() -> BigDealState:
    state = after(drawing(2), Draw(ANNA, 7))
    return after(state, CountHand(ANNA, 0), CountHand(BRUNO, 0))


def defended() -> BigDealState:
    return after(attacked(shares=2), Raise(BRUNO, 200), GiveUp(ANNA))


def outbid() -> BigDealState:
    """Anna bids 1150 a share; Bruno's 1150 do not cover 1200."""
    return attacked(price=1150)


def spent() -> BigDealState:
    """Anna owes 3000, won with 400, and has bought a share for 150 since."""
    state = after(short_of_money(cash=400, price=1000), SetShares("telcom", "pool", 1))
    return after(state, BuyShares(ANNA, "telcom"))


def collecting() -> BigDealState:
    return after(acting(), Collect(ANNA, (BRUNO,)))


def with_a_set(state: BigDealState) -> BigDealState:
    return with_tokens(state, ANNA, TELCOM_SET)


def pooled() -> BigDealState:
    return after(acting(), SellShares(ANNA, "telcom", 2))


def all_but(state: BigDealState, left: int) -> BigDealState:
    """Return the same table where all shares but so many of one company are discarded."""
    gone = dict.fromkeys(state.packing.companies, state.packing.shares)
    return replace(state, discarded={**gone, "telcom": state.packing.shares - left})


def half_known() -> BigDealState:
    copy = GAME.copy.check({"companies": {"telcom": {"white": 150}}})
    state: BigDealState = GAME.copy.put_right(blank(), copy)
    return state

"""Tables of Big Deal at a moment of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import Collect
from companion.games.big_deal.companies import Open
from companion.games.big_deal.corrections import CorrectShares
from companion.games.big_deal.entities import Group
from companion.games.big_deal.market import BuyShares
from companion.games.big_deal.panels import draft
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, TakeOver
from companion.games.big_deal.turn import Deal, Draw
from companion.testing.tables import ANNA, BRUNO, after, holding, with_one
from tests.games.big_deal.big_deal_player import a_setup

TELCOM_SET = {"space": 1, "technology": 1}


def seated(players: int = 4, **said: Any) -> BigDealState:
    """Return a table before the deal."""
    state: BigDealState = GAME.rules.begin(a_setup(players, **said))
    return state


def drawing(players: int = 4, **said: Any) -> BigDealState:
    """Return a table where Anna draws the first card; purses 1000, 1150, 1300, 1450."""
    return after(seated(players, **said), Deal(ANNA))


def acting(players: int = 4, **said: Any) -> BigDealState:
    """Return a table where Anna may act in her first turn."""
    return after(drawing(players, **said), Draw(ANNA))


def blank() -> BigDealState:
    """Return the same table without any printed numbers."""
    return acting(known=False)


def without_green() -> BigDealState:
    """Anna has TelCom open without its printed numbers, and has drawn a card."""
    return after(with_group(drawing(known=False), ANNA, 2), Draw(ANNA))


def with_tokens(state: BigDealState, seat: int, tokens: Mapping[str, int]) -> BigDealState:
    """Return the same table where a seat has these tokens."""
    return replace(state, tokens=with_one(state.tokens, seat, tokens))


def with_group(
    state: BigDealState, seat: int, shares: int, company: str = "telcom"
) -> BigDealState:
    """Return the same table where a seat has one more open company, and its resources."""
    tokens = dict(state.tokens[seat])
    for resource, count in (state.company(company).needs or {}).items():
        tokens[resource] = tokens.get(resource, 0) + count
    number = state.groups_opened + 1
    groups = {**state.groups, number: Group(number, seat, company, shares)}
    return replace(with_tokens(state, seat, tokens), groups=groups, groups_opened=number)


def opened() -> BigDealState:
    """Return a table where Anna has just opened TelCom with two shares."""
    return after(with_tokens(acting(), ANNA, TELCOM_SET), Open(ANNA, "telcom", 2))


def all_but(state: BigDealState, left: int) -> BigDealState:
    """Return the same table where all shares but some of TelCom are discarded."""
    gone = dict.fromkeys(state.packing.companies, state.packing.shares)
    return replace(state, discarded={**gone, "telcom": state.packing.shares - left})


def collecting() -> BigDealState:
    """Return a table where Anna collects from Bruno, who has to count a hand."""
    return after(acting(), Collect(ANNA, (BRUNO,)))


def attackable(*, shark: bool = False, shares: int = 3) -> BigDealState:
    """Return a table where Anna acts and Bruno has TelCom open, group 1; white 150."""
    return with_group(acting(shark=shark), BRUNO, shares)


def attacked(
    *, shares: int = 1, cash_cards: int = 0, price: int = 150, shark: bool = False
) -> BigDealState:
    """Return a table where Anna has attacked Bruno's three shares of TelCom."""
    return after(attackable(shark=shark), TakeOver(ANNA, 1, shares, price, cash_cards))


def won(*, price: int = 150, shark: bool = False) -> BigDealState:
    """Return a table where Anna has won and paid Bruno's three shares, one share laid."""
    return after(attacked(price=price, shark=shark), GiveUp(BRUNO))


def short_of_money(*, cash: int = 100, price: int = 150, shark: bool = False) -> BigDealState:
    """Return a table where Anna has won Bruno's three shares and holds too little."""
    return after(holding(attacked(price=price, shark=shark), {ANNA: cash}), GiveUp(BRUNO))


def spent() -> BigDealState:
    """Anna owes 3000, won with 400, and has bought a share for 150 since."""
    state = after(short_of_money(cash=400, price=1000), CorrectShares("telcom", "pool", 1))
    return after(state, BuyShares(ANNA, "telcom"))


def draft_of(state: BigDealState, words: str = "", seat: int = ANNA) -> SimpleNamespace:
    """Return the wizard of a seat at a wizard text."""
    found = draft(state, seat, words)
    assert found is not None
    return found


def cash(state: BigDealState) -> list[int]:
    """Return every purse in the order of seats."""
    return [state.money(seat) for seat in state.seats]

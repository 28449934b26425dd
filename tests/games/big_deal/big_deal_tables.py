"""Tables at a moment of a game, for tests that begin in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_deal import GAME
from companion.games.big_deal.companies import Open
from companion.games.big_deal.panels import DraftView
from companion.games.big_deal.screen import BigDealView
from companion.games.big_deal.state import BigDealState, Group
from companion.games.big_deal.takeovers import GiveUp, TakeOver
from companion.games.big_deal.turn import Deal, Draw
from companion.mechanics.game import Action
from companion.mechanics.ledger import BANK, Ledger, purse
from tests.games.big_deal.big_deal_player import a_setup

ANNA, BRUNO, CARLA, DARIO = range(4)
TELCOM_SET = {"space": 1, "technology": 1}


def after(state: BigDealState, *actions: Action) -> BigDealState:
    """Return the table after these actions, all of them legal."""
    for action in actions:
        for fact in action.decide(state):
            state = GAME.evolve(state, fact)
    return state


def seated(players: int = 4, *, shark: bool = False, known: bool = True) -> BigDealState:
    """Return a table before the deal."""
    state: BigDealState = GAME.rules.begin(a_setup(players, shark=shark, known=known))
    return state


def drawing(players: int = 4, *, shark: bool = False, known: bool = True) -> BigDealState:
    """Return a table where Anna draws the first card; purses 1000, 1150, 1300, 1450."""
    return after(seated(players, shark=shark, known=known), Deal(ANNA))


def acting(players: int = 4, *, shark: bool = False, known: bool = True) -> BigDealState:
    """Return a table where Anna may act in her first turn."""
    return after(drawing(players, shark=shark, known=known), Draw(ANNA))


def with_tokens(state: BigDealState, seat: int, tokens: Mapping[str, int]) -> BigDealState:
    """Return the same table where a seat has these tokens."""
    held = list(state.tokens)
    held[seat] = dict(tokens)
    return replace(state, tokens=tuple(held))


def with_group(
    state: BigDealState, seat: int, shares: int, company: str = "telcom"
) -> BigDealState:
    """Return the same table where a seat has an open company more, and its resources."""
    tokens = dict(state.tokens[seat])
    for resource, count in (state.company(company).needs or {}).items():
        tokens[resource] = tokens.get(resource, 0) + count
    state = with_tokens(state, seat, tokens)
    number = state.groups_opened + 1
    group = Group(number, seat, company, shares)
    return replace(state, groups={**state.groups, number: group}, groups_opened=number)


def holding(state: BigDealState, money: Mapping[int, int]) -> BigDealState:
    """Return the same table with other purses, by seat; the bank has the rest."""
    changed = {purse(seat): amount for seat, amount in money.items()}
    balances = {**state.ledger.balances, **changed}
    balances[BANK] -= sum(balances.values()) - state.ledger.opening
    return replace(state, ledger=Ledger(balances, state.ledger.floors, state.ledger.opening))


def opened() -> BigDealState:
    """Return a table where Anna has just opened TelCom with two shares."""
    state = with_tokens(acting(), ANNA, TELCOM_SET)
    return after(state, Open(ANNA, "telcom", 2))


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
    state = holding(attacked(price=price, shark=shark), {ANNA: cash})
    return after(state, GiveUp(BRUNO))


def view_of(state: BigDealState, seat: int | None) -> BigDealView:
    """Return what a seat may see; seat None: what everybody may."""
    view = GAME.screen.view(state, seat)
    assert isinstance(view, BigDealView)
    return view


def draft_of(state: BigDealState, words: str = "", seat: int = ANNA) -> DraftView:
    """Return what a seat put together by these taps."""
    draft = GAME.screen.draft(state, seat, words)
    assert isinstance(draft, DraftView)
    return draft

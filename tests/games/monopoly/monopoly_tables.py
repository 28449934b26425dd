"""Tables at a moment of a game, for tests that begin in the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.property import Decline
from companion.games.monopoly.screen import MonopolyDraft, MonopolyView
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.state import Deed, MonopolyState
from companion.games.monopoly.turn import Roll
from companion.mechanics.game import Action
from companion.mechanics.ledger import BANK, Ledger, purse
from companion.mechanics.refusal import Refusal
from tests.games.monopoly.monopoly_player import a_setup

ANNA, BRUNO, CARLA, DARIO = range(4)
OLD_KENT, WHITECHAPEL = 1, 3
BROWN = (OLD_KENT, WHITECHAPEL)
LIGHT_BLUE = (6, 8, 9)
KINGS_CROSS, ELECTRIC = 5, 12
DARK_BLUE = (37, 39)


def after(state: MonopolyState, *actions: Action) -> MonopolyState:
    """Return the table after these actions, all of them legal."""
    for action in actions:
        for fact in action.decide(state):
            state = GAME.evolve(state, fact)
    return state


def seated(players: int = 3, /, **options: object) -> MonopolyState:
    """Return a table before anything happened."""
    state: MonopolyState = GAME.rules.begin(a_setup(players, **options))
    return state


def begun(players: int = 3, /, **options: object) -> MonopolyState:
    """Return a table where Anna is about to roll for the first turn."""
    return after(seated(players, **options), Begin(ANNA))


def owning(
    state: MonopolyState,
    seat: int,
    places: Iterable[int],
    *,
    level: int = 0,
    mortgaged: bool = False,
) -> MonopolyState:
    """Return the table with these deeds before a seat, so much built on each street."""
    most = state.most_houses
    deed = Deed(seat, mortgaged, 0 if level > most else level, level > most)
    return replace(state, deeds={**state.deeds, **dict.fromkeys(places, deed)})


def standing_on(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    """Return the table with a token on another space."""
    return replace(state, spaces=(*state.spaces[:seat], space, *state.spaces[seat + 1 :]))


def holding(state: MonopolyState, money: Mapping[int, int]) -> MonopolyState:
    """Return the same table with other cash by seat; the bank has the rest."""
    balances = {**state.ledger.balances, **{purse(seat): cash for seat, cash in money.items()}}
    balances[BANK] -= sum(balances.values()) - state.ledger.opening
    return replace(state, ledger=Ledger(balances, state.ledger.floors, state.ledger.opening))


def jailed(state: MonopolyState, seat: int, rolls: int = 0) -> MonopolyState:
    """Return the table with a seat in jail after so many rolls."""
    state = standing_on(state, seat, 10)
    return replace(state, jail=(*state.jail[:seat], rolls, *state.jail[seat + 1 :]))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    """Return the table with so many keys before a seat."""
    return replace(state, keys=(*state.keys[:seat], keys, *state.keys[seat + 1 :]))


def buying() -> MonopolyState:
    """Return a table where Anna stands on Whitechapel Road and may buy it."""
    return after(begun(), Roll(ANNA, (1, 2)))


def bidding() -> MonopolyState:
    """Return a table where Whitechapel Road is up for auction."""
    return after(buying(), Decline(ANNA))


def owing(cash: int = 100) -> MonopolyState:
    """Return a table where Anna, with so much cash, owes 200 of tax."""
    return after(holding(begun(), {ANNA: cash}), Roll(ANNA, (1, 3)))


def claiming() -> MonopolyState:
    """Return a table where Anna has landed on Bruno's Whitechapel Road, bare and alone: 4."""
    return after(owning(begun(), BRUNO, (WHITECHAPEL,)), Roll(ANNA, (1, 2)))


def timed(minutes: int = 10) -> MonopolyState:
    """Return a table whose clock has run since second 1000: Bruno is about to roll."""
    return after(begun(minutes=minutes), Roll(ANNA, (4, 6), at=1000))


def listing() -> MonopolyState:
    """Return a table where Anna stands on Chance at 7 and rolls three dice."""
    return after(begun(), Roll(ANNA, (3, 4)))


def ended() -> MonopolyState:
    """Return a table whose game is over."""
    return replace(begun(), stage="over", end="time")


Moment = Callable[[], MonopolyState]
Case = tuple[str, str, Moment, Action]
"""A refusal's name, its rule, the table at a moment, and what is asked for then."""


def case_name(part: object) -> str:
    """Return what a case is called: its names and kinds."""
    return part if isinstance(part, str) else getattr(part, "kind", "")


def assert_refused(name: str, rule: str, moment: Moment, action: Action) -> None:
    """Assert that an action is refused under that name, with that rule and a sentence."""
    state = moment()
    with pytest.raises(Refusal) as refused:
        action.decide(state)
    assert (refused.value.name, refused.value.rule) == (name, rule)
    assert str(refused.value.sentence).endswith((".", "?"))


def view_of(state: MonopolyState, seat: int | None) -> MonopolyView:
    """Return what a seat may see; seat None: what everybody may."""
    view = GAME.screen.view(state, seat)
    assert isinstance(view, MonopolyView)
    return view


def draft_of(state: MonopolyState, words: str = "", seat: int = ANNA) -> MonopolyDraft:
    """Return what a seat put together by these taps."""
    draft = GAME.screen.draft(state, seat, words)
    assert isinstance(draft, MonopolyDraft)
    return draft

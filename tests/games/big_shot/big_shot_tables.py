"""Tables at a moment of a game, for tests that begin in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Pass
from companion.games.big_shot.cubes import Place
from companion.games.big_shot.screen import BigShotView, DraftView
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Lead, Roll
from companion.games.big_shot.untracked import FallBack
from companion.mechanics.game import Action
from companion.mechanics.ledger import BANK, Ledger
from tests.games.big_shot.big_shot_player import a_setup

ANNA, BRUNO, CARLA, DARIO = range(4)
SQUARE = ("red", "yellow", "white", "black")


def after(state: BigShotState, *actions: Action) -> BigShotState:
    """Return the table after these actions, all of them legal."""
    for action in actions:
        for fact in action.decide(state):
            state = GAME.evolve(state, fact)
    return state


def seated(players: int = 4, *, edition: str = "it", hidden: bool = False) -> BigShotState:
    """Return a table before anything happened; the app follows the cubes."""
    state: BigShotState = GAME.rules.begin(a_setup(players, edition=edition, hidden=hidden))
    return state


def bidding(players: int = 4, *, edition: str = "it", hidden: bool = False) -> BigShotState:
    """Return a table where Anna leads and has rolled: Bruno has the first word."""
    state = seated(players, edition=edition, hidden=hidden)
    return after(state, Lead(ANNA), Roll(ANNA, 3))


def placing(*lots: Mapping[str, Mapping[str, int]]) -> BigShotState:
    """Return a table where Anna, who leads, got the cubes for nothing; cubes lie as given."""
    state = after(bidding(), Pass(BRUNO), Pass(CARLA), Pass(DARIO))
    return replace(state, counts=lots[0]) if lots else state


def unnamed() -> BigShotState:
    """Return a table where Anna got the first cubes and nobody typed what the board says."""
    state = GAME.rules.begin(a_setup(copy=dict(GAME.blank_copy())))
    return after(state, Lead(ANNA), Roll(ANNA, 3), Pass(BRUNO), Pass(CARLA), Pass(DARIO))


def left_for_the_last_square() -> BigShotState:
    """Turn 17: of the eight cubes left six are black, so three must go now, not two."""
    lying = {
        "9": {"red": 6}, "9 b": {"red": 6}, "10": {"red": 5},
        "10 b": {"yellow": 6}, "11": {"yellow": 6}, "11 b": {"yellow": 6},
        "16": {"white": 6}, "18": {"white": 6}, "19": {"white": 5},
        "20": {"black": 6}, "21": {"black": 6},
    }  # fmt: skip
    return replace(placing(lying), turn=17)


def paying(edition: str = "it") -> BigShotState:
    """Return a table of two where Bruno has won for 4 and says which purse pays."""
    return after(bidding(2, edition=edition), Bid(BRUNO, 4), Pass(ANNA))


def light(players: int = 4) -> BigShotState:
    """Return a table that fell back to light tracking in its first auction."""
    return after(bidding(players), FallBack())


def on_the_last_turn(state: BigShotState) -> BigShotState:
    """Return the same table in its eighteenth turn."""
    return replace(state, turn=18)


def settling() -> BigShotState:
    """Return a light table after its last turn, no lot settled yet."""
    state = on_the_last_turn(light())
    return after(state, Pass(BRUNO), Pass(CARLA), Pass(DARIO))


def finished() -> BigShotState:
    """Return a table whose game is over: all cubes placed, the last lots settled."""
    state = on_the_last_turn(placing())
    cubes = tuple((colour, "21") for colour in SQUARE)
    return after(state, Place(ANNA, cubes))


def holding(state: BigShotState, money: Mapping[str, int]) -> BigShotState:
    """Return the same table with other balances; the bank has the rest."""
    balances = {**state.ledger.balances, **money}
    balances[BANK] -= sum(balances.values()) - state.ledger.opening
    return replace(state, ledger=Ledger(balances, state.ledger.floors, state.ledger.opening))


def owing(state: BigShotState, loans: Mapping[str, int]) -> BigShotState:
    """Return the same table with other certificates."""
    return replace(state, loans={**state.loans, **loans})


def view_of(state: BigShotState, seat: int | None) -> BigShotView:
    """Return what a seat may see; seat None: what everybody may."""
    view = GAME.screen.view(state, seat)
    assert isinstance(view, BigShotView)
    return view


def draft_of(state: BigShotState, words: str = "") -> DraftView:
    """Return what Anna put together by these taps."""
    draft = GAME.screen.draft(state, ANNA, words)
    assert isinstance(draft, DraftView)
    return draft

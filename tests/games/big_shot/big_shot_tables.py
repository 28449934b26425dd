"""Tables of Big Shot at various points of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Pass
from companion.games.big_shot.cubes import PlaceCubes
from companion.games.big_shot.screen import draft
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Lead, Roll
from companion.games.big_shot.untracked import FallBack
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_shot.big_shot_player import a_setup


def seated(players: int = 4, **said: Any) -> BigShotState:
    """Return a table before anything happened; the app follows the cubes."""
    state: BigShotState = GAME.rules.begin(a_setup(players, **said))
    return state


def bidding(players: int = 4, **said: Any) -> BigShotState:
    """Return a table where Anna leads and has rolled; Bruno bids first."""
    return after(seated(players, **said), Lead(ANNA), Roll(ANNA, 3))


def placing(*lots: Mapping[str, Mapping[str, int]], **said: Any) -> BigShotState:
    """Return a table where Anna, who leads, got the cubes for nothing; lots: cubes on lots."""
    state = after(bidding(**said), Pass(BRUNO), Pass(CARLA), Pass(DARIO))
    return replace(state, counts=lots[0]) if lots else state


def unnamed() -> BigShotState:
    """Return a table where Anna got the first cubes, without printed numbers."""
    return placing(copy=dict(GAME.blank_copy()))


def left_for_the_last_square() -> BigShotState:
    """Return a table in turn 17: six of the eight cubes left are black, so three must go now."""
    lying = {
        "9": {"red": 6}, "9 b": {"red": 6}, "10": {"red": 5},
        "10 b": {"yellow": 6}, "11": {"yellow": 6}, "11 b": {"yellow": 6},
        "16": {"white": 6}, "18": {"white": 6}, "19": {"white": 5},
        "20": {"black": 6}, "21": {"black": 6},
    }  # fmt: skip
    return replace(placing(lying), turn=17)


def paying(edition: str = "it") -> BigShotState:
    """Return a table of two where Bruno has won for 4 and chooses the purse that pays."""
    return after(bidding(2, edition=edition), Bid(BRUNO, 4), Pass(ANNA))


def light(players: int = 4) -> BigShotState:
    """Return a table that fell back to light tracking in its first auction."""
    return after(bidding(players), FallBack())


def on_the_last_turn(state: BigShotState) -> BigShotState:
    """Return the same table in its eighteenth turn."""
    return replace(state, turn=18)


def settling() -> BigShotState:
    """Return a light table after its last turn, no lot settled yet."""
    return after(on_the_last_turn(light()), Pass(BRUNO), Pass(CARLA), Pass(DARIO))


def finished() -> BigShotState:
    """Return a table whose game is over: all cubes placed, the last lots settled."""
    cubes = tuple((colour, "21") for colour in GAME.colours)
    return after(on_the_last_turn(placing()), PlaceCubes(ANNA, cubes))


def owing(state: BigShotState, loans: Mapping[str, int]) -> BigShotState:
    """Return the same table with other certificates."""
    return replace(state, loans={**state.loans, **loans})


def draft_of(state: BigShotState, words: str = "") -> SimpleNamespace:
    """Return the draft of Anna after these taps."""
    found = draft(state, ANNA, words)
    assert found is not None
    return found


def owners(state: BigShotState) -> str:
    """Return the owners of the lots in the copy's order, "-" for nobody."""
    return " ".join(
        state.sold[lot].owner or "-" if lot in state.sold else "-" for lot in state.copy.lots
    )


def purses(state: BigShotState) -> list[tuple[int, int]]:
    """Return cash and loans of every purse, in the order of seats and colours."""
    return [(state.ledger.balance(account), state.loans[account]) for account in state.loans]

"""Tables of The Big Cheese at various points of a game."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Open, Pass
from companion.games.big_cheese.final_scores import ScoreLine
from companion.games.big_cheese.results import Roll
from companion.games.big_cheese.state import BigCheeseState, CardsHeld
from companion.testing.tables import ANNA, BRUNO, after, with_one
from tests.games.big_cheese.big_cheese_player import a_setup


def seated(players: int = 3, /, **options: object) -> BigCheeseState:
    """Return a table before anything happened."""
    state: BigCheeseState = GAME.rules.begin(a_setup(players, **options))
    return state


def opened(players: int = 3, /, **options: object) -> BigCheeseState:
    """Return a table where Anna opens and no card is up yet."""
    return after(seated(players, **options), Open(ANNA))


def offered(card: str = "8", players: int = 3, /, **options: object) -> BigCheeseState:
    """Return a table where a card is up and Anna bids first; then Carla, then Bruno."""
    return after(opened(players, **options), OfferCard(card))


def won(state: BigCheeseState, card: str, seat: int, workers: int = 1) -> BigCheeseState:
    """Return the table after a card that one seat bids on while all others pass."""
    state = after(state, OfferCard(card))
    while state.auction is not None:
        turn = state.auction.turn
        state = after(state, Bid(turn, workers) if turn == seat else Pass(turn))
    return state


def finished(card: str = "8", seat: int = ANNA, /, **options: object) -> BigCheeseState:
    """Return a table where project 1, a number, is finished and has to be rolled for."""
    return won(won(opened(**options), card, seat), "2", BRUNO)


def holding(
    state: BigCheeseState, seat: int, vetoes: int = 0, big_cheeses: int = 0
) -> BigCheeseState:
    """Return the same table with these cards in front of a seat."""
    return replace(state, held=with_one(state.held, seat, CardsHeld(vetoes, big_cheeses)))


def scoring(state: BigCheeseState, seat: int, score: int) -> BigCheeseState:
    """Return the same table with a score."""
    return replace(state, lines=(*state.lines, ScoreLine(seat, score - state.score(seat))))


def rolled(value: int = 5, big_cheeses: int = 1, **options: object) -> BigCheeseState:
    """Return a table where Anna rolled for her 8 and may keep it or play a Big Cheese."""
    state = holding(finished(**options), ANNA, big_cheeses=big_cheeses)
    return after(state, Roll(ANNA, 1, value))


def over() -> BigCheeseState:
    """Return a table whose game is over: Anna is past 200."""
    return after(scoring(finished("20"), ANNA, 150), Roll(ANNA, 1, 6))

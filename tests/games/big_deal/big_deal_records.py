"""The recorded games beside this file: how they are read and played."""

from __future__ import annotations

from pathlib import Path

from companion.games.big_deal import GAME
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Outcome
from tests.games.records import account_of, read_record, replay, totals

__all__ = ["FOLDER", "RECORDS", "cash", "replayed", "totals"]

FOLDER = Path(__file__).parent / "recorded"
RECORDS = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def replayed(name: str) -> tuple[BigDealState, Outcome]:
    """Return the table after a recorded game, and its account."""
    state: BigDealState = replay(GAME, read_record(FOLDER, name))
    return state, account_of(GAME, state)


def cash(state: BigDealState) -> list[int]:
    """Return every purse in the order of seats."""
    return [state.cash(seat) for seat in state.seats]

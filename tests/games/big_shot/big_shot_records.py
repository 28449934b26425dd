"""The recorded games beside this file: how they are read and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games.big_shot import GAME
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Outcome
from tests.games.records import account_of, read_record, replay, totals

__all__ = ["FOLDER", "RECORDS", "ended", "money", "owners", "record", "replayed", "totals"]

FOLDER = Path(__file__).parent / "recorded"
RECORDS = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def record(name: str) -> dict[str, Any]:
    """Return what a record holds."""
    return read_record(FOLDER, name)


def replayed(name: str) -> BigShotState:
    """Return the table after all actions of a record."""
    state: BigShotState = replay(GAME, record(name))
    return state


def ended(state: BigShotState) -> Outcome:
    """Return the final account of a table that is over."""
    return account_of(GAME, state)


def owners(state: BigShotState) -> str:
    """Return the owners of the lots in the copy's order, "-" for nobody."""
    return " ".join(
        state.sold[lot].owner or "-" if lot in state.sold else "-" for lot in state.copy.lots
    )


def money(state: BigShotState) -> list[tuple[int, int]]:
    """Return cash and loans of every purse, in the order of seats and colours."""
    return [(state.ledger.balance(account), state.loans[account]) for account in state.loans]

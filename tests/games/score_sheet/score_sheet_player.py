"""A household that fills in a score sheet at random."""

from __future__ import annotations

from typing import Any

from companion.games.score_sheet import GAME
from companion.games.score_sheet.filling import Fill
from companion.games.score_sheet.state import SheetState
from companion.mechanics.game import Action, LegalMove, Setup
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.scoring.sheet import packed, read_sheet
from companion.testing import households

__all__ = ["WAYS", "Household", "a_setup"]

ROUNDS = [("First", "signed", ""), ("Second", "signed", "")]
EVERY_KIND = [
    ("Coins", "number", ""),
    ("Houses", "times", "2"),
    ("Apples", "per", "3"),
    ("Goods", "from", "1: 1, 3: 4"),
    ("Wall", "most_alone", "4"),
    ("Valley", "most", "5, 2"),
    ("Mayor", "choice", "no: 0, yes: 3"),
    ("wheels", "factor", ""),
    ("cards", "factor", ""),
    ("Machine", "product", "wheels × cards"),
    ("Age", "tie_least", ""),
]
LINES = {"rounds": ROUNDS, "every kind": EVERY_KIND}
WAYS = households.ways(
    players=(2, 3), winner=("most", "least", "order"), lines=("rounds", "every kind")
)


def sheet_of(lines: list[tuple[str, str, str]], winner: str = "most") -> str:
    """Return an encoded sheet with lines of (label, kind, detail)."""
    rows = [{"label": label, "kind": kind, "detail": detail} for label, kind, detail in lines]
    return packed(read_sheet({"name": "Town", "winner": winner, "lines": rows}))


def a_setup(
    players: int = 3, winner: str = "most", lines: str = "rounds", app_passes: bool = False
) -> Setup:
    """Return a prepared setup for a number of players.

    app_passes: ignored; a sheet has no auctions.
    """
    options = {"sheet": sheet_of(LINES[lines], winner)}
    return GAME.rules.prepare(Setup(options, households.seated(players)))


class Household(households.Household[SheetState]):
    game = GAME

    def keen(self, state: SheetState, kind: str) -> float:
        return 0.1 if kind == "join_late" else 1

    def to_join_late(self, state: SheetState, offer: LegalMove) -> Action | None:
        """Return an action with a new name."""
        return JoinLate(f"Guest {len(state.seats)}")

    def to_fill(self, state: SheetState, offer: LegalMove, **said: Any) -> Action | None:
        """Return an action that enters some numbers, different ones from those before."""
        assert offer.seat is not None
        lines, column = state.lines, state.columns[offer.seat]
        some = self.random.sample([*lines], self.random.randint(1, min(4, len(lines))))
        numbers = {}
        for number in some:
            lowest, highest = lines[number].limits
            allowed = range(max(lowest, -20), min(highest, 20) + 1)
            numbers[str(number)] = self.random.choice(
                [one for one in allowed if one != column.get(number)]
            )
        return Fill(offer.seat, numbers, rest=self.random.random() < 0.1)

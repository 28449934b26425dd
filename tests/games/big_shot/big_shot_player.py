"""A household that plays Big Shot at random, with real squares of cubes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.games.big_shot import GAME
from companion.games.big_shot.cubes import PlaceCubes
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.untracked import Settle
from companion.mechanics.game import Event, LegalMove, Setup
from companion.testing import households
from tests.games.records import folder_of, read_record

FOLDER = folder_of("big_shot")
NAMES = households.NAMES[:4]
EXAMPLE_COPY: dict[str, Any] = read_record("big_shot", "four-italian")["copy"]
"""Printed numbers of an invented board, for tests."""

WAYS = households.ways(
    players=(2, 3, 4), edition=("it", "fr"), tracking=("full", "light"), hidden=(False, True)
)


def a_setup(
    players: int = 4,
    *,
    edition: str = "it",
    tracking: str = "full",
    hidden: bool = False,
    copy: dict[str, object] | None = None,
) -> Setup:
    """Return a prepared setup for a number of players."""
    options = {"edition": edition, "tracking": tracking, "hidden_money": hidden}
    setup = Setup(options, households.seated(players), EXAMPLE_COPY if copy is None else copy)
    return GAME.rules.prepare(setup)


class Household(households.Household[BigShotState]):
    """Players who know the squares and the cubes on the lots."""

    game = GAME
    unsure = frozenset(("settle",))

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        daring = random.choice((0.2, 0.5, 0.7))
        thirst = random.choice((0.02, 0.1, 0.3))
        self.likely = {"bid": daring, "pass": 1 - daring, "borrow": thirst, "settle": 0.3}
        self.lying: dict[str, Counter[str]] = {}

    def sit_down(self, state: BigShotState) -> None:
        """Draw the squares; none has four cubes of one colour."""
        cubes = [colour for colour in state.colours for _ in range(18)]
        self.squares = [[""]]
        while any(len(set(square)) == 1 for square in self.squares):
            self.random.shuffle(cubes)
            self.squares = [cubes[place : place + 4] for place in range(0, 72, 4)]

    def keen(self, state: BigShotState, kind: str) -> float:
        return self.likely.get(kind, 1)

    def to_settle(self, state: BigShotState, offer: LegalMove) -> Settle | None:
        """Return the settlement of a full lot or, after the last turn, of any lot."""
        for lot, pile in self.lying.items():
            if lot not in state.sold and (pile.total() == 7 or state.stage == "settle"):
                return Settle(lot, pile)
        return None

    def to_place(self, state: BigShotState, offer: LegalMove) -> PlaceCubes:
        """Return the cubes of the turn's square on lots that have room."""
        assert offer.seat is not None
        room = {lot: state.room(lot) for lot in state.copy.lots}
        return PlaceCubes(offer.seat, tuple(self.laid(state.turn, room)))

    def laid(self, turn: int, room: dict[str, int]) -> list[tuple[str, str]]:
        """Return the cubes of a turn's square, each with its lot."""
        placed = []
        for colour in self.random.sample(self.squares[turn - 1], 4):
            lot = self.random.choice([lot for lot in room if room[lot] > 0])
            room[lot] -= 1
            placed.append((colour, lot))
        return placed

    def follow(self, before: BigShotState, event: Event, after: BigShotState) -> None:
        """Place a turn's cubes on lots where the app does not follow them."""
        if after.tracking == "full" or after.turns_finished == before.turns_finished:
            return
        free = [lot for lot in after.copy.lots if lot not in after.sold]
        room = {lot: 7 - self.lying.get(lot, Counter()).total() for lot in free}
        for colour, lot in self.laid(after.turns_finished, room):
            self.lying.setdefault(lot, Counter())[colour] += 1

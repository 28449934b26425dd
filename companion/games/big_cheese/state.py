"""A table of The Big Cheese as it stands, and the plain questions one can ask it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.big_cheese.account import ScoreLine
from companion.games.big_cheese.box import (
    BIG_CHEESE,
    OF_A_KIND,
    VETO,
    cards_of,
    points_of,
    sides_of,
)
from companion.games.big_cheese.facts import free_account
from companion.mechanics.auction import Auction, speaking_order
from companion.mechanics.game import Setup
from companion.mechanics.ledger import Ledger

Stage = Literal["open", "offer", "auction", "results", "over"]


@dataclass(frozen=True, slots=True)
class Project:
    """A card that somebody won. workers: those left on it, 0 once it is finished."""

    number: int
    seat: int
    card: str
    workers: int


@dataclass(frozen=True, slots=True)
class Result:
    """What the die shows for a finished project while its owner may still roll again."""

    project: int
    value: int
    points: int


@dataclass(frozen=True, slots=True)
class Award:
    """The last card that somebody won, and who got a worker back from which project."""

    seat: int
    card: str
    workers: int
    home: tuple[tuple[int, int, str], ...] = ()
    finished: tuple[Project, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that lie face up before a seat until they are played (BC-S3)."""

    vetoes: int = 0
    big_cheeses: int = 0


@dataclass(frozen=True, slots=True)
class BigCheeseState:
    """A table of The Big Cheese.

    opener: who has the first word on the next card. card: the one that is up. projects: in work.
    finished: numbered projects still to be rolled for, in the order they are rolled. result: the
    roll that may still be rolled again. won: cards won so far. auctions: auctions that are over.
    """

    setup: Setup
    ledger: Ledger
    held: tuple[Held, ...]
    stage: Stage = "open"
    opener: int | None = None
    card: str | None = None
    auction: Auction | None = None
    projects: tuple[Project, ...] = ()
    finished: tuple[Project, ...] = ()
    result: Result | None = None
    lines: tuple[ScoreLine, ...] = ()
    won: int = 0
    auctions: int = 0
    last: Award | None = None

    @property
    def seats(self) -> range:
        """The seats' numbers."""
        return range(len(self.setup.seats))

    @property
    def is_one_die(self) -> bool:
        """Whether a six-sided die is multiplied by the card (BC-S1)."""
        return self.setup.options["scoring"] == "one_die"

    @property
    def is_exact(self) -> bool:
        """Whether exactly 30 wins (BC-X1)."""
        return self.setup.options["exactly_30"] is True

    @property
    def target(self) -> int:
        """The score the game is played to."""
        target = self.setup.options["target"]
        assert isinstance(target, int)
        return target

    @property
    def cards(self) -> tuple[str, ...]:
        """The kinds of cards in the deck."""
        return cards_of(specials=self.setup.options["specials"] is True)

    def name(self, seat: int) -> str:
        """Return the player's name."""
        return self.setup.seats[seat].name

    def order_from(self, seat: int) -> tuple[int, ...]:
        """Return the seats in the order of bidding, from one of them (BC-A2)."""
        clockwise = self.setup.options["direction"] == "clockwise"
        return speaking_order(len(self.setup.seats), seat, clockwise=clockwise)

    def free(self, seat: int) -> int:
        """Return a seat's free workers."""
        return self.ledger.balance(free_account(seat))

    def score(self, seat: int) -> int:
        """Return a seat's score."""
        return sum(line.points for line in self.lines if line.seat == seat)

    def scored(self, seat: int) -> int:
        """Return how many projects of a seat gave it points (BC-E3, BC-X1)."""
        return sum(
            line.counts for line in self.lines if line.seat == seat and line.project is not None
        )

    def reached(self) -> tuple[int, ...]:
        """Return the seats at the target or past it; nobody passes an exact one."""
        return tuple(seat for seat in self.seats if self.score(seat) >= self.target)

    def projects_of(self, seat: int) -> tuple[Project, ...]:
        """Return a seat's projects in work, oldest first."""
        return tuple(project for project in self.projects if project.seat == seat)

    def places(self, card: str) -> dict[str, int]:
        """Return how many of a kind are up, in work (or to be rolled for), and held (BC-C)."""
        played = (*self.projects, *self.finished)
        return {
            "up": int(self.card == card),
            "work": sum(project.card == card for project in played),
            "held": sum(_held(held, card) for held in self.held),
        }

    def left(self, card: str) -> int:
        """Return how many of a kind can still come (BC-C)."""
        return OF_A_KIND - sum(self.places(card).values())

    def sides(self, card: str) -> int:
        """Return the largest face of a card's die; any die will do for a 2 (BC-S1, BC-S2)."""
        return sides_of(card, one_die=self.is_one_die)

    def points(self, card: str, value: int) -> int:
        """Return what a face is worth on a card (BC-S1, BC-S2)."""
        return points_of(card, value, one_die=self.is_one_die)


def _held(held: Held, card: str) -> int:
    return {VETO: held.vetoes, BIG_CHEESE: held.big_cheeses}.get(card, 0)

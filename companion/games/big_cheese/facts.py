"""What happened at a table of The Big Cheese. A fact says all of it, so folding never judges.

Workers move by transfers, as money does elsewhere: between a seat's free workers and its workers
on projects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.big_cheese.box import card_words
from companion.mechanics.game import Fact
from companion.mechanics.ledger import Transfer, purse
from companion.mechanics.words import Sentence, say

AT_WORK = say("at work").template
"""The account of busy workers, said here so that it is translated."""


def free_account(seat: int) -> str:
    """Return the account of a seat's free workers."""
    return purse(seat)


def work_account(seat: int) -> str:
    """Return the account of a seat's workers on projects."""
    return purse(seat, AT_WORK)


def sent(seat: int, workers: int, reason: Sentence) -> Transfer:
    """Return workers of a seat going from free to work."""
    return Transfer(free_account(seat), work_account(seat), workers, reason)


def come_home(seat: int, workers: int, reason: Sentence) -> Transfer:
    """Return workers of a seat coming from work, free again."""
    return Transfer(work_account(seat), free_account(seat), workers, reason)


@dataclass(frozen=True, slots=True)
class Opened(Fact):
    """A seat opens the first auction."""

    kind: ClassVar[str] = "opened"
    seat: int


@dataclass(frozen=True, slots=True)
class CardOffered(Fact):
    """A card is up, and a seat has the first word on it."""

    kind: ClassVar[str] = "card_offered"
    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class BidMade(Fact):
    """A seat bid so many workers."""

    kind: ClassVar[str] = "bid_made"
    seat: int
    workers: int


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A seat left the auction."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class CardVetoed(Fact):
    """A seat played a Veto; both cards go to the discards (BC-V2)."""

    kind: ClassVar[str] = "card_vetoed"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardDiscarded(Fact):
    """Everybody passed, and the card goes to the discards (BC-A8)."""

    kind: ClassVar[str] = "card_discarded"
    card: str


@dataclass(frozen=True, slots=True)
class CardWon(Fact):
    """A seat took the card, its project of that number, with so many workers on it (BC-A5)."""

    kind: ClassVar[str] = "card_won"
    seat: int
    project: int
    card: str
    workers: int

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the workers that go to work."""
        return (sent(self.seat, self.workers, say("to the {card}", card=card_words(self.card))),)


@dataclass(frozen=True, slots=True)
class WorkersCameHome(Fact):
    """One worker came home from every other project (BC-A6).

    home: seat, project and card of each, in the order of the projects.
    """

    kind: ClassVar[str] = "workers_came_home"
    home: tuple[tuple[int, int, str], ...]

    def transfers(self) -> tuple[Transfer, ...]:
        """Return one worker a project."""
        return tuple(
            come_home(seat, 1, say("home from the {card}", card=card_words(card)))
            for seat, _, card in self.home
        )


@dataclass(frozen=True, slots=True)
class ProjectFinished(Fact):
    """The last worker left a project: a number is rolled for, the other cards are kept."""

    kind: ClassVar[str] = "project_finished"
    seat: int
    project: int
    card: str


@dataclass(frozen=True, slots=True)
class DieRolled(Fact):
    """A finished project's die fell; the result is worth so many points."""

    kind: ClassVar[str] = "die_rolled"
    seat: int
    project: int
    card: str
    value: int
    points: int
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class BigCheesePlayed(DieRolled):
    """A seat played a Big Cheese: the die fell again, the earlier result is gone (BC-B1)."""

    kind: ClassVar[str] = "big_cheese_played"


@dataclass(frozen=True, slots=True)
class ProjectScored(Fact):
    """A result stands and its points are added; the card goes to the discards (BC-S3)."""

    kind: ClassVar[str] = "project_scored"
    seat: int
    project: int
    card: str
    value: int
    points: int


@dataclass(frozen=True, slots=True)
class ResultIgnored(ProjectScored):
    """A result would pass 30: the card is discarded without points (BC-X1)."""

    kind: ClassVar[str] = "result_ignored"


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The round is finished and somebody is at the target or past it (BC-E2)."""

    kind: ClassVar[str] = "game_ended"


@dataclass(frozen=True, slots=True)
class GameReopened(Fact):
    """After a correction nobody is at the target any more: the game goes on."""

    kind: ClassVar[str] = "game_reopened"


@dataclass(frozen=True, slots=True)
class WorkersSet(Fact):
    """The banker said how many workers are on a project; ``difference`` is how many more."""

    kind: ClassVar[str] = "workers_set"
    seat: int
    project: int
    card: str
    workers: int
    difference: int
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the workers that are put right."""
        why = say("put right on the {card}", card=card_words(self.card))
        if self.difference == 0:
            return ()
        move = sent if self.difference > 0 else come_home
        return (move(self.seat, abs(self.difference), why),)


@dataclass(frozen=True, slots=True)
class ScoreSet(Fact):
    """The banker said what a seat's score is; ``difference`` is how much more than it was."""

    kind: ClassVar[str] = "score_set"
    seat: int
    score: int
    difference: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CardsSet(Fact):
    """The banker said how many Veto and Big Cheese cards a seat holds."""

    kind: ClassVar[str] = "cards_set"
    seat: int
    vetoes: int
    big_cheeses: int
    reason: str = ""


FACTS: tuple[type[Fact], ...] = (
    Opened,
    CardOffered,
    BidMade,
    Passed,
    CardVetoed,
    CardDiscarded,
    CardWon,
    WorkersCameHome,
    ProjectFinished,
    DieRolled,
    BigCheesePlayed,
    ProjectScored,
    ResultIgnored,
    GameEnded,
    GameReopened,
    WorkersSet,
    ScoreSet,
    CardsSet,
)

"""The state of a Big Cheese table, and values derived from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.big_cheese.box import (
    BIG_CHEESE,
    NUMBERS,
    OF_A_KIND,
    VETO,
    Scoring,
    card_words,
    cards_of,
)
from companion.games.big_cheese.final_scores import (
    SCORERS,
    Holdings,
    ScoredProject,
    ScoreLine,
    Scorer,
    Underway,
    outcome_of,
)
from companion.mechanics.actions.base import Event
from companion.mechanics.actions.refusal import not_none
from companion.mechanics.auctions.auction import Auction, bid_prompt, cannot_bid
from companion.mechanics.game import Outcome
from companion.mechanics.language.words import Sentence, say, say_many, together
from companion.mechanics.money.ledger import Ledger, Transfer, purse
from companion.mechanics.play.table import PendingDecision, Setup, TableState, option, option_is

AT_WORK = say("at work").template
"""The end of the name of an account for workers on projects (see ``work_account``).

``say`` marks the text for translation.
"""

Stage = Literal["open", "offer", "auction", "results", "over"]


@dataclass(frozen=True, slots=True)
class Project:
    """A card that a seat won, with the workers on it."""

    number: int
    """The number of the project, counted from 1."""
    seat: int
    card: str
    workers: int
    """The number of workers left on the project; 0 once it is finished."""


@dataclass(frozen=True, slots=True)
class ProjectResult:
    """The roll for a finished project, while its owner may still roll again."""

    project: int
    """The number of the project."""
    value: int
    """The face of the die."""
    points: int


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The latest award of a card, and its effects on other projects."""

    seat: int
    """The winner."""
    card: str
    workers: int
    """The number of workers bid."""
    home: tuple[tuple[int, int, str], ...] = ()
    """The seat, project number and card for each project that lost a worker."""
    finished: tuple[Project, ...] = ()
    """The projects that were finished."""


@dataclass(frozen=True, slots=True)
class CardsHeld:
    """The special cards that lie face up in front of a seat until they are played (BC-S3)."""

    vetoes: int = 0
    big_cheeses: int = 0

    def of(self, card: str) -> int:
        """Return the number of cards of this kind; 0 for a numbered card."""
        return {VETO: self.vetoes, BIG_CHEESE: self.big_cheeses}.get(card, 0)


@dataclass(frozen=True, slots=True)
class BigCheeseState(TableState):
    """The state of a Big Cheese table."""

    end_rule, order_rule = "BC-E2", "BC-A2"
    called_off = {"stage": "over", "auction": None, "finished": (), "results": ()}
    setup: Setup
    ledger: Ledger
    held: tuple[CardsHeld, ...]
    """The special cards that each seat holds."""
    stage: Stage = "open"
    opener: int | None = None
    """The seat that bids first on the next card."""
    card: str | None = None
    """The card that is up for auction."""
    auction: Auction | None = None
    projects: tuple[Project, ...] = ()
    """The projects in progress."""
    finished: tuple[Project, ...] = ()
    """The finished projects still to be scored, in bidding order from the latest winner."""
    results: tuple[ProjectResult, ...] = ()
    """The rolls that their owners may still replace by playing a Big Cheese."""
    lines: tuple[ScoreLine, ...] = ()
    """The lines of all seats' scores, oldest first."""
    won: int = 0
    """The number of cards won so far."""
    auctions: int = 0
    """The number of finished auctions."""
    last: CardTaken | None = None
    """The latest award; None if the last auction ended without one."""
    rolled: tuple[int, int] | None = None
    """The seat and the face of the latest roll; None once a card is up for auction."""

    is_one_die = option_is("scoring", "one_die")
    """Whether the roll of a six-sided die is multiplied by the card (BC-S1)."""
    is_exact = option[bool]("exactly_30")
    """Whether exactly 30 wins (BC-X1)."""
    target = option[int]("target")
    """The score that ends the game."""
    has_specials = option[bool]("specials")
    """Whether the deck contains Vetoes and Big Cheeses."""

    @property
    def cards(self) -> tuple[str, ...]:
        return cards_of(specials=self.has_specials)

    def order_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats in bidding order, starting with the given one (BC-A2)."""
        return self.clockwise_from(seat, backwards=self.setup.options["direction"] != "clockwise")

    def free(self, seat: int) -> int:
        return self.ledger.balance(free_account(seat))

    @property
    def rounds_finished(self) -> int:
        """The number of finished auctions for which all rolls have been made too."""
        return self.auctions - (self.stage == "results")

    @property
    def scores(self) -> Holdings:
        """The current holdings, which determine the scores."""
        names = tuple(map(self.name, self.seats))
        rules = self.target, self.scoring, self.is_exact
        return Holdings(names, self.lines, *rules, self.is_stopped)

    def score(self, seat: int) -> int:
        return self.scores.score(seat)

    def at_target(self) -> tuple[int, ...]:
        """Return the seats whose score is at or above the target."""
        return tuple(seat for seat in self.seats if self.score(seat) >= self.target)

    def projects_of(self, seat: int) -> tuple[Project, ...]:
        """Return a seat's projects in progress, oldest first."""
        return tuple(project for project in self.projects if project.seat == seat)

    def result_of(self, project: int) -> ProjectResult | None:
        """Return the roll for a finished project, or None before the roll.

        project: the number of the project.
        """
        return next((result for result in self.results if result.project == project), None)

    def result_before(self, seat: int) -> ProjectResult | None:
        """Return the roll that a seat must keep or replace before its next roll, or None."""
        own = {project.number for project in self.finished if project.seat == seat}
        return next((result for result in self.results if result.project in own), None)

    def places(self, card: str) -> dict[str, int]:
        """Return the number of cards of a kind in each place (BC-C).

        "up": up for auction.
        "work": on projects that are in progress or waiting for a roll.
        "held": held by seats.
        """
        played = (*self.projects, *self.finished)
        return {
            "up": int(self.card == card),
            "work": sum(project.card == card for project in played),
            "held": sum(cards.of(card) for cards in self.held),
        }

    def left(self, card: str) -> int:
        """Return the number of cards of a kind that can still come up (BC-C)."""
        return OF_A_KIND - sum(self.places(card).values())

    @property
    def scoring(self) -> Scoring:
        return Scoring(self.is_one_die)


@dataclass(frozen=True, slots=True)
class CardEvent(Event[BigCheeseState]):
    """Base class for events that display a card by name."""

    def display_value(self, state: BigCheeseState, name: str) -> object:
        value = Event.display_value(self, state, name)
        return card_words(str(value)) if name in ("card", "instead_of") else value


@dataclass(frozen=True, slots=True)
class ProjectEvent(CardEvent):
    """Base class for events about one project."""

    seat: int
    project: int
    """The number of the project."""
    card: str


def free_account(seat: int) -> str:
    return purse(seat)


def work_account(seat: int) -> str:
    """Return the account of a seat's workers who are on projects."""
    return purse(seat, AT_WORK)


def go_to_work(seat: int, workers: int, reason: Sentence) -> Transfer:
    """Return the transfer that sends a seat's free workers to work."""
    return Transfer(free_account(seat), work_account(seat), workers, reason)


def come_home(seat: int, workers: int, reason: Sentence) -> Transfer:
    """Return the transfer that brings a seat's workers home from work."""
    return Transfer(work_account(seat), free_account(seat), workers, reason)


def completed(state: BigCheeseState, done: Project) -> BigCheeseState:
    """Return the state after a project is finished.

    A numbered card waits for its roll. A Veto or Big Cheese is now held by the seat.
    """
    if done.card in NUMBERS:
        return replace(state, stage="results", finished=(*state.finished, done))
    gained = {VETO: {"vetoes": 1}, BIG_CHEESE: {"big_cheeses": 1}}[done.card]
    return with_cards(state, done.seat, **gained)


def with_cards(
    state: BigCheeseState, seat: int, *, vetoes: int = 0, big_cheeses: int = 0
) -> BigCheeseState:
    """Return the state with special cards added to a seat; negative numbers remove cards."""
    held = state.held[seat]
    return holding(state, seat, CardsHeld(held.vetoes + vetoes, held.big_cheeses + big_cheeses))


def holding(state: BigCheeseState, seat: int, held: CardsHeld) -> BigCheeseState:
    """Return the state with a seat's special cards replaced."""
    return replace(state, held=(*state.held[:seat], held, *state.held[seat + 1 :]))


def with_line(state: BigCheeseState, line: ScoreLine) -> BigCheeseState:
    return replace(state, lines=(*state.lines, line))


def results_without(state: BigCheeseState, project: int | None) -> tuple[ProjectResult, ...]:
    """Return the rolls that may still be replaced, except the one for the given project."""
    return tuple(result for result in state.results if result.project != project)


def without_finished(state: BigCheeseState, number: int | None) -> BigCheeseState:
    """Return the state with one finished project removed.

    If no finished project is left, the table waits for the next card.
    """
    left = tuple(project for project in state.finished if project.number != number)
    results = results_without(state, number)
    stage: Stage = "results" if left else "offer"
    return replace(state, stage=stage, finished=left, results=results)


def waiting(state: BigCheeseState) -> PendingDecision:
    """Return the pending decision.

    If it names no seats, anyone at the table may decide.
    """
    return PendingDecision(_prompt(state), _seats_to_act(state))


def _seats_to_act(state: BigCheeseState) -> tuple[int, ...]:
    """Return the seats that must act.

    These are the opener, the next bidder, or all seats that must roll or decide on a roll.
    """
    if state.stage == "offer":
        return (not_none(state.opener),)
    if state.stage == "auction":
        return (not_none(state.auction).turn,)
    return tuple(dict.fromkeys(project.seat for project in state.finished))


def _prompt(state: BigCheeseState) -> Sentence:
    if state.stage == "open":
        return say("Who opens the first auction?")
    if state.stage == "offer":
        name = state.name(not_none(state.opener))
        prompt = say("Turn up the next card. {name} bids first.", name=name)
        return prompt.to_you("Turn up the next card and tap it. You bid first.")
    if state.stage == "auction":
        return _bid_prompt(state, not_none(state.auction).turn)
    return _roll_prompt(state) if state.stage == "results" else say("The game is over.")


def _bid_prompt(state: BigCheeseState, seat: int) -> Sentence:
    name, lowest = state.name(seat), not_none(state.auction).lowest_bid
    if state.free(seat) >= lowest:
        return bid_prompt(name, lowest)
    if state.held[seat].vetoes:
        prompt = say("{name} cannot bid {lowest}: pass or Veto.", name=name, lowest=lowest)
        return prompt.to_you("You cannot bid {lowest}: pass, or play a Veto.")
    return cannot_bid(name, lowest)


def _roll_prompt(state: BigCheeseState) -> Sentence:
    """Return the prompt for the seats that must roll, or that must keep or replace a roll."""
    seats = _seats_to_act(state)
    if len(seats) > 1:
        who = together(
            say("{name} ({cards})", name=state.name(seat), cards=_finished_by(state, seat))
            for seat in seats
        )
        prompt = say("{who} roll for their finished projects, in any order.", who=who)
        return prompt.to_you("Roll for each of your finished projects.")
    name, rolled = state.name(seats[0]), state.result_before(seats[0])
    if rolled is None:
        cards = _finished_by(state, seats[0])
        return say_many(
            "{name} rolls for the finished project: {cards}.",
            "{name} rolls for the finished projects: {cards}.",
            count=len(cards),
            name=name,
            cards=cards,
        ).to_you("Roll for your {cards}.")
    prompt = say("{name} keeps {points} or plays a Big Cheese.", name=name, points=rolled.points)
    return prompt.to_you("Keep {points}, or play a Big Cheese.")


def _finished_by(state: BigCheeseState, seat: int) -> tuple[Sentence | str, ...]:
    return tuple(card_words(item.card) for item in state.finished if item.seat == seat)


def project_in(projects: tuple[Project, ...], number: int) -> Project | None:
    """Return the project with this number, or None if there is none."""
    return next((project for project in projects if project.number == number), None)


def outcome(state: BigCheeseState) -> Outcome | None:
    """Return the final scores, or None before the end of the game."""
    return outcome_of(state.scores) if state.stage == "over" else None


def wealth(state: BigCheeseState) -> tuple[int, ...]:
    """Return each seat's score."""
    return tuple(map(state.score, state.seats))


def holdings(state: BigCheeseState) -> dict[str, object]:
    """Return the current holdings as a JSON object.

    The object contains the settings that affect the score, and each seat's workers, cards and score
    lines.
    """
    return {
        "target": state.target,
        "scoring": state.setup.options["scoring"],
        "exactly_30": state.is_exact,
        "seats": SCORERS.record(tuple(_scorer(state, seat) for seat in state.seats)),
    }


def _scorer(state: BigCheeseState, seat: int) -> Scorer:
    return Scorer(
        state.name(seat),
        state.score(seat),
        state.free(seat),
        tuple(
            Underway(item.number, item.card, item.workers)
            for item in (*state.projects_of(seat), *state.finished)
            if item.seat == seat
        ),
        state.held[seat].vetoes,
        state.held[seat].big_cheeses,
        tuple(
            ScoredProject(line.project, line.card, line.value, line.points, line.counts)
            for line in state.lines
            if line.seat == seat
        ),
    )

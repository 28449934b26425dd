"""Folding: each fact's effect on the state. Nothing here judges."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_cheese import facts
from companion.games.big_cheese.account import ScoreLine
from companion.games.big_cheese.box import BIG_CHEESE, NUMBERS, VETO
from companion.games.big_cheese.guards import project_in
from companion.games.big_cheese.state import (
    Award,
    BigCheeseState,
    Held,
    Project,
    Result,
)
from companion.mechanics.auction import Auction
from companion.mechanics.folding import Effects, evolved
from companion.mechanics.game import Fact


def evolve(state: BigCheeseState, fact: Fact) -> BigCheeseState:
    """Return the state after a fact, its transfers posted."""
    return evolved(_EFFECTS, state, fact)


def _opened(state: BigCheeseState, fact: facts.Opened) -> BigCheeseState:
    return replace(state, stage="offer", opener=fact.seat)


def _offered(state: BigCheeseState, fact: facts.CardOffered) -> BigCheeseState:
    auction = Auction.opened(state.order_from(fact.seat))
    return replace(state, stage="auction", card=fact.card, auction=auction)


def _bid_made(state: BigCheeseState, fact: facts.BidMade) -> BigCheeseState:
    assert state.auction is not None
    return replace(state, auction=state.auction.bid(fact.seat, fact.workers))


def _passed(state: BigCheeseState, fact: facts.Passed) -> BigCheeseState:
    assert state.auction is not None
    return replace(state, auction=state.auction.pass_by(fact.seat))


def _auction_over(state: BigCheeseState) -> BigCheeseState:
    """Return the state without the card that was up; the next one may come."""
    return replace(state, stage="offer", card=None, auction=None, auctions=state.auctions + 1)


def _vetoed(state: BigCheeseState, fact: facts.CardVetoed) -> BigCheeseState:
    return replace(_with_cards(_auction_over(state), fact.seat, vetoes=-1), last=None)


def _discarded(state: BigCheeseState, fact: facts.CardDiscarded) -> BigCheeseState:
    return replace(_auction_over(state), last=None)


def _won(state: BigCheeseState, fact: facts.CardWon) -> BigCheeseState:
    project = Project(fact.project, fact.seat, fact.card, fact.workers)
    return replace(
        _auction_over(state),
        opener=fact.seat,
        projects=(*state.projects, project),
        won=fact.project,
        last=Award(fact.seat, fact.card, fact.workers),
    )


def _came_home(state: BigCheeseState, fact: facts.WorkersCameHome) -> BigCheeseState:
    leaving = {number for _, number, _ in fact.home}
    projects = tuple(
        replace(project, workers=project.workers - 1) if project.number in leaving else project
        for project in state.projects
    )
    last = None if state.last is None else replace(state.last, home=fact.home)
    return replace(state, projects=projects, last=last)


def _finished(state: BigCheeseState, fact: facts.ProjectFinished) -> BigCheeseState:
    done = project_in(state.projects, fact.project)
    assert done is not None
    projects = tuple(project for project in state.projects if project != done)
    last = state.last
    if last is not None:
        last = replace(last, finished=(*last.finished, done))
    state = replace(state, projects=projects, last=last)
    if fact.card in NUMBERS:
        return replace(state, stage="results", finished=(*state.finished, done))
    gained = {VETO: {"vetoes": 1}, BIG_CHEESE: {"big_cheeses": 1}}[fact.card]
    return _with_cards(state, fact.seat, **gained)


def _rolled(state: BigCheeseState, fact: facts.DieRolled) -> BigCheeseState:
    return replace(state, result=Result(fact.project, fact.value, fact.points))


def _rolled_again(state: BigCheeseState, fact: facts.BigCheesePlayed) -> BigCheeseState:
    return _rolled(_with_cards(state, fact.seat, big_cheeses=-1), fact)


def _scored(state: BigCheeseState, fact: facts.ProjectScored) -> BigCheeseState:
    line = ScoreLine(fact.seat, fact.points, fact.project, fact.card, fact.value)
    return _settled(state, line)


def _ignored(state: BigCheeseState, fact: facts.ResultIgnored) -> BigCheeseState:
    line = ScoreLine(fact.seat, 0, fact.project, fact.card, fact.value, counts=False)
    return _settled(state, line)


def _settled(state: BigCheeseState, line: ScoreLine) -> BigCheeseState:
    waiting = tuple(project for project in state.finished if project.number != line.project)
    return replace(
        state,
        stage="results" if waiting else "offer",
        finished=waiting,
        result=None,
        lines=(*state.lines, line),
    )


def _ended(state: BigCheeseState, fact: facts.GameEnded) -> BigCheeseState:
    return replace(state, stage="over")


def _reopened(state: BigCheeseState, fact: facts.GameReopened) -> BigCheeseState:
    return replace(state, stage="offer")


def _workers_set(state: BigCheeseState, fact: facts.WorkersSet) -> BigCheeseState:
    projects = tuple(
        replace(project, workers=fact.workers) if project.number == fact.project else project
        for project in state.projects
    )
    return replace(state, projects=projects)


def _score_set(state: BigCheeseState, fact: facts.ScoreSet) -> BigCheeseState:
    return replace(state, lines=(*state.lines, ScoreLine(fact.seat, fact.difference)))


def _cards_set(state: BigCheeseState, fact: facts.CardsSet) -> BigCheeseState:
    return _holding(state, fact.seat, Held(fact.vetoes, fact.big_cheeses))


def _with_cards(
    state: BigCheeseState, seat: int, *, vetoes: int = 0, big_cheeses: int = 0
) -> BigCheeseState:
    """Return the state with so many more (or fewer) cards before a seat."""
    held = state.held[seat]
    return _holding(state, seat, Held(held.vetoes + vetoes, held.big_cheeses + big_cheeses))


def _holding(state: BigCheeseState, seat: int, held: Held) -> BigCheeseState:
    return replace(state, held=(*state.held[:seat], held, *state.held[seat + 1 :]))


_EFFECTS: Effects[BigCheeseState] = {
    facts.Opened: _opened,
    facts.CardOffered: _offered,
    facts.BidMade: _bid_made,
    facts.Passed: _passed,
    facts.CardVetoed: _vetoed,
    facts.CardDiscarded: _discarded,
    facts.CardWon: _won,
    facts.WorkersCameHome: _came_home,
    facts.ProjectFinished: _finished,
    facts.DieRolled: _rolled,
    facts.BigCheesePlayed: _rolled_again,
    facts.ProjectScored: _scored,
    facts.ResultIgnored: _ignored,
    facts.GameEnded: _ended,
    facts.GameReopened: _reopened,
    facts.WorkersSet: _workers_set,
    facts.ScoreSet: _score_set,
    facts.CardsSet: _cards_set,
}

"""The history: each fact as one short sentence. Nothing at this table is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.big_cheese import facts
from companion.games.big_cheese.box import EXACT_TARGET, card_words
from companion.games.big_cheese.standing import outcome
from companion.games.big_cheese.state import BigCheeseState
from companion.mechanics.corrections import with_reason
from companion.mechanics.game import Fact
from companion.mechanics.words import Sentence, say


def tell(state: BigCheeseState, fact: Fact) -> Sentence | None:
    """Return the fact as a line of the history, None if it says nothing."""
    return _LINES[type(fact)](state, fact)


def _opened(state: BigCheeseState, fact: facts.Opened) -> Sentence:
    return say("{name} opens the first auction.", name=state.name(fact.seat))


def _offered(state: BigCheeseState, fact: facts.CardOffered) -> Sentence:
    return say(
        "Up: {card}; {name} bids first.", card=card_words(fact.card), name=state.name(fact.seat)
    )


def _bid(state: BigCheeseState, fact: facts.BidMade) -> Sentence:
    return say("{name} bids {amount}.", name=state.name(fact.seat), amount=fact.workers)


def _passed(state: BigCheeseState, fact: facts.Passed) -> Sentence:
    return say("{name} passes.", name=state.name(fact.seat))


def _vetoed(state: BigCheeseState, fact: facts.CardVetoed) -> Sentence:
    return say(
        "{name} plays a Veto: the {card} is discarded.",
        name=state.name(fact.seat),
        card=card_words(fact.card),
    )


def _discarded(state: BigCheeseState, fact: facts.CardDiscarded) -> Sentence:
    return say("Everybody passed: the {card} is discarded.", card=card_words(fact.card))


def _won(state: BigCheeseState, fact: facts.CardWon) -> Sentence:
    return say(
        "{name} takes the {card}; workers on it: {workers}.",
        name=state.name(fact.seat),
        card=card_words(fact.card),
        workers=fact.workers,
    )


def _came_home(state: BigCheeseState, fact: facts.WorkersCameHome) -> Sentence:
    seats = dict.fromkeys(seat for seat, _, _ in fact.home)
    counts = tuple(
        say(
            "{name} {count}",
            name=state.name(seat),
            count=sum(owner == seat for owner, _, _ in fact.home),
        )
        for seat in seats
    )
    return say("Workers home: {counts}.", counts=counts)


def _finished(state: BigCheeseState, fact: facts.ProjectFinished) -> Sentence:
    return say("Finished: {name}, {card}.", name=state.name(fact.seat), card=card_words(fact.card))


def _rolled(state: BigCheeseState, fact: facts.DieRolled) -> Sentence:
    return say(
        "{name} rolls {value} for the {card}: {points}.",
        name=state.name(fact.seat),
        value=fact.value,
        card=card_words(fact.card),
        points=fact.points,
    )


def _rolled_again(state: BigCheeseState, fact: facts.BigCheesePlayed) -> Sentence:
    return say(
        "{name} plays a Big Cheese and rolls {value} for the {card}: {points}.",
        name=state.name(fact.seat),
        value=fact.value,
        card=card_words(fact.card),
        points=fact.points,
    )


def _scored(state: BigCheeseState, fact: facts.ProjectScored) -> Sentence:
    return say(
        "{name} scores {points} with the {card}.",
        name=state.name(fact.seat),
        points=fact.points,
        card=card_words(fact.card),
    )


def _ignored(state: BigCheeseState, fact: facts.ResultIgnored) -> Sentence:
    return say(
        "{name}: {points} would pass {target}, the {card} is discarded without points.",
        name=state.name(fact.seat),
        points=fact.points,
        target=EXACT_TARGET,
        card=card_words(fact.card),
    )


def _ended(state: BigCheeseState, fact: facts.GameEnded) -> Sentence:
    account = outcome(state)
    return say("The game is over.") if account is None else account.sentence


def _reopened(state: BigCheeseState, fact: facts.GameReopened) -> Sentence:
    return say("Nobody is at the target any more: the game goes on.")


def _workers_set(state: BigCheeseState, fact: facts.WorkersSet) -> Sentence:
    line = say(
        "{name}, {card}: workers set to {workers}.",
        name=state.name(fact.seat),
        card=card_words(fact.card),
        workers=fact.workers,
    )
    return with_reason(line, fact.reason)


def _score_set(state: BigCheeseState, fact: facts.ScoreSet) -> Sentence:
    line = say("{name}: score set to {score}.", name=state.name(fact.seat), score=fact.score)
    return with_reason(line, fact.reason)


def _cards_set(state: BigCheeseState, fact: facts.CardsSet) -> Sentence:
    line = say(
        "{name} holds: Veto {vetoes}, Big Cheese {big_cheeses}.",
        name=state.name(fact.seat),
        vetoes=fact.vetoes,
        big_cheeses=fact.big_cheeses,
    )
    return with_reason(line, fact.reason)


_LINES: dict[type[Fact], Callable[[BigCheeseState, Any], Sentence | None]] = {
    facts.Opened: _opened,
    facts.CardOffered: _offered,
    facts.BidMade: _bid,
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

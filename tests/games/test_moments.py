"""Snapshots of what each game says, offers and refuses, without any screen.

Every recorded game is played again. After each step the snapshot holds the lines of the history
and the prompt. After some it also holds what each seat sees, the legal actions with the labels of
their buttons, and the answers to actions that were legal at other times. After a change that is
meant, ``python -m tests.games.test_moments`` writes the snapshots again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.games import all_games
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Action, AnyGame, Fact, Offer, OneOf, TimedAction, Whole, folded
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import TableState
from companion.mechanics.words import Sentence
from companion.testing.transcripts import first_difference, keep, read
from tests.games.records import read_record, records_of, setup_in

GAMES = tuple(game for name, game in all_games().items() if records_of(name))
CLOSE_LOOKS = 200
"""At how many moments of each game the snapshot holds more than the history and the prompt."""
VIEWS = 50
"""At how many moments it also holds what the table and one of the seats see."""
ATTEMPTS = 50
"""How many actions of other moments are tried at each close look."""


class Moment(NamedTuple):
    """A table of a recorded game, and what led to it; nothing did before the first step."""

    name: str
    state: Any
    action: Action | None
    facts: tuple[Fact, ...]


@cache
def moments(game: AnyGame) -> tuple[Moment, ...]:
    """Return every moment of every recorded game."""
    return tuple(_moments(game))


def _moments(game: AnyGame) -> Iterator[Moment]:
    for name in records_of(game.name):
        record = read_record(game.name, name)
        state = game.rules.begin(setup_in(game, record))
        yield Moment(f"{name} 0", state, None, ())
        for number, data in enumerate(record["actions"], 1):
            action = from_json(data, game.action_kinds)
            facts = action.decide(state)
            state = folded(game, state, facts)
            yield Moment(f"{name} {number}", state, action, facts)


@cache
def attempts(game: AnyGame) -> tuple[Action, ...]:
    """Return some actions of each kind, as they were taken and with each number one off."""
    taken: dict[str, dict[str, Action]] = {}
    for moment in moments(game):
        if moment.action is not None:
            taken.setdefault(moment.action.kind, {})[repr(moment.action)] = moment.action
    some = chain.from_iterable(_spread(list(of.values()), 6) for of in taken.values())
    return tuple(chain.from_iterable(map(_variants, some)))


def _spread(items: list[Action], most: int) -> list[Action]:
    return items[:: -(-len(items) // most)]


def _variants(action: Action) -> Iterator[Action]:
    yield action
    for field in fields(action):
        value = getattr(action, field.name)
        if type(value) is int:
            yield replace(action, **{field.name: value + 1})
            yield replace(action, **{field.name: value - 1})


def bounds(offer: Offer) -> Iterator[Action]:
    """Yield an offered action with a number just below and just above each of its ranges."""
    for name, values in offer.ranges.items():
        if isinstance(values, Whole):
            yield replace(offer.action, **{name: values.lowest - 1})
            if values.highest is not None:
                yield replace(offer.action, **{name: values.highest + 1})


def snapshot(game: AnyGame) -> str:
    """Return what a game says at every moment of its recorded games."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    everything, tried = moments(game), count()
    every = attempts(game)
    for place, moment in enumerate(everything):
        action = "" if moment.action is None else f": {to_json(moment.action)}"
        yield f"== {moment.name}{action}"
        yield from _told(moment.state, moment.facts)
        yield f"   prompt: {_prompt(game, moment.state)}"
        if place % -(-len(everything) // CLOSE_LOOKS) == 0:
            yield from _menu(game, moment.state)
            for number in itertools.islice(tried, ATTEMPTS):
                yield _answer(moment.state, every[number % len(every)])
        if place % -(-len(everything) // VIEWS) == 0:
            yield from _seen(game, moment.state, place % len(moment.state.seats))
        yield from _account(game, moment.state)


def _seen(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Yield the values of the view, of the chart and of what is hidden, without their names."""
    for who in (None, seat):
        leaves = " ".join(_leaves(game.screen.view(state, who)))
        yield f"   {who} sees {leaves}; hidden: {sorted(state.hidden_accounts(who))}"
    if game.chart is not None:
        yield f"   chart: {game.chart.progress(state)} {game.chart.wealth(state)}"
    yield f"   clock: {game.rules.clock(state)} secret: {game.rules.keeps_secret(state)}"


def _leaves(value: object) -> Iterator[str]:
    """Yield every text, number and sentence of a view, in order, without the state itself."""
    if isinstance(value, TableState):
        return
    if isinstance(value, Sentence) or not isinstance(value, Iterable) and not is_dataclass(value):
        yield str(value)
    elif isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from (str(key), *_leaves(part))
    elif isinstance(value, Iterable):
        for part in sorted(value) if isinstance(value, set | frozenset) else value:
            yield from _leaves(part)


def _told(state: TableState, facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the lines of the history for everybody, and for a seat that reads another line."""
    for fact in facts:
        common = fact.tell(state, None)
        yield f"   {common}"
        for seat in state.seats:
            own = fact.tell(state, seat)
            if own is not None and str(own.for_you) != str(common):
                yield f"   to seat {seat}: {own.for_you}"
        for one in fact.transfers():
            reason = fact.because(state, one.reason)
            yield f"   {one.amount} from {one.source} to {one.target}: {reason}"


def _prompt(game: AnyGame, state: Any) -> str:
    waiting = game.rules.waiting(state)
    highest = "" if waiting.highest is None else f" {waiting.highest[0]} reads {waiting.highest[1]}"
    return f"{waiting.sentence} {waiting.seats}{highest}"


def _menu(game: AnyGame, state: Any) -> Iterator[str]:
    for seat in (None, *state.seats):
        for offer in game.legal_actions(state, seat):
            values = (f"{name}={_values(of)}" for name, of in sorted(offer.fields.items()))
            yield f"   {seat} {offer.kind} {' '.join(values)}: {offer.action.label(state)}"
            yield from (_answer(state, action) for action in bounds(offer))


def _values(values: Whole | OneOf) -> str:
    if isinstance(values, OneOf):
        return "|".join(map(str, values.values))
    return f"{values.lowest}..{values.highest}"


def _answer(state: Any, action: Action) -> str:
    """Return how the rules answer an action: the refusal, or the first line of the history."""
    try:
        if isinstance(action, TimedAction) and action.at is None:
            action = replace(action, at=1_000)
        action.require_values(state)
        facts = action.filled_in(state, lambda sides: 1).decide(state)
    except Refusal as refusal:
        return f"   {to_json(action)} → {refusal} {refusal.about}"
    lines = filter(None, (fact.tell(state, None) for fact in facts))
    return f"   {to_json(action)} → {next(map(str, lines), '')}"


def _account(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield the final account of a game that is over."""
    outcome = game.final.outcome(state)
    if outcome is None:
        return
    yield f"== {outcome.reason} {outcome.rule} {outcome.sentence} {outcome.winners}"
    yield f"   {game.final.holdings(state)}"
    for place in outcome.standings:
        yield f"   {place.name} {place.total} {place.qualified} {place.note}"
        yield from (f"      {term.label} {term.amount} {term.rule}" for term in place.terms)


def file_of(game: AnyGame) -> Path:
    """Return where the snapshot of a game is kept."""
    return Path(__file__).parent / game.name / "moments.txt.xz"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_says_offers_and_refuses_what_it_did(game: AnyGame) -> None:
    assert first_difference(read(file_of(game)), snapshot(game)) == ""


if __name__ == "__main__":
    for one in GAMES:
        keep(file_of(one), snapshot(one))

"""Snapshots of the sentences, legal moves and refusals of each game, without screens.

Every recorded game is replayed. After each step the snapshot contains the lines of the history, the
prompt, and the answers to near misses: the same action again, and the action with one value
changed. After some steps it also contains the view of a seat, the legal moves with their labels,
and the answers to actions of other moments. A second part contains the moments of each game's
tests of refusals. After an intended change, ``python -m tests.games.test_moments`` writes the
snapshots again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from importlib import import_module
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from companion.games import all_games
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import (
    Action,
    AnyGame,
    Event,
    LegalMove,
    OneOf,
    Range,
    TimedAction,
    apply_events,
)
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.table import TableState
from companion.mechanics.values.codec import from_json, to_json
from companion.testing.tables import Case
from companion.testing.transcripts import first_difference, keep, read
from tests.games.records import records_of, setup_in
from tests.transcripts.kept import SEEN, recorded

GAMES = tuple(game for name, game in all_games().items() if records_of(name))
NEAR_MISSES = 600
"""The number of steps per game after which near misses are tried."""
MENUS = 200
"""The number of moments with the legal moves, and with actions of other moments."""
VIEWS = 40
"""The number of moments with the views of everybody and of one seat."""
ATTEMPTS = 20
"""The number of actions of other moments that are tried at each of those moments."""


LISTING_REFUSALS = ("test_*_refusals.py", "test_*_told.py", "test_*_early.py")


class Moment(NamedTuple):
    """A state of a recorded game, and the step that led to it, None for the first."""

    name: str
    state: Any
    before: Any = None
    action: Action | None = None
    events: tuple[Event, ...] = ()


@cache
def moments(game: AnyGame) -> tuple[Moment, ...]:
    """Return every moment of every recorded game."""
    return tuple(_moments(game))


def _moments(game: AnyGame) -> Iterator[Moment]:
    for name, record in recorded():
        if not name.startswith(f"{game.name}/") or "actions" not in record:
            continue
        state = game.rules.begin(setup_in(game, record))
        yield Moment(name, state)
        for number, data in enumerate(record["actions"], 1):
            action = from_json(data, game.action_kinds)
            events = action.decide(state)
            before, state = state, apply_events(game, state, events)
            yield Moment(f"{name} {number}", state, before, action, events)


@cache
def attempts(game: AnyGame) -> tuple[Action, ...]:
    """Return some recorded actions of each kind, and variants with a number that is one off."""
    taken: dict[str, dict[str, Action]] = {}
    for moment in moments(game):
        if moment.action is not None:
            taken.setdefault(moment.action.kind, {})[repr(moment.action)] = moment.action
    some = chain.from_iterable(_spread(list(of.values()), 6) for of in taken.values())
    return tuple(chain.from_iterable(map(_variants, some)))


def _spread(items: list[Action], most: int) -> list[Action]:
    return items[:: -(-len(items) // most)]


def _variants(action: Action) -> Iterator[Action]:
    """Yield an action, and variants with one value changed."""
    yield action
    for field in fields(action):
        for value in _other_values(getattr(action, field.name)):
            yield replace(action, **{field.name: value})


def _other_values(value: object) -> tuple[object, ...]:
    match value:
        case bool():
            return (not value,)
        case int():
            return value + 1, value - 1
        case str():
            return ("nobody",)
        case tuple() if value:
            changed = ((*value[:-1], other) for other in _other_values(value[-1]))
            return value[:-1], (*value, value[-1]), *changed
    return ()


def bounds(offer: LegalMove) -> Iterator[Action]:
    """Yield variants of a legal move with a number just outside each of its ranges."""
    for name, values in offer.ranges.items():
        if isinstance(values, Range):
            yield replace(offer.action, **{name: values.lowest - 1})
            if values.highest is not None:
                yield replace(offer.action, **{name: values.highest + 1})


def snapshot(game: AnyGame) -> str:
    """Return the lines of the snapshot of a game."""
    return "\n".join((*_lines(game), *_refusals(game), *_copies(game))) + "\n"


def _lines(game: AnyGame) -> Iterator[str]:
    everything, every, tried = moments(game), attempts(game), count()
    for place, moment in enumerate(everything):
        is_one_of = partial(_is_one_of, place, len(everything))
        action, state = moment.action, moment.state
        yield f"== {moment.name} {'' if action is None else to_json(action)}"
        yield from _told(state, moment.events)
        yield f"   prompt: {_prompt(game, state)}"
        if action is not None:
            bound = "bound to" if action.turn_bound else "free of"
            yield f"   by {action.asked_by(moment.before)}, {bound} the screen"
        if action is not None and is_one_of(NEAR_MISSES):
            yield _answer(game, state, action)
            for near in islice(_variants(action), 1, None):
                yield _answer(game, moment.before, near)
        if is_one_of(MENUS):
            yield from _menu(game, state)
            for number in islice(tried, ATTEMPTS):
                yield _answer(game, state, every[number % len(every)])
        if is_one_of(VIEWS):
            yield from _seen(game, state, place % len(state.seats))
            yield from _panels(game, state)
        yield from _account(game, state)


def _refusals(game: AnyGame) -> Iterator[str]:
    """Yield the answers to the refused actions in the tests of a game, and to near misses."""
    looked_at: set[Callable[[], Any]] = set()
    for place, (name, _, moment, action) in enumerate(cases(game)):
        state = moment()
        yield f"== {place} {name}"
        if moment not in looked_at:
            looked_at.add(moment)
            yield f"   prompt: {_prompt(game, state)}"
            yield from _menu(game, state)
            if place % 3 == 0:
                yield from _seen(game, state, place % len(state.seats))
        yield from (_answer(game, state, near) for near in _variants(action))


def _copies(game: AnyGame) -> Iterator[str]:
    """Yield the form fields for the printed numbers of each recorded copy."""
    if game.copy is None:
        return
    learnt = filter(None, (game.copy.learnt(one.state) for one in moments(game)))
    for copy in {id(one): one for one in learnt}.values():
        yield f"== copy {sorted(game.copy.fields(copy).items())} {game.copy.is_complete(copy)}"


def cases(game: AnyGame) -> Iterator[Case]:
    """Yield the refusals listed in the tests of a game, with their moments."""
    folder = Path(__file__).parent / game.name
    for path in sorted(chain.from_iterable(map(folder.glob, LISTING_REFUSALS))):
        module = vars(import_module(f"tests.games.{game.name}.{path.stem}"))
        listed = [value for value in module.values() if isinstance(value, list)]
        for case in chain.from_iterable(listed):
            match case:
                case str(name), str(rule), moment, Action() as action:
                    yield name, rule, moment, action
                case str(name), str(rule), moment, {"kind": _}:
                    yield name, rule, moment, from_json(case[-1], game.action_kinds)


def _is_one_of(place: int, count: int, most: int) -> bool:
    """Return whether an index belongs to a selection of at most so many, evenly spread."""
    return place % -(-count // most) == 0


def _seen(game: AnyGame, state: Any, seat: int) -> Iterator[str]:
    """Yield the values of the view and the chart, and the hidden accounts."""
    for who in (None, seat):
        leaves = " ".join(_leaves(game.screen.view(state, who)))
        yield f"   {who} sees {leaves}; hidden: {sorted(state.hidden_accounts(who))}"
    if game.chart is not None:
        yield f"   chart: {game.chart.progress(state)} {game.chart.wealth(state)}"
    yield f"   clock: {game.rules.clock(state)} secret: {game.keeps_secret(state)}"


def _panels(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield the wizard panels of each seat that the table waits for, up to two taps deep."""
    for seat in game.rules.waiting(state).seats:
        texts = [""]
        for text in islice(texts, 24):
            drawn = game.screen.draft(state, seat, text)
            leaves = " ".join(_leaves(getattr(drawn, "panel", None)))
            yield f"   {seat} taps {text!r}: {leaves}"
            if text.count(".") < 2:
                texts.extend(getattr(drawn, "texts", {}).values())


def _leaves(value: object) -> Iterator[str]:
    """Yield every text, number and sentence of a view, in order, except those of the state."""
    if isinstance(value, TableState):
        return
    if isinstance(value, Sentence) or (not isinstance(value, Iterable) and not _is_view(value)):
        yield str(value)
    elif isinstance(value, str):
        yield value
    elif _is_view(value):
        for part in _attributes(value):
            yield from _leaves(part)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from (str(key), *_leaves(part))
    elif isinstance(value, Iterable):
        for part in sorted(value) if isinstance(value, set | frozenset) else value:
            yield from _leaves(part)


def _is_view(value: object) -> bool:
    return isinstance(value, SimpleNamespace) or is_dataclass(value)


def _attributes(value: Any) -> Iterable[object]:
    if isinstance(value, SimpleNamespace):
        return vars(value).values()
    return (getattr(value, field.name) for field in fields(value))


def _told(state: TableState, events: Iterable[Event]) -> Iterator[str]:
    """Yield the history lines of events for everybody, and for a seat whose line differs."""
    for event in events:
        common = event.tell(state, None)
        yield f"   {common}"
        for seat in state.seats:
            own = event.tell(state, seat)
            if own is not None and str(own.for_you) != str(common):
                yield f"   to seat {seat}: {own.for_you}"
        for one in event.transfers():
            reason = event.because(state, one.reason)
            yield f"   {one.amount} from {one.source} to {one.target}: {reason}"


def _prompt(game: AnyGame, state: Any) -> str:
    waiting = game.rules.waiting(state)
    highest = "" if waiting.highest is None else f" {waiting.highest[0]} reads {waiting.highest[1]}"
    return f"{waiting.prompt} {waiting.seats}{highest}"


def _menu(game: AnyGame, state: Any) -> Iterator[str]:
    for seat in (None, *state.seats):
        for offer in game.legal_actions(state, seat):
            values = (f"{name}={_values(of)}" for name, of in sorted(offer.fields.items()))
            yield f"   {seat} {offer.kind} {' '.join(values)}: {offer.action.label(state)}"
            yield from (_answer(game, state, action) for action in bounds(offer))


def _values(values: Range | OneOf) -> str:
    if isinstance(values, OneOf):
        return "|".join(map(str, values.values))
    return f"{values.lowest}..{values.highest}"


def _answer(game: AnyGame, state: Any, action: Action) -> str:
    """Return the answer to an action: its refusal, or its events and history line."""
    try:
        action = from_json(to_json(action), game.action_kinds)
        if isinstance(action, TimedAction) and action.at is None:
            action = replace(action, at=1_000)
        action.require_values(state)
        # The faces must vary: some dice are rolled again until one is the highest.
        chance = Random(1)
        events = action.with_chance(state, lambda sides: chance.randint(1, sides)).decide(state)
    except Refusal as refusal:
        return f"   {to_json(action)} → {refusal} {refusal.about}"
    lines = filter(None, (event.tell(state, None) for event in events))
    return (
        f"   {to_json(action)} → {[to_json(event) for event in events]} {next(map(str, lines), '')}"
    )


def _account(game: AnyGame, state: Any) -> Iterator[str]:
    """Yield the lines of the outcome of a finished game."""
    outcome = game.final.outcome(state)
    if outcome is None:
        return
    yield f"== {outcome.reason} {outcome.rule} {outcome.sentence} {outcome.winners}"
    yield f"   {game.final.holdings(state)}"
    for place in outcome.standings:
        yield f"   {place.name} {place.total} {place.qualified} {place.note}"
        yield from (f"      {term.label} {term.amount} {term.rule}" for term in place.terms)


def file_of(game: AnyGame) -> Path:
    """Return the path of the snapshot of a game."""
    return Path(__file__).parent / game.name / "moments.txt.xz"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_kept_moment_still_has_its_texts_moves_and_refusals(game: AnyGame) -> None:
    assert first_difference(read(file_of(game)), snapshot(game)) == ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_kind_of_step_is_in_a_kept_game(game: AnyGame) -> None:
    kinds: dict[bool, set[str]] = {True: set(), False: set()}
    for moment in moments(game):
        if moment.action is not None:
            name = moment.name.partition(" ")[0]
            kinds[name in SEEN] |= {moment.action.kind, *(event.kind for event in moment.events)}

    assert kinds[False] <= kinds[True]


if __name__ == "__main__":
    for one in GAMES:
        keep(file_of(one), snapshot(one))

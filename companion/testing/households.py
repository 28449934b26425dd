"""Random games, played by simulated people who choose among the legal moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from companion.mechanics.codec import to_json
from companion.mechanics.game import (
    Action,
    AnyGame,
    Event,
    LegalMove,
    OneOf,
    Range,
    SeatSetup,
    Setup,
    TimedAction,
)
from companion.mechanics.refusal import is_legal

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Giulia", "Hugo", "Ilaria", "Jean")
S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """One action of a game, with its events and with the states before and after it."""

    before: S
    action: Action
    events: tuple[Event, ...]
    after: S


class Household(Generic[S]):
    """Simulated people at one table, who choose random actions among the legal moves.

    A subclass for a game adds habits. A method named ``to_`` plus an action's kind, such as
    ``to_bid``, returns the action that people choose for a legal move of that kind, or None.
    ``keen`` weights the kinds.
    """

    game: ClassVar[AnyGame]
    most: ClassVar[int] = 9999
    """Maximum number of steps of a game."""
    raises: ClassVar[tuple[int, ...]] = (0, 0, 0, 1, 1, 2, 4)
    """Limits for how far a bid may exceed the minimum. One of them is drawn for each bid."""
    unsure: ClassVar[frozenset[str]] = frozenset()
    """Kinds of legal moves for which there may be no action, because a card, a time or a name is
    missing."""
    beside: ClassVar[frozenset[str]] = frozenset()
    """Kinds of actions that may be legal without being offered. The banker's need not be listed."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.at = 1_000_000

    def sit_down(self, state: S) -> None:
        """Prepare cards and other material that the app does not know, before the first step."""

    def follow(self, before: S, event: Event, after: S) -> None:
        """Update the material that the app does not know, after an event."""

    def assert_sound(self, step: Step[S]) -> None:
        """Assert what must hold after each step of this game; called during each random game."""

    def assert_ended(self, state: S) -> None:
        """Assert what must hold after the last step of this game."""

    def keen(self, state: S, kind: str) -> float:
        """Return the weight of a kind of action in the random choice; the default weight is 1."""
        return 1

    def played(self, setup: Setup, most: int = 0, first: Iterable[Action] = ()) -> Iterator[Any]:
        """Yield the steps of a random game.

        most: maximum number of steps; 0 means ``Household.most``.
        first: actions that precede the random ones.
        """
        before = self.game.rules.begin(setup)
        self.sit_down(before)
        actions = iter(first)
        for _ in range(most or self.most):
            action = next(actions, None) or self.next_action(before)
            events, state = action.decide(before), before
            for event in events:
                earlier, state = state, self.game.apply(state, event)
                self.follow(earlier, event, state)
            yield Step(before, action, events, state)
            if self.game.final.outcome(state) is not None:
                return
            before = state

    def next_action(self, state: S) -> Action:
        """Return a random legal action.

        It belongs to the table, to a seat that the game waits for, or to one other seat. Raises
        AssertionError if there is no legal action.
        """
        self.at += self.random.randrange(60)
        offered: dict[str, list[LegalMove]] = {}
        for offer in self.offers(state):
            offered.setdefault(offer.kind, []).append(offer)
        kinds = list(offered)
        while kinds:
            (kind,) = self.random.choices(kinds, [self.keen(state, kind) for kind in kinds])
            action = self.chosen(state, self.picked(state, offered[kind]))
            if action is not None:
                return action
            kinds.remove(kind)
        raise AssertionError(f"nothing can be done of {list(offered)}")

    def offers(self, state: Any) -> list[LegalMove]:
        """Return the legal moves of the table, of the seats to act, and of a random seat."""
        seats = {*self.game.rules.waiting(state).seats, self.random.choice(state.seats)}
        asked = (None, *sorted(seats))
        return [offer for seat in asked for offer in self.game.legal_actions(state, seat, self.at)]

    def picked(self, state: S, offers: list[LegalMove]) -> LegalMove:
        """Choose one of several legal moves of the same kind."""
        return self.random.choice(offers)

    def chosen(self, state: S, offer: LegalMove) -> Action | None:
        """Return the action that people choose for a legal move, or None if there is none."""
        habit = getattr(self, f"to_{offer.kind}", self.as_offered)
        action: Action | None = habit(state, offer)
        return action

    def as_offered(self, state: S, offer: LegalMove, **said: Any) -> Action | None:
        """Return a legal action with random values for a legal move, or None if none was found.

        said: values that override the random ones.
        """
        cls = self.game.action_kinds[offer.kind]
        # If several fields can be chosen, not all combinations are legal.
        for _ in range(15):
            values: dict[str, Any] = {name: self.value(of) for name, of in offer.fields.items()}
            if offer.seat is not None:
                values["seat"] = offer.seat
            if issubclass(cls, TimedAction):
                values["at"] = self.at
            action = cls(**values | said).with_chance(state, self.die)
            if is_legal(action.decide, state) and self.can(state, action):
                return action
        return None

    def can(self, state: S, action: Action) -> bool:
        """Return whether the material on the table allows an action that is legal by the rules."""
        return True

    def value(self, values: Range | OneOf, most: int = 40) -> Any:
        """Return a random value of a range or a list.

        most: how far a number may exceed the lowest one of a range.
        """
        if isinstance(values, OneOf):
            return self.random.choice(values.values)
        lowest = max(values.lowest, -20)
        highest = lowest + most if values.highest is None else min(values.highest, lowest + most)
        return self.random.randint(lowest, highest)

    def is_odd(self, action: Action) -> bool:
        """Return whether an action depends on numbers that the ranges of a move do not express."""
        return False

    def die(self, sides: int) -> int:
        """Return a random face of a die."""
        return self.random.randint(1, sides)

    def to_bid(self, state: S, offer: LegalMove) -> Action | None:
        """Bid the minimum, or slightly more."""
        ((name, amounts),) = offer.fields.items()
        more = self.random.choice(self.raises)
        return self.as_offered(state, offer, **{name: self.value(amounts, more)})


@dataclass(frozen=True, eq=False)
class Play:
    """A variant of a game that is played at random.

    Each seed gives one game. The last eight games are cached.
    """

    people: type[Household[Any]]
    """The class that chooses the actions."""
    way: str
    """The name of the variant."""
    setup: Setup

    @classmethod
    def of(
        cls, people: type[Household[Any]], seats: tuple[SeatSetup, ...], **options: object
    ) -> Self:
        """Return a variant for these seats. Settings that are not given have their defaults."""
        setup = people.game.rules.prepare(Setup(options, seats))
        return cls(people, f"{len(seats)} players", setup)

    @property
    def game(self) -> AnyGame:
        """The game of this variant."""
        return self.people.game

    def household(self, seed: object) -> Household[Any]:
        """Return new people whose random choices depend on a seed."""
        return self.people(Random(f"{self.game.name} {seed}"))

    def played(self, seed: object = 0) -> Iterator[Step[Any]]:
        """Yield the steps of the random game with a seed."""
        yield from _played(self, seed).steps

    def moments(self) -> Iterator[tuple[Household[Any], Any]]:
        """Yield the people and the state after every twentieth step of the game with seed 0."""
        played = _played(self, 0)
        for number, house in played.people.items():
            yield deepcopy(house), played.steps[number].after

    def assert_sound(self, seed: object = 0) -> None:
        """Raise the first assertion of the household that failed in the game with a seed."""
        if (failed := _played(self, seed).failed) is not None:
            raise failed

    def __str__(self) -> str:
        return f"{self.game.name}-{self.way}"


class _Played(NamedTuple):
    steps: tuple[Step[Any], ...]
    people: Mapping[int, Household[Any]]
    """Copies of the household after every twentieth step, by the step's number from 0."""
    failed: AssertionError | None
    """The first failed assertion of the household."""


@lru_cache(maxsize=8)
def _played(play: Play, seed: object) -> _Played:
    """Play a game to its end, even if an assertion of the household fails."""
    house = play.household(f"{play.way} {seed}")
    steps, people, failed = list[Step[Any]](), dict[int, Household[Any]](), None
    for number, step in enumerate(house.played(play.setup)):
        steps.append(step)
        if number % 20 == 0:
            people[number] = deepcopy(house)
        failed = failed or _failed(house.assert_sound, step)
    failed = failed or _failed(house.assert_ended, steps[-1].after)
    return _Played(tuple(steps), people, failed)


def _failed(check: Callable[[Any], None], about: object) -> AssertionError | None:
    try:
        check(about)
    except AssertionError as failed:
        return failed
    return None


def ways(**choices: tuple[object, ...]) -> dict[str, dict[str, Any]]:
    """Return every combination of the given choices, keyed by a name made from the values."""
    combined = product(*choices.values())
    return {"-".join(map(str, row)): dict(zip(choices, row, strict=True)) for row in combined}


def pairwise(ways: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the names of combinations that together contain every pair of choices.

    The combination with the most new pairs comes first.
    """
    pairs = {
        name: set(combinations_with_replacement([(one, repr(of[one])) for one in sorted(of)], 2))
        for name, of in ways.items()
    }
    found, missing = list[str](), set[object]().union(*pairs.values())
    while missing:
        found.append(max(pairs, key=lambda name: len(pairs[name] & missing)))
        missing -= pairs[found[-1]]
    return found


def games_each(ways: Sized, usual: int) -> range:
    """Return the seeds for the games of each variant.

    usual: the total number of games, unless RANDOM_GAMES in the environment sets it.
    """
    return range(-(-int(os.environ.get("RANDOM_GAMES", usual)) // len(ways)))


def seated(players: int) -> tuple[SeatSetup, ...]:
    """Return a number of seats, named with the first of NAMES."""
    return tuple(map(SeatSetup, NAMES[:players]))


def a_record(household: Household[Any], setup: Setup, most: int = 0) -> dict[str, Any]:
    """Play a random game, and return it as a saved game that contains only actions."""
    return record_of(household.game, setup, household.played(setup, most))


def record_of(game: AnyGame, setup: Setup, steps: Iterable[Step[Any]]) -> dict[str, Any]:
    """Return played steps as a saved game that contains only actions."""
    return {
        "format": "companion record",
        "version": 1,
        "game": game.name,
        "options": dict(setup.options),
        "copy": dict(setup.copy),
        "seats": [{"name": seat.name, "colours": list(seat.colours)} for seat in setup.seats],
        "actions": [to_json(step.action) for step in steps],
    }

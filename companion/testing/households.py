"""Random games for tests, played by simulated people who choose among the legal moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from companion.mechanics.actions.refusal import is_legal
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
from companion.mechanics.values.codec import to_json

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Giulia", "Hugo", "Ilaria", "Jean")
S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """One action of a game, with its events and the states before and after the action."""

    before: S
    action: Action
    events: tuple[Event, ...]
    after: S


class Household(Generic[S]):
    """Simulated people at one table, who choose random actions among the legal moves.

    Each game has a subclass that makes the choices more realistic. Its methods named ``to_`` plus
    an action's kind, such as ``to_bid``, return the action that people choose for a legal move of
    that kind, or None. Its method ``keen`` returns the weight of each kind.
    """

    game: ClassVar[AnyGame]
    most: ClassVar[int] = 9999
    """The maximum number of steps of a game."""
    raises: ClassVar[tuple[int, ...]] = (0, 0, 0, 1, 1, 2, 4)
    """Limits for the difference between a bid and the minimum. Each bid uses a random one."""
    unsure: ClassVar[frozenset[str]] = frozenset()
    """The kinds of legal moves for which the simulated people may find no action.

    For example, they may not hold the required card.
    """
    beside: ClassVar[frozenset[str]] = frozenset()
    """The kinds of actions that may be legal without being offered.

    Actions of the banker need not be listed.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.at = 1_000_000

    def sit_down(self, state: S) -> None:
        """Prepare the cards and other components that the app does not track, before a game."""

    def follow(self, before: S, event: Event, after: S) -> None:
        """Update the components that the app does not track, after an event."""

    def assert_sound(self, step: Step[S]) -> None:
        """Assert the invariants of the game after a step."""

    def assert_ended(self, state: S) -> None:
        """Assert the invariants of the game after the last step."""

    def keen(self, state: S, kind: str) -> float:
        """Return the weight of a kind of action in the random choice, by default 1."""
        return 1

    def played(self, setup: Setup, most: int = 0, first: Iterable[Action] = ()) -> Iterator[Any]:
        """Yield the steps of a random game.

        most: the maximum number of steps, or 0 to use the attribute ``most``.
        first: the actions to take before the random ones.
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

        The action belongs to the table, to a seat that the game waits for, or to a random seat. If
        the app has to act, it does so first.
        Raises AssertionError if no legal action is found.
        """
        due = self.game.rules.due(state)
        if due is not None and due.at <= self.at:
            return due.action
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
        """Choose an action for a legal move, as the simulated people would.

        Returns None if they choose no action.
        """
        habit = getattr(self, f"to_{offer.kind}", self.as_offered)
        action: Action | None = habit(state, offer)
        return action

    def as_offered(self, state: S, offer: LegalMove, **said: Any) -> Action | None:
        """Return a legal action with random values for a legal move, or None if none was found.

        said: values that override the random ones.
        """
        cls = self.game.action_kinds[offer.kind]
        # If the move has several fields, not all combinations of their values are legal.
        for _ in range(15):
            values: dict[str, Any] = {name: self.value(of) for name, of in offer.fields.items()}
            if offer.seat is not None:
                values["seat"] = offer.seat
            action = cls(**values | said)
            if isinstance(action, TimedAction):
                action = action.timed(state, said.get("at", self.at))
            action = action.with_chance(state, self.die)
            if is_legal(action.decide, state) and self.can(state, action):
                return action
        return None

    def can(self, state: S, action: Action) -> bool:
        """Return whether the components that the app does not track allow a legal action."""
        return True

    def value(self, values: Range | OneOf, most: int = 40) -> Any:
        """Return a random value of a range or a list.

        most: the largest difference between the result and the lowest number of a range.
        """
        if isinstance(values, OneOf):
            return self.random.choice(values.values)
        lowest = max(values.lowest, -20)
        highest = lowest + most if values.highest is None else min(values.highest, lowest + most)
        return self.random.randint(lowest, highest)

    def is_odd(self, action: Action) -> bool:
        """Return whether the legality of an action depends on more than the ranges of its move.

        The contract then does not compare the action with the legal moves.
        """
        return False

    def die(self, sides: int) -> int:
        """Return a random face of a die."""
        return self.random.randint(1, sides)

    def to_bid(self, state: S, offer: LegalMove) -> Action | None:
        """Return a bid of the minimum or slightly more, or None if no legal one was found."""
        ((name, amounts),) = offer.fields.items()
        more = self.random.choice(self.raises)
        return self.as_offered(state, offer, **{name: self.value(amounts, more)})


@dataclass(frozen=True, eq=False)
class Play:
    """A variant of a game, for random games.

    The same seed always gives the same game. The eight games used last are cached.
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
        """Return a variant for the given seats and settings. Other settings have their defaults."""
        setup = people.game.rules.prepare(Setup(options, seats))
        return cls(people, f"{len(seats)} players", setup)

    @property
    def game(self) -> AnyGame:
        """The game of this variant."""
        return self.people.game

    def household(self, seed: object) -> Household[Any]:
        """Return a new household whose random choices depend on a seed."""
        return self.people(Random(f"{self.game.name} {seed}"))

    def played(self, seed: object = 0) -> Iterator[Step[Any]]:
        """Yield the steps of the random game that belongs to a seed."""
        yield from _played(self, seed).steps

    def moments(self) -> Iterator[tuple[Household[Any], Any]]:
        """Yield the household and the state after every twentieth step of the game with seed 0."""
        played = _played(self, 0)
        for number, house in played.people.items():
            yield deepcopy(house), played.steps[number].after

    def assert_sound(self, seed: object = 0) -> None:
        """Raise the first error of the household's assertions in the game of a seed, if any."""
        if (failed := _played(self, seed).failed) is not None:
            raise failed

    def __str__(self) -> str:
        return f"{self.game.name}-{self.way}"


class _Played(NamedTuple):
    steps: tuple[Step[Any], ...]
    people: Mapping[int, Household[Any]]
    """Copies of the household after every twentieth step, by the step's number from 0."""
    failed: AssertionError | None
    """The first error of the household's assertions, or None."""


@lru_cache(maxsize=8)
def _played(play: Play, seed: object) -> _Played:
    """Play a random game to its end, and keep the first ``assert_sound`` error for later."""
    house = play.household(f"{play.way} {seed}")
    steps, people, failed = list[Step[Any]](), dict[int, Household[Any]](), None
    for number, step in enumerate(house.played(play.setup)):
        steps.append(step)
        if number % 20 == 0:
            people[number] = deepcopy(house)
        failed = failed or _failure_of(house.assert_sound, step)
    failed = failed or _failure_of(house.assert_ended, steps[-1].after)
    return _Played(tuple(steps), people, failed)


def _failure_of(check: Callable[[Any], None], about: object) -> AssertionError | None:
    try:
        check(about)
    except AssertionError as failed:
        return failed
    return None


def ways(**choices: tuple[object, ...]) -> dict[str, dict[str, Any]]:
    """Return every combination of the given choices, keyed by a name such as "basic-4"."""
    combined = product(*choices.values())
    return {"-".join(map(str, row)): dict(zip(choices, row, strict=True)) for row in combined}


def pairwise(ways: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the names of combinations that together contain every pair of choices.

    Each combination in the list adds as many new pairs as possible.

    ways: all combinations, as returned by the function ``ways``.
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
    """Return the seeds for the random games of each variant.

    ways: the variants, over which the total number of games is spread evenly.
    usual: the total number of games, unless the environment variable RANDOM_GAMES sets it.
    """
    return range(-(-int(os.environ.get("RANDOM_GAMES", usual)) // len(ways)))


def seated(players: int) -> tuple[SeatSetup, ...]:
    """Return seats for a number of players, with the first names from ``NAMES``."""
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

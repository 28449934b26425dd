"""Base classes of the Big Deal actions and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.big_deal.box import resource_words, title
from companion.games.big_deal.copy import COPY, BigDealCopy
from companion.games.big_deal.state import BigDealState
from companion.mechanics.actions.base import Action, Event, Setting
from companion.mechanics.actions.menu import Candidate


@dataclass(frozen=True, slots=True)
class BigDealEvent(Event):
    """Base class for all Big Deal events.

    In the history lines of events, seats, companies and resources appear by name. The placeholder
    ``{owner}`` becomes the name of the player in the field ``defender``.
    """

    @property
    def amount(self) -> int:
        """The total price of the shares, in millions.

        This is defined only for events with the fields ``shares`` and ``price``.
        """
        event: Any = self
        return int(event.shares * event.price)

    def display_value(self, state: BigDealState, name: str) -> object:
        value: Any = getattr(self, "defender" if name == "owner" else name)
        match name:
            case "owner" | "attacker" | "collector":
                return state.name(value)
            case "resource":
                return resource_words(value)
            case "company":
                return title(value)
        return value


@dataclass(frozen=True, slots=True)
class SeatEvent(BigDealEvent):
    """Base class for events that concern one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CompanyEvent(SeatEvent):
    """Base class for events that concern one seat and one company."""

    company: str


@dataclass(frozen=True, slots=True)
class ShareTrade(CompanyEvent):
    """Base class for events in which a seat buys shares from the bank or sells shares to it."""

    shares: int
    price: int
    """The price per share, in millions."""


@dataclass(frozen=True, slots=True)
class Lesson(BigDealEvent):
    """Base class for events that fill in printed numbers missing from the household's copy."""

    def add_to(self, copy: BigDealCopy) -> BigDealCopy:
        """Return the household's copy with this event's numbers filled in where they were missing.

        If none was missing, the same object is returned.
        """
        return copy

    def apply(self, state: BigDealState) -> BigDealState:
        copy = self.add_to(state.copy)
        learnt = state.learnt if copy is state.copy else COPY.record(copy)
        return replace(state, copy=copy, lessons=(*state.lessons, self), learnt=learnt)


@dataclass(frozen=True, slots=True)
class TurnAction(Action):
    """Base class for actions that are offered to a seat while the table waits for it."""

    seat: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat in state.awaited:
            yield Candidate(cls(seat))


@dataclass(frozen=True, slots=True)
class SeatSetting(Setting, TurnAction, BigDealEvent):
    """Base class for seat actions whose event has the same fields as the action."""

"""Bases of the actions and events in the chapters of Big Deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.big_deal.box import resource_words, title
from companion.games.big_deal.copy import COPY, BigDealCopy
from companion.mechanics.event_sourcing import Action, Event, Setting
from companion.mechanics.menu import Candidate

if TYPE_CHECKING:
    from companion.games.big_deal.state import BigDealState


@dataclass(frozen=True, slots=True)
class BigDealEvent(Event):
    """An event whose line names companies, resources and people; the owner is the defender."""

    @property
    def amount(self) -> int:
        """The total price, where the event has shares with a price."""
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
    """An event of one seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CompanyEvent(SeatEvent):
    """An event of one seat and a company."""

    company: str


@dataclass(frozen=True, slots=True)
class ShareTrade(CompanyEvent):
    """Shares bought from the bank or sold to it."""

    shares: int
    price: int


@dataclass(frozen=True, slots=True)
class Lesson(BigDealEvent):
    """An event that fills in a printed number that the copy lacked."""

    def taught(self, copy: BigDealCopy) -> BigDealCopy:
        """Return the copy with the printed number, unless it had one."""
        return copy

    def apply(self, state: BigDealState) -> BigDealState:
        copy = self.taught(state.copy)
        learnt = state.learnt if copy is state.copy else COPY.record(copy)
        return replace(state, copy=copy, lessons=(*state.lessons, self), learnt=learnt)


@dataclass(frozen=True, slots=True)
class TurnAction(Action):
    """An action of a seat, offered whenever the table waits for that seat."""

    seat: int

    @classmethod
    def candidates(cls, state: BigDealState, seat: int | None) -> Iterator[Candidate]:
        if seat is not None and seat in state.awaited:
            yield Candidate(cls(seat))


@dataclass(frozen=True, slots=True)
class SeatSetting(Setting, TurnAction, BigDealEvent):
    """An action of a seat that is logged with its own fields."""

    happened = BigDealEvent  # A base has no kind.

"""What waits for the seats that a banker may speak for: their bids, claims and answers, by name.

It is drawn from the menu of each seat, so a word stands here exactly where its own seat may say it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.mechanics.game import PendingDecision
from companion.mechanics.menu import LegalMove
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.roles import hides_anything, is_covered
from companion.web.live.choices import MenuItem, Say, rows


@dataclass(frozen=True, slots=True)
class Answer:
    """One seat's button. id: stable. name: on it. posted: its action as a JSON object."""

    id: str
    name: str
    posted: dict[str, object]


@dataclass(frozen=True, slots=True)
class Word:
    """What may be said, and who may say it; or a seat, and what it may say."""

    words: str
    answers: tuple[Answer, ...]
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A seat that may be played from here: one tap shows its buttons; waits: the table, for it."""

    number: int
    name: str
    waits: bool


@dataclass(frozen=True, slots=True)
class Cockpit:
    """What a banker has at hand beside the seat whose buttons he sees.

    words: of the seats without a phone, in the order in which the table waits for them, then
    clockwise. phones: what those may say that hold one, seat by seat, where nothing is hidden.
    """

    chips: tuple[Chip, ...] = ()
    words: tuple[Word, ...] = ()
    phones: tuple[Word, ...] = ()


def cockpit_of(
    table: OpenTable,
    waiting: PendingDecision,
    actor: Actor,
    acting: int | None,
    say: Say,
    offers_to: Callable[[int], tuple[LegalMove, ...]],
) -> Cockpit:
    """Return what a banker may do for the other seats.

    acting: whose buttons he sees. offers_to: says what a seat may do now.
    """
    sayings = partial(_sayings, table.state, offers_to, say)
    order = dict.fromkeys((*waiting.seats, *_clockwise(len(table.seats), acting or 0)))
    seats = [table.seats[number] for number in order if number != acting]
    here = [seat for seat in seats if seat.device in (None, actor.device)]
    phones = [] if hides_anything(table) else [seat for seat in seats if seat not in here]
    return Cockpit(
        chips=tuple(
            Chip(seat.number, seat.name, waiting.is_for(seat.number))
            for seat in table.seats
            if seat.device in (None, actor.device) and seat.number in table.state.here
        ),
        words=_words(sayings(seat for seat in here if not is_covered(table, seat))),
        phones=_by_seat(sayings(seat for seat in phones if seat.number in waiting.seats)),
    )


def _clockwise(seats: int, first: int) -> list[int]:
    return [(first + place) % seats for place in range(seats)]


Saying = tuple[SeatNow, str, bool, str, dict[str, object]]
"""What a seat may say: the seat, its words, whether it is seldom said, the button's id and post."""


def _words(sayings: Iterable[Saying]) -> tuple[Word, ...]:
    """Return what these seats may say; what several say alike stands once, with all their names.

    What is seldom said is folded beside the rest; alone it is not.
    """
    said: dict[tuple[str, bool], list[Answer]] = {}
    for seat, label, is_rare, id, posted in sayings:
        said.setdefault((label, is_rare), []).append(Answer(id, seat.name, posted))
    alone = all(is_rare for _, is_rare in said)
    return tuple(
        Word(words, tuple(answers), is_rare and not alone)
        for (words, is_rare), answers in said.items()
    )


def _by_seat(sayings: Iterable[Saying]) -> tuple[Word, ...]:
    """Return the same, each seat's name once, with a button for each thing it may say."""
    said: dict[str, list[Answer]] = {}
    for seat, label, _, id, posted in sayings:
        said.setdefault(seat.name, []).append(Answer(id, label, posted))
    return tuple(Word(name, tuple(answers)) for name, answers in said.items())


def _sayings(
    state: Any,
    offers_to: Callable[[int], tuple[LegalMove, ...]],
    say: Say,
    seats: Iterable[SeatNow],
) -> Iterator[Saying]:
    for seat in seats:
        for offer in offers_to(seat.number):
            if not offer.action.button.is_relayed:
                continue
            tied = replace(offer, action=offer.action.bound_to_current(state))
            for row in rows([MenuItem(tied, state, say)]):
                is_rare = offer.action.button.is_rare
                yield seat, row.choice.label, is_rare, f"for-{seat.number}-{row.id}", row.posted()

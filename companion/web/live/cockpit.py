"""The buttons with which a banker plays for other seats: bids, claims and other answers.

The buttons are generated from the legal moves of each seat, so the banker has the same ones as the
player would have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.mechanics.actions.menu import LegalMove
from companion.mechanics.game import PendingDecision
from companion.tables.live.cache import Actor, OpenTable, SeatNow
from companion.tables.roles import is_closed_to
from companion.web.live.choices import MenuItem, Say, rows

MOST_IN_A_ROW, LONGEST_ROW = 3, 36
"""Maximum number of buttons in the row of one seat, and of characters in all their labels."""


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """A button for the banker to take one action for another seat, such as a pass."""

    id: str
    """The element id. It is stable, so the browser keeps the element."""
    label: str
    posted: dict[str, object]
    """The action that the button posts, as a JSON object."""


@dataclass(frozen=True, slots=True)
class AnswerGroup:
    """A titled group of buttons: one answer for several seats, or several answers for one seat."""

    title: str
    buttons: tuple[AnswerButton, ...]
    is_rare: bool = False
    """Whether the group is collapsed at first."""
    colours: tuple[str, ...] = ()
    """The colours of the seat, for the group in ``Cockpit.asked``. Otherwise empty."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A link to the buttons of a seat that is played from this device, or that must act."""

    number: int
    name: str
    waits: bool
    """Whether this seat must act."""
    has_phone: bool
    """Whether another device holds this seat."""


@dataclass(frozen=True, slots=True)
class Cockpit:
    """The links and buttons with which a banker plays for other seats."""

    seats: tuple[SeatLink, ...] = ()
    """Links to the seats still at the table that are played from this device, and to those with
    another device that the table waits for."""
    asked: AnswerGroup | None = None
    """All answers of one seat, if no other seat that is played from this device has any and their
    buttons fit in one row."""
    answers: tuple[AnswerGroup, ...] = ()
    """Answers for seats that are played from this device, one group per answer. Empty if ``asked``
    is set. Seats that the table waits for come first, and the others follow clockwise."""
    phone_answers: tuple[AnswerGroup, ...] = ()
    """Answers for seats that have another device, one group per seat. Only seats that the table
    waits for are included, and none with secrets."""


def cockpit_of(
    table: OpenTable,
    waiting: PendingDecision,
    actor: Actor,
    acting: int | None,
    say: Say,
    offers_to: Callable[[int], tuple[LegalMove, ...]],
) -> Cockpit:
    """Return the links and buttons with which a banker plays for other seats.

    acting: the seat whose screen the banker sees, or None. Its answers are left out.
    offers_to: a function that returns the legal moves of a seat.
    """
    relayed = partial(_relayed_answers, table.state, offers_to, say)
    order = dict.fromkeys((*waiting.seats, *table.state.clockwise_from(acting or 0)))
    seats = [table.seats[number] for number in order if number != acting]
    seats = [seat for seat in seats if not is_closed_to(table, seat, actor.device)]
    here = [seat for seat in seats if seat.device in (None, actor.device)]
    phones = [seat for seat in seats if seat not in here]
    answers = list(relayed(here))
    asked = _only_group(table, answers)
    return Cockpit(
        seats=tuple(
            SeatLink(
                seat.number,
                seat.name,
                waiting.is_for(seat.number),
                seat.device not in (None, actor.device),
            )
            # Asked first whether anybody has moved, to save a function call for every push.
            for seat in (table.seats_clockwise if table.state.order else table.seats)
            if seat.device in (None, actor.device) or seat.number in waiting.seats
            if seat.number in table.state.here
        ),
        asked=asked,
        answers=() if asked else _by_answer(answers),
        phone_answers=_by_seat(relayed(seat for seat in phones if seat.number in waiting.seats)),
    )


RelayedAnswer = tuple[SeatNow, str, bool, str, dict[str, object]]
"""One answer for one seat: the seat, the label, whether the answer is rare, the button's id, and
the action to post."""


def _only_group(table: OpenTable, answers: list[RelayedAnswer]) -> AnswerGroup | None:
    """Return the group of answers for the only seat that has any.

    Returns None if no seat or several seats have answers, or if the buttons do not fit in one row.
    """
    words = [label for _, label, *_ in answers]
    seats = {seat.number for seat, *_ in answers}
    if len(seats) != 1 or len(words) > MOST_IN_A_ROW or len("".join(words)) > LONGEST_ROW:
        return None
    (group,) = _by_seat(answers)
    return replace(group, colours=table.colours[seats.pop()])


def _by_answer(relayed: Iterable[RelayedAnswer]) -> tuple[AnswerGroup, ...]:
    """Return one group per answer, with a button for each seat.

    Groups of rare answers are collapsed, unless all answers are rare.
    """
    groups: dict[tuple[str, bool], list[AnswerButton]] = {}
    for seat, label, is_rare, id, posted in relayed:
        groups.setdefault((label, is_rare), []).append(AnswerButton(id, seat.name, posted))
    are_all_rare = all(is_rare for _, is_rare in groups)
    return tuple(
        AnswerGroup(label, tuple(buttons), is_rare and not are_all_rare)
        for (label, is_rare), buttons in groups.items()
    )


def _by_seat(relayed: Iterable[RelayedAnswer]) -> tuple[AnswerGroup, ...]:
    groups: dict[str, list[AnswerButton]] = {}
    for seat, label, _, id, posted in relayed:
        groups.setdefault(seat.name, []).append(AnswerButton(id, label, posted))
    return tuple(AnswerGroup(name, tuple(buttons)) for name, buttons in groups.items())


def _relayed_answers(
    state: Any,
    offers_to: Callable[[int], tuple[LegalMove, ...]],
    say: Say,
    seats: Iterable[SeatNow],
) -> Iterator[RelayedAnswer]:
    for seat in seats:
        for offer in offers_to(seat.number):
            if not offer.action.button.is_relayed:
                continue
            bound = replace(offer, action=offer.action.bound_to_current(state))
            for row in rows([MenuItem(bound, state, say)]):
                is_rare = offer.action.button.is_rare
                yield seat, row.choice.label, is_rare, f"for-{seat.number}-{row.id}", row.posted()

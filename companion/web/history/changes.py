"""What a banker may do about one step of the history, beside going back to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement

from companion.mechanics.codec import LARGEST, to_json
from companion.mechanics.event_sourcing import Action
from companion.mechanics.log import Entry
from companion.mechanics.menu import OneOf, PrintedRange, Range, dry_run
from companion.mechanics.recorded_sale import RecordSale
from companion.mechanics.refusal import Refusal, not_none
from companion.mechanics.words import Sentence
from companion.tables.decide import may_stand_instead, require_alone
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_nothing_hidden
from companion.web.history.lines import told
from companion.web.live.choices import MenuItem, MenuRow, rows, sale_rows
from companion.web.live.screens import SeatRequest, offered
from companion.web.requests.language import Speaker

FEW = 12
"""Whole numbers of which each has a button of its own."""
DICE, FACES = 2, range(1, 7)
"""So many dice have a button for each throw, twenty-one in all."""
NEAR = 2
"""How far from the number that was said others may be tapped."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A button of what a step could have been.

    is_new: whether it is anything else than what was done. numbers: what may be tapped for its
    number, beside the lowest, which the button itself says. said: the number that the step had.
    named: numbers that people know by a name, each with what the button says with it. may_differ:
    whether another number that is typed could be.
    throws: what two dice may have shown instead, each with what its button posts.
    """

    row: MenuRow
    is_new: bool
    numbers: tuple[int, ...] = ()
    said: object = ""
    named: tuple[tuple[int, str], ...] = ()
    may_differ: bool = False
    throws: tuple[tuple[str, dict[str, object]], ...] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """What a banker may do about one step of the history.

    lines: what it led to. why_not_alone: why it cannot be taken back alone, None if it can.
    falls: the lines of what followed, the newest first, which fall with it otherwise. instead: what
    it could have been. after_all: what makes up for something left out, each with what its button
    posts.
    """

    number: int
    lines: tuple[Sentence, ...]
    why_not_alone: Sentence | None
    falls: tuple[Sentence, ...]
    instead: tuple[Instead, ...]
    after_all: tuple[tuple[Sentence | str, dict[str, object]], ...] = ()


def changes_of(table: OpenTable, sequence: int, speaker: Speaker) -> Changes | None:
    """Return what may be done about a step, None where it does not stand."""
    kept, found, later = table.timeline.standing.around(sequence)
    if not found:
        return None
    lines = told(table, found[0], None)
    falls = tuple([line for entry in reversed(later) for line in told(table, entry, None)])
    try:
        require_nothing_hidden(table)
    except Refusal as hidden:
        return Changes(sequence, lines, hidden.sentence, falls, ())
    then = replace(table, timeline=table.timeline.cut(len(kept)))
    instead = _instead(then, found[0], later, speaker)
    after_all = _after_all(table, found[0])
    try:
        require_alone(table.timeline, sequence)
    except Refusal as refusal:
        return Changes(sequence, lines, refusal.sentence, falls, instead, after_all)
    return Changes(sequence, lines, None, falls, instead, after_all)


def newest_throw(table: OpenTable) -> int | None:
    """Return the newest standing step that dice were thrown for, at the table or by the app."""
    kinds = table.game.action_kinds
    return next(
        (
            entry.sequence
            for entry in reversed(table.timeline.standing.entries)
            if kinds[str(entry.action["kind"])].chance
        ),
        None,
    )


def _after_all(
    table: OpenTable, entry: Entry
) -> tuple[tuple[Sentence | str, dict[str, object]], ...]:
    """Return the remedies for the events of a step that are legal now, with their labels."""
    state = table.state
    return tuple(
        (remedy.label(state), to_json(remedy))
        for remedy in (event.remedy for event in entry.events)
        if remedy is not None and not dry_run(remedy, state).refusal
    )


def _instead(
    then: OpenTable, entry: Entry, later: Iterable[Entry], speaker: Speaker
) -> tuple[Instead, ...]:
    """Return what else could have been done in a step, with all that followed as it is.

    then: the table as it was before it. later: what stands after it.
    """
    offers = offered(SeatRequest(then), entry.seat, banker=True, at=int(entry.at))
    listed = rows([MenuItem(offer, then.state, speaker.say) for offer in offers])
    kind = then.game.action_kinds[str(entry.action["kind"])]
    if issubclass(kind, RecordSale):
        listed += sale_rows(then.game, then.state, speaker.say)
    taken = partial(may_stand_instead, then.timeline, then.state, entry, later)
    own = _range_of(listed, entry.action)
    buttons = (
        _thrown_instead(row, entry.action, taken)
        if row.choice.action.chance in row.choice.offer.open_fields
        else _said_instead(row, entry.action, own, taken)
        for row in listed
        if _belong_together(kind, type(row.choice.action))
        # What the app alone can say, it would throw anew.
        and {*row.choice.offer.open_fields}
        <= {"at", row.choice.action.chance, *(name for name, _ in row.typed)}
    )
    new = [
        one
        for one in buttons
        if one.is_new or one.numbers or one.named or one.may_differ or one.throws
    ]
    # The nearest first: the same with another figure, another name.
    return tuple(sorted(new, key=lambda one: one.row.choice.action.kind != entry.action["kind"]))


def _belong_together(kind: type[Action], other: type[Action]) -> bool:
    """Tell whether one may stand in the other's place.

    Both are what the turn asked for, or of one chapter and both in the turn or beside it.
    """
    if all(one.turn_bound and not one.keeps_turn for one in (kind, other)):
        return True
    return kind.__module__ == other.__module__ and kind.keeps_turn == other.keeps_turn


def _thrown_instead(
    row: MenuRow, before: Mapping[str, object], taken: Callable[[Action], bool]
) -> Instead:
    """Return what two dice may have shown; of one die the menu itself names each face."""
    name, posted = row.choice.action.chance, row.choice.posted
    dice = before.get(name)
    if before["kind"] != posted["kind"] or not isinstance(dice, list) or len(dice) != DICE:
        return Instead(row, is_new=False)
    throws = (
        (first, second)
        for first, second in combinations_with_replacement(FACES, DICE)
        if sorted(dice) != [first, second]
        and taken(row.choice.of(**{name: (first, second)}).action)
    )
    return Instead(
        row,
        is_new=False,
        throws=tuple(
            (f"{first} + {second}", {**posted, name: [first, second]}) for first, second in throws
        ),
    )


def _said_instead(
    row: MenuRow,
    before: Mapping[str, object],
    own: Range | OneOf | None,
    taken: Callable[[Action], bool],
) -> Instead:
    """Return a button with the numbers beside it, where any of them is taken.

    own: what the number of the step itself could be.
    """
    choice, posted = row.choice, row.choice.posted

    def is_new(said: MenuItem) -> bool:
        differs = any(before.get(name) != value for name, value in said.posted.items())
        # What people type is judged when it comes.
        return differs and (bool(row.typed) or taken(said.action))

    if row.number is None:
        return Instead(row, is_new(choice))
    range_ = row.choice.offer.ranges[row.number]
    assert isinstance(range_, Range)
    said = before.get(row.number) if before["kind"] == posted["kind"] else ""
    if isinstance(range_, PrintedRange):
        return _printed_instead(row, own, said, is_new)
    lowest, highest = range_.lowest, LARGEST if range_.highest is None else range_.highest
    middle = said if isinstance(said, int) else lowest
    first, last = (
        (lowest, highest) if highest - lowest < FEW else (max(middle - NEAR, lowest), middle + NEAR)
    )
    numbers = range(first, min(last, highest) + 1)
    further = [one for one in numbers if one != lowest and is_new(choice.of(**{row.number: one}))]
    return Instead(row, is_new(choice), tuple(further), said)


def _printed_instead(
    row: MenuRow, own: Range | OneOf | None, said: object, is_new: Callable[[MenuItem], bool]
) -> Instead:
    """Return a button that keeps the number of the step where it takes the like."""
    choice, name = row.choice, str(row.number)
    range_ = choice.offer.ranges[name]
    assert isinstance(range_, PrintedRange)
    numbers = range(range_.lowest, not_none(range_.highest) + 1)
    if len(numbers) == 1:
        return Instead(replace(row, number=None), is_new(choice))
    if range_.is_named:
        each = ((number, choice.of(**{name: number})) for number in numbers)
        named = tuple((number, one.label) for number, one in each if is_new(one))
        return Instead(row, is_new=False, named=named)
    kept = choice.of(**{name: said}) if range_ == own else choice
    return Instead(replace(row, choice=kept), is_new(kept), said=said, may_differ=is_new(choice))


def _range_of(listed: Iterable[MenuRow], before: Mapping[str, object]) -> Range | OneOf | None:
    """Return what the number of a step could be, None where it has none."""
    return next(
        (
            row.choice.offer.ranges[row.number]
            for row in listed
            if row.number and before.items() >= row.choice.without(row.number).items()
        ),
        None,
    )

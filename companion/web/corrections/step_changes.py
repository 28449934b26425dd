"""Corrections of one step of the history that keep the later steps."""

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
from companion.tables.live.giving_way import giving_way
from companion.tables.roles import require_nothing_hidden
from companion.web.history.lines import lines_of
from companion.web.live.choices import MenuItem, MenuRow, rows, sale_rows
from companion.web.requests.language import Speaker
from companion.web.situation import Situation, moves_for

FEW = 12
"""Every possible number gets a button if there are at most this many."""
DICE, FACES = 2, range(1, 7)
"""The number of dice and their faces. Each of the 21 different rolls gets a button."""
NEAR = 2
"""If more than FEW numbers are possible, only those within this distance of the recorded number, or
of the lowest if no number is recorded, get a button."""


@dataclass(frozen=True, slots=True)
class Instead:
    """An action that could replace the recorded one, with its buttons."""

    row: MenuRow
    """The action, its label and its inputs."""
    is_new: bool
    """Whether the action has a main button. If not, its label is shown as text, because the action
    is the recorded one or would change later events."""
    numbers: tuple[int, ...] = ()
    """Other numbers, each with a button. The lowest number has the main button."""
    recorded: object = ""
    """The number in the recorded action, or "" if the recorded action is of another kind."""
    named: tuple[tuple[int, str], ...] = ()
    """Printed numbers that have names, each with its label in a list to choose from."""
    may_differ: bool = False
    """Whether another number may be entered."""
    throws: tuple[tuple[str, dict[str, object]], ...] = ()
    """The other rolls of two dice, each as a label and the action to post."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The possible corrections of one step."""

    number: int
    """The number of the step."""
    lines: tuple[Sentence, ...]
    """The history lines of the step."""
    why_not_alone: Sentence | None
    """The reason why the step cannot be undone without the later ones, or None if it can."""
    falls: tuple[Sentence, ...]
    """The history lines of all later steps, newest first. The button that undoes this step and
    everything after it also undoes these."""
    instead: tuple[Instead, ...]
    """Actions that could replace the recorded one."""
    after_all: tuple[tuple[Sentence | str, dict[str, object]], ...] = ()
    """Actions that make up for something the players forgot, each as a label and the action to
    post."""


def changes_of(table: OpenTable, sequence: int, speaker: Speaker) -> Changes | None:
    """Return the possible corrections of a step, or None if the step is not in effect.

    sequence: the number of the step.
    """
    kept, found, later = table.timeline.standing.around(sequence)
    if not found:
        return None
    lines = lines_of(table, found[0], None)
    newest_first = giving_way(reversed(later))
    falls = tuple([line for entry in newest_first for line in lines_of(table, entry, None)])
    try:
        require_nothing_hidden(table)
    except Refusal as hidden:
        return Changes(sequence, lines, hidden.sentence, falls, ())
    then = replace(table, timeline=table.timeline.cut(len(kept), giving_way))
    instead = _instead(then, found[0], later, speaker)
    after_all = _after_all(table, found[0])
    try:
        require_alone(table.timeline, sequence)
    except Refusal as refusal:
        return Changes(sequence, lines, refusal.sentence, falls, instead, after_all)
    return Changes(sequence, lines, None, falls, instead, after_all)


def newest_throw(table: OpenTable) -> int | None:
    """Return the number of the latest step with a dice roll, or None if there is none.

    The dice may have been rolled by the app or at the table. Undone steps are ignored.
    """
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
    """Return the legal remedies for the events of a step (see ``Event.remedy``).

    Each item is the label of a button and the action to post.
    """
    state = table.state
    return tuple(
        (remedy.label(state), to_json(remedy))
        for remedy in (event.remedy for event in entry.events)
        if remedy is not None and not dry_run(remedy, state).refusal
    )


def _instead(
    then: OpenTable, entry: Entry, later: Iterable[Entry], speaker: Speaker
) -> tuple[Instead, ...]:
    """Return the actions that could replace a step without changing the events of later steps.

    then: the table as it was before the step.
    later: the later entries that have not been undone.
    """
    offers = moves_for(Situation(then), entry.seat, banker=True, at=int(entry.at))
    listed = rows([MenuItem(offer, then.state, speaker.say) for offer in offers])
    kind = then.game.action_kinds[str(entry.action["kind"])]
    if issubclass(kind, RecordSale):
        listed += sale_rows(then.game, then.state, speaker.say)
    fits = partial(may_stand_instead, then.timeline, then.state, entry, later)
    own = _range_of(listed, entry.action)
    buttons = (
        _other_throws(row, entry.action, fits)
        if row.choice.action.chance in row.choice.offer.open_fields
        else _other_numbers(row, entry.action, own, fits)
        for row in listed
        if _belong_together(kind, type(row.choice.action))
        # Leave out actions with other open fields, such as dice: the app would draw new values.
        and {*row.choice.offer.open_fields}
        <= {"at", row.choice.action.chance, *(name for name, _ in row.typed)}
    )
    new = [
        one
        for one in buttons
        if one.is_new or one.numbers or one.named or one.may_differ or one.throws
    ]
    # Actions of the recorded kind come first.
    return tuple(sorted(new, key=lambda one: one.row.choice.action.kind != entry.action["kind"]))


def _belong_together(kind: type[Action], other: type[Action]) -> bool:
    """Return whether an action of one kind may replace an action of the other kind.

    It may if both kinds are regular moves of a turn, or if both are defined in the same module and
    have the same ``keeps_turn``.
    """
    if all(one.turn_bound and not one.keeps_turn for one in (kind, other)):
        return True
    return kind.__module__ == other.__module__ and kind.keeps_turn == other.keeps_turn


def _other_throws(
    row: MenuRow, before: Mapping[str, object], fits: Callable[[Action], bool]
) -> Instead:
    """Return a replacement with the other possible rolls of two dice.

    It has no rolls if the recorded action is of another kind or did not roll two dice. For a single
    die, the menu already lists every face.
    """
    name, posted = row.choice.action.chance, row.choice.posted
    dice = before.get(name)
    if before["kind"] != posted["kind"] or not isinstance(dice, list) or len(dice) != DICE:
        return Instead(row, is_new=False)
    throws = (
        (first, second)
        for first, second in combinations_with_replacement(FACES, DICE)
        if sorted(dice) != [first, second] and fits(row.choice.of(**{name: (first, second)}).action)
    )
    return Instead(
        row,
        is_new=False,
        throws=tuple(
            (f"{first} + {second}", {**posted, name: [first, second]}) for first, second in throws
        ),
    )


def _other_numbers(
    row: MenuRow,
    before: Mapping[str, object],
    own: Range | OneOf | None,
    fits: Callable[[Action], bool],
) -> Instead:
    """Return a replacement with the other numbers that could replace the recorded one.

    own: the allowed range of the recorded number, or None if the action has no number.
    """
    choice, posted = row.choice, row.choice.posted

    def is_new(item: MenuItem) -> bool:
        differs = any(before.get(name) != value for name, value in item.posted.items())
        # Values that people enter are validated when they are posted.
        return differs and (bool(row.typed) or fits(item.action))

    if row.number is None:
        return Instead(row, is_new(choice))
    range_ = row.choice.offer.ranges[row.number]
    assert isinstance(range_, Range)
    recorded = before.get(row.number) if before["kind"] == posted["kind"] else ""
    if isinstance(range_, PrintedRange):
        return _other_printed_number(row, own, recorded, is_new)
    lowest, highest = range_.lowest, LARGEST if range_.highest is None else range_.highest
    middle = recorded if isinstance(recorded, int) else lowest
    first, last = (
        (lowest, highest) if highest - lowest < FEW else (max(middle - NEAR, lowest), middle + NEAR)
    )
    numbers = range(first, min(last, highest) + 1)
    further = [one for one in numbers if one != lowest and is_new(choice.of(**{row.number: one}))]
    return Instead(row, is_new(choice), tuple(further), recorded)


def _other_printed_number(
    row: MenuRow, own: Range | OneOf | None, recorded: object, is_new: Callable[[MenuItem], bool]
) -> Instead:
    """Return a replacement with another printed number.

    Its main button has the recorded number if that number has the same range, and otherwise the
    lowest. Numbers that have names are listed by name instead.
    """
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
    kept = choice.of(**{name: recorded}) if range_ == own else choice
    return Instead(
        replace(row, choice=kept), is_new(kept), recorded=recorded, may_differ=is_new(choice)
    )


def _range_of(listed: Iterable[MenuRow], before: Mapping[str, object]) -> Range | OneOf | None:
    """Return the allowed range for the number in the recorded action.

    Returns None if the action has no number.
    """
    return next(
        (
            row.choice.offer.ranges[row.number]
            for row in listed
            if row.number and before.items() >= row.choice.without(row.number).items()
        ),
        None,
    )

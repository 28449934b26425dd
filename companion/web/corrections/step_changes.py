"""Corrections of one step of the history that keep the later steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement

from companion.mechanics.actions.base import Action
from companion.mechanics.actions.menu import OneOf, PrintedRange, Range, dry_run
from companion.mechanics.actions.refusal import Refusal, not_none
from companion.mechanics.auctions.recorded_sale import RecordSale
from companion.mechanics.history.log import Entry
from companion.mechanics.language.amounts import WHOLE_NUMBERS, Denomination
from companion.mechanics.language.words import Sentence
from companion.mechanics.play.joining import JoinLate
from companion.mechanics.values.codec import LARGEST, from_json, to_json
from companion.tables.decide import may_stand_instead, require_alone
from companion.tables.live.cache import OpenTable
from companion.tables.roles import require_nothing_hidden
from companion.tables.storage.giving_way import giving_way
from companion.web.history.lines import lines_of
from companion.web.live.choices import MenuItem, MenuRow, rows, sale_rows
from companion.web.requests.language import Speaker
from companion.web.situation import Situation, moves_for

FEW = 12
"""Every possible number gets a button if there are at most this many."""
DICE, FACES = 2, range(1, 7)
"""The number of dice and their faces. Each of the 21 different rolls gets a button."""
NEAR = 2
"""If more than FEW numbers are possible, only those up to this many steps from the recorded number
get a button."""


@dataclass(frozen=True, slots=True)
class Instead:
    """An action that could replace the recorded one, with its buttons."""

    row: MenuRow
    """The action, its label and its inputs."""
    is_new: bool
    """Whether the action has a main button. If not, its label is shown as text, because the action
    is the recorded one or would change later events."""
    numbers: tuple[int, ...] = ()
    """Other numbers, each with a button, near the recorded number."""
    recorded: object = ""
    """The recorded number, or "" if the recorded action has no such number."""
    named: tuple[tuple[int, str], ...] = ()
    """Printed numbers that have names, each with its label in a list to choose from."""
    may_differ: bool = False
    """Whether another number may be entered."""
    denomination: Denomination = WHOLE_NUMBERS
    """How the numbers are read and written."""
    labelled: tuple[tuple[str, dict[str, object]], ...] = ()
    """Further buttons, each as a label and the action to post: the other rolls of two dice, or the
    first few numbers of an action for which no number is recorded. There is no main button then."""


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
    instead = _replacements(then, found[0], later, speaker)
    after_all = _remedies(table, found[0])
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


def _remedies(
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


def _replacements(
    then: OpenTable, entry: Entry, later: Iterable[Entry], speaker: Speaker
) -> tuple[Instead, ...]:
    """Return the actions that could replace a step without changing the events of later steps.

    then: the table as it was before the step.
    later: the later entries that have not been undone.
    """
    offers = moves_for(Situation(then), entry.seat, banker=True, at=int(entry.at))
    listed = rows([MenuItem(offer, then.state, speaker.say) for offer in offers])
    kind = then.game.action_kinds[str(entry.action["kind"])]
    listed = [_as_recorded(row, from_json(entry.action, then.game.action_kinds)) for row in listed]
    if issubclass(kind, RecordSale):
        listed += sale_rows(then.game, then.state, speaker.say)
    fits = partial(may_stand_instead, then.timeline, then.state, entry, later)
    own = _range_of(listed, entry.action)
    buttons = (
        _other_throws(row, entry.action, fits)
        if row.choice.action.chance in row.choice.offer.open_fields
        else _other_numbers(row, entry.action, own, fits)
        for row in listed
        if _may_replace(kind, row)
        # Leave out actions with other open fields, such as dice: the app would draw new values.
        and {*row.choice.offer.open_fields}
        <= {"at", row.choice.action.chance, *(name for name, _ in row.typed)}
    )
    new = [
        replace(one, denomination=then.state.denomination)
        if one.row.number in one.row.choice.action.money_fields
        else one
        for one in buttons
        if one.is_new or one.numbers or one.named or one.may_differ or one.labelled
    ]
    # Actions of the recorded kind come first.
    return tuple(sorted(new, key=lambda one: one.row.choice.action.kind != entry.action["kind"]))


def _as_recorded(row: MenuRow, before: Action) -> MenuRow:
    """Return a row of the recorded action with all other fields filled in as recorded.

    For example, another amount of a payment goes to the recorded account. Rows of other actions
    are returned unchanged.
    """
    offer, recorded = row.choice.offer, to_json(before)
    shown = {name for name in offer.fields if name != row.number}
    own = row.choice.without(*(name for name in recorded if name not in {"kind", *shown}))
    if not recorded.items() >= own.items():
        return row
    asked = {before.chance, *(name for name, _ in row.typed)}
    left_out = {"kind", "seat", "at", "by_app", row.number, *shown, *asked}
    rest = {name: getattr(before, name) for name in recorded if name not in left_out}
    return replace(row, choice=row.choice.of(**rest)) if rest else row


def _may_replace(kind: type[Action], row: MenuRow) -> bool:
    """Return whether the action of a row may replace a recorded action of this kind.

    An action of the same kind may, unless its number is the time or a player joins. Any other
    kind must have the same ``by`` and ``keeps_turn``. Then two moves of a turn may replace each
    other. All other actions must be defined in the same module, and those that are not moves of a
    seat must also need no number and no text, because none was recorded.
    """
    other = type(row.choice.action)
    if row.number == "at" or issubclass(other, JoinLate):
        # The app fills in the time, and no correction adds a seat.
        return False
    if other is kind:
        return True
    if (other.by, other.keeps_turn) != (kind.by, kind.keeps_turn):
        return False
    is_related = other.__module__ == kind.__module__
    if kind.by == "seat" and not kind.keeps_turn:
        return is_related or (kind.turn_bound and other.turn_bound)
    is_complete = row.number is None and not row.typed
    return is_related and is_complete and other.turn_bound == kind.turn_bound


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
        labelled=tuple(
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
    choice, name = row.choice, row.number

    def is_new(item: MenuItem, *without: str) -> bool:
        posted = {field: value for field, value in item.posted.items() if field not in without}
        differs = any(before.get(field) != value for field, value in posted.items())
        # Texts that people enter are validated when they are posted.
        return bool(row.typed) or (differs and fits(item.action))

    if name is None:
        return Instead(row, is_new(choice))
    range_ = choice.offer.ranges[name]
    assert isinstance(range_, Range)
    recorded = before.get(name)
    if isinstance(range_, PrintedRange):
        return _with_other_printed_number(row, recorded if range_ == own else None, is_new)
    if not isinstance(recorded, int):
        return _first_numbers(row, before, range_, is_new)
    # A sale to somebody else, for example, keeps the recorded price.
    kept = choice.of(**{name: _nearest_number(range_, recorded)})
    further = [
        number
        for number in _numbers_near(range_, recorded)
        if number != getattr(kept.action, name) and is_new(choice.of(**{name: number}))
    ]
    return Instead(replace(row, choice=kept), is_new(kept), tuple(further), recorded)


def _first_numbers(
    row: MenuRow, before: Mapping[str, object], range_: Range, is_new: Callable[..., bool]
) -> Instead:
    """Return a replacement whose number is not recorded, so that no number is the obvious one.

    An action of the recorded kind can do without a number. For another kind, the first few numbers
    from 0 up get a button each.
    """
    choice, name = row.choice, not_none(row.number)
    numbers = _numbers_near(range_, 0)
    if before["kind"] == choice.posted["kind"]:
        further = [one for one in numbers if one and is_new(choice.of(**{name: one}))]
        return Instead(row, is_new(choice, name), tuple(further))
    few = numbers if name == choice.action.chance else numbers[: NEAR + 1]
    each = [choice.of(**{name: one}) for one in few]
    return Instead(row, False, labelled=tuple((o.label, o.posted) for o in each if is_new(o)))


def _nearest_number(range_: Range, number: int) -> int:
    """Return the number of a range that is nearest to the given one."""
    highest = LARGEST if range_.highest is None else range_.highest
    within = max(range_.lowest, min(number, highest))
    return within - (within - range_.lowest) % range_.step


def _numbers_near(range_: Range, number: int) -> range:
    """Return the numbers of a range near the given one, or all of them if there are only a few."""
    highest = LARGEST if range_.highest is None else range_.highest
    every = range(range_.lowest, highest + 1, range_.step)
    if len(every) <= FEW:
        return every
    place = every.index(_nearest_number(range_, number))
    return every[max(place - NEAR, 0) : place + NEAR + 1]


def _with_other_printed_number(
    row: MenuRow, recorded: object, is_new: Callable[[MenuItem], bool]
) -> Instead:
    """Return a replacement with another printed number.

    Its main button has the recorded number, or 0 if that means that no number is printed.
    Otherwise the number must be entered. Numbers that have names are listed by name instead.

    recorded: the recorded number, or None if it has another range.
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
    if recorded is None:
        has_main = range_.lowest == 0 and is_new(choice)
        return Instead(row, has_main, may_differ=is_new(choice))
    kept = choice.of(**{name: recorded})
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

"""The legal moves of a seat, and the buttons for them in templates.

Each button posts one action. Button ids are stable, so the browser keeps the element when the
screen is updated.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, TypeVar

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from companion.mechanics.codec import fields_of, to_json
from companion.mechanics.corrections import CORRECTION_ACTIONS, Adjustment
from companion.mechanics.early_pass import PassEarly
from companion.mechanics.event_sourcing import Action, Button, listed_in
from companion.mechanics.game import AnyGame
from companion.mechanics.menu import LegalMove, OneOf, Range, Ranges, dry_run
from companion.mechanics.recorded_sale import RecordSale
from companion.mechanics.words import Sentence
from companion.web.live.typography import escaped

Say = Callable[[Sentence | str], str]
K = TypeVar("K", bound=Action)


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A legal move with the label and action of its button.

    Open fields, which players fill in, are not part of the button's action. They are posted as
    separate form fields.
    """

    offer: LegalMove
    state: Any
    """The state in which the move is legal."""
    say: Say
    """The function that translates the label."""

    @property
    def action(self) -> Action:
        """The action of the move, with example values in open fields."""
        return self.offer.action

    @property
    def fields(self) -> Ranges:
        """The allowed values of the action's fields."""
        return self.offer.fields

    @property
    def label(self) -> str:
        """The label of the button."""
        return self.say(self.offer.action.label(self.state))

    @property
    def posted(self) -> dict[str, object]:
        """The action that the button posts, as a JSON object."""
        return self.without() if self.offer.open_fields else to_json(self.offer.action)

    def of(self, **values: object) -> MenuItem:
        """Return a copy whose action has these field values."""
        action: Any = self.action
        open_fields = tuple(name for name in self.offer.open_fields if name not in values)
        move = LegalMove(replace(action, **values), self.offer.seat, self.offer.ranges, open_fields)
        return MenuItem(move, self.state, self.say)

    def each(self, field: str) -> list[tuple[str | int, MenuItem]]:
        """Return a menu item for each allowed value of a field, paired with the value.

        field: the name of a field whose range is a ``OneOf``.
        """
        listed = self.offer.ranges[field]
        assert isinstance(listed, OneOf)
        return [(value, self.of(**{field: value})) for value in listed.values]

    def without(self, *names: str) -> dict[str, object]:
        """Return the action as a JSON object, without open fields and the named fields."""
        left_out = (*names, *self.offer.open_fields)
        posted = to_json(self.offer.action)
        return {name: posted[name] for name in posted if name not in left_out}


MOST_BUTTONS = 40
"""Maximum number of rows for one legal move."""
STEPS_UP = (1, 2, 5)
"""Differences between the lowest number and the next quick amounts."""


@dataclass(frozen=True, slots=True)
class QuickAmount:
    """A quick amount in one slot of the action bar."""

    slot: str
    """The name of the slot: "least", "plus-1" for the lowest amount plus 1, or "most"."""
    text: str
    amount: int | None
    """The amount, or None for the slot of the highest amount if there is no maximum."""
    is_offered: bool
    """Whether the amount can be chosen. If not, the slot is greyed and keeps its place."""


@dataclass(frozen=True, slots=True)
class QuickAmounts:
    """The quick amounts of a number field, always in the same slots."""

    slots: tuple[QuickAmount, ...]

    @property
    def size(self) -> str:
        """The CSS class for the size of the numbers: "wide", "long", or "" for the normal size."""
        # A list is faster here than a generator, and this runs for every push.
        longest = max([len(slot.text) for slot in self.slots])
        return "wide" if longest > 5 else "long" if longest > 3 else ""


def quick_amounts(
    range_: Range, steps: tuple[int, ...] = STEPS_UP, figure: Callable[[int], str] = str
) -> QuickAmounts:
    """Return the quick amounts of a range: the lowest, some steps up, and the highest.

    steps: the differences between the lowest amount and the next ones.
    figure: the function that returns the text of an amount.
    """
    most = range_.highest
    slots = [
        QuickAmount(
            f"plus-{step}" if step else "least",
            figure(range_.lowest + step),
            range_.lowest + step,
            most is None or range_.lowest + step <= most,
        )
        for step in (0, *steps)
    ]
    all_in = "–" if most is None else figure(most)
    return QuickAmounts((*slots, QuickAmount("most", all_in, most, most is not None)))


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A button with its inputs, in a menu generated from the legal moves."""

    id: str
    """The element id. It is stable, so the browser keeps the element."""
    choice: MenuItem
    number: str | None
    """The name of the field for which the player may choose another number, or None."""
    chips: QuickAmounts | None
    """The quick amounts of that field, or None if there are none."""
    typed: tuple[tuple[str, Sentence], ...]
    """The names of the fields that the player fills in before pressing the button, with labels."""

    def posted(self, *without: str) -> dict[str, object]:
        """Return the action that the button posts, without the named fields.

        If the row has inputs, "typed in" contains the prefix of their names, which is the row's id.
        """
        posted = self.choice.without(*without)
        return {**posted, "typed in": self.id} if without or self.typed else posted


def rows(choices: Iterable[MenuItem]) -> list[MenuRow]:
    """Return the menu rows of legal moves, in the order of the moves.

    A move whose fields have lists of values gets one row per combination, up to MOST_BUTTONS.
    """
    return [row for choice in choices for row in itertools.islice(_rows(choice), MOST_BUTTONS)]


def _rows(choice: MenuItem) -> Iterator[MenuRow]:
    ranges = choice.offer.ranges
    listed = {name: range_.values for name, range_ in ranges.items() if isinstance(range_, OneOf)}
    number = next((name for name, range_ in ranges.items() if isinstance(range_, Range)), None)
    for values in itertools.product(*listed.values()):
        item = choice.of(**dict(zip(listed, values, strict=True)))
        fixed = item.without("seat", *((number,) if number else ()))
        id = "-".join(map(str, fixed.values()))
        asked = ranges.get(number or "")
        quick = quick_amounts(asked) if isinstance(asked, Range) else None
        yield MenuRow(id, item, number, quick, _typed(item))


def _typed(choice: MenuItem) -> tuple[tuple[str, Sentence], ...]:
    """Return the open fields that have a label, which the player fills in, with their labels."""
    words = choice.action.words
    return tuple((name, words[name]) for name in choice.offer.open_fields if name in words)


@dataclass(frozen=True, slots=True)
class Sales:
    """The possible results of a spoken auction."""

    kind: type[RecordSale[Any]]
    """The action that records the result."""
    buyers: list[tuple[int, str, bool]]
    """The number and name of each seat still at the table, and whether it can be the buyer."""
    may_be_nobodys: bool
    """Whether the auction may end without a buyer."""

    @property
    def alone(self) -> tuple[int, Sentence] | None:
        """The seat of the only possible buyer, and a prompt that names the buyer.

        None if several results are possible, or if the game has no such prompt.
        """
        can = [(seat, name) for seat, name, can in self.buyers if can]
        words = self.kind.alone
        if words is None or self.may_be_nobodys or len(can) != 1:
            return None
        ((seat, name),) = can
        return seat, replace(words, values=(("name", name),))


@cache
def _kind_of(game: AnyGame, base: type[K]) -> type[K] | None:
    """Return the game's subclass of an action class, or None if it has none."""
    return next((kind for kind in game.actions if issubclass(kind, base)), None)


def sales_of(game: AnyGame, state: Any) -> Sales | None:
    """Return the possible results of the current auction, or None if none may be recorded."""
    kind = _kind_of(game, RecordSale)
    if kind is None or not kind.has_auction(state):
        return None
    sales = Sales(kind, kind.buyers(state), kind.may_be_nobodys(state))
    can_be = sales.may_be_nobodys or any(can for _, _, can in sales.buyers)
    return sales if can_be else None


def sale_rows(game: AnyGame, state: Any, say: Say) -> list[MenuRow]:
    """Return a menu row per possible result of the current auction: each buyer, or nobody."""
    sales = sales_of(game, state)
    if sales is None:
        return []
    offers: list[tuple[RecordSale[Any], Ranges]] = (
        [(sales.kind(), {})] if sales.may_be_nobodys else []
    )
    for seat, _, _ in sales.buyers:
        amounts = sales.kind.amounts(state, seat)
        if amounts is not None:
            offers.append((sales.kind(seat, amounts.lowest), {"amount": amounts}))
    return [
        MenuRow(
            f"{action.kind}-{action.seat}",
            MenuItem(LegalMove(action, action.seat, ranges), state, say),
            "amount" if ranges else None,
            None,
            (),
        )
        for action, ranges in offers
    ]


def early_pass(game: AnyGame, state: Any, seat: int | None) -> PassEarly[Any] | None:
    """Return the action for passing before the seat's turn, or None if passing early is illegal."""
    kind = _kind_of(game, PassEarly)
    if kind is None or seat is None:
        return None
    refusal = dry_run(kind(seat), state).refusal
    return None if refusal else kind(seat, kind.policy.number(state))


CorrectionField = tuple[str, Sentence, tuple[str | int, ...]]
"""A field of a correction form: its name, its label and the values to choose from. If there are no
values, the field is an input."""


def corrections_of(game: AnyGame, state: Any) -> list[tuple[Button, str, list[CorrectionField]]]:
    """Return the button, kind and form fields of each of the game's own correction actions.

    An action is left out while one of its fields has no allowed value.
    """
    shared = {kind.kind for kind in CORRECTION_ACTIONS}
    return [
        (kind.button, kind.kind, [_correction_field(kind, name, state) for name in typed_in(kind)])
        for kind in game.actions
        if issubclass(kind, Adjustment)
        and kind.kind not in shared
        and all(listed_in(kind.values, state).values())
    ]


def _correction_field(kind: type[Adjustment], name: str, state: Any) -> CorrectionField:
    listed = listed_in(kind.values, state).get(name, ())
    return name, kind.words.get(name) or Sentence(name), listed


def typed_in(kind: type[Action]) -> list[str]:
    """Return the names of the fields of an action that hold a number or text, except the time."""
    known = {name: hint for name, hint, _ in fields_of(kind) if name != "at"}  # type: ignore[arg-type]
    return [name for name, hint in known.items() if hint in (int, str, int | None)]


Posted = Mapping[str, object]
"""An action as a JSON object, or some of its fields."""
COMPACT = json.JSONEncoder(separators=(",", ":"))


# These are functions because Jinja macros are slower, and each screen has dozens of these buttons.


written = partial(htmlsafe_json_dumps, dumps=COMPACT.encode)
"""Convert an action to JSON for an HTML attribute in single quotes."""


def act(id: str, action: Posted, label: object, classes: str = "") -> Markup:
    """Return a button that posts an action.

    classes: the CSS classes of the button, separated by spaces.
    """
    return _button(f"b-{id}", "action", written(action), label, classes)


def button(id: str, choice: MenuItem, classes: str = "") -> Markup:
    """Return the button that posts a legal move, labelled with the move.

    classes: the CSS classes of the button, separated by spaces.
    """
    return _button(f"b-{id}", "action", written(choice.posted), choice.label, classes)


def picks(id: str, action: Posted, field: str) -> Markup:
    """Return a hidden input with the action that several ``pick`` buttons share.

    id: the id of the group of buttons.
    action: the action without the field that the buttons fill in.
    field: the field that the buttons fill in.
    """
    posted = f"{field} {written(action)}"
    return Markup(f'<input type="hidden" name="pick.{escape(id)}" value=\'{posted}\'>')


def pick(id: str, value: object, label: object, classes: str = "") -> Markup:
    """Return one of the buttons that share the action of a ``picks`` input.

    id: the id of the group of buttons.
    value: the value that this button fills in.
    """
    return _button(f"{id}-{value}", "pick", escape(f"{id} {value}"), label, classes)


def _button(id: str, name: str, value: Markup, label: object, classes: str) -> Markup:
    if IN_THE_BAR.intersection(classes.split()):
        classes += _size_of(label)
    more = f' class="{classes}"' if classes else ""
    return Markup(
        f'<button id="{escape(id)}" name="{name}" value=\'{value}\'{more}>{escaped(label)}</button>'
    )


def chips(group: str, quick: QuickAmounts, last: object, each: int = 0) -> Markup:
    """Return the buttons of quick amounts, which share the action of a ``picks`` input.

    group: the id of the group of buttons.
    last: the note on the button of the highest amount, such as "all in".
    each: the value of one unit. Other buttons then show the value of their amount, such as "=50". 0
        omits these values.
    """
    made = []
    for slot in quick.slots:
        note: object = f"={slot.amount * each}" if each and slot.amount is not None else ""
        note = last if slot.slot == "most" else note
        made.append(
            f'<button id="{group}-{slot.slot}" name="pick" value="{group} {slot.amount}"'
            f' class="chip"{"" if slot.is_offered else " disabled"}>{escape(slot.text)}'
            f"{f' <small>{escape(note)}</small>' if note else ''}</button>"
        )
    return Markup(" ".join(made))


IN_THE_BAR = {"first", "second"}
"""The classes of the large buttons in the action bar, whose labels stay on one line."""
LONG, LONGEST = 12, 20
"""Numbers of characters above which a label on a large button is small, or even smaller."""


def _size_of(label: object) -> str:
    """Return the CSS class for the size of a label, after a space, or "" for the normal size."""
    length = len(label.striptags() if isinstance(label, Markup) else str(label))
    return " longest" if length > LONGEST else " long" if length > LONG else ""


BUTTONS = {
    "written": written,
    "act": act,
    "button": button,
    "picks": picks,
    "pick": pick,
    "chips": chips,
}
"""The button functions that all templates get, by name."""

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

from companion.mechanics.actions.base import Action, Button, listed_in
from companion.mechanics.actions.menu import LegalMove, OneOf, Range, Ranges, dry_run
from companion.mechanics.auctions.early_pass import PassEarly
from companion.mechanics.auctions.recorded_sale import RecordSale
from companion.mechanics.game import AnyGame
from companion.mechanics.language.words import Sentence
from companion.mechanics.money.corrections import CORRECTION_ACTIONS, Adjustment
from companion.mechanics.values.codec import fields_of, to_json
from companion.web.requests.typography import in_text

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
    def action(self) -> Any:
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
    def question(self) -> str | None:
        """The question to ask before the action, or None."""
        loss = self.offer.action.loss(self.state)
        return None if loss is None else self.say(loss)

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
STEPS_UP = (1, 2, 3, 5)
"""Differences between the lowest number and the quick amounts."""


@dataclass(frozen=True, slots=True)
class QuickAmount:
    """An amount that a player can choose with one tap."""

    place: int | str
    """The place of its button: 1, 2 and so on, or "most" for the highest amount."""
    amount: int
    text: str
    note: str = ""
    """The small text under the amount."""


@dataclass(frozen=True, slots=True)
class QuickAmounts:
    """The quick amounts of a number field, each in a fixed place.

    They are different, ascending and legal. The lowest legal amount is not among them, because the
    main button has it.
    """

    places: tuple[QuickAmount | None, ...]
    """The amount in each place, or None for a place that stays empty."""
    most: QuickAmount | None
    """The highest legal amount, or None if there is no maximum."""
    lowest: str
    """The lowest legal amount."""
    asks: bool
    """Whether the seat does not have the highest amount at hand."""

    @property
    def size(self) -> str:
        """The CSS class for the size of the numbers: "wide", "long", or "" for the normal size."""
        # A list is faster here than a generator, and this runs for every push.
        longest = max([len(one.text) for one in (*self.places, self.most) if one] or [0])
        return "wide" if longest > 5 else "long" if longest > 3 else ""


def quick_amounts(
    range_: Range,
    steps: tuple[int, ...] = STEPS_UP,
    figure: Callable[[int], Sentence | str] = str,
    each: int = 1,
    speak: Say = str,
) -> QuickAmounts | None:
    """Return the quick amounts of a range, or None if only one amount is legal.

    A short range has a place for every amount. In a longer one, each place has the lowest amount
    plus a step, or a smaller amount if that is too much.

    steps: the differences between the lowest amount and the others, ascending.
    figure: the function that returns the text of an amount.
    each: the value of one unit. If it is not 1, buttons also show the value of their amount.
    speak: the function that translates the text of an amount.
    """
    lowest, most = range_.lowest, range_.highest
    if most == lowest:
        return None
    end, at_hand = most, range_.at_hand
    if most is not None and at_hand is not None and at_hand >= lowest:
        end = min(most, at_hand + 1)
    if end is not None and (end - lowest - 1) // range_.step <= len(steps):
        amounts = list(range(lowest + range_.step, end, range_.step))
    else:
        amounts = _spread_amounts(lowest, end, steps)
    places = [
        QuickAmount(
            place,
            amount,
            speak(figure(amount)),
            f"={speak(figure(amount * each))}" if each > 1 else "",
        )
        for place, amount in enumerate(amounts, 1)
    ]
    empty = [None] * (len(steps) - len(places))
    all_in = None if most is None else QuickAmount("most", most, speak(figure(most)))
    return QuickAmounts((*places, *empty), all_in, speak(figure(lowest)), at_hand is not None)


def _spread_amounts(lowest: int, end: int | None, steps: tuple[int, ...]) -> list[int]:
    """Return the lowest amount plus each step, or a smaller amount instead, all below ``end``."""
    amounts: list[int] = []
    smaller, between = lowest, steps[1] - steps[0]
    for step in steps:
        amount = lowest + step
        if end is not None and amount >= end:
            amount = smaller + between
        if end is None or amount < end:
            amounts.append(amount)
            smaller = amount
    return amounts


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A button with its inputs, in a menu generated from the legal moves."""

    id: str
    """The element id. It is stable, so the browser keeps the element."""
    choice: MenuItem
    number: str | None
    """The name of the field for which the player may choose another number, or None."""
    typed: tuple[tuple[str, Sentence], ...]
    """The names of the fields that the player fills in before pressing the button, with labels."""

    @property
    def range(self) -> Range | None:
        """The allowed numbers of that field, or None if there is no such field."""
        asked = self.choice.offer.ranges.get(self.number or "")
        return asked if isinstance(asked, Range) else None

    def main(self, classes: str) -> Markup:
        """Return the main button of the row, which takes the number that is typed, if any."""
        if self.number is None:
            return act(self.id, self.posted(), self.choice.label, classes)
        return main_button(self.id, self.choice, self.number, self.id, classes=classes)

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
    return [row for choice in choices for row in itertools.islice(_rows_of(choice), MOST_BUTTONS)]


def _rows_of(choice: MenuItem) -> Iterator[MenuRow]:
    ranges = choice.offer.ranges
    listed = {name: range_.values for name, range_ in ranges.items() if isinstance(range_, OneOf)}
    number = next((name for name, range_ in ranges.items() if isinstance(range_, Range)), None)
    for values in itertools.product(*listed.values()):
        item = choice.of(**dict(zip(listed, values, strict=True)))
        fixed = item.without("seat", *((number,) if number else ()))
        id = "-".join(map(str, fixed.values()))
        yield MenuRow(id, item, number, _labelled_open_fields(item))


def _labelled_open_fields(choice: MenuItem) -> tuple[tuple[str, Sentence], ...]:
    """Return the names and labels of the open fields that the player fills in.

    Fields without a label are filled in by the app.
    """
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
    return _button_markup(f"b-{id}", "action", written(action), label, classes)


def button(id: str, choice: MenuItem, classes: str = "", name: object = "") -> Markup:
    """Return the button that posts a legal move, labelled with the move.

    classes: the CSS classes of the button, separated by spaces.
    name: what a screen reader reads instead of the label, if that is short for more.
    """
    posted = written(choice.posted)
    named = f' aria-label="{escape(name)}"' if name else ""
    return _button_markup(f"b-{id}", "action", posted, choice.label, classes, named)


def picks(id: str, action: Posted, field: str) -> Markup:
    """Return a hidden input with the action that several ``pick`` buttons share.

    id: the id of the group of buttons.
    action: the action without the field that the buttons fill in.
    field: the field that the buttons fill in.
    """
    posted = f"{field} {written(action)}"
    return Markup(f'<input type="hidden" name="pick.{escape(id)}" value=\'{posted}\'>')


def pick(
    id: str, value: object, label: object, classes: str = "", name: object = "", more: str = ""
) -> Markup:
    """Return one of the buttons that share the action of a ``picks`` input.

    id: the id of the group of buttons.
    value: the value that this button fills in.
    name: see ``button``.
    more: further attributes, such as " data-repeats" if each of several quick taps counts.
    """
    posted = escape(f"{id} {value}")
    more += f' aria-label="{escape(name)}"' if name else ""
    return _button_markup(f"{id}-{value}", "pick", posted, label, classes, more)


def _button_markup(
    id: str, name: str, value: Markup, label: object, classes: str, more: str = ""
) -> Markup:
    if IN_THE_BAR.intersection(classes.split()):
        classes += _size_class(label)
    more += f' class="{classes}"' if classes else ""
    return Markup(
        f'<button id="{escape(id)}" name="{name}" value=\'{value}\'{more}>{in_text(label)}</button>'
    )


def chips(
    group: str,
    amounts: Iterable[QuickAmount | None],
    choice: MenuItem,
    field: str,
    note: str = "",
) -> Markup:
    """Return the buttons of quick amounts, which share the action of a ``picks`` input.

    A screen reader reads the whole move, such as "Bid 6".

    group: the id of the group of buttons.
    choice, field: the move and the field of its amount.
    note: the small text under each amount that has none.
    """
    made = []
    words = _label_of_typed(choice, field, choice.action.label(choice.state)) or "{1}"
    # A label with more numbers than the amount is not read whole: pushes would grow.
    words = words if words.count("{") == 1 else "{1}"
    for one in amounts:
        if one is None:
            made.append("<span></span>")
            continue
        small = one.note or note
        name = words.replace("{1}", one.text)
        made.append(
            f'<button id="{group}-{one.place}" name="pick" value="{group} {one.amount}"'
            f' class="chip" aria-label="{escape(name)}">'
            f"{escape(one.text)}"
            f"{f' <small>{escape(small)}</small>' if small else ''}</button>"
        )
    return Markup(" ".join(made))


def main_button(
    id: str,
    choice: MenuItem,
    field: str,
    own: str = "",
    typed: str = "",
    classes: str = "first",
) -> Markup:
    """Return the main button of a move with a number, which takes the number that is typed.

    field: the field of the number. The button's own action has the lowest one.
    own: the prefix of the names of the move's inputs, by default its kind.
    typed: the field that is typed, if that is another one.
    """
    kind, action = choice.action.kind, choice.posted
    if not typed:
        action = {**choice.without(field), "unless typed": {field: action[field]}}
    if own:
        action["typed in"] = own
    label = choice.action.label(choice.state)
    text, words = choice.say(label), _label_of_typed(choice, field, label)
    more = (
        f' data-takes="{escape(own or kind)}.{typed or field}"'
        f' data-label="{escape(text)}" data-words="{escape(words)}"'
    )
    return _button_markup(f"b-{id}", "action", written(action), text, classes, more)


def _label_of_typed(choice: MenuItem, field: str, label: Sentence | str) -> str:
    """Return the label of a move as a template for any entered number.

    "{1}" stands for the number, and "{n}" for n times the number, such as "{3}" for the total price
    of three. The only value of a label is assumed to be the number. The result is "" if the label
    is a plain string or has no values.

    label: the label for the lowest number.
    """
    if isinstance(label, str) or not label.values:
        return ""
    values: list[tuple[str, object]] = [(label.values[0][0], "{1}")]
    if len(label.values) > 1:
        labels: list[Any] = [
            choice.of(**{field: number}).action.label(choice.state) for number in (1, 2)
        ]
        one, two = (sentence.values for sentence in labels)
        values = [
            (name, value if value == other else f"{{{other - value}}}")
            for (name, value), (_, other) in zip(one, two, strict=True)
        ]
    return choice.say(replace(label, values=tuple(values)))


IN_THE_BAR = {"first", "second"}
"""The classes of the large buttons in the action bar, whose labels stay on one line."""
LONG, LONGEST = 12, 20
"""Numbers of characters above which a label on a large button is small, or even smaller."""


def _size_class(label: object) -> str:
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
    "main_button": main_button,
    "quick_amounts": quick_amounts,
}
"""The button functions that all templates get, by name."""

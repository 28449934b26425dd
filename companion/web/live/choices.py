"""The legal moves of a seat with their buttons, for the templates of one language.

Each button posts one action. The id of a button is stable, so that the browser keeps the element
when the screen is updated.
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
from companion.mechanics.event_sourcing import Action, listed_in
from companion.mechanics.game import AnyGame
from companion.mechanics.menu import LegalMove, OneOf, Range, Ranges, dry_run
from companion.mechanics.recorded_sale import RecordSale
from companion.mechanics.words import Sentence
from companion.web.live.typography import escaped

Say = Callable[[Sentence | str], str]
K = TypeVar("K", bound=Action)


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A legal move with its button.

    Fields that people enter or pick are posted separately.
    """

    offer: LegalMove
    state: Any
    say: Say

    @property
    def action(self) -> Action:
        """The action of the move, with example values in open fields."""
        return self.offer.action

    @property
    def fields(self) -> Ranges:
        """The possible values of the action's fields."""
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
        """Return a copy with these values in the action's fields."""
        action: Any = self.action
        open_fields = tuple(name for name in self.offer.open_fields if name not in values)
        move = LegalMove(replace(action, **values), self.offer.seat, self.offer.ranges, open_fields)
        return MenuItem(move, self.state, self.say)

    def each(self, field: str) -> list[tuple[str | int, MenuItem]]:
        """Return each possible value of a listed field, with a copy that has this value."""
        listed = self.offer.ranges[field]
        assert isinstance(listed, OneOf)
        return [(value, self.of(**{field: value})) for value in listed.values]

    def without(self, *names: str) -> dict[str, object]:
        """Return the posted action without the named fields and without open fields."""
        left_out = (*names, *self.offer.open_fields)
        posted = to_json(self.offer.action)
        return {name: posted[name] for name in posted if name not in left_out}


MOST_BUTTONS = 40
"""Maximum number of buttons for one legal move."""
STEPS_UP = (1, 2, 4, 9)
"""Numbers that are this much above the lowest one have extra buttons."""


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A button with its inputs, on a screen that is generated from the legal moves."""

    id: str
    """Stable, so that the browser keeps the element."""
    choice: MenuItem
    number: str | None
    """The field for which another number may be entered, or None."""
    chips: tuple[int, ...]
    """Other numbers that have a button."""
    typed: tuple[tuple[str, Sentence], ...]
    """Fields that people enter before they press the button, with their labels."""

    def posted(self, *without: str) -> dict[str, object]:
        """Return the action that the button posts, without the named fields.

        If there are inputs, the action contains the id of the row, with which their names begin.
        """
        posted = self.choice.without(*without)
        return {**posted, "typed in": self.id} if without or self.typed else posted


def rows(choices: Iterable[MenuItem]) -> list[MenuRow]:
    """Return the rows for legal moves.

    A move with lists of values has a row for each combination of values, up to MOST_BUTTONS.
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
        yield MenuRow(id, item, number, _chips(ranges.get(number or "")), _typed(item))


def _chips(range_: Range | OneOf | None) -> tuple[int, ...]:
    if not isinstance(range_, Range):
        return ()
    most = range_.highest
    further = (range_.lowest + step for step in STEPS_UP)
    return tuple(number for number in further if most is None or number <= most)


def _typed(choice: MenuItem) -> tuple[tuple[str, Sentence], ...]:
    """Return the fields that people enter, which are the open fields that have a label."""
    words = choice.action.words
    return tuple((name, words[name]) for name in choice.offer.open_fields if name in words)


@dataclass(frozen=True, slots=True)
class Sales:
    """The possible results of a spoken auction."""

    kind: type[RecordSale[Any]]
    buyers: list[tuple[int, str, bool]]
    """Number and name of every seat, and whether it can be the buyer."""
    may_be_nobodys: bool
    """Whether the auction may end without a buyer."""

    @property
    def alone(self) -> tuple[int, Sentence] | None:
        """The only possible buyer and a sentence about it, or None if there are several results."""
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
    """Return the possible results of the current auction, or None if no sale can be recorded."""
    kind = _kind_of(game, RecordSale)
    if kind is None:
        return None
    sales = Sales(kind, kind.buyers(state), kind.may_be_nobodys(state))
    can_be = sales.may_be_nobodys or any(can for _, _, can in sales.buyers)
    return sales if can_be else None


def sale_rows(game: AnyGame, state: Any, say: Say) -> list[MenuRow]:
    """Return a row for each possible result of the current auction."""
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
            (),
        )
        for action, ranges in offers
    ]


def early_pass(game: AnyGame, state: Any, seat: int | None) -> PassEarly[Any] | None:
    """Return the action with which a seat passes before its turn, or None if it is illegal."""
    kind = _kind_of(game, PassEarly)
    if kind is None or seat is None:
        return None
    refusal = dry_run(kind(seat), state).refusal
    return None if refusal else kind(seat, kind.policy.number(state))


CorrectionField = tuple[str, Sentence, tuple[str | int, ...]]
"""The name, the label and the possible values of a field in a correction form. A field without
possible values is an input."""


def corrections_of(game: AnyGame, state: Any) -> list[tuple[str, list[CorrectionField]]]:
    """Return the kind of each correction that the game itself defines, with its form fields."""
    shared = {kind.kind for kind in CORRECTION_ACTIONS}
    return [
        (kind.kind, [_correction_field(kind, name, state) for name in typed_in(kind)])
        for kind in game.actions
        if issubclass(kind, Adjustment) and kind.kind not in shared
    ]


def _correction_field(kind: type[Adjustment], name: str, state: Any) -> CorrectionField:
    listed = listed_in(kind.values, state).get(name, ())
    return name, kind.words.get(name) or Sentence(name), listed


def typed_in(kind: type[Action]) -> list[str]:
    """Return the fields of an action that people enter in one input each, except the time."""
    known = {name: hint for name, hint, _ in fields_of(kind) if name != "at"}  # type: ignore[arg-type]
    return [name for name, hint in known.items() if hint in (int, str, int | None)]


Posted = Mapping[str, object]
"""An action as a JSON object, or some of its fields."""
COMPACT = json.JSONEncoder(separators=(",", ":"))


# Functions rather than macros, which are slower: each screen has dozens of these buttons.


written = partial(htmlsafe_json_dumps, dumps=COMPACT.encode)
"""Escapes an action, or some of its fields, for an attribute in single quotes."""


def act(id: str, action: Posted, label: object, classes: str = "") -> Markup:
    """Return a button that posts an action."""
    return _button(f"b-{id}", "action", written(action), label, classes)


def button(id: str, choice: MenuItem, classes: str = "") -> Markup:
    """Return the button of a legal move."""
    return _button(f"b-{id}", "action", written(choice.posted), choice.label, classes)


def picks(id: str, action: Posted, field: str) -> Markup:
    """Return a hidden input with the action that several ``pick`` buttons share.

    field: the field whose value the buttons add.
    """
    posted = f"{field} {written(action)}"
    return Markup(f'<input type="hidden" name="pick.{escape(id)}" value=\'{posted}\'>')


def pick(id: str, value: object, label: object, classes: str = "") -> Markup:
    """Return one of the buttons that belong to a ``picks`` input.

    value: the value that the button gives to the field.
    """
    return _button(f"{id}-{value}", "pick", escape(f"{id} {value}"), label, classes)


def _button(id: str, name: str, value: Markup, label: object, classes: str) -> Markup:
    more = f' class="{classes}"' if classes else ""
    return Markup(
        f'<button id="{escape(id)}" name="{name}" value=\'{value}\'{more}>{escaped(label)}</button>'
    )


BUTTONS = {"written": written, "act": act, "button": button, "picks": picks, "pick": pick}
"""The functions above, by their names in templates."""

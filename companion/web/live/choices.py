"""Choices: what may be done, as the templates of one language draw it, and their buttons.

Each button posts one action; its id keeps it the same element when the screen is redrawn.
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
    """An action that may be done, with its button; what is typed or picked for it comes by post."""

    offer: LegalMove
    state: Any
    say: Say

    @property
    def action(self) -> Action:
        """The action itself, with an example where something is left open."""
        return self.offer.action

    @property
    def fields(self) -> Ranges:
        """What its fields may hold."""
        return self.offer.fields

    @property
    def label(self) -> str:
        """What its button says."""
        return self.say(self.offer.action.label(self.state))

    @property
    def posted(self) -> dict[str, object]:
        """What its button posts, as a JSON object."""
        return self.without() if self.offer.open_fields else to_json(self.offer.action)

    def of(self, **values: object) -> MenuItem:
        """Return the same with these values in its fields."""
        action: Any = self.action
        open_fields = tuple(name for name in self.offer.open_fields if name not in values)
        said = LegalMove(replace(action, **values), self.offer.seat, self.offer.ranges, open_fields)
        return MenuItem(said, self.state, self.say)

    def each(self, field: str) -> list[tuple[str | int, MenuItem]]:
        """Return one for each value in the list of a field, with the value."""
        listed = self.offer.ranges[field]
        assert isinstance(listed, OneOf)
        return [(value, self.of(**{field: value})) for value in listed.values]

    def without(self, *names: str) -> dict[str, object]:
        """Return what is posted beside fields that are typed or picked."""
        unsaid = (*names, *self.offer.open_fields)
        posted = to_json(self.offer.action)
        return {name: posted[name] for name in posted if name not in unsaid}


MOST_BUTTONS = 40
STEPS_UP = (1, 2, 4, 9)
"""How much more than the lowest number stands to be tapped beside it."""


@dataclass(frozen=True, slots=True)
class MenuRow:
    """One button of a screen that is drawn from the menu alone, and what belongs to it.

    id: stable. number: the field of which other numbers may be tapped (``chips``) or typed.
    typed: fields that are typed or chosen before the button is pressed, with what they are called.
    """

    id: str
    choice: MenuItem
    number: str | None
    chips: tuple[int, ...]
    typed: tuple[tuple[str, Sentence], ...]

    def posted(self, *without: str) -> dict[str, object]:
        """Return what its button posts; the fields typed for it are called by its id."""
        posted = self.choice.without(*without)
        return {**posted, "typed in": self.id} if without or self.typed else posted


def rows(choices: Iterable[MenuItem]) -> list[MenuRow]:
    """Return the buttons of all that may be done, each value of a list by a button of its own."""
    return [row for choice in choices for row in itertools.islice(_rows(choice), MOST_BUTTONS)]


def _rows(choice: MenuItem) -> Iterator[MenuRow]:
    ranges = choice.offer.ranges
    listed = {name: range_.values for name, range_ in ranges.items() if isinstance(range_, OneOf)}
    number = next((name for name, range_ in ranges.items() if isinstance(range_, Range)), None)
    for values in itertools.product(*listed.values()):
        said = choice.of(**dict(zip(listed, values, strict=True)))
        told = said.without("seat", *((number,) if number else ()))
        place = "-".join(map(str, told.values()))
        yield MenuRow(place, said, number, _chips(ranges.get(number or "")), _typed(said))


def _chips(range_: Range | OneOf | None) -> tuple[int, ...]:
    if not isinstance(range_, Range):
        return ()
    most = range_.highest
    further = (range_.lowest + step for step in STEPS_UP)
    return tuple(number for number in further if most is None or number <= most)


def _typed(choice: MenuItem) -> tuple[tuple[str, Sentence], ...]:
    """Return the texts and numbers that people type; what the app fills in has no words."""
    words = choice.action.words
    return tuple((name, words[name]) for name in choice.offer.open_fields if name in words)


@dataclass(frozen=True, slots=True)
class Sales:
    """How an auction may have ended that went on aloud.

    buyers: every seat with its name, and whether it can have taken it. may_be_nobodys: whether
    nobody may have wanted it.
    """

    kind: type[RecordSale[Any]]
    buyers: list[tuple[int, str, bool]]
    may_be_nobodys: bool

    @property
    def alone(self) -> tuple[int, Sentence] | None:
        """The one seat that can have taken it, and a sentence for it; None: that is asked."""
        can = [(seat, name) for seat, name, can in self.buyers if can]
        words = self.kind.alone
        if words is None or self.may_be_nobodys or len(can) != 1:
            return None
        ((seat, name),) = can
        return seat, replace(words, values=(("name", name),))


@cache
def _kind_of(game: AnyGame, base: type[K]) -> type[K] | None:
    """Return a game's own kind of some action, None where it has none."""
    return next((kind for kind in game.actions if issubclass(kind, base)), None)


def sales_of(game: AnyGame, state: Any) -> Sales | None:
    """Return how the auction under way may have ended aloud, None where nothing can be told."""
    kind = _kind_of(game, RecordSale)
    if kind is None:
        return None
    sales = Sales(kind, kind.buyers(state), kind.may_be_nobodys(state))
    can_be = sales.may_be_nobodys or any(can for _, _, can in sales.buyers)
    return sales if can_be else None


def sale_rows(game: AnyGame, state: Any, say: Say) -> list[MenuRow]:
    """Return a button for each way in which the auction under way may have ended aloud."""
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
    """Return how a seat leaves the auction though it is not its turn, None where it cannot."""
    kind = _kind_of(game, PassEarly)
    if kind is None or seat is None:
        return None
    refusal = dry_run(kind(seat), state).refusal
    return None if refusal else kind(seat, kind.policy.number(state))


Asked = tuple[str, Sentence, tuple[str | int, ...]]
"""A field of a form: its name, its words, and what may be picked there; nothing: it is typed."""


def corrections_of(game: AnyGame, state: Any) -> list[tuple[str, list[Asked]]]:
    """Return the kinds of what the banker alone may set right, each with the fields of its form."""
    shared = {kind.kind for kind in CORRECTION_ACTIONS}
    return [
        (kind.kind, [_asked(kind, name, state) for name in typed_in(kind)])
        for kind in game.actions
        if issubclass(kind, Adjustment) and kind.kind not in shared
    ]


def _asked(kind: type[Adjustment], name: str, state: Any) -> Asked:
    listed = listed_in(kind.values, state).get(name, ())
    return name, kind.words.get(name) or Sentence(name), listed


def typed_in(kind: type[Action]) -> list[str]:
    """Return the fields of an action that people type into one box each; the app tells the time."""
    known = {name: hint for name, hint, _ in fields_of(kind) if name != "at"}  # type: ignore[arg-type]
    return [name for name, hint in known.items() if hint in (int, str, int | None)]


Posted = Mapping[str, object]
"""An action as a JSON object, or a part of one."""
COMPACT = json.JSONEncoder(separators=(",", ":"))


# Functions and not macros, for they stand dozens of times on the screens that every tap redraws.


written = partial(htmlsafe_json_dumps, dumps=COMPACT.encode)
"""Makes of an action, or of a part of one, what an attribute between single quotes holds."""


def act(id: str, action: Posted, label: object, classes: str = "") -> Markup:
    """Return a button that posts an action as it stands."""
    return _button(f"b-{id}", "action", written(action), label, classes)


def button(id: str, choice: MenuItem, classes: str = "") -> Markup:
    """Return the button of what may be done."""
    return _button(f"b-{id}", "action", written(choice.posted), choice.label, classes)


def picks(id: str, action: Posted, field: str) -> Markup:
    """Return, for many buttons that differ by one field alone, a hidden action without it."""
    posted = f"{field} {written(action)}"
    return Markup(f'<input type="hidden" name="pick.{escape(id)}" value=\'{posted}\'>')


def pick(id: str, value: object, label: object, classes: str = "") -> Markup:
    """Return one of these buttons; value: of the field."""
    return _button(f"{id}-{value}", "pick", escape(f"{id} {value}"), label, classes)


def _button(id: str, name: str, value: Markup, label: object, classes: str) -> Markup:
    more = f' class="{classes}"' if classes else ""
    return Markup(
        f'<button id="{escape(id)}" name="{name}" value=\'{value}\'{more}>{escaped(label)}</button>'
    )


BUTTONS = {"written": written, "act": act, "button": button, "picks": picks, "pick": pick}
"""What the templates call them."""

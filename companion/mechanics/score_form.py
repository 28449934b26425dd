"""The form of the score calculator: a game declares its fields, and is given what was filled in.

A calculator stores nothing. Everything filled in is in the page's address, by field, so the names
of fields never change: a shared link must stay good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.mechanics.amounts import LARGEST
from companion.mechanics.options import AnyOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.schema import Figure, Rows, declared_fields, malformed
from companion.mechanics.words import Sentence, say

V = TypeVar("V")
LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form: a whole number, or one of its choices."""

    name: str
    label: Sentence
    seat: int | None = None
    """The seat it belongs to; None for the whole table."""
    lowest: int = 0
    highest: int = LARGEST
    step: int = 1
    """The number is a multiple of it."""
    choices: tuple[str, ...] = ()
    """The texts to choose from; empty: the field holds a number."""
    default: int | str | None = None
    """The value of a field that is left out; None: it is empty."""
    is_needed: bool = False
    """Whether it may not stay empty."""
    may_stay_open: bool = False
    """Whether a choice that the link gives as empty is empty, whatever its default."""
    is_list: bool = False
    """Whether the link may give it many times."""


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The settings and fields asked for, beside the names of so many players."""

    players: int
    options: tuple[AnyOption, ...] = ()
    """The settings on which the final scores depend."""
    fields: tuple[Field, ...] = ()


Value = int | str | None


@dataclass(frozen=True, slots=True)
class Typed:
    """A form as it was filled in, checked field by field."""

    names: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    """By field; None where it is empty."""
    lists: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """The values of the fields that may be given many times."""

    def whole(self, name: str) -> int:
        """Return the number in a field, 0 if the field is empty."""
        value = self.values.get(name)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The owner of something by majority (None for nobody), the reason, and its rule."""

    owner: str | None
    sentence: Sentence
    rule: str


class Seats(Rows[V]):
    """The holdings of each seat; raises ``no_players`` if there is no seat."""

    __slots__ = ()

    def read(self, data: object, where: Sentence | str = "") -> tuple[V, ...]:
        seats = Rows.read(self, data, where)
        if not seats:
            raise no_players()
        return seats


def plain_form(
    players: int,
    figures: Mapping[str, Sentence],
    highest: Mapping[str, int] | None = None,
    needed: Collection[str] = (),
    steps: Mapping[str, int] | None = None,
) -> ScoreForm:
    """Return a form that asks each seat for the same figures; labels by name.

    highest, steps: the upper limit of a figure, and the number it is a multiple of, by name.
    needed: the figures that may not stay empty; any other is 0 then.
    """
    most = highest or {}
    fields = (
        Field(
            f"{figure}_{seat}",
            label,
            seat,
            highest=most.get(figure, LARGEST),
            step=(steps or {}).get(figure, 1),
            default=None if figure in needed else 0,
            is_needed=figure in needed,
        )
        for seat in range(players)
        for figure, label in figures.items()
    )
    return ScoreForm(players, (), tuple(fields))


def plain_holdings(figures: Iterable[str], typed: Typed) -> dict[str, object]:
    """Return the holdings that such a form describes."""
    names = tuple(figures)
    seats = [
        {"name": name} | {figure: typed.whole(f"{figure}_{seat}") for figure in names}
        for seat, name in enumerate(typed.names)
    ]
    return {"seats": seats}


def seat_form(of: type, players: int, **highest: int) -> ScoreForm:
    """Return a form that asks each seat for the fields of a dataclass that are marked ``Asked``.

    highest: upper limits by field.
    """
    fields = declared_fields(of)
    asked = {name: one.asked for name, one in fields.items() if one.asked}
    most = {name: one.type.highest for name, one in fields.items() if isinstance(one.type, Figure)}
    return plain_form(
        players,
        {name: figure.label for name, figure in asked.items()},
        most | highest,
        [name for name, figure in asked.items() if figure.is_needed],
        {name: figure.step for name, figure in asked.items()},
    )


def seat_holdings(of: type, typed: Typed) -> dict[str, object]:
    """Return the holdings that a form made by ``seat_form`` describes."""
    return plain_holdings((name for name, one in declared_fields(of).items() if one.asked), typed)


def no_players() -> Refusal:
    """Return the refusal for final scores of nobody."""
    return Refusal("no_players", "", say("A score needs players; say how many play."))


def seats_in(holdings: Mapping[str, object]) -> list[Mapping[str, object]]:
    """Return the holdings of each seat; raises ``no_players`` or ``malformed``."""
    seats = objects_in(holdings, "seats")
    if not seats:
        raise no_players()
    return seats


def objects_in(data: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    """Return a list of objects; raises ``malformed``."""
    listed = data.get(key)
    if not isinstance(listed, Sequence) or not all(isinstance(part, Mapping) for part in listed):
        raise malformed(f"{key}: [{{…}}]")
    return list(listed)


def object_in(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return an object; raises ``malformed``."""
    found = data.get(key)
    if not isinstance(found, Mapping):
        raise malformed(f"{key}: {{…}}")
    return found


def text_in(data: Mapping[str, object], key: str) -> str:
    """Return a text; raises ``malformed``."""
    found = data.get(key)
    if not isinstance(found, str):
        raise malformed(say("{field} in letters that can be stored", field=key))
    return found


def whole_in(data: Mapping[str, object], key: str, default: int | None = None) -> int:
    """Return a whole number, 0 or more; raises ``malformed``."""
    found = data.get(key, default)
    if type(found) is not int or found < 0:
        raise malformed(say("{field} as a whole number, 0 or more", field=key))
    return found

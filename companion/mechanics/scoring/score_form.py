"""The form of the score calculator, whose fields each game declares.

The calculator stores nothing. The URL of its page contains all entered values, by field name.
Field names must therefore never change, because shared links would break.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.amounts import LARGEST
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.values.options import AnyOption
from companion.mechanics.values.schema import Figure, Row, Rows, declared_fields, malformed

V = TypeVar("V")
LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class Field:
    """A form field, which holds a whole number or one of several choices."""

    name: str
    label: Sentence
    seat: int | None = None
    """The seat that the field belongs to, or None for the whole table."""
    lowest: int = 0
    highest: int = LARGEST
    step: int = 1
    """The number must be a multiple of this step."""
    choices: tuple[str, ...] = ()
    """The texts to choose from. Empty for a field that holds a number."""
    default: int | str | None = None
    """The value if the URL does not contain the field. None for an empty field."""
    is_needed: bool = False
    """Whether the field must be filled in."""
    may_stay_open: bool = False
    """Whether an empty value in the URL means that nothing is chosen.

    Otherwise it means the default.
    """
    is_list: bool = False
    """Whether the URL may contain the field several times."""


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """The score calculator's form for a given number of players.

    The form also asks for the name of each player.
    """

    players: int
    options: tuple[AnyOption, ...] = ()
    """The settings on which the final scores depend."""
    fields: tuple[Field, ...] = ()


Value = int | str | None


@dataclass(frozen=True, slots=True)
class Typed:
    """The values of a completed form, each already validated."""

    names: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    """The values by field name. None for an empty field."""
    lists: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    """The values of the fields that may occur several times, by field name."""

    def whole(self, name: str) -> int:
        """Return the number in a field, or 0 if the field is empty."""
        value = self.values.get(name)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of a majority count: who owns the contested item."""

    owner: str | None
    """The colour of the owner, or None if there is no owner."""
    sentence: Sentence
    """The explanation of the result."""
    rule: str
    """The id of the rule that determines the owner."""


def round_pairs(name: str, number: Figure, points: Figure) -> Rows[tuple[int, ...]]:
    """Return the type of the field of this name, with pairs of a round and its points."""
    return Rows(Row((number, points), lambda: malformed(f"{name}: [[round, points], …]")))


class Seats(Rows[V]):
    """The field type for a list of each seat's holdings, with at least one seat.

    Raises ``no_players`` for an empty list.
    """

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
    """Return a form that asks each seat for the same numbers.

    figures: the label of each number, by name.
    highest: the largest value allowed, by name.
    needed: the names of the numbers that must be filled in. All others default to 0.
    steps: the number that an entered value must be a multiple of, by name.
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
    """Return the holdings entered in a form that ``plain_form`` created.

    figures: the names of the numbers.
    """
    names = tuple(figures)
    seats = [
        {"name": name} | {figure: typed.whole(f"{figure}_{seat}") for figure in names}
        for seat, name in enumerate(typed.names)
    ]
    return {"seats": seats}


def seat_form(of: type, players: int, **highest: int) -> ScoreForm:
    """Return a form that asks each seat for the fields of a dataclass that are marked ``Asked``.

    highest: the largest value allowed, by field. It overrides the limit in the annotation.
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
    """Return the holdings entered in a form that ``seat_form`` created."""
    return plain_holdings((name for name, one in declared_fields(of).items() if one.asked), typed)


def no_players() -> Refusal:
    """Return the refusal for final scores without players."""
    return Refusal("no_players", "", say("Choose the number of players."))


def seats_in(holdings: Mapping[str, object]) -> list[Mapping[str, object]]:
    """Return the holdings of each seat, from the list at the key "seats".

    Raises ``no_players`` if the list is empty, and ``malformed`` if there is no such list.
    """
    seats = objects_in(holdings, "seats")
    if not seats:
        raise no_players()
    return seats


def objects_in(data: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    """Return the list of objects at ``key``.

    Raises ``malformed`` if the key is missing or its value is anything else.
    """
    listed = data.get(key)
    if not isinstance(listed, Sequence) or not all(isinstance(part, Mapping) for part in listed):
        raise malformed(f"{key}: [{{…}}]")
    return list(listed)


def object_in(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return the object at ``key``.

    Raises ``malformed`` if the key is missing or its value is anything else.
    """
    found = data.get(key)
    if not isinstance(found, Mapping):
        raise malformed(f"{key}: {{…}}")
    return found


def text_in(data: Mapping[str, object], key: str) -> str:
    """Return the text at ``key``.

    Raises ``malformed`` if the key is missing or its value is anything else.
    """
    found = data.get(key)
    if not isinstance(found, str):
        raise malformed(say("{field} as valid text", field=key))
    return found


def whole_in(data: Mapping[str, object], key: str, default: int | None = None) -> int:
    """Return the non-negative whole number at ``key``, or the default if the key is missing.

    Raises ``malformed`` if the value is negative or not a whole number, or if the key is missing
    and there is no default.
    """
    found = data.get(key, default)
    if type(found) is not int or found < 0:
        raise malformed(say("{field} as a whole number, 0 or more", field=key))
    return found

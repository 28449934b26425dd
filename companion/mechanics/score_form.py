"""What the score calculator asks for: a game describes it, and is given what was typed.

A calculator keeps nothing. All that was typed stands in the page's address, a field's name and
what it holds, so the names of fields are never changed: a shared link must stay good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.mechanics.codec import LARGEST, malformed
from companion.mechanics.options import AnyOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import Sentence, say

LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to type or to pick.

    lowest, highest: of a whole number. step: what it is a multiple of. choices: what else it may
    hold; then it is no number. seat: whose it is, None for the whole table's. default: what it
    holds where nothing is said; None: nothing. is_needed: it may not stay empty. may_stay_open: a
    choice that holds nothing where it is said to be empty. is_list: it may stand there many times
    over.
    """

    name: str
    label: Sentence
    seat: int | None = None
    lowest: int = 0
    highest: int = LARGEST
    step: int = 1
    choices: tuple[str, ...] = ()
    default: int | str | None = None
    is_needed: bool = False
    may_stay_open: bool = False
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class ScoreForm:
    """What is asked for so many players; their names go without saying.

    options: those of the set-up that the account depends on.
    """

    players: int
    options: tuple[AnyOption, ...] = ()
    fields: tuple[Field, ...] = ()


Value = int | str | None


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, checked field by field.

    values: by field, None where it is empty. lists: of fields that stand there many times.
    """

    names: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    values: Mapping[str, Value] = field(default_factory=dict)
    lists: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)

    def whole(self, name: str) -> int:
        """Return a number, 0 where the field is empty."""
        value = self.values.get(name)
        return value if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """Who owns something by majority, why, and the rule behind it; owner: None for nobody."""

    owner: str | None
    sentence: Sentence
    rule: str


def plain_form(
    players: int,
    figures: Mapping[str, Sentence],
    highest: Mapping[str, int] | None = None,
    needed: Collection[str] = (),
    steps: Mapping[str, int] | None = None,
) -> ScoreForm:
    """Return a form that asks each seat for the same figures; labels by name.

    highest: what some of them may be at most. needed: those that may not stay empty; the others are
    0 then. steps: what some are multiples of.
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
    """Return what was typed into such a form."""
    names = tuple(figures)
    seats = [
        {"name": name} | {figure: typed.whole(f"{figure}_{seat}") for figure in names}
        for seat, name in enumerate(typed.names)
    ]
    return {"seats": seats}


def seats_in(holdings: Mapping[str, object]) -> list[Mapping[str, object]]:
    """Return what each seat holds; raises ``no_players`` or ``malformed``."""
    seats = objects_in(holdings, "seats")
    if not seats:
        raise no_players()
    return seats


def no_players() -> Refusal:
    """Return the refusal for an account of nobody."""
    return Refusal("no_players", "", say("A score needs players; say how many play."))


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

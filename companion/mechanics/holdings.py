"""What the final account is made from, declared once: frozen dataclasses of annotated fields.

``Annotated[int, Count()]`` says of a field what may stand there, as in ``printed``. The JSON object
and the check of one from outside follow from that: ``HoldingsSheet(Player).record(…)``,
``.read(…)``. What is left out holds the field's default; a field that has none may not be left out.
Where each seat is
asked for the same figures, the calculator's form follows, too: behind the part stand the field's
name and its label there, ``Annotated[int, Count(), "cash", say("cash")]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any

from companion.mechanics.codec import LARGEST, malformed
from companion.mechanics.printed import PrintedPart, PrintedSheet, Words
from companion.mechanics.score_form import (
    ScoreForm,
    Typed,
    no_players,
    plain_form,
    plain_holdings,
)
from companion.mechanics.words import Sentence, say


@dataclass(frozen=True, slots=True)
class Count(PrintedPart):
    """A whole number. step, is_asked: in the form, a multiple of that, and never left empty."""

    highest: int = LARGEST
    lowest: int = 0
    step: int = 1
    is_asked: bool = False

    def read(self, data: object, *where: Words) -> Any:
        if type(data) is not int or not self.lowest <= data <= self.highest:
            most = self.highest
            if (self.lowest, most) == (0, LARGEST):
                raise malformed(say("{field} as a whole number, 0 or more", field=where[0]))
            raise malformed(f"{where[0]}: {self.lowest} … {most}")
        return data


@dataclass(frozen=True, slots=True)
class HoldingText(PrintedPart):
    """A text of so many letters."""

    longest: int = 1000
    shortest: int = 0

    def read(self, data: object, *where: Words) -> str:
        if not isinstance(data, str) or not self.shortest <= len(data) <= self.longest:
            raise malformed(say("{field} in letters that can be stored", field=where[0]))
        return data


@dataclass(frozen=True, slots=True)
class OneWord(PrintedPart):
    """One of these words, or None among them."""

    words: tuple[str | None, ...]

    def read(self, data: object, *where: Words) -> str | None:
        if data not in self.words:
            known = " | ".join(word for word in self.words if word)
            raise malformed(f"{where[0]}: {known}")
        return data


@dataclass(frozen=True, slots=True)
class Mark(PrintedPart):
    """Whether something is so."""

    def read(self, data: object, *where: Words) -> bool:
        if not isinstance(data, bool):
            raise malformed(f"{where[0]}: true | false")
        return data


@dataclass(frozen=True, slots=True)
class Maybe(PrintedPart):
    """What may be None, too."""

    of: PrintedPart

    def read(self, data: object, *where: Words) -> Any:
        return None if data is None else self.of.read(data, *where)

    def record(self, value: Any) -> object:
        return None if value is None else self.of.record(value)


@dataclass(frozen=True, slots=True)
class Rows(PrintedPart):
    """A list of any number of the same, or of so many at most."""

    of: PrintedPart
    most: int = LARGEST

    def read(self, data: object, *where: Words) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple) or len(data) > self.most:
            raise malformed(f"{where[0]}: […]")
        return tuple(self.of.read(one, *where) for one in data)

    def record(self, value: tuple[Any, ...]) -> object:
        return [self.of.record(one) for one in value]


class Seats(Rows):
    """One for each seat; raises ``no_players`` where there is none."""

    __slots__ = ()

    def read(self, data: object, *where: Words) -> tuple[Any, ...]:
        seats = super().read(data, *where)
        if not seats:
            raise no_players()
        return seats


@dataclass(frozen=True, slots=True)
class HeldNamed(PrintedPart):
    """The same for each of some names; what they may be is judged beside the rest."""

    of: PrintedPart

    def read(self, data: object, *where: Words) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise malformed(f"{where[0]}: {{…}}")
        return {str(name): self.of.read(one, str(name)) for name, one in data.items()}

    def record(self, value: Mapping[str, Any]) -> object:
        return {name: self.of.record(one) for name, one in value.items()}


class HoldingsSheet(PrintedSheet):
    """What the annotated fields of a dataclass say of a seat, of a thing, or of all.

    Raises ``malformed`` for anything else, naming the field.
    """

    __slots__ = ()

    def values(self, data: object, *where: Words) -> dict[str, Any]:
        if not isinstance(data, Mapping):
            raise malformed("{" + ", ".join(name for name, *_ in self._parts()) + "}")
        needed = _needed(self.of)
        return {
            name: part.read(data.get(name), name)
            for name, part, *_ in self._parts()
            if name in data or name in needed
        }

    def form(self, players: int, **highest: int) -> ScoreForm:
        """Return a form that asks each seat for its labelled fields; highest: of some of them."""
        asked = self._asked()
        return plain_form(
            players,
            {name: label for name, (_, label) in asked.items()},
            {name: highest.get(name, part.highest) for name, (part, _) in asked.items()},
            [name for name, (part, _) in asked.items() if part.is_asked],
            {name: part.step for name, (part, _) in asked.items()},
        )

    def holdings(self, typed: Typed) -> dict[str, object]:
        """Return what was typed into such a form, as a JSON object."""
        return plain_holdings(self._asked(), typed)

    def _asked(self) -> dict[str, tuple[Count, Sentence]]:
        """Return part and label of each labelled field."""
        return {
            name: (part, label)
            for name, part, _, said in self._parts()
            for label in said
            if isinstance(part, Count) and isinstance(label, Sentence)
        }


@cache
def _needed(held: type) -> frozenset[str]:
    """Return the fields of a dataclass that have no default."""
    return frozenset(
        one.name for one in fields(held) if one.default is one.default_factory is MISSING
    )

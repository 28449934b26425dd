"""The lines of a score sheet: what each kind asks of a player, and what it makes of all figures.

What goes with a line is typed as a short text ("0: 0, 3: 1, 6: 4"), the same in the form, in a file
and in a link; each kind reads its own and refuses by name what it cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from companion.mechanics.codec import LARGEST, shown
from companion.mechanics.outcome import Term
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import Field, Value
from companion.mechanics.words import Sentence, say

MOST_PARTS = 12
MOST_WORTH = 1_000_000
"""What one thing may be worth, or cost: so that no total grows beyond what a page can show."""
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
PART = re.compile(r"(.*?)\s*[:=→]\s*([^:=→]*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its label, asked of every player. detail: what goes with it, as it is typed."""

    kind: ClassVar[str]
    title: ClassVar[Sentence]
    example: ClassVar[str | Sentence] = ""
    lowest: ClassVar[int] = 0
    highest: ClassVar[int] = LARGEST
    label: str

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return the line that was typed; raises ``detail_unused`` and what its kind refuses."""
        if detail:
            raise Refusal(
                "detail_unused",
                "",
                say(
                    "“{text}” does not go with {kind}: take it away, or choose another kind",
                    kind=cls.title,
                    text=shown(detail),
                ),
            )
        return cls(label)

    @property
    def detail(self) -> str:
        """What goes with it, in its shortest form."""
        return ""

    @property
    def asked(self) -> Sentence:
        """What is asked of each player."""
        return say("{name}", name=self.label)

    def field(self, name: str, seat: int) -> Field:
        """Return the field in which a player's figure is typed."""
        return Field(name, self.asked, seat, self.lowest, self.highest)

    def points(self, figure: Value) -> int:
        """Return what one player's figure brings."""
        return figure if isinstance(figure, int) else 0

    def told(self, figure: Value) -> Sentence:
        """Return what the account calls it."""
        return say("{name}", name=self.label)

    def terms(self, figures: Sequence[Value]) -> list[Term]:
        """Return what the figures of all seats, in their order, bring to each."""
        counted = [0 if figure is None else figure for figure in figures]
        return [Term(self.told(figure), self.points(figure), "") for figure in counted]


@dataclass(frozen=True, slots=True)
class Number(Line):
    """Counts as it is."""

    kind = "number"
    title = say("a number")


@dataclass(frozen=True, slots=True)
class Signed(Line):
    """Counts as it is, below 0 too."""

    kind = "signed"
    title = say("a number, also below 0")
    lowest = -LARGEST


@dataclass(frozen=True, slots=True)
class Times(Line):
    """So many things, each worth the same."""

    kind = "times"
    title = say("number × value")
    example = "3"
    highest = MOST_WORTH
    worth: int

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return the line; raises ``detail_missing`` or ``not_a_value``."""
        return cls(label, _worth(_required(detail, cls).lstrip("×* ")))

    @property
    def detail(self) -> str:
        return str(self.worth)

    @property
    def asked(self) -> Sentence:
        return say("{label} × {worth}", label=self.label, worth=self.worth)

    def points(self, figure: Value) -> int:
        return Line.points(self, figure) * self.worth

    def told(self, figure: Value) -> Sentence:
        return say("{label}: {count} × {worth}", label=self.label, count=figure, worth=self.worth)


@dataclass(frozen=True, slots=True)
class Steps(Line):
    """Up to so many bring so much; what lies beyond the last step brings what the last one does."""

    kind = "steps"
    title = say("steps")
    example = "0: 0, 3: 1, 6: 4"
    steps: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return the line; raises what pairs raise, and ``steps_not_rising``."""
        steps = tuple((_worth(most), worth) for most, worth in _pairs(detail, cls))
        for (before, _), (most, _) in zip(steps, steps[1:], strict=False):
            if most <= before:
                raise Refusal(
                    "steps_not_rising",
                    "",
                    say("steps rise: {most} comes after {before}", most=most, before=before),
                )
        return cls(label, steps)

    @property
    def detail(self) -> str:
        return _joined(self.steps)

    def points(self, figure: Value) -> int:
        count = Line.points(self, figure)
        return next((worth for most, worth in self.steps if count <= most), self.steps[-1][1])

    def told(self, figure: Value) -> Sentence:
        return say("{label}: {figure}", label=self.label, figure=figure)


@dataclass(frozen=True, slots=True)
class Choice(Line):
    """One of a few things, each with its points; the first is what nobody had to pick."""

    kind = "choice"
    title = say("a choice")
    example = say("hut: 1, castle: 5")
    choices: tuple[tuple[str, int], ...]

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return the line; raises what pairs raise, and ``choice_twice``."""
        choices = _pairs(detail, cls)
        names = [name for name, _ in choices]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise Refusal("choice_twice", "", say("“{name}” stands there twice", name=name))
        return cls(label, choices)

    @property
    def detail(self) -> str:
        return _joined(self.choices)

    def field(self, name: str, seat: int) -> Field:
        names = tuple(name for name, _ in self.choices)
        return Field(name, self.asked, seat, choices=names, default=names[0])

    def points(self, figure: Value) -> int:
        return dict(self.choices)[str(figure)]

    def told(self, figure: Value) -> Sentence:
        return say("{label}: {figure}", label=self.label, figure=figure)


@dataclass(frozen=True, slots=True)
class Most(Line):
    """Most of something brings so much, the second most so much, …; who has none has no place.

    Who is tied takes as many places as there are of them, and what these bring is split between
    them, rounded down.
    """

    kind = "most"
    title = say("the most, split")
    example = "5, 2"
    awards: tuple[int, ...]

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return the line; raises ``detail_missing``, ``not_a_value``, ``too_many_parts``."""
        return cls(label, tuple(map(_worth, _parts(detail, cls))))

    @property
    def detail(self) -> str:
        return ", ".join(map(str, self.awards))

    def shared(self, awards: Sequence[int], tied: int) -> int:
        """Return what each of so many gets who are tied for places with these awards."""
        return sum(awards) // tied

    def terms(self, figures: Sequence[Value]) -> list[Term]:
        counts = [Line.points(self, figure) for figure in figures]
        return [self._term(count, counts) for count in counts]

    def _term(self, count: int, counts: Sequence[int]) -> Term:
        label, tied = self.label, counts.count(count)
        ahead = sum(other > count for other in counts)
        awards = self.awards[ahead : ahead + tied]
        if count == 0 or not awards:
            return Term(say("{label}: {figure}", label=label, figure=count), 0, "")
        words = say("{label}: {count}, place {place}", label=label, count=count, place=ahead + 1)
        if tied > 1:
            words = say(
                "{label}: {count}, place {place}, tied", label=label, count=count, place=ahead + 1
            )
        return Term(words, self.shared(awards, tied), "")


@dataclass(frozen=True, slots=True)
class MostEach(Most):
    """The same; whoever is tied gets it whole."""

    kind = "most_each"
    title = say("the most, each")

    def shared(self, awards: Sequence[int], tied: int) -> int:
        return awards[0]


@dataclass(frozen=True, slots=True)
class MostAlone(Most):
    """The same; whoever is tied gets nothing, and the next gets what comes after their places."""

    kind = "most_alone"
    title = say("the most, alone")

    def shared(self, awards: Sequence[int], tied: int) -> int:
        return awards[0] if tied == 1 else 0


KINDS: dict[str, type[Line]] = {
    cls.kind: cls
    for cls in list(globals().values())
    if isinstance(cls, type) and issubclass(cls, Line) and cls is not Line
}
"""The kinds of lines by their names, which stand in files and links and are never changed."""


def _required(detail: str, kind: type[Line]) -> str:
    if not detail:
        raise Refusal(
            "detail_missing",
            "",
            say("{kind}: type what goes with it, like “{example}”", **_of(kind)),
        )
    return detail


def _of(kind: type[Line]) -> dict[str, object]:
    return {"kind": kind.title, "example": kind.example}


def _parts(detail: str, kind: type[Line]) -> list[str]:
    """Return what stands between commas."""
    parts = [part.strip() for part in re.split("[,;]", _required(detail, kind)) if part.strip()]
    if not parts:
        return _parts("", kind)
    if len(parts) > MOST_PARTS:
        raise Refusal("too_many_parts", "", say("at most {most} between commas", most=MOST_PARTS))
    return parts


def _pairs(detail: str, kind: type[Line]) -> tuple[tuple[str, int], ...]:
    """Return the pairs of "what: points" between commas.

    Raises ``detail_missing``, ``too_many_parts``, ``not_a_pair``, ``not_a_value``.
    """
    pairs = []
    for part in _parts(detail, kind):
        found = PART.fullmatch(part)
        if found is None or not found[1]:
            raise Refusal(
                "not_a_pair",
                "",
                say("“{part}” is not like “{example}”", part=shown(part), **_of(kind)),
            )
        pairs.append((found[1], _worth(found[2])))
    return tuple(pairs)


def _worth(text: str) -> int:
    """Return a number with or without its sign; raises ``not_a_value``."""
    bare = text.replace("−", "-").replace("–", "-").replace(" ", "")
    if not NUMBER.fullmatch(bare) or abs(int(bare)) > MOST_WORTH:
        raise Refusal(
            "not_a_value",
            "",
            say(
                "“{text}” is no whole number from -{most} to {most}",
                text=shown(text),
                most=MOST_WORTH,
            ),
        )
    return int(bare)


def _joined(pairs: Sequence[tuple[object, int]]) -> str:
    return ", ".join(f"{what}: {worth}" for what, worth in pairs)

"""The kinds of lines on a score sheet, each with the figure that players enter and its scoring.

A line has a label, a kind and a detail. The detail is a short text, such as "3: 2, 6: 5", whose
format depends on the kind. The text is the same in forms, files and links. Each kind parses its
own details, and raises a refusal if the text is invalid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Self

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, with_minus
from companion.mechanics.scoring.outcome import Term
from companion.mechanics.scoring.score_form import Field, Value
from companion.mechanics.values.codec import LARGEST, shown

MOST_PARTS = 12
"""The maximum number of parts in a detail. Parts are separated by commas or semicolons."""
MOST_WORTH = 1_000_000
"""The largest number in a detail, and the largest figure that is multiplied.

The limit keeps totals short enough for a page.
"""
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
FRACTION = re.compile(r"1/([0-9]{1,9})")
"""Matches a detail such as "1/3". Its refusal suggests the kind ``Per`` instead."""
PART = re.compile(r"(.*?)\s*[:=→]\s*([^:=→]*)|(.*?)\s+([+−–-]?[0-9]+)")
"""Matches a name or number followed by its points, such as "hut: 1", "3 = 2" or "hut 1"."""
FROM = re.compile(
    r"(?:(?:from|da|a partire da|dès|à partir de|ab|desde|a partir de)\s+)?"
    r"([0-9]+)\s*(?:\+|[−–-]\s*[0-9]+|on|in su|et plus|an|en adelante)?",
    re.IGNORECASE,
)
"""Matches a threshold: "3", "3+", "3–5", or "from 3 on" in any of the app's languages."""


Figures = Mapping[str, Sequence[Value]]
"""The figures that were entered for each seat, by line label."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Base class for all kinds of lines."""

    kind: ClassVar[str]
    """The name of the kind in files and links, which must not change."""
    title: ClassVar[Sentence]
    """The name of the kind on screens."""
    hint: ClassVar[Sentence] = say("No details needed")
    """What to enter as the detail."""
    example: ClassVar[str | Sentence] = ""
    """An example of a valid detail."""
    is_offered: ClassVar[bool] = True
    """Whether users can create new lines of this kind."""
    is_entered: ClassVar[bool] = True
    """Whether players enter a figure for this line."""
    lowest: ClassVar[int] = 0
    highest: ClassVar[int] = LARGEST
    label: str

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        """Return a line of this kind with the given label and detail.

        This base method raises ``detail_unused`` if the detail is not empty. Kinds that need a
        detail override the method and raise their own refusals.
        """
        if detail:
            raise Refusal(
                "detail_unused",
                "",
                say(
                    "“{kind}” takes no details; clear “{text}” or choose another kind",
                    kind=cls.title,
                    text=shown(detail),
                ),
            )
        return cls(label)

    @property
    def detail(self) -> str:
        """The detail in normalized form."""
        return ""

    @property
    def field_label(self) -> Sentence:
        """The label of the form field."""
        return say("{name}", name=self.label)

    def field(self, name: str, seat: int) -> Field:
        """Return the form field in which a seat's figure is entered."""
        return Field(name, self.field_label, seat, self.lowest, self.highest)

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest number that stand for a figure; see ``figure_of``."""
        return self.lowest, self.highest

    def figure_of(self, number: int) -> Value:
        """Return the figure that a number stands for, by default the number itself."""
        return number

    def number_of(self, figure: Value) -> int:
        """Return the number that stands for a figure, the inverse of ``figure_of``."""
        return figure if isinstance(figure, int) else 0

    def points(self, figure: Value) -> int:
        """Return the points that a figure scores."""
        return figure if isinstance(figure, int) else 0

    def term_label(self, figure: Value) -> Sentence:
        """Return the label of this line in the final score of a seat with this figure."""
        return say("{name}", name=self.label)

    def terms(self, figures: Sequence[Value]) -> list[Term]:
        """Return each seat's term for this line, given the figure of each seat."""
        counted = [0 if figure is None else figure for figure in figures]
        return [Term(self.term_label(figure), self.points(figure), "") for figure in counted]

    def terms_among(self, figures: Figures) -> list[Term]:
        """Return each seat's term for this line, given the figures of all lines."""
        return self.terms(figures[self.label])


@dataclass(frozen=True, slots=True)
class Number(SheetLine):
    """A line whose figure is a number of points."""

    kind = "number"
    title = say("a number")


@dataclass(frozen=True, slots=True)
class Signed(SheetLine):
    """A line whose figure is a number of points, which may be negative."""

    kind = "signed"
    title = say("a number (can be negative)")
    lowest = -LARGEST


@dataclass(frozen=True, slots=True)
class Times(SheetLine):
    """A line whose figure is a number of things that score the same points each."""

    kind = "times"
    title = say("number × value")
    hint = say("What each is worth: “3” or “-1”")
    example = "3"
    highest = MOST_WORTH
    worth: int
    """The points for each thing."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        return cls(label, _parsed_worth(_required(detail, cls).lstrip("×* ")))

    @property
    def detail(self) -> str:
        return str(self.worth)

    @property
    def field_label(self) -> Sentence:
        return say("{label} × {worth}", label=self.label, worth=with_minus(self.worth))

    def points(self, figure: Value) -> int:
        return SheetLine.points(self, figure) * self.worth

    def term_label(self, figure: Value) -> Sentence:
        return say(
            "{label}: {count} × {worth}",
            label=self.label,
            count=figure,
            worth=with_minus(self.worth),
        )


@dataclass(frozen=True, slots=True)
class Per(SheetLine):
    """A line that scores one point for every N things. A remainder scores nothing."""

    kind = "per"
    title = say("1 for every …")
    hint = say("1 for every 3: “3”")
    example = "3"
    every: int
    """The number of things that score one point."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        every = _parsed_worth(_required(detail, cls))
        if every < 1:
            sentence = say("enter a whole number, 1 or more, not “{text}”", text=shown(detail))
            raise Refusal("not_a_value", "", sentence)
        return cls(label, every)

    @property
    def detail(self) -> str:
        return str(self.every)

    def points(self, figure: Value) -> int:
        return SheetLine.points(self, figure) // self.every

    def term_label(self, figure: Value) -> Sentence:
        return say(
            "{label}: {figure}, 1 for every {every}",
            label=self.label,
            figure=figure,
            every=self.every,
        )


@dataclass(frozen=True, slots=True)
class Uncounted(SheetLine):
    """Base class for lines whose figures score no points themselves."""

    def points(self, figure: Value) -> int:
        return 0

    def term_label(self, figure: Value) -> Sentence:
        return say("{label}: {figure}", label=self.label, figure=figure)


@dataclass(frozen=True, slots=True)
class Factor(Uncounted):
    """A line whose figure scores only as part of a ``Product``."""

    kind = "factor"
    title = say("a number to multiply")
    hint = say("No details needed; “one line × another” multiplies two of these")
    highest = MOST_WORTH


@dataclass(frozen=True, slots=True)
class Product(SheetLine):
    """A line that scores the product of two ``Factor`` lines, or the square of one."""

    kind = "product"
    title = say("one line × another")
    hint = say("Two lines of the kind “a number to multiply”: “wheels × cards”")
    example = say("wheels × cards")
    is_entered = False
    factors: tuple[str, str]
    """The labels of the two lines."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        factors = re.split(r"\s*[×*]\s*|\s+[xX]\s+", _required(detail, cls))
        if len(factors) != 2 or not all(factors):
            sentence = say(
                "enter something like “{example}”, not “{part}”",
                part=shown(detail),
                **_kind_values(cls),
            )
            raise Refusal("not_a_product", "", sentence)
        return cls(label, (factors[0], factors[1]))

    @property
    def detail(self) -> str:
        return " × ".join(self.factors)

    def require_factors(self, lines: Iterable[SheetLine]) -> None:
        """Raise ``unknown_factor`` unless both factors are labels of ``Factor`` lines."""
        known = {line.label for line in lines if isinstance(line, Factor)}
        for label in self.factors:
            if label not in known:
                raise Refusal(
                    "unknown_factor",
                    "",
                    say(
                        "there is no line “{label}” of the kind “{kind}”",
                        label=shown(label),
                        kind=Factor.title,
                    ),
                )

    def terms_among(self, figures: Figures) -> list[Term]:
        return [self._term(*pair) for pair in zip(*map(figures.get, self.factors), strict=True)]

    def _term(self, one: Value, other: Value) -> Term:
        count, worth = SheetLine.points(self, one), SheetLine.points(self, other)
        sentence = say("{label}: {count} × {worth}", label=self.label, count=count, worth=worth)
        return Term(sentence, count * worth, "")


@dataclass(frozen=True, slots=True)
class Tie(Uncounted):
    """A line that breaks ties between equal totals. The highest figure wins."""

    kind = "tie"
    title = say("tie-break: the most")
    hint = say("No details needed; decides when totals are tied")

    def order(self, figure: Value) -> int:
        """Return the value that ranks a seat with this figure, the lowest first."""
        return -SheetLine.points(self, figure)


@dataclass(frozen=True, slots=True)
class TieLeast(Tie):
    """A line that breaks ties between equal totals. The lowest figure wins."""

    kind = "tie_least"
    title = say("tie-break: the fewest")

    def order(self, figure: Value) -> int:
        return SheetLine.points(self, figure)


@dataclass(frozen=True, slots=True)
class Steps(SheetLine):
    """A line with thresholds. A figure scores the points of the highest threshold that it reaches.

    Figures below the first threshold score nothing.
    """

    kind = "from"
    title = say("thresholds: from … up")
    hint = say("2 points from 3 up, 5 from 6 up: “3: 2, 6: 5”")
    example = "3: 2, 6: 5"
    steps: tuple[tuple[int, int], ...]
    """A (threshold, points) pair for each step, lowest threshold first."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        steps = tuple((cls._threshold(step), worth) for step, worth in _detail_pairs(detail, cls))
        for (before, _), (step, _) in pairwise(steps):
            if step <= before:
                raise Refusal(
                    "steps_not_rising",
                    "",
                    say(
                        "list thresholds from low to high: {most} comes after {before}",
                        most=step,
                        before=before,
                    ),
                )
        return cls(label, steps)

    @classmethod
    def _threshold(cls, text: str) -> int:
        found = FROM.fullmatch(text)
        return _parsed_worth(found[1] if found else text)

    @property
    def detail(self) -> str:
        return _joined_pairs(self.steps)

    def points(self, figure: Value) -> int:
        step = self._reached_threshold(SheetLine.points(self, figure))
        return dict(self.steps)[step] if step is not None else 0

    def term_label(self, figure: Value) -> Sentence:
        step = self._reached_threshold(SheetLine.points(self, figure))
        if step is None:
            return say("{label}: {figure}", label=self.label, figure=figure)
        points = dict(self.steps)[step]
        values = {"label": self.label, "figure": figure, "points": points}
        return say("{label}: {figure}, which makes {points}", **values)

    def _reached_threshold(self, count: int) -> int | None:
        """Return the threshold that decides the points of ``count``, or None if there is none."""
        return next((step for step, _ in reversed(self.steps) if step <= count), None)


@dataclass(frozen=True, slots=True)
class StepsUpTo(Steps):
    """A line with upper limits. A figure scores the points of the lowest limit not below it.

    Figures above the last limit score the points of the last limit. Old sheets may contain this
    kind, but users can no longer choose it.
    """

    kind = "steps"
    title = say("thresholds: up to …")
    hint = say("1 point up to 3, 4 up to 6 and beyond: “3: 1, 6: 4”")
    example = "3: 1, 6: 4"
    is_offered = False

    @classmethod
    def _threshold(cls, text: str) -> int:
        return _parsed_worth(text)

    def _reached_threshold(self, count: int) -> int | None:
        return next((step for step, _ in self.steps if count <= step), self.steps[-1][0])


@dataclass(frozen=True, slots=True)
class ChoiceLine(SheetLine):
    """A line that offers several choices, each with its points. No choice scores no points."""

    kind = "choice"
    title = say("a choice")
    hint = say("Each with its points: “hut: 1, castle: 5”")
    example = say("hut: 1, castle: 5")
    choices: tuple[tuple[str, int], ...]
    """A (name, points) pair for each choice."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        choices = _detail_pairs(detail, cls)
        names = [name for name, _ in choices]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise Refusal("choice_twice", "", say("“{name}” is listed twice", name=name))
        return cls(label, choices)

    @property
    def detail(self) -> str:
        return _joined_pairs(self.choices)

    def field(self, name: str, seat: int) -> Field:
        names = tuple(name for name, _ in self.choices)
        # Old links omit the first choice, so it stays the default. New links contain an empty value
        # if nothing is chosen.
        return Field(
            name, self.field_label, seat, choices=names, default=names[0], may_stay_open=True
        )

    @property
    def limits(self) -> tuple[int, int]:
        return 0, len(self.choices)

    def figure_of(self, number: int) -> Value:
        """Return the name of a choice, counted from 1, or None for 0: nothing is chosen."""
        return self.choices[number - 1][0] if number else None

    def number_of(self, figure: Value) -> int:
        names = [name for name, _ in self.choices]
        return 1 + names.index(figure) if isinstance(figure, str) else 0

    def points(self, figure: Value) -> int:
        return dict(self.choices)[figure] if isinstance(figure, str) else 0

    def term_label(self, figure: Value) -> Sentence:
        if not isinstance(figure, str):
            return say("{label}: nothing chosen", label=self.label)
        return say("{label}: {figure}", label=self.label, figure=figure)


@dataclass(frozen=True, slots=True)
class Most(SheetLine):
    """A line with awards for the seats with the highest figure, the second highest, and so on.

    Tied seats take one place each, and split the awards of these places equally, rounded down. A
    seat with a figure of 0 gets no award.
    """

    kind = "most"
    title = say("the most (split if tied)")
    hint = say("5 for the most, 2 for the second most, split if tied: “5, 2”")
    example = "5, 2"
    awards: tuple[int, ...]
    """The points for each place, first place first."""

    @classmethod
    def read(cls, label: str, detail: str) -> Self:
        return cls(label, tuple(map(_parsed_worth, _detail_parts(detail, cls))))

    @property
    def detail(self) -> str:
        return ", ".join(map(str, self.awards))

    @property
    def field_label(self) -> Sentence:
        return say("{label}: how many", label=self.label)

    def share(self, awards: Sequence[int], tied: int) -> int:
        """Return the points that each of several tied seats gets.

        awards: the awards of the places that the tied seats take.
        tied: the number of tied seats, or 1 for a seat without a tie.
        """
        return sum(awards) // tied

    def terms(self, figures: Sequence[Value]) -> list[Term]:
        counts = [SheetLine.points(self, figure) for figure in figures]
        return [self._term(count, counts) for count in counts]

    def _term(self, count: int, counts: Sequence[int]) -> Term:
        label, tied = self.label, counts.count(count)
        ahead = sum(other > count for other in counts)
        awards = self.awards[ahead : ahead + tied]
        if count == 0 or not awards:
            return Term(say("{label}: {figure}", label=label, figure=count), 0, "")
        sentence = say("{label}: {count}, place {place}", label=label, count=count, place=ahead + 1)
        if tied > 1:
            sentence = say(
                "{label}: {count}, place {place}, tied", label=label, count=count, place=ahead + 1
            )
        return Term(sentence, self.share(awards, tied), "")


@dataclass(frozen=True, slots=True)
class MostEach(Most):
    """A kind of ``Most`` in which each tied seat gets the full award of the best tied place."""

    kind = "most_each"
    title = say("the most (tied players each get it)")
    hint = say("5 for the most, 2 for the second most, in full for everyone tied: “5, 2”")

    def share(self, awards: Sequence[int], tied: int) -> int:
        return awards[0]


@dataclass(frozen=True, slots=True)
class MostAlone(Most):
    """A kind of ``Most`` in which tied seats get nothing, but still take their places."""

    kind = "most_alone"
    title = say("the most (nothing if tied)")
    hint = say("5 for the most, 2 for the second most, nothing if tied: “5, 2”")

    def share(self, awards: Sequence[int], tied: int) -> int:
        return awards[0] if tied == 1 else 0


KINDS: dict[str, type[SheetLine]] = {
    cls.kind: cls
    for cls in list(globals().values())
    if isinstance(cls, type) and issubclass(cls, SheetLine) and cls not in (SheetLine, Uncounted)
}
"""All kinds of lines, by their names in files and links. The names must not change."""


def _required(detail: str, kind: type[SheetLine]) -> str:
    if not detail:
        raise Refusal(
            "detail_missing",
            "",
            say("“{kind}” needs details, such as “{example}”", **_kind_values(kind)),
        )
    return detail


def _kind_values(kind: type[SheetLine]) -> dict[str, object]:
    return {"kind": kind.title, "example": kind.example}


def _detail_parts(detail: str, kind: type[SheetLine]) -> list[str]:
    """Split a detail at commas and semicolons, and return the parts that are not empty."""
    parts = [part.strip() for part in re.split("[,;]", _required(detail, kind)) if part.strip()]
    if not parts:
        return _detail_parts("", kind)
    if len(parts) > MOST_PARTS:
        raise Refusal(
            "too_many_parts",
            "",
            say("enter at most {most} parts, separated by commas", most=MOST_PARTS),
        )
    return parts


def _detail_pairs(detail: str, kind: type[SheetLine]) -> tuple[tuple[str, int], ...]:
    """Return the (name, points) pairs of a detail such as "hut: 1, castle: 5"."""
    pairs = []
    for part in _detail_parts(detail, kind):
        found = PART.fullmatch(part)
        name, worth = found.group(1, 2) if found and found[1] is not None else ("", "")
        if found and found[3] is not None:
            name, worth = found.group(3, 4)
        if not name:
            raise Refusal(
                "not_a_pair",
                "",
                say(
                    "enter something like “{example}”, not “{part}”",
                    part=shown(part),
                    **_kind_values(kind),
                ),
            )
        pairs.append((name, _parsed_worth(worth)))
    return tuple(pairs)


def _parsed_worth(text: str) -> int:
    """Parse a whole number; raise ``not_a_value`` if it is invalid or beyond ±``MOST_WORTH``."""
    bare = text.replace("−", "-").replace("–", "-").replace(" ", "")
    if fraction := FRACTION.fullmatch(bare):
        hint = say(
            "for “{text}” choose “{kind}” and enter {number}",
            text=shown(text),
            kind=Per.title,
            number=fraction[1],
        )
        raise Refusal("not_a_value", "", hint)
    if not NUMBER.fullmatch(bare) or abs(int(bare)) > MOST_WORTH:
        raise Refusal(
            "not_a_value",
            "",
            say(
                "enter a whole number from -{most} to {most}, not “{text}”",
                text=shown(text),
                most=MOST_WORTH,
            ),
        )
    return int(bare)


def _joined_pairs(pairs: Sequence[tuple[object, int]]) -> str:
    return ", ".join(f"{name}: {worth}" for name, worth in pairs)

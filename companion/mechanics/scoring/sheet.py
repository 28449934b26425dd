"""Score sheets: user-made scoring forms with a name and up to twenty lines.

Files and the database store a sheet as a JSON object:
{"name": …, "winner": "most", "lines": [{"label": …, "kind": …, "detail": …}, …]}.
Links contain the same data in compressed form. ``read_sheet`` reports all problems of a sheet at
once. A sheet produces the same kind of outcome as a built-in game.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import Sentence, say, together
from companion.mechanics.scoring.outcome import Outcome, Place, ranked
from companion.mechanics.scoring.score_form import ScoreForm, Typed
from companion.mechanics.scoring.sheet_lines import KINDS, Figures, Product, SheetLine, Tie
from companion.mechanics.values.codec import shown

FORMAT, VERSION = "companion score sheet", 1
PLAYERS = range(1, 11)
MOST_LINES = 20
LONGEST_TITLE = 40
LONGEST_LABEL = 30
LONGEST_DETAIL = 120
LARGEST_SHEET = 20_000
"""The maximum size of a decompressed sheet, in bytes."""
LONGEST_PACKED = 6000
"""The maximum length of a table's encoded sheet, in characters."""
WINNERS = {
    "most": say("the highest total"),
    "least": say("the lowest total"),
    "order": say("line by line (the first decides, the next breaks ties)"),
}
"""The labels of the ways to find the winner, by their names in files."""


class BadSheet(Refusal):
    """The refusal of an invalid sheet, with all its problems."""

    def __init__(self, problems: Sequence[tuple[int, Refusal]]) -> None:
        """Create the refusal from at least one problem, each with a line number.

        The line number is 0 for a problem of the sheet as a whole.
        """
        self.problems = tuple((number, with_line(number, why)) for number, why in problems)
        self.names = [why.name for _, why in problems]
        self.parts = {number: _rejected_part(why) for number, why in problems if number}
        """The invalid part of each line ("label", "kind" or "detail"), by line number."""
        super().__init__("bad_sheet", "", with_line(*problems[0]))


def _rejected_part(problem: Refusal) -> str:
    """Return which part of its line a refusal rejects: "label", "kind" or "detail"."""
    if problem.name.startswith("label_"):
        return "label"
    return "kind" if problem.name == "unknown_line_kind" else "detail"


def with_line(number: int, problem: Refusal) -> Sentence:
    """Return the message for a problem, prefixed with the line number unless the number is 0."""
    if not number:
        return problem.sentence
    return say("Line {number}: {problem}.", number=number, problem=problem.sentence)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A valid score sheet."""

    name: str
    winner: str
    """The way to find the winner, a key of ``WINNERS``."""
    lines: tuple[SheetLine, ...]
    """The lines of the sheet, without empty lines."""

    def written(self) -> dict[str, object]:
        """Return the sheet as a JSON object, the inverse of ``read_sheet``."""
        lines = [
            {"label": line.label, "kind": line.kind, "detail": line.detail} for line in self.lines
        ]
        return {"name": self.name, "winner": self.winner, "lines": lines}

    def form(self, players: int) -> ScoreForm:
        """Return the form that asks the players for the figures of this sheet."""
        fields = (
            line.field(field_name(number, seat), seat)
            for number, line in enumerate(self.lines, 1)
            if line.is_entered
            for seat in range(players)
        )
        return ScoreForm(players, (), tuple(fields))

    def account(self, typed: Typed, unfinished: Collection[int] = ()) -> Outcome:
        """Return the outcome for a completed form.

        unfinished: the seats whose figures are not all known. They come last, so that nobody wins a
        sheet on which the lowest total wins because figures are missing.
        """
        seats = range(len(typed.names))
        figures = {
            line.label: [typed.values.get(field_name(number, seat)) for seat in seats]
            for number, line in enumerate(self.lines, 1)
        }
        terms = [line.terms_among(figures) for line in self.lines]
        places = [
            Place.summed(
                *(seat, name, (line_terms[seat] for line_terms in terms)),
                cannot_win=say("numbers missing") if seat in unfinished else None,
            )
            for seat, name in enumerate(typed.names)
        ]
        places = [replace(place, order=self._rank_values(place, figures)) for place in places]
        outcome = ranked(places, self.winner, "", least_wins=self.winner == "least")
        return self._with_deciding_line(outcome, figures)

    @property
    def _ties(self) -> list[Tie]:
        """The tie-breaking lines, in order."""
        return [line for line in self.lines if isinstance(line, Tie)]

    def _rank_values(self, place: Place, figures: Figures) -> tuple[int, ...]:
        """Return the values that rank a seat: its total and tie-breaks, or its lines one by one."""
        if self.winner == "order":
            return tuple(-term.amount for term in place.terms)
        total = place.total if self.winner == "least" else -place.total
        return (total, *(line.order(figures[line.label][place.seat]) for line in self._ties))

    def _with_deciding_line(self, outcome: Outcome, figures: Figures) -> Outcome:
        """Return the outcome with a sentence that names the line that decided, if one did."""
        if len(outcome.winners) > 1:
            if self.winner != "order":
                return outcome
            names = together(one.name for one in outcome.standings if one.seat in outcome.winners)
            shared = say("{names} tie for the win: equal on every line.", names=names)
            return replace(outcome, sentence=shared)
        if len(outcome.standings) == 1 or not outcome.standings[1].qualified:
            return outcome
        first, second = outcome.standings[:2]
        pairs = enumerate(zip(first.order, second.order, strict=True))
        decisive = next(place for place, (one, other) in pairs if one != other)
        if self.winner == "order":
            more, less = (place.terms[decisive].amount for place in (first, second))
            sentence = say(
                "{name} wins on “{line}”, {more} to {less}.",
                name=first.name,
                line=self.lines[decisive].label,
                more=more,
                less=less,
            )
            return replace(outcome, sentence=sentence)
        return self._tie_broken(outcome, figures, self._ties[decisive - 1]) if decisive else outcome

    def _tie_broken(self, outcome: Outcome, figures: Figures, line: Tie) -> Outcome:
        """Return the outcome of a tie that a line broke, with a sentence that names the line."""
        first, second = outcome.standings[:2]
        more, less = (
            SheetLine.points(line, figures[line.label][place.seat]) for place in (first, second)
        )
        sentence = say(
            "Tied at {total}: {name} wins on “{line}”, {more} to {less}.",
            total=first.total,
            name=first.name,
            line=line.label,
            more=more,
            less=less,
        )
        return replace(outcome, reason="tie_broken", sentence=sentence)


def field_name(number: int, seat: int) -> str:
    """Return the form field name for a line and a seat.

    Shared links contain these names, so they must not change.
    """
    return f"line_{number}_{seat}"


def read_sheet(data: Mapping[str, object]) -> ScoreSheet:
    """Validate a JSON object and return it as a sheet without empty lines.

    Raises ``BadSheet`` with all problems. The problems of a sheet as a whole are ``title_missing``,
    ``title_too_long``, ``unknown_winner``, ``no_lines`` and ``too_many_lines``. The problems of a
    line are ``malformed_line``, ``label_missing``, ``label_too_long``, ``label_twice``,
    ``detail_too_long``, ``unknown_line_kind``, and those of the line's kind.
    """
    problems = _heading_problems(data)
    listed = data.get("lines")
    rows = listed if isinstance(listed, (list, tuple)) else ()
    lines: list[SheetLine] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows[:MOST_LINES], 1):
        try:
            line = _parsed_line(row, number, seen)
        except Refusal as why:
            problems.append((number, why))
        else:
            lines += [line] if line else []
    problems += _product_problems(rows, lines)
    if not lines and not problems:
        problems.append((0, Refusal("no_lines", "", say("Enter at least one line."))))
    if problems:
        raise BadSheet(problems)
    return ScoreSheet(str(data["name"]), str(data["winner"]), tuple(lines))


def _product_problems(
    rows: Sequence[object], lines: Sequence[SheetLine]
) -> list[tuple[int, Refusal]]:
    """Return a line number and a refusal for each product of lines that cannot be multiplied."""
    labels = [row.get("label") if isinstance(row, Mapping) else None for row in rows]
    problems = []
    for line in lines:
        if isinstance(line, Product):
            try:
                line.require_factors(lines)
            except Refusal as why:
                problems.append((labels.index(line.label) + 1, why))
    return problems


def _heading_problems(data: Mapping[str, object]) -> list[tuple[int, Refusal]]:
    problems: list[Refusal] = []
    name, winner, lines = data.get("name"), data.get("winner"), data.get("lines")
    if not isinstance(name, str) or not name:
        problems.append(Refusal("title_missing", "", say("Enter a name for the sheet.")))
    elif len(name) > LONGEST_TITLE:
        sentence = say(
            "The name of a sheet may have at most {longest} characters.", longest=LONGEST_TITLE
        )
        problems.append(Refusal("title_too_long", "", sentence))
    if not isinstance(winner, str) or winner not in WINNERS:
        sentence = say("“Who wins” must be one of: {kinds}.", kinds=tuple(WINNERS))
        problems.append(Refusal("unknown_winner", "", sentence))
    if isinstance(lines, (list, tuple)) and len(lines) > MOST_LINES:
        sentence = say("A sheet may have at most {most} lines.", most=MOST_LINES)
        problems.append(Refusal("too_many_lines", "", sentence))
    return [(0, problem) for problem in problems]


def _parsed_line(row: object, number: int, seen: dict[str, int]) -> SheetLine | None:
    """Parse one row of a sheet, and return its line, or None if the row is empty.

    seen: the line numbers of all earlier lines, by label. This function adds the new line.
    """
    if not isinstance(row, Mapping):
        raise _malformed_line()
    label, kind, detail = row.get("label"), row.get("kind"), row.get("detail", "")
    if not (isinstance(label, str) and isinstance(kind, str) and isinstance(detail, str)):
        raise _malformed_line()
    if not label and not detail:
        return None
    _require_label(label, number, seen)
    if len(detail) > LONGEST_DETAIL:
        sentence = say("the details may have at most {longest} characters", longest=LONGEST_DETAIL)
        raise Refusal("detail_too_long", "", sentence)
    if kind not in KINDS:
        sentence = say("“{kind}” is not one of: {kinds}", kind=shown(kind), kinds=tuple(KINDS))
        raise Refusal("unknown_line_kind", "", sentence)
    return KINDS[kind].read(label, detail)


def _malformed_line() -> Refusal:
    return Refusal("malformed_line", "", say("“label”, “kind” and “detail” must be texts"))


def _require_label(label: str, number: int, seen: dict[str, int]) -> None:
    if not label:
        raise Refusal("label_missing", "", say("enter what is counted"))
    if len(label) > LONGEST_LABEL:
        sentence = say("its label may have at most {longest} characters", longest=LONGEST_LABEL)
        raise Refusal("label_too_long", "", sentence)
    if label in seen:
        sentence = say("line {other} is also called “{label}”", other=seen[label], label=label)
        raise Refusal("label_twice", "", sentence)
    seen[label] = number


def packed(sheet: ScoreSheet) -> str:
    """Return a sheet in compressed form for a link, as letters, digits, "-" and "_"."""
    lines = [[line.label, line.kind, line.detail] for line in sheet.lines]
    text = json.dumps([sheet.name, sheet.winner, lines], ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> dict[str, object]:
    """Return the JSON object of a compressed sheet.

    The result must still be passed to ``read_sheet``. Raises ``broken_sheet_link``.
    """
    try:
        data = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        # Without a limit, a malicious link could expand to any size.
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(data, LARGEST_SHEET)
        if not unpacking.eof:
            raise ValueError(text)
        name, winner, lines = json.loads(content)
        rows = [
            {"label": label, "kind": kind, "detail": detail}
            for label, kind, detail in lines[: MOST_LINES + 1]
        ]
    except (ValueError, TypeError, LookupError, zlib.error, RecursionError) as error:
        raise Refusal(
            "broken_sheet_link",
            "",
            say("This link is incomplete. Ask for the score sheet again."),
        ) from error
    return {"name": name, "winner": winner, "lines": rows}

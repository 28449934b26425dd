"""A score sheet: a name, who wins, and at most twenty lines, typed by anybody without code.

It is written the same everywhere, as plain texts: {"name": …, "winner": "most", "lines": [{"label":
…, "kind": …, "detail": …}, …]}. Reading it says of each line what is wrong with it; the account it
makes is added up term by term, as those of our own games are.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.mechanics.codec import shown
from companion.mechanics.outcome import Outcome, Place, ranked, win_words
from companion.mechanics.refusal import Refusal
from companion.mechanics.score_form import ScoreForm, Typed
from companion.mechanics.sheet_lines import KINDS, Figures, Product, SheetLine, Tie
from companion.mechanics.words import Sentence, say, together

FORMAT, VERSION = "companion score sheet", 1
PLAYERS = range(1, 11)
MOST_LINES = 20
LONGEST_TITLE = 40
LONGEST_LABEL = 30
LONGEST_DETAIL = 120
LARGEST_SHEET = 20_000
"""Bytes of one, written; no text is ever unpacked beyond that."""
WINNERS = {
    "most": say("the highest total"),
    "least": say("the lowest total"),
    "order": say("line by line: the first decides, then the next"),
}
"""Who wins, by the name that stands in files; what is said of it."""


class BadSheet(Refusal):
    """A refusal of what was typed.

    problems: each with the number of its line, 0 for none. parts: what is wrong of each such line.
    """

    def __init__(self, problems: Sequence[tuple[int, Refusal]]) -> None:
        self.problems = tuple((number, of_line(number, why)) for number, why in problems)
        self.names = [why.name for _, why in problems]
        self.parts = {number: _part(why) for number, why in problems if number}
        super().__init__("bad_sheet", "", of_line(*problems[0]))


def _part(why: Refusal) -> str:
    """Return which part of its line a problem is in."""
    if why.name.startswith("label_"):
        return "label"
    return "kind" if why.name == "unknown_line_kind" else "detail"


def of_line(number: int, why: Refusal) -> Sentence:
    """Return what is wrong, with the line it is wrong in."""
    if not number:
        return why.sentence
    return say("Line {number}: {problem}.", number=number, problem=why.sentence)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet. lines: by their number; those left empty have none."""

    name: str
    winner: str
    lines: tuple[SheetLine, ...]

    def written(self) -> dict[str, object]:
        """Return it as a JSON object, which ``read_sheet`` reads."""
        lines = [
            {"label": line.label, "kind": line.kind, "detail": line.detail} for line in self.lines
        ]
        return {"name": self.name, "winner": self.winner, "lines": lines}

    def form(self, players: int) -> ScoreForm:
        """Return what is asked of so many players."""
        fields = (
            line.field(field_name(number, seat), seat)
            for number, line in enumerate(self.lines, 1)
            if line.is_asked
            for seat in range(players)
        )
        return ScoreForm(players, (), tuple(fields))

    def account(self, typed: Typed) -> Outcome:
        """Return who wins with what was typed, and what each total is made of."""
        seats = range(len(typed.names))
        figures = {
            line.label: [typed.values.get(field_name(number, seat)) for seat in seats]
            for number, line in enumerate(self.lines, 1)
        }
        terms = [line.terms_among(figures) for line in self.lines]
        places = [
            Place.summed(seat, name, (of_line[seat] for of_line in terms))
            for seat, name in enumerate(typed.names)
        ]
        if self.winner == "order":
            return self._in_order(places)
        level = ranked(places, self.winner, "", least_wins=self.winner == "least")
        return self._untied(level, figures) if len(level.winners) > 1 else level

    def _untied(self, level: Outcome, figures: Figures) -> Outcome:
        """Return the account in which the lines for that part those who share the win."""
        winners, words = level.winners, level.sentence
        for line in self.lines:
            if not isinstance(line, Tie):
                continue
            counts = {seat: SheetLine.points(line, figures[line.label][seat]) for seat in winners}
            best = line.best(counts.values())
            behind = [count for count in counts.values() if count != best]
            winners = tuple(seat for seat in winners if counts[seat] == best)
            if behind and len(winners) == 1:
                words = say(
                    "Level at {total}: {name} wins by “{line}”, {more} to {less}.",
                    total=level.standings[0].total,
                    name=next(one.name for one in level.standings if one.seat == winners[0]),
                    line=line.label,
                    more=best,
                    less=line.best(behind),
                )
        if winners == level.winners:
            return level
        if len(winners) > 1:
            names = tuple(one.name for one in level.standings if one.seat in winners)
            words = win_words(names, level.standings[0].total)
        ordered = sorted(level.standings, key=lambda place: place.seat not in winners)
        reason = "tie_broken" if len(winners) == 1 else level.reason
        return replace(
            level, reason=reason, sentence=words, standings=tuple(ordered), winners=winners
        )

    def _in_order(self, places: Sequence[Place]) -> Outcome:
        """Return the account where the first line decides, where it is level the next."""

        def amounts(place: Place) -> tuple[int, ...]:
            return tuple(term.amount for term in place.terms)

        ordered = sorted(places, key=amounts, reverse=True)
        best = amounts(ordered[0])
        winners = [place for place in ordered if amounts(place) == best]
        names, seats = tuple(one.name for one in winners), tuple(one.seat for one in winners)
        if len(winners) > 1:
            level = say("{names} share the win: level on every line.", names=together(names))
            return Outcome("tie_shared", level, "", tuple(ordered), seats)
        words = win_words(names, ordered[0].total)
        if len(ordered) > 1:
            pairs = zip(self.lines, best, amounts(ordered[1]), strict=True)
            line, more, less = next(pair for pair in pairs if pair[1] != pair[2])
            words = say(
                "{name} wins by “{line}”: {more} to {less}.",
                name=names[0],
                line=line.label,
                more=more,
                less=less,
            )
        return Outcome("order", words, "", tuple(ordered), seats)


def field_name(number: int, seat: int) -> str:
    """Return the name of the field for a line and a seat; it stands in links."""
    return f"line_{number}_{seat}"


def read_sheet(data: Mapping[str, object]) -> ScoreSheet:
    """Return the sheet that an object describes; lines that are wholly empty are left out.

    Raises ``BadSheet``, which holds every problem: ``title_missing``, ``title_too_long``,
    ``unknown_winner``, ``no_lines``, ``too_many_lines``; of a line ``malformed_line``,
    ``label_missing``, ``label_too_long``, ``label_twice``, ``detail_too_long``,
    ``unknown_line_kind`` and what its kind refuses.
    """
    problems = _heading_problems(data)
    listed = data.get("lines")
    rows = listed if isinstance(listed, (list, tuple)) else ()
    lines: list[SheetLine] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows[:MOST_LINES], 1):
        try:
            line = _line(row, number, seen)
        except Refusal as why:
            problems.append((number, why))
        else:
            lines += [line] if line else []
    problems += _product_problems(rows, lines)
    if not lines and not problems:
        problems.append((0, Refusal("no_lines", "", say("Type one line at least."))))
    if problems:
        raise BadSheet(problems)
    return ScoreSheet(str(data["name"]), str(data["winner"]), tuple(lines))


def _product_problems(
    rows: Sequence[object], lines: Sequence[SheetLine]
) -> list[tuple[int, Refusal]]:
    """Return what is wrong with products once all lines are known, by the numbers of their rows."""
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
        problems.append(Refusal("title_missing", "", say("Type a name for the sheet.")))
    elif len(name) > LONGEST_TITLE:
        words = say("The name of a sheet has at most {longest} letters.", longest=LONGEST_TITLE)
        problems.append(Refusal("title_too_long", "", words))
    if not isinstance(winner, str) or winner not in WINNERS:
        words = say("Who wins is one of {kinds}.", kinds=tuple(WINNERS))
        problems.append(Refusal("unknown_winner", "", words))
    if isinstance(lines, (list, tuple)) and len(lines) > MOST_LINES:
        words = say("A sheet has at most {most} lines.", most=MOST_LINES)
        problems.append(Refusal("too_many_lines", "", words))
    return [(0, problem) for problem in problems]


def _line(row: object, number: int, seen: dict[str, int]) -> SheetLine | None:
    """Return one line, None for an empty one; seen: the labels so far with their lines."""
    if not isinstance(row, Mapping):
        raise _malformed_line()
    label, kind, detail = row.get("label"), row.get("kind"), row.get("detail", "")
    if not (isinstance(label, str) and isinstance(kind, str) and isinstance(detail, str)):
        raise _malformed_line()
    if not label and not detail:
        return None
    _require_label(label, number, seen)
    if len(detail) > LONGEST_DETAIL:
        words = say("what goes with it has at most {longest} letters", longest=LONGEST_DETAIL)
        raise Refusal("detail_too_long", "", words)
    if kind not in KINDS:
        words = say("“{kind}” is none of: {kinds}", kind=shown(kind), kinds=tuple(KINDS))
        raise Refusal("unknown_line_kind", "", words)
    return KINDS[kind].read(label, detail)


def _malformed_line() -> Refusal:
    return Refusal("malformed_line", "", say("“label”, “kind” and “detail” are texts"))


def _require_label(label: str, number: int, seen: dict[str, int]) -> None:
    if not label:
        raise Refusal("label_missing", "", say("say what is counted"))
    if len(label) > LONGEST_LABEL:
        words = say("its label has at most {longest} letters", longest=LONGEST_LABEL)
        raise Refusal("label_too_long", "", words)
    if label in seen:
        words = say("line {other} is called “{label}” too", other=seen[label], label=label)
        raise Refusal("label_twice", "", words)
    seen[label] = number


def packed(sheet: ScoreSheet) -> str:
    """Return a sheet as a short word of letters, digits, "-" and "_", for a link."""
    lines = [[line.label, line.kind, line.detail] for line in sheet.lines]
    text = json.dumps([sheet.name, sheet.winner, lines], ensure_ascii=False, separators=(",", ":"))
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(word: str) -> dict[str, object]:
    """Return what a link says, not judged yet; raises ``broken_sheet_link``."""
    try:
        squeezed = urlsafe_b64decode(word.encode("ascii") + b"=" * (-len(word) % 4))
        # Never more than a sheet needs, however small a bomb is packed.
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(squeezed, LARGEST_SHEET)
        if not unpacking.eof:
            raise ValueError(word)
        name, winner, lines = json.loads(text)
        rows = [
            {"label": label, "kind": kind, "detail": detail}
            for label, kind, detail in lines[: MOST_LINES + 1]
        ]
    except (ValueError, TypeError, LookupError, zlib.error, RecursionError) as error:
        raise Refusal(
            "broken_sheet_link",
            "",
            say("This link is not whole; ask for the score sheet again."),
        ) from error
    return {"name": name, "winner": winner, "lines": rows}

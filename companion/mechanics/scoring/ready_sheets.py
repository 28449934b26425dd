"""Example score sheets for five common kinds of games. Their names are invented."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.mechanics.language.words import Sentence, say
from companion.mechanics.scoring.sheet import ScoreSheet, read_sheet

Row = tuple[Sentence, str, Sentence | str]
"""A line of a sheet: its label, kind and detail; see ``sheet_lines.SheetLine``."""


@dataclass(frozen=True, slots=True)
class ReadySheet:
    """An example score sheet whose texts can be translated."""

    title: Sentence
    summary: Sentence
    """The kind of game that the sheet suits."""
    winner: str
    """The way to find the winner; see ``sheet.WINNERS``."""
    rows: tuple[Row, ...]

    def translated(self, speak: Callable[[Sentence | str], str]) -> ScoreSheet:
        """Return the sheet in the language of ``speak``, a function that translates sentences."""
        lines = [
            {"label": speak(label), "kind": kind, "detail": speak(detail)}
            for label, kind, detail in self.rows
        ]
        return read_sheet({"name": speak(self.title), "winner": self.winner, "lines": lines})


READY = {
    "collection": ReadySheet(
        say("The Button Tin"),
        say("Collecting sets"),
        "most",
        (
            (say("Different buttons"), "from", "1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21"),
            (say("Pairs"), "times", "2"),
            (say("Gold buttons"), "times", "3"),
            (say("Most thread"), "most", "5, 2"),
            (say("Torn buttons"), "times", "-1"),
        ),
    ),
    "majority": ReadySheet(
        say("Three Valleys"),
        say("Having the most in each area"),
        "most",
        (
            (say("Upper valley"), "most", "8, 4"),
            (say("Middle valley"), "most", "6, 3"),
            (say("Lower valley"), "most", "4, 2, 1"),
            (say("Bridges"), "times", "2"),
            (say("Coins left"), "number", ""),
        ),
    ),
    "victory": ReadySheet(
        say("Market Town"),
        say("Victory points with bonuses"),
        "most",
        (
            (say("Points on the track"), "number", ""),
            (say("Houses"), "times", "2"),
            (say("Towers"), "times", "5"),
            (say("Kinds of goods"), "from", "1: 1, 2: 4, 3: 9"),
            (say("Longest wall"), "most_alone", "4"),
            (say("Mayor"), "choice", say("no: 0, yes: 3")),
            (say("Debts"), "times", "-2"),
        ),
    ),
    "golf": ReadySheet(
        say("Nine Greens"),
        say("As in golf: the lowest total wins"),
        "least",
        tuple((say("Hole {number}", number=number), "number", "") for number in range(1, 10)),
    ),
    "rounds": ReadySheet(
        say("Eight Evenings"),
        say("Round by round, can be negative"),
        "most",
        tuple((say("Round {number}", number=number), "signed", "") for number in range(1, 9)),
    ),
}
"""The example sheets, by their names in URLs."""

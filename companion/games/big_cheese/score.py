"""The form of the score calculator, and the parsing of holdings.

For each player, the form has fields for a total score and for the card and die roll of each
project. Players may use either or both. Field names must never change, because they are part of
shared links.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.big_cheese.box import EXACT_TARGET, LARGEST_DIE, NUMBERS, Scoring
from companion.games.big_cheese.final_scores import (
    SCORERS,
    Holdings,
    ScoredProject,
    ScoreLine,
)
from companion.games.big_cheese.seating import OPTIONS, PLAYERS, TITLE, chosen_target
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import SeatSetup
from companion.mechanics.language.words import say
from companion.mechanics.play.dice import require_face
from companion.mechanics.play.seating import checked_names, chosen_options, require_player_count
from companion.mechanics.play.table import PRINTED
from companion.mechanics.scoring.score_form import Field, ScoreForm, Typed
from companion.mechanics.values.codec import malformed

ASKED = tuple(option for option in OPTIONS if option.name in ("scoring", "target", "exactly_30"))
"""The settings that affect the score."""


def score_form(players: int) -> ScoreForm:
    """Return the calculator's form for this number of players.

    The form has fields for the settings that affect the score, and for each player's total and
    projects.
    """
    totals = (Field(f"total_{seat}", say("total so far"), seat) for seat in range(players))
    cards = (
        Field(f"card_{seat}", say("card"), seat, choices=NUMBERS, is_list=True)
        for seat in range(players)
    )
    dice = (
        Field(f"die_{seat}", say("die"), seat, lowest=1, highest=LARGEST_DIE, is_list=True)
        for seat in range(players)
    )
    return ScoreForm(players, ASKED, (*totals, *cards, *dice))


def typed_holdings(typed: Typed) -> dict[str, object]:
    """Return the holdings entered in the form, as a JSON object for ``read_holdings``.

    Raises ``half_a_project``.
    """
    seats = [
        {"name": name, "scored": _entered_lines(typed, seat, name)}
        for seat, name in enumerate(typed.names)
    ]
    return {**typed.options, "seats": seats}


def _entered_lines(typed: Typed, seat: int, name: str) -> list[dict[str, object]]:
    """Return the score lines entered for a player: the total, if any, and each project.

    Empty rows are skipped. Raises ``half_a_project`` if a row has only a card or only a die roll.
    """
    rows = zip(typed.lists[f"card_{seat}"], typed.lists[f"die_{seat}"], strict=False)
    lines: list[dict[str, object]] = []
    for card, value in rows:
        if (card is None) != (value is None):
            raise _half_a_project(name, len(lines) + 1)
        if card is not None:
            lines.append({"card": card, "value": value})
    if len(typed.lists[f"card_{seat}"]) != len(typed.lists[f"die_{seat}"]):
        raise _half_a_project(name, len(lines) + 1)
    total = typed.values.get(f"total_{seat}")
    return lines if total is None else [{"points": total, "is_total": True}, *lines]


def _half_a_project(name: str, number: int) -> Refusal:
    return Refusal(
        "half_a_project",
        "",
        say(
            "{name}, project {number}: enter both the card and the die roll.",
            name=name,
            number=number,
        ),
    )


def read_holdings(data: Mapping[str, object]) -> Holdings:
    """Parse the holdings from a JSON object sent by a table or the calculator.

    Raises ``no_players``, ``malformed``, ``unknown_card``, ``not_on_the_die``, and the refusals of
    ``seating.prepare``.
    """
    given = {option.name: data[option.name] for option in ASKED if option.name in data}
    options = chosen_options(TITLE, ASKED, given)
    target = chosen_target(options)
    scorers = SCORERS.read(data.get("seats"), "seats")
    require_player_count(TITLE, PLAYERS, len(scorers), PRINTED)
    names = checked_names(SeatSetup(scorer.name) for scorer in scorers)
    scoring, exact = Scoring(options["scoring"] == "one_die"), options["exactly_30"] is True
    lines: list[ScoreLine] = []
    for number, scorer in enumerate(scorers):
        score = 0
        for place, item in enumerate(scorer.scored, 1):
            if item.points is None:
                line = _computed_line(number, place, item, score if exact else None, scoring)
            else:
                line = _given_line(number, item, item.points)
            lines.append(line)
            score += line.points
    is_stopped = data.get("stopped") is True
    return Holdings(tuple(names), tuple(lines), target, scoring, exact, is_stopped)


def _given_line(seat: int, item: ScoredProject, points: int) -> ScoreLine:
    """Return the score line for an item whose points are given."""
    if item.card is None:
        return ScoreLine(seat, points, is_total=item.is_total)
    return ScoreLine(seat, points, item.project, item.card, item.value, item.counts)


def _computed_line(
    seat: int, project: int, item: ScoredProject, score: int | None, scoring: Scoring
) -> ScoreLine:
    """Return the score line for a card and a die roll, with the points computed.

    score: the seat's score before this line if exactly 30 wins (BC-X1), otherwise None.
    """
    card, value = item.card, item.value
    if card is None or value is None:
        raise malformed("card, value")
    if card not in NUMBERS:
        raise Refusal(
            "unknown_card",
            PRINTED,
            say(
                "There is no card “{card}” to roll for. Choose one of: {cards}.",
                card=card[:20],
                cards=NUMBERS,
            ),
        )
    require_face(value, scoring.sides(card), scoring.rule)
    points = scoring.points(card, value)
    if score is not None and score + points > EXACT_TARGET:
        return ScoreLine(seat, 0, project, card, value, counts=False)
    return ScoreLine(seat, points, project, card, value)

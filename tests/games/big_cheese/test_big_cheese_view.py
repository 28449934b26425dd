"""The view of a table: tiles, projects that finish next, prompts, the history."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Pass, Veto
from companion.games.big_cheese.corrections import SetCards, SetWorkers
from companion.games.big_cheese.results import Keep, Reroll, Roll
from companion.games.big_cheese.state import BigCheeseState, Project
from companion.games.big_cheese.view import view
from companion.testing.tables import ANNA, BRUNO, CARLA, after
from tests.games.big_cheese.big_cheese_tables import (
    finished,
    holding,
    offered,
    opened,
    over,
    rolled,
    scoring,
    seated,
    won,
)


def shown(table: BigCheeseState) -> SimpleNamespace:
    return view(table, None)


def test_a_view_shows_all_nine_cards_and_why_one_cannot_be_drawn() -> None:
    table = holding(holding(opened(), ANNA, vetoes=3), BRUNO, vetoes=1)

    tiles = {tile.card: tile for tile in shown(table).tiles}

    assert len(tiles) == 9
    assert str(tiles["veto"].why_not) == "Veto: all 4 are out, 0 at work, 4 held"
    assert [card for card, tile in tiles.items() if not tile.is_possible] == ["veto"]
    plain = {tile.card: tile for tile in shown(opened(specials=False)).tiles}
    assert str(plain["big_cheese"].why_not) == "Big Cheese: left out of this game"


def test_a_view_marks_what_the_next_award_finishes() -> None:
    table = won(won(opened(), "8", ANNA, 2), "10", BRUNO, 3)

    seen = shown(table)

    assert seen.maturing == (("Anna", "8"),)
    assert [(item.card, item.left, item.finishes_next) for item in seen.seats[ANNA].projects] == [
        ("8", 1, True)
    ]
    assert seen.last is not None and seen.last.home == (("Anna", ("8",)),)
    assert (seen.seats[BRUNO].free, seen.seats[BRUNO].to_go) == (7, 200)


def test_a_view_names_the_result_that_a_big_cheese_would_replace() -> None:
    (result,) = shown(rolled(5)).results

    assert (result.value, result.points, result.sides) == (5, 40, 6)
    assert [(face.value, face.points) for face in result.faces][-1] == (6, 48)


def test_each_stage_has_its_prompt() -> None:
    def said(table: BigCheeseState) -> str:
        return str(GAME.rules.waiting(table).prompt)

    assert said(seated()) == "Who opens the first auction?"
    assert said(opened()) == "Turn up the next card. Anna bids first."
    assert said(offered()) == "Anna bids 1 or more, or passes."
    assert said(finished()) == "Anna rolls for the finished project: 8."
    assert said(rolled(5)) == "Anna keeps 40 or plays a Big Cheese."
    assert said(over()) == "The game is over."


def test_the_prompt_tells_a_bidder_who_cannot_raise_to_pass() -> None:
    armed = holding(won(opened(), "8", CARLA, 9), CARLA, vetoes=1)
    armed = after(armed, OfferCard("4"), Bid(CARLA, 1), Bid(BRUNO, 2), Pass(ANNA))

    plain = holding(armed, CARLA)

    # An older version left this pass to be tapped.
    assert str(GAME.rules.waiting(plain).prompt) == "Carla cannot bid 3 and has to pass."
    prompt = GAME.rules.waiting(armed).prompt
    assert str(prompt) == "Carla cannot bid 3: pass or Veto."
    assert str(prompt.for_you) == "You cannot bid 3: pass, or play a Veto."
    assert [offer.kind for offer in GAME.legal_actions(armed, CARLA)] == ["pass", "veto"]


def test_an_award_has_one_history_line_per_part() -> None:
    table = won(won(opened(), "8", ANNA, 2), "10", BRUNO, 3)
    before = after(table, OfferCard("veto"), Bid(BRUNO, 1), Pass(ANNA))

    events = Pass(CARLA).decide(before)

    assert [str(event.tell(before, None)) for event in events] == [
        "Carla passes.",
        "Bruno wins the Veto with 1 worker.",
        "Workers back: Anna 1, Bruno 1.",
        "Anna’s 8 is finished.",
    ]


def test_every_step_has_its_history_line() -> None:
    table = holding(rolled(5, big_cheeses=2, scoring="dice_set", exactly_30=True), ANNA, 1, 2)
    steps = [
        (opened(), OfferCard("8"), ["Up for auction: 8; Anna bids first."]),
        (offered(), Bid(ANNA, 3), ["Anna bids 3."]),
        (
            holding(offered(), ANNA, vetoes=1),
            Veto(ANNA),
            ["Anna plays a Veto: the 8 is discarded."],
        ),
        (
            after(offered(), Pass(ANNA), Pass(CARLA)),
            Pass(BRUNO),
            ["Bruno passes.", "Everyone passed: the 8 is discarded."],
        ),
        (
            finished("12"),
            Roll(ANNA, 1, 6),
            ["Anna rolls 6 for the 12: 72.", "Anna scores 72 with the 12."],
        ),
        (
            rolled(5),
            Reroll(ANNA, 1, 2),
            [
                "Anna plays a Big Cheese and rolls 2 for the 8: 16.",
                "Anna scores 16 with the 8.",
            ],
        ),
        (
            scoring(table, ANNA, 28),
            Keep(ANNA, 1),
            ["Anna’s 5 would exceed 30, so the 8 scores nothing."],
        ),
        (
            won(opened(), "8", ANNA, 2),
            SetWorkers(1, 3),
            ["Correction: Anna’s workers on the 8: 3."],
        ),
        (opened(), SetCards(ANNA, 1, 0), ["Correction: Anna has Veto × 1, Big Cheese × 0."]),
    ]
    for state, action, lines in steps:
        events = action.decide(state)
        assert [str(event.tell(state, None)) for event in events] == lines


def test_the_last_history_line_names_the_winner() -> None:
    ended = over()
    before = scoring(finished("20"), ANNA, 150)
    events = Roll(ANNA, 1, 6).decide(before)

    assert str(events[-1].tell(ended, None)) == "Anna wins with 270."


def test_two_equal_projects_to_roll_for_have_different_labels() -> None:
    twenties = (Project(1, ANNA, "20", 0), Project(2, ANNA, "20", 0))
    others = (Project(3, ANNA, "8", 0), Project(4, BRUNO, "8", 0))
    table = replace(seated(), finished=(*twenties, *others))

    labels = [str(Roll(ANNA, project.number).label(table)) for project in table.finished[:3]]

    assert labels == [
        "Roll for the 20: 1 of 2",
        "Roll for the 20: 2 of 2",
        "Roll for the 8",
    ]

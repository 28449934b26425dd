"""The score pad of The Big Cheese: cards and dice, running totals, and what it refuses."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page
from tests.web.scores import PAD, notice, score_form, shown


def test_the_pad_adds_up_and_keeps_room_for_more(client: FlaskClient) -> None:
    status, page = shown(client, "big_cheese", PAD)

    assert status == 200
    assert "Player 1 wins with 40." in page.text
    assert "2: rolled 8, counts as 2 2 BC-S2" in page.text
    assert "+11 28" in page.text  # the running total after the second project
    assert lines(page) == [6, 6, 6]


def lines(page: Page) -> list[int]:
    """Return the number of lines for entries of each of three players."""
    return [page.html.count(f'name="card_{seat}"') for seat in range(3)]


def test_the_pad_has_lines_for_a_usual_game(client: FlaskClient) -> None:
    _, page = shown(client, "big_cheese", {"players": "3", "change": "players 3"})

    assert lines(page) == [6, 6, 6]


@pytest.mark.parametrize(("typed", "offered"), [(5, 8), (6, 9), (58, 60), (60, 60)])
def test_adding_lines_keeps_entries_up_to_the_links_limit(
    client: FlaskClient, typed: int, offered: int
) -> None:
    full = {**PAD, "card_1": ["2", ""] * typed, "die_1": ["8", ""] * typed}

    status, page = shown(client, "big_cheese", {**full, "change": "players 3"})

    assert status == 200 and "notice" not in page.html
    assert lines(page) == [6, offered, 6]
    assert page.html.count('value="8"') - page.html.count('<option value="8"') == typed


@pytest.mark.parametrize(
    ("language", "button"), [("en", "More lines"), ("it", "Altre righe"), ("fr", "Autres lignes")]
)
def test_each_pad_has_its_own_button_for_more(
    client: FlaskClient, language: str, button: str
) -> None:
    page = Page(client.get("/score/big_cheese", headers={"Accept-Language": language}).text)
    pads = len([1 for _, given in page.elements if given.get("id", "").startswith("pad-")])

    assert [one.text for one in score_form(page).buttons].count(button) == pads > 0


def test_an_empty_pad_says_that_there_is_no_score_yet(client: FlaskClient) -> None:
    _, page = shown(client, "big_cheese", {**PAD, "target": "50"})

    assert "Nobody has reached 50 yet." in page.text
    assert "10 short of 50" in page.text
    assert "♛" not in page.text


def test_equal_scores_are_decided_by_more_projects(client: FlaskClient) -> None:
    tied = {**PAD, "card_1": ["20", "20"], "die_1": ["20", "20"]}

    _, page = shown(client, "big_cheese", tied)

    assert "Player 1 wins the tie at 40 with more scored projects." in page.text


def test_with_exactly_30_a_result_above_it_is_ignored(client: FlaskClient) -> None:
    exact = {**PAD, "exactly_30": "True", "target": "", "card_0": ["20", "20", "12"]}

    _, page = shown(client, "big_cheese", {**exact, "die_0": ["19", "12", "11"]})

    assert "20: rolled 12, would exceed 30 0 BC-X1" in page.text
    assert "Player 1 wins with exactly 30." in page.text


PAD_WRONG = [
    (
        {"die_0": ["17", "", "12"]},
        "Player 1, project 2: enter both the card and the die roll.",
    ),
    (
        {"card_1": ["2", "4"]},
        "Player 2, project 2: enter both the card and the die roll.",
    ),
    ({"die_1": ["21"]}, "Player 2, die: enter 1 to 20, not 21."),
    ({"card_1": ["4"], "die_1": ["5"]}, "The die shows 1 to 4, not 5. BC-S2"),
    ({"card_1": ["veto"]}, "Player 2, card: “veto” is not one of: 2, 4, 6, 8, 10, 12, 20."),
    ({"target": "39"}, "With these dice play to 40 or more, not 39. BC-E1"),
    ({"target": "-1"}, "Enter a whole number such as 12, not “-1”."),
    (
        {"scoring": "one_die", "target": "200", "exactly_30": "True"},
        "Exactly 30 needs the set of dice. Choose the set. BC-X1",
    ),
    ({"card_0": ["2"] * 61}, "A player may have at most 60 rows."),
    ({"players": "2"}, "The Big Cheese is for 3 to 6 players, not “2”."),
]


@pytest.mark.parametrize(("said", "sentence"), PAD_WRONG)
def test_the_pad_refuses_in_one_sentence_too(
    client: FlaskClient, said: dict[str, object], sentence: str
) -> None:
    answered, page = shown(client, "big_cheese", {**PAD, **said})

    assert answered == 422
    assert notice(page) == sentence


def test_a_player_can_enter_a_total_instead_of_projects(client: FlaskClient) -> None:
    status, page = shown(client, "big_cheese", {**PAD, "total_1": "25"})

    assert status == 200
    assert "total so far 25" in page.text
    assert "+2 27" in page.text  # the running total goes on from there


def test_without_numbers_of_projects_no_tie_is_broken(client: FlaskClient) -> None:
    status, page = shown(client, "big_cheese", {**PAD, "total_1": "38"})

    assert status == 422
    assert notice(page) == (
        "A tie: the player with more scored projects wins. "
        "Enter the projects, not the totals. BC-E3"
    )

"""The end of a game, as phones and the screen for all show it."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.mechanics.language.words import with_minus
from companion.tables.live.cache import Actor, OpenTable
from companion.tables.records.import_export import import_record
from companion.web.live.screens import Screens, Viewer
from tests.transcripts.kept import recorded
from tests.web.pages import Page

GAMES = dict(recorded())
OVER = [
    "big_cheese/shared-win",
    "big_deal/six-shark",
    "big_shot/four-french-dearest",
    "big_shot/four-french-lots",
    "big_shot/two-french-nobody",
    "free_bank/sealed",
    "monopoly/bankrupt-to-a-player",
]


def drawn(app: Flask, table: OpenTable, seat: int | None, screen: str = "seat") -> str:
    """Return the parts of a player's phone, or of the screen for all."""
    actor = Actor("phone", "onlooker" if seat is None else "player", seat)
    return "".join(Screens(app).fragments(table, Viewer(actor, screen, "en"), frozenset()).values())


def seen(app: Flask, table: OpenTable, seat: int | None, screen: str = "seat") -> str:
    """Return the text of a player's phone, or of the big screen."""
    return Page(drawn(app, table, seat, screen)).text


@pytest.mark.parametrize("name", OVER)
def test_only_the_winners_phone_says_you_win(app: Flask, name: str) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        outcome = table.game.final.outcome(table.state)
        assert outcome is not None
        phones = {place.seat: seen(app, table, place.seat) for place in outcome.standings}

    words = "You win" if len(outcome.winners) == 1 else "You tie for the win"
    assert {seat for seat, text in phones.items() if words in text} == set(outcome.winners)
    for seat, text in phones.items():
        told = outcome.told_to(seat)
        is_said_by_the_gold = seat in outcome.winners and not outcome.says_more
        assert (str(told) in text) is not is_said_by_the_gold
        assert ("You " in str(told)) == (seat in outcome.winners)


@pytest.mark.parametrize("name", OVER)
def test_nothing_of_the_last_move_stands_beside_the_result(app: Flask, name: str) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        phones = [drawn(app, table, seat) for seat in range(len(table.seats))]

    assert [phone for phone in phones if 'class="just' in phone] == []


@pytest.mark.parametrize("name", OVER)
def test_a_phone_shows_its_place_and_points_and_then_how_the_winner_won(
    app: Flask, name: str
) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        outcome = table.game.final.outcome(table.state)
        assert outcome is not None
        phones = [seen(app, table, place.seat) for place in outcome.standings]

    for place, rank, text in zip(outcome.standings, outcome.ranks, phones, strict=True):
        if place.seat not in outcome.winners:
            own = f"Place {rank} of {len(phones)} {with_minus(place.total)}"
            assert text.index(own) < text.index(str(outcome.sentence))
        for winner in outcome.standings:
            if winner.seat in outcome.winners:
                term = winner.condensed(5)[0]
                assert f"{term.label} {with_minus(term.amount)}".replace("\u00a0", " ") in text


@pytest.mark.parametrize("name", OVER)
def test_everybody_sees_the_result_once_with_all_places_and_lines(app: Flask, name: str) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        outcome = table.game.final.outcome(table.state)
        assert outcome is not None
        text = seen(app, table, None, "table")

    assert text.count(str(outcome.sentence)) == 1
    for rank, place in zip(outcome.ranks, outcome.standings, strict=True):
        assert re.search(rf"{rank} (\W )*{place.name} {with_minus(place.total)}", text), text
        told = place.condensed(8 if rank == 1 and len(outcome.standings) <= 4 else 5)
        terms = (f"{term.label} {with_minus(term.amount)}" for term in told)
        # A page's text has no other space than this one.
        assert all(term.replace("\u00a0", " ") in text for term in terms)


@pytest.mark.parametrize(
    ("name", "lines"), [("big_shot/four-italian", [7, 4, 5, 4]), ("big_shot/two-italian", [8, 5])]
)
def test_score_lines_beyond_the_limit_are_summed_up(
    app: Flask, name: str, lines: list[int]
) -> None:
    with app.app_context():
        table = import_record(GAMES[name], "banker")
        parts = drawn(app, table, None, "table")

    places = re.findall('<ul class="terms">(.*?)</ul>', parts, re.DOTALL)
    assert [place.count("<li>") for place in places] == lines

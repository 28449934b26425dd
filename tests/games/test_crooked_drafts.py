"""The input of a wizard comes from a URL, so it may be any text."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import all_games
from companion.games.free_bank.draft import ALL
from companion.games.monopoly.board import GROUPS
from companion.games.monopoly.effects import KINDS
from companion.mechanics.game import AnyGame
from tests.games.test_moments import GAMES, moments

WORDS = ("roll", "group", "line", "pay", "deal", "space", ALL, *GROUPS[:2], *KINDS[:2])
NUMBERS = ("0", "1", "2", "3", "6", "7", "11", "99", "0-1", "3-0", "1-12", "2-2")
CROOKED = ("", "-1", "²", "x", "1.5", "-", "0-", "-0", "9" * 20, "nobody")
STATES = 8
TEXTS = 40


def texts(random: Random, known: tuple[str, ...]) -> list[str]:
    """Return texts put together from known parts and from random ones."""
    first = (*known, *WORDS, *NUMBERS)
    later = (*first, *NUMBERS, *NUMBERS, *CROOKED, *CROOKED)
    return [
        ".".join((random.choice(first), *random.choices(later, k=random.randrange(5))))
        for _ in range(TEXTS)
    ]


def known_at(game: AnyGame, state: Any, seat: int) -> tuple[str, ...]:
    """Return the texts that links on the current screen contain."""
    drawn = game.screen.draft(state, seat, "")
    marks = (getattr(drawn, name, "") for name in ("words", "keep", "deal_mark", "space_mark"))
    return (*filter(None, marks), *getattr(drawn, "texts", {}).values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_malformed_wizard_texts_in_a_url_are_always_read(game: AnyGame) -> None:
    random, everything = Random(game.name), moments(game)
    for moment in everything[:: -(-len(everything) // STATES)]:
        state = moment.state
        for seat in state.seats:
            for text in texts(random, known_at(game, state, seat)):
                game.screen.draft(state, seat, text)
        for text in texts(random, ()):
            game.screen.draft(state, None, text)


@pytest.mark.parametrize("faces", ["3.x", "x.3", "3.²", "3.", ".3", "3.0", "7.3"])
def test_one_impossible_die_face_discards_all_typed_faces(faces: str) -> None:
    monopoly = all_games()["monopoly"]
    listing = next(one.state for one in moments(monopoly) if one.state.stage == "list")
    seat = listing.turn_seat

    assert monopoly.screen.draft(listing, seat, "roll.3.4").faces == (3, 4)  # type: ignore[attr-defined]
    assert monopoly.screen.draft(listing, seat, f"roll.{faces}").faces == ()  # type: ignore[attr-defined]

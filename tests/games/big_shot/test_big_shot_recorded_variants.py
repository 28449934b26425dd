"""Whole games with hidden money and light tracking, worked out by hand.

Each note was added up from the actions in the file: bids paid, loans, cubes lot by lot.
The copies are invented examples, no printed board."""

from __future__ import annotations

from companion.games.big_shot import GAME
from tests.games.big_shot.big_shot_tables import owners, purses
from tests.games.records import replayed, totals


def test_a_winner_who_could_not_pay_plays_on_with_open_money() -> None:
    """hidden-italian.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: red 2, yellow 1: red.
      9 b: black 2, white 1, red 1, yellow 1: black.
      10: yellow 4, white 1, red 1, black 1: yellow.
      10 b: black 3, white 2, red 1, yellow 1: black.
      11: yellow 3, white 2, red 1, black 1: yellow.
      11 b: black 3, yellow 2, red 1, white 1: black.
      16: black 3, yellow 2, red 2: black.
      18: red 2, white 2, black 1; the 2s cancel: black.
      19: white 3, red 1: white.
      20: red 2, yellow 2, black 2, white 1; the 2s cancel: white.
      21: red 1, white 1; the 1s cancel: nobody.
      park a: red 2, black 1, yellow 1: red.
      park b: white 4, red 1, black 1, yellow 1: white.
    Run again: Bruno had bid 7 and held 0.
    Run again: Anna had bid 5 and held 4.
    Anna, red: cash 10 + 9 - 5 - 1 - 4 - 2 = 7; 1 loan, -10;
      2 lots with park a: 9 x 2 = 18; 18 + 7 - 10 = 15.
    Bruno, yellow: cash 10 - 10 = 0; no loan;
      2 lots: 10 + 11 = 21; 21 + 0 = 21.
    Carla, white: cash 10 - 3 - 1 - 4 - 2 = 0; no loan;
      3 lots with park b: 19 + 20 = 39; 39 + 0 = 39.
    Dario, black: cash 10 + 9 - 6 - 1 - 1 - 5 = 6; 1 loan, -10;
      5 lots: 9 + 10 + 11 + 16 + 18 = 64; 64 + 6 - 10 = 60.
    Fortunes: Anna 15 (2 lots, dearest 9) / Bruno 21 (2 lots, dearest 11) / Carla 39 (3 lots,
    dearest 20) / Dario 60 (5 lots, dearest 18)
    """
    state, outcome = replayed(GAME, "hidden-italian")

    assert owners(state) == (
        "red black yellow black yellow black black black white white - red white"
    )
    assert purses(state) == [(7, 1), (0, 0), (0, 0), (6, 1)]
    assert totals(outcome) == [("Dario", 60), ("Carla", 39), ("Bruno", 21), ("Anna", 15)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (3,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == []


def test_auctions_are_repeated_in_the_french_edition() -> None:
    """hidden-french.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: black 3, yellow 2: black.
      9 b: red 4, yellow 2, white 1: red.
      10: white 3, red 1, yellow 1, black 1: white.
      10 b: white 3, yellow 2, black 1, red 1: white.
      11: yellow 1, white 1; the 1s cancel: nobody.
      11 b: black 2, red 2, yellow 1, white 1; the 2s and the 1s cancel: nobody.
      16: white 3, red 2, yellow 1, black 1: white.
      18: yellow 3, black 2, white 2: yellow.
      19: black 1, white 1, yellow 1, red 1; the 1s cancel: nobody.
      20: white 2, yellow 1: white.
      21: black 3, red 2, yellow 2: black.
      park a: red 4, black 3: red.
      park b: white 1, black 1, red 1, yellow 1; the 1s cancel: nobody.
    Run again: Bruno had bid 14 and held 10.
    Run again: Bruno had bid 21 and held 10.
    Run again: Dario had bid 51 and held 19.
    Run again: Bruno had bid 10 and held 7.
    Run again: Dario had bid 24 and held 17.
    Run again: Anna had bid 20 and held 10.
    Run again: Bruno had bid 17 and held 0.
    Run again: Bruno had bid 2 and held 0.
    Run again: Anna had bid 23 and held 18.
    Run again: Bruno had bid 3 and held 0.
    Run again: Dario had bid 11 and held 9.
    Anna, red: cash 10 + 9 + 8 + 7 - 5 - 4 - 13 - 9 = 3; 3 loans, -30;
      2 lots with park a: 9 = 9; 9 + 3 - 30 = -18.
    Bruno, yellow: cash 10 + 9 - 3 - 7 - 3 = 6; 1 loan, -10;
      1 lot: 18 = 18; 18 + 6 - 10 = 14.
    Carla, white: cash 10 + 9 + 8 - 6 - 10 - 1 - 5 - 1 = 4; 2 loans, -20;
      4 lots: 10 + 10 + 16 + 20 = 56; 56 + 4 - 20 = 40.
    Dario, black: cash 10 + 9 - 2 - 5 - 3 = 9; 1 loan, -10;
      2 lots: 9 + 21 = 30; 30 + 9 - 10 = 29.
    Fortunes: Anna -18 (2 lots, dearest 9) / Bruno 14 (1 lot, dearest 18, may not win) / Carla
    40 (4 lots, dearest 20) / Dario 29 (2 lots, dearest 21)
    """
    state, outcome = replayed(GAME, "hidden-french")

    assert owners(state) == ("black red white white - - white yellow - white black red -")
    assert purses(state) == [(3, 3), (6, 1), (4, 2), (9, 1)]
    assert totals(outcome) == [("Carla", 40), ("Dario", 29), ("Anna", -18), ("Bruno", 14)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (2,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Bruno"]


def test_typed_cube_counts_give_the_final_scores() -> None:
    """light-italian.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: white 3, red 2, yellow 2: white.
      9 b: white 1, red 1, black 1; the 1s cancel: nobody.
      10: yellow 2, black 2, red 2, white 1; the 2s cancel: white.
      10 b: red 1, white 1, black 1; the 1s cancel: nobody.
      11: white 3, black 1, yellow 1, red 1: white.
      11 b: red 2, yellow 2, black 2, white 1; the 2s cancel: white.
      16: black 2, red 2, white 2, yellow 1; the 2s cancel: yellow.
      18: yellow 3, black 2, red 1, white 1: yellow.
      19: red 3, black 2, yellow 1, white 1: red.
      20: yellow 1, white 1; the 1s cancel: nobody.
      21: red 2, black 2; the 2s cancel: nobody.
      park a: yellow 3, black 3, white 1; the 3s cancel: white.
      park b: white 2, yellow 2, red 1; the 2s cancel: red.
    Anna, red: cash 10 - 3 - 7 = 0; no loan;
      2 lots with park b: 19 = 19; 19 + 0 = 19.
    Bruno, yellow: cash 10 - 10 = 0; no loan;
      2 lots: 16 + 18 = 34; 34 + 0 = 34.
    Carla, white: cash 10 + 9 + 8 + 7 + 6 - 9 - 1 - 2 = 28; 4 loans, -40;
      5 lots with park a: 9 x 2 + 10 x 2 + 11 + 11 = 60; 60 + 28 - 40 = 48.
    Dario, black: cash 10 + 9 + 8 + 7 - 10 - 1 - 6 - 2 - 1 = 14; 3 loans, -30;
      No lot: 0 = 0; 0 + 14 - 30 = -16.
    Fortunes: Anna 19 (2 lots, dearest 19) / Bruno 34 (2 lots, dearest 18) / Carla 48 (5 lots,
    dearest 11) / Dario -16 (0 lots, dearest 0, may not win)
    """
    state, outcome = replayed(GAME, "light-italian")

    assert owners(state) == ("white - white - white white yellow yellow red - - white red")
    assert purses(state) == [(0, 0), (0, 0), (28, 4), (14, 3)]
    assert totals(outcome) == [("Carla", 48), ("Bruno", 34), ("Anna", 19), ("Dario", -16)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (2,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Dario"]


def test_a_game_switched_to_light_tracking_ends_with_the_same_scores() -> None:
    """fallen-back-french.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: white 3, black 2, red 1, yellow 1: white.
      9 b: yellow 3, red 2, black 2: yellow.
      10: white 3, yellow 2: white.
      10 b: yellow 2, white 2, red 1; the 2s cancel: red.
      11: red 2, black 2; the 2s cancel: nobody.
      11 b: red 2, black 2, yellow 1, white 1; the 2s and the 1s cancel: nobody.
      16: black 2, white 1, yellow 1: black.
      18: black 3, red 2, yellow 1: black.
      19: black 2, yellow 2, red 1, white 1; the 2s and the 1s cancel: nobody.
      20: black 3, white 2, yellow 2: black.
      21: red 4, white 3: red.
      park a: yellow 2, red 2, white 1; the 2s cancel: white.
      park b: red 1, yellow 1, white 1; the 1s cancel: nobody.
    Anna, red: cash 10 + 9 + 8 - 7 - 3 - 7 = 10; 2 loans, -20;
      2 lots: 10 + 21 = 31; 31 + 10 - 20 = 21.
    Bruno, yellow: cash 10 + 9 + 8 + 7 - 1 - 15 - 1 - 10 = 7; 3 loans, -30;
      1 lot: 9 = 9; 9 + 7 - 30 = -14.
    Carla, white: cash 10 + 9 + 8 - 4 - 6 - 4 - 2 - 6 = 5; 2 loans, -20;
      3 lots with park a: 9 x 2 + 10 x 2 = 38; 38 + 5 - 20 = 23.
    Dario, black: cash 10 + 9 - 2 - 5 - 1 - 8 = 3; 1 loan, -10;
      3 lots: 16 + 18 + 20 = 54; 54 + 3 - 10 = 47.
    Fortunes: Anna 21 (2 lots, dearest 21) / Bruno -14 (1 lot, dearest 9, may not win) / Carla
    23 (3 lots, dearest 10) / Dario 47 (3 lots, dearest 20)
    """
    state, outcome = replayed(GAME, "fallen-back-french")

    assert owners(state) == ("white yellow white red - - black black - black red white -")
    assert purses(state) == [(10, 2), (7, 3), (5, 2), (3, 1)]
    assert totals(outcome) == [("Dario", 47), ("Carla", 23), ("Anna", 21), ("Bruno", -14)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (3,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Bruno"]

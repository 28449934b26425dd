"""Whole games of three with the dummy and of two, worked out by hand from the record.

Each note was added up from the actions in the file: bids paid, loans, cubes lot by lot.
The copies are invented examples, no printed board."""

from __future__ import annotations

from companion.games.big_shot import GAME
from tests.games.big_shot.big_shot_tables import owners, purses
from tests.games.records import replayed, totals


def test_game_in_which_lots_of_the_dummy_count_for_nobody() -> None:
    """three-italian.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: white 3, black 3, red 1; the 3s cancel: red.
      9 b: red 3, yellow 2, black 1, white 1: red.
      10: black 3, white 2, yellow 2: black.
      10 b: yellow 3, red 2, white 1, black 1: yellow.
      11: black 3, red 1, white 1, yellow 1: black.
      11 b: yellow 3, red 2, white 1: yellow.
      16: white 4, yellow 2, black 1: white.
      18: black 3, yellow 2, red 1, white 1: black.
      19: black 1, red 1; the 1s cancel: nobody.
      20: yellow 2, white 2, red 1; the 2s cancel: red.
      21: red 2: red.
      park a: black 2: black.
      park b: red 4, white 2, yellow 1: red.
    Anna, red: cash 10 + 9 - 5 - 1 - 2 - 4 - 1 - 4 = 2; 1 loan, -10;
      5 lots with park b: 9 + 9 x 2 + 20 + 21 = 68; 68 + 2 - 10 = 60.
    Bruno, yellow: cash 10 + 9 + 8 + 7 + 6 + 5 - 5 - 3 - 2 - 2 - 1 = 32; 5 loans, -50;
      2 lots: 10 + 11 = 21; 21 + 32 - 50 = 3.
    Carla, white: cash 10 + 9 + 8 - 10 - 2 - 1 = 14; 2 loans, -20;
      1 lot: 16 = 16; 16 + 14 - 20 = 10.
    Fortunes: Anna 60 (5 lots, dearest 21) / Bruno 3 (2 lots, dearest 11) / Carla 10 (1 lot,
    dearest 16, may not win)
    """
    state, outcome = replayed(GAME, "three-italian")

    assert owners(state) == ("red red black yellow black yellow white black - red red black red")
    assert purses(state) == [(2, 1), (32, 5), (14, 2)]
    assert totals(outcome) == [("Anna", 60), ("Bruno", 3), ("Carla", 10)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (0,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Carla"]


def test_two_players_add_up_both_colours() -> None:
    """two-italian.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: red 2, yellow 1: red.
      9 b: yellow 3, black 2, red 2: yellow.
      10: red 3, yellow 3, black 1; the 3s cancel: black.
      10 b: yellow 3, black 2, red 2: yellow.
      11: white 3, yellow 2, red 1, black 1: white.
      11 b: white 3, black 2, yellow 1, red 1: white.
      16: black 3, white 2, yellow 1: black.
      18: red 1, yellow 1, black 1; the 1s cancel: nobody.
      19: red 3, black 2, white 1, yellow 1: red.
      20: white 2, black 2, red 1; the 2s cancel: red.
      21: red 2, white 1, black 1: red.
      park a: white 4, black 1: white.
      park b: white 2, yellow 2; the 2s cancel: nobody.
    Anna, red: cash 10 + 9 + 8 - 1 - 3 - 1 = 22; 2 loans, -20;
      4 lots: 9 + 19 + 20 + 21 = 69; 69 + 22 - 20 = 71.
    Anna, yellow: cash 10 + 9 + 8 - 6 = 21; 2 loans, -20;
      2 lots: 9 + 10 = 19; 19 + 21 - 20 = 20.
      Anna together: 91.
    Bruno, white: cash 10 - 8 - 2 = 0; no loan;
      3 lots with park a: 11 + 11 = 22; 22 + 0 = 22.
    Bruno, black: cash 10 - 7 - 2 - 1 = 0; no loan;
      2 lots: 10 + 16 = 26; 26 + 0 = 26.
      Bruno together: 48.
    Fortunes: Anna 91 (6 lots, dearest 21) / Bruno 48 (5 lots, dearest 16)
    """
    state, outcome = replayed(GAME, "two-italian")

    assert owners(state) == ("red yellow black yellow white white black - red red red white -")
    assert purses(state) == [(22, 2), (21, 2), (0, 0), (0, 0)]
    assert totals(outcome) == [("Anna", 91), ("Bruno", 48)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (0,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == []


def test_nobody_wins_without_two_lots_of_each_colour() -> None:
    """two-french-nobody.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: black 3, red 2: black.
      9 b: yellow 2, red 2, white 2, black 1; the 2s cancel: black.
      10: black 2, white 2, yellow 1; the 2s cancel: yellow.
      10 b: yellow 2, white 1: yellow.
      11: yellow 1, red 1, black 1, white 1; the 1s cancel: nobody.
      11 b: white 3, yellow 2, black 1, red 1: white.
      16: black 2, white 2, red 1, yellow 1; the 2s and the 1s cancel: nobody.
      18: red 3, white 2, yellow 2: red.
      19: yellow 3, red 2, white 1: yellow.
      20: black 3, yellow 2, red 1: black.
      21: black 3, white 2, red 1, yellow 1: black.
      park a: white 2, red 2, yellow 1; the 2s cancel: yellow.
      park b: black 2, red 2; the 2s cancel: nobody.
    Anna, red: cash 10 + 9 - 4 - 3 - 1 = 11; 1 loan, -10;
      1 lot: 18 = 18; 18 + 11 - 10 = 19.
    Anna, yellow: cash 10 + 9 - 10 = 9; 1 loan, -10;
      4 lots with park a: 10 x 2 + 10 + 19 = 49; 49 + 9 - 10 = 48.
      Anna together: 67.
    Bruno, white: cash 10 + 9 + 8 + 7 - 1 - 1 - 4 - 5 = 23; 3 loans, -30;
      1 lot: 11 = 11; 11 + 23 - 30 = 4.
    Bruno, black: cash 10 + 9 + 8 - 12 - 5 = 10; 2 loans, -20;
      4 lots: 9 + 9 + 20 + 21 = 59; 59 + 10 - 20 = 49.
      Bruno together: 53.
    Fortunes: Anna 67 (5 lots, dearest 19, may not win) / Bruno 53 (5 lots, dearest 21, may not
    win)
    """
    state, outcome = replayed(GAME, "two-french-nobody")

    assert owners(state) == ("black black yellow yellow - white - red yellow black black yellow -")
    assert purses(state) == [(11, 1), (9, 1), (23, 3), (10, 2)]
    assert totals(outcome) == [("Anna", 67), ("Bruno", 53)]
    assert (outcome.reason, outcome.winners) == ("nobody_has_two_lots", ())
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Anna", "Bruno"]

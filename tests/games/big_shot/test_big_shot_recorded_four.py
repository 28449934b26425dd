"""Whole games of four, their accounts worked out by hand from the record.

Each note was added up from the actions in the file: bids paid, loans, cubes lot by lot.
The copies are invented examples, no printed board."""

from __future__ import annotations

from companion.games.big_shot import GAME
from tests.games.big_shot.big_shot_tables import owners, purses
from tests.games.records import replayed, totals


def test_game_won_by_the_most_wealth() -> None:
    """four-italian.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: yellow 2, black 2; the 2s cancel: nobody.
      9 b: white 3, red 2, black 2: white.
      10: red 4: red.
      10 b: black 3, red 2, white 2: black.
      11: yellow 4, black 2, red 1: yellow.
      11 b: black 2, yellow 1: black.
      16: black 2, white 2, yellow 1; the 2s cancel: yellow.
      18: black 2, white 2, yellow 1; the 2s cancel: yellow.
      19: yellow 2, white 1, red 1: yellow.
      20: red 2, white 2, yellow 1; the 2s cancel: yellow.
      21: red 3, yellow 2, white 1, black 1: red.
      park a: white 3, yellow 2, red 1, black 1: white.
      park b: yellow 2, red 2, white 2, black 1; the 2s cancel: black.
    Anna, red: cash 10 + 9 + 8 - 1 - 6 = 20; 2 loans, -20;
      2 lots: 10 + 21 = 31; 31 + 20 - 20 = 31.
    Bruno, yellow: cash 10 + 9 + 8 - 16 - 5 - 6 = 0; 2 loans, -20;
      5 lots: 11 + 16 + 18 + 19 + 20 = 84; 84 + 0 - 20 = 64.
    Carla, white: cash 10 + 9 - 7 - 3 - 4 = 5; 1 loan, -10;
      2 lots with park a: 9 = 9; 9 + 5 - 10 = 4.
    Dario, black: cash 10 + 9 + 8 + 7 - 5 - 8 - 3 - 5 - 1 - 1 = 11; 3 loans, -30;
      3 lots with park b: 10 x 2 + 11 = 31; 31 + 11 - 30 = 12.
    Fortunes: Anna 31 (2 lots, dearest 21) / Bruno 64 (5 lots, dearest 20) / Carla 4 (2 lots,
    dearest 9) / Dario 12 (3 lots, dearest 11)
    """
    state, outcome = replayed(GAME, "four-italian")

    assert owners(state) == (
        "- white red black yellow black yellow yellow yellow yellow red white black"
    )
    assert purses(state) == [(20, 2), (0, 2), (5, 1), (11, 3)]
    assert totals(outcome) == [("Bruno", 64), ("Anna", 31), ("Dario", 12), ("Carla", 4)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (1,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == []


def test_in_the_italian_edition_a_tie_is_shared() -> None:
    """four-italian-shared.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: black 3, red 2, white 1: black.
      9 b: white 4, black 1, red 1, yellow 1: white.
      10: yellow 2, black 2, red 1, white 1; the 2s and the 1s cancel: nobody.
      10 b: white 3, yellow 2, red 1: white.
      11: black 2, red 1, white 1, yellow 1: black.
      11 b: yellow 2, white 2, black 1, red 1; the 2s and the 1s cancel: nobody.
      16: yellow 1, red 1, black 1; the 1s cancel: nobody.
      18: yellow 3, red 2, black 1, white 1: yellow.
      19: black 1: black.
      20: white 2, black 2, yellow 2, red 1; the 2s cancel: red.
      21: yellow 2, black 1, white 1: yellow.
      park a: red 3, white 2, black 2: red.
      park b: red 4, yellow 2, black 1: red.
    Anna, red: cash 10 + 9 + 8 - 10 - 10 = 7; 2 loans, -20;
      3 lots with park a and park b: 20 = 20; 20 + 7 - 20 = 7.
    Bruno, yellow: cash 10 + 9 - 10 - 9 = 0; 1 loan, -10;
      2 lots: 18 + 21 = 39; 39 + 0 - 10 = 29.
    Carla, white: cash 10 + 9 - 9 = 10; 1 loan, -10;
      2 lots: 9 + 10 = 19; 19 + 10 - 10 = 19.
    Dario, black: cash 10 + 9 - 4 - 5 - 1 - 1 - 4 - 2 - 1 - 1 = 0; 1 loan, -10;
      3 lots: 9 + 11 + 19 = 39; 39 + 0 - 10 = 29.
    Fortunes: Anna 7 (3 lots, dearest 20) / Bruno 29 (2 lots, dearest 21) / Carla 19 (2 lots,
    dearest 10) / Dario 29 (3 lots, dearest 19)
    """
    state, outcome = replayed(GAME, "four-italian-shared")

    assert owners(state) == ("black white - white black - - yellow black red yellow red red")
    assert purses(state) == [(7, 2), (0, 1), (10, 1), (0, 1)]
    assert totals(outcome) == [("Dario", 29), ("Bruno", 29), ("Carla", 19), ("Anna", 7)]
    assert (outcome.reason, outcome.winners) == ("tie_shared", (1, 3))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == []


def test_game_in_french_won_by_the_most_wealth() -> None:
    """four-french.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: yellow 1, red 1; the 1s cancel: nobody.
      9 b: red 2, yellow 2, white 1, black 1; the 2s and the 1s cancel: nobody.
      10: black 3, yellow 3, red 1; the 3s cancel: red.
      10 b: yellow 3, white 2, black 1: yellow.
      11: red 3, white 2, black 1: red.
      11 b: white 2, red 1, black 1: white.
      16: white 2, black 2, yellow 2, red 1; the 2s cancel: red.
      18: black 3, yellow 2, red 2: black.
      19: red 2, black 2, white 2, yellow 1; the 2s cancel: yellow.
      20: white 2, black 1, yellow 1: white.
      21: white 3, red 1, yellow 1, black 1: white.
      park a: red 3, yellow 2, white 1, black 1: red.
      park b: white 1, red 1, black 1; the 1s cancel: nobody.
    Anna, red: cash 10 + 9 + 8 - 3 - 9 - 4 - 1 - 1 - 1 - 4 = 4; 2 loans, -20;
      4 lots with park a: 10 x 2 + 11 + 16 = 47; 47 + 4 - 20 = 31.
    Bruno, yellow: cash 10 + 9 - 10 - 9 = 0; 1 loan, -10;
      2 lots: 10 + 19 = 29; 29 + 0 - 10 = 19.
    Carla, white: cash 10 + 9 + 8 - 10 - 7 = 10; 2 loans, -20;
      3 lots: 11 + 20 + 21 = 52; 52 + 10 - 20 = 42.
    Dario, black: cash 10 + 9 - 1 - 7 - 2 - 1 - 4 = 4; 1 loan, -10;
      1 lot: 18 = 18; 18 + 4 - 10 = 12.
    Fortunes: Anna 31 (4 lots, dearest 16) / Bruno 19 (2 lots, dearest 19) / Carla 42 (3 lots,
    dearest 21) / Dario 12 (1 lot, dearest 18, may not win)
    """
    state, outcome = replayed(GAME, "four-french")

    assert owners(state) == ("- - red yellow red white red black yellow white white red -")
    assert purses(state) == [(4, 2), (0, 1), (10, 2), (4, 1)]
    assert totals(outcome) == [("Carla", 42), ("Anna", 31), ("Bruno", 19), ("Dario", 12)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (2,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Dario"]


def test_in_the_french_edition_more_lots_break_a_tie() -> None:
    """four-french-lots.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: yellow 5, white 2: yellow.
      9 b: black 2, white 1, yellow 1: black.
      10: yellow 3, white 1, red 1, black 1: yellow.
      10 b: black 3, yellow 2, white 1, red 1: black.
      11: black 3, red 2, yellow 1, white 1: black.
      11 b: black 1, red 1, white 1; the 1s cancel: nobody.
      16: red 1, white 1; the 1s cancel: nobody.
      18: white 2, red 2, yellow 1, black 1; the 2s and the 1s cancel: nobody.
      19: red 3, white 2, yellow 2: red.
      20: red 3, black 2, white 1, yellow 1: red.
      21: red 2, black 1, white 1, yellow 1: red.
      park a: white 3, red 2, black 1: white.
      park b: black 3, white 1, yellow 1: black.
    Anna, red: cash 10 - 10 = 0; no loan;
      3 lots: 19 + 20 + 21 = 60; 60 + 0 = 60.
    Bruno, yellow: cash 10 + 9 + 8 - 4 - 3 - 10 - 2 - 1 - 1 = 6; 2 loans, -20;
      2 lots: 9 + 10 = 19; 19 + 6 - 20 = 5.
    Carla, white: cash 10 + 9 - 5 - 5 - 5 - 2 - 2 = 0; 1 loan, -10;
      1 lot with park a: 0 = 0; 0 + 0 - 10 = -10.
    Dario, black: cash 10 - 10 = 0; no loan;
      4 lots with park b: 9 x 2 + 10 x 2 + 11 x 2 = 60; 60 + 0 = 60.
    Fortunes: Anna 60 (3 lots, dearest 21) / Bruno 5 (2 lots, dearest 10) / Carla -10 (1 lot,
    dearest 0, may not win) / Dario 60 (4 lots, dearest 11)
    """
    state, outcome = replayed(GAME, "four-french-lots")

    assert owners(state) == ("yellow black yellow black black - - - red red red white black")
    assert purses(state) == [(0, 0), (6, 2), (0, 1), (0, 0)]
    assert totals(outcome) == [("Dario", 60), ("Anna", 60), ("Bruno", 5), ("Carla", -10)]
    assert (outcome.reason, outcome.winners) == ("tie_broken_by_lots", (3,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Carla"]


def test_in_the_french_edition_the_most_valuable_lot_breaks_a_tie_of_lots() -> None:
    """four-french-dearest.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: white 3, red 2, yellow 1, black 1: white.
      9 b: red 3, white 2, black 1, yellow 1: red.
      10: yellow 4, white 2, black 1: yellow.
      10 b: white 3, black 2, red 1: white.
      11: black 2, red 1: black.
      11 b: red 3, yellow 2, white 2: red.
      16: black 3, yellow 2: black.
      18: yellow 3, black 2, red 1, white 1: yellow.
      19: red 2, yellow 1: red.
      20: white 2, black 1: white.
      21: black 4, yellow 1, white 1, red 1: black.
      park a: white 2, red 2, black 1, yellow 1; the 2s and the 1s cancel: nobody.
      park b: red 2, yellow 2; the 2s cancel: nobody.
    Anna, red: cash 10 - 10 = 0; no loan;
      3 lots: 9 + 11 + 19 = 39; 39 + 0 = 39.
    Bruno, yellow: cash 10 + 9 + 8 + 7 + 6 - 5 - 5 - 2 - 1 = 27; 4 loans, -40;
      2 lots: 10 + 18 = 28; 28 + 27 - 40 = 15.
    Carla, white: cash 10 - 5 - 5 = 0; no loan;
      3 lots: 9 + 10 + 20 = 39; 39 + 0 = 39.
    Dario, black: cash 10 + 9 + 8 + 7 - 1 - 7 - 4 - 3 - 2 - 1 - 8 = 8; 3 loans, -30;
      3 lots: 11 + 16 + 21 = 48; 48 + 8 - 30 = 26.
    Fortunes: Anna 39 (3 lots, dearest 19) / Bruno 15 (2 lots, dearest 18) / Carla 39 (3 lots,
    dearest 20) / Dario 26 (3 lots, dearest 21)
    """
    state, outcome = replayed(GAME, "four-french-dearest")

    assert owners(state) == ("white red yellow white black red black yellow red white black - -")
    assert purses(state) == [(0, 0), (27, 4), (0, 0), (8, 3)]
    assert totals(outcome) == [("Carla", 39), ("Anna", 39), ("Dario", 26), ("Bruno", 15)]
    assert (outcome.reason, outcome.winners) == ("tie_broken_by_dearest_lot", (2,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == []


def test_fewest_debts_win() -> None:
    """four-french-negative.json

    Lots (cubes, what is left when equal counts cancel, owner):
      9: red 3, black 2, yellow 1, white 1: red.
      9 b: red 3, black 3, white 1; the 3s cancel: white.
      10: white 3, yellow 2, red 1, black 1: white.
      10 b: black 3, red 3, white 1; the 3s cancel: white.
      11: white 2, black 2, yellow 1, red 1; the 2s and the 1s cancel: nobody.
      11 b: red 2, yellow 1, white 1: red.
      16: yellow 1: yellow.
      18: yellow 3, black 1: yellow.
      19: yellow 3, red 2, white 1, black 1: yellow.
      20: white 2, yellow 2; the 2s cancel: nobody.
      21: black 2, yellow 1, red 1: black.
      park a: white 3, black 2, red 1, yellow 1: white.
      park b: white 3, yellow 2, black 1, red 1: white.
    Anna, red: cash 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 - 24 - 2 - 10 - 8 - 9 - 1 = 0; 8 loans,
        -80;
      2 lots: 9 + 11 = 20; 20 + 0 - 80 = -60.
    Bruno, yellow: cash 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 - 18 - 14 - 14 - 8 = 0; 8 loans, -80;
      3 lots: 16 + 18 + 19 = 53; 53 + 0 - 80 = -27.
    Carla, white: cash 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 - 11 - 2 - 5 - 23 = 11; 7 loans, -70;
      5 lots with park a and park b: 9 x 2 + 10 x 2 + 10 x 2 = 58; 58 + 11 - 70 = -1.
    Dario, black: cash 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 - 1 - 5 - 10 = 36; 7 loans, -70;
      1 lot: 21 = 21; 21 + 36 - 70 = -13.
    Fortunes: Anna -60 (2 lots, dearest 11) / Bruno -27 (3 lots, dearest 19) / Carla -1 (5 lots,
    dearest 10) / Dario -13 (1 lot, dearest 21, may not win)
    """
    state, outcome = replayed(GAME, "four-french-negative")

    assert owners(state) == ("red white white white - red yellow yellow yellow - black white white")
    assert purses(state) == [(0, 8), (0, 8), (11, 7), (36, 7)]
    assert totals(outcome) == [("Carla", -1), ("Bruno", -27), ("Anna", -60), ("Dario", -13)]
    assert (outcome.reason, outcome.winners) == ("best_fortune", (2,))
    unable = [place.name for place in outcome.standings if not place.qualified]
    assert sorted(unable) == ["Dario"]

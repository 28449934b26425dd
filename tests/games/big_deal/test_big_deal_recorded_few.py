"""Whole recorded games of two and three, worked out by hand from the record.

The copies are invented: Security 100/150, 2 human; Phönix 100/150, 2 technology; TelCom 150/200,
1 space and 1 technology. Wheels: human 50 50 100 …, space 100 100 100 150 …, technology
150 150 150 200 … In the notes (n) is the number of the turn; at the end a share and a resource
are 150 each (BD-E1)."""

from __future__ import annotations

from companion.games.big_deal import GAME
from tests.games.big_deal.big_deal_tables import cash
from tests.games.records import replayed, totals


def test_a_defender_wins_and_adds_the_laid_share() -> None:
    """two-defended.json: Anna 1000, Bruno 1150; one Game Over in the deal.

    (1) Anna: 2 human -50 -50 = 900; opens Security with 2.
    (2) Bruno: space -100, technology -150 = 900; opens TelCom with 2.
    (3) Anna: income 150 = 1050. Attacks TelCom with 1 share at 150; Bruno 200, Anna 250, Bruno
      300; Anna gives up. Bruno pays 1 x 300: Anna 1350, Bruno 600; his TelCom has 3 shares.
    (4) Bruno: a Game Over, 2 so far; income 200 = 800; adds 1, TelCom has 4; the third human
      costs 100 = 700.
    (5) Anna: income 150 = 1500; sells Phönix for 100 = 1600.
    (6) Bruno: 2 Game Over, 4; income 200 = 900; buys Phönix for 100 = 800; sells the human into
      the slot for 100 = 900.
    (7) Anna draws, 3 Game Over show: 7, no income.
    Hands: Anna 3, Bruno 4.
    Anna: 1600 + 2 shares 300 + hand 450 + 2 human 300 = 2650.
    Bruno: 900 + 4 shares 600 + hand 600 + space and technology 300 = 2400.
    """
    state, outcome = replayed(GAME, "two-defended")

    assert cash(state) == [1600, 900]
    assert totals(outcome) == [("Anna", 2650), ("Bruno", 2400)]
    assert (outcome.reason, outcome.winners) == ("most_money", (0,))


def test_a_won_company_is_split_and_one_part_is_won_by_a_cash_card() -> None:
    """three-won-and-split.json: Anna 1000, Bruno 1150, Carla 1300.

    (1) Anna: 2 space -100 -100, technology -150 = 650.
    (2) Bruno: the third space -100, the second technology -150 = 900; opens TelCom with 4.
    (3) Carla: 2 Game Over; a Cash card on Bruno, 1 share in hand, all tokens in use: 50. Bruno
      850, Carla 1350.
    (4) Anna: the third technology -150 = 500; sells Phönix for 100 = 600. Attacks TelCom with 1
      at 150, Bruno gives up: 4 x 150 = 600, Anna 0, Bruno 1450. Opens with 4 won and the laid
      one, splits 3 and 2 with her two sets. Special income for one part alone: 200.
    (5) Bruno: 1 Game Over, 3. A Cash card alone at 150 against the part of 2, Anna gives up:
      2 x 150: Bruno 1150, Anna 500. Opens it with the set he kept: special income 200 = 1350.
    (6) Carla: 1 Game Over, 4. (7) Anna: income of the part of 3, 200 = 700.
    (8) Bruno: income 200 = 1550; sells the company, 2 x (150 + 50) = 400: 1950.
    (9) Carla draws, 3 Game Over: 7.
    Hands: Anna 3, Bruno 2, Carla 4.
    Anna: 700 + 3 shares 450 + hand 450 + 4 tokens 600 = 2200.
    Bruno: 1950 + hand 300 + 2 tokens 300 = 2550. Carla: 1350 + hand 600 = 1950.
    """
    state, outcome = replayed(GAME, "three-won-and-split")

    assert cash(state) == [700, 1950, 1350]
    assert totals(outcome) == [("Bruno", 2550), ("Anna", 2200), ("Carla", 1950)]
    assert (outcome.reason, outcome.winners) == ("most_money", (1,))
    assert state.cash_cards == 2


def test_an_attacker_raises_the_money_with_a_token_and_won_shares() -> None:
    """three-raised-money.json: Anna 1000, Bruno 1150, Carla 1300.

    (1) Anna: space, technology, space: -100 -150 -100 = 650; opens TelCom with 2.
    (2) Bruno: sells 2 TelCom from the hand, 300 = 1450.
    (3) Carla: the third space -100, the second technology -150 = 1050.
    (4) Anna: income 200 = 850; buys the 2 TelCom, -300 = 550; adds them, 4 shares.
    (5) Bruno: 3 Game Over; the third technology -150, the fourth space -150 = 1150. Attacks with
      1 at 400, Anna gives up: 4 x 400 = 1600. He sells the space for 150 = 1300 and 2 won shares
      for 2 x (150 + 50) = 400, and pays: 100, Anna 2150. Two won shares and his own to the hand.
    (6) Carla: 2 Game Over, 5.
    (7) Anna: no company; sells space into the third slot, 100, technology likewise, 150 = 2400.
    (8) Bruno: buys that space, -100 = 0; opens TelCom with the last 3 (2 are out of the game).
    (9) Carla draws, 2 Game Over: 7.
    Hands: Anna 1, Bruno 2, Carla 5.
    Anna: 2400 + hand 150 + 1 space 150 = 2700. Bruno: 0 + 3 shares 450 + hand 300 + 2 tokens
    300 = 1050. Carla: 1050 + hand 750 + 2 tokens 300 = 2100.
    """
    state, outcome = replayed(GAME, "three-raised-money")

    assert cash(state) == [2400, 0, 1050]
    assert totals(outcome) == [("Anna", 2700), ("Carla", 2100), ("Bruno", 1050)]
    assert state.discarded == {"telcom": 2}


def test_a_share_added_while_raising_money_is_sold_with_its_company() -> None:
    """two-added-to-pay.json: Anna 1000, Bruno 1150.

    (1) Anna: space -100, technology -150 = 750; opens TelCom with 2.
    (2) Bruno: 1 Game Over; 2 human -50 -50 = 1050; opens Security with 2. Attacks TelCom with 1 at
      400; Anna 500, Bruno 1000; Anna gives up: 2 x 1000 = 2000. He adds a third Security and sells
      the company, 3 x (100 + 50) = 450: 1500; both human into the slots for 50: 1600; both won
      shares, 2 x (150 + 50) = 400, and pays: 0, Anna 2750. His own share is in his hand again.
    (3) Anna: 2 Game Over, 3; sells technology 150 and space 100: 3000.
    (4) Bruno: sells 1 TelCom, 150; a human -50 = 100.
    (5) Anna draws, 4 Game Over show: 7.
    Hands: Anna 5, Bruno 3.
    Anna: 3000 + hand 750 = 3750. Bruno: 100 + hand 450 + 1 human 150 = 700.
    """
    state, outcome = replayed(GAME, "two-added-to-pay")

    assert cash(state) == [3000, 100]
    assert totals(outcome) == [("Anna", 3750), ("Bruno", 700)]
    assert state.discarded == {"security": 3, "telcom": 2} and state.pool == {"telcom": 1}


def test_game_in_which_laid_shares_are_sold_and_kept_ones_opened() -> None:
    """three-kept-then-opened.json: Anna 1000, Bruno 1150, Carla 1300.

    (1) Anna: space -100, technology -150 = 750; opens TelCom with 3.
    (2) Bruno: 1 Game Over; the second space -100, the second technology -150 = 900. Attacks with 2
      at 150, Anna gives up: 3 x 150 = 450. Bruno 450, Anna 1200. All five shares are known. He
      sells one laid share, then the other, 150 each, and buys one back: 600. Keeps the 3 won, then
      opens with 3: special income 200 = 800.
    (3) Carla: 2 Game Over, 3; buys a TelCom, -150 = 1150. Attacks with it at 200, Bruno gives up:
      3 x 200 = 600. Carla 550, Bruno 1400. The third space -100, the third technology -150 = 300.
      Keeps the 3 won, opens with 4, takes all 4 back and opens with 2, which stand open at the end
      of the turn: special income 200 = 500.
    (4) Anna: sells space into the third slot, 100, technology likewise, 150: 1450.
    (5) Bruno: 2 Game Over, 5; sells technology into the second slot, 150: 1550.
    (6) Carla: income 200 = 700. (7) Anna draws, 2 Game Over: 7.
    Hands: Anna 4, Bruno 2, Carla 5.
    Anna: 1450 + hand 600 = 2050. Bruno: 1550 + hand 300 + 1 space 150 = 2000.
    Carla: 700 + 2 shares 300 + hand 750 + 2 tokens 300 = 2050.
    """
    state, outcome = replayed(GAME, "three-kept-then-opened")

    assert cash(state) == [1450, 1550, 700]
    assert totals(outcome) == [("Anna", 2050), ("Carla", 2050), ("Bruno", 2000)]
    assert (outcome.reason, outcome.winners) == ("tie_shared", (0, 2))
    assert state.discarded == {} and state.pool == {}


def test_a_blank_copy_is_filled_in_play_and_equal_money_shares_the_win() -> None:
    """three-shared-win.json, nothing typed before: Anna 1000, Bruno 1150, Carla 1300.

    (1) Anna: types TelCom and the two prices; space -100, technology -150 = 750; opens with 2.
    (2) Bruno: types Security; sells 1 for 100 = 1250. (3) Carla: 3 Game Over.
    (4) Anna: income 200 = 950; buys the Security, -100 = 850; sells 1 TelCom from the table for
      150 = 1000; the company stays open with one share.
    (5) Bruno: 3 Game Over, 6.
    (6) Carla attacks with 1 at 150, Anna gives up: 150. Carla 1150, Anna 1150. Carla has no
      resources; both shares go to her hand when she ends her turn.
    (7) Anna draws, 1 Game Over: 7.
    Hands: Anna 3, Bruno 4, Carla 5.
    Anna: 1150 + hand 450 + 2 tokens 300 = 1900. Bruno: 1250 + hand 600 = 1850.
    Carla: 1150 + hand 750 = 1900.
    """
    state, outcome = replayed(GAME, "three-shared-win")

    assert cash(state) == [1150, 1250, 1150]
    assert totals(outcome) == [("Anna", 1900), ("Carla", 1900), ("Bruno", 1850)]
    assert (outcome.reason, outcome.winners) == ("tie_shared", (0, 2))
    assert state.copy.companies["telcom"].white == 150 and state.learnt is not None

"""Whole recorded games of four, five and six, worked out by hand from the record.

The copies are invented: Security 100/150, 2 human; Phönix 100/150, 2 technology; TelCom 150/200,
1 space and 1 technology; New Energy 150/250, 3 energy. Wheels: human 50 50 100 100 100 150 150
150 200 200 250 250 300 300, space 100 100 100 …, energy 100 100 150 …, technology 150 150 150 …
In the notes (n) is the number of the turn; at the end a share and a resource are 150 each."""

from __future__ import annotations

from companion.games.big_deal import GAME
from tests.games.big_deal.big_deal_tables import cash
from tests.games.records import replayed, totals


def test_a_split_company_loses_one_part() -> None:
    """four-part-taken-over.json, Carla begins: Carla 1000, Dario 1150, Anna 1300, Bruno 1450.

    (1) Carla: space, technology, space: -100 -150 -100 = 650; opens TelCom with 2.
    (2) Dario: sells 2 TelCom, 300 = 1450.
    (3) Anna: 2 human, -50 -50 = 1200; opens Security with 3.
    (4) Bruno: a Cash card. Dario 3 shares: 150 = 1300. Anna 2 shares, no free token: 100 = 1100.
      Bruno 1700.
    (5) Carla: income 200 = 850; the second technology -150 = 700; buys 2 TelCom, -300 = 400;
      adds them and splits 2 and 2.
    (6) Dario: 2 Game Over. (7) Anna: income 150 = 1250.
    (8) Bruno: attacks one part with 1 at 200, Carla gives up: 2 x 200 = 400. Bruno 1300, Carla
      800. The third space -100, the third technology -150 = 1050; opens with 3, special income
      200 = 1250.
    (9) Carla: 1 Game Over, 3; income of the other part 200 = 1000; sells the free space, 100, and
      technology, 150 = 1250.
    (10) Dario. (11) Anna: 2 Game Over, 5; income 150 = 1400.
    (12) Bruno: income 200 = 1450; sells TelCom, 3 x 200 = 600: 2050.
    (13) Carla draws, 2 Game Over: 7.
    Hands: Anna 2, Bruno 3, Carla 3, Dario 4.
    Anna: 1400 + 3 shares 450 + hand 300 + 2 human 300 = 2450.
    Bruno: 2050 + hand 450 + 2 tokens 300 = 2800.
    Carla: 1250 + 2 shares 300 + hand 450 + 2 tokens 300 = 2300. Dario: 1300 + hand 600 = 1900.
    """
    state, outcome = replayed(GAME, "four-part-taken-over")

    assert cash(state) == [1400, 2050, 1250, 1300]
    assert totals(outcome) == [("Bruno", 2800), ("Anna", 2450), ("Carla", 2300), ("Dario", 1900)]
    assert (outcome.reason, outcome.winners) == ("most_money", (1,))
    assert state.discarded == {"telcom": 3}


def test_an_empty_wheel_and_one_company_open_with_two_players() -> None:
    """five-empty-wheel.json: Anna 1400, Bruno 1550, Carla 1700, Dario 1850, Emma 2000.

    (1) Anna: 3 human, 50 + 50 + 100: 1200; opens Security with 2.
    (2) Bruno: 3 human, 100 + 100 + 150: 1200; opens Security with 2 as well.
    (3) Carla: 3 human, 150 + 150 + 200: 1200.
    (4) Dario: 1 Game Over; 3 human, 200 + 250 + 250: 1150.
    (5) Emma: the last 2 human, 300 + 300: 1400. The wheel is empty.
    (6) Anna: income 150 = 1350; energy -100 = 1250. (7) Bruno: income 150 = 1350.
    (8) Carla: 2 Game Over, 3. Attacks Anna's Security with 1 at 100, Anna gives up: 200. Carla
      1000, Anna 1450. Opens it with the 2 won and 2 human. Attacks Bruno's with 1 at 150; Bruno
      200, Carla 250; Bruno gives up: 2 x 250 = 500. Carla 500, Bruno 1850. One human is too few
      to open: she sells 1 won share for 100 + 50 = 650 and keeps the rest. Special income for
      the one left open: 150 = 800.
    (9) Dario: sells 3 human into the dearest slots, 300 + 300 + 250: 2000.
    (10) Emma: 1 Game Over, 4; sells 2, 250 + 200: 1850.
    (11) Anna: no company; sells 2, 200 + 150: 1800.
    (12) Bruno: 2 Game Over, 6. (13) Carla: income 150 = 950.
    (14) Dario draws, 1 Game Over: 7.
    Hands: Anna 4, Bruno 5, Carla 5, Dario 3, Emma 2.
    Anna: 1800 + hand 600 + human and energy 300 = 2700.
    Bruno: 1850 + hand 750 + 3 human 450 = 3050.
    Carla: 950 + 2 shares 300 + hand 750 + 3 human 450 = 2450.
    Dario: 2000 + hand 450 = 2450. Emma: 1850 + hand 300 = 2150.
    """
    state, outcome = replayed(GAME, "five-empty-wheel")

    assert cash(state) == [1800, 1850, 950, 2000, 1850]
    assert totals(outcome) == [
        ("Bruno", 3050),
        ("Anna", 2700),
        ("Carla", 2450),
        ("Dario", 2450),
        ("Emma", 2150),
    ]
    assert (outcome.reason, outcome.winners) == ("most_money", (1,))
    assert state.in_wheel("human") == 7


def test_the_shark_variant_pays_higher_bonuses() -> None:
    """six-shark.json: 1400, 1550, 1700, 1850, 2000, 2150; 2 Game Over in the deal.

    (1) Anna: 3 energy, 100 + 100 + 150: 1050; opens New Energy with 3.
    (2) Bruno: attacks with 1 at 150; Anna 300, Bruno 900, Anna 1000, Bruno 1500; Anna gives up.
      3 x 1500 = 4500 are due; he holds 1550, the won shares would bring 3 x (150 + 100) = 750.
      He cannot pay: his share and 1550 are lost. Anna 2600, Bruno 0.
    (3) Carla: attacks with 1 share and 1 Cash card at 600; Anna gives up. 1800 are due, 1700 are
      there. A Cash card: Bruno 3 shares, 300 due, pays 0; Dario 4 shares, 400: Dario 1450, Carla
      2100. She pays: 300, Anna 4400. Sells the 3 won for 250 each: 1050.
    (4) Dario: 2 technology, 150 + 150: 1150; opens Phönix with 2.
    (5) Emma: attacks with 2 at 100; Dario 150, Emma 200, Dario 250; Emma gives up. Dario pays
      2 x 250: 650, Emma 2500; with 3 cards in hand he takes both shares there.
    (6) Fabio: 1 Game Over, 3; a Cash card alone at 100; Dario 150; Fabio gives up. Dario pays
      150 and gets the white value of 100 for the card: 600, Fabio 2300.
    (7) Anna: sells 2 energy, 150 + 100: 4650.
    (8) Bruno: 2 Game Over, 5; sells 2 Security, 200. (9) Carla: buys one, -100 = 950.
    (10) Dario: income 150 = 750; sells Phönix, 2 x (100 + 100) = 1150; sells 1 technology, 150:
      1300.
    (11) Emma draws, 2 Game Over: 7.
    Hands: Anna 2, Bruno 1, Carla 5, Dario 5, Emma 3, Fabio 4.
    Anna: 4650 + hand 300 + 1 energy 150 = 5100. Bruno: 200 + hand 150 = 350.
    Carla: 950 + hand 750 = 1700. Dario: 1300 + hand 750 + 1 technology 150 = 2200.
    Emma: 2500 + hand 450 = 2950. Fabio: 2300 + hand 600 = 2900.
    """
    state, outcome = replayed(GAME, "six-shark")

    assert cash(state) == [4650, 200, 950, 1300, 2500, 2300]
    assert totals(outcome) == [
        ("Anna", 5100),
        ("Emma", 2950),
        ("Fabio", 2900),
        ("Dario", 2200),
        ("Carla", 1700),
        ("Bruno", 350),
    ]
    assert (outcome.reason, outcome.winners) == ("most_money", (0,))
    assert state.discarded == {"new_energy": 4, "phonix": 2}

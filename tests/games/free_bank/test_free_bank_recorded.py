"""Whole recorded games, one for each way the free bank can end, worked out by hand."""

from __future__ import annotations

from companion.games.free_bank import GAME
from companion.mechanics.game import Outcome
from tests.games.free_bank.free_bank_tables import bank, money
from tests.games.records import replayed, totals


def reason(outcome: Outcome) -> tuple[str, str, tuple[int, ...]]:
    return outcome.reason, outcome.rule, outcome.winners


def test_game_for_most_money_with_salaries_and_two_open_auctions() -> None:
    """most-money.json: everybody starts with 1500, the salary is 200.

    Anna: 1500 - 60 to the bank + 200 salary + 26 from Bruno + 10 from Dario - 15 for the birthday
      + 200 salary - 300 to the Harbour = 1561.
    Bruno: 1500 - 26 + 100 taken + 10 - 15 + 200 - 40 to the pot + 9 corrected = 1738; he bid 1.
    Carla: 1500 - 75 tax + 10 + 3 x 15 + 200 + 40 from the pot - 50 for the ship = 1670.
    Dario: 1500 - 3 x 10 - 15 + 200 + 250, the salary as set since - 150 for the mill = 1755.
    Bank: -6000 + 60 - 200 - 100 - 800 - 250 + 150 - 9 = -7149. Tax office 75, Harbour 300 + 50.
    """
    state, outcome = replayed(GAME, "most-money")

    assert totals(outcome) == [("Dario", 1755), ("Bruno", 1738), ("Carla", 1670), ("Anna", 1561)]
    assert reason(outcome) == ("most_money", "FB-E1", (3,))
    assert (bank(state), state.ledger.balance("pot")) == (-7149, 0)
    assert state.ledger.balance("account Tax office") == 75
    assert state.ledger.balance("account Harbour") == 350
    assert (state.round, state.auctions) == (2, 2)


def test_a_tie_for_most_money_is_shared() -> None:
    """most-money-shared.json: of 100 each, Carla pays 30 to Anna and 30 to Bruno."""
    _, outcome = replayed(GAME, "most-money-shared")

    assert totals(outcome) == [("Anna", 130), ("Bruno", 130), ("Carla", 40)]
    assert reason(outcome) == ("tie_shared", "FB-E1", (0, 1))
    assert str(outcome.sentence) == "Anna and Bruno tie for the win with 130 each."


def test_game_for_least_money_with_debts_up_to_fifty() -> None:
    """least-money.json: of 20 each, Anna pays 70 to Bruno: -50, all that she may owe.

    Bruno: 20 + 70 - 45 to Carla = 45, and 50 when it is counted. Carla: 20 + 45 - 100 = -35.
    """
    state, outcome = replayed(GAME, "least-money")

    assert totals(outcome) == [("Anna", -50), ("Carla", -35), ("Bruno", 50)]
    assert reason(outcome) == ("least_money", "FB-E1", (0,))
    assert bank(state) == -60 + 100 - 5


def test_a_tie_for_least_money_is_shared_by_all() -> None:
    """least-money-shared.json: nothing happens, both keep their 5."""
    _, outcome = replayed(GAME, "least-money-shared")

    assert totals(outcome) == [("Anna", 5), ("Bruno", 5)]
    assert reason(outcome) == ("tie_shared", "FB-E1", (0, 1))


def test_game_for_most_points_with_negative_rounds() -> None:
    """most-points.json: Anna 7, then -1 + 2: 8. Bruno 4 and 6: 10. Carla -3, in round 5 12: 9."""
    _, outcome = replayed(GAME, "most-points")

    assert totals(outcome) == [("Bruno", 10), ("Carla", 9), ("Anna", 8)]
    assert reason(outcome) == ("most_points", "FB-E1", (1,))
    terms = [(str(term.label), term.amount) for term in outcome.standings[1].terms]
    assert terms == [("round 2", -3), ("round 5", 12)]


def test_a_tie_for_most_points_is_shared_whatever_the_money() -> None:
    """most-points-shared.json: Anna 3, Carla 1 + 2; Anna gave Bruno all her 10."""
    state, outcome = replayed(GAME, "most-points-shared")

    assert totals(outcome) == [("Anna", 3), ("Carla", 3), ("Bruno", 0)]
    assert reason(outcome) == ("tie_shared", "FB-E1", (0, 2))
    assert money(state) == [0, 20, 10]


def test_game_for_fewest_points() -> None:
    """fewest-points.json: Anna 26; Bruno -5 + 5 + 25."""
    _, outcome = replayed(GAME, "fewest-points")

    assert totals(outcome) == [("Bruno", 25), ("Anna", 26)]
    assert reason(outcome) == ("fewest_points", "FB-E1", (1,))


def test_a_tie_for_fewest_points_is_shared() -> None:
    """fewest-points-shared.json: Anna has 1 point, Bruno and Carla none."""
    _, outcome = replayed(GAME, "fewest-points-shared")

    assert totals(outcome) == [("Bruno", 0), ("Carla", 0), ("Anna", 1)]
    assert reason(outcome) == ("tie_shared", "FB-E1", (1, 2))


def test_game_with_every_outcome_of_sealed_bids() -> None:
    """sealed.json: of 100 each.

    Picasso: Bruno 30 (40 before), Carla 35, Anna none: Carla pays Anna 35: 135, 100, 65.
    Monet: Anna and Carla 50, Bruno 20: the banker says Carla: 135, 100, 15.
    Klee: Bruno 90, Anna 60; Bruno pays 60 into the pot and does not cover his bid any more when
      the bids are opened: Anna pays 60: 75, 40, 15. Miro: nobody. The next is called off.
    Vase, whose money is for Bruno: Bruno himself bids most, 8, which go to the bank: 75, 32, 15.
    Carla's salary: 20.
    """
    state, outcome = replayed(GAME, "sealed")

    assert totals(outcome) == [("Anna", 75), ("Bruno", 32), ("Carla", 20)]
    assert state.ledger.balance("pot") == 60
    assert bank(state) == -300 + 50 + 60 + 8 - 5


def test_seats_that_cannot_outbid_are_passed_by_the_app() -> None:
    """passed-by-app.json: of 100 each, Carla pays 50 to Anna; a purse may owe 10.

    Mill: Anna 59, Bruno 60, which Carla's 50 + 10 cannot outbid; Anna passes: 150, 40, 50.
    Ship: Carla's 50 leaves Bruno's 40 + 10 behind, Anna's 60 Carla's 50 + 10, and is sold at once.
    """
    state, outcome = replayed(GAME, "passed-by-app")

    assert totals(outcome) == [("Anna", 90), ("Carla", 50), ("Bruno", 40)]
    assert (bank(state), state.auctions) == (-300 + 60 + 60, 2)

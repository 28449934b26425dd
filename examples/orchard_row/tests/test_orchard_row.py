"""Orchard Row: the contract of all games, and its own rules."""

from __future__ import annotations

from companion_orchard_row import GAME
from companion_orchard_row.game import Bid, Borrow, Pass, State, TurnCard, account, begin

from companion import plugin
from companion.testing.contract import Contract
from companion.testing.households import Household, Play, seated
from companion.testing.tables import ANNA, BRUNO, CARLA, after, assert_refused, holding


class People(Household[State]):
    game = GAME

    def keen(self, state: State, kind: str) -> float:
        return {"borrow": 0.05}.get(kind, 1)


class TestContract(Contract):
    plays = tuple(Play.of(People, seated(players)) for players in (2, 3, 5))


def a_table() -> State:
    return begin(Play.of(People, seated(3)).setup)


def held(**shares: tuple[int, int]) -> plugin.Outcome:
    """Return the account of two with no coins, by what each holds of each orchard."""
    orchards = {"Alder": (0, 0), "Briar": (0, 0), "Cedar": (0, 0), **shares}
    seats = [
        {"name": name, "coins": 0, "loans": 0} | {one: of[seat] for one, of in orchards.items()}
        for seat, name in enumerate(("Anna", "Bruno"))
    ]
    return account({"seats": seats})


def test_the_last_one_in_pays_and_takes_the_share() -> None:
    state = after(a_table(), TurnCard("Cedar"), Bid(ANNA, 3), Pass(BRUNO), Pass(CARLA))

    assert (state.money(ANNA), state.shares.of(ANNA)["Cedar"]) == (17, 1)
    assert state.opener == BRUNO


def test_what_nobody_wants_goes_for_nothing_to_whoever_turned_the_card() -> None:
    state = after(a_table(), TurnCard("Cedar"), Pass(ANNA), Pass(BRUNO), Pass(CARLA))

    assert (state.money(ANNA), state.shares.of(ANNA)["Cedar"]) == (20, 1)


def test_the_majority_of_an_orchard_counts_and_a_tie_does_not() -> None:
    outcome = held(Alder=(2, 1), Cedar=(1, 1))

    assert [(place.name, place.total) for place in outcome.standings] == [
        ("Anna", 21),
        ("Bruno", 6),
    ]


def test_a_fifth_share_of_an_orchard_is_not_there() -> None:
    state = a_table()
    for _ in range(4):
        seat = state.opener
        others = [(seat + 1) % 3, (seat + 2) % 3]
        state = after(state, TurnCard("Cedar"), Pass(seat), *map(Pass, others))

    assert_refused("no_share_left", "OR-2", lambda: state, TurnCard("Cedar"))


def test_a_second_loan_is_refused() -> None:
    assert_refused(
        "loan_pays_nothing", "OR-5", lambda: after(a_table(), Borrow(ANNA)), Borrow(ANNA)
    )


def test_nobody_bids_more_than_he_has() -> None:
    poor = holding(after(a_table(), TurnCard("Cedar")), {ANNA: 2})

    assert_refused("bid_above_purse", "OR-3", lambda: poor, Bid(ANNA, 3))

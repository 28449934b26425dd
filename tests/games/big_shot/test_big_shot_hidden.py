"""Hidden money: no output for a seat depends on another's money (BS-V1 to BS-V3)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.state import BigShotState
from companion.mechanics.game import Range
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after
from tests.games.big_shot.big_shot_player import Household, a_setup
from tests.games.big_shot.big_shot_tables import bidding


def test_a_seat_sees_its_own_hidden_purse_and_nobody_elses() -> None:
    view = view_of(bidding(hidden=True), BRUNO)

    shown = [seat.purses[0].amount for seat in view.seats]
    assert shown == [None, 10, None, None]


def test_the_bank_is_hidden_with_the_purses() -> None:
    hidden = bidding(hidden=True).hidden_accounts(ANNA)

    assert hidden == {"bank", "seat 1", "seat 2", "seat 3"}
    assert bidding().hidden_accounts(ANNA) == frozenset()


def test_a_bid_above_a_hidden_purse_is_not_stopped() -> None:
    state = bidding(hidden=True)
    offers = {offer.kind: offer for offer in GAME.legal_actions(state, BRUNO)}

    after(state, Bid(BRUNO, 50))

    amount = offers["bid"].fields["amount"]
    assert isinstance(amount, Range) and amount.highest is None


def overbid(edition: str) -> BigShotState:
    """Return a table where Bruno, who holds 10, wins with 12 and cannot pay."""
    state = bidding(edition=edition, hidden=True)
    return after(state, Bid(BRUNO, 12), Pass(CARLA), Pass(DARIO), Pass(ANNA))


@pytest.mark.parametrize("edition", ["it", "fr"])
def test_an_auction_that_cannot_be_paid_is_repeated(edition: str) -> None:
    state = overbid(edition)

    assert state.stage == "auction" and state.auction is not None
    assert (state.auction.turn, state.auction.standing) == (BRUNO, None)
    assert state.ledger.balance("seat 1") == 10
    assert view_of(state, CARLA).shown_purse == ("Bruno", 10)


def test_in_the_italian_edition_the_offenders_purse_stays_open() -> None:
    state = after(overbid("it"), Pass(BRUNO))

    view = view_of(state, CARLA)
    assert view.shown_purse is None
    assert view.seats[BRUNO].purses[0].amount == 10
    assert state.hidden_accounts(CARLA) == {"bank", "seat 0", "seat 3"}


def test_in_the_italian_edition_the_open_purse_caps_the_bids() -> None:
    offers = {offer.kind: offer for offer in GAME.legal_actions(overbid("it"), BRUNO)}

    amount = offers["bid"].fields["amount"]
    assert isinstance(amount, Range) and amount.highest == 10


@pytest.mark.parametrize("word", [Bid(BRUNO, 1), Pass(BRUNO), Borrow(CARLA)])
def test_in_the_french_edition_the_purse_is_shown_until_the_next_bid(
    word: Bid | Pass | Borrow,
) -> None:
    state = after(overbid("fr"), word)

    view = view_of(state, CARLA)
    assert view.shown_purse is None
    assert view.seats[BRUNO].purses[0].amount is None


def test_only_in_the_italian_edition_the_history_keeps_the_shown_purse() -> None:
    lines = {}
    for edition in ("it", "fr"):
        state = bidding(edition=edition, hidden=True)
        state = after(state, Bid(BRUNO, 12), Pass(CARLA), Pass(DARIO))
        restart = Pass(ANNA).decide(state)[-1]
        lines[edition] = str(restart.tell(state, CARLA))

    assert "shows 10" in lines["it"]
    assert "10" not in lines["fr"]


def test_before_a_repeated_auction_others_may_borrow() -> None:
    state = bidding(edition="fr", hidden=True)
    state = after(state, Borrow(CARLA), Bid(BRUNO, 12), Pass(CARLA), Pass(DARIO), Pass(ANNA))

    borrowing = [
        seat for seat in range(4) if "borrow" in {o.kind for o in GAME.legal_actions(state, seat)}
    ]
    assert borrowing == [ANNA, BRUNO, DARIO]


def test_with_two_players_an_auction_neither_purse_can_pay_is_repeated() -> None:
    state = after(bidding(2, hidden=True), Bid(BRUNO, 11), Pass(ANNA))

    assert state.stage == "auction"
    assert view_of(state, ANNA).shown_purse == ("Bruno", 20)


def test_a_winner_made_poor_by_a_correction_does_not_block_the_game() -> None:
    state = after(bidding(2, hidden=True), Bid(BRUNO, 8), Pass(ANNA))
    state = after(state, CountCash({"seat 1 white": 3, "seat 1 black": 2}))

    state = after(state, Pay(BRUNO, "white"))

    assert state.stage == "auction"


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (BRUNO, "Bruno: 12 counted, 10 in the app."),
        (CARLA, "Bruno: money counted and corrected."),
        (None, "Bruno: money counted and corrected."),
    ],
)
def test_counted_cash_is_shown_only_to_its_owner(seat: int | None, line: str) -> None:
    state = bidding(hidden=True)
    (event,) = CountCash({"seat 1": 12}).decide(state)

    assert str(event.tell(state, seat)) == line


def test_the_history_hides_the_amount_of_a_correction_of_a_hidden_purse() -> None:
    state = bidding(hidden=True)
    (event,) = Correct("bank", "seat 1", 7, reason="lost coins").decide(state)

    assert str(event.tell(state, CARLA)) == "Correction from the bank to Bruno."


def test_when_the_game_is_over_everything_is_shown() -> None:
    *_, (*_, state) = Household(Random(1)).played(a_setup(4, hidden=True))

    view = view_of(state, None)
    assert all(purse.amount is not None for seat in view.seats for purse in seat.purses)
    assert state.hidden_accounts(None) == frozenset()

"""Loans and bids: legal moves, payments and their times (BS-A1 to BS-A6, BS-L, BS-2b)."""

from __future__ import annotations

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.screen import view as view_of
from companion.games.big_shot.state import BigShotState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import OneOf, Range
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.big_shot.big_shot_tables import bidding, owing, paying


def offered(state: BigShotState, seat: int) -> dict[str, object]:
    """Return the legal moves of a seat by kind."""
    return {offer.kind: dict(offer.fields) for offer in GAME.legal_actions(state, seat)}


def who_may_borrow(state: BigShotState) -> list[int]:
    seats = range(len(state.setup.seats))
    return [seat for seat in seats if "borrow" in offered(state, seat)]


@pytest.mark.parametrize("taken", range(9))
def test_the_next_loan_pays_ten_less_its_number(taken: int) -> None:
    state = owing(bidding(), {"seat 0": taken})

    state = after(state, Borrow(ANNA))

    assert state.ledger.balance("seat 0") == 10 + 10 - (taken + 1)
    assert state.loans["seat 0"] == taken + 1


def test_the_next_loan_is_shown_only_if_it_pays() -> None:
    state = owing(bidding(), {"seat 0": 2, "seat 1": 9})

    seats = view_of(state, CARLA).seats

    assert (seats[ANNA].owes, "borrow" in offered(state, ANNA)) == (20, True)
    assert (seats[BRUNO].owes, "borrow" in offered(state, BRUNO)) == (90, False)


def test_everybody_may_borrow_in_the_middle_of_an_auction_even_after_passing() -> None:
    state = after(bidding(), Pass(BRUNO), Bid(CARLA, 3))

    assert who_may_borrow(state) == [ANNA, BRUNO, CARLA, DARIO]


def test_a_loan_raises_the_bid_limit_at_once() -> None:
    state = after(bidding(), Borrow(BRUNO), Bid(BRUNO, 19))

    assert state.auction is not None and state.auction.lowest_bid == 20


def test_the_next_bidder_is_offered_bids_up_to_their_money() -> None:
    state = after(bidding(), Bid(BRUNO, 4))

    assert offered(state, CARLA)["bid"] == {"amount": Range(5, 10)}
    assert not {"bid", "pass"} & offered(state, ANNA).keys()


def test_without_money_for_the_next_bid_only_passing_and_borrowing_are_offered() -> None:
    state = after(holding(bidding(), {"seat 2": 4}), Bid(BRUNO, 4))

    assert {"bid", "pass", "borrow"} & offered(state, CARLA).keys() == {"pass", "borrow"}


def test_the_winner_pays_the_bank_and_takes_the_cubes() -> None:
    state = after(bidding(), Bid(BRUNO, 4), Pass(CARLA), Pass(DARIO), Pass(ANNA))

    assert (state.stage, state.winner) == ("place", BRUNO)
    assert state.ledger.balance("seat 1") == 6
    assert state.ledger.balance("bank") == -36


def test_everybody_may_borrow_again_in_the_next_turn() -> None:
    state = after(bidding(), Borrow(ANNA))

    assert who_may_borrow(state) == [BRUNO, CARLA, DARIO]
    assert state.borrowed == {"seat 0"}


def test_each_colour_of_two_players_may_borrow_once_a_turn() -> None:
    state = after(bidding(2), Borrow(ANNA, "red"))

    assert offered(state, ANNA)["borrow"] == {"colour": OneOf(("yellow",))}
    state = after(state, Borrow(ANNA, "yellow"))
    assert state.ledger.balance("seat 0 red") == state.ledger.balance("seat 0 yellow") == 19
    assert who_may_borrow(state) == [BRUNO]


@pytest.mark.parametrize(("edition", "still"), [("it", []), ("fr", [ANNA])])
def test_with_two_players_loans_end_with_the_first_bid_or_pass(
    edition: str, still: list[int]
) -> None:
    """Edition it: the first bid or pass of any seat; edition fr: that of the seat itself."""
    assert who_may_borrow(after(bidding(2, edition=edition), Bid(BRUNO, 1))) == still


def test_in_the_french_edition_with_hidden_money_loans_go_in_turn_order() -> None:
    state = after(bidding(edition="fr", hidden=True), Borrow(CARLA))

    assert who_may_borrow(state) == [ANNA, DARIO]


def test_in_the_italian_edition_with_hidden_money_loans_have_no_order() -> None:
    state = after(bidding(hidden=True), Borrow(CARLA))

    assert who_may_borrow(state) == [ANNA, BRUNO, DARIO]


def test_with_two_players_a_bid_may_be_as_high_as_the_larger_purse() -> None:
    state = holding(bidding(2), {"seat 1 white": 3, "seat 1 black": 14})

    assert offered(state, BRUNO)["bid"] == {"amount": Range(1, 14)}


@pytest.mark.parametrize("colour", ["white", "black"])
def test_with_two_players_the_winner_chooses_the_purse_that_pays(colour: str) -> None:
    state = after(paying(), Pay(BRUNO, colour))

    assert state.ledger.balance(f"seat 1 {colour}") == 6
    assert state.stage == "place"


def test_only_a_purse_that_covers_the_bid_is_offered() -> None:
    state = holding(paying(), {"seat 1 white": 3})

    assert offered(state, BRUNO) == {"pay": {"colour": OneOf(("black",))}}
    assert offered(state, ANNA) == {}


def test_with_two_players_free_cubes_ask_for_no_purse() -> None:
    assert after(bidding(2), Pass(BRUNO)).stage == "place"


@pytest.mark.parametrize(
    ("state", "seats", "sentence"),
    [
        (bidding(), (BRUNO,), "Bruno bids 1 or more, or passes."),
        (paying(), (BRUNO,), "Bruno chooses which colour pays 4."),
    ],
)
def test_each_stage_of_an_auction_has_its_prompt(
    state: BigShotState, seats: tuple[int, ...], sentence: str
) -> None:
    waiting = GAME.rules.waiting(state)

    assert (waiting.seats, str(waiting.prompt)) == (seats, sentence)


def said(state: BigShotState) -> str:
    return str(GAME.rules.waiting(state).prompt)


def refused(state: BigShotState, seat: int, amount: int) -> str:
    with pytest.raises(Refusal) as refusal:
        Bid(seat, amount).decide(state)
    return str(refusal.value.sentence)


def carla_holds_3(**more: int) -> BigShotState:
    """Return a table where Bruno has bid 4, and Carla, who is next, holds 3."""
    return after(holding(bidding(), {"seat 2": 3, **more}), Bid(BRUNO, 4))


def test_a_bidder_with_too_little_money_is_told_to_borrow_first() -> None:
    table = carla_holds_3()

    assert said(table) == "Carla has 3: borrow to bid, or pass."
    assert (
        refused(table, CARLA, 4) == refused(table, CARLA, 5) == "You have 3. Borrow first, or pass."
    )
    assert said(after(table, Borrow(CARLA))) == "Carla bids 5 or more, or passes."


def test_a_bidder_that_borrowed_this_turn_is_not_told_to_borrow() -> None:
    table = after(carla_holds_3(), Borrow(CARLA), Bid(CARLA, 12), Pass(DARIO), Pass(ANNA))
    table = after(holding(table, {"seat 1": 30}), Bid(BRUNO, 13))

    assert said(table) == "Carla cannot bid 14 and has to pass."
    assert (
        refused(table, CARLA, 14) == refused(table, CARLA, 13) == "You have 12. You can only pass."
    )
    spent = after(bidding(), Borrow(BRUNO))
    assert refused(spent, BRUNO, 20) == "You have 19. Bid up to 19, or pass."


def test_a_loan_that_would_not_be_enough_is_not_suggested() -> None:
    table = after(holding(bidding(), {"seat 1": 20, "seat 2": 3}), Bid(BRUNO, 12))

    assert said(table) == "Carla cannot bid 13 and has to pass."
    assert refused(table, CARLA, 13) == "You have 3. You can only pass."
    assert "borrow" in offered(table, CARLA)


def test_no_loan_is_suggested_if_none_is_allowed() -> None:
    table = owing(carla_holds_3(), {"seat 2": 9})

    assert said(table) == "Carla cannot bid 5 and has to pass."
    assert refused(table, CARLA, 5) == "You have 3. You can only pass."


def test_with_two_players_a_loan_is_suggested_only_while_allowed() -> None:
    """Bruno bids 11 from white; Anna has 10 and 10, and has neither bid nor passed yet."""
    italian, french = (
        after(holding(bidding(2, edition=edition), {"seat 1 white": 30}), Bid(BRUNO, 11))
        for edition in ("it", "fr")
    )

    assert said(italian) == "Anna cannot bid 12 and has to pass."
    assert said(french) == "Anna has 10: borrow to bid, or pass."
    assert refused(italian, ANNA, 12) == "You have 10. You can only pass."
    assert refused(french, ANNA, 12) == "You have 10. Borrow first, or pass."


def test_the_prompt_does_not_depend_on_a_hidden_purse() -> None:
    poor = after(holding(bidding(hidden=True), {"seat 2": 0}), Bid(BRUNO, 4))
    rich = after(holding(bidding(hidden=True), {"seat 2": 99}), Bid(BRUNO, 4))

    assert said(poor) == said(rich) == "Carla bids 5 or more, or passes."
    assert refused(poor, CARLA, 4) == refused(rich, CARLA, 4) == "Bid 5 or more, or pass."

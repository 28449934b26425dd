"""The lines of the history: none empty, one full stop at the end, correct plurals."""

from __future__ import annotations

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import CountHand
from companion.games.big_deal.companies import Add, Open
from companion.games.big_deal.corrections import CorrectShares, SetGroup
from companion.games.big_deal.screen import view as view_of
from companion.games.big_deal.settlement import Claim, Fail
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.games.big_deal.turn import Draw, EndTurn
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.big_deal.big_deal_games import a_game
from tests.games.big_deal.big_deal_tables import (
    acting,
    all_but,
    attackable,
    attacked,
    collecting,
    short_of_money,
    with_tokens,
)


def told(state: BigDealState, action: Action) -> list[str | None]:
    later = after(state, action)
    lines = [event.tell(later, None) for event in action.decide(state)]
    return [None if line is None else str(line) for line in lines]


def told_to(seat: int, state: BigDealState, action: Action) -> list[str]:
    """Return the lines of an action as the seat's own phone shows them."""
    later = after(state, action)
    return [str(event.tell_you(later, seat)) for event in action.decide(state)]


def test_both_sides_of_a_takeover_read_it_in_the_second_person() -> None:
    attack = TakeOver(ANNA, 1, 2, 150, 1)
    assert told_to(ANNA, attackable(), attack) == [
        "You lay 2 shares and 1 Cash card and bid 150 a share for Bruno’s TelCom Technologies."
    ]
    assert told_to(BRUNO, attackable(), attack) == [
        "Anna lays 2 shares and 1 Cash card and bids 150 a share for your TelCom Technologies."
    ]

    state = after(attacked(shares=1), Raise(BRUNO, 200))
    kept = "You keep TelCom Technologies and pay Anna 1 × 200 = 200."
    assert kept in told_to(BRUNO, state, GiveUp(ANNA))
    kept = "Bruno keeps TelCom Technologies and pays you 1 × 200 = 200."
    assert kept in told_to(ANNA, state, GiveUp(ANNA))


@pytest.mark.parametrize(
    ("shark", "paid", "yours"), [(False, "100", "100"), (True, "what they have", "what you have")]
)
def test_a_partial_payment_is_worded_differently_for_each_side_and_others(
    shark: bool, paid: str, yours: str
) -> None:
    state = short_of_money(price=1000, shark=shark)

    assert told_to(ANNA, state, Fail(ANNA)) == [
        f"You cannot pay for TelCom Technologies: you lose 1 share and pay Bruno {yours}."
    ]
    failed = "Anna cannot pay for TelCom Technologies, loses 1 share and pays"
    assert told_to(BRUNO, state, Fail(ANNA)) == [f"{failed} you {paid}."]
    assert told_to(CARLA, state, Fail(ANNA)) == [f"{failed} Bruno {paid}."]


@pytest.mark.parametrize(
    ("shares", "cash_cards", "lost"), [(0, 1, "1 Cash card"), (2, 1, "2 shares and 1 Cash card")]
)
def test_the_line_of_a_failed_attack_names_the_lost_cards(
    shares: int, cash_cards: int, lost: str
) -> None:
    state = attacked(shares=shares, cash_cards=cash_cards, price=1000)
    state = after(holding(state, {ANNA: 100}), GiveUp(BRUNO))

    assert told(state, Fail(ANNA)) == [
        f"Anna cannot pay for TelCom Technologies, loses {lost} and pays Bruno 100."
    ]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_line_calls_its_own_reader_by_name(players: int) -> None:
    for *_, events, later in a_game(players, known=True):
        for seat in later.seats:
            lines = [str(event.tell_you(later, seat)) for event in events]
            assert not [line for line in lines if later.name(seat) in line]


def test_a_turn_without_special_income_ends_with_a_line() -> None:
    assert told(acting(), EndTurn(ANNA)) == ["Anna ends the turn."]


def test_the_turn_of_the_last_player_ends_the_round() -> None:
    state = acting(3)
    rounds = [state.round]
    for seat in state.seats:
        assert ("A new round begins." in str(told(state, EndTurn(seat)))) == (seat == 2)
        state = after(state, EndTurn(seat), Draw((seat + 1) % 3))
        rounds.append(state.round)

    assert rounds == [1, 1, 1, 2]


def test_the_chart_of_wealth_labels_its_turns() -> None:
    assert GAME.chart.last.template == "after {turn} turns by all players"


@pytest.mark.parametrize("players", [2, 5])
def test_every_step_has_a_line(players: int) -> None:
    steps = a_game(players)

    for _, action, events, state in steps:
        assert any(event.tell(state, None) for event in events), action
    assert len(steps) > 20


@pytest.mark.parametrize(
    ("shares", "cash_cards", "laid"),
    [
        (1, 0, "1 share"),
        (2, 0, "2 shares"),
        (0, 1, "1 Cash card"),
        (0, 2, "2 Cash cards"),
        (1, 1, "1 share and 1 Cash card"),
        (1, 2, "1 share and 2 Cash cards"),
        (2, 1, "2 shares and 1 Cash card"),
        (2, 2, "2 shares and 2 Cash cards"),
    ],
)
def test_cards_laid_for_a_takeover_have_their_plural_forms(
    shares: int, cash_cards: int, laid: str
) -> None:
    lines = told(attackable(), TakeOver(ANNA, 1, shares, 150, cash_cards))

    assert lines == [f"Anna lays {laid} and bids 150 a share for Bruno’s TelCom Technologies."]


@pytest.mark.parametrize(
    ("cash_cards", "given"), [(1, "150 for the Cash card"), (2, "300 for the 2 Cash cards")]
)
def test_the_banks_payment_for_cash_cards_has_its_plural_form(cash_cards: int, given: str) -> None:
    # One share and the Cash cards at 200; the bank gives the white value, 150, for each card.
    cards = 1 + cash_cards
    state = after(attacked(cash_cards=cash_cards), Raise(BRUNO, 200))

    assert (
        f"Bruno keeps TelCom Technologies and pays Anna {cards} × 200 = {cards * 200}; "
        f"the bank gives {given}."
    ) in told(state, GiveUp(ANNA))


@pytest.mark.parametrize(("shares", "laid"), [(1, "the laid share"), (2, "the 2 laid shares")])
def test_claimed_shares_have_their_plural_form(shares: int, laid: str) -> None:
    state = after(attacked(shares=shares), Raise(BRUNO, 200), GiveUp(ANNA))

    lines = told(state, Claim(BRUNO))

    assert lines[0] == f"Bruno adds {laid} to TelCom Technologies."


def test_an_adjustment_has_its_plural_form() -> None:
    one = told(attackable(), SetGroup(BRUNO, "telcom", 1, 1, reason="miscounted"))
    more = told(acting(), CorrectShares("telcom", "pool", 2))

    assert one == [
        "Correction: Bruno has 1 share of TelCom Technologies on the table. (miscounted)"
    ]
    assert more == ["Correction: 2 shares of TelCom Technologies in the pool."]


def test_a_line_that_ends_in_an_abbreviated_company_has_one_full_stop() -> None:
    state = with_tokens(acting(), ANNA, {"human": 2})
    state = after(state, Open(ANNA, "security", 2))

    assert told(state, Add(ANNA, 1, 1)) == ["Anna adds 1 × Security Inc."]


def test_a_counted_hand_cannot_exceed_the_cards_in_play() -> None:
    roomy, tight = collecting(), all_but(collecting(), 2)

    assert view_of(roomy, BRUNO).highest_count == 5
    assert view_of(tight, BRUNO).highest_count == 2
    assert told(tight, CountHand(BRUNO, 2))
    with pytest.raises(Refusal):
        CountHand(BRUNO, 3).decide(tight)

"""The Shark variant: no screen of a seat depends on the purse of another (BD-V1)."""

from __future__ import annotations

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.panels import draft
from companion.games.big_deal.screen import view as view_of
from companion.games.big_deal.settlement import Fail
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import Raise
from companion.games.big_deal.turn import Draw
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, Range
from companion.mechanics.money.corrections import Correct, CountCash
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.big_deal.big_deal_tables import acting, attacked, drawing, short_of_money


def test_a_seat_sees_its_own_hidden_purse_and_nobody_elses() -> None:
    view = view_of(acting(shark=True), BRUNO)

    assert [seat.money for seat in view.seats] == [None, 1150, None, None]


def test_the_bank_is_hidden_with_the_purses() -> None:
    hidden = acting(shark=True).hidden_accounts(ANNA)

    assert hidden == {"bank", "seat 1", "seat 2", "seat 3"}
    assert acting().hidden_accounts(ANNA) == frozenset()


def test_the_defenders_limit_is_shown_only_to_the_defender() -> None:
    state = attacked(shark=True)

    duels = [view_of(state, seat).duel for seat in (None, ANNA, BRUNO)]
    assert [duel.highest for duel in duels if duel] == [None, None, 1150]


def test_the_cash_of_an_attacker_short_of_money_is_shown_only_to_them() -> None:
    state = short_of_money(cash=237, price=850, shark=True)

    seen = [repr((view_of(state, seat), draft(state, seat, ""))) for seat in (ANNA, BRUNO, None)]
    offered = [repr(GAME.legal_actions(state, seat)) for seat in (BRUNO, None)]
    assert "237" in seen[0]
    assert "237" not in f"{seen[1:]}{offered}"


def told(state: BigDealState, action: Action, seat: int | None) -> list[str]:
    events = action.decide(state)
    later = after(state, action)
    return [str(event.tell(later, seat)) for event in events]


def test_the_amount_of_a_partial_payment_is_shown_only_to_both_sides() -> None:
    state = after(holding(acting(shark=True), {BRUNO: 150}), Collect(ANNA, (BRUNO,)))

    count = CountHand(BRUNO, 4)
    full = ["Bruno pays Anna 150 of (4 + 0) × 100 = 400; the rest is waived."]
    assert told(state, count, ANNA) == told(state, count, BRUNO) == full
    assert told(state, count, CARLA) == ["Bruno pays Anna up to (4 + 0) × 100 = 400."]


def test_others_cannot_tell_a_full_payment_from_a_partial_one() -> None:
    state = after(acting(shark=True), Collect(ANNA, (BRUNO,)))

    assert told(state, CountHand(BRUNO, 4), None) == ["Bruno pays Anna up to (4 + 0) × 100 = 400."]


def test_cash_lost_with_a_takeover_is_shown_only_to_both_sides() -> None:
    state = short_of_money(cash=200, price=1000, shark=True)

    assert "pays Bruno 200" in told(state, Fail(ANNA), BRUNO)[0]
    assert "200" not in told(state, Fail(ANNA), CARLA)[0]


def test_counted_cash_is_shown_only_to_its_owner() -> None:
    count = CountCash({"seat 1": 1200})

    owner = told(acting(shark=True), count, BRUNO)
    assert owner == ["Bruno: 1200 counted, 1150 in the app."]
    assert told(acting(shark=True), count, CARLA) == ["Bruno: money counted and corrected."]


def test_a_refused_correction_does_not_reveal_the_purse() -> None:
    with pytest.raises(Refusal) as refused:
        Correct("seat 1", "bank", 10_000).decide(acting(shark=True))

    assert "1150" not in str(refused.value.sentence)


def test_an_attacker_does_not_learn_why_the_defender_stops() -> None:
    state = after(attacked(shark=True), Raise(BRUNO, 1150))

    offers = {offer.kind: offer for offer in GAME.legal_actions(state, ANNA)}
    price = offers["raise"].fields["price"]
    assert isinstance(price, Range) and price.highest is None


def test_when_the_game_is_over_everything_is_shown() -> None:
    state = after(drawing(2, shark=True), Draw(ANNA, 7), CountHand(ANNA, 1), CountHand(BRUNO, 1))

    assert all(seat.money is not None for seat in view_of(state, None).seats)
    assert state.hidden_accounts(None) == frozenset()

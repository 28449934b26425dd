"""The wizard of a seat goes on where it was, until the seat taps "Done"."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.corrections import CorrectShares, SetTokens
from companion.games.big_deal.learning import CompanyLearnt
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.turn import Draw, EndTurn, Income
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK, purse
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, BRUNO, after
from tests.games.big_deal.big_deal_tables import (
    TELCOM_SET,
    acting,
    draft_of,
    short_of_money,
    with_group,
    with_tokens,
    without_green,
    won,
)


def asked(state: BigDealState, words: str = "", seat: int = ANNA) -> str:
    return str(draft_of(state, words, seat).panel.question)


def trading() -> BigDealState:
    """Anna acts; she holds four tokens, and the bank shows shares of two companies."""
    state = with_tokens(acting(), ANNA, {"human": 4})
    sold = after(state, SellShares(ANNA, "telcom", 2), SellShares(ANNA, "security", 1))
    return after(sold, *(step for seat in sold.seats for step in (EndTurn(seat), drawn(seat))))


def drawn(seat: int) -> Draw:
    return Draw((seat + 1) % 4)


@pytest.mark.parametrize(
    ("action", "question"),
    [
        (BuyResource(ANNA, "human"), "Which resource?"),
        (SellResource(ANNA, "human"), "Which resource?"),
        (BuyShares(ANNA, "telcom"), "Which company?"),
        (SellShares(ANNA, "telcom"), "Shares of which company?"),
    ],
)
def test_after_a_trade_the_next_one_is_offered_until_the_seat_is_done(
    action: Action, question: str
) -> None:
    assert asked(trading()) == "What do you want to do?"

    state = after(trading(), action)

    assert asked(state) == question
    assert draft_of(state).ends
    assert asked(state, draft_of(state).back or "") == "What do you want to do?"


def test_another_step_on_the_menu_can_be_picked_while_trading() -> None:
    state = after(trading(), BuyShares(ANNA, "telcom"))

    assert asked(state, "sell") == "Shares of which company?"
    assert not draft_of(state, "sell").ends


def test_only_possible_trades_are_offered() -> None:
    state = after(acting(), *(BuyResource(ANNA, "human") for _ in "123"))
    assert asked(state) == "Which resource?"

    state = after(state, *(SellResource(ANNA, "human") for _ in "123"))

    assert asked(state) == "What do you want to do?"


def test_the_next_player_starts_with_the_whole_menu() -> None:
    state = after(trading(), BuyResource(ANNA, "human"), EndTurn(ANNA), Draw(BRUNO))

    assert asked(state, seat=BRUNO) == "What do you want to do?"


@pytest.mark.parametrize("beside", [SetTokens(ANNA, "energy", 2), Correct(BANK, purse(ANNA), 50)])
def test_a_correction_does_not_interrupt_trading(beside: Action) -> None:
    state = after(trading(), BuyResource(ANNA, "human"), beside)

    assert asked(state) == "Which resource?"


def test_while_money_is_raised_the_missing_amount_is_shown() -> None:
    state = after(with_tokens(short_of_money(), ANNA, TELCOM_SET), SellResource(ANNA, "space"))

    assert asked(state) == "Raise the money, then pay"
    assert str(draft_of(state).panel.lines[0]) == "3 × 150 = 450 to pay; Anna has 200."


def test_trading_with_undecided_won_shares_goes_on_until_done() -> None:
    state = after(won(), BuyResource(ANNA, "human"))

    assert asked(state) == "Which resource?"
    beside = draft_of(state, draft_of(state).back or "").panel
    assert beside.question is None
    assert [button.action["kind"] for button in beside.buttons][-1] == "keep_won"


@pytest.mark.parametrize(
    ("taps", "question"),
    [
        ("open.telcom", "With how many shares from hand?"),
        ("buy.telcom", "How many?"),
        ("sell.telcom", "How many?"),
        ("takeover.1", "What do you lay down?"),
    ],
)
def test_after_entering_a_companys_numbers_the_move_continues(taps: str, question: str) -> None:
    state = with_tokens(with_group(acting(known=False), BRUNO, 2), ANNA, TELCOM_SET)
    state = after(state, CorrectShares("telcom", "pool", 1))
    assert asked(state, taps) == "What is printed on the shares of TelCom Technologies?"

    later = after(state, typed(draft_of(state, taps)))

    assert isinstance(later.latest, CompanyLearnt)
    assert asked(later) == question
    assert draft_of(later).said == draft_of(state, taps).said


def test_a_company_whose_resources_are_missing_is_deselected() -> None:
    state = acting(known=False)

    later = after(state, typed(draft_of(state, "open.telcom")))

    assert asked(later) == "Which company?"
    assert [str(note) for note in draft_of(later).panel.notes] == [
        "TelCom Technologies needs its own resources. Still missing: space ×1, technology ×1."
    ]


def test_a_logged_wizard_text_continues_there() -> None:
    logged = {"kind": "company_learnt", "company": "telcom", "white": 150, "green": 100}
    event = from_json({**logged, "needs": TELCOM_SET, "amid": "open.telcom"}, GAME.event_kinds)
    assert isinstance(event, CompanyLearnt)

    state = GAME.apply(with_tokens(acting(known=False), ANNA, TELCOM_SET), event)

    assert asked(state) == "With how many shares from hand?"


def test_after_entering_numbers_for_the_income_the_menu_appears() -> None:
    state = without_green()

    later = after(state, typed(draft_of(state)), Income(ANNA))

    assert asked(later) == "What do you want to do?"


def typed(asking: SimpleNamespace) -> Action:
    """Return the action that posts the printed numbers of TelCom from this screen."""
    assert asking.panel.typed is not None
    posted = {**asking.panel.typed.action, "white": 150, "green": 100, "needs": TELCOM_SET}
    action = from_json(posted, GAME.action_kinds)
    assert isinstance(action, Action)
    return action

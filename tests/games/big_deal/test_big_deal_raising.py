"""Raising the money for a takeover (BD-K6), with the sums worked out by hand.

TelCom: white 150, needs one space and one technology; Security: white 100, needs two human.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.box import RESOURCES
from companion.games.big_deal.companies import Add, Open, SellCompany, Split
from companion.games.big_deal.corrections import CorrectShares
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.panels import draft
from companion.games.big_deal.settlement import Fail, Pay
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, TakeOver
from companion.games.big_deal.turn import EndTurn
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK
from companion.testing.tables import ANNA, BRUNO, after, holding
from tests.games.big_deal.big_deal_tables import (
    attackable,
    short_of_money,
    spent,
    with_group,
    with_tokens,
)


def raising() -> BigDealState:
    """Anna owes 2000 for Bruno's two shares of TelCom and has 1050.

    She has Security open with 2 shares as group 2; the bank shows one share of it and of Phönix.
    """
    state = with_group(attackable(shares=2), ANNA, 2, "security")
    state = after(state, CorrectShares("security", "pool", 1), CorrectShares("phonix", "pool", 1))
    state = holding(after(state, TakeOver(ANNA, 1, 1, 1000)), {ANNA: 1050})
    return after(state, GiveUp(BRUNO))


def offered(state: BigDealState, seat: int) -> set[str]:
    return {offer.kind for offer in GAME.legal_actions(state, seat)}


def refused(state: BigDealState, action: Action) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        action.decide(state)
    return refusal.value.name, refusal.value.rule


def test_adding_a_share_and_selling_the_company_raises_the_price() -> None:
    """1050 + 3 x (100 + 50) + tokens 50 + 50 + won shares 2 x (150 + 50) = 2000."""
    state = after(raising(), Add(ANNA, 2), SellCompany(ANNA, 2))
    state = after(state, SellResource(ANNA, "human"), SellResource(ANNA, "human"))
    assert state.money(ANNA) == 1600

    state = after(state, Pay(ANNA, 2))

    assert (state.money(ANNA), state.money(BRUNO)) == (0, 3150)
    assert state.discarded == {"security": 3, "telcom": 2}


def test_a_pool_share_sold_with_its_company_earns_fifty() -> None:
    state = after(raising(), BuyShares(ANNA, "security"), Add(ANNA, 2), SellCompany(ANNA, 2))

    # 1050 - 100 + 3 x 150.
    assert state.money(ANNA) == 1400


def test_a_company_opened_from_the_hand_is_sold_for_fifty_more_a_share() -> None:
    # The two slots behind the two human tokens of Security cost 100 each.
    state = after(raising(), BuyResource(ANNA, "human"), BuyResource(ANNA, "human"))
    state = after(state, Open(ANNA, "security", 3), SellCompany(ANNA, 3))

    assert state.money(ANNA) == 1050 - 200 + 3 * 150


def test_of_a_split_company_one_part_is_sold_and_the_other_stays() -> None:
    state = after(with_tokens(raising(), ANNA, {"human": 4}), Add(ANNA, 2, 2))

    state = after(state, Split(ANNA, 2, 2), SellCompany(ANNA, 3))

    assert state.money(ANNA) == 1050 + 2 * 150
    assert state.groups[2].shares == 2 and state.stage == "raise"


def test_every_way_to_raise_money_can_be_tapped() -> None:
    state = after(raising(), Add(ANNA, 2, 2))
    state = with_tokens(state, ANNA, {"human": 4, "technology": 2})

    panel = draft(state, ANNA, "")

    ways = {"add", "open", "split", "buy_shares", "buy_resource", "sell_company", "take_back"}
    assert ways <= offered(state, ANNA)
    assert panel is not None and str(panel.panel.question) == "Raise the money, then pay"
    words = [choice.word for choice in panel.panel.choices]
    assert words == ["resources", "open", "shares", "buy", "sell", "company", "split", "cash"]


def test_the_limits_of_a_turn_hold_while_money_is_raised() -> None:
    state = with_tokens(raising(), ANNA, {"human": 8})
    sold = after(state, *(SellResource(ANNA, "human") for _ in "123"))
    bought = after(state, *(BuyResource(ANNA, "human") for _ in "123"))

    assert refused(sold, SellResource(ANNA, "human")) == ("three_sold", "BD-R1")
    assert refused(bought, BuyResource(ANNA, "human")) == ("three_bought", "BD-R1")
    paid = after(sold, SellCompany(ANNA, 2), Pay(ANNA, 2))
    assert refused(paid, SellResource(ANNA, "human")) == ("three_sold", "BD-R1")


def test_nobody_else_trades_until_the_takeover_is_paid() -> None:
    state = raising()

    assert offered(state, BRUNO) == set()
    assert refused(state, SellCompany(BRUNO, 1)) == ("not_your_turn", "BD-T1")
    assert refused(state, EndTurn(ANNA)) == ("not_now", "BD-K6")
    assert refused(state, TakeOver(ANNA, 1, 1, 150)) == ("not_now", "BD-K6")


def test_a_company_opened_while_raising_money_earns_no_special_income() -> None:
    """Nothing is won before it is paid."""
    state = with_tokens(raising(), ANNA, {"human": 2, "space": 1, "technology": 1})

    state = after(state, Open(ANNA, "telcom", 2), SellCompany(ANNA, 2))
    state = holding(state, {ANNA: 2000})

    assert after(state, Pay(ANNA), EndTurn(ANNA)).money(ANNA) == 0


def test_purchases_are_sold_back_before_a_takeover_fails() -> None:
    """The offered cash is lost, so it cannot be spent after the victory.

    3000 are due, 400 were there, a share was bought for 150: it is sold again, then 400 are lost.
    """
    state = spent()
    assert "fail" not in offered(state, ANNA)

    state = after(state, SellShares(ANNA, "telcom"), Fail(ANNA))

    assert (state.money(ANNA), state.money(BRUNO)) == (0, 1550)


def test_an_earlier_token_does_not_hide_cash_spent_since() -> None:
    """Three tokens are sold this turn, so no more can be; the share can."""
    state = replace(with_tokens(spent(), ANNA, {"technology": 1}), bought=1, sold=3)

    assert "fail" not in offered(state, ANNA)
    assert "fail" in offered(after(state, SellShares(ANNA, "telcom")), ANNA)


def test_unsellable_tokens_do_not_prevent_giving_up() -> None:
    state = with_tokens(short_of_money(cash=400, price=1000), ANNA, {"human": 3})
    state = after(state, *(SellResource(ANNA, "human") for _ in "123"))
    state = after(state, *(BuyResource(ANNA, "technology") for _ in "123"))
    # 400 + 100 + 50 + 50 - 150 - 150 - 200.
    assert state.money(ANNA) == 100

    state = after(state, Fail(ANNA))

    assert (state.money(ANNA), state.money(BRUNO)) == (0, 1250)


def test_money_that_the_banker_takes_away_is_not_lost_with_the_takeover() -> None:
    state = after(short_of_money(cash=400, price=1000), Correct("seat 0", BANK, 300))

    assert after(state, Fail(ANNA)).money(BRUNO) == 1250


@pytest.mark.parametrize("gift", [Correct(BANK, "seat 1", 50), Correct(BANK, "seat 0", 50)])
def test_other_corrections_of_money_leave_the_winners_offered_cash(gift: Correct) -> None:
    assert "fail" not in offered(after(spent(), gift), ANNA)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (short_of_money(), "You are 350 short: sell companies or resources."),
        (
            short_of_money(price=1000),
            "You are 2900 short: raise it, or tap “I cannot pay”.",
        ),
    ],
)
def test_a_winner_short_of_money_is_told_to_give_up_only_if_allowed(
    state: BigDealState, sentence: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        Pay(ANNA).decide(state)

    assert str(refusal.value.sentence) == sentence


def test_if_nothing_can_raise_the_money_the_screen_says_why() -> None:
    state = with_group(short_of_money(cash=0, price=300), ANNA, 4, "security")

    shown = draft(state, ANNA, "")

    # 900 are due; three won shares bring 600, Security 4 x 150.
    assert shown is not None and shown.panel.buttons == ()
    assert [str(note) for note in shown.panel.notes] == [
        "You own enough to pay: sell some, then pay."
    ]


def tried(state: BigDealState, random: Random) -> Action:
    """Return an action to try while money is raised, legal or not."""
    company, resource = random.choice(("security", "phonix", "telcom")), random.choice(RESOURCES)
    number, shares = random.choice(tuple(state.groups)), random.randint(1, 4)
    return random.choice(
        (
            BuyResource(ANNA, resource),
            SellResource(ANNA, resource),
            BuyShares(ANNA, company),
            SellShares(ANNA, company, shares, random.choice((None, number))),
            Open(ANNA, company, shares),
            Add(ANNA, number, shares),
            Split(ANNA, number, shares),
            SellCompany(ANNA, number),
            Pay(ANNA, random.randint(0, 2)),
            Fail(ANNA),
        )
    )


def assert_sound(state: BigDealState) -> None:
    assert sum(state.ledger.balances.values()) == 0
    assert min(state.money(seat) for seat in state.seats) >= 0
    assert state.bought <= 3 and state.sold <= 3
    for company in state.packing.companies:
        assert min(state.unseen_shares(company), state.pool.get(company, 0)) >= 0
    for resource in RESOURCES:
        assert sum(held.get(resource, 0) for held in state.tokens) + state.in_wheel(resource) == 14


def test_raising_money_always_ends_with_payment_or_loss_of_the_offered_cash() -> None:
    walked, ends = set[str](), set[bool]()
    for seed in range(150):
        random = Random(seed)
        state = with_tokens(raising(), ANNA, {"human": 4, "space": 1, "technology": 3})
        while state.stage == "raise":
            action, before = tried(state, random), state
            try:
                state = after(state, action)
            except Refusal as refusal:
                assert refusal.rule
                continue
            walked.add(action.kind)
            assert_sound(state)
        is_paid, got = state.takeovers == 1, state.money(BRUNO) - before.money(BRUNO)
        assert got == (2000 if is_paid else before.money(ANNA))
        ends.add(is_paid)
    assert ends == {True, False}
    assert walked >= {"add", "open", "split", "buy_shares", "buy_resource", "sell_company"}

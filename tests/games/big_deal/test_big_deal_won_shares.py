"""Won shares and their special income (BD-K7, BD-K8); TelCom: white 150, green
200, needs one space and one technology. Purses at the start: 1000, 1150, 1300, 1450."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.companies import Add, Open, SellCompany, Split, TakeBack
from companion.games.big_deal.market import BuyShares, SellShares
from companion.games.big_deal.screen import view as view_of
from companion.games.big_deal.settlement import Claim, KeepWon, OpenWon, SellWon
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.games.big_deal.turn import Draw, EndTurn
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Range
from companion.testing.tables import ANNA, BRUNO, CARLA, DARIO, after, holding
from tests.games.big_deal.big_deal_tables import (
    TELCOM_SET,
    attackable,
    draft_of,
    with_group,
    with_tokens,
    won,
)


def purses(state: BigDealState) -> list[int]:
    return [state.money(seat) for seat in state.seats]


def sizes(state: BigDealState) -> list[tuple[int, str, int]]:
    return [(group.seat, group.company, group.shares) for group in state.groups.values()]


def test_won_shares_are_sold_at_white_and_fifty_even_without_resources() -> None:
    state = after(won(), SellWon(ANNA, 3))

    # 1000 - 450 + 3 x 200.
    assert state.money(ANNA) == 1150
    assert state.discarded == {"telcom": 3} and state.spoils is None


def test_won_and_laid_shares_count_for_the_lead_until_they_are_kept() -> None:
    """Anna paid Bruno 450 for three shares of her 1000, and laid one of her own."""
    state = won()
    before, kept = GAME.chart.wealth(state), GAME.chart.wealth(after(state, KeepWon(ANNA)))

    assert before[:2] == (1000 - 450 + 4 * 150, 1150 + 450 + kept[BRUNO] - state.money(BRUNO))
    assert kept[ANNA] == 550


def test_in_the_shark_variant_won_shares_pay_a_hundred_more() -> None:
    state = after(won(shark=True), SellWon(ANNA, 3))

    assert state.money(ANNA) == 1300


def with_a_set(state: BigDealState, sets: int = 1) -> BigDealState:
    return with_tokens(state, ANNA, {name: sets * count for name, count in TELCOM_SET.items()})


def test_a_won_company_that_is_opened_brings_special_income_at_the_end_of_the_turn() -> None:
    state = after(with_a_set(won()), OpenWon(ANNA, 4))
    assert sizes(state) == [(ANNA, "telcom", 4)] and state.money(ANNA) == 550

    state = after(state, EndTurn(ANNA))

    assert state.money(ANNA) == 750
    assert state.special_groups == ()


def test_kept_won_shares_go_to_the_hand() -> None:
    state = after(with_a_set(won()), OpenWon(ANNA, 2), SellWon(ANNA, 1))

    # Opened with two of the won three, the third sold: the laid one is in the hand again.
    assert state.spoils is None and state.unseen_shares("telcom") == 3


def test_at_the_end_of_the_turn_undecided_won_shares_go_to_the_hand() -> None:
    state = after(won(), EndTurn(ANNA))

    assert state.spoils is None and state.unseen_shares("telcom") == 6
    assert state.active == BRUNO and state.money(ANNA) == 550


def test_kept_shares_added_to_an_own_company_bring_its_special_income() -> None:
    """550 and the green value of 200."""
    state = with_group(won(), ANNA, 2)
    state = after(state, KeepWon(ANNA), Add(ANNA, 2, 4), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 6)]
    assert state.money(ANNA) == 750


def test_own_shares_earn_no_special_income_once_the_won_ones_are_sold() -> None:
    state = with_group(won(), ANNA, 2)
    state = after(state, SellWon(ANNA, 3), Add(ANNA, 2, 1), EndTurn(ANNA))

    # 1000 - 450 + 3 x 200.
    assert sizes(state) == [(ANNA, "telcom", 3)] and state.money(ANNA) == 1150


def all_known() -> BigDealState:
    """Return a table where Anna has won and paid 4 shares with 2 laid, all six of TelCom."""
    return after(attackable(shares=4), TakeOver(ANNA, 1, 2, 150), GiveUp(BRUNO))


def test_laid_shares_are_sold_as_soon_as_the_takeover_is_paid_one_after_the_other() -> None:
    """1000 - 4 x 150, and 150 for each."""
    state = all_known()

    state = after(state, SellShares(ANNA, "telcom"), SellShares(ANNA, "telcom"))

    assert state.money(ANNA) == 700 and state.pool == {"telcom": 2}
    assert state.spoils is not None and (state.spoils.won, state.spoils.laid) == (4, 0)
    with pytest.raises(Refusal, match="too_many_shares"):
        SellShares(ANNA, "telcom").decide(state)


def test_laid_shares_can_join_a_company_before_won_shares_are_settled() -> None:
    state = with_group(attackable(shares=2), ANNA, 2)
    state = after(state, TakeOver(ANNA, 1, 2, 150), GiveUp(BRUNO))

    state = after(state, Add(ANNA, 2, 2))

    assert state.groups[2].shares == 4
    assert state.spoils is not None and (state.spoils.won, state.spoils.laid) == (2, 0)


def test_laid_shares_that_are_sold_are_not_opened_with_the_won_ones() -> None:
    state = with_a_set(after(all_known(), SellShares(ANNA, "telcom")))
    (opening,) = (o for o in GAME.legal_actions(state, ANNA) if o.kind == "open_won")

    assert opening.fields["shares"] == Range(2, 5)
    with pytest.raises(Refusal, match="too_many_shares"):
        OpenWon(ANNA, 6).decide(state)


def test_before_it_is_paid_the_laid_shares_are_at_stake_and_are_not_sold() -> None:
    state = holding(attackable(shares=4), {ANNA: 0})
    state = after(state, TakeOver(ANNA, 1, 2, 150), GiveUp(BRUNO))

    with pytest.raises(Refusal, match="too_many_shares"):
        SellShares(ANNA, "telcom").decide(state)


def test_pending_laid_shares_can_be_sold_by_tapping() -> None:
    shown = draft_of(all_known(), "sell")

    smalls = {choice.word: str(choice.small) for choice in shown.panel.choices}
    assert smalls["telcom"] == "from hand, or the 2 laid ones"
    assert smalls["security"] == "from hand"


def kept_and_opened() -> BigDealState:
    """Return a table where Anna kept what she won and has opened it: 1000 - 450 = 550."""
    return after(with_a_set(won()), KeepWon(ANNA), Open(ANNA, "telcom", 3))


def test_won_shares_opened_in_the_same_turn_bring_special_income_though_they_were_kept() -> None:
    """550 and the green value of 200."""
    assert after(kept_and_opened(), EndTurn(ANNA)).money(ANNA) == 750


def test_a_company_taken_back_and_opened_again_brings_its_special_income_once() -> None:
    """What stands open at the end of the turn decides."""
    state = kept_and_opened()
    (group,) = state.groups
    reopened = after(state, TakeBack(ANNA, group, 3), Open(ANNA, "telcom", 3))

    once = after(reopened, EndTurn(ANNA))
    (group,) = reopened.groups
    twice = after(reopened, TakeBack(ANNA, group, 3), Open(ANNA, "telcom", 3), EndTurn(ANNA))

    assert sizes(once) == [(ANNA, "telcom", 3)]
    assert once.money(ANNA) == twice.money(ANNA) == 750


def test_a_won_company_that_is_back_in_the_hand_at_the_end_brings_nothing() -> None:
    state = kept_and_opened()
    (group,) = state.groups

    assert after(state, TakeBack(ANNA, group, 3), EndTurn(ANNA)).money(ANNA) == 550


def test_won_shares_taken_back_and_sold_bring_no_special_income_for_others_opened() -> None:
    state = after(with_a_set(all_known()), OpenWon(ANNA, 6))
    (group,) = state.groups
    state = after(state, TakeBack(ANNA, group, 6), SellShares(ANNA, "telcom", 6))

    state = after(state, BuyShares(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 1000 - 4 x 150, 6 x 150 for all that was sold, 2 x 150 for what was bought.
    assert state.money(ANNA) == 1000


def test_won_shares_taken_back_and_opened_again_earn_special_income() -> None:
    state = after(with_a_set(won()), OpenWon(ANNA, 2))
    (group,) = state.groups
    state = after(state, TakeBack(ANNA, group, 2), KeepWon(ANNA))

    assert after(state, Open(ANNA, "telcom", 3), EndTurn(ANNA)).money(ANNA) == 750


def test_the_remaining_part_of_won_shares_earns_special_income() -> None:
    state = after(with_a_set(all_known()), OpenWon(ANNA, 2))
    (group,) = state.groups
    state = after(state, TakeBack(ANNA, group, 2))

    # 1000 - 4 x 150 + 200, whether the rest is opened at once or kept first.
    assert after(state, OpenWon(ANNA, 2), EndTurn(ANNA)).money(ANNA) == 600
    assert after(state, KeepWon(ANNA), Open(ANNA, "telcom", 2), EndTurn(ANNA)).money(ANNA) == 600


def test_a_part_taken_back_costs_nothing_while_another_part_is_open() -> None:
    state = after(with_a_set(all_known(), 2), OpenWon(ANNA, 2), OpenWon(ANNA, 2))
    first, _ = state.groups

    state = after(state, TakeBack(ANNA, first, 2), EndTurn(ANNA))

    assert state.money(ANNA) == 600


def test_a_part_that_was_sold_leaves_the_special_income_to_the_rest() -> None:
    """One of the parts may bring it, in whatever order they are opened and sold."""
    first = after(with_a_set(all_known()), OpenWon(ANNA, 2))
    (group,) = first.groups
    sold = after(first, SellCompany(ANNA, group))

    # 400, 2 x 200 for the part that is sold, and 200 for the other.
    assert after(sold, OpenWon(ANNA, 2), EndTurn(ANNA)).money(ANNA) == 1000
    assert after(sold, KeepWon(ANNA), Open(ANNA, "telcom", 2), EndTurn(ANNA)).money(ANNA) == 1000


def test_if_one_part_of_kept_shares_is_sold_the_other_earns_special_income() -> None:
    state = after(with_a_set(all_known(), 2), KeepWon(ANNA))
    state = after(state, Open(ANNA, "telcom", 2), Open(ANNA, "telcom", 2))
    first, _ = state.groups

    state = after(state, SellCompany(ANNA, first), EndTurn(ANNA))

    assert state.money(ANNA) == 1000


def test_more_shares_than_were_won_bring_no_special_income_once_those_are_sold() -> None:
    state = after(with_a_set(won()), SellWon(ANNA, 1), KeepWon(ANNA), Open(ANNA, "telcom", 2))
    (group,) = state.groups
    state = after(state, SellCompany(ANNA, group), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 1000 - 450 + 200 for a won share + 2 x 200 for both others; then two own ones are opened.
    assert state.money(ANNA) == 1150


def test_kept_shares_that_were_sold_bring_no_special_income_for_others_bought_and_opened() -> None:
    state = after(with_a_set(all_known()), KeepWon(ANNA), SellShares(ANNA, "telcom", 6))

    state = after(state, BuyShares(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 1000 - 4 x 150 for the takeover, 6 x 150 for all that was sold, 2 x 150 for what was bought.
    assert sizes(state) == [(ANNA, "telcom", 2)] and state.money(ANNA) == 1000


def test_of_kept_shares_the_last_in_the_hand_bring_special_income() -> None:
    state = after(with_a_set(all_known()), KeepWon(ANNA), SellShares(ANNA, "telcom", 5))

    state = after(state, BuyShares(ANNA, "telcom"), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    assert state.money(ANNA) == 400 + 5 * 150 - 150 + 200


def test_kept_shares_added_to_a_company_bring_special_income_there_and_not_beside() -> None:
    state = with_a_set(with_group(attackable(shares=2), ANNA, 2), 2)
    state = after(state, TakeOver(ANNA, 1, 0, 150, 1), GiveUp(BRUNO), KeepWon(ANNA))
    state = replace(state, pool={"telcom": 2})

    state = after(state, Add(ANNA, 2, 2), BuyShares(ANNA, "telcom", 2))
    state = after(state, Open(ANNA, "telcom", 2))
    assert [group.special for group in view_of(state, None).seats[ANNA].groups] == [True, False]
    state = after(state, EndTurn(ANNA))

    # 1000 - 2 x 150 for the takeover, 2 x 150 for what was bought, 200 once.
    assert sizes(state) == [(ANNA, "telcom", 4), (ANNA, "telcom", 2)] and state.money(ANNA) == 600


def kept_and_laid() -> BigDealState:
    """Return a table where Anna, who won two shares and kept them, lays all she can for Carla's."""
    state = with_group(with_a_set(attackable(shares=2), 2), CARLA, 2)
    state = after(holding(state, {ANNA: 2000}), TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO))
    return after(state, KeepWon(ANNA), TakeOver(ANNA, 2, 4, 150))


def test_kept_shares_laid_in_a_takeover_that_is_won_bring_special_income_still() -> None:
    state = after(kept_and_laid(), GiveUp(CARLA), OpenWon(ANNA, 2), Open(ANNA, "telcom", 2))

    # 2000 - 300 - 300 + 2 x 200.
    assert after(state, EndTurn(ANNA)).money(ANNA) == 1800


def test_kept_shares_laid_in_a_takeover_that_is_lost_bring_no_special_income() -> None:
    state = after(kept_and_laid(), Raise(CARLA, 200), GiveUp(ANNA), Claim(CARLA, 0))
    state = replace(state, groups={2: replace(state.groups[2], shares=4)}, pool={"telcom": 2})

    state = after(state, BuyShares(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 2000 - 300 for Bruno's, 4 x 200 of Carla for the laid ones, 2 x 150 for what was bought.
    assert state.money(ANNA) == 2200


def test_kept_shares_opened_in_two_parts_bring_special_income_once() -> None:
    state = after(with_a_set(won(), 2), KeepWon(ANNA))

    state = after(state, Open(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    assert state.money(ANNA) == 750


def test_two_won_groups_kept_and_opened_bring_special_income_each() -> None:
    state = with_group(with_a_set(attackable(shares=2), 2), CARLA, 2)
    state = holding(state, {ANNA: 2000})
    state = after(state, TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO), KeepWon(ANNA))
    state = after(state, TakeOver(ANNA, 2, 1, 150), GiveUp(CARLA), KeepWon(ANNA))

    state = after(state, Open(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 2000 - 300 - 300 + 2 x 200.
    assert state.money(ANNA) == 1800


def test_a_company_opened_in_parts_leaves_the_special_income_of_another_won_group_alone() -> None:
    """Three are won of Bruno and two of Carla; two parts are opened, one for each takeover."""
    state = with_group(with_a_set(attackable(shares=3), 2), CARLA, 2)
    state = holding(state, {ANNA: 2000})
    state = after(state, TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO), KeepWon(ANNA))
    state = after(state, TakeOver(ANNA, 2, 1, 150), GiveUp(CARLA), KeepWon(ANNA))

    state = after(state, Open(ANNA, "telcom", 2), Open(ANNA, "telcom", 2), EndTurn(ANNA))

    # 2000 - 450 - 300 + 2 x 200.
    assert state.money(ANNA) == 1650


def test_shares_kept_in_an_earlier_turn_or_of_another_company_bring_none() -> None:
    state = with_tokens(after(won(), KeepWon(ANNA)), ANNA, {"human": 2, **TELCOM_SET})
    state = after(state, Open(ANNA, "security", 2), EndTurn(ANNA))
    assert state.money(ANNA) == 550

    for seat in (BRUNO, CARLA, DARIO):
        state = after(state, Draw(seat), EndTurn(seat))
    state = after(state, Draw(ANNA), Open(ANNA, "telcom", 3), EndTurn(ANNA))

    # The income of Security is all that came.
    assert state.money(ANNA) == 700


def test_everybody_sees_which_company_brings_special_income_though_it_was_kept() -> None:
    state = kept_and_opened()
    (event,) = Open(ANNA, "telcom", 3).decide(after(with_a_set(won()), KeepWon(ANNA)))

    assert [group.special for group in view_of(state, None).seats[ANNA].groups] == [True]
    line = "Anna opens the newly won TelCom Technologies with 3 shares."
    assert str(event.tell(state, None)) == line


def test_won_and_split_at_once_one_part_alone_brings_special_income() -> None:
    state = with_a_set(won(), 2)
    state = after(state, OpenWon(ANNA, 4))
    (group,) = state.groups
    state = after(state, Split(ANNA, group, 2), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 2)] * 2
    # 550 and one green value of 200.
    assert state.money(ANNA) == 750


def test_opened_in_two_parts_one_part_alone_brings_special_income() -> None:
    state = after(with_a_set(won(), 2), OpenWon(ANNA, 2), OpenWon(ANNA, 2), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 2)] * 2
    assert state.money(ANNA) == 750


def test_several_won_groups_bring_special_income_each() -> None:
    state = with_group(with_a_set(attackable(shares=2), 2), CARLA, 2)
    state = holding(state, {ANNA: 2000})
    state = after(state, TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO), OpenWon(ANNA, 2))
    state = after(state, TakeOver(ANNA, 2, 1, 150), GiveUp(CARLA), OpenWon(ANNA, 2))

    state = after(state, EndTurn(ANNA))

    # 2000 - 300 - 300 + 2 x 200.
    assert state.money(ANNA) == 1800


def test_a_split_company_can_lose_one_part_alone() -> None:
    state = with_group(attackable(shares=2), BRUNO, 2)

    state = after(state, TakeOver(ANNA, 2, 1, 150), GiveUp(BRUNO))

    assert sizes(state) == [(BRUNO, "telcom", 2)]
    assert purses(state)[:2] == [700, 1450]


def test_the_same_company_open_with_two_players_pays_both() -> None:
    state = with_group(with_group(attackable(shares=2), ANNA, 2), CARLA, 2)

    assert sizes(state) == [(BRUNO, "telcom", 2), (ANNA, "telcom", 2), (CARLA, "telcom", 2)]
    assert state.unseen_shares("telcom") == 0
    state = after(state, TakeOver(ANNA, 1, 0, 150, 1), GiveUp(BRUNO))
    assert state.spoils is not None and state.spoils.won == 2


def test_everybody_sees_undecided_won_shares() -> None:
    assert str(view_of(won(), None).won) == "TelCom Technologies: 3 won shares, 1 laid share."


def test_won_shares_are_settled_before_the_rest_of_the_turn() -> None:
    undecided, decided = won(), after(won(), KeepWon(ANNA))

    asked = GAME.rules.waiting(undecided).prompt
    assert str(asked) == "Anna opens, sells or keeps the shares just won: TelCom Technologies."
    assert str(asked.for_you) == "Open, sell or keep the shares you won: TelCom Technologies."
    assert str(GAME.rules.waiting(decided).prompt) == "Anna takes actions or ends the turn."

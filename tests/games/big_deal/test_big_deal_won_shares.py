"""What becomes of won shares, and their special income (BD-K7, BD-K8); TelCom: white 150, green
200, needs one space and one technology. Purses at the start: 1000, 1150, 1300, 1450."""

from __future__ import annotations

from companion.games.big_deal import GAME
from companion.games.big_deal.actions import Add, EndTurn, Split
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeover_actions import (
    GiveUp,
    KeepWon,
    OpenWon,
    SellWon,
    TakeOver,
)
from tests.games.big_deal.big_deal_tables import (
    ANNA,
    BRUNO,
    CARLA,
    TELCOM_SET,
    after,
    attackable,
    holding,
    with_group,
    with_tokens,
    won,
)


def purses(state: BigDealState) -> list[int]:
    return [state.cash(seat) for seat in state.seats]


def sizes(state: BigDealState) -> list[tuple[int, str, int]]:
    return [(group.seat, group.company, group.shares) for group in state.groups.values()]


def test_won_shares_are_sold_at_white_and_fifty_even_without_resources() -> None:
    state = after(won(), SellWon(ANNA, 3))

    # 1000 - 450 + 3 x 200.
    assert state.cash(ANNA) == 1150
    assert state.discarded == {"telcom": 3} and state.spoils is None


def test_in_the_shark_variant_won_shares_bring_a_hundred_more() -> None:
    state = after(won(shark=True), SellWon(ANNA, 3))

    assert state.cash(ANNA) == 1300


def with_a_set(state: BigDealState, sets: int = 1) -> BigDealState:
    return with_tokens(state, ANNA, {name: sets * count for name, count in TELCOM_SET.items()})


def test_a_won_company_that_is_opened_brings_special_income_at_the_end_of_the_turn() -> None:
    state = after(with_a_set(won()), OpenWon(ANNA, 4))
    assert sizes(state) == [(ANNA, "telcom", 4)] and state.cash(ANNA) == 550

    state = after(state, EndTurn(ANNA))

    assert state.cash(ANNA) == 750
    assert state.special_groups == ()


def test_what_is_neither_sold_nor_opened_goes_to_the_hand() -> None:
    state = after(with_a_set(won()), OpenWon(ANNA, 2), SellWon(ANNA, 1))

    # Opened with two of the won three, the third sold: the laid one is in the hand again.
    assert state.spoils is None and state.unseen_shares("telcom") == 3


def test_at_the_end_of_the_turn_the_won_shares_go_to_the_hand_by_themselves() -> None:
    state = after(won(), EndTurn(ANNA))

    assert state.spoils is None and state.unseen_shares("telcom") == 6
    assert state.active == BRUNO and state.cash(ANNA) == 550


def test_kept_shares_laid_onto_ones_own_company_bring_no_special_income() -> None:
    state = with_group(won(), ANNA, 2)
    state = after(state, KeepWon(ANNA), Add(ANNA, 2, 4), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 6)]
    assert state.cash(ANNA) == 550


def test_won_and_split_at_once_one_part_alone_brings_special_income() -> None:
    state = with_a_set(won(), 2)
    state = after(state, OpenWon(ANNA, 4))
    (group,) = state.groups
    state = after(state, Split(ANNA, group, 2), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 2)] * 2
    # 550 and one green value of 200.
    assert state.cash(ANNA) == 750


def test_opened_in_two_parts_one_part_alone_brings_special_income() -> None:
    state = after(with_a_set(won(), 2), OpenWon(ANNA, 2), OpenWon(ANNA, 2), EndTurn(ANNA))

    assert sizes(state) == [(ANNA, "telcom", 2)] * 2
    assert state.cash(ANNA) == 750


def test_several_won_groups_bring_special_income_each() -> None:
    state = with_group(with_a_set(attackable(shares=2), 2), CARLA, 2)
    state = holding(state, {ANNA: 2000})
    state = after(state, TakeOver(ANNA, 1, 1, 150), GiveUp(BRUNO), OpenWon(ANNA, 2))
    state = after(state, TakeOver(ANNA, 2, 1, 150), GiveUp(CARLA), OpenWon(ANNA, 2))

    state = after(state, EndTurn(ANNA))

    # 2000 - 300 - 300 + 2 x 200.
    assert state.cash(ANNA) == 1800


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


def test_everybody_sees_what_lies_won_and_undecided() -> None:
    spoils = GAME.view(won(), None).spoils

    assert spoils is not None
    assert (spoils.title, spoils.won, spoils.laid) == ("TelCom Technologies", 3, 1)

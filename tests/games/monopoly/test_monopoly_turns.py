"""Turns, lists, jail and tokens, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctioneer import Strike, TakeHammer
from companion.games.monopoly.auctions import Bid, KnockDown, Pass
from companion.games.monopoly.corrections import SetFollowing, SetJail, SetSpace, SetTurn
from companion.games.monopoly.debts import PayDebt
from companion.games.monopoly.effects import Effect, EffectKind
from companion.games.monopoly.jail import PayBail, UseKey
from companion.games.monopoly.liquidity import raising
from companion.games.monopoly.lists import FollowLine, NothingBuilt, RollList
from companion.games.monopoly.mortgages import Mortgage
from companion.games.monopoly.property import Buy, Decline
from companion.games.monopoly.rents import AskRent
from companion.games.monopoly.screen import view as view_of
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.turn import Land, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.monopoly.monopoly_tables import (
    BROWN,
    ELECTRIC,
    WHITECHAPEL,
    begun,
    bidding,
    buying,
    claiming,
    jailed,
    listing,
    owing,
    owning,
    seated,
    standing_on,
    timed,
    with_keys,
)


def test_everybody_begins_with_1500_on_go() -> None:
    state = seated(6)

    assert [state.money(seat) for seat in state.seats] == [1500] * 6
    assert state.spaces == (0,) * 6 and state.keys == (0,) * 6


def test_the_app_can_roll_two_dice_for_who_begins() -> None:
    faces = iter((6, 6, 1, 2, 3, 3))
    state = seated(3)

    lead = Begin().with_chance(state, lambda sides: next(faces))

    assert after(state, lead).turn_seat == ANNA


def test_a_double_keeps_the_turn_and_another_roll_passes_it_on() -> None:
    assert after(begun(), Roll(ANNA, (4, 6))).turn_seat == BRUNO
    assert after(begun(), Roll(ANNA, (5, 5))).turn_seat == ANNA


def test_the_third_double_of_a_turn_goes_to_jail_without_salary() -> None:
    state = standing_on(begun(), ANNA, 35)
    state = after(state, Roll(ANNA, (5, 5)), Buy(ANNA), Roll(ANNA, (2, 2)), Buy(ANNA))
    cash = state.money(ANNA)

    state = after(state, Roll(ANNA, (1, 1)))

    assert state.spaces[ANNA] == 10 and state.jail[ANNA] == 0
    assert state.money(ANNA) == cash and state.turn_seat == BRUNO


@pytest.mark.parametrize(("dice", "salary"), [((1, 3), 0), ((1, 4), 200), ((3, 4), 200)])
def test_reaching_or_passing_go_pays_the_salary(dice: tuple[int, int], salary: int) -> None:
    state = after(standing_on(begun(), ANNA, 35), Roll(ANNA, dice))

    assert state.money(ANNA) == 1500 + salary


def test_the_decliner_may_bid_and_the_last_one_standing_wins_at_once() -> None:
    state = after(bidding(), Pass(BRUNO), Pass(CARLA))
    assert state.sale is not None
    state = after(state, Bid(ANNA, 1))

    assert state.sale is None and state.owner(WHITECHAPEL) == ANNA
    assert state.money(ANNA) == 1499


def test_without_a_bid_a_deed_stays_with_the_bank() -> None:
    state = after(bidding(), KnockDown())

    assert state.owner(WHITECHAPEL) is None and state.turn_seat == BRUNO


def test_rents_can_be_collected_until_the_next_players_roll() -> None:
    state = owning(begun(), BRUNO, (6, 12))
    state = after(state, Roll(ANNA, (3, 3)), Roll(ANNA, (1, 5)))

    assert [claim.position for claim in state.claims] == [6, 12]
    assert after(state, AskRent(BRUNO, 6)).money(BRUNO) == 1506
    assert after(state, AskRent(BRUNO, 12)).money(BRUNO) == 1500 + 4 * 6


def test_rent_is_paid_automatically_if_the_setting_is_on() -> None:
    state = owning(begun(rent="automatic"), BRUNO, (WHITECHAPEL,))

    state = after(state, Roll(ANNA, (1, 2)))

    assert state.claims == () and state.money(BRUNO) == 1504


def on_line(kind: EffectKind, amount: int = 0, hotel: int = 0) -> FollowLine:
    return FollowLine(ANNA, kind, amount, hotel)


@pytest.mark.parametrize(
    ("line", "cash", "space"),
    [
        (on_line("collect", 50), (1550, 1500, 1500), 7),
        (on_line("pay", 15), (1485, 1500, 1500), 7),
        (on_line("collect_each", 10), (1520, 1490, 1490), 7),
        (on_line("pay_each", 50), (1400, 1550, 1550), 7),
        (on_line("repairs", 40, 115), (1500 - 2 * 40, 1500, 1500), 7),
        (on_line("advance", 24), (1500, 1500, 1500), 24),
        (on_line("advance", 5), (1700, 1500, 1500), 5),
        (on_line("advance", 0), (1700, 1500, 1500), 0),
        (on_line("move", 1), (1500, 1500, 1500), 1),
        (on_line("back", 3), (1300, 1500, 1500), 4),
        (on_line("jail"), (1500, 1500, 1500), 10),
        (on_line("nothing"), (1500, 1500, 1500), 7),
    ],
    ids=lambda part: part.effect if isinstance(part, FollowLine) else "",
)
def test_each_card_line_has_its_effect(
    line: FollowLine, cash: tuple[int, int, int], space: int
) -> None:
    state = owning(listing(), ANNA, BROWN, level=1)

    state = after(state, RollList(ANNA, (2, 3, 4)), line)

    assert tuple(state.money(seat) for seat in state.seats) == cash
    assert state.spaces[ANNA] == space


def test_repairs_without_buildings_cost_nothing_and_have_a_line() -> None:
    state = after(listing(), RollList(ANNA, (2, 3, 4)))

    events = on_line("repairs", 40, 115).decide(state)

    assert NothingBuilt(ANNA) in events and not any(event.transfers() for event in events)


def test_landing_on_jail_by_dice_is_only_a_visit() -> None:
    state = begun()

    _, moved, *_ = Roll(ANNA, (4, 6)).decide(state)

    assert str(moved.tell(state, None)) == "Anna is just visiting jail."
    assert str(moved.tell_you(state, ANNA)) == "You are just visiting jail."


def test_a_card_line_gives_a_key_while_one_is_left() -> None:
    rolled = after(listing(), RollList(ANNA, (2, 3, 4)))

    assert after(rolled, on_line("key")).keys == (1, 0, 0)
    assert after(with_keys(rolled, BRUNO, 6), on_line("key")).keys == (0, 6, 0)


def test_a_card_line_is_learnt_once_and_offered_afterwards() -> None:
    state = after(listing(), RollList(ANNA, (2, 3, 4)))
    assert GAME.copy.learnt(state) is None
    shown = view_of(state, ANNA).line
    assert shown is not None and shown.effect is None

    state = after(state, on_line("collect", 50))
    copy = GAME.copy.learnt(state)
    state = after(standing_on(state, BRUNO, 0), Roll(BRUNO, (3, 4)), RollList(BRUNO, (4, 4, 1)))

    assert copy is not None and GAME.copy.check(copy) == copy
    shown = view_of(state, BRUNO).line
    assert shown is not None and shown.effect == Effect("collect", 50)
    assert after(state, FollowLine(BRUNO)).money(BRUNO) == 1550


def test_the_card_line_in_the_rule_book_is_known() -> None:
    state = after(listing(), RollList(ANNA, (5, 5, 5)), FollowLine(ANNA))

    assert state.jail[ANNA] == 0 and state.turn_seat == BRUNO


def test_rent_of_a_utility_reached_by_a_card_uses_the_original_roll() -> None:
    state = owning(listing(), BRUNO, (ELECTRIC,))

    state = after(state, RollList(ANNA, (2, 3, 4)), on_line("advance", ELECTRIC))

    assert [claim.amount for claim in state.claims] == [4 * 7]


def test_the_prompt_in_jail_names_the_key_of_a_player_who_has_one() -> None:
    state = jailed(begun(), ANNA)

    without, with_key = (
        GAME.rules.waiting(one).prompt for one in (state, with_keys(state, ANNA, 1))
    )

    assert str(without.for_you) == "You are in jail: roll for a double or pay the bail."
    assert str(with_key.for_you) == "You are in jail: roll for a double, use a key or pay the bail."


def test_a_double_in_jail_moves_the_player_without_another_roll() -> None:
    state = after(jailed(begun(), ANNA), Roll(ANNA, (5, 5)))

    assert (state.jail[ANNA], state.spaces[ANNA], state.turn_seat) == (None, 20, BRUNO)


def test_a_key_frees_before_the_roll_and_doubles_count_as_usual() -> None:
    state = after(with_keys(jailed(begun(), ANNA), ANNA, 1), UseKey(ANNA), Roll(ANNA, (5, 5)))

    assert (state.keys[ANNA], state.spaces[ANNA], state.turn_seat) == (0, 20, ANNA)


def test_bail_ends_the_turn() -> None:
    state = after(jailed(begun(), ANNA), PayBail(ANNA))

    assert (state.jail[ANNA], state.spaces[ANNA], state.turn_seat) == (None, 10, BRUNO)
    assert state.money(ANNA) == 1450


def test_after_three_turns_in_jail_the_player_pays_and_moves() -> None:
    state = after(jailed(begun(), ANNA, 2), Roll(ANNA, (4, 6)))
    assert (state.jail[ANNA], state.spaces[ANNA], state.money(ANNA)) == (None, 20, 1450)

    poor = holding(owning(begun(), ANNA, BROWN), {ANNA: 20})
    poor = after(jailed(poor, ANNA, 2), Roll(ANNA, (4, 6)))
    assert [debt.reason for debt in poor.debts] == ["bail"]
    assert after(poor, Mortgage(ANNA, 1), PayDebt(ANNA)).money(ANNA) == 0


def test_without_token_tracking_the_space_is_tapped() -> None:
    state = after(begun(following=False), Roll(ANNA, (1, 2)))
    assert state.stage == "space"

    assert after(state, Land(ANNA, 3)).stage == "buy"
    assert after(standing_on(state, ANNA, 38), Land(ANNA, 3)).money(ANNA) == 1700
    assert after(state, Land(ANNA, 10, 2)).money(ANNA) == 1900


def test_tapping_a_space_starts_its_effect() -> None:
    state = after(buying(), SetSpace(ANNA, 4))

    assert state.money(ANNA) == 1300 and state.turn_seat == BRUNO
    back = after(state, SetSpace(ANNA, WHITECHAPEL))
    assert back.stage == "buy" and back.mover == ANNA
    assert after(back, Buy(ANNA)).turn_seat == BRUNO


def test_correcting_another_seats_space_has_no_effect_of_the_space() -> None:
    state = after(buying(), SetSpace(CARLA, 4))

    assert state.spaces[CARLA] == 4 and state.money(CARLA) == 1500 and state.stage == "buy"


def test_correcting_a_space_cancels_its_rent() -> None:
    state = after(claiming(), SetSpace(ANNA, 10))

    assert state.claims == () and state.turn_seat == BRUNO


def test_the_banker_sets_jail_turn_and_token_tracking() -> None:
    state = after(begun(), SetJail(BRUNO, True, 1), SetTurn(BRUNO), SetFollowing(False))
    assert (state.jail[BRUNO], state.spaces[BRUNO], state.turn_seat) == (1, 10, BRUNO)

    state = after(state, SetJail(BRUNO, False), Roll(BRUNO, (1, 2)))
    assert state.stage == "space"


def test_the_time_limit_starts_with_the_first_turn_and_ends_at_a_roll() -> None:
    before = GAME.rules.clock(begun(minutes=10))
    assert before is not None and (before.ends_at, before.left) == (None, 600)
    running = GAME.rules.clock(timed())
    assert running is not None and running.ends_at == 1600

    state = after(timed(), Roll(BRUNO, (1, 2), at=1600))

    assert state.stage == "over" and state.spaces[BRUNO] == 0
    assert GAME.rules.clock(state) is None and GAME.rules.clock(begun()) is None


def test_after_the_time_limit_paying_bail_ends_the_game() -> None:
    """A seat with too little cash would have to raise money, which is not allowed any more."""
    poor = holding(jailed(timed(), BRUNO), {BRUNO: 20})

    state = after(poor, PayBail(BRUNO, at=1600))

    assert (state.stage, state.end, state.money(BRUNO)) == ("over", "time", 20)
    with pytest.raises(Refusal, match="not_enough_money"):
        PayBail(BRUNO, at=1599).decide(poor)


def test_a_player_whom_the_banker_puts_in_jail_does_not_roll_again_after_a_double() -> None:
    on_chance = after(standing_on(begun(), ANNA, 1), Roll(ANNA, (3, 3)), SetJail(ANNA, True))
    move_finished = after(begun(), Roll(ANNA, (5, 5)), SetJail(ANNA, True))

    for state in (on_chance, move_finished):
        assert (state.turn_seat, state.doubles, state.stage) == (BRUNO, 0, "roll")
        assert (state.jail[ANNA], state.spaces[ANNA]) == (0, 10)


def test_a_debt_lists_what_is_missing_and_what_could_be_raised() -> None:
    state = owning(owning(owing(100), ANNA, (6,)), ANNA, BROWN, level=1)

    (debt,) = view_of(state, ANNA).debts

    assert (debt.amount, debt.missing, debt.creditor_name) == (200, 100, None)
    assert [term.amount for term in raising(state, ANNA)] == [100, 50, 30, 30, 50]
    assert debt.could_raise == 260
    offered = {offer.kind for offer in GAME.legal_actions(state, ANNA)}
    assert not offered & {"pay_debt", "go_bankrupt"}


def test_a_player_who_is_out_takes_the_hammer_and_closes_auctions_with_it() -> None:
    state = replace(bidding(), bankrupt=(CARLA,))
    assert "take_hammer" in [move.action.kind for move in GAME.legal_actions(state, CARLA)]
    assert "take_hammer" not in [move.action.kind for move in GAME.legal_actions(state, ANNA)]

    state = after(state, TakeHammer(CARLA), Bid(BRUNO, 22), Strike(CARLA))

    assert state.sale is None and state.owner(WHITECHAPEL) == BRUNO
    assert state.money(BRUNO) == 1500 - 22 and state.auctioneer == CARLA


def test_declining_opens_the_auction_to_everybody() -> None:
    state = after(buying(), Decline(ANNA))

    assert state.sale is not None and state.sale.auction.active == (ANNA, BRUNO, CARLA)

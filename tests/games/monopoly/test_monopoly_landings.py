"""Each landing makes one rent claim, which its owner keeps until the next player rolls."""

from __future__ import annotations

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import KnockDown
from companion.games.monopoly.corrections import SetDeed, SetSpace
from companion.games.monopoly.deals import AcceptDeal, ProposeDeal
from companion.games.monopoly.debts import GoBankrupt, PayDebt
from companion.games.monopoly.effects import EffectKind
from companion.games.monopoly.liquidity import could_raise
from companion.games.monopoly.lists import FollowLine, RollList
from companion.games.monopoly.mortgages import Lift, Mortgage
from companion.games.monopoly.property import Decline
from companion.games.monopoly.rents import AskRent, CollectRent
from companion.games.monopoly.screen import view
from companion.games.monopoly.state import Claim, MonopolyState
from companion.games.monopoly.turn import Land, Roll
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Action, apply_events
from companion.mechanics.language.words import say
from companion.mechanics.values.codec import from_json
from companion.testing.tables import ANNA, BRUNO, CARLA, after, holding
from tests.games.monopoly.monopoly_tables import begun, claiming, owing, owning, standing_on

MARLBOROUGH, WATER_WORKS, WHITECHAPEL = 18, 28, 3


def listed(kind: EffectKind, amount: int) -> tuple[Action, ...]:
    """Return Anna's roll and the effect of line 4."""
    return RollList(ANNA, (1, 1, 2)), FollowLine(ANNA, kind, amount)


def twice(**options: object) -> MonopolyState:
    """Return a table where Anna has landed twice on Bruno's Marlborough Street, 14 each time."""
    state = owning(begun(**options), BRUNO, (MARLBOROUGH,))
    state = after(standing_on(state, ANNA, 12), Roll(ANNA, (3, 3)), Roll(ANNA, (2, 2)))
    return after(state, *listed("back", 4))


def test_two_landings_on_one_property_in_one_turn_pay_twice() -> None:
    state = twice()
    assert state.claims[0].amount == 14 and len(state.claims) == 2

    once = after(state, AskRent(BRUNO, MARLBOROUGH))
    both = after(once, AskRent(BRUNO, MARLBOROUGH))

    assert (once.money(BRUNO), both.money(BRUNO), both.money(ANNA)) == (1514, 1528, 1472)
    with pytest.raises(Refusal, match="no_rent_due"):
        AskRent(BRUNO, MARLBOROUGH).decide(both)


def test_rent_of_a_utility_depends_on_the_roll_of_each_landing() -> None:
    """A 10 leads to Water Works, an 8 to Chance, which sends back there: rents of 40 and 32."""
    state = standing_on(owning(begun(), BRUNO, (WATER_WORKS,)), ANNA, 18)
    state = after(state, Roll(ANNA, (5, 5)), Roll(ANNA, (4, 4)), *listed("back", 8))

    asked = after(state, AskRent(BRUNO, WATER_WORKS), AskRent(BRUNO, WATER_WORKS))

    assert [claim.amount for claim in state.claims] == [40, 32]
    assert asked.money(BRUNO) == 1572


def test_automatic_rent_is_paid_for_each_landing() -> None:
    assert twice(rent="automatic").money(BRUNO) == 1528


def test_without_token_tracking_each_landing_counts_too() -> None:
    state = owning(begun(following=False), BRUNO, (MARLBOROUGH,))
    state = after(state, Roll(ANNA, (3, 3)), Land(ANNA, MARLBOROUGH), Roll(ANNA, (2, 2)))

    state = after(state, Land(ANNA, 22), *listed("back", 4))

    assert after(state, *[AskRent(BRUNO, MARLBOROUGH)] * 2).money(BRUNO) == 1528


def test_the_next_players_roll_ends_all_rents_with_a_line_each() -> None:
    state = after(twice(), Roll(ANNA, (1, 2)), Decline(ANNA), KnockDown())
    events = Roll(BRUNO, (1, 2)).decide(state)
    later = apply_events(GAME, state, events)

    assert [event.kind for event in events].count("rent_lost") == 2
    assert later.claims == ()
    with pytest.raises(Refusal, match="rent_too_late"):
        AskRent(BRUNO, MARLBOROUGH).decide(later)


def test_an_uncollected_rent_is_mentioned_before_the_next_roll() -> None:
    """While its mover still has to move, buy or sell, the table is told about that."""
    moving = view(twice(), None)
    passed = after(twice(), Roll(ANNA, (1, 2)), Decline(ANNA), KnockDown())
    collected = view(after(passed, *[AskRent(BRUNO, MARLBOROUGH)] * 2), None)

    assert (str(moving.turn), moving.comes_first) == ("It is Anna’s turn", None)
    assert str(view(passed, None).turn) == "Rent still open, then Bruno"
    first = "Bruno can collect 14 from Anna: Marlborough Street."
    assert str(view(passed, None).comes_first) == first
    assert (str(collected.turn), collected.comes_first) == ("It is Bruno’s turn", None)


def test_rents_count_as_money_to_be_raised_as_far_as_the_debtors_cash_goes() -> None:
    state = holding(twice(), {BRUNO: 0})

    assert could_raise(state, BRUNO) == 90 + 28
    assert could_raise(holding(state, {ANNA: 20}), BRUNO) == 90 + 14
    assert could_raise(holding(state, {ANNA: 13}), BRUNO) == 90


def test_a_second_landing_that_cannot_be_paid_is_owed() -> None:
    state = holding(owning(twice(), ANNA, (5,)), {ANNA: 20})
    state = after(state, AskRent(BRUNO, MARLBOROUGH), AskRent(BRUNO, MARLBOROUGH))

    assert [(debt.amount, debt.creditor) for debt in state.debts] == [(14, BRUNO)]
    assert after(state, Mortgage(ANNA, 5), PayDebt(ANNA)).money(BRUNO) == 1528


def test_a_mortgage_between_landing_and_asking_takes_no_rent_away() -> None:
    state = after(claiming(), Mortgage(BRUNO, WHITECHAPEL), AskRent(BRUNO, WHITECHAPEL))

    assert state.money(BRUNO) == 1500 + 30 + 4 and state.claims == ()


def test_two_identical_forgotten_rents_are_collected_once_each() -> None:
    state = after(twice(), Roll(ANNA, (1, 2)), Decline(ANNA), KnockDown(), Roll(BRUNO, (1, 2)))
    collect = CollectRent(BRUNO, ANNA, MARLBOROUGH, 14)

    paid = after(state, collect, collect)

    assert paid.money(BRUNO) == 1528
    with pytest.raises(Refusal, match="no_rent_due"):
        collect.decide(paid)


def test_a_forgotten_rent_may_still_be_collected_turns_later() -> None:
    state = after(claiming(), Roll(BRUNO, (1, 3)), Roll(CARLA, (1, 3)))

    paid = after(state, CollectRent(BRUNO, ANNA, WHITECHAPEL, 4))

    assert paid.money(BRUNO) - state.money(BRUNO) == 4


def test_landing_on_a_mortgaged_property_says_that_no_rent_is_due() -> None:
    state = owning(begun(), BRUNO, (WHITECHAPEL,), mortgaged=True)

    events = Roll(ANNA, (1, 2)).decide(state)

    told = [event.tell(state, None) for event in events]
    assert say("{space} is mortgaged: no rent.", space=state.board[WHITECHAPEL].words) in told


def test_landing_on_an_own_mortgaged_property_says_nothing_about_rent() -> None:
    state = owning(begun(), ANNA, (WHITECHAPEL,), mortgaged=True)

    assert "no_rent" not in [event.kind for event in Roll(ANNA, (1, 2)).decide(state)]


def test_a_rent_stays_the_sellers_when_the_property_is_sold() -> None:
    sale = ProposeDeal(BRUNO, CARLA, gives=(WHITECHAPEL,), asks=100)
    state = after(claiming(), sale, AcceptDeal(CARLA, 1))

    with pytest.raises(Refusal, match="no_rent_due"):
        AskRent(CARLA, WHITECHAPEL).decide(state)
    assert after(state, AskRent(BRUNO, WHITECHAPEL)).money(BRUNO) == 1500 + 100 + 4


def test_a_mortgage_lifted_after_the_landing_earns_nothing_for_it() -> None:
    state = owning(begun(), BRUNO, (WHITECHAPEL,), mortgaged=True)

    state = after(state, Roll(ANNA, (1, 2)), Lift(BRUNO, WHITECHAPEL))

    assert state.claims == ()


def test_uncollected_rents_of_a_bankrupt_lapse() -> None:
    """Bruno cannot pay a debt to the bank; Anna cannot pay Bruno's rent at once."""
    state = holding(owning(owing(0), BRUNO, (39,), mortgaged=True), {BRUNO: 0})
    state = after_owing(state)

    state = after(state, GoBankrupt(BRUNO))

    assert state.claims == ()


def after_owing(state: MonopolyState) -> MonopolyState:
    """Return the table with a debt of Bruno to Carla, and a claim of Bruno to 50 from Anna."""
    events = [
        {"kind": "rent_claimable", "owner": BRUNO, "debtor": ANNA, "position": 39, "amount": 50},
        {"kind": "debt_opened", "number": 9, "seat": BRUNO, "creditor": CARLA, "amount": 10,
         "reason": "line"},
    ]  # fmt: skip
    return apply_events(GAME, state, (from_json(event, GAME.event_kinds) for event in events))


def test_correcting_a_landing_cancels_only_its_own_rent() -> None:
    state = after(twice(), SetSpace(ANNA, 20))

    assert state.claims == (Claim(BRUNO, ANNA, MARLBOROUGH, 14),)


@pytest.mark.parametrize(
    "word",
    [SetDeed(WHITECHAPEL, CARLA), SetDeed(WHITECHAPEL, BRUNO, mortgaged=True)],
    ids=["another owner", "mortgaged"],
)
def test_correcting_the_owner_of_a_deed_cancels_its_open_rent(word: SetDeed) -> None:
    assert after(claiming(), word).claims == ()


def test_confirming_the_owner_of_a_deed_keeps_its_open_rent() -> None:
    assert after(claiming(), SetDeed(WHITECHAPEL, BRUNO)).claims == claiming().claims


def test_an_older_log_keeps_one_rent_for_two_landings() -> None:
    """The old log has no lost rent, as asking once settled both landings."""
    state = after(twice(), AskRent(BRUNO, MARLBOROUGH), Roll(ANNA, (1, 2)), Decline(ANNA))
    roll = {"kind": "dice_rolled", "seat": BRUNO, "dice": [1, 2], "turn": 2}

    state = apply_events(GAME, state, [from_json(roll, GAME.event_kinds)])

    assert state.claims == ()

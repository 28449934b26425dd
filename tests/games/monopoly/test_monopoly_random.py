"""Random games: the contract of all games, and invariants at every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.auctions import BidMade
from companion.games.monopoly.board import GROUPS
from companion.games.monopoly.corrections import SetBuildings, SetDeed, SetJail
from companion.games.monopoly.debts import DebtSettled
from companion.games.monopoly.liquidity import could_raise
from companion.games.monopoly.lists import LineFollowed
from companion.games.monopoly.obligations import DebtOpened, Paid
from companion.games.monopoly.rents import RentAsked, RentClaimable, RentLost
from companion.games.monopoly.screen import view
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.state import Claim, MonopolyState, groups
from companion.mechanics.actions.base import TimedAction
from companion.mechanics.game import Action, Event
from companion.mechanics.money.corrections import Correct
from companion.mechanics.money.ledger import BANK
from companion.testing.contract import Contract
from companion.testing.households import Step, games_each, ways
from companion.testing.tables import after
from tests.extent import choose
from tests.games.monopoly.monopoly_player import WAYS, Household, a_setup, dear_copy
from tests.games.players import bold_plays, games_of, plays_of
from tests.games.records import record_files

Events = tuple[Event, ...]
FORGET_CLAIMS = {"went_bankrupt", "space_set", "deed_set", "game_ended"}
"""Events that may end a rent claim without an owner asking or another seat rolling."""


def assert_sound(state: MonopolyState) -> None:
    """Assert that money, buildings and keys add up."""
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert state.houses_left >= 0 and state.hotels_left >= 0
    assert min(state.keys) >= 0 and state.keys_left >= 0
    for places in groups().values():
        levels = [state.level(place) for place in places]
        if any(levels):
            assert max(levels) - min(levels) <= 1
            assert len({state.owner(place) for place in places}) == 1
    for deed in state.deeds.values():
        assert deed.owner in state.active
        assert not (deed.mortgaged and (deed.houses or deed.hotel))
        assert deed.houses <= state.most_houses and not (deed.houses and deed.hotel)
    assert all(debt.amount > 0 for debt in state.debts)


def assert_step(
    before: MonopolyState, action: Action, events: Events, state: MonopolyState
) -> None:
    """Assert that the events of one action keep to the rules."""
    assert_rents(before, events, state)
    assert_bail_comes_first(state)
    assert_nothing_changes_after_the_time(before, action, state)
    assert_wishes_are_within_the_purse(events, state)
    for event in events:
        if isinstance(event, BidMade):
            assert event.amount <= could_raise(before, event.seat)
        if isinstance(event, LineFollowed):
            known = before.board.outcome(event.list_name, event.total)
            assert known is None or (known.kind, known.amount) == (event.effect, event.amount)
        if isinstance(event, DebtSettled):
            (debt,) = [debt for debt in before.debts if debt.number == event.number]
            assert event.amount + event.left == debt.amount and debt.creditor == event.creditor


def claims_in(events: Events, *kinds: type[Event]) -> Iterator[Claim]:
    """Yield the claims of events of these kinds."""
    for event in events:
        if type(event) in kinds and isinstance(event, RentClaimable | RentAsked | RentLost):
            yield Claim(event.owner, event.debtor, event.position, event.amount)


def assert_rents(before: MonopolyState, events: Events, state: MonopolyState) -> None:
    """Assert that each landing makes one claim that stays until asked for or lost."""
    told = {event.kind for event in events}
    for claim in claims_in(events, RentClaimable):
        assert before.owner(claim.position) == claim.owner
        assert not before.deeds[claim.position].mortgaged
    if "rent_asked" not in told:
        due = [event for event in events if isinstance(event, (Paid, DebtOpened))]
        for event in due:
            if event.reason == "rent":
                assert not before.deeds[event.position or 0].mortgaged
    assert "dice_rolled" in told or "rent_lost" not in told
    counted = Counter(before.claims) + Counter(claims_in(events, RentClaimable))
    counted.subtract(claims_in(events, RentAsked, RentLost))
    assert min(counted.values(), default=0) >= 0
    if not told & FORGET_CLAIMS:
        assert +counted == Counter(state.claims)


def assert_bail_comes_first(state: MonopolyState) -> None:
    """Assert that a seat that owes bail is in jail and has the turn."""
    for debt in state.debts:
        if debt.reason == "bail":
            assert state.jail[debt.debtor] is not None
            assert (state.stage, state.turn_seat, state.moving) == ("roll", debt.debtor, True)


def assert_nothing_changes_after_the_time(
    before: MonopolyState, action: Action, state: MonopolyState
) -> None:
    """Assert that after the last turn only debts and rents due change wealth."""
    if before.awaits_count and isinstance(action, TimedAction):
        assert GAME.chart.wealth(state) == GAME.chart.wealth(before)


def assert_wishes_are_within_the_purse(events: Events, state: MonopolyState) -> None:
    """Assert that buildings are auctioned only among seats that can pay for them."""
    wants = state.wants
    if wants is None or not any(event.kind == "auction_opened" for event in events):
        return
    for seat, places in wants.said.items():
        assert sum(state.board[place].house_price for place in places) <= state.money(seat)
    assert sum(map(len, wants.said.values())) > state.left(wants.building)


def assert_can_go_on(state: MonopolyState) -> None:
    """Assert that a seat the table waits for, or the banker, has a legal action."""
    seats = (None, *GAME.rules.waiting(state).seats)
    offers = [offer for seat in seats for offer in GAME.legal_actions(state, seat)]
    assert bool(offers) == (state.stage != "over")


def assert_ended(state: MonopolyState) -> None:
    """Assert that the final scores equal those of the score calculator."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    assert outcome == GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state))))
    wealth = GAME.chart.wealth(state)
    assert {place.seat: place.total for place in outcome.standings} == dict(enumerate(wealth))
    assert set(outcome.winners) <= set(state.active)


class People(Household):
    def assert_sound(self, step: Step[MonopolyState]) -> None:
        assert_sound(step.after)
        assert_step(*step)

    def assert_ended(self, state: MonopolyState) -> None:
        assert_can_go_on(state)
        if state.stage == "over":
            assert_ended(state)


SEATED = ways(players=(2, 3, 5, 6), variant=("normal", "fast"), rent=("asked", "automatic"))
DEAR = {f"{name}-dear": way | {"copy": dear_copy()} for name, way in SEATED.items()}


class TestContract(Contract):
    plays = (*plays_of(People, WAYS | SEATED | DEAR), *bold_plays(People))
    games = games_of(plays, full=200)
    records = record_files("monopoly")


def test_the_groups_are_in_the_order_of_the_board() -> None:
    # If they came from a set, their order would differ from process to process.
    stations, street = 5, 6

    assert [places[0] for places in groups().values()][:3] == [1, stations, street]


def built_up(players: int) -> tuple[Action, ...]:
    """Return corrections after which all seats own groups and the houses are nearly out."""
    streets = {name: places for name, places in groups().items() if name in GROUPS[:8]}
    deeds = [
        SetDeed(place, number % players)
        for number, places in enumerate(streets.values())
        for place in places
    ]
    levels = [2, 2, 2, 1, 1, 1, 1, 1]
    built = [
        SetBuildings(name, {str(place): level for place in places})
        for (name, places), level in zip(streets.items(), levels, strict=True)
    ]
    return (Begin(0), *deeds, *built)


@cache
def scarce(seed: int, most: int) -> tuple[Step[MonopolyState], ...]:
    """Return a game in which the bank has three houses left."""
    random = Random(f"scarce {seed}")
    players = random.randint(2, 5)
    setup = a_setup(players, dear_copy(2) if random.random() < 0.5 else None)
    return tuple(Household(random).played(setup, most, built_up(players)))


@pytest.mark.parametrize("seed", games_each(range(10), choose(check=10, test=20, full=200)))
def test_random_games_with_few_houses_stay_consistent(seed: int) -> None:
    for before, action, events, state in scarce(seed, 250):
        if before.stage == "roll" and action.kind not in ("set_deed", "set_buildings"):
            assert_sound(state)
        assert_step(before, action, events, state)
    assert_sound(state)
    assert_can_go_on(state)


@pytest.mark.full
def test_random_games_with_few_houses_reach_auctions_and_bankruptcies() -> None:
    missing = {"wants_opened", "wanted", "debt_opened", "debt_paid", "went_bankrupt"}
    missing |= {"auction_opened", "auction_closed", "built", "buildings_sold", "wants_closed"}
    for seed in range(40):
        missing -= {event.kind for _, _, events, _ in scarce(seed, 250) for event in events}
        if not missing:
            break

    assert missing == set()


def in_jail_and_poor() -> tuple[Action, ...]:
    """Return corrections after which Anna must raise her bail after her next roll."""
    return (Begin(0), SetDeed(1, 0), SetJail(0, True, 2), Correct("seat 0", "bank", 1480))


@pytest.mark.slow
def test_random_games_with_high_rents_reach_debts_and_raised_bail() -> None:
    missing = {("debt_settled", ""), ("line_set", ""), ("debt_paid", "bail")}
    missing |= {("deal_declined", ""), ("deal_withdrawn", ""), ("rent_lost", "")}
    for seed in range(12):
        random = Random(f"dear {seed}")
        played = Household(random).played(a_setup(3, dear_copy()), first=in_jail_and_poor())
        for before, action, events, state in played:
            assert_step(before, action, events, state)
            missing -= {(event.kind, getattr(event, "reason", "")) for event in events}
        if not missing and seed >= choose(check=0, test=0, full=11):
            break

    assert missing == set()


@pytest.mark.parametrize("seed", range(choose(check=1, test=2, full=6)))
def test_views_can_be_built_at_any_step_of_a_random_game(seed: int) -> None:
    random = Random(f"view {seed}")
    for *_, state in Household(random).played(a_setup(4, dear_copy()), 150):
        seen = view(state, 0)
        assert sum(len(group.deeds) for seat in seen.seats for group in seat.groups) == len(
            state.deeds
        )
        assert [seat.cash for seat in seen.seats] == [state.money(seat) for seat in state.seats]
        assert str(GAME.rules.waiting(state).prompt)


def test_a_game_begins_with_a_roll() -> None:
    state = GAME.rules.begin(a_setup(2))

    state = after(state, Begin(1))

    assert GAME.rules.waiting(state).seats == (1,)

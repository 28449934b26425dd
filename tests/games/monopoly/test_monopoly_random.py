"""Hundreds of games by chance: what must hold at every step of every one of them.

RANDOM_GAMES sets how many games are played, 200 if it says nothing.
"""

from __future__ import annotations

import itertools
import json
import os
from functools import cache
from random import Random

import pytest

from companion.games.monopoly import GAME
from companion.games.monopoly.board import GROUPS
from companion.games.monopoly.corrections import SetBuildings, SetDeed, SetJail
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.state import MonopolyState, groups
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.corrections import Correct
from companion.mechanics.game import Action, Setup, folded
from companion.mechanics.log import Entry, Undo
from companion.mechanics.timeline import Timeline
from tests.games.monopoly.monopoly_invariants import assert_sound, assert_step
from tests.games.monopoly.monopoly_player import Step, a_setup, dear_copy, played
from tests.games.monopoly.monopoly_tables import view_of

WAYS = tuple(
    itertools.product(("normal", "fast"), ("asked", "automatic"), (True, False), (None, 30))
)
GAMES = int(os.environ.get("RANDOM_GAMES", "200"))
EACH = max(GAMES // len(WAYS), 1)
MOST = 260

every_way = pytest.mark.parametrize(
    ("variant", "rent", "following", "minutes"),
    WAYS,
    ids=[f"{v}-{r}-{'followed' if f else 'tapped'}-{m or 'no'}-clock" for v, r, f, m in WAYS],
)


def setup_for(
    random: Random, variant: str, rent: str, following: bool, minutes: int | None
) -> Setup:
    options: dict[str, object] = {"variant": variant, "rent": rent, "following": following}
    if minutes is not None:
        options["minutes"] = minutes
    copy = dear_copy() if random.random() < 0.5 else None
    return a_setup(random.randint(2, 6), copy, **options)


def assert_can_go_on(state: MonopolyState) -> None:
    """Somebody whom the table waits for, or the table itself, has something to do."""
    seats = (None, *GAME.rules.waiting(state).seats)
    offers = [offer for seat in seats for offer in GAME.legal_actions(state, seat)]
    assert bool(offers) == (state.stage != "over")


@every_way
def test_games_by_chance_keep_money_houses_and_evenness_and_can_always_go_on(
    variant: str, rent: str, following: bool, minutes: int | None
) -> None:
    for seed in range(EACH):
        random = Random(f"{variant}{rent}{following}{minutes}{seed}")
        setup = setup_for(random, variant, rent, following, minutes)
        for before, action, facts, state in played(setup, random, MOST):
            assert_sound(state)
            assert_step(before, action, facts, state)
        assert_can_go_on(state)
        if state.stage == "over":
            assert_ended(state)


def assert_ended(state: MonopolyState) -> None:
    """The account is made, by the same function as a score calculator would make it."""
    outcome = GAME.final.outcome(state)
    assert outcome is not None
    assert outcome == GAME.final.of(json.loads(json.dumps(GAME.final.holdings(state))))
    wealth = GAME.chart.wealth(state)
    assert {place.seat: place.total for place in outcome.standings} == dict(enumerate(wealth))
    assert set(outcome.winners) <= set(state.active)


def test_the_same_chance_plays_the_same_game_in_every_process() -> None:
    # A set of words comes in another order in each process.
    stations, street = 5, 6

    assert [places[0] for places in groups().values()][:3] == [1, stations, street]


def built_up(players: int) -> tuple[Action, ...]:
    """Return what a banker types so that everybody owns groups and the houses are nearly out."""
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
def scarce(seed: int, most: int) -> tuple[Step, ...]:
    """Return a game in which the bank has three houses left."""
    random = Random(f"scarce {seed}")
    players = random.randint(2, 5)
    setup = a_setup(players, dear_copy(2) if random.random() < 0.5 else None)
    return tuple(played(setup, random, most, built_up(players)))


@pytest.mark.parametrize("seed", range(max(GAMES // 10, 1)))
def test_games_with_hardly_a_house_left_stay_sound(seed: int) -> None:
    for before, action, facts, state in scarce(seed, 250):
        if before.stage == "roll" and action.kind not in ("set_deed", "set_buildings"):
            assert_sound(state)
        assert_step(before, action, facts, state)
    assert_sound(state)
    assert_can_go_on(state)


def test_scarce_games_meet_wants_auctions_of_houses_debts_and_bankruptcies() -> None:
    met = {
        fact.kind for seed in range(20) for _, _, facts, _ in scarce(seed, 250) for fact in facts
    }

    assert {"wants_opened", "wanted", "debt_opened", "debt_paid", "went_bankrupt"} <= met
    assert {"auction_opened", "auction_closed", "built", "buildings_sold", "wants_closed"} <= met


def in_jail_and_poor() -> tuple[Action, ...]:
    """Return what a banker types so that Anna must raise her bail after her next roll."""
    return (Begin(0), SetDeed(1, 0), SetJail(0, True, 2), Correct("seat 0", "bank", 1480))


def test_dear_games_meet_property_for_debts_corrected_lines_and_bail_that_is_raised() -> None:
    met = set()
    for seed in range(12):
        random = Random(f"dear {seed}")
        for before, action, facts, state in played(
            a_setup(3, dear_copy()), random, MOST, in_jail_and_poor()
        ):
            assert_step(before, action, facts, state)
            met |= {(fact.kind, getattr(fact, "reason", "")) for fact in facts}

    assert {("debt_settled", ""), ("line_set", ""), ("debt_paid", "bail")} <= met
    assert {("deal_declined", ""), ("deal_withdrawn", ""), ("rent_lost", "")} <= met


@pytest.mark.parametrize("seed", range(4))
def test_facts_survive_the_disk_and_every_one_can_be_told(seed: int) -> None:
    random = Random(seed)
    for _, action, facts, state in played(a_setup(4, dear_copy()), random, MOST):
        assert from_json(json.loads(json.dumps(to_json(action))), GAME.action_kinds) == action
        for fact in facts:
            assert from_json(json.loads(json.dumps(to_json(fact))), GAME.fact_kinds) == fact
            said = fact.tell(state, None)
            assert said is None or str(said)


@pytest.mark.parametrize("seed", range(3))
def test_every_step_can_be_taken_back(seed: int) -> None:
    setup = a_setup(3, dear_copy())
    timeline = Timeline.begun(GAME, setup)
    for number, (before, action, facts, state) in enumerate(played(setup, Random(seed), 120), 1):
        entry = Entry(2 * number - 1, to_json(action), facts)
        done = timeline.after(entry)
        assert done.state == state
        undo = Entry(2 * number, to_json(Undo(entry.sequence)))
        assert done.after(undo).state == before
        timeline = Timeline(GAME, setup, state, 2 * number, done.standing, done.recent)


@pytest.mark.parametrize("seed", range(6))
def test_screens_can_be_drawn_at_any_step(seed: int) -> None:
    random = Random(f"view {seed}")
    for _, _, _, state in played(a_setup(4, dear_copy()), random, 150):
        seen = view_of(state, 0)
        assert sum(len(group.deeds) for seat in seen.seats for group in seat.groups) == len(
            state.deeds
        )
        assert [seat.cash for seat in seen.seats] == [state.cash(seat) for seat in state.seats]
        assert str(GAME.rules.waiting(state).sentence)


def test_what_is_offered_is_never_refused() -> None:
    """The household asks ``decide`` for what it was offered and meets no refusal."""
    steps = sum(1 for _ in played(a_setup(5), Random(5), MOST))

    assert steps == MOST


def test_a_table_begins_with_somebody_rolling() -> None:
    state = GAME.rules.begin(a_setup(2))

    state = folded(GAME, state, Begin(1).decide(state))

    assert GAME.rules.waiting(state).seats == (1,)

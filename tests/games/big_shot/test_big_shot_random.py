"""Thousands of whole games by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 2,400 if it says nothing.
"""

from __future__ import annotations

import itertools
import json
import os
from random import Random

import pytest

from companion.games.big_shot import GAME
from companion.games.big_shot.auction import Bid, Borrow, Pass, Pay
from companion.games.big_shot.cubes import Place
from companion.games.big_shot.state import BigShotState
from companion.games.big_shot.turns import Roll
from companion.games.big_shot.untracked import Score, Settle
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Action, Setup, Whole
from companion.mechanics.ledger import BANK
from companion.mechanics.log import Entry, Redo, Undo
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from tests.games.big_shot.big_shot_player import a_setup, played

WAYS = tuple(itertools.product((2, 3, 4), ("it", "fr"), ("full", "light"), (False, True)))
GAMES = int(os.environ.get("RANDOM_GAMES", "2400"))
EACH = max(GAMES // len(WAYS), 1)

every_way = pytest.mark.parametrize(
    ("players", "edition", "tracking", "hidden"),
    WAYS,
    ids=[f"{n}-{e}-{t}{'-hidden' if h else ''}" for n, e, t, h in WAYS],
)


def assert_sound(state: BigShotState) -> None:
    """Money and cubes are where they should be."""
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert sum(state.loans.values()) <= 30 and max(state.loans.values()) <= 9
    used, left = state.cubes_used(), state.cubes_left()
    assert all(used[colour] + left[colour] == 18 and left[colour] >= 0 for colour in used)
    if state.tracking == "full":
        assert sum(used.values()) == 4 * state.turns_finished
    assert all(sum(pile.values()) < 7 for pile in state.counts.values())


def setup_for(players: int, edition: str, tracking: str, hidden: bool) -> Setup:
    return a_setup(players, edition=edition, tracking=tracking, hidden=hidden)


@every_way
def test_whole_games_by_chance_keep_money_cubes_and_turns(
    players: int, edition: str, tracking: str, hidden: bool
) -> None:
    setup = setup_for(players, edition, tracking, hidden)
    for seed in range(EACH):
        rolls = 0
        for place, (before, action, state) in enumerate(played(setup, Random(seed))):
            rolls += isinstance(action, Roll)
            if place % 5 == 0:
                assert_sound(state)
            assert state.turn - before.turn in (0, 1)
        outcome = GAME.final.outcome(state)
        assert_sound(state)
        assert rolls == 18 and outcome is not None
        assert sum(state.cubes_used().values()) == 72
        assert {place.seat for place in outcome.standings} == set(range(players))
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))


@every_way
def test_what_is_not_offered_is_refused_with_its_rule(
    players: int, edition: str, tracking: str, hidden: bool
) -> None:
    random = Random(7)
    setup = setup_for(players, edition, tracking, hidden)
    refused = 0
    for seed in range(3):
        for before, _, _ in played(setup, Random(seed)):
            for action in random.sample(attempts(before, random), 3):
                refused += is_refused_unless_offered(before, action)
    assert refused > 100


def attempts(state: BigShotState, random: Random) -> list[Action]:
    """Return things somebody might try, legal or not."""
    seat = random.randrange(len(state.setup.seats))
    colour = random.choice(state.colours)
    said = colour if state.has_two_purses else None
    cubes = tuple(
        (random.choice(state.colours), random.choice(list(state.copy.lots))) for _ in "four"
    )
    return [
        Roll(seat, random.randint(1, 6)),
        Bid(seat, random.randint(0, 14)),
        Pass(seat),
        Borrow(seat, said),
        Pay(seat, colour),
        Place(seat, cubes),
        Settle(random.choice(list(state.copy.lots)), {colour: 7}),
        Score(),
    ]


def is_refused_unless_offered(state: BigShotState, action: Action) -> bool:
    """Tell whether an action was refused; what is offered is not, what is not offered is."""
    seat = getattr(action, "seat", None)
    offers = {offer.kind: offer.fields for offer in GAME.legal_actions(state, seat)}
    try:
        action.decide(state)
    except Refusal as refusal:
        assert refusal.rule and str(refusal.sentence)
        assert action.kind not in offers or offers[action.kind] or action.kind == "place"
        return True
    assert action.kind in offers
    for name, values in offers[action.kind].items():
        chosen = getattr(action, name)
        if isinstance(values, Whole):
            assert values.lowest <= chosen <= (values.highest or chosen)
        else:
            assert chosen in values.values
    return False


@every_way
def test_undo_after_any_step_gives_the_earlier_state(
    players: int, edition: str, tracking: str, hidden: bool
) -> None:
    setup = setup_for(players, edition, tracking, hidden)
    timeline = Timeline.begun(GAME, setup)
    for _, action, _ in played(setup, Random(players)):
        before = timeline.state
        facts = action.decide(before)
        done = Entry(timeline.sequence + 1, to_json(action), facts)
        stepped = timeline.after(done)
        undone = stepped.after(about_the_log(Undo(done.sequence), stepped))
        redone = undone.after(about_the_log(Redo(undone.sequence), undone))
        assert undone.state == before
        assert redone.state == stepped.state
        timeline = stepped


def about_the_log(asked: Undo | Redo, timeline: Timeline[BigShotState]) -> Entry:
    return Entry(timeline.sequence + 1, to_json(asked))


@every_way
def test_a_game_ends_alike_when_its_log_is_read_from_disk(
    players: int, edition: str, tracking: str, hidden: bool
) -> None:
    setup = setup_for(players, edition, tracking, hidden)
    entries: list[Entry] = []
    steps = list(played(setup, Random(players + 10)))
    for before, action, _ in steps:
        facts = tuple(to_json(fact) for fact in action.decide(before))
        written = json.loads(json.dumps([to_json(action), facts]))
        read = tuple(from_json(fact, GAME.fact_kinds) for fact in written[1])
        entries.append(Entry(len(entries) + 1, written[0], read))

    timeline = Timeline.begun(GAME, setup, entries)

    assert timeline.state == steps[-1][2]

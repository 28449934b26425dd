"""Thousands of whole games by chance: what must hold in every one of them.

RANDOM_GAMES sets how many games are played, 2,000 if it says nothing.
"""

from __future__ import annotations

import itertools
import json
import os
from random import Random

import pytest

from companion.games.big_cheese import GAME
from companion.games.big_cheese.auction import Bid, OfferCard, Open, Pass, Veto
from companion.games.big_cheese.box import WORKERS, cards_of
from companion.games.big_cheese.results import Keep, Reroll, Roll
from companion.games.big_cheese.state import BigCheeseState, free_account, work_account
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Action, Setup, Whole
from companion.mechanics.log import Entry, Redo, Undo
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from tests.games.big_cheese.big_cheese_player import a_setup, played

ENDS = (("one_die", False), ("dice_set", False), ("dice_set", True))
WAYS = tuple(
    itertools.product((3, 4, 5, 6), ENDS, (True, False), ("counter_clockwise", "clockwise"))
)
GAMES = int(os.environ.get("RANDOM_GAMES", "2000"))
EACH = -(-GAMES // len(WAYS))

every_way = pytest.mark.parametrize(
    ("players", "end", "specials", "direction"),
    WAYS,
    ids=[f"{n}-{e[0]}{'-30' if e[1] else ''}{'' if s else '-plain'}-{d}" for n, e, s, d in WAYS],
)


def setup_for(players: int, end: tuple[str, bool], specials: bool, direction: str) -> Setup:
    scoring, exactly_30 = end
    return a_setup(
        players, scoring=scoring, exactly_30=exactly_30, specials=specials, direction=direction
    )


def assert_sound(state: BigCheeseState) -> None:
    """Workers, cards and scores are where they should be."""
    for seat in state.seats:
        at_work = sum(project.workers for project in state.projects_of(seat))
        assert state.ledger.balance(work_account(seat)) == at_work
        assert state.ledger.balance(free_account(seat)) == WORKERS - at_work
    assert all(project.workers > 0 for project in state.projects)
    assert all(state.left(card) >= 0 for card in cards_of(specials=True))
    if state.is_exact:
        assert all(state.score(seat) <= 30 for seat in state.seats)
    assert (state.stage == "results") == bool(state.finished)
    if state.auction is not None:
        turn = state.auction.turn
        can_bid = state.free(turn) >= state.auction.lowest_bid
        assert can_bid or state.held[turn].vetoes, "nobody is asked who can but pass"


class Calendar:
    """Says of every project by which award it must be finished, and that it is (BC-A7)."""

    def __init__(self) -> None:
        self.due: dict[int, int] = {}

    def watch(self, before: BigCheeseState, after: BigCheeseState) -> None:
        """Look at one step."""
        if after.won > before.won:
            assert after.last is not None
            self.due[after.won] = after.won + after.last.workers
        leaving = {project.number for project in before.projects} - {
            project.number for project in after.projects
        }
        assert leaving == {number for number, award in self.due.items() if award == after.won} & {
            project.number for project in before.projects
        }


@every_way
def test_whole_games_by_chance_keep_workers_cards_and_dates(
    players: int, end: tuple[str, bool], specials: bool, direction: str
) -> None:
    setup = setup_for(players, end, specials, direction)
    for seed in range(EACH):
        calendar = Calendar()
        for before, _, state in played(setup, Random(seed)):
            calendar.watch(before, state)
            assert_sound(state)
        outcome = GAME.final.outcome(state)
        assert outcome is not None and outcome.winners
        assert [place.total for place in outcome.standings if place.seat in outcome.winners] == [
            max(GAME.chart.wealth(state))
        ] * len(outcome.winners)
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))


@every_way
def test_what_is_not_offered_is_refused_with_its_rule(
    players: int, end: tuple[str, bool], specials: bool, direction: str
) -> None:
    random = Random(7)
    setup = setup_for(players, end, specials, direction)
    refused = 0
    for before, _, _ in played(setup, Random(players)):
        for action in random.sample(attempts(before, random), 4):
            refused += is_refused_unless_offered(before, action)
    assert refused > 100


def attempts(state: BigCheeseState, random: Random) -> list[Action]:
    """Return things somebody might try, legal or not."""
    seat = random.randrange(len(state.seats))
    known = [project.number for project in (*state.finished, *state.projects)]
    project = random.choice(known) if known else 1
    value = random.randint(0, 21)
    return [
        Open(seat),
        OfferCard(random.choice((*cards_of(specials=True), "14"))),
        Bid(seat, random.randint(0, 11)),
        Pass(seat),
        Veto(seat),
        Roll(seat, project, value),
        Reroll(seat, project, value),
        Keep(seat, project),
    ]


def is_refused_unless_offered(state: BigCheeseState, action: Action) -> bool:
    """Tell whether an action was refused; what is offered is not, what is not offered is."""
    seat = None if isinstance(action, Open) else getattr(action, "seat", None)
    matching = [
        offer
        for offer in GAME.legal_actions(state, seat)
        if offer.kind == action.kind
        and all(
            values.lowest <= getattr(action, name) <= (values.highest or 0)
            if isinstance(values, Whole)
            else getattr(action, name) in values.values
            for name, values in offer.fields.items()
        )
    ]
    try:
        action.decide(state)
    except Refusal as refusal:
        assert refusal.rule and str(refusal.sentence)
        assert not matching
        return True
    assert matching
    return False


@every_way
def test_undo_after_any_step_gives_the_earlier_state(
    players: int, end: tuple[str, bool], specials: bool, direction: str
) -> None:
    timeline = Timeline.begun(GAME, setup_for(players, end, specials, direction))
    for _, action, _ in played(timeline.setup, Random(players)):
        before = timeline.state
        facts = action.decide(before)
        done = Entry(timeline.sequence + 1, to_json(action), facts)
        stepped = timeline.after(done)
        undone = stepped.after(Entry(stepped.sequence + 1, to_json(Undo(done.sequence))))
        redone = undone.after(Entry(undone.sequence + 1, to_json(Redo(undone.sequence))))
        assert undone.state == before
        assert redone.state == stepped.state
        timeline = stepped


@every_way
def test_a_game_ends_alike_when_its_log_is_read_from_disk(
    players: int, end: tuple[str, bool], specials: bool, direction: str
) -> None:
    setup = setup_for(players, end, specials, direction)
    entries: list[Entry] = []
    steps = list(played(setup, Random(players + 10)))
    for before, action, _ in steps:
        facts = tuple(to_json(fact) for fact in action.decide(before))
        written = json.loads(json.dumps([to_json(action), facts]))
        read = tuple(from_json(fact, GAME.fact_kinds) for fact in written[1])
        entries.append(Entry(len(entries) + 1, written[0], read))

    timeline = Timeline.begun(GAME, setup, entries)

    assert timeline.state == steps[-1][2]

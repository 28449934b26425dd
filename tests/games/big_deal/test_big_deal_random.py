"""Whole games by chance with real decks and hands: what must hold after every step."""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter
from random import Random

import pytest

from companion.games.big_deal import GAME
from companion.games.big_deal.box import RESOURCES
from companion.games.big_deal.cash_cards import Collect, CountHand
from companion.games.big_deal.companies import (
    Add,
    CompanyOpened,
    CompanySplit,
    Open,
    SellCompany,
    SharesTakenBack,
    Split,
    TakeBack,
)
from companion.games.big_deal.market import BuyResource, BuyShares, SellResource, SellShares
from companion.games.big_deal.settlement import (
    Claim,
    Fail,
    KeepWon,
    OpenWon,
    Pay,
    SellWon,
    TakeoverPaid,
    WonKept,
    WonOpened,
    WonSold,
)
from companion.games.big_deal.state import BigDealState
from companion.games.big_deal.takeovers import GiveUp, Raise, TakeOver
from companion.games.big_deal.turn import Deal, Draw, EndTurn, Income, TurnEnded
from companion.mechanics.codec import from_json, to_json
from companion.mechanics.game import Action, Fact, Whole
from companion.mechanics.ledger import BANK
from companion.mechanics.log import Entry, Redo, Undo
from companion.mechanics.menu import Ranges
from companion.mechanics.refusal import Refusal
from companion.mechanics.timeline import Timeline
from tests.games.big_deal.big_deal_household import Household
from tests.games.big_deal.big_deal_player import a_setup, play, played

WAYS = tuple(itertools.product((2, 3, 4, 5, 6), (False, True), (False, True)))
GAMES = int(os.environ.get("RANDOM_GAMES", "200"))
EACH = max(GAMES // len(WAYS), 1)

every_way = pytest.mark.parametrize(
    ("players", "shark", "known"),
    WAYS,
    ids=[f"{n}{'-shark' if s else ''}{'' if k else '-blank'}" for n, s, k in WAYS],
)


def assert_sound(house: Household) -> None:
    """Money, tokens and shares are where they should be."""
    state = house.state
    balances = state.ledger.balances
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != BANK)
    assert all(amount % 50 == 0 for amount in balances.values())
    for resource in RESOURCES:
        held = [tokens.get(resource, 0) for tokens in state.tokens]
        assert min(held) >= 0 and sum(held) + state.in_wheel(resource) == 14
    for company in state.packing.companies:
        assert house.everything(company) == state.packing.shares
        assert min(state.unseen_shares(company), state.pool.get(company, 0)) >= 0
    for seat in state.seats:
        needed = Counter[str]()
        for group in state.groups_of(seat):
            needed.update(state.company(group.company).needs or {})
        assert all(state.tokens[seat].get(name, 0) >= count for name, count in needed.items())
    assert state.bought <= 3 and state.sold <= 3 and 0 <= state.overs <= 7


class Specials:
    """Which groups must bring special income, told from the facts alone (BD-K7, BD-K8)."""

    def __init__(self) -> None:
        self.takeovers = 0
        self.origin: dict[int, int] = {}
        self.left = 0
        self.kept: dict[int, tuple[str, int]] = {}
        self.taken_back: set[int] = set()

    def follow(self, fact: Fact, after: BigDealState) -> None:
        if isinstance(fact, TakeoverPaid):
            self.takeovers += 1
            self.left = fact.shares - fact.sold
        elif isinstance(fact, WonSold):
            self.left -= fact.shares
        elif isinstance(fact, WonOpened):
            self.left -= fact.won
            if self.takeovers not in self.taken_back:
                self.origin[fact.group] = self.takeovers
        elif isinstance(fact, WonKept):
            self.kept[self.takeovers] = fact.company, self.left
        elif isinstance(fact, CompanyOpened):
            self.open_kept(fact)
        elif isinstance(fact, SharesTakenBack):
            rest = {t for group, t in self.origin.items() if group in after.groups}
            was = {t for group, t in self.origin.items() if group == fact.group}
            self.taken_back |= was - rest
        elif isinstance(fact, CompanySplit) and fact.group in self.origin:
            self.origin[fact.part] = self.origin[fact.group]
        elif isinstance(fact, TurnEnded):
            assert len(fact.specials) == len(set(self.origin.values()))
            self.takeovers, self.origin, self.kept, self.taken_back = 0, {}, {}, set()
        self.origin = {group: t for group, t in self.origin.items() if group in after.groups}

    def open_kept(self, fact: CompanyOpened) -> None:
        """Follow what is opened from a hand: kept shares first, for a takeover without a part."""
        found = [
            (number in self.origin.values(), number, left)
            for number, (company, left) in self.kept.items()
            if company == fact.company and left > 0 and number not in self.taken_back
        ]
        for _, number, left in sorted(found)[:1]:
            self.origin[fact.group] = number
            self.kept[number] = fact.company, left - fact.shares


@every_way
def test_whole_games_by_chance_keep_money_tokens_and_shares(
    players: int, shark: bool, known: bool
) -> None:
    for seed in range(EACH):
        house = Household(a_setup(players, shark=shark, known=known), Random(seed))
        specials, draws = Specials(), 0
        for place, (before, action, state) in enumerate(play(house)):
            draws += isinstance(action, Draw)
            middle = before
            for fact in action.decide(before):
                middle = GAME.evolve(middle, fact)
                specials.follow(fact, middle)
            if place % 4 == 0 or state.is_over:
                assert_sound(house)
        outcome = GAME.final.outcome(state)
        assert outcome is not None and outcome.winners
        assert state.overs == 7 and draws == state.turn
        assert sum(place.total for place in outcome.standings) == sum(GAME.chart.wealth(state))


def attempts(state: BigDealState, random: Random) -> list[Action]:
    """Return things somebody might try, legal or not."""
    seat, number = random.randrange(len(state.setup.seats)), random.randint(1, 12)
    company = random.choice((*state.packing.companies, "worldwide"))
    shares, price = random.randint(0, 4), random.choice((0, 100, 150, 175, 400, 5000))
    resource = random.choice(RESOURCES)
    return [
        Deal(seat, random.randint(0, 4)),
        Draw(seat, random.randint(0, 7)),
        Income(seat),
        BuyResource(seat, resource),
        SellResource(seat, resource, price),
        BuyShares(seat, company, shares),
        SellShares(seat, company, shares, random.choice((None, number))),
        Open(seat, company, shares),
        Add(seat, number, shares),
        TakeBack(seat, number, shares),
        SellCompany(seat, number),
        Split(seat, number, shares),
        TakeOver(seat, number, shares, price, random.randint(0, 2)),
        Raise(seat, price),
        GiveUp(seat),
        Claim(seat, shares, 3),
        Pay(seat, shares),
        Fail(seat),
        SellWon(seat, shares),
        OpenWon(seat, shares),
        KeepWon(seat),
        Collect(seat, (random.randrange(len(state.setup.seats)),)),
        CountHand(seat, random.randint(0, 6)),
        EndTurn(seat),
    ]


def is_refused_unless_offered(state: BigDealState, action: Action) -> bool:
    """Tell whether an action was refused; what is not offered is."""
    seat = getattr(action, "seat", None)
    legal = GAME.legal_actions(state, seat)
    offers = [offer.fields for offer in legal if offer.kind == action.kind]
    try:
        action.decide(state)
    except Refusal as refusal:
        assert refusal.rule and str(refusal.sentence)
        assert all(offers) or action.kind in TYPED
        return True
    assert any(holds(fields, action) for fields in offers)
    return False


def holds(fields: Ranges, action: Action) -> bool:
    """Tell whether an offer with these fields has the action among what it offers."""
    return all(
        values.lowest <= chosen <= (values.highest or chosen)
        if isinstance(values, Whole)
        else chosen in values.values
        for values, chosen in ((values, getattr(action, name)) for name, values in fields.items())
    )


TYPED = {"collect", "count_hand"}
"""Offers without fields whose numbers only the table can know."""


@every_way
def test_what_is_not_offered_is_refused_with_its_rule(
    players: int, shark: bool, known: bool
) -> None:
    random, refused, taken = Random(7), 0, 0
    for before, _, _ in played(a_setup(players, shark=shark, known=known), Random(3)):
        for action in random.sample(attempts(before, random), 4):
            if is_refused_unless_offered(before, action):
                refused += 1
            else:
                taken += 1
    assert refused > 100 and taken > 5


@pytest.mark.parametrize("players", [2, 4, 6])
def test_undo_after_any_step_gives_the_earlier_state(players: int) -> None:
    setup = a_setup(players, known=False)
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


def about_the_log(asked: Undo | Redo, timeline: Timeline[BigDealState]) -> Entry:
    return Entry(timeline.sequence + 1, to_json(asked))


@every_way
def test_a_game_ends_alike_when_its_log_is_read_from_disk(
    players: int, shark: bool, known: bool
) -> None:
    setup = a_setup(players, shark=shark, known=known)
    entries: list[Entry] = []
    steps = list(played(setup, Random(players + 10)))
    for before, action, _ in steps:
        facts = tuple(to_json(fact) for fact in action.decide(before))
        written = json.loads(json.dumps([to_json(action), facts]))
        assert from_json(written[0], GAME.action_kinds) == action
        read = tuple(from_json(fact, GAME.fact_kinds) for fact in written[1])
        entries.append(Entry(len(entries) + 1, written[0], read))

    timeline = Timeline.begun(GAME, setup, entries)

    assert timeline.state == steps[-1][2]


@pytest.mark.parametrize("players", [3, 5])
def test_every_step_is_told_and_awaited_in_words(players: int) -> None:
    told = Counter[str]()
    for before, action, state in played(a_setup(players, known=False), Random(1)):
        for fact in action.decide(before):
            line = fact.tell(state, None)
            told[fact.kind] += line is not None
            assert line is None or str(line).endswith(".")
        assert str(GAME.rules.waiting(state).sentence)
    assert len(told) > 15


def walked(before: BigDealState, action: Action) -> set[str]:
    """Return what a step is of all that a takeover leads to."""
    found = {f"raising: {action.kind}"} if before.stage == "raise" else set()
    spoils = before.spoils
    if isinstance(action, SellShares) and spoils is not None and action.group is None:
        found |= {"sold beside won shares"} if action.company == spoils.company else set()
    if isinstance(action, Open) and action.company in {
        kept.company for kept in before.kept.values()
    }:
        found.add("opened after keeping")
    return found


def test_chance_walks_all_that_a_takeover_leads_to() -> None:
    wanted = {f"raising: {kind.kind}" for kind in (Add, Open, BuyShares, BuyResource, SellCompany)}
    wanted |= {"sold beside won shares", "opened after keeping"}
    for seed in range(60):
        for before, action, _ in played(a_setup(2 + seed % 5, shark=seed % 2 == 1), Random(seed)):
            wanted -= walked(before, action)
        if not wanted:
            break
    assert wanted == set()

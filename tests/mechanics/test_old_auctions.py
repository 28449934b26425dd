"""Auctions of packages for 1.0, whose classes define what a policy declares today."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from companion.mechanics.auction import Auction, BidMade, Passed, PassedByApp
from companion.mechanics.endings import GameEnded
from companion.mechanics.ledger import Ledger, purse
from companion.mechanics.pending_events import apply_event
from companion.mechanics.recorded_sale import RecordedAtTable
from companion.mechanics.refusal import Refusal
from companion.mechanics.table import Setup
from tests.mechanics.test_small_game import ANNA, BRUNO, CARLA, NAMES, Market

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

PACKAGE = """
from dataclasses import dataclass
from operator import attrgetter

from companion.mechanics import auction, early, endings, told
from companion.mechanics.auction import Means
from companion.mechanics.refusal import Refusal
from companion.mechanics.steps import action
from companion.mechanics.table import Waiting
from companion.mechanics.words import say


def waiting(state):
    return Waiting(say("Bid."))


@dataclass(frozen=True, slots=True)
class Word(auction.Word):
    def heard(self, state):
        return auction.require_word(state, self.seat, waiting, "T-2", seat_rule="T-1")

    @classmethod
    def can_but_pass(cls, state, seat, lowest):
        return state.money(seat) < lowest

    @classmethod
    def awarded(cls, state, award):
        return (endings.GameEnded(),)


@action("bid")
class Bid(Word, auction.Bid):
    rule = "T-3"


@action("pass")
class Pass(Word, auction.Pass):
    pass


@action("tell_sale")
class TellSale(told.TellSale):
    rule, bid_rule, pass_rule, seat_rule = "T-4", "T-3", "T-5", "T-1"
    word = Pass

    @classmethod
    def heard(cls, state):
        return auction.require_auction(state, waiting, "T-2")

    @classmethod
    def means(cls, state, seat):
        most = state.money(seat)
        why = lambda is_short: Refusal("above", "T-3", say("Pass."))
        return Means(most, state.auction.lowest_bid, why)


@action("pass_early")
class PassEarly(early.PassEarly, Word):
    sale = TellSale
    number = attrgetter("auction.turn")
"""


@pytest.fixture(scope="module")
def package() -> ModuleType:
    """Return a module of a package as it was written for 1.0."""
    module = ModuleType("package_for_1_0")
    with pytest.warns(DeprecationWarning):
        exec(PACKAGE, vars(module))
    return module


def market(*money: int, app_passes: bool = False) -> Market:
    """Return a table in an auction, with that much money in each purse."""
    ledger = Ledger.dealt(map(purse, range(3)), 20)
    balances = dict(ledger.balances) | {purse(seat): held for seat, held in enumerate(money)}
    setup = Setup({"app_passes": app_passes}, NAMES)
    return Market(setup, replace(ledger, balances=balances), Auction.opened(range(3)))


def refusal(action: Any, state: Market) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        action.decide(state)
    return refused.value.name, refused.value.rule


def test_bids_and_passes_written_for_1_0_lead_to_the_award(package: ModuleType) -> None:
    state = market()
    for action in (package.Bid(ANNA, 3), package.Pass(BRUNO)):
        (happened,) = action.decide(state)
        state = apply_event(state, happened)

    assert package.Pass(CARLA).decide(state) == (Passed(CARLA), GameEnded())
    assert refusal(package.Bid(CARLA, 3), state) == ("bid_too_low", "T-3")
    assert refusal(package.Bid(BRUNO, 4), state) == ("already_passed", "T-2")


def test_the_app_passes_where_a_class_written_for_1_0_allows_it(package: ModuleType) -> None:
    state = market(20, 2, 20, app_passes=True)

    assert package.Bid(ANNA, 3).decide(state) == (BidMade(ANNA, 3), PassedByApp(BRUNO, 4))


def test_a_sale_written_for_1_0_is_recorded(package: ModuleType) -> None:
    events = package.TellSale(BRUNO, 5).decide(market())

    assert events == (
        RecordedAtTable(),
        Passed(ANNA),
        Passed(CARLA),
        BidMade(BRUNO, 5),
        GameEnded(),
    )
    assert refusal(package.TellSale(BRUNO, 21), market()) == ("above", "T-3")
    assert refusal(package.TellSale(9, 1), market()) == ("unknown_seat", "T-1")


def test_an_early_pass_written_for_1_0_leaves_the_turn_where_it_is(package: ModuleType) -> None:
    assert package.PassEarly(CARLA).decide(market()) == (Passed(CARLA),)
    assert refusal(package.PassEarly(CARLA, 5), market()) == ("another_auction", "T-4")

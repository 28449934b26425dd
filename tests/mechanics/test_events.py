"""What an event declares about its money, and what a setting declares once."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from companion.mechanics.actions.base import Action, Event, Setting, event, setting
from companion.mechanics.actions.chapters import kinds_of
from companion.mechanics.actions.refusal import Refusal, not_none, refusal_of
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.play.table import SeatSetup, Setup, TableState, option, option_is
from companion.mechanics.values.codec import to_json


@dataclass(frozen=True, slots=True)
class Mill(TableState):
    setup: Setup
    ledger: Ledger
    stage: str = "free"
    miller: int | None = None
    sacks: tuple[int, int] | None = None

    price = option[int]("price")
    is_watermill = option_is("kind", "water")


@event("mill_leased")
class MillLeased(Event):
    costs = "count", say("lease of {count} sacks")
    seat: int
    count: int


@event("flour_sold")
class FlourSold(Event):
    earns = "price", say("flour")
    seat: int
    price: int


MILL = Mill(
    Setup({"price": 3, "kind": "water"}, (SeatSetup("Anna"),)), Ledger.dealt([purse(0)], 10)
)


def test_costs_and_earnings_become_transfers_with_the_bank() -> None:
    (paid,), (got,) = MillLeased(0, 4).transfers(), FlourSold(0, 2).transfers()

    assert paid == Transfer(purse(0), BANK, 4, say("lease of {count} sacks", count=4))
    assert got == Transfer(BANK, purse(0), 2, say("flour"))
    assert FlourSold(0, 0).transfers() == ()


def test_a_state_returns_the_tables_settings() -> None:
    assert (MILL.price, MILL.is_watermill) == (3, True)


@setting("set_sacks", "sacks_set", by="banker")
class SetSacks(Setting):
    line = say("{count} sacks.")
    count: int

    def require(self, state: Mill) -> None:
        if self.count < 0:
            raise Refusal("negative_count", "", say("Enter 0 or more."))

    def apply(self, state: Mill) -> Mill:
        return replace(state, sacks=(0, self.count))


def test_a_setting_has_one_kind_as_an_action_and_another_as_an_event() -> None:
    (happened,) = SetSacks(5).decide(MILL)

    assert to_json(SetSacks(5)) == {"kind": "set_sacks", "count": 5}
    assert to_json(happened) == {"kind": "sacks_set", "count": 5}
    assert (happened.apply(MILL).sacks, str(happened.tell(MILL, None))) == ((0, 5), "5 sacks.")


def test_a_setting_can_have_its_own_guard() -> None:
    assert not_none(refusal_of(SetSacks(-1).decide, MILL)).name == "negative_count"


def test_each_setting_is_found_once_as_action_and_once_as_event() -> None:
    here = sys.modules[__name__]

    assert kinds_of(here, Action) == (SetSacks,)
    assert kinds_of(here, Event) == (MillLeased, FlourSold, SetSacks.happened)

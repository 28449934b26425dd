"""What an event says of itself instead of working it out: what it sets, costs, earns."""

from __future__ import annotations

from dataclasses import dataclass

from companion.mechanics.event_sourcing import Event, event, its
from companion.mechanics.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.table import SeatSetup, Setup, TableState, option, option_is
from companion.mechanics.words import say


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
    sets = {"stage": "leased", "miller": its("seat"), "sacks": its("seat", "count")}
    costs = its("count"), say("lease of {count} sacks")
    seat: int
    count: int


@event("flour_sold")
class FlourSold(Event):
    earns = its("price"), say("flour")
    seat: int
    price: int


MILL = Mill(
    Setup({"price": 3, "kind": "water"}, (SeatSetup("Anna"),)), Ledger.dealt([purse(0)], 10)
)


def test_an_event_sets_values_and_what_its_own_fields_hold() -> None:
    later = MillLeased(0, 4).apply(MILL)

    assert (later.stage, later.miller, later.sacks) == ("leased", 0, (0, 4))
    assert FlourSold(0, 2).apply(MILL) is MILL


def test_an_event_costs_its_seat_what_it_pays_the_bank_and_earns_what_it_gets() -> None:
    (paid,), (got,) = MillLeased(0, 4).transfers(), FlourSold(0, 2).transfers()

    assert paid == Transfer(purse(0), BANK, 4, say("lease of {count} sacks", count=4))
    assert got == Transfer(BANK, purse(0), 2, say("flour"))
    assert FlourSold(0, 0).transfers() == ()


def test_a_state_says_what_its_table_chose() -> None:
    assert (MILL.price, MILL.is_watermill) == (3, True)

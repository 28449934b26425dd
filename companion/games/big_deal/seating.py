"""Setting up a Big Deal table: the variant, the seats, and the state before the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.big_deal.box import PACKINGS, RAISE_BY_SEAT
from companion.games.big_deal.copy import blank_copy, check_copy, copy_from_record
from companion.games.big_deal.state import BigDealState
from companion.mechanics.game import Setup
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.values.options import Choice, Option

TITLE = "Big Deal"
PLAYERS = range(min(PACKINGS), max(PACKINGS) + 1)

OPTIONS = (
    Option(
        "variant",
        say("Rules"),
        (Choice("standard", say("standard")), Choice("shark", say("Shark (variant)"))),
        hint=say(
            "Shark: money is hidden. Sold companies bring 100 extra per share and Cash cards "
            "collect 100, instead of 50."
        ),
    ),
)


def prepare(setup: Setup) -> Setup:
    """Validate a set-up and return it with defaults filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``wrong_player_count``, ``name_missing``,
    ``name_too_long``, ``name_taken`` and the refusals of ``check_copy``.
    """
    copy = check_copy(setup.copy) if setup.copy else blank_copy()
    return replace(plain_setup(TITLE, PLAYERS, OPTIONS, "", setup), copy=copy)


def begin(setup: Setup) -> BigDealState:
    """Return the state before the deal, in which no seat has money or resources (BD-S3)."""
    seats = range(len(setup.seats))
    return BigDealState(
        setup=setup,
        copy=copy_from_record(setup.copy),
        ledger=Ledger.opened(map(purse, seats)),
        tokens=tuple({} for _ in seats),
    )


def first_purses(order: Sequence[int]) -> tuple[int, ...]:
    """Return the starting money of each seat, by number, in millions (BD-S1).

    order: all seats clockwise, from the first player. The amount rises by 150 from one to the next.
    """
    start = PACKINGS[len(order)].start
    return tuple(start + RAISE_BY_SEAT * order.index(seat) for seat in sorted(order))

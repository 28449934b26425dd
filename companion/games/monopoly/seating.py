"""Setting up a table of Monopoly Travel: options, seats, and 1500 each (MO-S1).

With more than five players the banker may choose to bank only: then he takes no seat.
"""

from __future__ import annotations

from companion.games.monopoly.board import GO, READY_COPIES, TITLE
from companion.games.monopoly.box import START
from companion.games.monopoly.copy import board_from_record, check_copy
from companion.games.monopoly.state import MonopolyState
from companion.mechanics.game import Setup, Sitting
from companion.mechanics.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.options import Choice, Option, WholeOption
from companion.mechanics.refusal import Refusal
from companion.mechanics.seating import checked_names, chosen_options
from companion.mechanics.words import say

PLAYERS = range(2, 7)
LONGEST_GAME = 24 * 60

OPTIONS: tuple[Option | WholeOption, ...] = (
    Option(
        "variant",
        say("Game"),
        (
            Choice("normal", say("until one is left")),
            Choice("fast", say("fast: two deeds dealt, ends at the second bankruptcy")),
        ),
    ),
    WholeOption(
        "minutes",
        say("Minutes"),
        1,
        hint=say("When they are over the richest wins; left empty there is no clock."),
    ),
    Option(
        "rent",
        say("Rent"),
        (
            Choice("asked", say("the owner asks for it, or loses it")),
            Choice("automatic", say("is paid by itself")),
        ),
    ),
    Option(
        "following",
        say("Tokens"),
        (
            Choice(True, say("the app follows them by the dice")),
            Choice(False, say("the table says where they stand")),
        ),
    ),
)


def prepare(setup: Setup) -> Setup:
    """Return the set-up checked and complete.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``,
    ``minutes_out_of_range``, ``wrong_player_count``, ``name_missing``, ``name_too_long``,
    ``name_taken``, and what ``check_copy`` raises.
    """
    copy = check_copy(setup.copy or READY_COPIES[0].facts)
    options = chosen_options(TITLE, OPTIONS, setup.options)
    minutes = options["minutes"]
    if isinstance(minutes, int) and not 1 <= minutes <= LONGEST_GAME:
        raise Refusal(
            "minutes_out_of_range",
            "MO-C1",
            say("Agree on 1 to {most} minutes, or leave it empty.", most=LONGEST_GAME),
        )
    if len(setup.seats) not in PLAYERS:
        raise Refusal("wrong_player_count", "", say("Monopoly Travel is for 2 to 6 players."))
    seats = tuple(Sitting(name) for name in checked_names(setup.seats))
    return Setup(options, seats, copy)


def begin(setup: Setup) -> MonopolyState:
    """Return the table before the first entry: everybody has been given 1500."""
    seats = range(len(setup.seats))
    gifts = [Transfer(BANK, purse(seat), START, say("start")) for seat in seats]
    return MonopolyState(
        setup=setup,
        board=board_from_record(setup.copy),
        ledger=Ledger.opened(map(purse, seats)).posted(gifts),
        following=setup.options["following"] is True,
        stage="deal" if setup.options["variant"] == "fast" else "start",
        deeds={},
        keys=(0,) * len(seats),
        spaces=(GO,) * len(seats),
        jail=(None,) * len(seats),
    )

"""The settings of a score pad (SP-S1)."""

from __future__ import annotations

from functools import partial

from companion.games.score_pad.state import (
    MOST_POINTS,
    MOST_ROUNDS,
    PLAYERS,
    ScorePadState,
)
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import BANK, Ledger, purse
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import Setup
from companion.mechanics.values.codec import LARGEST
from companion.mechanics.values.options import AnyOption, Choice, Option, WholeOption

TITLE = say("Score pad").template

OPTIONS: tuple[AnyOption, ...] = (
    Option(
        "standing",
        say("Who wins"),
        (
            Choice("most_points", say("most points")),
            Choice("fewest_points", say("fewest points")),
        ),
        decides=True,
    ),
    WholeOption(
        "rounds", say("Rounds"), 1, hint=say("If empty, you play on until you end the game.")
    ),
    WholeOption("target", say("Points to reach"), 1, hint=say("If empty, no score is special.")),
    Option(
        "at_target",
        say("A player who reaches them"),
        (
            Choice("ends", say("ends the game after that round")),
            Choice("out", say("is out")),
            Choice("announces", say("is announced")),
        ),
    ),
    Option(
        "marker",
        say("Moves on each round"),
        (
            Choice("dealer", say("the dealer")),
            Choice("first", say("the first player")),
            Choice("none", say("nobody")),
        ),
    ),
)
LIMITS = {"rounds": (MOST_ROUNDS, "SP-E1"), "target": (MOST_POINTS, "SP-T1")}
"""The highest numbers of settings, and the rules that refusals cite."""

_plain = partial(plain_setup, TITLE, PLAYERS, OPTIONS, "SP-S1")


def prepare(setup: Setup) -> Setup:
    """Return the validated setup, with default settings filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``, ``number_out_of_range``,
    ``wrong_player_count``, ``name_missing``, ``name_too_long``, ``name_taken``.
    """
    prepared = _plain(setup)
    for name in LIMITS:
        require_limit(name, prepared.options[name])
    return prepared


def require_limit(name: str, number: object) -> None:
    """Raise ``number_out_of_range`` unless a number among the settings is left out or allowed."""
    most, rule = LIMITS[name]
    if isinstance(number, int) and not 1 <= number <= most:
        words = say("Enter a number from 1 to {most}, or leave it empty.", most=most)
        raise Refusal("number_out_of_range", rule, words, field=name)


def begin(setup: Setup) -> ScorePadState:
    """Return the initial state, in which every seat has 0 points (SP-S1)."""
    accounts = [purse(seat) for seat in range(len(setup.seats))]
    balances = dict.fromkeys([*accounts, BANK], 0)
    return ScorePadState(setup, Ledger(balances, dict.fromkeys(accounts, -LARGEST)))

"""Setting up a table of The Big Cheese: settings, target score and workers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_cheese.box import EXACT_TARGET, LOWEST_TARGETS, WORKERS
from companion.games.big_cheese.state import BigCheeseState, CardsHeld, free_account, work_account
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.game import Setup
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import Ledger
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import PRINTED
from companion.mechanics.values.options import Choice, Option, WholeOption

TITLE = "The Big Cheese"
PLAYERS = range(3, 7)

OPTIONS = (
    Option(
        "scoring",
        say("Dice"),
        (
            Choice("one_die", say("one six-sided die, times the card")),
            Choice("dice_set", say("a set of dice: d4 d6 d8 d10 d12 d20")),
        ),
    ),
    WholeOption(
        "target",
        say("Play to"),
        min(LOWEST_TARGETS.values()),
        hint=say(
            "At least 200 with one die, 40 with the set. Leave it empty to play to that score."
        ),
    ),
    Option(
        "specials",
        say("Veto and Big Cheese"),
        (Choice(True, say("in the deck")), Choice(False, say("left out"))),
    ),
    Option(
        "exactly_30",
        say("End"),
        (
            Choice(False, say("the target or more")),
            Choice(True, say("exactly 30 (variant, with the set of dice)")),
        ),
    ),
    Option(
        "direction",
        say("Bidding goes"),
        (
            Choice("counter_clockwise", say("counter-clockwise, as in the book")),
            Choice("clockwise", say("clockwise")),
        ),
    ),
)


def prepare(setup: Setup) -> Setup:
    """Return the validated setup, with default settings and the target filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``, ``target_too_low``,
    ``exactly_30_with_one_die``, ``wrong_player_count``, ``name_missing``, ``name_too_long``,
    ``name_taken``.
    """
    plain = plain_setup(TITLE, PLAYERS, OPTIONS, PRINTED, setup)
    return replace(plain, options={**plain.options, "target": chosen_target(plain.options)})


def chosen_target(options: Mapping[str, object]) -> int:
    """Return the target score.

    The target is 30 in the exactly-30 variant. Otherwise, it is the chosen target, or the lowest
    allowed one if none was chosen.

    Raises ``exactly_30_with_one_die``, ``target_too_low``.
    """
    if options["exactly_30"]:
        if options["scoring"] == "one_die":
            raise Refusal(
                "exactly_30_with_one_die",
                "BC-X1",
                say("Exactly 30 needs the set of dice. Choose the set."),
                field="scoring",
            )
        return EXACT_TARGET
    lowest = LOWEST_TARGETS[str(options["scoring"])]
    target = lowest if options["target"] is None else options["target"]
    assert isinstance(target, int)
    if target < lowest:
        raise Refusal(
            "target_too_low",
            "BC-E1",
            say(
                "With these dice play to {lowest} or more, not {target}.",
                lowest=lowest,
                target=target,
            ),
            field="target",
        )
    return target


def begin(setup: Setup) -> BigCheeseState:
    """Return the initial state, in which every seat has ten free workers."""
    seats = range(len(setup.seats))
    floors = {account: 0 for seat in seats for account in (free_account(seat), work_account(seat))}
    balances = dict.fromkeys(floors, 0) | {free_account(seat): WORKERS for seat in seats}
    ledger = Ledger(balances, floors, WORKERS * len(seats))
    return BigCheeseState(setup, ledger, held=(CardsHeld(),) * len(seats))

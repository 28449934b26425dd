"""Setting up a Big Shot table: settings, seats, colours and starting money."""

from __future__ import annotations

from dataclasses import replace

from companion.games.big_shot.board import (
    COLOURS,
    START,
    BigShotCopy,
    blank_copy,
    check_copy,
    colour_words,
    copy_from_record,
    unknown_colour,
)
from companion.games.big_shot.state import BigShotState
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.auctions.auction import app_passes
from companion.mechanics.game import SeatSetup, Setup
from companion.mechanics.language.words import say
from companion.mechanics.money.ledger import Ledger, purse
from companion.mechanics.play.seating import checked_names, chosen_options, require_player_count
from companion.mechanics.values.options import Choice, Option

TITLE = "Big Shot"
PLAYERS = range(2, 5)

OPTIONS = (
    Option(
        "edition",
        say("Rule book"),
        (Choice("it", say("Italian")), Choice("fr", say("French"))),
        hint=say("They differ in ties, hidden money and loans with two players."),
    ),
    Option(
        "tracking",
        say("Cubes"),
        (
            Choice("full", say("the app tracks every cube")),
            Choice("light", say("you enter the cubes when a lot is full")),
        ),
    ),
    Option(
        "hidden_money",
        say("Money"),
        (Choice(False, say("open")), Choice(True, say("hidden (variant)"))),
    ),
    app_passes(say("Players who cannot outbid or borrow")),
)


def colours_each(players: int) -> int:
    """Return the number of colours per seat: two in a two-player game, otherwise one (BS-2a)."""
    return 2 if players == 2 else 1


def prepare(setup: Setup) -> Setup:
    """Return the validated setup, with default settings and colours filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``wrong_player_count``, ``name_missing``,
    ``name_too_long``, ``name_taken``, ``unknown_colour``, ``colour_taken``,
    ``wrong_colour_count``, and the refusals of ``check_copy``.
    """
    copy = check_copy(setup.copy) if setup.copy else blank_copy()
    options = chosen_options(TITLE, OPTIONS, setup.options)
    require_player_count(TITLE, PLAYERS, len(setup.seats), "")
    names = checked_names(setup.seats)
    box = copy_from_record(copy).colours or COLOURS
    colours = dealt_colours(setup.seats, box)
    seats = tuple(map(SeatSetup, names, colours))
    return Setup(options, seats, copy)


def dealt_colours(seats: tuple[SeatSetup, ...], box: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return each seat's colours: those it chose, or free ones in the copy's order (BS-S1).

    box: the four colours of the cubes.

    Raises ``unknown_colour``, ``colour_taken``, ``wrong_colour_count``.
    """
    chosen = [colour for seat in seats for colour in seat.colours]
    for colour in chosen:
        _require_colour(colour, chosen, box)
    each = colours_each(len(seats))
    free = [colour for colour in box if colour not in chosen]
    dealt: list[tuple[str, ...]] = []
    for seat in seats:
        if len(seat.colours) not in (0, each):
            raise Refusal(
                "wrong_colour_count",
                "BS-2a" if each == 2 else "BS-S1",
                say("With two players each plays two colours.")
                if each == 2
                else say("Each player plays one colour."),
            )
        drawn = seat.colours or tuple(free[:each])
        free = [colour for colour in free if colour not in drawn]
        dealt.append(tuple(drawn))
    return dealt


def _require_colour(colour: str, chosen: list[str], box: tuple[str, ...]) -> None:
    if colour not in box:
        raise unknown_colour(colour, box, "BS-S1")
    if chosen.count(colour) > 1:
        raise Refusal(
            "colour_taken",
            "BS-S1",
            say("Two players cannot both play {colour}.", colour=colour_words(colour)),
        )


def begin(setup: Setup) -> BigShotState:
    """Return the initial state, in which each purse holds ten million (BS-S1, BS-2a)."""
    copy = copy_from_record(setup.copy)
    empty = BigShotState(
        setup=setup,
        copy=copy,
        colours=_four_colours(setup, copy),
        ledger=Ledger.opened(()),
        tracking=str(setup.options["tracking"]),
        loans={},
        purses=_accounts_by_colour(setup),
    )
    accounts = dict.fromkeys(account for purses in empty.purses for _, account in purses)
    return replace(empty, ledger=Ledger.dealt(accounts, START), loans=dict.fromkeys(accounts, 0))


def _accounts_by_colour(setup: Setup) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return each seat's pairs of colour and account.

    A seat has two pairs in a two-player game, otherwise one (BS-2a).
    """
    has_two = len(setup.seats) == 2
    return tuple(
        tuple((colour, purse(number, colour if has_two else "")) for colour in seat.colours)
        for number, seat in enumerate(setup.seats)
    )


def _four_colours(setup: Setup, copy: BigShotCopy) -> tuple[str, ...]:
    """Return the four colours of the cubes: the copy's, or the usual ones.

    If the copy's colours were removed during a game, the players keep theirs, and other colours
    complete the four.
    """
    box = copy.colours or COLOURS
    played = [colour for seat in setup.seats for colour in seat.colours]
    if set(played) <= set(box):
        return box
    return (*played, *(colour for colour in box if colour not in played))[: len(COLOURS)]

"""Preparing a game: settings, seats, money, dealt deeds and the first player (MO-S, MO-F1).

With more than five players, the banker may choose to run only the bank. The banker then has no
seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from companion.games.monopoly.board import DEEDS_DEALT, DICE, GO, READY_COPIES, SIDES, TITLE
from companion.games.monopoly.copy import Board, board_from_record, check_copy
from companion.games.monopoly.endings import require_minutes
from companion.games.monopoly.obligations import charge
from companion.games.monopoly.state import (
    POT,
    Deed,
    MonopolyState,
    Pending,
    PropertyEvent,
    not_now,
    require_free,
    require_property,
    require_seat,
    with_deed,
)
from companion.games.monopoly.whole_groups import whole_groups
from companion.mechanics.actions.base import Action, Event, action, event
from companion.mechanics.actions.menu import Candidate
from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.auctions.auction import app_passes
from companion.mechanics.game import Setup
from companion.mechanics.language.words import Sentence, say
from companion.mechanics.money.ledger import BANK, Ledger, Transfer, purse
from companion.mechanics.play.dice import Dice
from companion.mechanics.play.first_player import SeatBegins, WhoBegins
from companion.mechanics.play.seating import plain_setup
from companion.mechanics.play.table import require_running
from companion.mechanics.values.options import Choice, Option, WholeOption

PLAYERS = range(2, 7)

OPTIONS: tuple[Option | WholeOption, ...] = (
    Option(
        "variant",
        say("Kind of game"),
        (
            Choice("normal", say("normal: until one player is left")),
            Choice("fast", say("fast: two properties dealt, ends at the second bankruptcy")),
        ),
    ),
    WholeOption(
        "minutes",
        say("Minutes"),
        1,
        hint=say(
            "When time is up, the running turn is finished. Then the richest player wins. Leave it "
            "empty for no limit."
        ),
    ),
    Option(
        "rent",
        say("Rent"),
        (
            Choice(
                "phones",
                say("owners collect it on their phones; automatic for players without one"),
                without_devices="automatic",
            ),
            Choice("asked", say("owners collect it, or lose it")),
            Choice("automatic", say("collected automatically")),
        ),
    ),
    Option(
        "following",
        say("Tokens"),
        (
            Choice(True, say("the app tracks them by the dice")),
            Choice(False, say("you enter positions by hand")),
        ),
    ),
    Option(
        "pot",
        say("Free Parking"),
        (
            Choice(False, say("nothing happens there")),
            Choice(True, say("taxes and fines go to the next player who lands there")),
        ),
        is_late=True,
    ),
    app_passes(
        say("Players who cannot outbid"),
        say("Money from mortgages and from selling buildings counts. Money from deals does not."),
    ),
)

TOTALS = range(DICE, DICE * SIDES + 1)
"""The possible totals of two dice."""


@action("deal_deeds", by="player", turn_bound=False)
class DealDeeds(Action[MonopolyState]):
    """Record the two deeds that a seat was dealt in the fast game, or let the app deal (MO-F1)."""

    chance = "seat"
    seat: int | None = None
    """The seat that was dealt the deeds, or None to let the app deal to all seats."""
    deeds: tuple[int, ...] = ()
    """The positions of the deeds dealt to ``seat``."""
    hands: tuple[tuple[int, ...], ...] = ()
    """The positions of the deeds that the app dealt, by seat; filled in by the app."""
    by_app: bool = False
    """Whether the app dealt the deeds."""

    @classmethod
    def candidates(cls, state: MonopolyState, seat: int | None) -> Iterator[Candidate]:
        if seat is None and state.stage == "deal":
            yield Candidate(cls(hands=drawn(state, lambda sides: 1)), "hands")

    def with_chance(self, state: MonopolyState, dice: Dice) -> Self:
        """Return the action with deeds that the app draws for all seats.

        An action with the deeds that one seat entered is returned unchanged.
        """
        if self.seat is not None or self.by_app:
            return self
        return replace(self, hands=drawn(state, dice), by_app=True)

    def label(self, state: MonopolyState) -> Sentence:
        if self.seat is None:
            return say("Deal two properties each")
        return say("Enter these two")

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the events of dealing deeds to one or all seats, and of paying for them."""
        require_running(state)
        if state.stage != "deal":
            raise not_now(state, "MO-F1")
        pending = Pending(state)
        if self.seat is not None:
            _deal_to_seat(pending, require_seat(state, self.seat), self.deeds)
            return pending.events
        for seat in state.undealt_seats:
            _deal_to_seat(pending, seat, self.hands[seat] if seat < len(self.hands) else ())
        return pending.events


def _deal_to_seat(pending: Pending, seat: int, deeds: tuple[int, ...]) -> None:
    state = pending.state
    if seat not in state.undealt_seats:
        raise Refusal(
            "already_dealt",
            "MO-F1",
            say("{name} already has two properties.", name=state.name(seat)),
        )
    if len(deeds) != DEEDS_DEALT:
        raise Refusal("two_deeds", "MO-F1", say("Choose two properties for each player."))
    for position in deeds:
        space = require_property(pending.state, position)
        if position in pending.state.deeds:
            sentence = say("{name} has already been dealt.", name=space.words)
            raise Refusal("already_owned", "MO-F1", sentence)
        pending.emit(DeedDealt(seat, position))
        charge(pending, seat, None, space.price, "deed", position)


@event("deed_dealt")
class DeedDealt(PropertyEvent):
    """A seat was dealt a deed in the fast game (MO-F1).

    The payment is a separate event.
    """

    line = say("{name} is dealt {space}.").to_you("You are dealt {space}.")

    def apply(self, state: MonopolyState) -> MonopolyState:
        state = with_deed(state, self.position, Deed(self.seat))
        state = replace(state, dealt=(*state.dealt, self.seat))
        return replace(state, stage="start") if not state.undealt_seats else state

    def scenes(self, state: MonopolyState) -> tuple[Scene, ...]:
        return whole_groups(state, self.seat, (self.position,))


@action("begin", by="player")
class Begin(WhoBegins):
    """Choose the first player, or let the app roll two dice for everyone (MO-S2)."""

    stage = "start"

    def with_chance(self, state: MonopolyState, dice: Dice) -> Self:
        """Return the action with two dice rolled by the app for each seat.

        If the action names the first player, return it unchanged.

        Seats that tie for the highest total roll again.
        """
        return self.thrown(state, lambda sides: dice(sides) + dice(sides), SIDES)

    def decide(self, state: MonopolyState) -> tuple[Event, ...]:
        """Return the event that sets the first player (MO-S2).

        If the dice were rolled, the first player must have the highest total.
        """
        require_running(state)
        if state.stage == "deal":
            raise not_now(state, "MO-F1")
        if state.stage != "start":
            raise Refusal("already_begun", "MO-S2", say("The first player is already decided."))
        require_free(state, "MO-S2")
        return (Begun(self.named(state, TOTALS, "MO-S2", "MO-S2"), self.rolls),)


@event("begun")
class Begun(SeatBegins):
    """The first player was chosen, and their turn began."""

    throws = 2

    def apply(self, state: MonopolyState) -> MonopolyState:
        return replace(state, stage="roll", turn=1, turn_seat=self.seat)

    def line_for(self, state: MonopolyState, seat: int | None) -> Sentence | None:
        rolled = say("{name} begins ({rolls}).").to_you("You begin ({rolls}).")
        return rolled if self.rolls else say("{name} begins.").to_you("You begin.")


def drawn(state: MonopolyState, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Return the positions of the two deeds that the app draws for each seat.

    A seat that already has its deeds gets ().
    """
    pile = [space.position for space in state.unsold]
    hands: list[tuple[int, ...]] = []
    for seat in state.seats:
        count = DEEDS_DEALT if seat in state.undealt_seats else 0
        count = min(count, len(pile))
        hands.append(tuple(pile.pop(dice(len(pile)) - 1) for _ in range(count)))
    return tuple(hands)


def prepare(setup: Setup) -> Setup:
    """Validate the setup of a table, and return it with the defaults filled in.

    Raises ``unknown_option``, ``unknown_choice``, ``not_a_whole_number``,
    ``minutes_out_of_range``, ``wrong_player_count``, ``name_missing``, ``name_too_long``,
    ``name_taken`` or the refusals of ``check_copy``.
    """
    copy = check_copy(setup.copy or READY_COPIES[0].numbers)
    plain = plain_setup(TITLE, PLAYERS, OPTIONS, "", setup)
    minutes = plain.options["minutes"]
    if isinstance(minutes, int):
        require_minutes(minutes)
    return replace(plain, copy=copy)


def dealt(setup: Setup, board: Board) -> Ledger:
    """Return the ledger at the start: each player has the starting money.

    If the table plays with a pot, the ledger also contains an empty pot (MO-P1).
    """
    purses = tuple(purse(seat) for seat in range(len(setup.seats)))
    gifts = (Transfer(BANK, account, board.start, say("start")) for account in purses)
    pots = (POT,) if setup.options.get("pot") else ()
    return Ledger.opened((*purses, *pots)).posted(gifts)


def begin(setup: Setup) -> MonopolyState:
    """Return the state of a new table, before the first step."""
    seats = range(len(setup.seats))
    board = board_from_record(setup.copy)
    return MonopolyState(
        setup=setup,
        board=board,
        ledger=dealt(setup, board),
        following=setup.options["following"] is True,
        stage="deal" if setup.options["variant"] == "fast" else "start",
        deeds={},
        keys=(0,) * len(seats),
        spaces=(GO,) * len(seats),
        jail=(None,) * len(seats),
    )

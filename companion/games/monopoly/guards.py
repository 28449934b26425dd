"""What several rules ask before anything may be done; each raises a named refusal or is silent."""

from __future__ import annotations

from companion.games.monopoly.board import SPACES
from companion.games.monopoly.box import PRINTED
from companion.games.monopoly.copy import Space
from companion.games.monopoly.state import Deed, MonopolyState, Stage
from companion.games.monopoly.waiting import waiting
from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say


def require_seat(state: MonopolyState, seat: int | None) -> int:
    """Return the seat; raises ``unknown_seat`` or ``seat_bankrupt`` unless it plays."""
    if seat is None or seat not in state.seats:
        raise Refusal(
            "unknown_seat",
            "MO-S2",
            say(
                "There is no seat {seat}; they count from 0 to {last}.",
                seat=str(seat),
                last=len(state.seats) - 1,
            ),
        )
    if seat in state.bankrupt:
        raise Refusal(
            "seat_bankrupt", "MO-X1", say("{name} is bankrupt and out.", name=state.name(seat))
        )
    return seat


def require_running(state: MonopolyState) -> None:
    """Raise ``game_over`` once the game has ended."""
    if state.stage == "over":
        raise Refusal(
            "game_over", "MO-X3", say("The game is over; the banker can take steps back.")
        )


def not_now(state: MonopolyState, rule: str) -> Refusal:
    """Return the refusal that says what the table waits for instead."""
    return Refusal("not_now", rule, say("Not now: {waiting}", waiting=waiting(state).sentence))


def require_no_debt(state: MonopolyState) -> None:
    """Raise ``debt_open`` while somebody owes money."""
    if state.debts:
        raise Refusal(
            "debt_open",
            "MO-X1",
            say(
                "First {name} pays {amount}; until then one can only raise money.",
                name=state.name(state.debts[0].debtor),
                amount=state.debts[0].amount,
            ),
        )


def require_free(state: MonopolyState, rule: str) -> None:
    """Raise ``game_over``, ``debt_open`` or ``not_now`` while anything holds the turn up."""
    require_running(state)
    require_no_debt(state)
    if state.is_held_up:
        raise not_now(state, rule)


def require_stage(state: MonopolyState, seat: int, stage: Stage, rule: str) -> None:
    """Raise a refusal unless the turn waits for that, from that seat.

    Raises ``unknown_seat``, ``seat_bankrupt``, ``game_over``, ``debt_open``, ``not_now``,
    ``not_your_turn``.
    """
    require_seat(state, seat)
    require_free(state, rule)
    if state.stage != stage:
        raise not_now(state, rule)
    whose = state.turn_seat if stage == "roll" else state.mover
    if seat != whose:
        assert whose is not None
        raise Refusal("not_your_turn", rule, say("It is {name}'s turn.", name=state.name(whose)))


def require_money(state: MonopolyState, seat: int, amount: int, rule: str) -> None:
    """Raise ``not_enough_money`` unless the seat holds that much."""
    if state.cash(seat) < amount:
        raise Refusal(
            "not_enough_money",
            rule,
            say(
                "That costs {amount} and you hold {cash}; raise money first.",
                amount=amount,
                cash=state.cash(seat),
            ),
        )


def require_space(space: int) -> None:
    """Raise ``unknown_space`` unless the board has it."""
    if not 0 <= space < SPACES:
        raise Refusal(
            "unknown_space",
            PRINTED,
            say("There is no space {space}; they count from 0 to {last}.", space=space, last=39),
        )


def require_property(state: MonopolyState, position: int) -> Space:
    """Return the property there; raises ``unknown_space`` or ``not_a_property``."""
    require_space(position)
    space = state.board[position]
    if not space.is_property:
        raise Refusal("not_a_property", PRINTED, say("{name} cannot be owned.", name=space.name))
    return space


def require_own(state: MonopolyState, seat: int, position: int, rule: str) -> Deed:
    """Return the deed; raises also ``not_your_property`` unless the seat owns it."""
    space = require_property(state, position)
    deed = state.deeds.get(position)
    if deed is None or deed.owner != seat:
        raise Refusal(
            "not_your_property",
            rule,
            say("{name} does not own {space}.", name=state.name(seat), space=space.name),
        )
    return deed


def require_group(state: MonopolyState, group: str) -> tuple[int, ...]:
    """Return the positions of a group of streets; raises ``unknown_group``."""
    positions = tuple(space.position for space in state.board.group(group) if space.is_street)
    if not positions:
        raise Refusal("unknown_group", PRINTED, say("There is no such group of streets."))
    return positions

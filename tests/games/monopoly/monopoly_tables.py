"""Tables of Monopoly Travel at certain moments of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from companion.games.monopoly import GAME
from companion.games.monopoly.board import ListName, classic_board, layout
from companion.games.monopoly.copy import BOARD, board_from_record
from companion.games.monopoly.effects import Effect
from companion.games.monopoly.property import Decline
from companion.games.monopoly.screen import draft
from companion.games.monopoly.seating import Begin
from companion.games.monopoly.state import Deed, MonopolyState
from companion.games.monopoly.turn import Roll
from companion.testing.households import NAMES
from companion.testing.tables import ANNA, BRUNO, after, holding, with_one
from tests.games.monopoly.monopoly_player import a_setup

OLD_KENT, WHITECHAPEL = 1, 3
BROWN = (OLD_KENT, WHITECHAPEL)
LIGHT_BLUE = (6, 8, 9)
KINGS_CROSS, ELECTRIC = 5, 12
DARK_BLUE = (37, 39)


def seated(players: int = 3, /, **options: Any) -> MonopolyState:
    """Return a table before anything happened."""
    state: MonopolyState = GAME.rules.begin(a_setup(players, **options))
    return state


def begun(players: int = 3, /, **options: Any) -> MonopolyState:
    """Return a table where Anna is about to roll for the first turn."""
    return after(seated(players, **options), Begin(ANNA))


def owning(
    state: MonopolyState,
    seat: int,
    places: Iterable[int],
    *,
    level: int = 0,
    mortgaged: bool = False,
) -> MonopolyState:
    """Return the table with these deeds of a seat, each street at a level."""
    most = state.most_houses
    deed = Deed(seat, mortgaged, 0 if level > most else level, level > most)
    return replace(state, deeds={**state.deeds, **dict.fromkeys(places, deed)})


def standing_on(state: MonopolyState, seat: int, space: int) -> MonopolyState:
    """Return the table with a token on another space."""
    return replace(state, spaces=with_one(state.spaces, seat, space))


def jailed(state: MonopolyState, seat: int, rolls: int = 0) -> MonopolyState:
    """Return the table with a seat in jail after that many rolls."""
    return replace(standing_on(state, seat, 10), jail=with_one(state.jail, seat, rolls))


def with_keys(state: MonopolyState, seat: int, keys: int) -> MonopolyState:
    """Return the table with that many keys of a seat."""
    return replace(state, keys=with_one(state.keys, seat, keys))


def buying() -> MonopolyState:
    """Return a table where Anna stands on Whitechapel Road and may buy it."""
    return after(begun(), Roll(ANNA, (1, 2)))


def bidding() -> MonopolyState:
    """Return a table where Whitechapel Road is up for auction."""
    return after(buying(), Decline(ANNA))


def owing(cash: int = 100) -> MonopolyState:
    """Return a table where Anna, with that much cash, owes a tax of 200."""
    return after(holding(begun(), {ANNA: cash}), Roll(ANNA, (1, 3)))


def claiming() -> MonopolyState:
    """Return a table where Anna has landed on Bruno's Whitechapel Road, bare and alone: 4."""
    return after(owning(begun(), BRUNO, (WHITECHAPEL,)), Roll(ANNA, (1, 2)))


def timed(minutes: int = 10) -> MonopolyState:
    """Return a table whose clock has run since second 1000: Bruno is about to roll."""
    return after(begun(minutes=minutes), Roll(ANNA, (4, 6), at=1000))


def listing() -> MonopolyState:
    """Return a table where Anna stands on Chance at 7 and rolls three dice."""
    return after(begun(), Roll(ANNA, (3, 4)))


def ended() -> MonopolyState:
    """Return a table whose game is over."""
    return replace(begun(), stage="over", end="time")


def draft_of(state: MonopolyState, words: str = "", seat: int = ANNA) -> SimpleNamespace:
    """Return the panel that a seat has opened."""
    found = draft(state, seat, words)
    assert found is not None
    return found


def with_lesson(
    record: Mapping[str, object], which: ListName, total: int, effect: Effect
) -> dict[str, object]:
    """Return the record of a copy on which a list says that for a total."""
    return BOARD.record(board_from_record(record).with_line(which, total, effect))


def crowded(language: str, *actions: dict[str, Any], **options: object) -> dict[str, Any]:
    """Return a record in which Anna has every deed, before these actions."""
    deeds = [place for place, (_, group) in enumerate(layout()) if group is not None]
    given = [{"kind": "set_deed", "position": place, "owner": 0} for place in deeds]
    return {
        "game": "monopoly",
        "options": options,
        "copy": classic_board(language),
        "seats": [{"name": name} for name in NAMES[:6]],
        "actions": [{"kind": "begin", "seat": 0}, *given, *actions],
    }

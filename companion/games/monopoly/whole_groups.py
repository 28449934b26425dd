"""The scenes that are shown when a seat completes whole groups."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.monopoly.board import GROUP_WORDS
from companion.games.monopoly.state import MonopolyState, groups
from companion.mechanics.actions.scenes import Scene
from companion.mechanics.language.words import say


def whole_groups(state: MonopolyState, seat: int, places: Collection[int]) -> tuple[Scene, ...]:
    """Return one scene per group that a seat has just completed.

    places: the positions of the properties that the seat has just received.
    """
    found = []
    for group, positions in groups().items():
        if state.owns_group(seat, positions[0]) and any(place in positions for place in places):
            words = GROUP_WORDS[group]
            line = say("{name} owns the whole group: {group}.", name=state.name(seat), group=words)
            deeds = tuple((state.board[place].words, place in places) for place in positions)
            shows = {"seat": seat, "group": group, "words": words, "deeds": deeds}
            found.append(Scene("groups", line, shows))
    return tuple(found)

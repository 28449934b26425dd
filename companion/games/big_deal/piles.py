"""Piles of shares and tokens, and open companies, with another number in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_deal.state import BigDealState, Group


def with_pile(piles: Mapping[str, int], name: str, count: int) -> Mapping[str, int]:
    """Return the piles with so many in one of them; an empty one is left out."""
    rest = {other: held for other, held in piles.items() if other != name}
    return {**rest, name: count} if count else rest


def with_group(state: BigDealState, group: Group) -> BigDealState:
    """Return the table with one open company more; its number is never given again."""
    return replace(
        state,
        groups={**state.groups, group.number: group},
        groups_opened=max(state.groups_opened, group.number),
    )


def resized(state: BigDealState, number: int, change: int) -> BigDealState:
    """Return the table with more or fewer shares in a group; with none left it is closed."""
    group = state.groups[number]
    shares = group.shares + change
    if shares:
        return replace(state, groups={**state.groups, number: replace(group, shares=shares)})
    rest = {other: held for other, held in state.groups.items() if other != number}
    return replace(state, groups=rest)

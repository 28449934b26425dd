"""Majorities: the sole holder of the most, and the owner of a lot whose ties cancel (BS-M2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Majority:
    """The majority on one lot."""

    owner: str | None
    """The colour with the largest count that no other colour shares, or None."""
    counts: tuple[tuple[str, int], ...]
    """Colours and counts, largest first, without colours that have no cube."""
    cancelled: tuple[int, ...]
    """Counts above the owner's that cancelled each other; all tied counts if there is no owner."""


def majority(counts: Mapping[str, int]) -> Majority:
    """Return the majority on a lot with these numbers of cubes by colour.

    Colours with equal counts cancel each other; the largest count that is left owns the lot.
    Raises ValueError for a negative count. Source: BS-M2, BS-M3.
    """
    if any(count < 0 for count in counts.values()):
        raise ValueError("a count of cubes is never negative")
    present = [(colour, count) for colour, count in counts.items() if count]
    ordered = tuple(sorted(present, key=lambda pair: -pair[1]))
    sizes = [count for _, count in ordered]
    owner = next((colour for colour, count in ordered if sizes.count(count) == 1), None)
    limit = counts[owner] if owner is not None else 0
    cancelled = tuple(sorted({size for size in sizes if size > limit}, reverse=True))
    return Majority(owner, ordered, cancelled)


def sole_most(counts: Mapping[K, int]) -> K | None:
    """Return the only holder of the highest count above 0, or None if several are tied."""
    most = max(counts.values(), default=0)
    first = [name for name, count in counts.items() if count == most]
    return first[0] if most > 0 and len(first) == 1 else None

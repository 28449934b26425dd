"""Functions that determine the owner of a lot (BS-M2) and the sole holder of the most shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Majority:
    """The result of counting the cubes on one lot."""

    owner: str | None
    """The colour with the highest count that is not tied, or None."""
    counts: tuple[tuple[str, int], ...]
    """A (colour, count) pair for each colour with cubes, highest count first."""
    cancelled: tuple[int, ...]
    """The tied counts above the owner's count, highest first.

    If there is no owner, these are all tied counts.
    """


def majority(counts: Mapping[str, int]) -> Majority:
    """Return the majority on a lot, given the number of cubes of each colour (BS-M2, BS-M3).

    Colours with equal counts cancel each other out. Of the remaining colours, the one with the most
    cubes owns the lot. Raises ValueError if a count is negative.
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
    """Return the key with the highest count, or None if several keys tie or all counts are 0."""
    most = max(counts.values(), default=0)
    first = [name for name, count in counts.items() if count == most]
    return first[0] if most > 0 and len(first) == 1 else None

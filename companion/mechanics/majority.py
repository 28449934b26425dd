"""Majorities: who alone has most, and who owns a lot where ties cancel (Big Shot, BS-M2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Majority:
    """The judgement on one lot.

    owner: the colour with the largest count that no other colour shares, or None.
    counts: colour and count, largest first, colours without a cube left out.
    cancelled: counts above the owner's that cancelled each other (all tied counts if no owner).
    """

    owner: str | None
    counts: tuple[tuple[str, int], ...]
    cancelled: tuple[int, ...]


def majority(counts: Mapping[str, int]) -> Majority:
    """Return the owner of a lot with these cubes, any colours and any counts.

    Colours with equal counts cancel each other; the largest count left alone owns the lot.
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
    """Return who alone has the most, at least one; None for a tie."""
    most = max(counts.values(), default=0)
    first = [name for name, count in counts.items() if count == most]
    return first[0] if most > 0 and len(first) == 1 else None

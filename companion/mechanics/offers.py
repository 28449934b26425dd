"""What is legal now, as buttons are drawn from it and posts are guarded by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Whole:
    """Any whole number from ``lowest`` to ``highest``; None: no upper end the screen may show."""

    lowest: int
    highest: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that is legal now, with the values its fields may take.

    seat: the seat it acts for, None for what belongs to no seat.
    fields: by field name; a field not listed is checked when the action comes.
    """

    kind: str
    seat: int | None = None
    fields: Mapping[str, Whole | OneOf] = field(default_factory=dict)

"""The role of a device at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["banker", "player", "onlooker"]
"""The roles. An onlooker (a viewer, on screens) has no seat and is not a banker."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The role and seat of a device at a table.

    A banker can hold a seat too.
    """

    device: str
    """The id of the device."""
    role: Role
    seat: int | None = None
    """The number of the seat that the device holds, or None. Seats are numbered from 0."""

    @property
    def label(self) -> str:
        """The actor's name in the log: "banker", "onlooker", or "player" with the seat's number."""
        return f"player {self.seat}" if self.role == "player" else self.role

    @property
    def is_banker(self) -> bool:
        """Whether the device is a banker at the table."""
        return self.role == "banker"

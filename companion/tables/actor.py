"""The role of a device at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["banker", "player", "onlooker"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A device's role and seat at a table; a banker may hold a seat as well."""

    device: str
    role: Role
    seat: int | None = None

    @property
    def label(self) -> str:
        """Return the name used in the log; seats count from 0, as in saved games."""
        return f"player {self.seat}" if self.role == "player" else self.role

    @property
    def is_banker(self) -> bool:
        """Return whether the device has the banker's rights."""
        return self.role == "banker"

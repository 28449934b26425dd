"""The role of a device at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["banker", "player", "onlooker"]


@dataclass(frozen=True, slots=True)
class Actor:
    """The role and seat of a device at a table.

    A banker can hold a seat too.
    """

    device: str
    role: Role
    seat: int | None = None

    @property
    def label(self) -> str:
        """The device's name in the log, such as "banker" or "player 0" (seats start at 0)."""
        return f"player {self.seat}" if self.role == "player" else self.role

    @property
    def is_banker(self) -> bool:
        """Whether the device has the banker's rights."""
        return self.role == "banker"

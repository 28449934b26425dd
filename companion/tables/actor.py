"""Who somebody is at one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["banker", "player", "onlooker"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who a device is at one table; a banker may hold a seat as well."""

    device: str
    role: Role
    seat: int | None = None

    @property
    def label(self) -> str:
        """How the log names it; seats are numbered from 0, as in records."""
        return f"player {self.seat}" if self.role == "player" else self.role

    @property
    def is_banker(self) -> bool:
        """Tell whether it has the banker's word."""
        return self.role == "banker"

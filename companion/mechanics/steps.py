"""What a log is made of: actions, which are asked for, and facts, which happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from companion.mechanics.codec import Kind
from companion.mechanics.ledger import Transfer

By = Literal["seat", "player", "banker"]


@dataclass(frozen=True, slots=True)
class Action(Kind):
    """What somebody asks for, imperative. Subclasses that act for one seat have a field ``seat``.

    by: "seat": the seat it names, or a banker for it. "player": any player or a banker.
        "banker": a banker alone.
    turn_bound: refused when the asking screen was older than the log.
    """

    by: ClassVar[By] = "seat"
    turn_bound: ClassVar[bool] = True

    @property
    def is_chance(self) -> bool:
        """Tell whether the app threw dice for it; a player alone may not take that back."""
        return False


@dataclass(frozen=True, slots=True)
class TimedAction(Action):
    """An action whose moment matters; time is given to a game as chance is, and logged.

    at: whole seconds since the epoch. The app fills it in; nobody may claim it.
    """

    at: int | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Fact(Kind):
    """What happened, past tense; it is logged, and folding it never judges.

    shows: it showed what cannot be unseen, so a player alone may not take it back.
    """

    shows: ClassVar[bool] = False

    def transfers(self) -> tuple[Transfer, ...]:
        """Return the money this fact moves."""
        return ()

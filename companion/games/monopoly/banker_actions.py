"""What is put right outside the rules: spaces, deeds, buildings, keys, jail, turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.mechanics.corrections import Adjustment
from companion.mechanics.game import Action, By


@dataclass(frozen=True, slots=True)
class SetSpace(Action):
    """Say where a token really stands; the one that moved last is taken to have landed there."""

    kind: ClassVar[str] = "set_space"
    by: ClassVar[By] = "player"
    turn_bound: ClassVar[bool] = False
    seat: int
    space: int


@dataclass(frozen=True, slots=True)
class SetFollowing(Adjustment):
    """Let the app follow the tokens from here on, or tap the space each time."""

    kind: ClassVar[str] = "set_following"
    following: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetDeed(Adjustment):
    """Say who really has a deed, and which side is up; owner None: the bank."""

    kind: ClassVar[str] = "set_deed"
    position: int
    owner: int | None = None
    mortgaged: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetBuildings(Adjustment):
    """Say what really stands on a group: by position, one more than the houses is a hotel."""

    kind: ClassVar[str] = "set_buildings"
    group: str
    levels: Mapping[str, int]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetKeys(Adjustment):
    """Say how many keys a player really has."""

    kind: ClassVar[str] = "set_keys"
    seat: int
    keys: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetJail(Adjustment):
    """Say whether a player is in jail, after so many rolls without a double."""

    kind: ClassVar[str] = "set_jail"
    seat: int
    jailed: bool
    rolls: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetTurn(Adjustment):
    """Say whose turn it is, before he rolls."""

    kind: ClassVar[str] = "set_turn"
    seat: int
    reason: str = ""

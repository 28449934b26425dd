"""What is played at the tables, by game."""

from __future__ import annotations

from tests.bench.monopoly import MonopolyScript
from tests.bench.sittings import BIG_SHOT, BigShotScript, Script

SCRIPTS: dict[str, type[Script]] = {BIG_SHOT: BigShotScript, "monopoly": MonopolyScript}

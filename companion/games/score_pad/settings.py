"""Changing the settings during the game (SP-S3)."""

from __future__ import annotations

from typing import Literal

from companion.games.score_pad.seating import LIMITS, OPTIONS, require_limit
from companion.games.score_pad.state import ScorePadState
from companion.mechanics.actions.base import setting
from companion.mechanics.values.changed_setting import ChangedSetting

Changeable = Literal["standing", "rounds", "target", "at_target", "marker"]


@setting("set_option", "option_set")
class SetOption(ChangedSetting[ScorePadState]):
    """Change a setting during the game (SP-S3). The target counts after the next points."""

    rule = "SP-S3"
    all_options = OPTIONS
    option: Changeable
    value: str

    def require_value(self, state: ScorePadState, value: str | int | bool | None) -> None:
        if self.option in LIMITS:
            require_limit(self.option, value)

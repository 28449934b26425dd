"""Loading of the preset that a URL names or contains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request

from companion.mechanics.game import AnyGame
from companion.mechanics.language.texts import tidy
from companion.mechanics.scoring.sheet import LONGEST_TITLE
from companion.mechanics.values.options import WholeOption, denomination_in
from companion.tables.household.boxes import box_of
from companion.web.access.host import box_owner
from companion.web.requests.forms import small_number
from companion.web.requests.language import current_speaker


@dataclass(frozen=True, slots=True)
class Preset:
    """Named settings for a game."""

    name: str
    options: Mapping[str, str]
    """The settings as form fields."""
    number: int | None = None
    """The number under which the preset is saved, or None if it is not saved."""


def preset_in_address(game: AnyGame) -> Preset | None:
    """Return the preset that the URL gives by number or in full, or None if there is none.

    Raises ``unknown_box`` if no preset with the number is saved.
    """
    number = small_number(request.args.get("box", ""))
    if number is not None:
        box = box_of(box_owner(), number, game.name)
        return Preset(box.name, as_fields(game, box.content), number)
    name = tidy(request.args.get("named", ""))[:LONGEST_TITLE]
    options = {option.name: tidy(request.args.get(option.name, "")) for option in game.options}
    return Preset(name, options) if name else None


def as_fields(game: AnyGame, options: Mapping[str, object]) -> dict[str, str]:
    """Convert settings to form fields or URL parameters."""
    money, speaker = denomination_in(options), current_speaker()
    amounts = {one.name for one in game.options if isinstance(one, WholeOption) and one.is_money}
    return {
        name: speaker.say(money.entry(value))
        if isinstance(value, int) and name in amounts
        else ""
        if value is None
        else str(value)
        for name, value in options.items()
    }

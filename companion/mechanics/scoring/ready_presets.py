"""Ready-made settings for well-known kinds of games, which the New game page offers.

They are data only. Numbers that a game's box prints, such as the starting money, are left out: the
table enters them, and can save the result as a preset of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.mechanics.language.words import Sentence, say


@dataclass(frozen=True, slots=True)
class ReadyPreset:
    """Ready-made settings of the free bank or the score pad."""

    game: str
    """The name of the game that has these settings."""
    title: Sentence
    """The kind of game that the settings suit."""
    options: Mapping[str, str | int | Sentence]
    """The settings that differ from the defaults, by name."""

    def fields(self, speak: Callable[[Sentence], str]) -> dict[str, str]:
        """Return the settings as form fields.

        speak: the function that translates the names of money.
        """
        return {
            name: speak(value) if isinstance(value, Sentence) else str(value)
            for name, value in self.options.items()
        }


MONEY: Mapping[str, str | int | Sentence] = {
    "currency": say("money"),
    "movers": "pay_and_take",
    "dice": "none",
}
POINTS: Mapping[str, str | int | Sentence] = {"standing": "most_points", "marker": "dealer"}

READY_PRESETS: Mapping[str, ReadyPreset] = {
    "power_grid": ReadyPreset(
        "free_bank", say("Money as in Power Grid"), {**MONEY, "currency": "Elektro"}
    ),
    "18xx": ReadyPreset("free_bank", say("Bank as in 18xx"), {**MONEY, "unit": "$"}),
    "poker": ReadyPreset(
        "free_bank",
        say("Money with cents, as in poker"),
        {**MONEY, "places": 2, "auctions": False},
    ),
    "catan": ReadyPreset(
        "free_bank",
        say("Points, dice and goods as in Catan"),
        {
            "standing": "most_points",
            "dice": "2d6",
            "auctions": False,
            "goods": say("Lumber, Brick, Wool, Grain, Ore"),
            "hidden_money": True,
        },
    ),
    "skat": ReadyPreset("score_pad", say("Points as in Skat"), POINTS),
    "wizard": ReadyPreset("score_pad", say("Points as in Wizard"), POINTS),
    "rummy": ReadyPreset(
        "score_pad",
        say("Points as in Rummy"),
        {**POINTS, "standing": "fewest_points", "at_target": "out"},
    ),
    "golf": ReadyPreset(
        "score_pad",
        say("Strokes as in golf"),
        {"standing": "fewest_points", "marker": "none"},
    ),
}
"""The ready-made settings, by their names in URLs."""

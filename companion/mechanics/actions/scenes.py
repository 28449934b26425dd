"""Scenes: short animations with which the big screen shows important events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.mechanics.language.words import Sentence


@dataclass(frozen=True, slots=True)
class Scene:
    """A short animation of one event. It contains only what everybody may know.

    Scenes of the same kind that follow each other are shown together.
    """

    kind: str
    """The name of the template in ``templates/scenes`` that draws the scene."""
    sentence: Sentence
    """A public description of the event, usually its history line."""
    shows: Mapping[str, object] = field(default_factory=dict)
    """The seats, amounts and pieces that the template draws, by name."""
    cheers: int | None = None
    """The seat that got something, whose own phone shows it in gold, or None."""
    is_private: bool = False
    """Whether only the phone of ``cheers`` shows the scene, not the big screen."""

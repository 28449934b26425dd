"""The games that are written down: every recorded one, and some by chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept"
RECORDS = Path(__file__).parents[1] / "games"


def recorded() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every recorded game and those by chance, by a name of game and record."""
    for path in sorted(RECORDS.glob("*/recorded/*.json")) + sorted(FOLDER.glob("random/*/*.json")):
        game = path.parent.name if "random" in path.parts else path.parents[1].name
        chance = "random-" if "random" in path.parts else ""
        yield f"{game}/{chance}{path.stem}", json.loads(path.read_text("utf-8"))

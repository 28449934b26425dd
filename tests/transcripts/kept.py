"""The recorded games, and those whose screens are written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept"
RECORDS = Path(__file__).parents[1] / "games"

SEEN = (
    "big_cheese/exactly-30",
    "big_cheese/one-die-200",
    "big_cheese/stopped-in-an-auction",
    "big_cheese/told",
    "big_deal/six-shark",
    "big_deal/stopped-in-a-takeover",
    "big_deal/three-kept-then-opened",
    "big_deal/three-shared-win",
    "big_deal/three-won-and-split",
    "big_deal/told",
    "big_shot/cube-moved",
    "big_shot/fallen-back-french",
    "big_shot/hidden-italian",
    "big_shot/random-1",
    "big_shot/told-french",
    "free_bank/fewest-points-shared",
    "free_bank/least-money",
    "free_bank/most-points",
    "free_bank/passed-by-app",
    "free_bank/somebody-left",
    "free_bank/stopped-with-sealed-bids",
    "free_bank/told",
    "monopoly/bail-raised-first",
    "monopoly/bankrupt-to-a-player",
    "monopoly/debt-paid-with-property",
    "monopoly/fast-second-bankruptcy",
    "monopoly/housing-shortage",
    "monopoly/jail-in-and-out",
    "monopoly/last-one-of-four",
    "monopoly/last-one-of-two",
    "monopoly/line-corrected",
    "monopoly/passed-by-app",
    "monopoly/random-1",
    "monopoly/somebody-left",
    "monopoly/stopped-in-debt",
    "monopoly/told",
    "score_pad/announced",
    "score_pad/last-one-in",
    "score_pad/shared",
    "score_pad/stopped",
    "score_pad/target-ends",
    "score_pad/ten-rounds",
    "score_sheet/all-entered",
    "score_sheet/stopped-with-numbers-missing",
)
"""The games whose screens are compared after each step: few and short ones that together contain
every kind of action and event of the recorded games."""


def recorded() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every recorded game and those by chance, by a name of game and record."""
    for path in sorted(RECORDS.glob("*/recorded/*.json")) + sorted(FOLDER.glob("random/*/*.json")):
        game = path.parent.name if "random" in path.parts else path.parents[1].name
        chance = "random-" if "random" in path.parts else ""
        yield f"{game}/{chance}{path.stem}", json.loads(path.read_text("utf-8"))

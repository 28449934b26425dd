"""The transcripts that are kept: one short game of each box as text, every other one compressed."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept"
RECORDS = Path(__file__).parents[1] / "games"
KINDS = FOLDER / "kinds.json"
MOST_BYTES = 2_000_000
WHOLE = {
    "big_shot/two-italian": 40,
    "big_cheese/nobody-can-outbid": 60,
    "big_deal/two-added-to-pay": 40,
    "monopoly/two-landings": 40,
    "free_bank/sealed": 40,
}
"""What is kept as text to read, and how many of its steps."""


def recorded() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every recorded game and those by chance, by a name of game and record."""
    for path in sorted(RECORDS.glob("*/recorded/*.json")) + sorted(FOLDER.glob("random/*/*.json")):
        game = path.parent.name if "random" in path.parts else path.parents[1].name
        chance = "random-" if "random" in path.parts else ""
        yield f"{game}/{chance}{path.stem}", json.loads(path.read_text("utf-8"))


def text_file(name: str) -> Path:
    """Return where the text to read of a game is kept."""
    return FOLDER / f"{name}.txt"


def packed_file(name: str) -> Path:
    """Return where the compressed text of a game is kept."""
    return FOLDER / f"{name}.txt.xz"


def read(path: Path) -> str:
    """Return a kept text, the empty one if there is none."""
    if not path.exists():
        return ""
    data = path.read_bytes()
    return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()


def write(path: Path, text: str) -> None:
    """Keep a text, if it is not the one that is kept."""
    if text == read(path):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    path.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)

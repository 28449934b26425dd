"""Write transcripts: of a record, of a game by chance, or all that are kept.

python -m tests.transcripts FILE.json          a record
python -m tests.transcripts GAME SEED          a game by chance
python -m tests.transcripts                    keep all anew: see what changed with git diff
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from flask import Flask

from companion import create_app
from companion.games import all_games
from tests.games.players import random_game
from tests.transcripts import kept
from tests.transcripts.writing import kinds_of, transcript


def main(arguments: list[str]) -> None:
    """Do what the arguments say."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": Path(folder), "TESTING": True})
        if not arguments:
            keep_all(app)
        elif len(arguments) == 2:
            print(transcript(app, random_game(arguments[0], int(arguments[1]))), end="")
        else:
            print(transcript(app, json.loads(Path(arguments[0]).read_text("utf-8"))), end="")


def keep_all(app: Flask) -> None:
    """Write down every recorded game, and every kind of action and fact."""
    kinds = {name: kinds_of(name) for name in all_games()}
    kept.write(kept.KINDS, json.dumps(kinds, indent=1) + "\n")
    for name, record in kept.recorded():
        kept.write(kept.packed_file(name), transcript(app, record))
        if name in kept.WHOLE:
            kept.write(kept.text_file(name), transcript(app, record, kept.WHOLE[name]))


if __name__ == "__main__":
    main(sys.argv[1:])

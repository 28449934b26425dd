"""Snapshot tests: screens, sentences, buttons and events of recorded games do not change unnoticed.

A transcript lists, for each step of a game, the action, the events, and the screens and legal moves
of all seats. It is made in this process without a database. After an intended change, run
``make transcripts`` and read the diff. As a program:

python -m tests.test_transcripts FILE.json          print the transcript of a saved game
python -m tests.test_transcripts GAME SEED          print the transcript of a random game
python -m tests.test_transcripts                    write all snapshots again
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import create_app
from companion.games import all_games, from_elsewhere, game_named
from companion.mechanics.game import AnyGame
from companion.mechanics.values.codec import described
from companion.testing.screen_text import screen_text
from companion.testing.transcripts import first_difference, keep, read, transcript
from tests.games.players import random_game
from tests.transcripts.kept import FOLDER, SEEN, recorded
from tests.web.moments import at_one_moment
from tests.web.test_every_page import keep_every_page

KINDS = FOLDER / "kinds.json"
RECORDS = dict(recorded())


def kinds_of(game: str) -> dict[str, dict[str, list[str]]]:
    """Return the fields and types of each kind of action and event of a game."""
    rules: AnyGame = game_named(game)
    return {
        what: {
            kind: [
                f"{name}: {words}" + ("" if must else " = …")
                for name, words, must in described(cls)
            ]
            for kind, cls in sorted(classes.items())
        }
        for what, classes in (("actions", rules.action_kinds), ("facts", rules.event_kinds))
    }


def our_games() -> list[str]:
    """Return the built-in games, without installed plugins."""
    return [name for name in all_games() if name not in from_elsewhere().games]


def file_of(name: str) -> Path:
    """Return the path of the snapshot of a game."""
    return FOLDER / f"{name}.txt.xz"


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEN)
def test_a_recorded_game_matches_its_snapshot(shared_app: Flask, tmp_path: Path, name: str) -> None:
    before, after = read(file_of(name)), transcript(shared_app, RECORDS[name])
    (tmp_path / "was.txt").write_text(before, "utf-8")
    (tmp_path / "is.txt").write_text(after, "utf-8")

    assert first_difference(before, after) == "", f"compare was.txt and is.txt in {tmp_path}"


def test_every_logged_kind_keeps_its_fields_and_types() -> None:
    before: dict[str, Any] = json.loads(read(KINDS))

    assert {name: kinds_of(name) for name in our_games()} == before


def test_every_snapshot_of_a_game_is_compared() -> None:
    assert set(FOLDER.rglob("*.txt*")) == set(map(file_of, SEEN))


def test_a_snapshot_has_one_control_per_line_without_noise() -> None:
    drawn = (
        "<div><script>no()</script><p>Your\n <b>turn</b></p><button>Bid 3</button><button></button>"
        '<a href="/">x\n</a><button disabled>Pass</button><input type="hidden" name="key">'
        '<input name="cash" value="7"></div>'
    )

    assert screen_text(drawn) == ["Your turn", "[Bid 3]", "<x >", "(off) [Pass]", "(cash: 7)"]


def test_the_first_difference_is_named_with_its_step() -> None:
    assert first_difference("== 1: {}\na\n", "== 1: {}\na\n") == ""
    assert first_difference("== 1: {}\na\n", "== 1: {}\nb\n") == "in == 1: {}\n  was: a\n  is:  b"


def main(arguments: list[str]) -> None:
    """Run the program that the arguments select."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": Path(folder), "TESTING": True})
        if not arguments:
            keep_all(app)
        elif len(arguments) == 2:
            print(transcript(app, random_game(arguments[0], int(arguments[1]))), end="")
        else:
            print(transcript(app, json.loads(Path(arguments[0]).read_text("utf-8"))), end="")


def keep_all(app: Flask) -> None:
    """Write all snapshots: recorded games, kinds of actions and events, and pages of moments."""
    with at_one_moment():
        keep_every_page(app)
    kinds = {name: kinds_of(name) for name in our_games()}
    keep(KINDS, json.dumps(kinds, indent=1) + "\n")
    for name in SEEN:
        keep(file_of(name), transcript(app, RECORDS[name]))


if __name__ == "__main__":
    main(sys.argv[1:])

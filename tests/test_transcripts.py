"""No screen, no sentence, no button and no fact of a recorded game changes unseen.

Who means to change one runs ``make transcripts`` and reads what changed.
"""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import all_games
from tests.transcripts import kept
from tests.transcripts.screen_text import screen_text
from tests.transcripts.writing import kinds_of, transcript

GAMES = dict(kept.recorded())


def first_difference(before: str, after: str) -> str:
    """Return the step and the line in which two transcripts part, "" where they do not."""
    step = ""
    for old, new in zip_longest(before.splitlines(), after.splitlines()):
        if old != new:
            return f"in {step}\n  was: {old}\n  is:  {new}"
        step = old if old.startswith("== ") else step
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_looks_and_reads_as_it_did(app: Flask, tmp_path: Path, name: str) -> None:
    before, after = kept.read(kept.packed_file(name)), transcript(app, GAMES[name])
    (tmp_path / "was.txt").write_text(before, "utf-8")
    (tmp_path / "is.txt").write_text(after, "utf-8")

    assert first_difference(before, after) == "", f"compare was.txt and is.txt in {tmp_path}"


@pytest.mark.parametrize("name", kept.WHOLE)
def test_the_text_to_read_is_the_beginning_of_the_whole_game(name: str) -> None:
    whole, shown = kept.read(kept.packed_file(name)), kept.read(kept.text_file(name))

    assert shown and whole.startswith(shown.rstrip("\n"))


def test_every_kind_of_the_log_keeps_its_fields_and_their_types() -> None:
    before: dict[str, Any] = json.loads(kept.read(kept.KINDS))

    assert {name: kinds_of(name) for name in all_games()} == before


def test_a_transcript_is_kept_of_every_recorded_game_and_of_no_other() -> None:
    files = {path for path in kept.FOLDER.rglob("*.txt*")}

    wanted = {kept.packed_file(name) for name in GAMES}
    assert files == wanted | {kept.text_file(name) for name in kept.WHOLE}
    assert sum(path.stat().st_size for path in files) < kept.MOST_BYTES


def test_a_screen_is_written_a_control_a_line_without_what_nobody_reads() -> None:
    drawn = (
        "<div><script>no()</script><p>Your\n <b>turn</b></p><button>Bid 3</button><button></button>"
        '<a href="/">x\n</a><button disabled>Pass</button><input type="hidden" name="key">'
        '<input name="cash" value="7"></div>'
    )

    assert screen_text(drawn) == ["Your turn", "[Bid 3]", "<x >", "(off) [Pass]", "(cash: 7)"]


def test_the_first_difference_is_named_with_its_step() -> None:
    assert first_difference("== 1: {}\na\n", "== 1: {}\na\n") == ""
    assert first_difference("== 1: {}\na\n", "== 1: {}\nb\n") == "in == 1: {}\n  was: a\n  is:  b"

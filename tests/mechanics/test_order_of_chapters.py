"""Chapters: the order in which the modules of a game are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.mechanics.chapters import kinds_in
from companion.mechanics.event_sourcing import Action

CHAPTER = """
from companion.mechanics.event_sourcing import TableAction, action

@action("{kind}")
class Move(TableAction):
    pass
"""


def test_final_scores_come_before_the_other_chapters_which_follow_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "three_chapters"
    package.mkdir()
    for name in ("__init__", "turns", "aids", "final_scores"):
        text = "" if name == "__init__" else CHAPTER.format(kind=name)
        (package / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    kinds = [action.kind for action in kinds_in("three_chapters", Action)]

    assert kinds == ["final_scores", "aids", "turns"]

"""Chapters: the order in which the modules of a game are read, and the rules that they add."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.mechanics.actions.base import Action
from companion.mechanics.actions.chapters import house_rules_of, kinds_in
from companion.mechanics.language.words import say

CHAPTER = """
from companion.mechanics.actions.base import TableAction, action

@action("{kind}")
class Move(TableAction):
    pass
"""
HOUSE_RULE = """
from companion.mechanics.language.words import say

HOUSE_RULES = {"HR-1": say("Pledge once.")}
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


def test_chapters_can_add_house_rules_to_the_rule_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "with_a_house_rule"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "turns.py").write_text(CHAPTER.format(kind="turns"), "utf-8")
    (package / "pledge.py").write_text(CHAPTER.format(kind="pledge") + HOUSE_RULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    rules = house_rules_of(kinds_in("with_a_house_rule", Action))

    assert list(rules.items()) == [("HR-1", say("Pledge once."))]

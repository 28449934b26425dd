"""Every refusal in a game's rules occurs in its tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from companion.games import all_games
from tests.sources import Source, sources

MADE = ("Refusal", "Missing")


def refused_in(source: Source) -> Iterator[str]:
    """Yield the names of the refusals that a module raises."""
    for node in source.nodes:
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in MADE:
            continue
        if node.args and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value)


@pytest.mark.parametrize("game", all_games())
def test_every_refusal_of_a_game_is_tested(game: str) -> None:
    rules = sources(f"companion/games/{game}/*.py")
    tests = sources(f"tests/games/{game}/test_*.py")

    refused = {name for source in rules for name in refused_in(source)}
    met = {word for source in tests for word in re.findall(r'"(\w+)"', source.text)}

    assert refused
    assert sorted(refused - met) == []

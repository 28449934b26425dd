"""The interface of plugins keeps its names; ours import nothing else of the core."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from companion import plugin
from tests.sources import ROOT

PROMISED = (Path(__file__).parent / "plugin_names.txt").read_text("utf-8").split()
TESTING = (Path(__file__).parent / "testing_names.txt").read_text("utf-8").split()
ALLOWED = ("companion.plugin", "companion.testing")
PACKAGES = [
    *sorted(ROOT.glob("companion/cli/new_game/package/**/*.py.txt")),
    *sorted(ROOT.glob("examples/*/companion_*/*.py")),
]


def test_no_name_of_the_plugin_interface_disappears() -> None:
    assert [name for name in PROMISED if not hasattr(plugin, name)] == []
    assert sorted(plugin.__all__) == PROMISED, "new: add the name to plugin_names.txt"


@pytest.mark.parametrize("name", TESTING)
def test_no_name_of_the_test_helpers_disappears(name: str) -> None:
    module, _, inner = name.partition(".")

    assert hasattr(import_module(f"companion.testing.{module}"), inner)


@pytest.mark.parametrize("file", PACKAGES, ids=lambda file: file.name)
def test_a_game_package_imports_only_the_interface(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8").replace("$", "a_"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [
        f"{node.module}.{alias.name}"
        for node in imports
        for alias in node.names
        if (node.module or "").split(".")[0] == "companion"
    ]

    assert [name for name in ours if not name.startswith(ALLOWED)] == []

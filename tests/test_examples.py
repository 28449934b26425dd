"""The games in ``examples`` are plugins, and their own tests pass when they are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.sources import ROOT

EXAMPLES = sorted((ROOT / "examples").iterdir())
MOST_LINES = 200


@pytest.mark.processes
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_passes_its_own_tests(example: Path, tmp_path: Path) -> None:
    project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / f"{project['name'].replace('-', '_')}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    points = project["entry-points"]["companion.games"].items()
    lines = "\n".join(f"{name} = {where}" for name, where in points)
    (info / "entry_points.txt").write_text(f"[companion.games]\n{lines}\n")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(example / "tests")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{example}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_small_and_has_no_template(example: Path) -> None:
    code = list(example.glob("companion_*/**/*.py"))

    lines = sum(len(file.read_text("utf-8").splitlines()) for file in code)
    assert lines <= MOST_LINES, f"{lines} lines: what is tried out goes into a copy of the folder"
    assert not list(example.rglob("*.html"))

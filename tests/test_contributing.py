"""The example in CONTRIBUTING.md applies to this checkout, and its action can be played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.sources import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
PATCH = ROOT / "docs" / "example.patch"
NEEDED = ("companion", "templates", "static", "pyproject.toml")
LONGEST_PAGE, MOST_FILES, MOST_EDITS = 120, 5, 6


def run(folder: Path, *command: str | Path) -> None:
    """Run a command in the copy of the checkout; it must succeed."""
    environment = {
        # The copy comes before the checkout on the path, which is needed for the tests.
        "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
        # Inside another checkout, git would skip files that do not belong to it.
        "GIT_CEILING_DIRECTORIES": str(folder.parent),
        "LC_ALL": "C.UTF-8",
    }
    ended = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 0, f"{command[:4]}\n{ended.stdout[-5000:]}{ended.stderr[-5000:]}"


def copied(folder: Path) -> Path:
    """Return a copy of the parts of the checkout that are needed to play."""
    folder.mkdir()
    for name in NEEDED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return folder.resolve()


def tool(name: str) -> Path:
    """Return the path of a command that is installed beside Python."""
    return Path(sys.executable).with_name(name)


def added_files(patch: str) -> list[str]:
    return re.findall(r"^--- /dev/null\n\+\+\+ b/(.+)$", patch, re.MULTILINE)


def test_the_example_is_at_most_six_edits_in_five_files() -> None:
    patch = PATCH.read_text("utf-8")

    files = re.findall(r"^\+\+\+ b/(.+)$", patch, re.MULTILINE)
    edits = re.findall(r"^@@ ", patch, re.MULTILINE)

    assert len(files) == patch.count("diff --git ") <= MOST_FILES
    assert len(edits) <= MOST_EDITS


def test_the_example_shown_on_the_page_is_in_the_patch() -> None:
    page, patch = PAGE.read_text("utf-8"), PATCH.read_text("utf-8")

    shown = re.findall(r"^```diff\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)

    assert [part for part in shown if part not in patch] == []
    assert {name for name in added_files(patch) if f"+++ b/{name}\n" in "".join(shown)}
    assert page.count("\n") <= LONGEST_PAGE


def test_the_page_names_only_existing_commands_and_files() -> None:
    page = PAGE.read_text("utf-8")
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

    commands = set(re.findall(r"`make ([a-z-]+)", page))
    linked = re.findall(r"\]\(([^)#]+)", page)

    assert {"lint", "test", "transcripts", "translations"} <= commands <= set(targets)
    assert linked and [name for name in linked if not (ROOT / name).exists()] == []


@pytest.mark.processes
def test_the_example_applies_passes_lint_and_plays(tmp_path: Path) -> None:
    folder = copied(tmp_path / "copy")

    run(folder, "git", "apply", "--whitespace=nowarn", PATCH)

    chapters = added_files(PATCH.read_text("utf-8"))
    run(folder, tool("ruff"), "check", "--no-cache", *chapters)
    run(folder, tool("ruff"), "format", "--no-cache", "--check", *chapters)
    played, kept_in = ROOT / "tests" / "test_played_example.py", tmp_path / "played"
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={kept_in}")
    run(folder, sys.executable, "-m", "pytest", *options, played)


@pytest.mark.processes
def test_an_example_that_no_longer_applies_is_detected(tmp_path: Path) -> None:
    folder = copied(tmp_path / "copy")
    words = folder / "companion/translations/it/LC_MESSAGES/messages.po"
    words.write_text(
        words.read_text("utf-8").replace("Conduce le aste, tiene i prestiti", "Tiene"), "utf-8"
    )

    with pytest.raises(AssertionError, match="does not apply"):
        run(folder, "git", "apply", PATCH)

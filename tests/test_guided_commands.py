"""The commands in the guide, run as they are written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import main
from tests.database_servers import HOST, spare_port
from tests.forked import run_in
from tests.patience import PATIENCE
from tests.servers import Server
from tests.sources import ROOT, sources
from tests.test_cli import BEGUN, record_file
from tests.test_docs import PAGES, commands

pytestmark = pytest.mark.processes
ALONE = (["doctor"], ["tables"])
"""Commands that are run without arguments; other such lines only mention a command."""
needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def assert_serves(folder: Path, port: int, command: Sequence[str | Path]) -> None:
    """Start a server by a command; fail unless it answers at the port."""
    server = Server(folder, port=port, command=command)
    try:
        server.start()
        assert server.get("/health") == (200, "ok\n")
    finally:
        server.kill()


@needs_make
def test_make_run_starts_a_server(tmp_path: Path) -> None:
    port, runtime = spare_port(), f"{sys.prefix}/.runtime"
    # Packages that are installed already stay as they are.
    command = ["make", "-o", runtime, "run", f"VENV={sys.prefix}"]

    assert_serves(tmp_path / "data", port, [*command, f"ARGS=--host {HOST} --port {port}"])


WRAPPER = """#!/bin/sh
[ "$2" = pip ] && echo "$@" >> "$0.installed" && exit
exec {python} "$@"
"""
"""A Python that notes what it is asked to install."""


def starter_in(folder: Path) -> Path:
    """Return the starter for a Mac in a folder with the program and an environment."""
    programs = folder / ".venv-home" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text(WRAPPER.format(python=sys.executable))
    (programs / "python").chmod(0o755)
    for name in ("companion", "pyproject.toml", "static", "templates"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy2(ROOT / "requirements.lock", folder)
    return Path(shutil.copy2(ROOT / "start.command", folder))


def installs(folder: Path) -> int:
    noted = folder / ".venv-home" / "bin" / "python.installed"
    return noted.read_text().count("-r requirements.lock") if noted.exists() else 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no sh")
def test_the_start_file_for_a_mac_installs_again_only_on_a_new_lock_file(tmp_path: Path) -> None:
    folder, moved, port = tmp_path / "a folder", tmp_path / "moved", spare_port()
    starter = starter_in(folder)
    assert_serves(tmp_path / "data", port, [starter, "--host", HOST, "--port", str(port)])
    first = installs(folder)

    folder.rename(moved)
    told = subprocess.run(
        [moved / "start.command", "actions", "free_bank"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    again = installs(moved)
    with (moved / "requirements.lock").open("a") as lock:
        lock.write("# A later version.\n")
    subprocess.run([moved / "start.command", "--version"], check=True, timeout=PATIENCE)

    assert "next_round" in told.stdout, told.stderr
    assert (first, again, installs(moved)) == (1, 1, 2)


@needs_make
def test_every_documented_make_target_exists() -> None:
    named = {words[1] for place in PAGES for one in sources(place) for words in commands(one)
             if words[0] == "make" and len(words) > 1}  # fmt: skip

    for target in named:
        known = subprocess.run(
            ["make", "--dry-run", target], cwd=ROOT, capture_output=True, timeout=PATIENCE
        )
        assert known.returncode == 0, (target, known.stderr)
    assert named > {"run", "check", "test", "lint"}


def test_each_command_works_as_documented_in_the_reference(tmp_path: Path) -> None:
    (page,) = sources("docs/reference/commands.md")
    record, copy = record_file(tmp_path, "record.json", *BEGUN), str(tmp_path / "copy.sqlite")
    code = re.findall(r"[\w-]{8,}(?=; )", run_in(tmp_path, "import", record).stdout)[-1]
    files = {"import": record, "verify": record, "export": str(tmp_path / "exported.json")}

    done = set()
    for command, *words in commands(page):
        if command == "companion" and (words in ALONE or len(words) > 1) and words[0] != "serve":
            meant = {"CODE": code, "GAME": "big_shot", "FILE": files.get(words[0], copy)}
            meant |= {"NAME": "harvest_market", "FOLDER": str(tmp_path / "a game")}
            ended = run_in(tmp_path, *(meant.get(word, word) for word in words))
            # The output of ``doctor`` depends on the machine.
            assert ended.returncode in ((0, 1) if words == ["doctor"] else (0,)), (words, ended)
            assert "Traceback" not in ended.stderr
            done.add(words[0])

    assert done == set(main.commands) - {"serve"}

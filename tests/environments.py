"""Separate virtual environments, with the app installed as its users have it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.once import made_once
from tests.patience import PATIENCE
from tests.sources import ROOT

PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
OFFLINE = ("--no-index", "--no-deps")


class Environment:
    """A virtual environment with wheels only; it shares their dependencies with the tests.

    The checkout is not on its path, and installations use no network. Each environment is a copy
    of one that is made once per run, so a test may change it.
    folder: its path; the environment is made if the folder does not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = str(folder / "bin" / "python")
        self.companion = str(folder / "bin" / "companion")
        if not folder.exists():
            made = made_once("environment", lambda place: _make(Environment(place)))
            _copy(made, folder)

    @classmethod
    def with_new_game(cls, folder: Path) -> Environment:
        """Return the environment in a new folder, with the game ``harvest_market`` installed.

        Beside it are the game's project, and ``said.txt`` with the output of ``new-game``.
        """
        made = made_once("new_game", _make_with_new_game)
        _copy(made, folder)
        return cls(folder / "environment")

    def install(self, project: Path) -> None:
        """Build a project and install it."""
        self.install_wheel(built(project, self.folder / "wheels" / project.name))

    def install_wheel(self, wheel: Path, *options: str) -> None:
        """Install a wheel."""
        self._pip("install", *OFFLINE, *options, str(wheel))

    def uninstall(self, name: str) -> None:
        """Uninstall a distribution."""
        self._pip("uninstall", "--yes", name)

    def _pip(self, *arguments: str) -> None:
        self.run(sys.executable, *PIP, "--python", self.python, *arguments)

    def run(self, *command: str, cwd: Path | None = None) -> str:
        """Run a command, by default in an empty folder; return its output."""
        return run(*command, cwd=cwd or self.folder.parent)


def run(*command: str, cwd: Path) -> str:
    """Run a command in a folder, without the tests' environment variables; return its output.

    An app that it starts keeps its data in that folder.
    """
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    mine = {"LANGUAGE": "en", "COMPANION_DATA": str(cwd / "data"), "DATABASE_URL": ""}
    done = subprocess.run(
        command, cwd=cwd, env=kept | mine, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def built(project: Path, folder: Path) -> Path:
    """Build the wheel of a project into a folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    build = ("wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(folder))
    run(sys.executable, *PIP, *build, str(project), cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def our_wheel() -> Path:
    """Return the wheel of the checkout; it is built once per run."""
    (wheel,) = made_once("wheel", _build_ours).glob("*.whl")
    return wheel


def _build_ours(folder: Path) -> None:
    built(ROOT, folder)


def _make(environment: Environment) -> None:
    folder = environment.folder
    run(sys.executable, "-m", "venv", "--without-pip", str(folder), cwd=folder)
    # A .pth file adds folders to the path, but not the .pth files in them.
    shared = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "shared.pth").write_text("\n".join(sorted(shared)), "utf-8")
    environment.install_wheel(our_wheel())


def _make_with_new_game(folder: Path) -> None:
    environment = Environment(folder / "environment")
    said = environment.run(environment.companion, "new-game", "harvest_market")
    (folder / "said.txt").write_text(said, "utf-8")
    environment.install(folder / "harvest_market")


def _copy(made: Path, folder: Path) -> None:
    """Copy an environment, and adapt the path in its scripts."""
    shutil.copytree(made, folder, symlinks=True)
    for command in folder.rglob("bin/companion"):
        text = command.read_text("utf-8")
        command.write_text(text.replace(str(made), str(folder)), "utf-8")

"""An environment of its own, with the companion installed as its users have it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.patience import PATIENCE
from tests.sources import ROOT

PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
OFFLINE = ("--no-index", "--no-deps")


class Environment:
    """A virtual environment that holds wheels alone; what they depend on it shares with the tests.

    The checkout is not on its path, and nothing is asked of a network.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._run(sys.executable, "-m", "venv", "--without-pip", str(folder))
        self.python = str(folder / "bin" / "python")
        self.companion = str(folder / "bin" / "companion")
        # A line of a path file adds a folder, without the path files that lie there.
        shared = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "shared.pth").write_text("\n".join(sorted(shared)), "utf-8")
        self.install(ROOT)

    def install(self, project: Path) -> None:
        """Build a project and install it."""
        wheels = self.folder / "wheels" / project.name
        build = ("wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(wheels))
        self._run(sys.executable, *PIP, *build, str(project))
        made = map(str, wheels.glob("*.whl"))
        self._run(sys.executable, *PIP, "--python", self.python, "install", *OFFLINE, *made)

    def uninstall(self, name: str) -> None:
        """Take out a distribution."""
        self._run(sys.executable, *PIP, "--python", self.python, "uninstall", "--yes", name)

    def run(self, *command: str, cwd: Path | None = None) -> str:
        """Return what a command prints, run in an empty folder unless another is said."""
        return self._run(*command, cwd=cwd)

    def _run(self, *command: str, cwd: Path | None = None) -> str:
        where = cwd or self.folder.parent
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        mine = {"LANGUAGE": "en", "COMPANION_DATA": str(where / "data"), "DATABASE_URL": ""}
        done = subprocess.run(
            command, cwd=where, env=kept | mine, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

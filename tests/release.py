"""Check, build and try a release: ``make release``.

Runs the style checks and all tests, builds the wheel and the source distribution into ``dist``, and
installs each into a clean environment of every Python found. There it starts the app, makes a game
with ``new-game`` and runs the game's tests. Then it builds and tries the executable for this
system. Last, it prints what only the owner can do.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from companion import __version__
from tests import executable
from tests.database_servers import HOST, spare_port
from tests.sources import ROOT

DIST = ROOT / "dist"
MOST_BYTES = 1_150_000
"""The size of the wheel, at most."""
START_SECONDS = 60
TODO = """
Everything passed. What is left to do:
  git tag {version} && git push origin {version}
The workflow .github/workflows/release.yml publishes the tag. By hand instead:
  {python} -m uv publish dist/*.whl dist/*.tar.gz
docs/owner.md lists what has to be decided before that.
"""


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Print a command and run it; exit if it fails."""
    print("+", *command, flush=True)
    if subprocess.run(command, cwd=cwd).returncode:
        sys.exit("The release is not ready.")


def notes(version: str) -> str:
    """Return the section of the changelog about a version; exit if there is none."""
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(
        rf"^## \[?{re.escape(version)}\b.*\n((?:(?!## ).*\n)*)", changelog, re.MULTILINE
    )
    if found is None or not found[1].strip():
        sys.exit(f"CHANGELOG.md has no section about {version}.")
    return found[1].strip() + "\n"


def pythons() -> Iterator[str]:
    """Yield the commands of the declared Pythons that run on this machine."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name in project["classifiers"]:
        if found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", name):
            command = f"python{found[1]}"
            try:
                subprocess.run([command, "-c", ""], capture_output=True, check=True)
            except (OSError, subprocess.CalledProcessError):
                print(f"{command} is not there: not tried.")
            else:
                yield command


def build() -> list[Path]:
    """Build the wheel and the source distribution, and return their paths."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(DIST))
    (wheel,), (source,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    if (size := wheel.stat().st_size) > MOST_BYTES:
        sys.exit(f"The wheel has {size:,} bytes, more than {MOST_BYTES:,}.")
    return [wheel, source]


def try_out(python: str, package: Path, folder: Path) -> None:
    """Install a distribution, serve, make a game and run its tests, outside the checkout."""
    run(python, "-m", "venv", folder / "venv")
    programs = folder / "venv" / "bin"
    # Only our own packages may be built: everything else has to come as a wheel.
    wheels = (
        "--only-binary",
        ":all:",
        "--no-binary",
        "boardgame-companion,companion-harvest-market",
    )
    pip = (programs / "python", "-m", "pip", "install", "--quiet")
    run(*pip, *wheels, f"{package}[testing]", cwd=folder)
    run(programs / "companion", "--version", cwd=folder)
    assert_serves(programs / "companion", folder)
    run(programs / "companion", "new-game", "harvest_market", cwd=folder)
    run(*pip, *wheels, "--editable", "harvest_market", cwd=folder)
    run(programs / "python", "-m", "pytest", "-q", cwd=folder / "harvest_market")


def assert_serves(companion: Path, folder: Path) -> None:
    """Start ``companion serve``; exit unless it answers."""
    port = spare_port()
    command = (companion, "serve", "--host", HOST, "--port", str(port))
    with subprocess.Popen(
        command, cwd=folder, env={"COMPANION_DATA": str(folder / "data")}
    ) as server:
        try:
            for _ in range(START_SECONDS):
                time.sleep(1)
                try:
                    with urlopen(f"http://{HOST}:{port}/health") as answer:
                        print("serves:", answer.read().decode().strip())
                        return
                except OSError:
                    continue
            sys.exit("companion serve does not answer.")
        finally:
            server.terminate()


def main() -> None:
    """Take a release from the checks to the owner's part."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--no-tests", action="store_true", help="skip the style checks and tests")
    parser.add_argument("--tag", default=__version__, help="fail unless this is the version")
    chosen = parser.parse_args()
    if chosen.tag != __version__:
        sys.exit(f"The tag is {chosen.tag}, but companion/__init__.py says {__version__}.")
    text = notes(__version__)
    if not chosen.no_tests:
        run("make", "lint", "test", "docs")
    packages = build()
    for python in pythons():
        for package in packages:
            with tempfile.TemporaryDirectory() as folder:
                try_out(python, package, Path(folder))
    executable.try_out(executable.build(packages[0]))
    (DIST / "notes.md").write_text(text, "utf-8")
    print(TODO.format(version=__version__, python=sys.executable))


if __name__ == "__main__":
    main()

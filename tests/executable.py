"""Build one file that runs without Python, and play a bid with it: ``make executable``.

It is for this system and this kind of processor only. The file is written into ``dist``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener
from zipfile import ZipFile

from companion import __version__

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
HOST = "127.0.0.1"
START_SECONDS = 60
LAUNCHER = """
import sys
from companion.cli import main

try:
    main()
except SystemExit as end:
    # Windows closes the window of a double click together with the message.
    if end.code and sys.platform == "win32" and len(sys.argv) == 1:
        input()
    raise
"""
COLLECTED = ("companion", "alembic", "flask_migrate")
"""Packages of which every file is needed, such as migrations and templates."""
LEFT_OUT = (
    *("companion.testing", "companion.gunicorn", "gunicorn", "psycopg", "prometheus_client"),
    *("pytest", "hypothesis", "mypy", "PIL", "tkinter"),
)
NAMES = ("Anna", "Bruno", "Carla", "Dario")
COLOURS = ("red", "yellow", "white", "black")


def name() -> str:
    """Return the name of the file for this system, without the ending that Windows needs."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"companion-{__version__}-{system}-{platform.machine().lower()}"


def build(wheel: Path) -> Path:
    """Build the executable of a wheel, and return its path."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with ZipFile(wheel) as archive:
            names = archive.namelist()
            shipped = [one for one in names if not one.startswith("companion/testing/")]
            archive.extractall(folder / "tree", shipped)
        (folder / "launcher.py").write_text(LAUNCHER, "utf-8")
        options = ["--onefile", "--clean", "--noconfirm", "--log-level", "ERROR", "--name", name()]
        options += ["--distpath", str(DIST), "--workpath", scratch, "--specpath", scratch]
        options += ["--copy-metadata", "boardgame-companion"]
        for one in COLLECTED:
            options += ["--collect-all", one]
        for one in LEFT_OUT:
            options += ["--exclude-module", one]
        command = [sys.executable, "-m", "PyInstaller", *options, "launcher.py"]
        # The unpacked wheel comes before the checkout, which has its templates elsewhere.
        environment = {**os.environ, "PYTHONPATH": str(folder / "tree")}
        built = subprocess.run(
            command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True, check=False
        )
        if built.returncode or " ERROR: " in built.stderr:
            sys.exit(built.stderr)
    return next(DIST.glob(f"{name()}*"))


class Visitor:
    """A browser without a screen: it keeps cookies, and posts forms."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        """Return a page."""
        with self._opener.open(self.url + path, timeout=START_SECONDS) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        """Post a form, and return the path of the page to which it leads."""
        data, headers = urlencode(fields).encode(), {"Origin": self.url}
        with self._opener.open(Request(self.url + path, data, headers)) as answer:
            return str(answer.url).removeprefix(self.url)


@contextmanager
def started(program: Path, data: Path) -> Iterator[Visitor]:
    """Start the executable, and provide a visitor when it answers."""
    with socket.create_server((HOST, 0)) as listening:
        port = listening.getsockname()[1]
    visitor = Visitor(f"http://{HOST}:{port}")
    command = [str(program), "serve", "--host", HOST, "--port", str(port)]
    with subprocess.Popen(command, env={**os.environ, "COMPANION_DATA": str(data)}) as server:
        try:
            await_answer(visitor)
            yield visitor
        finally:
            stop(server)


def await_answer(visitor: Visitor) -> None:
    """Wait until the server answers; exit if it does not."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(OSError):
            visitor.get("/health")
            return
        time.sleep(0.2)
    sys.exit("The executable does not answer.")


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop the server. On Windows, the program that was started is only its parent."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(server.pid)], check=False)
    else:
        server.terminate()


def try_out(program: Path) -> None:
    """Play a first bid with the executable, stop it, and find the game again."""
    with tempfile.TemporaryDirectory() as scratch:
        data = Path(scratch)
        with started(program, data) as visitor:
            seats = {f"name_{number}": one for number, one in enumerate(NAMES)}
            seats |= {f"colour_{number}_0": one for number, one in enumerate(COLOURS)}
            # It leads to one of the pages of the new table.
            table = "/".join(visitor.post("/new/big_shot", **seats).split("/")[:3])
            actions = (
                {"kind": "lead", "seat": 0},
                {"kind": "roll", "seat": 0, "value": 3},
                {"kind": "bid", "seat": 1, "amount": 1},
            )
            for step, action in enumerate(actions):
                posted = {"action": json.dumps(action), "seen": str(step), "key": f"key {step}"}
                visitor.post(f"{table}/act", **posted)
        with started(program, data) as visitor:
            history = visitor.get(f"{table}/history")
        if not re.search(r"Bruno.{0,40}bid", history, re.DOTALL):
            sys.exit("The executable has lost the bid.")


def built_wheel(folder: Path) -> Path:
    """Build the wheel of the checkout into a folder, and return its path."""
    build_it = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    subprocess.run(build_it, cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


def main() -> None:
    """Build the executable of the checkout, and try it."""
    with tempfile.TemporaryDirectory() as scratch:
        program = build(built_wheel(Path(scratch)))
    began = time.monotonic()
    try_out(program)
    size = program.stat().st_size / 1e6
    print(f"{program}: {size:.0f} MB, played in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

"""WebKit, the engine of Safari: windows of WebKitGTK, driven by WebDriver over HTTP."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.database_servers import HOST, spare_port
from tests.patience import PATIENCE, eventually

NEEDED = ("WebKitWebDriver", "Xvfb")
MISSING = (
    "No WebKit found. Install it (Debian, Ubuntu: apt install webkit2gtk-driver "
    "gir1.2-webkit2-4.1 python3-gi xvfb)."
)
WINDOW = Path(__file__).with_name("webkit_window.py")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id in the WebDriver protocol."""
TAKES_TAPS = """
const one = document.querySelector(arguments[0]);
return one && !one.disabled && getComputedStyle(one).pointerEvents !== "none";
"""


def is_there() -> bool:
    """Return whether WebKit and a virtual screen are installed."""
    return all(shutil.which(program) for program in NEEDED)


class Window:
    """A window with separate cookies; its methods wait until they are done.

    folder: where its storage stays; by default it ends with the window.
    """

    def __init__(self, port: int, width: int, height: int, folder: Path | None = None) -> None:
        self._port = port
        self._path = "/session"
        args = [f"--size={width}x{height}", f"--folder={folder or ''}"]
        options = {"binary": str(WINDOW), "args": args}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "", {"capabilities": wanted})
        self._path += "/" + session["sessionId"]

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        connection = HTTPConnection(HOST, self._port, timeout=PATIENCE)
        data = None if method != "POST" else json.dumps({} if body is None else body)
        connection.request(method, self._path + path, data)
        answer = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def close(self) -> None:
        self._ask("DELETE", "")

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def step(self, where: str) -> None:
        """Go back or forward, or reload; where: "back", "forward" or "refresh"."""
        self._ask("POST", f"/{where}")

    def run(self, script: str, *given: object) -> Any:
        """Run a script; return its value, or the value of the promise that it returns."""
        script = f"Promise.resolve((() => {{ {script} }})()).then(arguments[arguments.length - 1])"
        return self._ask("POST", "/execute/async", {"script": script, "args": list(given)})

    def text(self, selector: str) -> str:
        """Return the text of an element, or "" if it is not visible."""
        find = f"const one = document.querySelector({json.dumps(selector)});"
        return str(self.run(f"{find} return one?.offsetParent ? one.textContent : ''"))

    def expect(self, selector: str, text: str) -> None:
        """Wait until a visible element contains a text."""
        try:
            eventually(lambda: text in self.text(selector))
        except AssertionError:
            page = self.run("return document.body.outerHTML")
            raise AssertionError(f"{selector} without {text!r}: {page[:3000]}") from None

    def expect_hidden(self, selector: str) -> None:
        """Wait until an element is not visible."""
        eventually(lambda: self.text(selector) == "")

    def wait(self, script: str) -> None:
        """Wait until a script returns true."""
        eventually(lambda: self.run(script) is True)

    def tap(self, selector: str, text: str = "") -> None:
        """Tap an element when it contains a text and accepts taps."""
        self.expect(selector, text)
        eventually(lambda: bool(self.run(TAKES_TAPS, selector)))
        sought = {"script": "return document.querySelector(arguments[0])", "args": [selector]}
        found = self._ask("POST", "/execute/sync", sought)
        self._ask("POST", f"/element/{found[ELEMENT]}/click")


@contextmanager
def screen() -> Iterator[str]:
    """Provide a virtual screen; return its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with ExitStack() as ends:
        xvfb = _started(ends, command, stdout=subprocess.PIPE)
        assert xvfb.stdout is not None
        yield ":" + xvfb.stdout.readline().decode().strip()


@contextmanager
def windows() -> Iterator[Callable[..., Window]]:
    """Provide a function that makes windows on a virtual screen."""
    with ExitStack() as ends:
        display = ends.enter_context(screen())
        given = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11"}

        def make(width: int, height: int, folder: Path | None = None) -> Window:
            port = spare_port()
            _started(ends, ["WebKitWebDriver", f"--port={port}"], env=given)
            eventually(lambda: is_open(port))
            window = Window(port, width, height, folder)
            ends.callback(window.close)
            return window

        yield make


def is_open(port: int) -> bool:
    """Return whether a program listens at a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def _started(ends: ExitStack, command: list[str], **how: Any) -> subprocess.Popen[bytes]:
    process = ends.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL, **how))
    ends.callback(process.terminate)
    return process

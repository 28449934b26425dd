"""Chromium 77, older than the promised browsers, says that it is not live and uses plain forms."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import Page, brought_back
from tests.browser.engines import require_engine
from tests.browser.sitting import BRUNO, CARLA, act, auction
from tests.browser.test_not_live import SAYS
from tests.browser.webkit import screen
from tests.patience import eventually
from tests.servers import Server
from tests.sources import ROOT

PYTHON = Path(os.environ.get("OLD_CHROMIUM", ROOT / ".venv-old-chromium/bin/python"))
PROGRAM = Path(__file__).with_name("old_chromium_page.py")
MISSING = f"{PYTHON} is missing (make .venv-old-chromium/.created)."
TEXT = "(document.querySelector(%s) || {}).textContent"


class OldPhone:
    """A page in Chromium 77."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program

    def run(self, script: str) -> object:
        """Return the value of one line of JavaScript."""
        assert self._program.stdin is not None and self._program.stdout is not None
        self._program.stdin.write(script + "\n")
        self._program.stdin.flush()
        return json.loads(self._program.stdout.readline())

    def expect(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        eventually(lambda: text in str(self.run(TEXT % json.dumps(selector))))

    def click(self, selector: str) -> None:
        self.run(f"document.querySelector({json.dumps(selector)}).click()")


@contextmanager
def old_phone(url: str) -> Iterator[OldPhone]:
    """Provide an old phone that has opened a URL."""
    with screen() as display:
        flags = "--no-sandbox --disable-gpu"
        given = {"DISPLAY": display, "QTWEBENGINE_CHROMIUM_FLAGS": flags}
        with subprocess.Popen(
            [PYTHON, PROGRAM, url],
            env={**os.environ, **given, "QTWEBENGINE_DISABLE_SANDBOX": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as program:
            yield OldPhone(program)
            program.kill()


@pytest.mark.full
def test_an_old_browser_says_that_it_is_not_live_and_can_still_play(
    server: Server, device: Callable[..., Page]
) -> None:
    """Chromium 77 cannot parse the live scripts, and its screens stopped without a message."""
    require_engine(PYTHON.exists() and shutil.which("Xvfb") is not None, MISSING)
    banker = device()
    table = brought_back(banker, server, auction())

    with old_phone(f"{server.url}/j/{table.split('/')[-2]}") as phone:
        phone.expect("h2", "Who are you? Tap your name.")
        phone.click(f"#seat-{BRUNO}")
        phone.expect("#plain:not([hidden])", SAYS)
        phone.expect("#b-bid-1", "1")

        phone.click("#b-bid-1")
        phone.expect(".waiting", "Carla")
        act(banker, server, table, {"kind": "pass", "seat": CARLA})
        phone.expect(".waiting", "Dario")

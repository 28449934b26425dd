"""The site for one phone: built once per run, served from this machine, opened in a browser."""

from __future__ import annotations

import functools
import http.server
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import Browsers, started_by
from tests.browser.engines import IS_FIREFOX
from tests.database_servers import HOST
from tests.environments import built, our_wheel
from tests.once import made_once
from tests.patience import PATIENCE, eventually
from tests.sources import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame, FrameLocator

BUILD = ROOT / "phone" / "build.py"
PLUGIN = ROOT / "examples" / "orchard_row"
STARTED = "html[data-times]"
"""The selector of a page whose app has started."""
STORED = """
const opened = async () => {
  const asked = indexedDB.open("companion", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  await new Promise((done) => (asked.onsuccess = done));
  return asked.result;
};
"""
"""A function that opens the place where the app stores its files."""
SEED = f"""
async (entries) => {{
  {STORED}
  const db = await opened(),
    change = db.transaction("files", "readwrite"),
    files = change.objectStore("files"),
    bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  files.clear();
  for (const [key, value] of entries)
    files.put(typeof value === "number" ? value : bytes(value), key);
  await new Promise((done) => (change.oncomplete = done));
  db.close();
}}
"""
"""Stores files as if the app had done so, each value a number or bytes in base64."""
READ_STORED = f"""
async () => {{
  {STORED}
  const db = await opened(),
    files = db.transaction("files").objectStore("files"),
    [keys, values] = await Promise.all(["getAllKeys", "getAll"].map((all) => {{
      const asked = files[all]();
      return new Promise((done) => (asked.onsuccess = () => done(asked.result)));
    }}));
  db.close();
  return JSON.stringify([keys, values.map((value) => value.length ? [...value] : value)]);
}}
"""
"""Returns what is stored, as text to compare."""
POST_RECORD = """
async ([path, text, more]) => {
  const form = new FormData(),
    file = new Blob([text, new Uint8Array(more || 0)], { type: "application/json" });
  form.set("record", file, "record.json");
  const answer = await fetch(path, { method: "POST", body: form });
  return answer.url;
}
"""
"""Sends a file with a text, and as many zeros as asked; returns the address that follows."""
GET = "async (path) => (await fetch(path)).text()"
SET = "([name, value]) => { document.querySelector('.set-up').elements[name].value = value; }"
"""Chooses a value in the form of a new table, which may be folded."""


def built_site() -> Path:
    """Return the site. Without the package registry, skip, or fail if browsers are required."""
    try:
        return made_once("one_phone_site", build_site)
    except subprocess.CalledProcessError as error:
        is_required = os.environ.get("BROWSER_TESTS") == "required"
        if is_required or "needs a network once" not in error.stderr:
            pytest.fail(f"make site: {error.stderr}")
        pytest.skip(error.stderr.strip())


def build_site(folder: Path) -> None:
    """Build the site into a folder, with a plugin."""
    plugin = built(PLUGIN, folder.with_name("plugin_for_one_phone"))
    wheels = ("--wheel", str(our_wheel()), "--plugin", str(plugin))
    command = [sys.executable, str(BUILD), str(folder), *wheels]
    subprocess.run(command, check=True, capture_output=True, text=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A request handler that prints nothing."""

    def log_message(self, *_given: object) -> None:
        pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder of files; provide its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer((HOST, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_address[1]}"
        server.shutdown()


class OnePhone:
    """A phone with its own storage, on which the site is open."""

    def __init__(self, browsers: Browsers, folder: Path, address: str) -> None:
        self._browsers = browsers
        self._folder = folder
        self.address = address
        self.hosts: set[str] = set()
        """The hosts that any page, frame or worker has asked for something."""
        self.context: BrowserContext
        self.start()

    def start(self) -> None:
        """Start the browser."""
        for lock in self._folder.glob("Singleton*"):
            lock.unlink()
        size: Any = {"width": 390, "height": 844}
        touch = {} if IS_FIREFOX else {"has_touch": True, "is_mobile": True}
        self.context = self._browsers.with_profile(
            self._folder, viewport=size, locale="en", **touch
        )
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page = self.context.pages[0]

    @property
    def app(self) -> FrameLocator:
        """The frame with the app's pages."""
        return self.page.frame_locator("#app")

    @property
    def frame(self) -> Frame:
        """The same frame, for scripts."""
        return self.page.frames[1]

    def open(self, path: str = "/") -> None:
        """Open the site, and wait for the app's first page."""
        self.page.goto(self.address + path)
        self._wait_for_page()

    def reload(self) -> None:
        """Reload the site, and wait for the app's first page, which is the one that was open."""
        self.page.reload()
        self._wait_for_page()

    def _wait_for_page(self) -> None:
        self.page.wait_for_selector(STARTED, state="attached")
        self.app.locator("header").first.wait_for()

    def step(self) -> int:
        """Return the number of the step that the screen shows."""
        return int(self.app.locator("#now").get_attribute("data-sequence") or 0)

    def tap(self, button: str) -> None:
        """Tap a button, given its id, and wait until the stream has brought the next screen."""
        before = self.step()
        # The app ignores a tap on a button that has only just changed.
        self.app.locator(f"#now #{button}:not([data-touch-young])").click()
        eventually(lambda: self.step() > before)

    def new_table(self, **options: str) -> None:
        """Begin a table of Big Shot, with some settings that are not the usual ones."""
        self.app.locator("a[href='/new/big_shot']").first.click()
        for seat, name in enumerate(("Anna", "Bruno", "Carla", "Dario")):
            self.app.locator(f"[name=name_{seat}]").fill(name)
        for name, value in options.items():
            self.frame.evaluate(SET, [name, value])
        self.app.locator(".dock button").click()
        self.app.locator("#now").wait_for()

    def to_the_table(self) -> None:
        """Go on with the latest table."""
        # Whichever page comes first. A table's page has a hidden link to itself in its menu.
        self.app.locator("#now, .lobby").first.wait_for()
        if not self.app.locator("#now").count():
            self.app.locator(".lobby a[href^='/t/']").first.click()
        self.app.locator("#now").wait_for()

    def kill(self) -> None:
        """Kill the browser without warning."""
        mark = f"--user-data-dir={self._folder}".encode()
        for number in started_by(os.getpid()):
            command = Path(f"/proc/{number}/cmdline")
            if command.exists() and mark in command.read_bytes():
                os.kill(number, signal.SIGKILL)

"""Real browsers against a real server: one process, one database file, several phones."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.database_servers import HOST, spare_port
from tests.patience import PATIENCE
from tests.servers import GEVENT, Server, children, serving

if TYPE_CHECKING:
    from playwright import sync_api

    playwright_api = sync_api
else:
    playwright_api = pytest.importorskip("playwright.sync_api")
Browser = playwright_api.Browser
FilePayload = playwright_api.FilePayload
Page = playwright_api.Page
Route = playwright_api.Route

playwright_api.expect.set_options(timeout=1000 * PATIENCE)

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = (
    "No Chromium or Chrome found. Install one (Debian, Ubuntu: apt install chromium; "
    "macOS: brew install --cask google-chrome) or set CHROMIUM to its path."
)
MARK_SHOWN = (
    "document.addEventListener('shown', () => { document.documentElement.dataset.isShown = ''; })"
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str | None:
    """Return where a Chromium or Chrome is, or None."""
    wanted = (os.environ.get("CHROMIUM", ""), *NAMES)
    return next((found for name in wanted if name and (found := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


CLOSING_SECONDS = 60.0


class Browsers:
    """A browser for tests that make contexts in it; a new one when it is gone.

    Under load Chromium now and then never says that it has closed something. Whoever closes waits
    ``CLOSING_SECONDS`` and no longer: then the browser is killed.
    """

    def __init__(self, playwright: playwright_api.Playwright, path: str) -> None:
        self._playwright = playwright
        self._path = path
        self._started: Browser | None = None

    def new_context(self, **options: Any) -> playwright_api.BrowserContext:
        """Return a context with these options, in a browser that runs."""
        if self._started is None or not self._started.is_connected():
            launch = self._playwright.chromium.launch
            self._started = launch(executable_path=self._path, args=QUIET)
        return self._started.new_context(**options)

    def close(self, what: playwright_api.BrowserContext | Browser) -> None:
        """Close a context, or the browser."""
        watch = threading.Timer(CLOSING_SECONDS, kill_browsers)
        watch.start()
        try:
            what.close()
        except playwright_api.Error:
            if watch.is_alive():
                raise
        finally:
            watch.cancel()

    def stop(self) -> None:
        """Close the browser."""
        if self._started is not None and self._started.is_connected():
            self.close(self._started)


def kill_browsers() -> None:
    """Kill the browsers that this process has started; the driver between them sees it."""
    for number in started_by(os.getpid()):
        with suppress(OSError):
            if "chrom" in Path(f"/proc/{number}/comm").read_text("utf-8", errors="replace"):
                os.kill(number, signal.SIGKILL)


def started_by(process: int) -> list[int]:
    """Return the processes that one has started, and those that they have."""
    mine = children(process)
    return [*mine, *(further for child in mine for further in started_by(child))]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browsers]:
    """Give a browser; without one, skip, or fail where browser tests are required."""
    wish, path = os.environ.get("BROWSER_TESTS", "auto"), chromium_path()
    if wish == "off":
        pytest.skip("BROWSER_TESTS=off")
    if path is None and wish == "required":
        pytest.fail(MISSING)
    if path is None:
        pytest.skip(MISSING)
    with playwright_api.sync_playwright() as playwright:
        browsers = Browsers(playwright, path)
        yield browsers
        browsers.stop()


@contextmanager
def launched() -> Iterator[Browser]:
    """Give a browser of this machine's."""
    path = chromium_path()
    if path is None:
        raise SystemExit(MISSING)
    with playwright_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield started
        started.close()


def expect_live(page: Page) -> None:
    """Wait until a page's stream has brought its first screen."""
    playwright_api.expect(page.locator("html[data-is-shown]")).to_be_attached()


def answers_held_back(page: Page) -> list[Route]:
    """Let a page's taps be done, and keep their answers from it; return what may be let go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.fetch()
        held.append(route)

    page.route("**/act", hold)
    return held


def press_in_menu(page: Page, name: str) -> None:
    """Press a link of the menu, which may stay folded."""
    link = page.locator(".menu").get_by_role("link", name=name, exact=True, include_hidden=True)
    link.dispatch_event("click")


def from_menu(page: Page, name: str) -> None:
    """Press a link of the menu, and wait for the page that it leads to."""
    with page.expect_navigation():
        press_in_menu(page, name)


def brought_back(page: Page, server: Server, record: Mapping[str, object]) -> str:
    """Return the address of a table made from a record; the page's device is its banker."""
    file: FilePayload = {
        "name": "record.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    return posted(page, server, "/records", record=file)


def posted(page: Page, server: Server, path: str, **fields: Any) -> str:
    """Post a form as a page's device; return where that leads."""
    first = page.request.get(server.url).text()
    (token, *_) = re.findall(r'name="csrf_token" value="([^"]+)"', first)
    answer = page.request.post(server.url + path, multipart={"csrf_token": token, **fields})
    assert answer.ok, (answer.status, answer.text())
    return str(answer.url)


def running(data: Path, kind: str = GEVENT) -> AbstractContextManager[Server]:
    """Give a running server that keeps its database in a folder."""
    port = spare_port()
    return serving(data, kind, "--public-url", f"http://{HOST}:{port}", port=port)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Give a running server with an empty database."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture
def device(browser: Browsers) -> Iterator[Callable[..., Page]]:
    """Give a maker of devices: each is a browser of its own with its own cookies."""
    contexts = []

    def make(
        language: str = "en",
        width: int = 390,
        height: int = 844,
        script: bool = True,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        context = browser.new_context(
            locale=language,
            viewport={"width": width, "height": height},
            java_script_enabled=script,
            color_scheme=scheme,
            has_touch=True,
            # A proxy in a test has a certificate that nobody vouches for.
            ignore_https_errors=True,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(MARK_SHOWN)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        browser.close(context)

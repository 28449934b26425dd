"""Fixtures for tests with a real browser and a real server.

The tests of one pytest process share the browser, the server and the devices.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urljoin

import pytest

from tests.browser import engines
from tests.database_servers import HOST, spare_port
from tests.extent import choose
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
if engines.IS_FIREFOX:
    os.environ["NODE_OPTIONS"] = f"--require {engines.DRIVER_PATCH}"
    # In Firefox a tap does nothing, without an error.
    playwright_api.Locator.tap = playwright_api.Locator.click  # type: ignore[method-assign]

WITHOUT_WINDOW: tuple[str, ...] = choose(check=(), test=("chromium-headless-shell",), full=())
"""Chromium's engine without the window around the page, for half of the processor time.

Where it is missing, and in `make test-all`, the whole browser is used.
"""
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


def chromium_path(*rather: str) -> str | None:
    """Return the path of an installed Chromium or Chrome, or None; rather: programs to prefer."""
    wanted = (os.environ.get("CHROMIUM", ""), *rather, *NAMES)
    return next((found for name in wanted if name and (found := shutil.which(name))), None)


LONG = ("test_sweep.py", "test_on_one_phone.py", "test_power_grid.py", "test_score_pad.py")
"""The files with the longest tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use a browser; if it is Firefox, leave out those not meant for it.

    The longest tests come first. At the end, one of them would leave the other cores idle.
    """
    items.sort(key=lambda item: item.path.name not in LONG)
    ours = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
    if engines.IS_FIREFOX:
        left_out = [item for item in ours if not engines.runs_in_firefox(item)]
        items[:] = [item for item in items if item not in left_out]


BLANK = "about:blank"
CLOSING_SECONDS = 60.0


class Browsers:
    """The shared browser, started again if it has crashed.

    Under load Chromium sometimes never confirms that it has closed something. After
    ``CLOSING_SECONDS`` it is killed.
    """

    def __init__(self, playwright: playwright_api.Playwright, path: str) -> None:
        self._playwright = playwright
        self._path = path
        self._started: Browser | None = None

    def new_context(self, **options: Any) -> playwright_api.BrowserContext:
        """Return a new context with these options, and start the browser if necessary."""
        if self._started is None or not self._started.is_connected():
            self._started = self._launch()
        return self._started.new_context(**options)

    def _launch(self) -> Browser:
        if engines.IS_FIREFOX:
            return self._playwright.firefox.launch(**engines.firefox_options())
        return self._playwright.chromium.launch(executable_path=self._path, args=QUIET)

    def with_profile(self, folder: Path, **options: Any) -> playwright_api.BrowserContext:
        """Start a separate browser whose storage stays in a folder, and return its context."""
        if engines.IS_FIREFOX:
            options |= engines.firefox_options()
            return self._playwright.firefox.launch_persistent_context(folder, **options)
        return self._playwright.chromium.launch_persistent_context(
            folder, executable_path=self._path, args=QUIET, **options
        )

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
    """Kill the browsers that this process has started; their driver notices it."""
    for number in started_by(os.getpid()):
        with suppress(OSError):
            if "chrom" in Path(f"/proc/{number}/comm").read_text("utf-8", errors="replace"):
                os.kill(number, signal.SIGKILL)


def started_by(process: int) -> list[int]:
    """Return the child processes of a process, and their children."""
    mine = children(process)
    return [*mine, *(further for child in mine for further in started_by(child))]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browsers]:
    """The browser; if none is installed, skip, or fail if ``BROWSER_TESTS`` is "required"."""
    wish, path = os.environ.get("BROWSER_TESTS", "auto"), chromium_path(*WITHOUT_WINDOW)
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
    """Provide a new browser, for programs other than pytest."""
    path = chromium_path()
    if path is None:
        raise SystemExit(MISSING)
    with playwright_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield started
        started.close()


def expect_live(page: Page) -> None:
    """Wait until the stream of a page has shown its first screen."""
    playwright_api.expect(page.locator("html[data-is-shown]")).to_be_attached()


def hold_answers(page: Page) -> list[Route]:
    """Let the server process a page's actions, but hold the answers; return the held routes."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        route.fetch()
        held.append(route)

    page.route("**/act", hold)
    return held


def press_in_menu(page: Page, name: str) -> None:
    """Press a link in the menu without opening the menu."""
    link = page.locator(".menu").get_by_role("link", name=name, exact=True, include_hidden=True)
    link.dispatch_event("click")


def from_menu(page: Page, name: str) -> None:
    """Press a link in the menu, and wait for its page."""
    with page.expect_navigation():
        press_in_menu(page, name)


def brought_back(page: Page, server: Server, record: Mapping[str, object]) -> str:
    """Import a saved game with the page's device as the banker; return the table's URL."""
    file: FilePayload = {
        "name": "record.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    return posted(page, server, "/records", record=file)


def posted(page: Page, server: Server, path: str, **fields: Any) -> str:
    """Post a form as the page's device; return the URL to which it leads."""
    origin = {"Origin": server.url}
    answer = page.request.post(server.url + path, multipart=fields, headers=origin)
    assert answer.ok, (answer.status, answer.text())
    return str(answer.url)


def running(data: Path, kind: str = GEVENT) -> AbstractContextManager[Server]:
    """Provide a running server with its database in a folder."""
    port = spare_port()
    return serving(data, kind, "--public-url", f"http://{HOST}:{port}", port=port)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the tests of one process share, because a start takes seconds."""
    with running(tmp_path_factory.mktemp("browser") / "data") as started:
        yield started


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A running server, which may have tables of other tests; a test may stop it."""
    if shared_server.process is None or shared_server.process.poll() is not None:
        shared_server.start()
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A running server with an empty database, for tests that list all tables."""
    with running(tmp_path) as started:
        yield started


LASTING = (
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "install",
    "new_cdp_session",
    "on",
    "route",
    "set_extra_http_headers",
    "set_offline",
)
"""Methods of a page, its context or its clock with effects that outlast a navigation."""
WITHOUT_SCRIPT = "/static/styles/base.css"
FORGET = "localStorage.clear(); sessionStorage.clear()"


class Device:
    """A browser context with one page; reusable unless a method in ``LASTING`` was called."""

    def __init__(self, context: playwright_api.BrowserContext) -> None:
        self.context = context
        self.errors: list[str] = []
        """The errors of scripts on the pages of this device, which no test may cause."""
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page = context.new_page()
        self._is_spoilt = False
        for thing in (self.page, context, context.clock):
            for name in LASTING:
                if hasattr(thing, name):
                    self._watch(thing, name)

    def _watch(self, thing: object, name: str) -> None:
        do = getattr(thing, name)

        def spoil(*given: Any, **named: Any) -> Any:
            self._is_spoilt = True
            return do(*given, **named)

        setattr(thing, name, spoil)

    def is_usable(self) -> bool:
        """Return whether another test can use the device."""
        is_alone = not self.page.is_closed() and self.context.pages == [self.page]
        return is_alone and not self._is_spoilt

    def forget(self) -> None:
        """Leave the page and clear its storage and cookies; raises if the server is gone."""
        self.page.mouse.move(-1, -1)
        if self.page.url != BLANK:
            # On this page no script can store anything while it is being left.
            self.page.goto(urljoin(self.page.url, WITHOUT_SCRIPT))
            self.page.evaluate(FORGET)
            self.page.goto(BLANK)
        self.context.clear_cookies()
        self.errors.clear()


class Devices:
    """The devices of one process, reused because a new one takes half a second."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._free: dict[tuple[object, ...], list[Device]] = {}

    def take(self, language: str, scheme: Literal["light", "dark"], script: bool) -> Device:
        """Return a device without cookies and storage."""
        free = self._free.setdefault((language, scheme, script), [])
        while free:
            if (kept := free.pop()).is_usable():
                return kept
        context = self._browsers.new_context(
            locale=language,
            java_script_enabled=script,
            color_scheme=scheme,
            has_touch=True,
            # The proxies in tests have self-signed certificates.
            ignore_https_errors=True,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(MARK_SHOWN)
        return Device(context)

    def give_back(self, device: Device, *kind: object) -> None:
        """Keep a device for the next test, or close it if it cannot be reset."""
        if device.is_usable():
            with suppress(playwright_api.Error):
                device.forget()
                self._free[kind].append(device)
                return
        self._browsers.close(device.context)


@pytest.fixture(scope="session")
def devices(browser: Browsers) -> Devices:
    """The devices that the tests of one process share."""
    return Devices(browser)


@pytest.fixture
def device(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """A function that returns the page of a new device with separate cookies.

    The test fails if a script on one of these pages fails, unless it is marked ``breaks_scripts``.
    """
    taken: list[tuple[Device, str, str, bool]] = []

    def make(
        language: str = "en",
        width: int = 390,
        height: int = 844,
        script: bool = True,
        scheme: Literal["light", "dark"] = "light",
    ) -> Page:
        made = devices.take(language, scheme, script)
        taken.append((made, language, scheme, script))
        made.page.set_viewport_size({"width": width, "height": height})
        return made.page

    yield make
    errors = [error for made, *_ in taken for error in made.errors]
    for made, *kind in taken:
        devices.give_back(made, *kind)
    assert errors == [] or request.node.get_closest_marker("breaks_scripts")

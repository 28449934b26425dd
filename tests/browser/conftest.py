"""Real browsers against a real server: one process, one database file, several phones.

The tests of one pytest process share the browser, the server and the devices.
"""

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
from urllib.parse import urljoin

import pytest

from tests.browser import engines
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
if engines.IS_FIREFOX:
    os.environ["NODE_OPTIONS"] = f"--require {engines.DRIVER_PATCH}"
    # There a tap does nothing, and says nothing.
    playwright_api.Locator.tap = playwright_api.Locator.click  # type: ignore[method-assign]

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
    """Mark what drives a browser; leave out what is not for Firefox, if that is the engine."""
    ours = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.browser)
    if engines.IS_FIREFOX:
        left_out = [item for item in ours if not engines.runs_in_firefox(item)]
        items[:] = [item for item in items if item not in left_out]


BLANK = "about:blank"
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
            self._started = self._launch()
        return self._started.new_context(**options)

    def _launch(self) -> Browser:
        if engines.IS_FIREFOX:
            return self._playwright.firefox.launch(**engines.firefox_options())
        return self._playwright.chromium.launch(executable_path=self._path, args=QUIET)

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
    first = page.request.get(f"{server.url}/score/").text()
    (token, *_) = re.findall(r'name="csrf_token" value="([^"]+)"', first)
    answer = page.request.post(server.url + path, multipart={"csrf_token": token, **fields})
    assert answer.ok, (answer.status, answer.text())
    return str(answer.url)


def running(data: Path, kind: str = GEVENT) -> AbstractContextManager[Server]:
    """Give a running server that keeps its database in a folder."""
    port = spare_port()
    return serving(data, kind, "--public-url", f"http://{HOST}:{port}", port=port)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give the server that the browser tests of one process share: starting one takes seconds."""
    with running(tmp_path_factory.mktemp("browser") / "data") as started:
        yield started


@pytest.fixture
def server(shared_server: Server) -> Server:
    """Give a running server, which may hold other tests' tables; a test may end it."""
    if shared_server.process is None or shared_server.process.poll() is not None:
        shared_server.start()
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Give a running server with an empty database, for a test that must see no other's tables."""
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
"""What is done to a page, its context or its clock and lasts beyond the next address."""
WITHOUT_SCRIPT = "/static/styles/base.css"
FORGET = "localStorage.clear(); sessionStorage.clear()"


class Device:
    """A browser context with one page; it can be used again unless something lasting was done."""

    def __init__(self, context: playwright_api.BrowserContext) -> None:
        self.context = context
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
        """Return whether nothing stands in the way of another test."""
        is_alone = not self.page.is_closed() and self.context.pages == [self.page]
        return is_alone and not self._is_spoilt

    def forget(self) -> None:
        """Leave the page, its storage and its cookies behind; raises where its server is gone."""
        self.page.mouse.move(-1, -1)
        if self.page.url != BLANK:
            # Here no script stores anything while it is left.
            self.page.goto(urljoin(self.page.url, WITHOUT_SCRIPT))
            self.page.evaluate(FORGET)
            self.page.goto(BLANK)
        self.context.clear_cookies()


class Devices:
    """The devices of one process; kept, because a new one takes half a second of a processor."""

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._free: dict[tuple[object, ...], list[Device]] = {}

    def take(self, language: str, scheme: Literal["light", "dark"], script: bool) -> Device:
        """Return a device that remembers nothing."""
        free = self._free.setdefault((language, scheme, script), [])
        while free:
            if (kept := free.pop()).is_usable():
                return kept
        context = self._browsers.new_context(
            locale=language,
            java_script_enabled=script,
            color_scheme=scheme,
            has_touch=True,
            # A proxy in a test has a certificate that nobody vouches for.
            ignore_https_errors=True,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(MARK_SHOWN)
        return Device(context)

    def give_back(self, device: Device, *kind: object) -> None:
        """Keep a device for the next test, or close it where it cannot be made as new."""
        if device.is_usable():
            with suppress(playwright_api.Error):
                device.forget()
                self._free[kind].append(device)
                return
        self._browsers.close(device.context)


@pytest.fixture(scope="session")
def devices(browser: Browsers) -> Devices:
    """Give the devices that the tests of one process share; they go with the browser."""
    return Devices(browser)


@pytest.fixture
def device(devices: Devices) -> Iterator[Callable[..., Page]]:
    """Give a maker of devices: each is a browser of its own with its own cookies."""
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
    for made, *kind in taken:
        devices.give_back(made, *kind)

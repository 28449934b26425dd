"""A table behind HTTPS and a reverse proxy, by the examples that docs/deploy.md prints."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import sit_down_at, start_auction
from tests.database_servers import HOST, NotInstalled, Postgresql, spare_port
from tests.kept import EMPTIED, NAME, or_skip
from tests.proxies import KINDS, SAID, proxy
from tests.soak.server import GEVENT, Server, serving

expect = playwright_api.expect
TAP = "POST /t/<code>/act "


@dataclass
class Site:
    """A companion of two processes at one address, which can be stopped and started singly."""

    folder: Path
    database: str
    stack: ExitStack
    port: int = field(default_factory=spare_port)
    ports: tuple[int, int] = field(default_factory=lambda: (spare_port(), spare_port()))
    running: dict[int, Server] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    def start(self, place: int) -> None:
        """Start a process, with the secret key of the first."""
        folder = self.folder / f"{place}"
        folder.mkdir(exist_ok=True)
        if place:
            shutil.copy2(self.folder / "0" / "secret_key", folder)
        options = ("--proxy", HOST, "--public-url", self.url, "--log-requests")
        process = serving(
            folder, GEVENT, *options, port=self.ports[place], DATABASE_URL=self.database
        )
        self.running[place] = self.stack.enter_context(process)

    def stop(self, place: int) -> None:
        """Stop a process as systemd does, and return when it has ended."""
        assert self.running[place].stop(signal.SIGTERM) == 0

    def tapped_at(self) -> list[int]:
        """Return which of the two took taps: 0, 1."""
        return [place for place, process in self.running.items() if TAP in process.said()]


@pytest.fixture(params=KINDS)
def site(request: pytest.FixtureRequest, tmp_path: Path, postgresql: Postgresql) -> Iterator[Site]:
    """Two processes on PostgreSQL, behind Caddy and behind nginx."""
    postgresql.ask(EMPTIED, NAME)
    with ExitStack() as stack:
        site = Site(tmp_path, postgresql.url(NAME), stack)
        for place in range(2):
            site.start(place)
        try:
            stack.enter_context(proxy(request.param, tmp_path, site.port, site.ports))
        except NotInstalled as error:
            or_skip(error)
        yield site


def test_a_table_is_played_over_https_at_one_process_and_goes_on_at_the_other_when_that_stops(
    site: Site, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down_at(site.url, device, phones=4)
    start_auction(banker, phones)

    phones[1].locator("#b-bid-1").click()

    expect(phones[2].locator("#b-bid-2")).to_be_visible()
    first = site.tapped_at()
    assert len(first) == 1
    assert all(kept["secure"] and kept["httpOnly"] for kept in phones[1].context.cookies())
    site.stop(first[0])
    phones[2].locator("#b-bid-2").click()
    expect(phones[3].locator("#b-bid-3")).to_be_visible()
    assert site.tapped_at() == [0, 1]
    # The one is back when the other is stopped in its turn: at no moment is nobody there.
    site.start(first[0])
    site.stop(1 - first[0])
    assert banker.request.get(f"{site.url}/health").status == 200
    phones[3].locator("#b-bid-3").click()
    expect(phones[0].locator("#b-bid-4")).to_be_visible()
    assert "/t/" not in (site.folder / SAID).read_text()

"""A table behind HTTPS and a reverse proxy, by the examples that docs/deploy.md prints."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import sit_down_at, start_auction
from tests.database_servers import HOST, NotInstalled, Postgresql, spare_port
from tests.kept import EMPTIED, NAME, or_skip
from tests.proxies import KINDS, proxy
from tests.test_operating import served

expect = playwright_api.expect
TAP = "POST /t/<code>/act "


@dataclass(frozen=True)
class Site:
    """A companion of two processes at one address; each says on stderr what it was asked."""

    url: str
    said: tuple[Path, Path]
    processes: tuple[int, int]

    def tapped_at(self) -> list[int]:
        """Return which of the two took taps: 0, 1."""
        return [place for place, file in enumerate(self.said) if TAP in file.read_text()]


@pytest.fixture(params=KINDS)
def site(request: pytest.FixtureRequest, tmp_path: Path, postgresql: Postgresql) -> Iterator[Site]:
    """Two processes with one secret key on PostgreSQL, behind Caddy and behind nginx."""
    postgresql.ask(EMPTIED, NAME)
    port = spare_port()
    url = f"https://{HOST}:{port}"
    options = ("--proxy", HOST, "--public-url", url, "--log-requests")
    with ExitStack() as stack:
        started = []
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            if started:
                shutil.copy2(tmp_path / "one" / "secret_key", folder)
            running = served(folder, *options, DATABASE_URL=postgresql.url(NAME))
            started.append(stack.enter_context(running))
        ports, said, processes = zip(*started, strict=True)
        try:
            stack.enter_context(proxy(request.param, tmp_path, port, ports))
        except NotInstalled as error:
            or_skip(error)
        yield Site(url, said, processes)


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
    os.kill(site.processes[first[0]], signal.SIGTERM)
    phones[2].locator("#b-bid-2").click()
    expect(phones[3].locator("#b-bid-3")).to_be_visible()
    assert site.tapped_at() == [0, 1]

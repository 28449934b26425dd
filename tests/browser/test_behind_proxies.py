"""A table behind HTTPS and a reverse proxy, configured as in docs/deploy.md."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.browser.conftest import Page, playwright_api
from tests.browser.sitting import sit_down, start_auction
from tests.database_servers import HOST, NotInstalled, Postgresql, spare_port
from tests.kept import EMPTIED, NAME, or_skip
from tests.patience import PATIENCE, eventually
from tests.servers import GEVENT, Server, serving
from tests.sources import ROOT

expect = playwright_api.expect
TAP = "POST /t/<code>/act "
PRINTED_PORTS = ("127.0.0.1:8001", "127.0.0.1:8002")
SAID = "said"
"""The file in a proxy's folder with its output."""
CADDY = """{{
    admin off
    skip_install_trust
    auto_https disable_redirects
    storage file_system {folder}/caddy
"""
"""Global options that a test needs in addition to those of the example."""
NGINX = """daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fast;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{printed}
}}
"""


def printed(heading: str) -> str:
    """Return the example under a heading of docs/deploy.md."""
    text = (ROOT / "docs" / "deploy.md").read_text()
    found = re.search(rf"^## {heading}$.*?^```\n(.*?)^```$", text, re.M | re.S)
    assert found, f"docs/deploy.md has no example under {heading}"
    return found[1]


def _fitted(text: str, *changes: tuple[str, str]) -> str:
    """Return an example with replacements for a test; each replaced text must occur in it."""
    for old, new in changes:
        assert old in text, f"the example no longer says {old}"
        text = text.replace(old, new)
    return text


def _caddy(folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    file = folder / "Caddyfile"
    text = _fitted(
        printed("Behind Caddy"),
        ("{\n\tlog default", f"{CADDY.format(folder=folder)}\n\tlog default"),
        ("games.example.org {", f"https://{HOST}:{port} {{\n\ttls internal"),
        *zip(PRINTED_PORTS, (f"{HOST}:{one}" for one in behind), strict=True),
    )
    file.write_text(text)
    return ["run", "--adapter", "caddyfile", "--config", str(file)]


def _nginx(folder: Path, port: int, behind: Sequence[int]) -> list[str]:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-subj", f"/CN={HOST}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = _fitted(
        printed("Behind nginx"),
        ("/var/log/nginx/error.log", "stderr"),
        ("listen 443 ssl;", f"listen {HOST}:{port} ssl http2;"),
        # Old and new versions of nginx each accept only one of the two forms.
        ("http2 on;", "#"),
        ("server_name games.example.org;", f"server_name {HOST};"),
        ("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/games.example.org/privkey.pem", str(key)),
        *zip(PRINTED_PORTS, (f"{HOST}:{one}" for one in behind), strict=True),
    )
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, printed=text))
    return ["-p", str(folder), "-c", str(file)]


KINDS = {"caddy": _caddy, "nginx": _nginx}


@contextmanager
def proxy(kind: str, folder: Path, port: int, behind: Sequence[int]) -> Iterator[None]:
    """Run an HTTPS proxy at a port, in front of two servers; raises NotInstalled."""
    program = shutil.which(kind) or shutil.which(kind, path="/usr/sbin")
    if program is None:
        raise NotInstalled(f"No {kind} found (Debian, Ubuntu: apt install {kind}).")
    command = [program, *KINDS[kind](folder, port, behind)]
    complaints = (folder / SAID).open("wb")
    with complaints, subprocess.Popen(command, stdout=complaints, stderr=complaints) as process:
        try:
            eventually(lambda: _listens(process, port))
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _listens(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, f"{process.args!r} does not start"
    with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
        return True
    return False


@dataclass
class Site:
    """The app in two processes behind one URL; each process can be stopped and started."""

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
        """Start a process with the secret key of the first one."""
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
        """Stop a process as systemd does, and wait for its end."""
        assert self.running[place].stop(signal.SIGTERM) == 0

    def tapped_at(self) -> list[int]:
        """Return the numbers (0, 1) of the processes that received taps."""
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


def test_behind_a_proxy_play_continues_when_one_process_stops(
    site: Site, device: Callable[..., Page]
) -> None:
    banker, phones = sit_down(site, device)
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
    # The first process is back before the second one stops: one of them is always running.
    site.start(first[0])
    site.stop(1 - first[0])
    assert banker.request.get(f"{site.url}/health").status == 200
    phones[3].locator("#b-bid-3").click()
    expect(phones[0].locator("#b-bid-4")).to_be_visible()
    assert "/t/" not in (site.folder / SAID).read_text()

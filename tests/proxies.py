"""Real Caddy and nginx in front of the companion, set up as docs/deploy.md prints it."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.database_servers import HOST, NotInstalled
from tests.patience import PATIENCE
from tests.sources import ROOT

PRINTED_PORTS = ("127.0.0.1:8001", "127.0.0.1:8002")
SAID = "said"
"""The file in a proxy's folder that holds all it writes."""
CADDY = """{{
    admin off
    skip_install_trust
    auto_https disable_redirects
    storage file_system {folder}/caddy
"""
"""What a test's machine needs among the example's own global lines."""
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
    """Return an example with what must differ on a test's machine, each of it being there."""
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
        # Old and new nginx take only one of the two ways to say it.
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
    """Run a proxy that speaks HTTPS at a port, in front of two others; raises NotInstalled."""
    program = shutil.which(kind) or shutil.which(kind, path="/usr/sbin")
    if program is None:
        raise NotInstalled(f"No {kind} found (Debian, Ubuntu: apt install {kind}).")
    command = [program, *KINDS[kind](folder, port, behind)]
    complaints = (folder / SAID).open("wb")
    with complaints, subprocess.Popen(command, stdout=complaints, stderr=complaints) as process:
        try:
            _await(process, port)
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(OSError):
            socket.create_connection((HOST, port), timeout=1).close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not start")

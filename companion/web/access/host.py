"""Recognition of the host, a browser on the server's own machine, and the host's rights."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from companion.serving.addresses import Reach
from companion.tables import tables
from companion.tables.tables import TableCard
from companion.web.access.addresses import public_urls
from companion.web.access.devices import known_device

PROXY_HEADER = re.compile(
    r"Forwarded|Via|(CF|CDN|Fastly|Fly|Akamai|True-Client|Client|Proxy|WL-Proxy|Front-End)-.*"
    r"|X-(?!Requested-With$|Moz$|Purpose$).*",
    re.IGNORECASE,
)
"""A pattern for names of request headers that proxies add and browsers do not.

Browsers themselves send only three headers that begin with "X-".
"""


def is_host() -> bool:
    """Return whether the request comes from a browser on the server's own machine.

    A request that passed through a proxy on this machine does not count, although its client
    address is local. Such a request usually has proxy headers, or the server's public name as its
    Host header.

    Some proxies leave no trace in a request. Therefore, no browser counts as the host if a trusted
    proxy is configured, or a public URL that does not belong to this machine.
    """
    name, asking = urlsplit(request.host_url).hostname or "", request.remote_addr or ""
    return (
        ((_is_local(asking) and _is_local(name)) or (asking == name and asking in _own_ips()))
        and all(_is_own(urlsplit(url).hostname or "") for url in public_urls())
        and not current_app.config.get("TRUSTED_PROXY")
        and not any(PROXY_HEADER.fullmatch(name) for name, _ in request.headers)
    )


def is_this_machine(address: str) -> bool:
    """Return whether a client address is a loopback address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _is_local(name: str) -> bool:
    return name == "localhost" or is_this_machine(name)


def _is_own(name: str) -> bool:
    return _is_local(name) or name in _own_ips()


def _own_ips() -> set[str]:
    machine: Reach | None = current_app.extensions.get("reach")
    return machine.own_ips if machine else set()


def box_owner() -> str | None:
    """Return the device whose score sheets and presets the request may see.

    Returns None for the host, who may see those of all devices.
    """
    return None if is_host() else known_device()


def cards_here() -> list[TableCard]:
    """Return the tables that this device may see, the one with the latest move first.

    The host may see all tables except demo games.
    """
    device = known_device()
    cards = tables.tables_played() if is_host() else tables.tables_of(device) if device else []
    return sorted(cards, key=lambda card: card.at, reverse=True)

"""The host, which is a browser on the server's own machine, and what the host may see."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request

from companion.addresses import Reach
from companion.tables import tables
from companion.tables.tables import TableCard
from companion.web.access.addresses import public_urls
from companion.web.access.devices import known_device
from companion.web.access.limits import is_this_machine

PROXY_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
"""Headers that only a proxy adds."""


def is_host() -> bool:
    """Return whether the browser runs on the server's own machine, without a proxy in between.

    The address bar must show an address of this machine, because behind a proxy it shows the
    server's public name.

    A server with a public address may be behind a proxy that adds no headers. Then nobody is the
    host, unless the public address is one of this machine.
    """
    name, asking = urlsplit(request.host_url).hostname or "", request.remote_addr or ""
    return (
        (_is_local(asking) and _is_local(name) or asking == name and asking in _own_ips())
        and all(_is_own(urlsplit(url).hostname or "") for url in public_urls())
        and not current_app.config.get("TRUSTED_PROXY")
        and not any(name in request.headers for name in PROXY_HEADERS)
    )


def _is_local(name: str) -> bool:
    return name == "localhost" or is_this_machine(name)


def _is_own(name: str) -> bool:
    return _is_local(name) or name in _own_ips()


def _own_ips() -> set[str]:
    machine: Reach | None = current_app.extensions.get("reach")
    return machine.own_ips if machine else set()


def box_owner() -> str | None:
    """Return the device whose sheets and presets the request may see.

    None means those of all devices, which only the host may see.
    """
    return None if is_host() else known_device()


def cards_here() -> list[TableCard]:
    """Return the tables that the device may see, latest move first.

    The host may see all tables.
    """
    device = known_device()
    cards = tables.tables_played() if is_host() else tables.tables_of(device) if device else []
    return sorted(cards, key=lambda card: card.at, reverse=True)

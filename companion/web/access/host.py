"""Whether it is the machine itself that asks, whose owner may see all that is on it."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request

from companion.addresses import Reach
from companion.tables import tables
from companion.tables.tables import TableCard
from companion.web.access.addresses import public_urls
from companion.web.access.devices import known_device
from companion.web.access.limits import is_this_machine

TOLD_BY_PROXIES = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def is_host() -> bool:
    """Tell whether a browser asks that runs where the companion does, and no proxy stands between.

    Its own address bar must name this machine, for a proxy would name the server to the world.
    Where the server was given a public address, a proxy may stand before it that says nothing of
    itself: then nobody is the host, unless that address is this machine's own.
    """
    name, asking = urlsplit(request.host_url).hostname or "", request.remote_addr or ""
    return (
        (_is_local(asking) and _is_local(name) or asking == name and asking in _own_ips())
        and all(_is_of_here(urlsplit(url).hostname or "") for url in public_urls())
        and not current_app.config.get("TRUSTED_PROXY")
        and not any(name in request.headers for name in TOLD_BY_PROXIES)
    )


def _is_local(name: str) -> bool:
    return name == "localhost" or is_this_machine(name)


def _is_of_here(name: str) -> bool:
    return _is_local(name) or name in _own_ips()


def _own_ips() -> set[str]:
    """Return the addresses of this machine, none where the server does not know them."""
    machine: Reach | None = current_app.extensions.get("reach")
    return machine.own_ips if machine else set()


def cards_here() -> list[TableCard]:
    """Return the tables that the asking device may see, who tapped last first.

    Its own; on the machine itself, all.
    """
    device = known_device()
    cards = tables.tables_played() if is_host() else tables.tables_of(device) if device else []
    return sorted(cards, key=lambda card: card.at, reverse=True)

"""Whether it is the machine itself that asks, whose owner may see all that is on it."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request

from companion.tables import tables
from companion.tables.tables import TableCard
from companion.web.requests.devices import known_device
from companion.web.requests.limits import is_this_machine

TOLD_BY_PROXIES = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def is_host() -> bool:
    """Tell whether a browser asks that runs where the companion does, and no proxy stands between.

    Its own address bar must name this machine, for a proxy would name the server to the world.
    """
    name, asking = urlsplit(request.host_url).hostname or "", request.remote_addr or ""
    is_local = is_this_machine(asking) and (name == "localhost" or is_this_machine(name))
    return (
        (is_local or _is_own(asking, name))
        and not current_app.config.get("TRUSTED_PROXY")
        and not any(name in request.headers for name in TOLD_BY_PROXIES)
    )


def _is_own(asking: str, name: str) -> bool:
    """Tell whether a browser asks from the very address it names, and that is this machine's."""
    return asking == name and asking in current_app.config.get("OWN_ADDRESSES", ())


def cards_here() -> list[TableCard]:
    """Return the tables that the asking device may see, who tapped last first.

    Its own; on the machine itself, all.
    """
    device = known_device()
    cards = tables.tables_played() if is_host() else tables.tables_of(device) if device else []
    return sorted(cards, key=lambda card: card.at, reverse=True)

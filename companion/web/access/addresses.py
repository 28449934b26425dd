"""The base URL in QR codes: the one chosen on the device, or the likeliest one to work."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, current_app, request, session

from companion.mechanics.actions.refusal import Refusal
from companion.mechanics.language.words import say
from companion.serving.addresses import NO_NETWORK, Reach

LOOPBACK = ("127.", "localhost", "[::1]")
"""Prefixes of hosts that only this machine can reach."""


def init_app(app: Flask) -> None:
    """Give all templates the function ``known_url`` and the value ``is_alone``.

    ALONE in the configuration means that the app runs in the browser of its only device, so that no
    other device can join a table.
    """
    app.config.setdefault("ALONE", False)
    app.jinja_env.globals.update(known_url=known_url, is_alone=app.config["ALONE"])


def reach() -> Reach | None:
    """Return the addresses at which phones can reach this machine.

    Returns None if public URLs are configured, or if another WSGI server, such as Gunicorn, runs
    the app.
    """
    found: Reach | None = current_app.extensions.get("reach")
    return None if public_urls() else found


def public_urls() -> list[str]:
    """Return the public URLs configured with ``--public-url``."""
    return list(current_app.config.get("PUBLIC_URLS", ()))


def uses_https() -> bool:
    """Return whether browsers reach this request's host over HTTPS, as far as the app knows.

    Behind a proxy that handles HTTPS, the request itself arrives over plain HTTP. The public URLs
    then show that the host uses HTTPS.
    """
    return request.is_secure or f"https://{request.host}" in public_urls()


def base_urls() -> list[str]:
    """Return the base URLs that phones may use, the likeliest to work first.

    If the URL of this request is among them, it comes first, because it evidently works. An unknown
    host name is never used, because clients can send any Host header.

    Raises ``no_network`` if the machine has no network, and ``unknown_address`` if no URL is known
    and the request has an unknown host name.
    """
    known, here = public_urls(), request.host_url.rstrip("/")
    if machine := reach():
        known = machine.urls
        if not known:
            raise Refusal("no_network", "", NO_NETWORK)
    if here in known:
        return [here, *(url for url in known if url != here)]
    if not known and not _is_ip_or_localhost(here):
        raise Refusal(
            "unknown_address",
            "",
            say("Companion does not recognise this address. Start it with --public-url."),
        )
    return known or [here]


def _is_ip_or_localhost(url: str) -> bool:
    """Return whether the host of a URL is an IP address or localhost."""
    host = urlsplit(url).hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost"
    return True


def base_url() -> str:
    """Return the base URL for this device's QR codes.

    Raises ``no_network`` or ``unknown_address``.
    """
    chosen, urls = session.get("address"), base_urls()
    if chosen in urls:
        return str(chosen)
    usable = [url for url in urls if not url.partition("://")[2].startswith(LOOPBACK)]
    return (usable or urls)[0]


def known_url() -> str | None:
    """Return the base URL for this device's QR codes, or None if there is no usable URL."""
    try:
        return base_url()
    except Refusal:
        return None


def adapter_of(url: str) -> str:
    """Return the name of the network adapter that a URL belongs to, or "" if unknown."""
    machine, host = reach(), urlsplit(url).hostname
    adapters = (
        {address.ip: address.adapter for address in machine.offered_addresses} if machine else {}
    )
    return adapters.get(host or "", "")

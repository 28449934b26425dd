"""Protection against cross-site request forgery (CSRF), without tokens.

Another site can make a browser post to the app, with the device's cookie. Browsers say where a
request comes from in headers that a page cannot change, so the app accepts only its own pages.
"""

from __future__ import annotations

from flask import Flask, request

from companion.mechanics.refusal import Refusal
from companion.mechanics.words import say
from companion.web.access.addresses import public_urls, uses_https

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""The methods that change nothing."""
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
"""The port that browsers leave out of an origin, by scheme. Some proxies add it to the host."""


def init_app(app: Flask) -> None:
    """Refuse requests that other sites may have sent, before anything else is done for them."""
    app.before_request(require_own_page)


def require_own_page() -> None:
    """Raise ``session_ended`` for a request that may change something and that no own page sent.

    The first of these headers that a request has decides:

    - ``Sec-Fetch-Site``, sent by current browsers, but over plain HTTP only to localhost. Its value
      "none" means that a person, not a page, made the request. It decides nothing, because people
      do not post, and a browser may send it when a page that was refused is reloaded.
    - ``Origin``, sent by all supported browsers with a POST. It is "null" if the page hides it.
    - ``Referer``, sent by older browsers, because the app's Referrer-Policy is "same-origin".
    """
    # Without an endpoint, nothing can be changed, and the Host header may be invalid.
    is_safe = request.endpoint is None or request.method in SAFE_METHODS
    if not is_safe and not _is_from_own_page():
        raise Refusal(
            "session_ended",
            "",
            say(
                "This request did not come from a Companion page. Open Companion at its own "
                "address, in another browser if necessary."
            ),
        )


def _is_from_own_page() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site in ("same-origin", "same-site", "cross-site"):
        return site == "same-origin"
    page = request.headers.get("Origin") or request.referrer
    return page is not None and _origin(page) in own_origins()


def own_origins() -> set[str]:
    """Return the origins of the app's pages: those of this request's host, and the public URLs.

    A proxy may handle HTTPS without saying so, so the host counts with both schemes. Only where
    HTTPS is known to be used, pages without it are not the app's.
    """
    schemes = ("https",) if uses_https() else ("http", "https")
    here = [f"{scheme}://{request.host}" for scheme in schemes]
    return {_origin(url) for url in (*here, *public_urls())}


def _origin(url: str) -> str:
    """Return the scheme, host and port of a URL as browsers write them in ``Origin``."""
    scheme, _, rest = url.lower().partition("://")
    host = rest.partition("/")[0].removesuffix(DEFAULT_PORTS.get(scheme, ""))
    return f"{scheme}://{host}"
